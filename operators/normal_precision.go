package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func normalPrecisionOps() []*Op {
	return []*Op{
		{
			Func: NormalPrecisionTilt, Factor: "normal_precision", To: "tilt", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"mean", NoInit}, {"precision", Required}},
		},
		{
			Func: NormalPrecisionToX, Factor: "normal_precision", To: "x", Algorithm: EP,
			Args: []Arg{{"x", NoInit}, {"mean", SkipIfUniform}, {"precision", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalPrecisionToMean, Factor: "normal_precision", To: "mean", Algorithm: EP,
			Args: []Arg{{"x", SkipIfUniform}, {"mean", NoInit}, {"precision", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalPrecisionToPrecision, Factor: "normal_precision", To: "precision", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"x", SkipIfUniform}, {"mean", SkipIfUniform}, {"precision", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalPrecisionToPrecisionLog, Factor: "normal_precision", To: "precision", Algorithm: EP, Variant: "log",
			Args: []Arg{{"x", SkipIfUniform}, {"mean", SkipIfUniform}, {"precision", SkipIfUniform}, {"tilt", Required}},
		},
		{
			Func: NormalPrecisionToPrecisionObserved, Factor: "normal_precision", To: "precision", Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}},
		},
		{
			Func: NormalPrecisionEvidence, Factor: "normal_precision", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"mean", 0}, {"precision", 0}},
		},
	}
}

// A PrecisionTilt is what the messages of x ~ normal(mean, precision = t) need
// for a random t. With v the sum of the variances of the cavities of x and mean
// and S = v + 1/t, x and mean are integrated in closed form, and t is weighed by
// its cavity times N(d; 0, S), d the difference of the means.
type PrecisionTilt struct {
	Inverse   float64 // E[1/S]
	Outlier   float64 // d^2 Var[1/S]
	Noise     float64 // E[(1/t)/S]
	Precision GammaTilt
	LogZ      float64
	Fault     dist.Fault
}

// precisionFactor is the factor's weight of t = peak exp(v), relative to the
// peak.
type precisionFactor struct {
	a, b float64 // the cavity of t; its rate times the peak
	k    float64 // (1/t)/S at the peak
	d    float64 // d^2/S at the peak
}

// at returns the log weight relative to the peak, S(0)/S(v), and (1/t)/S.
func (f *precisionFactor) at(v float64) (g, rho, share float64) {
	e, em := expBoth(v)
	likelihood, rho := f.likelihood(v, e, em)
	return (f.a-f.b)*v - f.b*expMinus1MinusX(v, em) + likelihood, rho, f.k * rho / e
}

// likelihood returns the log of N(d; 0, S) relative to the peak and S(0)/S(v).
func (f *precisionFactor) likelihood(v, e, em float64) (l, rho float64) {
	if v < -600 {
		return -(math.Log(f.k)-v)/2 + f.d/2, math.Exp(v) / f.k
	}
	x := -f.k * em / e // S(v)/S(0) - 1
	if f.k == 1 {
		return v/2 - f.d/2*em, e
	}
	return -math.Log1p(x)/2 + f.d/2*x/(1+x), 1 / (1 + x)
}

// NormalPrecisionTilt integrates the factor over its arguments.
func NormalPrecisionTilt(x, mean dist.Normal, precision dist.Gamma) PrecisionTilt {
	if !(x.P > 0 && mean.P > 0 && precision.IsProper()) {
		return PrecisionTilt{Fault: dist.Improper}
	}
	precision = gammaSharp(precision)
	mx, vx := normalMeanVariance(x)
	mm, vm := normalMeanVariance(mean)
	v, d := vx+vm, mx-mm
	dd := d * d
	if !(v <= math.MaxFloat64 && dd <= math.MaxFloat64) {
		return PrecisionTilt{Fault: dist.NotFinite}
	}
	if precision.IsPoint() {
		return precisionTiltKnown(v, dd, precision.Shape)
	}
	a, b := precision.Shape, precision.Rate
	// A derivative of the log weight in log t, and one of the derivative:
	// g(t; a, j) with t^a and ((1/t)/S)^j more.
	peak := func(a, j, low, high float64) float64 {
		return rootDescending(func(t float64) (float64, float64) {
			k := 1 / (1 + v*t)
			y := v * t * k
			q := dd * t * k * k
			return a - b*t + k/2 - q/2 - j*y, -b*t - k*y/2 - q/2*(k-y) - j*y*k
		}, low, high)
	}
	// All stationary points lie between these.
	low, high := a/(b+dd/2), (a+0.5)/b
	t, second := precisionModes(a, b, v, dd, low, high, peak)
	if !(t > 0 && t <= math.MaxFloat64) {
		return PrecisionTilt{Fault: dist.NotFinite}
	}
	k := 1 / (1 + v*t)
	f := precisionFactor{a: a, b: b * t, k: k, d: dd * t * k}
	// The mean and variance of t take exp(2v) more weight on the right, and
	// 1/(t S) some on the left: scale both to their peaks.
	right := math.Log(peak(a+2, 0, (a+2)/(b+dd/2), (a+2.5)/b) / t)
	left := math.Log(peak(a, 1, a/(b+dd/2+v), high) / t)
	g, _, _ := f.at(right)
	cr := math.Exp(-g - 2*right)
	g, _, share := f.at(left)
	cl := math.Exp(-g) / share
	weigh := func(v float64) (float64, float64) {
		g, _, share := f.at(v)
		e := math.Exp(v)
		return g, 1 + math.Min(cr*e*e, 1e300) + cl*share
	}
	width := 1 / math.Sqrt(f.b+k/2+0.1)
	first, last := cutAt(left, width), cutAt(right, width)
	middle := 0.0
	if second > 0 {
		middle = math.Log(second / t)
		first, last = math.Min(first, middle), math.Max(last, middle)
	}
	cuts := [6]float64{
		gridEnd(weigh, first, -width), first, math.Min(middle, 0), math.Max(middle, 0), last, gridEnd(weigh, last, width),
	}
	var nodes grid
	if !nodes.fill(weigh, cuts[:]) {
		return PrecisionTilt{Fault: dist.NotFinite}
	}
	tilt := f.collect(&nodes, t, v*t)
	tilt.LogZ = precision.LogProb(t) + math.Log(t) + normalLogDensity(dd, v+1/t) + math.Log(nodes.total)
	return tilt
}

// precisionModes returns the highest mode of the weight of t between low and
// high, and the other one if there are two: the stationary points are the roots
// of a cubic, which has at most one pair of turning points.
func precisionModes(a, b, v, dd, low, high float64, peak func(a, j, low, high float64) float64) (first, second float64) {
	if low >= high*(1-1e-9) {
		return high, 0
	}
	c1, c2, c3 := 2*a-b/v+0.5-dd/v/2, a-2*b/v, -b/v // in v t
	disc := c2*c2 - 3*c1*c3
	if v == 0 || !(disc > 0) {
		return peak(a, 0, low, high), 0
	}
	s := -(c2 + math.Copysign(math.Sqrt(disc), c2))
	t1, t2 := s/(3*c3)/v, c1/s/v
	t1, t2 = math.Min(t1, t2), math.Max(t1, t2)
	slope := func(t float64) float64 {
		k := 1 / (1 + v*t)
		return a - b*t + k/2 - dd*t*k*k/2
	}
	if !(t1 > low && t2 < high && slope(t1) < 0 && slope(t2) > 0) {
		return peak(a, 0, low, high), 0
	}
	first, second = peak(a, 0, low, t1), peak(a, 0, t2, high)
	height := func(t float64) float64 {
		return a*math.Log(t) - b*t - math.Log(v+1/t)/2 - dd/2/(v+1/t)
	}
	if height(second) > height(first) {
		return second, first
	}
	return first, second
}

// collect sums the statistics of the tilted distribution of t = peak exp(v);
// vt is v times the peak.
func (f *precisionFactor) collect(q *grid, peak, vt float64) PrecisionTilt {
	// The derivative of the log likelihood in log t is half of score: as
	// ((1/t)/S) (1 - d^2/S), or as 1 less than what is small where v is.
	score := func(r, share float64) float64 {
		if f.k < 0.5 {
			return share * (1 - f.d*r)
		}
		return -(vt*f.k*r + f.d*r*share)
	}
	var rho, noise, slope, curve, curveSize float64
	for i := 0; i < q.n; i++ {
		_, r, share := f.at(q.at[i])
		y := vt * f.k * r // v/S
		g2 := -share*y - f.d*r*share*(share-y)
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
	inverse := peak * f.k // 1/S at the peak
	tilt := PrecisionTilt{
		Inverse: inverse * rho,
		Outlier: f.d * inverse * rho2 / q.total,
		Noise:   noise / q.total,
	}
	t := &tilt.Precision
	q.momentsAbout(peak, t)
	t.Slope = slope / 2
	if f.k >= 0.5 {
		t.Fold = 0.5
	}
	t.Curve = (curve/2 + slope2/4) / q.total
	t.CurveSize = (curveSize/2 + slope2/4) / q.total
	y := vt * f.k
	t.Third = f.k*y*(f.k-y)*-0.5 - f.d*f.k/2*((f.k-y)*(f.k-y)-2*f.k*y)
	t.LogShift = math.NaN()
	if math.Abs(t.Slope)+t.CurveSize < 0.1 {
		t.LogShift = q.logShift(func(v float64) float64 {
			e, em := expBoth(v)
			l, _ := f.likelihood(v, e, em)
			return l - t.Fold*v
		})
	}
	return tilt
}

// precisionTiltKnown is the limit of a cavity that is a point mass at t.
func precisionTiltKnown(v, dd, t float64) PrecisionTilt {
	k := 1 / (1 + v*t)
	y, q := v*t*k, dd*t*k*k
	return PrecisionTilt{
		Inverse:   t * k,
		Noise:     k,
		Precision: gammaPointTilt(t, (k-q)/2, -k*y/2-q/2*(k-y)),
		LogZ:      normalLogDensity(dd, v+1/t),
	}
}

// normalLogDensity is the log density of a normal of the given variance at a
// squared distance from its mean.
func normalLogDensity(squared, variance float64) float64 {
	return -0.5*math.Log(2*math.Pi*variance) - squared/variance/2
}

// normalMeanVariance returns the moments of a proper message or point mass.
func normalMeanVariance(d dist.Normal) (mean, variance float64) {
	if d.IsPoint() {
		return d.H, 0
	}
	return d.H / d.P, 1 / d.P
}

// NormalPrecisionToX sends x ~ normal(mean, precision = t) for a random t: the
// projection of the mixture of normals over t. With alpha and beta the first and
// minus the second derivative of log Z in the mean m of the cavity of x, of
// variance v, the message is P = beta/(1 - v beta) and H = (alpha + m beta)/
// (1 - v beta) (Minka, "EP: a quick reference", 2008; Rasmussen and Williams,
// Gaussian Processes, sec. 3.6). The precision is negative where x is an outlier.
//
// Where the cavity of x is uniform the message has the mixture's own moments,
// which are finite for a shape of t above 1.
func NormalPrecisionToX(x, mean dist.Normal, precision dist.Gamma, tilt PrecisionTilt) (dist.Normal, dist.Fault) {
	switch {
	case mean.IsUniform() || precision.IsUniform():
		return dist.Normal{}, dist.NoFault
	case x.IsUniform():
		return normalPrecisionForward(mean, precision)
	case tilt.Fault != dist.NoFault:
		return dist.Normal{}, tilt.Fault
	}
	mx, vx := normalMeanVariance(x)
	mm, vm := normalMeanVariance(mean)
	r := vm*tilt.Inverse + tilt.Noise + vx*tilt.Outlier // 1 - v beta
	return normalFinite((mm*tilt.Inverse-mx*tilt.Outlier)/r, (tilt.Inverse-tilt.Outlier)/r)
}

// normalPrecisionForward is the message to x where nothing is known of x.
func normalPrecisionForward(mean dist.Normal, precision dist.Gamma) (dist.Normal, dist.Fault) {
	noise := precision.Rate / (precision.Shape - 1)
	if precision.IsPoint() {
		noise = 1 / precision.Shape
	}
	m, v := normalMeanVariance(mean)
	if !(mean.P > 0 && noise > 0 && v+noise <= math.MaxFloat64) {
		return dist.Normal{}, dist.Improper
	}
	return normalFinite(m/(v+noise), 1/(v+noise))
}

// NormalPrecisionToMean sends the mean of x ~ normal(mean, precision = t) for a
// random t; the factor is symmetric: see NormalPrecisionToX.
func NormalPrecisionToMean(x, mean dist.Normal, precision dist.Gamma, tilt PrecisionTilt) (dist.Normal, dist.Fault) {
	return NormalPrecisionToX(mean, x, precision, tilt)
}

// NormalPrecisionToPrecision sends the precision t of x ~ normal(mean,
// precision = t): its tilted distribution projected by mean and variance. Where
// x and mean are known it is the conjugate message whatever the cavity of t.
func NormalPrecisionToPrecision(x, mean dist.Normal, precision dist.Gamma, tilt PrecisionTilt) (dist.Gamma, dist.Fault) {
	switch {
	case x.IsUniform() || mean.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case x.IsPoint() && mean.IsPoint():
		return NormalPrecisionToPrecisionObserved(x.H, mean.H), dist.NoFault
	case precision.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByVariance(precision, &tilt.Precision)
}

// NormalPrecisionToPrecisionLog is NormalPrecisionToPrecision projected by mean
// and mean logarithm.
func NormalPrecisionToPrecisionLog(x, mean dist.Normal, precision dist.Gamma, tilt PrecisionTilt) (dist.Gamma, dist.Fault) {
	switch {
	case x.IsUniform() || mean.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case x.IsPoint() && mean.IsPoint():
		return NormalPrecisionToPrecisionObserved(x.H, mean.H), dist.NoFault
	case precision.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case tilt.Fault != dist.NoFault:
		return dist.GammaUniform(), tilt.Fault
	}
	return gammaByLog(precision, &tilt.Precision)
}

// NormalPrecisionToPrecisionObserved is the likelihood of the precision where x
// and mean are known: t^(1/2) exp(-t (x - mean)^2/2).
func NormalPrecisionToPrecisionObserved(x, mean float64) dist.Gamma {
	return dist.Gamma{Shape: 1.5, Rate: (x - mean) * (x - mean) / 2}
}

// NormalPrecisionEvidence is log Z of x ~ normal(mean, precision = t) for a
// random t; NaN where the integral diverges. For known x and mean it is the log
// density of Student's t with 2a degrees of freedom.
func NormalPrecisionEvidence(x, mean dist.Normal, precision dist.Gamma) float64 {
	switch {
	case x.IsUniform() || mean.IsUniform():
		return 0
	case x.IsPoint() && mean.IsPoint() && precision.IsProper() && !precision.IsPoint():
		a, b, d := precision.Shape, precision.Rate, x.H-mean.H
		half := d / math.Sqrt(2*b)
		return special.LogRisingFactorial(a, 0.5) - math.Log(2*math.Pi*b)/2 - (a+0.5)*math.Log1p(half*half)
	}
	tilt := NormalPrecisionTilt(x, mean, precision)
	if tilt.Fault != dist.NoFault {
		return math.NaN()
	}
	return tilt.LogZ
}

func normalFinite(h, p float64) (dist.Normal, dist.Fault) {
	if math.Abs(h) <= math.MaxFloat64 && math.Abs(p) <= math.MaxFloat64 {
		return dist.Normal{H: h, P: p}, dist.NoFault
	}
	return dist.Normal{}, dist.NotFinite
}
