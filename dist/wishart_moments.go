package dist

import (
	"math"
	"math/rand/v2"

	"gonum.org/v1/gonum/blas"
	"gonum.org/v1/gonum/blas/blas64"

	"mpc/special"
)

// MeanTo writes the mean matrix to dst, NaN where d is improper.
func (d Wishart) MeanTo(dst []float64, w *MvWork) []float64 { return d.scaled(dst, d.Shape, w) }

// ModeTo writes to dst where the density is largest: 0 where its shape is that of
// the uniform message, NaN where that is less or d is improper.
func (d Wishart) ModeTo(dst []float64, w *MvWork) []float64 {
	above := d.Shape - float64(d.Size()+1)/2
	if above < 0 {
		above = math.NaN()
	}
	return d.scaled(dst, above, w)
}

// scaled writes factor times the inverse of Rate.
func (d Wishart) scaled(dst []float64, factor float64, w *MvWork) []float64 {
	k := d.Size()
	dst = distResize(dst, k*k)
	w = w.ready(k)
	switch {
	case d.Point:
		copy(dst, d.Rate)
	case d.properFactor(w.factor):
		mvInverse(dst, d.Rate, w.factor, k, false, w)
		for i := range dst {
			dst[i] *= factor
		}
	default:
		distFilled(dst, len(dst), math.NaN())
	}
	return dst
}

// VarianceTo writes the matrix of the variances of the entries to dst, NaN where d
// is improper.
func (d Wishart) VarianceTo(dst []float64, w *MvWork) []float64 {
	k := d.Size()
	dst = distResize(dst, k*k)
	w = w.ready(k)
	switch {
	case d.Point:
		distFilled(dst, len(dst), 0)
	case d.properFactor(w.factor):
		mvInverse(w.square, d.Rate, w.factor, k, false, w)
		wishartVariance(dst, w.square, d.Shape, k)
	default:
		distFilled(dst, len(dst), math.NaN())
	}
	return dst
}

// wishartVariance writes the variances of the entries, with r the inverse of the
// rate.
func wishartVariance(dst, r []float64, shape float64, k int) {
	for i := range k {
		for j := range k {
			dst[i*k+j] = shape * (r[i*k+j]*r[i*k+j] + r[i*k+i]*r[j*k+j]) / 2
		}
	}
}

// MeanInverse writes E[X^-1] to dst, NaN where there is none: for shapes up to
// (k+1)/2 and improper d.
func (d Wishart) MeanInverse(dst []float64, w *MvWork) []float64 {
	k := d.Size()
	dst = distResize(dst, k*k)
	w = w.ready(k)
	above := d.Shape - float64(k+1)/2
	switch {
	case d.Point && mvFactor(w.factor, d.Rate, k):
		mvInverse(dst, d.Rate, w.factor, k, false, w)
	case !d.Point && above > 0 && d.properFactor(w.factor):
		for i, r := range d.Rate {
			dst[i] = r / above
		}
	default:
		distFilled(dst, len(dst), math.NaN())
	}
	return dst
}

// MeanLogDet returns E[log det X]: log det of the point of a point mass, -Inf
// where that is singular, NaN where d is improper.
func (d Wishart) MeanLogDet(w *MvWork) float64 {
	k := d.Size()
	w = w.ready(k)
	switch {
	case d.Point && mvFactor(w.factor, d.Rate, k):
		return 2 * mvHalfLogDet(w.factor, k)
	case d.Point:
		return math.Inf(-1)
	case !d.properFactor(w.factor):
		return math.NaN()
	}
	s := 0.0
	for i := range k {
		a := d.Shape - float64(i)/2
		s += math.Log(a/(w.factor[i*k+i]*w.factor[i*k+i])) - special.LogMinusDigamma(a)
	}
	return s
}

// wishartStandard returns the log density of Wishart{shape, identity} at the
// matrix of which the lower half of t is the Cholesky factor: of independent
// gammas, the squares of its diagonal, and normals below that (Bartlett, "On the
// theory of statistical regression", 1933), where terms as large as shape log
// shape have cancelled.
func wishartStandard(t []float64, shape float64, k int) float64 {
	log := 0.0
	for i := range k {
		for j := range i {
			log -= t[i*k+j]*t[i*k+j] + distHalfLogPi
		}
		l := t[i*k+i]
		log += distLogGammaKernel(shape-float64(i)/2, 1, l*l) + float64(i-k-1)*math.Log(l)
	}
	return log
}

// distHalfLogPi is log(pi)/2.
const distHalfLogPi = 0.57236494292470008707171367567652935582364740645766

// wishartStandardAt is wishartStandard at y, which is overwritten; where y is
// singular up to rounding, by its given half log determinant and its trace.
func wishartStandardAt(y []float64, halfLogDet, shape float64, k int, w *MvWork) float64 {
	if mvFactor(w.square2, y, k) {
		return wishartStandard(w.square2, shape, k)
	}
	log := (2*shape - float64(k+1)) * halfLogDet
	for i := range k {
		log -= y[i*k+i] + special.GammaLn(shape-float64(i)/2) + float64(i)*distHalfLogPi
	}
	return log
}

func mvGeneral(x []float64, k int) blas64.General {
	return blas64.General{Rows: k, Cols: k, Data: x, Stride: max(1, k)}
}

// LogProbIn returns the log density at the matrix x with respect to its lower half:
// -Inf where that is not positive definite, NaN where d is improper or x has
// another size. A point mass has log density 0 at its point and -Inf elsewhere.
func (d Wishart) LogProbIn(x []float64, w *MvWork) float64 {
	k := d.Size()
	w = w.ready(k)
	switch {
	case len(x) != len(d.Rate):
		return math.NaN()
	case d.Point:
		return distLogEqual(distAllEqual(x, d.Rate))
	case k == 1:
		return Gamma{d.Shape, d.Rate[0]}.LogProb(x[0])
	case !d.properFactor(w.factor2) || !distAllFinite(x):
		return math.NaN()
	case !mvFactor(w.factor, x, k):
		return math.Inf(-1)
	case k == 0:
		return 0
	}
	// With x = L L' the matrix L' Rate L has the determinant and the trace of x
	// standardized.
	copy(w.square, d.Rate)
	l := mvTriangular(w.factor, k)
	blas64.Trmm(blas.Left, blas.Trans, 1, l, mvGeneral(w.square, k))
	blas64.Trmm(blas.Right, blas.NoTrans, 1, l, mvGeneral(w.square, k))
	rate := mvHalfLogDet(w.factor2, k)
	return wishartStandardAt(w.square, rate+mvHalfLogDet(w.factor, k), d.Shape, k, w) + float64(k+1)*rate
}

// SampleTo draws a matrix into dst; NaN where d is improper.
func (d Wishart) SampleTo(dst []float64, rng *rand.Rand, w *MvWork) []float64 {
	k := d.Size()
	dst = distResize(dst, k*k)
	w = w.ready(k)
	switch {
	case d.Point:
		copy(dst, d.Rate)
		return dst
	case !d.properFactor(w.factor):
		return distFilled(dst, len(dst), math.NaN())
	case k == 0:
		return dst
	}
	t := w.square
	for i := range k {
		for j := range k {
			switch {
			case j < i:
				t[i*k+j] = rng.NormFloat64() * math.Sqrt2 / 2
			case j == i:
				x, boost := distSampleGamma(rng, d.Shape-float64(i)/2)
				t[i*k+j] = math.Sqrt(math.Max(x*math.Exp(boost), math.SmallestNonzeroFloat64))
			default:
				t[i*k+j] = 0
			}
		}
	}
	blas64.Trsm(blas.Left, blas.Trans, 1, mvTriangular(w.factor, k), mvGeneral(t, k))
	for i := range k {
		for j := range i + 1 {
			dst[i*k+j] = mvDot(t[i*k:i*k+k], t[j*k:j*k+k])
			dst[j*k+i] = dst[i*k+j]
		}
	}
	return dst
}

// Entropy returns -E[log density]: NaN where d is improper, -Inf for a point
// mass. It is the sum of wishartStandard with each term averaged.
func (d Wishart) Entropy(w *MvWork) float64 {
	k := d.Size()
	w = w.ready(k)
	switch {
	case d.Point:
		return math.Inf(-1)
	case !d.properFactor(w.factor):
		return math.NaN()
	}
	log := float64(k+1) * mvHalfLogDet(w.factor, k)
	for i := range k {
		a := d.Shape - float64(i)/2
		gap := special.LogMinusDigamma(a)
		log += distLogGammaKernel(a, 1, a) - a*gap - float64(i)*(0.5+distHalfLogPi)
		log += float64(i-k-1) / 2 * (math.Log(a) - gap)
	}
	return -log
}

// LogIntegral returns the log of the integral of d times e, where each of the two
// is normalized if it is proper and has scale 1, |X|^(Shape-(k+1)/2)
// exp(-tr(Rate X)), if it is not. Of two point masses it is 0 if they are equal
// and -Inf if not. It is NaN where the product is improper. As d e is the
// integral times the normalized product at any X, it is computed at the
// product's mean, where every term is small.
func (d Wishart) LogIntegral(e Wishart, w *MvWork) float64 {
	k := d.Size()
	w = w.ready(k)
	switch {
	case len(d.Rate) != len(e.Rate):
		return math.NaN()
	case d.Point && e.Point:
		return distLogEqual(distAllEqual(d.Rate, e.Rate))
	case e.Point:
		return d.logAtPoint(e.Rate, w)
	case d.Point:
		return e.logAtPoint(d.Rate, w)
	case k == 0:
		return 0
	case k == 1:
		return Gamma{d.Shape, d.Rate[0]}.LogIntegral(Gamma{e.Shape, e.Rate[0]})
	}
	shape := wishartTimesShape(d.Shape, e.Shape, k)
	for i, r := range d.Rate {
		w.square[i] = r + e.Rate[i]
	}
	if !(shape > float64(k-1)/2) || !mvFactor(w.factor3, w.square, k) {
		return math.NaN()
	}
	if d.IsUniform() || e.IsUniform() {
		return 0
	}
	properD, properE := d.properFactor(w.factor), e.properFactor(w.factor2)
	log := d.logRelative(shape, w.factor, properD, w) + e.logRelative(shape, w.factor2, properE, w)
	distFilled(w.square, k*k, 0)
	for i := range k {
		w.square[i*k+i] = math.Sqrt(shape)
	}
	log -= wishartStandard(w.square, shape, k)
	// Half the log determinants of the rates of d and of e less that of the sum.
	halfLogDet := 0.0
	switch {
	case properD && properE:
		halfLogDet = mvHalfLogDet(w.factor, k) + mvHalfLogRatio(w.factor2, w.factor3, k)
	case properD:
		halfLogDet = mvHalfLogRatio(w.factor, w.factor3, k)
	case properE:
		halfLogDet = mvHalfLogRatio(w.factor2, w.factor3, k)
	default:
		halfLogDet = -mvHalfLogDet(w.factor3, k)
	}
	return log + float64(k+1)*halfLogDet
}

// logRelative is the log of d at shape times the inverse of the matrix whose
// factor is in w.factor3, less (k+1)/2 log det Rate if d is proper; factor is
// then that of Rate. w.square is overwritten.
func (d Wishart) logRelative(shape float64, factor []float64, proper bool, w *MvWork) float64 {
	k := d.Size()
	s := mvTriangular(w.factor3, k)
	copy(w.square, d.Rate)
	blas64.Trsm(blas.Left, blas.NoTrans, 1, s, mvGeneral(w.square, k))
	blas64.Trsm(blas.Right, blas.Trans, 1, s, mvGeneral(w.square, k))
	half := float64(k) * math.Log(shape) / 2
	trace := 0.0
	for i := range w.square {
		w.square[i] *= shape
		if i%(k+1) == 0 {
			trace += w.square[i]
		}
	}
	if proper {
		return wishartStandardAt(w.square, half+mvHalfLogRatio(factor, w.factor3, k), d.Shape, k, w)
	}
	return (2*d.Shape-float64(k+1))*(half-mvHalfLogDet(w.factor3, k)) - trace
}

// logAtPoint returns the log of d at x as LogIntegral scales it.
func (d Wishart) logAtPoint(x []float64, w *MvWork) float64 {
	k := d.Size()
	switch {
	case k == 1:
		return Gamma{d.Shape, d.Rate[0]}.logAtPoint(x[0])
	case d.properFactor(w.factor):
		return d.LogProbIn(x, w)
	case d.IsUniform():
		return 0
	case !mvFactor(w.factor, x, k):
		return math.Inf(-1)
	}
	return (2*d.Shape-float64(k+1))*mvHalfLogDet(w.factor, k) - mvDot(d.Rate, x)
}

// Change returns how far the marginal d is from old: over all entries the largest
// of the difference of the means in sd of d and the relative difference of the
// variances (of the smaller). It is 0 for equal distributions, the relative
// difference of two point masses, that of the parameters where both are improper,
// and +Inf where one is NaN, only one is proper or a point mass, or the sizes
// differ.
func (d Wishart) Change(old Wishart, w *MvWork) float64 {
	k := d.Size()
	switch {
	case d.Point == old.Point && d.Shape == old.Shape && distAllEqual(d.Rate, old.Rate):
		return 0
	case d.Point && old.Point:
		return distVectorChange(d.Rate, old.Rate)
	case d.Point || old.Point || len(d.Rate) != len(old.Rate):
		return math.Inf(1)
	case k == 1:
		return Gamma{d.Shape, d.Rate[0]}.Change(Gamma{old.Shape, old.Rate[0]})
	}
	w = w.ready(k)
	switch is, was := d.properFactor(w.factor), old.properFactor(w.factor2); {
	case is != was:
		return math.Inf(1)
	case !is:
		return distMaxChange(distRelativeChange(d.Shape, old.Shape), distVectorChange(d.Rate, old.Rate))
	}
	mvInverse(w.square, d.Rate, w.factor, k, false, w)
	mvInverse(w.square2, old.Rate, w.factor2, k, false, w)
	wishartVariance(w.factor, w.square, d.Shape, k)
	wishartVariance(w.factor2, w.square2, old.Shape, k)
	change := 0.0
	for i, v := range w.factor {
		mean := math.Abs(d.Shape*w.square[i]-old.Shape*w.square2[i]) / math.Sqrt(v)
		change = math.Max(change, distMaxChange(mean, distScaleChange(v, w.factor2[i])))
	}
	return change
}

// String returns d as a person would write it.
func (d Wishart) String() string {
	switch {
	case d.Point:
		return "point(" + distShortVector(d.Rate) + ")"
	case d.IsUniform():
		return "wishart(uniform of size " + distShort(float64(d.Size())) + ")"
	case d.IsProper(nil):
		return "wishart(df " + distShort(2*d.Shape) + ", mean " + distShortVector(d.MeanTo(nil, nil)) + ")"
	}
	return "wishart(shape " + distShort(d.Shape) + ", rate " + distShortVector(d.Rate) + ", improper)"
}
