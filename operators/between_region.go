package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// A betweenBound is the factor of one bound in the density of x, the bound
// integrated out: Phi(sign r (x - m)), m and 1/r its mean and standard deviation.
// With r = +Inf it is the indicator of x on the right (sign 1) or left (sign -1)
// of m, and with r = 0, for a uniform bound, the constant 1/2.
type betweenBound struct {
	sign, m, r float64
	free       bool // the bound is infinite or not there: the factor is 1
}

// betweenBoundOf is the bound of a message; a bound at infinity is free or, on
// the wrong side, impossible (ok is false).
func betweenBoundOf(b dist.Normal, sign float64) (bound betweenBound, ok bool) {
	if !b.IsPoint() {
		if b.P == 0 {
			return betweenBound{sign: sign}, true
		}
		return betweenBound{sign: sign, m: b.H / b.P, r: math.Sqrt(b.P)}, true
	}
	if math.IsInf(b.H, 0) {
		free := math.IsInf(b.H, -int(sign))
		return betweenBound{sign: sign, free: free}, free
	}
	return betweenBound{sign: sign, m: b.H, r: math.Inf(1)}, true
}

func (b *betweenBound) hard() bool { return math.IsInf(b.r, 1) }

// soft tells whether the factor depends on x without being an indicator.
func (b *betweenBound) soft() bool { return !b.free && b.r > 0 && !b.hard() }

// at returns the argument of Phi.
func (b *betweenBound) at(x float64) float64 { return b.sign * b.r * (x - b.m) }

// A betweenRegion is the part of the joint density of x and two random bounds on
// which x is on a given side of each of them.
type betweenRegion struct {
	x      dist.Normal
	bounds [2]betweenBound
	low    float64 // x is in [low, high] for the indicators
	high   float64
}

// A betweenRegionTilt holds the tilts of x and of the two bounds.
type betweenRegionTilt struct {
	x      NormalTilt
	bounds [2]NormalTilt
}

func (g *betweenRegion) log(x float64) float64 {
	l := g.x.H*x - g.x.P*x*x/2
	if g.x.P > 0 {
		u := math.FMA(g.x.P, x, -g.x.H) / math.Sqrt(g.x.P)
		l = -u * u / 2
	}
	for i := range g.bounds {
		if b := &g.bounds[i]; b.soft() {
			l += special.NormalCdfLn(b.at(x))
		}
	}
	return l
}

// slope returns the first and minus the second derivative of log.
func (g *betweenRegion) slope(x float64) (slope, curve float64) {
	slope, curve = math.FMA(-g.x.P, x, g.x.H), g.x.P
	for i := range g.bounds {
		if b := &g.bounds[i]; b.soft() {
			t := b.at(x)
			w, _ := special.NormalHazardW(t)
			slope += b.sign * b.r * special.NormalHazard(t)
			curve += b.r * b.r * w
		}
	}
	return slope, curve
}

// mode returns the maximum of the concave log on [low, high] by Newton's method
// in a bracket that is first widened until it holds the maximum.
func (g *betweenRegion) mode() float64 {
	x, step := 0.0, 1.0
	if g.x.P > 0 {
		x, step = g.x.H/g.x.P, 1/math.Sqrt(g.x.P)
	} else {
		for i := range g.bounds {
			if b := &g.bounds[i]; b.soft() {
				x, step = b.m, 1/b.r
			}
		}
	}
	x = math.Max(g.low, math.Min(g.high, x))
	left, right := x, x
	slope, _ := g.slope(x)
	for slope != 0 {
		var next float64
		if slope > 0 {
			next = math.Min(g.high, right+step)
			left = right
		} else {
			next = math.Max(g.low, left-step)
			right = left
		}
		s, _ := g.slope(next)
		if slope > 0 {
			right = next
		} else {
			left = next
		}
		if s == 0 || (s > 0) != (slope > 0) {
			break
		}
		if next == g.high && slope > 0 || next == g.low && slope < 0 || math.IsInf(next, 0) {
			return next
		}
		step *= 2
	}
	x = left/2 + right/2
	for range 200 {
		s, c := g.slope(x)
		if s > 0 {
			left = x
		} else {
			right = x
		}
		next := x + s/c
		if !(next > left && next < right) {
			next = left/2 + right/2
		}
		if next == left || next == right || math.Abs(next-x)*math.Sqrt(c) < 1e-3 {
			return next
		}
		x = next
	}
	return x
}

// reach returns how far from the mode on the side of sign log is more than 40
// lower, or where the bound is.
func (g *betweenRegion) reach(mode, sign float64) float64 {
	limit := g.high - mode
	if sign < 0 {
		limit = mode - g.low
	}
	slope, curve := g.slope(mode)
	step := 1 / math.Max(math.Sqrt(curve), math.Abs(slope))
	top := g.log(mode)
	for step < limit && g.log(mode+sign*step) > top-40 {
		step *= 1.3
	}
	return math.Min(step, limit)
}

// tilt integrates over x: Gauss-Legendre panels of 24 nodes between the ends,
// the mode, and 8 standard deviations of a bound around its mean, four panels
// each. The fault is Improper where x is not integrable.
func (g *betweenRegion) tilt() (betweenRegionTilt, dist.Fault) {
	g.low, g.high = math.Inf(-1), math.Inf(1)
	leftOpen, rightOpen := true, true
	scale := 0.0
	for i := range g.bounds {
		b := &g.bounds[i]
		switch {
		case b.free:
			continue
		case b.r == 0:
			scale -= math.Ln2
			continue
		case b.hard() && b.sign > 0:
			g.low = math.Max(g.low, b.m)
		case b.hard():
			g.high = math.Min(g.high, b.m)
		}
		leftOpen = leftOpen && b.sign < 0
		rightOpen = rightOpen && b.sign > 0
	}
	switch {
	case g.low >= g.high || g.x.IsPoint() && !(g.low <= g.x.H && g.x.H < g.high):
		var t betweenRegionTilt
		t.x.LogZ = math.Inf(-1)
		return t, dist.NoFault
	case g.x.IsPoint():
		s := betweenSums{g: g, mode: g.x.H}
		s.start()
		s.add(0, 1)
		return s.tilt(scale + g.log0(g.x.H)), dist.NoFault
	case !(g.x.P >= 0) || g.x.P == 0 && (leftOpen && !(g.x.H > 0) || rightOpen && !(g.x.H < 0)):
		return betweenRegionTilt{}, dist.Improper
	}
	mode := g.mode()
	if math.IsInf(mode, 0) {
		return betweenRegionTilt{}, dist.NotFinite
	}
	begin, end := -g.reach(mode, -1), g.reach(mode, 1)
	points := [8]float64{begin, 0, end}
	n := 3
	for i := range g.bounds {
		if b := &g.bounds[i]; b.soft() {
			points[n], points[n+1] = b.m-mode-8/b.r, b.m-mode+8/b.r
			n += 2
		}
	}
	for i := 1; i < n; i++ {
		for j := i; j > 0 && points[j] < points[j-1]; j-- {
			points[j], points[j-1] = points[j-1], points[j]
		}
	}
	s := betweenSums{g: g, mode: mode}
	s.start()
	const panels = 4
	for i := 1; i < n; i++ {
		a, b := math.Max(begin, points[i-1]), math.Min(end, points[i])
		if !(a < b) {
			continue
		}
		half := (b - a) / (2 * panels)
		for p := range panels {
			middle := a + float64(2*p+1)*half
			for q, node := range special.LegendreNodes24 {
				s.add(middle+half*node, half*special.LegendreWeights24[q])
			}
		}
	}
	l := g.log(mode)
	if g.x.P > 0 {
		l += math.Log(g.x.P)/2 - halfLog2Pi
	}
	return s.tilt(scale + l), dist.NoFault
}

// log0 is the log of the bounds' factors alone.
func (g *betweenRegion) log0(x float64) float64 {
	l := 0.0
	for i := range g.bounds {
		if b := &g.bounds[i]; b.soft() {
			l += special.NormalCdfLn(b.at(x))
		}
	}
	return l
}
