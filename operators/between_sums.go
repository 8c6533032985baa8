package operators

import (
	"math"

	"mpc/special"
)

// A betweenSums adds up the moments of a betweenRegion's density over x. What
// is squared is taken relative to its value at the mode.
type betweenSums struct {
	g            *betweenRegion
	mode         float64
	slope        float64    // of the normal's log density at the mode
	hazard       [2]float64 // of the bounds at the mode
	logs         [2]float64 // log Phi of the bounds at the mode
	pull         float64    // derivative of the bounds' log factors at the mode
	z, d, dd     float64    // 1, and x - mode and its square
	h, hh        [2]float64 // hazards and squares
	w, rest      [2]float64 // NormalHazardW
	s, ss, curve float64    // derivative of the log factors, square, minus second derivative
}

func (s *betweenSums) start() {
	if !s.g.x.IsPoint() {
		s.slope = math.FMA(-s.g.x.P, s.mode, s.g.x.H)
	}
	for i := range s.g.bounds {
		if b := &s.g.bounds[i]; b.soft() {
			t := b.at(s.mode)
			s.hazard[i], s.logs[i] = special.NormalHazard(t), special.NormalCdfLn(t)
			s.pull += b.sign * b.r * s.hazard[i]
		}
	}
}

// add adds the point x = mode + d with weight.
func (s *betweenSums) add(d, weight float64) {
	l := 0.0
	if d != 0 { // not for a point mass x
		l = s.slope*d - s.g.x.P*d*d/2
	}
	var h, w, rest [2]float64
	pull, curve := -s.pull, 0.0
	for i := range s.g.bounds {
		if b := &s.g.bounds[i]; b.soft() {
			t := b.sign * b.r * ((s.mode - b.m) + d)
			l += special.NormalCdfLn(t) - s.logs[i]
			h[i] = special.NormalHazard(t)
			w[i], rest[i] = special.NormalHazardW(t)
			pull += b.sign * b.r * h[i]
			curve += b.r * b.r * w[i]
			h[i] -= s.hazard[i]
		}
	}
	f := weight * math.Exp(l)
	s.z += f
	s.d += f * d
	s.dd += f * d * d
	for i := range h {
		s.h[i] += f * h[i]
		s.hh[i] += f * h[i] * h[i]
		s.w[i] += f * w[i]
		s.rest[i] += f * rest[i]
	}
	s.s += f * pull
	s.ss += f * pull * pull
	s.curve += f * curve
}

// tilt returns the tilts, given the log of the density at the mode.
func (s *betweenSums) tilt(logMode float64) betweenRegionTilt {
	g := s.g
	var t betweenRegionTilt
	logZ := logMode + math.Log(s.z)
	t.x.LogZ = logZ
	for i := range g.bounds {
		b := &g.bounds[i]
		t.bounds[i].LogZ = logZ
		if !b.soft() {
			continue
		}
		// With t = sign r (x - m): d log Phi/dm = -sign r h, and minus the second
		// derivative is r^2 w; the spread of h over x is a mixture's.
		h := s.h[i] / s.z
		spread := s.hh[i]/s.z - h*h
		u := &t.bounds[i]
		u.Alpha = -b.sign * b.r * (h + s.hazard[i])
		u.Mean = b.m + u.Alpha/b.r/b.r
		u.Shrink = s.w[i]/s.z - spread
		u.Variance = (s.rest[i]/s.z + spread) / b.r / b.r
	}
	pull := s.s / s.z
	beta := s.curve/s.z - (s.ss/s.z - pull*pull)
	pull += s.pull
	if g.x.IsPoint() { // the limit of a narrow x: derivatives at the point
		t.x.Mean, t.x.Alpha, t.x.Shrink = s.mode, pull, beta
		return t
	}
	// The boundary terms of the derivatives where an indicator cuts x off.
	atLow, atHigh := s.edge(g.low), s.edge(g.high)
	cut := atLow - atHigh
	beta += cut*cut + 2*cut*pull
	if atLow > 0 {
		force, _ := g.slope(g.low)
		beta -= atLow * (force - 2*math.FMA(-g.x.P, g.low, g.x.H))
	}
	if atHigh > 0 {
		force, _ := g.slope(g.high)
		beta += atHigh * (force - 2*math.FMA(-g.x.P, g.high, g.x.H))
	}
	d := s.d / s.z
	t.x.Mean = s.mode + d
	t.x.Variance = s.dd/s.z - d*d
	t.x.Alpha = pull + cut
	t.x.Shrink = 1 - g.x.P*t.x.Variance
	if math.Abs(t.x.Shrink) < 0.5 {
		t.x.Shrink = beta / g.x.P
		t.x.Variance = (1 - t.x.Shrink) / g.x.P
	}
	return t
}

// edge returns the normalized density at a bound, 0 at an infinite one.
func (s *betweenSums) edge(bound float64) float64 {
	if math.IsInf(bound, 0) {
		return 0
	}
	return math.Exp(s.g.log(bound)-s.g.log(s.mode)) / s.z
}
