package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// A GammaPairTilt is what the messages need of a factor that links two positive
// variables z and y, and their product c = z y, by the density
//
//	z^(A-1) y^(K-1) exp(-beta z - delta y - epsilon z y),
//
// which gamma with a random rate and the product and ratio of gammas all have.
// y is integrated in closed form, given z a Gamma(K, delta + epsilon z), and z
// by quadrature of
//
//	z^(A-1) exp(-beta z) (delta + epsilon z)^-K.
type GammaPairTilt struct {
	Outer, Inner, Product GammaTilt // z, y, and z y
	// LogIntegral is the log of the integral over log z of the integrand
	// relative to its value at Peak.
	LogIntegral, Peak float64
	Fault             dist.Fault
}

// gammaPair is the density of z = peak exp(v) relative to the peak.
type gammaPair struct {
	a, b float64 // the power of z; beta times the peak
	k    float64 // the power of y
	less float64 // a - k
	q, p float64 // the shares of epsilon z and delta in their sum, at the peak
}

// at returns the log weight relative to the peak, and delta + epsilon z, also
// relative to the peak.
func (f *gammaPair) at(v float64) (g, den float64) {
	_, em := expBoth(v)
	l, den := f.likelihood(v)
	if f.q > 0.5 {
		return (f.less-f.b)*v - f.b*expMinus1MinusX(v, em) + l, den
	}
	return (f.a-f.b)*v - f.b*expMinus1MinusX(v, em) + l, den
}

// likelihood returns the log of (delta + epsilon z)^-K relative to the peak, but
// for z^-K where epsilon z is most of the sum, so that large powers of z do not
// cancel.
func (f *gammaPair) likelihood(v float64) (l, den float64) {
	e, em := expBoth(v)
	share, x := f.q, em
	if f.q > 0.5 {
		_, x = expBoth(-v)
		share = f.p
	}
	switch x *= share; {
	case math.Abs(x) < 0.5:
		l = -f.k * math.Log1p(x)
	case x > 1e300: // exp(|v|) overflows
		l = -f.k * (math.Log(share) + math.Abs(v))
	default:
		l = -f.k * math.Log(1-share+(x+share))
	}
	return l, f.p + f.q*e
}

// gammaPairTilt integrates the density of the pair. z and y are the cavities; the
// factor has more powers cz of z and cy of y, and exp(-epsilon z y). Where the
// product has a cavity, its shape is cz - ez and cy - ey.
func gammaPairTilt(z dist.Gamma, cz, ez float64, y dist.Gamma, cy, ey, epsilon float64) GammaPairTilt {
	a, k, less := z.Shape+cz, y.Shape+cy, (z.Shape-y.Shape)+(cz-cy)
	tilt := gammaPairOnce(a, k, less, z.Rate, y.Rate, epsilon)
	outer, inner, product := &tilt.Outer, &tilt.Inner, &tilt.Product
	if tilt.Fault == dist.NoFault && math.Abs(inner.Slope)+inner.CurveSize < 0.1 {
		// y hears little: its own integral tells the message best.
		if turned := gammaPairOnce(k, a, -less, y.Rate, z.Rate, epsilon); turned.Fault == dist.NoFault {
			*inner = turned.Outer
		}
	}
	// The powers folded, without a sum of large ones.
	outer.Fold = gammaPairFold(outer.Fold, cz, cz-cy-y.Shape)
	inner.Fold = gammaPairFold(inner.Fold, cy, cy-cz-z.Shape)
	product.Fold = gammaPairFold(product.Fold, y.Shape+ey, z.Shape+ez)
	return tilt
}

func gammaPairFold(choice, first, second float64) float64 {
	if choice == 0 {
		return first
	}
	return second
}

// gammaPairOnce is gammaPairTilt for the powers a and k, less = a - k, and the
// rates. Its Folds are choices: 0 where the likelihood's power of delta + epsilon
// z, for y of beta + epsilon y, is not folded with the cavity, and 1 where it is;
// for c, 0 where y is its other factor and 1 where z is.
func gammaPairOnce(a, k, less, beta, delta, epsilon float64) GammaPairTilt {
	if !(a > 0 && k > 0 && beta >= 0 && delta >= 0 && epsilon > 0) ||
		delta == 0 && !(less > 0) || beta == 0 && !(less < 0) {
		return GammaPairTilt{Fault: dist.Improper}
	}
	t := gammaPairPeak(a, less, beta, delta, epsilon)
	scale := delta + epsilon*t
	f := gammaPair{a: a, less: less, b: beta * t, k: k, q: epsilon * t / scale, p: delta / scale}
	if !(t > 0 && t <= math.MaxFloat64 && scale > 0 && scale <= math.MaxFloat64) {
		return GammaPairTilt{Fault: dist.NotFinite}
	}
	// The second moments of z weigh the right tail more and those of y, as
	// 1/(delta + epsilon z)^2, the left one: scale both to their peaks. Where
	// they do not exist only the mean is asked for.
	cr, cl, right, left := 0.0, 0.0, 0.0, 0.0
	if beta > 0 || less < -2 {
		right = math.Log(gammaPairPeak(a+2, less+2, beta, delta, epsilon) / t)
		g, _ := f.at(right)
		cr = math.Exp(-g - 2*right)
	}
	if delta > 0 || less > 2 {
		left = math.Log(gammaPairPeak(a, less-2, beta, delta, epsilon) / t)
		g, den := f.at(left)
		cl = math.Exp(-g) * den * den
	}
	weigh := func(v float64) (float64, float64) {
		g, den := f.at(v)
		e := math.Exp(v)
		return g, 1 + math.Min(cr*e*e, 1e300) + cl/(den*den)
	}
	width := 1 / math.Sqrt(f.b+f.k*f.q*f.p+1e-3)
	first, last := cutAt(left, width), cutAt(right, width)
	cuts := [5]float64{gridEnd(weigh, first, -width), first, 0, last, gridEnd(weigh, last, width)}
	var nodes grid
	if !nodes.fill(weigh, cuts[:]) {
		return GammaPairTilt{Fault: dist.NotFinite}
	}
	tilt := f.collect(&nodes, t, epsilon, scale)
	if beta == 0 && !(less < -2) {
		tilt.Outer.Spread = math.Inf(1)
	}
	if delta == 0 && !(less > 2) {
		tilt.Inner.Spread = math.Inf(1)
	}
	y := k / scale
	if share := epsilon * y / (beta + epsilon*y); y > 0 {
		tilt.Inner.Third = -a * share * (1 - share) * (1 - 2*share)
	}
	tilt.LogIntegral, tilt.Peak = math.Log(nodes.total), t
	return tilt
}

// gammaPairPeak returns the mode of log z, the positive root of a quadratic.
func gammaPairPeak(a, less, beta, delta, epsilon float64) float64 {
	r := beta * (delta / epsilon) // in units of delta / epsilon
	switch {
	case delta == 0 || r == 0 && less > 0:
		return less / beta
	case r == 0:
		return a / -less * (delta / epsilon)
	case r > 1e150:
		return a / beta
	}
	p := r - less
	root := math.Sqrt(p*p + 4*r*a)
	if p > 0 {
		return 2 * a / (p + root) * (delta / epsilon)
	}
	return (root - p) / (2 * r) * (delta / epsilon)
}

// collect sums the statistics.
func (f *gammaPair) collect(q *grid, peak, epsilon, scale float64) GammaPairTilt {
	// share is epsilon z/(delta + epsilon z); rest = 1 - share.
	var share, rest, curve, gone, gap, kept, keptGap float64
	for i := 0; i < q.n; i++ {
		w := q.weight[i]
		_, den := f.at(q.at[i])
		e, em := expBoth(q.at[i])
		s := f.q * e / den
		inverse, relative := -f.q*em/den, f.p*em/den // 1/den - 1, share/f.q - 1
		share += w * s
		rest += w * f.p / den
		curve += w * s * f.p / den
		gone += w * inverse
		gap += w * special.XMinusLog1Plus(inverse)
		kept += w * relative
		keptGap += w * special.XMinusLog1Plus(relative)
	}
	share /= q.total
	rest /= q.total
	gone /= q.total
	kept /= q.total
	var share2, gone2 float64
	for i := 0; i < q.n; i++ {
		_, den := f.at(q.at[i])
		_, em := expBoth(q.at[i])
		s, r := f.p*em/den-kept, -f.q*em/den-gone
		share2 += q.weight[i] * s * s
		gone2 += q.weight[i] * r * r
	}
	share2 *= f.q * f.q / q.total
	gone2 /= q.total
	k := f.k
	var tilt GammaPairTilt
	z, y, c := &tilt.Outer, &tilt.Inner, &tilt.Product
	q.momentsAbout(peak, z)
	inner := special.LogMinusDigamma(k)
	y.Mean = k / scale * (1 + gone)
	y.Spread = (1 + (k+1)*gone2/((1+gone)*(1+gone))) / k
	y.LogGap = inner + gap/q.total - special.XMinusLog1Plus(gone)
	c.Mean = k / epsilon * share
	c.Spread = (1 + (k+1)*share2/(share*share)) / k
	c.LogGap = inner + keptGap/q.total - special.XMinusLog1Plus(kept)
	// The evidence's second logarithmic derivative is the same for all three:
	// scaling z, y or c^-1 multiplies epsilon z y alike.
	s2, size := k*k*share2-k*curve/q.total, k*k*share2+k*curve/q.total
	// The slopes of the powers of delta + epsilon z, beta + epsilon y, and for c
	// of exp(-delta y) or exp(-beta z), whichever says less.
	used := f.b * (z.Mean / peak) // E[beta z] = A - K E[share]
	z.Slope, y.Slope, c.Slope = -k*share, -k*share, -k*rest
	if f.q > 0.5 {
		z.Fold, z.Slope = 1, k*rest
	}
	if used < k*share {
		y.Fold, y.Slope = 1, used
	}
	if used < k*rest {
		c.Fold, c.Slope = 1, -used
	}
	for _, t := range [3]*GammaTilt{z, y, c} {
		t.Curve, t.CurveSize, t.LogShift = s2, size, math.NaN()
	}
	z.Third = -k * f.q * f.p * (f.p - f.q)
	c.Third = math.NaN()
	if math.Abs(z.Slope)+size < 0.1 {
		z.LogShift = q.logShift(func(v float64) float64 {
			l, _ := f.likelihood(v)
			return l
		})
	}
	return tilt
}
