package operators

import (
	"math"

	"mpc/dist"
)

// gammaKnownTilt integrates the density z^(s-1) exp(-beta z - delta c/z) of a
// positive z whose product with y = c/z is known to be c: generalized inverse
// gaussian. s is what remains of the powers of z and y; az and ay are the shapes
// of their cavities, beta and delta the rates, all positive.
func gammaKnownTilt(s, az, beta, ay, delta, c float64) GammaPairTilt {
	if !(beta > 0 && delta > 0 && c > 0) {
		return GammaPairTilt{Fault: dist.Improper}
	}
	product := beta * delta * c // of the two terms of the exponent
	peak := func(s float64) float64 {
		root := math.Sqrt(s*s + 4*product)
		if s > 0 {
			return (root + s) / (2 * beta)
		}
		return 2 * delta * c / (root - s)
	}
	t := peak(s)
	b, d := beta*t, delta*c/t
	if !(t > 0 && b+d <= math.MaxFloat64) {
		return GammaPairTilt{Fault: dist.NotFinite}
	}
	log := func(v float64) float64 {
		_, em := expBoth(v)
		_, minus := expBoth(-v)
		return (s-b+d)*v - b*expMinus1MinusX(v, em) - d*expMinus1MinusX(-v, minus)
	}
	right, left := math.Log(peak(s+2)/t), math.Log(peak(s-2)/t)
	cr, cl := math.Exp(-log(right)-2*right), math.Exp(-log(left)+2*left)
	weigh := func(v float64) (float64, float64) {
		e := math.Exp(2 * v)
		return log(v), 1 + math.Min(cr*e+cl/e, 1e300)
	}
	width := 1 / math.Sqrt(b+d)
	first, last := cutAt(left, width), cutAt(right, width)
	cuts := [5]float64{gridEnd(weigh, first, -width), first, 0, last, gridEnd(weigh, last, width)}
	var nodes grid
	if !nodes.fill(weigh, cuts[:]) {
		return GammaPairTilt{Fault: dist.NotFinite}
	}
	tilt := GammaPairTilt{Peak: t, LogIntegral: math.Log(nodes.total)}
	tilt.Outer = nodes.knownSide(t, d)
	tilt.Outer.Fold = s - az
	for i := 0; i < nodes.n; i++ {
		nodes.at[i] = -nodes.at[i]
	}
	tilt.Inner = nodes.knownSide(c/t, b)
	tilt.Inner.Fold = -s - ay
	return tilt
}

// knownSide returns the tilt of t = scale exp(v), whose likelihood, but for a
// power, is exp(-other exp(-v)).
func (q *grid) knownSide(scale, other float64) GammaTilt {
	var t GammaTilt
	q.momentsAbout(scale, &t)
	var mean, square float64
	for i := 0; i < q.n; i++ {
		_, em := expBoth(-q.at[i])
		mean += q.weight[i] * em
	}
	mean /= q.total
	for i := 0; i < q.n; i++ {
		_, em := expBoth(-q.at[i])
		square += q.weight[i] * (em - mean) * (em - mean)
	}
	t.Slope = other * (1 + mean)
	spread := other * other * square / q.total
	t.Curve, t.CurveSize, t.Third = spread-t.Slope, spread+t.Slope, other
	t.LogShift = math.NaN()
	if t.Slope+t.CurveSize < 0.1 {
		t.LogShift = q.logShift(func(v float64) float64 {
			_, em := expBoth(-v)
			return -other * em
		})
	}
	return t
}
