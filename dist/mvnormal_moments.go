package dist

import (
	"math"
	"math/rand/v2"
)

// solve writes the mean of d to w.mean + w.low, with the factor of P in w.factor;
// false where d is improper. Not for a point mass.
func (d MvNormal) solve(w *MvWork) bool {
	if !mvFactor(w.factor, d.P, len(d.H)) {
		return false
	}
	mvSolve(w.mean, w.low, d.H, d.P, w.factor, w.r)
	return true
}

// MeanTo writes the mean to dst, NaN where d is improper.
func (d MvNormal) MeanTo(dst []float64, w *MvWork) []float64 {
	dst = distResize(dst, len(d.H))
	w = w.ready(len(d.H))
	switch {
	case d.Point:
		copy(dst, d.H)
	case d.solve(w):
		copy(dst, w.mean)
	default:
		distFilled(dst, len(dst), math.NaN())
	}
	return dst
}

// ModeTo writes the most probable value, the mean, to dst.
func (d MvNormal) ModeTo(dst []float64, w *MvWork) []float64 { return d.MeanTo(dst, w) }

// CovarianceTo writes the covariance matrix to dst, NaN where d is improper. It is
// right to the last digits; Moments costs less.
func (d MvNormal) CovarianceTo(dst []float64, w *MvWork) []float64 {
	k := len(d.H)
	dst = distResize(dst, k*k)
	w = w.ready(k)
	switch {
	case d.Point:
		distFilled(dst, len(dst), 0)
	case mvFactor(w.factor, d.P, k):
		mvInverse(dst, d.P, w.factor, k, true, w)
	default:
		distFilled(dst, len(dst), math.NaN())
	}
	return dst
}

// VarianceTo writes the variances of the components to dst, NaN where d is
// improper.
func (d MvNormal) VarianceTo(dst []float64, w *MvWork) []float64 {
	k := len(d.H)
	dst = distResize(dst, k)
	w = w.ready(k)
	w.square = d.CovarianceTo(w.square, w)
	for i := range dst {
		dst[i] = w.square[i*k+i]
	}
	return dst
}

// Moments writes the mean and the covariance matrix, of len(d.H) and its square
// elements, with one factorization for both. Covariances are off by some
// roundings times the sd. Where d is improper it is false and
// they are NaN.
func (d MvNormal) Moments(mean, covariance []float64, w *MvWork) bool {
	k := len(d.H)
	w = w.ready(k)
	if d.Point {
		copy(mean, d.H)
		distFilled(covariance, k*k, 0)
		return true
	}
	if !d.solve(w) {
		distFilled(mean, k, math.NaN())
		distFilled(covariance, k*k, math.NaN())
		return false
	}
	copy(mean, w.mean)
	mvInverse(covariance, d.P, w.factor, k, false, w)
	return true
}

// Dot returns the distribution of the scalar product of a and the vector: a point
// mass where a is 0, NaN where d is improper.
func (d MvNormal) Dot(a []float64, w *MvWork) Normal {
	w = w.ready(len(d.H))
	switch {
	case len(a) != len(d.H):
	case d.Point:
		return NormalPoint(mvDot(a, d.H))
	case d.solve(w):
		copy(w.x, a)
		mvForward(w.factor, w.x)
		return NormalMeanVariance(mvDot(a, w.mean)+mvDot(a, w.low), mvDot(w.x, w.x))
	}
	return Normal{math.NaN(), math.NaN()}
}

// MarginalIn returns the distribution of component i; NaN where d is improper.
func (d MvNormal) MarginalIn(i int, w *MvWork) Normal {
	w = w.ready(len(d.H))
	distFilled(w.y, len(w.y), 0)
	w.y[i] = 1
	return d.Dot(w.y, w)
}

// LogProbIn returns the log density at x: NaN where d is improper or x has another
// size. A point mass has log density 0 at its point and -Inf elsewhere.
func (d MvNormal) LogProbIn(x []float64, w *MvWork) float64 {
	k := len(d.H)
	w = w.ready(k)
	switch {
	case len(x) != k:
		return math.NaN()
	case d.Point:
		return distLogEqual(distAllEqual(x, d.H))
	case !mvFactor(w.factor, d.P, k):
		return math.NaN()
	}
	distFilled(w.low, k, 0)
	mvResidual(w.x, d.H, d.P, x, w.low)
	mvForward(w.factor, w.x)
	return mvHalfLogDet(w.factor, k) - float64(k)*distHalfLog2Pi - mvDot(w.x, w.x)/2
}

// SampleTo draws a vector into dst; NaN where d is improper.
func (d MvNormal) SampleTo(dst []float64, rng *rand.Rand, w *MvWork) []float64 {
	dst = distResize(dst, len(d.H))
	w = w.ready(len(d.H))
	switch {
	case d.Point:
		copy(dst, d.H)
	case d.solve(w):
		for i := range dst {
			dst[i] = rng.NormFloat64()
		}
		mvBackward(w.factor, dst)
		for i, m := range w.mean {
			dst[i] += m
		}
	default:
		distFilled(dst, len(dst), math.NaN())
	}
	return dst
}

// Entropy returns -E[log density]: NaN where d is improper, -Inf for a point mass.
func (d MvNormal) Entropy(w *MvWork) float64 {
	k := len(d.H)
	w = w.ready(k)
	switch {
	case d.Point:
		return math.Inf(-1)
	case !mvFactor(w.factor, d.P, k):
		return math.NaN()
	}
	return float64(k)*(distHalfLog2Pi+0.5) - mvHalfLogDet(w.factor, k)
}

// LogIntegral returns the log of the integral of d times e, where each of the two
// is normalized if it is proper and has scale 1, exp(H'x - x'P x/2), if it is
// not. Of two point masses it is 0 if they are equal and -Inf if not. It is NaN
// where the product is improper.
func (d MvNormal) LogIntegral(e MvNormal, w *MvWork) float64 {
	k := len(d.H)
	w = w.ready(k)
	switch {
	case k != len(e.H):
		return math.NaN()
	case d.Point && e.Point:
		return distLogEqual(distAllEqual(d.H, e.H))
	case e.Point:
		return d.logAtPoint(e.H, w)
	case d.Point:
		return e.logAtPoint(d.H, w)
	}
	properD, properE := mvFactor(w.factor, d.P, k), mvFactor(w.factor2, e.P, k)
	for i, p := range d.P {
		w.square[i] = p + e.P[i]
	}
	switch {
	case !mvFactor(w.factor3, w.square, k):
		return math.NaN()
	case properD && properE:
		return d.logOverlap(e, w)
	case properD:
		return d.logTilt(e, w.factor, w)
	case properE:
		return e.logTilt(d, w.factor2, w)
	}
	for i, h := range d.H {
		w.x[i] = h + e.H[i]
	}
	mvForward(w.factor3, w.x)
	return float64(k)*distHalfLog2Pi - mvHalfLogDet(w.factor3, k) + mvDot(w.x, w.x)/2
}

// logAtPoint returns the log of d at x as LogIntegral scales it.
func (d MvNormal) logAtPoint(x []float64, w *MvWork) float64 {
	if mvFactor(w.factor, d.P, len(d.H)) {
		return d.LogProbIn(x, w)
	}
	distFilled(w.low, len(x), 0)
	mvResidual(w.r, d.H, d.P, x, w.low)
	for i, r := range w.r {
		w.r[i] = (r + d.H[i]) / 2
	}
	return mvDot(x, w.r)
}

// logOverlap is LogIntegral for two proper normals, whose factors are in w.factor
// and w.factor2, with the sum of their precisions in w.square and its factor in
// w.factor3. With m the mean of the product the exponent is minus half of
// (m1-m)'P1(m1-m) + (m2-m)'P2(m2-m), where (P1+P2)(m1-m) = P2(m1-m2) =
// P2 m1 - H2, and the same for the other: no mean is taken from a mean.
func (d MvNormal) logOverlap(e MvNormal, w *MvWork) float64 {
	k := len(d.H)
	mvSolve(w.mean, w.low, d.H, d.P, w.factor, w.r)
	mvResidual(w.y, e.H, e.P, w.mean, w.low)
	mvSolve(w.mean2, w.low2, e.H, e.P, w.factor2, w.r)
	mvResidual(w.x, d.H, d.P, w.mean2, w.low2)
	mvSolve(w.mean, w.low, w.y, w.square, w.factor3, w.r)
	mvTimesFactor(w.factor, w.mean)
	mvSolve(w.mean2, w.low2, w.x, w.square, w.factor3, w.r)
	mvTimesFactor(w.factor2, w.mean2)
	log := mvHalfLogDet(w.factor, k) + mvHalfLogRatio(w.factor2, w.factor3, k)
	return log - float64(k)*distHalfLog2Pi - (mvDot(w.mean, w.mean)+mvDot(w.mean2, w.mean2))/2
}

// logTilt is the log of E exp(H'x - x'P x/2) for a proper d, with factor its
// factor, and any tilt e; w.factor3 is the factor of the sum of the precisions.
// With m the mean of d and g = H - P m the slope of e there it is
// m'(H + g)/2 + g'(Pd + P)^-1 g/2 - log det(1 + P/Pd)/2.
func (d MvNormal) logTilt(e MvNormal, factor []float64, w *MvWork) float64 {
	mvSolve(w.mean, w.low, d.H, d.P, factor, w.r)
	mvResidual(w.x, e.H, e.P, w.mean, w.low)
	for i, g := range w.x {
		w.y[i] = (e.H[i] + g) / 2
	}
	log := mvDot(w.mean, w.y) + mvDot(w.low, w.y)
	mvForward(w.factor3, w.x)
	return log + mvDot(w.x, w.x)/2 + mvHalfLogRatio(factor, w.factor3, len(d.H))
}

// Change returns how far the marginal d is from old: the larger of the difference
// of the means in sd of d, in the direction in which that is largest, and the
// largest difference of two covariances relative to the (smaller) sd, which on
// the diagonal is the relative difference of variances. It is 0 for equal
// distributions, the relative difference of two point masses, that of the
// parameters where both are improper, and +Inf where one is NaN, only one is
// proper or a point mass, or the sizes differ.
func (d MvNormal) Change(old MvNormal, w *MvWork) float64 {
	k := len(d.H)
	switch {
	case d.Point == old.Point && distAllEqual(d.H, old.H) && (d.Point || distAllEqual(d.P, old.P)):
		return 0
	case d.Point && old.Point:
		return distVectorChange(d.H, old.H)
	case d.Point || old.Point || k != len(old.H):
		return math.Inf(1)
	}
	w = w.ready(k)
	switch was, is := old.solve(w), mvFactor(w.factor2, d.P, k); {
	case was != is:
		return math.Inf(1)
	case !is:
		return distMaxChange(distVectorChange(d.H, old.H), distVectorChange(d.P, old.P))
	}
	mvResidual(w.x, d.H, d.P, w.mean, w.low)
	mvForward(w.factor2, w.x)
	change := math.Sqrt(mvDot(w.x, w.x))
	mvInverse(w.square2, old.P, w.factor, k, false, w)
	mvInverse(w.square, d.P, w.factor2, k, false, w)
	return distMaxChange(change, mvCovarianceChange(w.square, w.square2, k))
}

// mvCovarianceChange is the largest difference of two covariances relative to
// the roots of the smaller variances.
func mvCovarianceChange(v, old []float64, k int) float64 {
	change := 0.0
	for i := range k {
		vi := math.Min(v[i*k+i], old[i*k+i])
		for j := range i {
			vj := math.Min(v[j*k+j], old[j*k+j])
			c := math.Abs(v[i*k+j]-old[i*k+j]) / (math.Sqrt(vi) * math.Sqrt(vj))
			change = math.Max(change, c)
		}
		change = math.Max(change, distScaleChange(v[i*k+i], old[i*k+i]))
	}
	return change
}

// String returns d as a person would write it.
func (d MvNormal) String() string {
	switch {
	case d.Point:
		return "point(" + distShortVector(d.H) + ")"
	case d.IsUniform():
		return "mvnormal(uniform of size " + distShort(float64(len(d.H))) + ")"
	case d.IsProper(nil):
		return "mvnormal(mean " + distShortVector(d.MeanTo(nil, nil)) + ", variance " + distShortVector(d.VarianceTo(nil, nil)) + ")"
	}
	return "mvnormal(precision*mean " + distShortVector(d.H) + ", precision improper)"
}
