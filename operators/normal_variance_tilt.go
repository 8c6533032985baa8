package operators

import (
	"math"

	"mpc/dist"
)

// A VarianceTilt is what the messages of x ~ normal(mean, variance = v) need for
// a random v whose messages are gammas. With w the sum of the variances of the
// cavities of x and mean and S = w + v, x and mean are integrated in closed form,
// and v is weighed by its cavity times N(d; 0, S), d the difference of the means.
type VarianceTilt struct {
	Inverse  float64 // E[1/S]
	Outlier  float64 // d^2 Var[1/S]
	Noise    float64 // E[v/S]
	Variance GammaTilt
	LogZ     float64
	Fault    dist.Fault
}

// varianceFactor is the factor's weight of v = peak exp(u), relative to the peak.
type varianceFactor struct {
	a, b float64 // the cavity of v; its rate times the peak
	k, y float64 // v/S and w/S at the peak
	d    float64 // d^2/S at the peak
}

// at returns the log weight relative to the peak, S(0)/S(u), and v/S.
func (f *varianceFactor) at(u float64) (g, rho, share float64) {
	e, em := expBoth(u)
	likelihood, rho := f.likelihood(e, em)
	return (f.a-f.b)*u - f.b*expMinus1MinusX(u, em) + likelihood, rho, f.k * e * rho
}

// likelihood returns the log of N(d; 0, S) relative to the peak and S(0)/S(u).
func (f *varianceFactor) likelihood(e, em float64) (l, rho float64) {
	x, s := f.k*em, f.y+f.k*e // S(u)/S(0) is 1 + x, or s
	if s < 1e-300 {
		return math.Inf(-1), 0
	}
	log := math.Log(s)
	if x > -0.5 {
		log = math.Log1p(x)
	}
	return -log/2 + f.d/2*x/s, 1 / s
}

// A varianceWeight is the density v^(a-1) exp(-b v) S^-h exp(-d^2/2S) of log v.
type varianceWeight struct {
	a, b, h float64
	w, dd   float64
}

// slope returns the derivative of the log weight in log v, and the second one.
func (f *varianceWeight) slope(v float64) (first, second float64) {
	s := f.w + v
	share, rest := v/s, f.w/s
	q := f.dd / s * share / 2
	return f.a - f.b*v - f.h*share + q, -f.b*v - f.h*share*rest + q*(rest-share)
}

func (f *varianceWeight) log(v float64) float64 {
	s := f.w + v
	return f.a*math.Log(v) - f.b*v - f.h*math.Log(s) - f.dd/s/2
}

// modes returns the highest mode and the other one if there are two, 0 if not:
// the stationary points are the positive roots of a cubic of positive value at 0.
func (f *varianceWeight) modes() (first, second float64) {
	if f.w == 0 {
		// The mode of a generalized inverse gaussian.
		n := f.a - f.h
		root := math.Sqrt(n*n + 2*f.b*f.dd)
		if n > 0 {
			return (root + n) / (2 * f.b), 0
		}
		return f.dd / (root - n), 0
	}
	// All stationary points lie between these, as v/S is below 1 and v/w and
	// d^2 v/S^2 below d^2/v and d^2/4w.
	low := math.Max((f.a-f.h)/f.b, f.a/(f.b+f.h/f.w))
	high := math.Min((f.a+math.Sqrt(f.a*f.a+2*f.b*f.dd))/(2*f.b), (f.a+f.dd/f.w/8)/f.b)
	if low >= high*(1-1e-9) {
		return high, 0
	}
	b := f.b * f.w // in v/w
	c1, c2, c3 := 2*f.a-b-f.h+f.dd/f.w/2, f.a-2*b-f.h, -b
	disc := c2*c2 - 3*c1*c3
	if !(disc > 0) {
		return rootDescending(f.slope, low, high), 0
	}
	s := -(c2 + math.Copysign(math.Sqrt(disc), c2))
	v1, v2 := s/(3*c3)*f.w, c1/s*f.w
	v1, v2 = math.Min(v1, v2), math.Max(v1, v2)
	if !(v1 > low && v2 < high) {
		return rootDescending(f.slope, low, high), 0
	}
	down, _ := f.slope(v1)
	up, _ := f.slope(v2)
	if !(down < 0 && up > 0) {
		return rootDescending(f.slope, low, high), 0
	}
	first, second = rootDescending(f.slope, low, v1), rootDescending(f.slope, v2, high)
	if f.log(second) > f.log(first) {
		return second, first
	}
	return first, second
}

// NormalVarianceTilt integrates the factor over its arguments. The fault is
// dist.Improper where one of them is, and where x and mean are known to be equal:
// the weight of v then has no mean of 1/v.
func NormalVarianceTilt(x, mean dist.Normal, variance dist.Gamma) VarianceTilt {
	if !(x.P > 0 && mean.P > 0 && variance.IsProper()) {
		return VarianceTilt{Fault: dist.Improper}
	}
	variance = gammaSharp(variance)
	mx, vx := normalMeanVariance(x)
	mm, vm := normalMeanVariance(mean)
	w, d := vx+vm, mx-mm
	dd := d * d
	switch {
	case !(w <= math.MaxFloat64 && dd <= math.MaxFloat64):
		return VarianceTilt{Fault: dist.NotFinite}
	case variance.IsPoint():
		return varianceTiltKnown(w, dd, variance.Shape)
	case w == 0 && dd == 0:
		return VarianceTilt{Fault: dist.Improper}
	}
	weight := varianceWeight{a: variance.Shape, b: variance.Rate, h: 0.5, w: w, dd: dd}
	v, second := weight.modes()
	if !(v > 0 && v <= math.MaxFloat64) {
		return VarianceTilt{Fault: dist.NotFinite}
	}
	s := w + v
	f := varianceFactor{a: weight.a, b: weight.b * v, k: v / s, y: w / s, d: dd / s}
	// The mean and variance of v take exp(2u) more weight on the right, and
	// those of 1/S take 1/S^2 on the left: scale both to their peaks.
	weight.a += 2
	right, other := weight.modes()
	last := math.Log(math.Max(right, other) / v)
	weight.a, weight.h = variance.Shape, 2.5
	left, other := weight.modes()
	first := math.Log(left / v)
	if other > 0 {
		first = math.Log(math.Min(left, other) / v)
	}
	right, left = math.Log(right/v), math.Log(left/v)
	g, _, _ := f.at(right)
	cr := math.Exp(-g - 2*right)
	g, rho, _ := f.at(left)
	cl := math.Exp(-g) / rho / rho
	weigh := func(u float64) (float64, float64) {
		g, rho, _ := f.at(u)
		e := math.Exp(u)
		return g, 1 + math.Min(cr*e*e+cl*rho*rho, 1e300)
	}
	width := 1 / math.Sqrt(f.b+f.k*f.k*f.d/2+0.1)
	first, last = math.Min(cutAt(first, width), 0), math.Max(cutAt(last, width), 0)
	middle := 0.0
	if second > 0 {
		middle = math.Log(second / v)
		first, last = math.Min(first, middle), math.Max(last, middle)
	}
	cuts := [6]float64{
		gridEnd(weigh, first, -width), first, math.Min(middle, 0), math.Max(middle, 0), last, gridEnd(weigh, last, width),
	}
	var nodes grid
	if !nodes.fill(weigh, cuts[:]) {
		return VarianceTilt{Fault: dist.NotFinite}
	}
	tilt := f.collect(&nodes, v, 1/s)
	tilt.LogZ = variance.LogProb(v) + math.Log(v) + normalLogDensity(dd, s) + math.Log(nodes.total)
	return tilt
}

// collect sums the statistics of the tilted distribution of v = peak exp(u);
// inverse is 1/S at the peak.
func (f *varianceFactor) collect(q *grid, peak, inverse float64) VarianceTilt {
	// The derivative of the log likelihood in log v is half of score: as
	// -(v/S)(1 - d^2/S), or as 1 more than that, which is small where w is.
	score := func(rho, share float64) float64 {
		if f.k < 0.5 {
			return -share * (1 - f.d*rho)
		}
		return f.y*rho + f.d*rho*share
	}
	var rho, noise, slope, curve, curveSize float64
	for i := 0; i < q.n; i++ {
		_, r, share := f.at(q.at[i])
		rest := f.y * r // w/S
		g2 := -share*rest + f.d*r*share*(rest-share)
		rho += q.weight[i] * r
		noise += q.weight[i] * share
		slope += q.weight[i] * score(r, share)
		curve += q.weight[i] * g2
		curveSize += q.weight[i] * math.Abs(g2)
	}
	rho /= q.total
	slope /= q.total
	var rho2, slope2 float64
	for i := 0; i < q.n; i++ {
		_, r, share := f.at(q.at[i])
		s := score(r, share) - slope
		rho2 += q.weight[i] * (r - rho) * (r - rho)
		slope2 += q.weight[i] * s * s
	}
	tilt := VarianceTilt{
		Inverse: inverse * rho,
		Outlier: f.d * inverse * rho2 / q.total,
		Noise:   noise / q.total,
	}
	t := &tilt.Variance
	q.momentsAbout(peak, t)
	t.Slope = slope / 2
	if f.k >= 0.5 {
		t.Fold = -0.5
	}
	t.Curve = (curve/2 + slope2/4) / q.total
	t.CurveSize = (curveSize/2 + slope2/4) / q.total
	t.Third = -f.k*f.y*(f.y-f.k)/2 + f.d*f.k/2*((f.y-f.k)*(f.y-f.k)-2*f.k*f.y)
	t.LogShift = math.NaN()
	if math.Abs(t.Slope)+t.CurveSize < 0.1 {
		t.LogShift = q.logShift(func(u float64) float64 {
			e, em := expBoth(u)
			l, _ := f.likelihood(e, em)
			return l - t.Fold*u
		})
	}
	return tilt
}

// varianceTiltKnown is the limit of a cavity that is a point mass at v.
func varianceTiltKnown(w, dd, v float64) VarianceTilt {
	s := w + v
	if s == 0 {
		return VarianceTilt{Fault: dist.Improper}
	}
	share, rest := v/s, w/s
	q := dd / s * share
	return VarianceTilt{
		Inverse:  1 / s,
		Noise:    share,
		Variance: gammaPointTilt(v, (q-share)/2, (q*(rest-share)-share*rest)/2),
		LogZ:     normalLogDensity(dd, s),
	}
}
