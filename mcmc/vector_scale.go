package mcmc

import "math"

// What a number says, or hears, that a matrix is multiplied with, and log densities of
// vectors and matrices.

// SayNormal adds to the natural parameters of a gamma what the normal vector x of the given
// mean says of s, times s being in its precision before the matrix: of k components the
// density is proportional to s^(k/2) exp(-s times d' precision d/2), d = x - mean.
func (w *VectorWork) SayNormal(power, rate, times float64, x, mean, precision []float64) (float64, float64) {
	square := 0.0
	for i, m := range mean {
		row := precision[i*len(mean) : (i+1)*len(mean)]
		for j, p := range row {
			square += (x[i] - m) * p * (x[j] - mean[j])
		}
	}
	return power + 0.5*float64(len(mean)), rate + 0.5*times*square
}

// SayNormalCovariance adds to the natural parameters of an inverse gamma what the normal vector x of the given mean says of s, s over
// times being in its covariance before the matrix. They are NaN where that is not positive definite.
func (w *VectorWork) SayNormalCovariance(power, rate, times float64, x, mean, covariance []float64) (float64, float64) {
	k := len(mean)
	w.left, w.right = vectorOfSize(w.left, k*k), vectorOfSize(w.right, k)
	if !Cholesky(w.left, covariance, k) {
		return math.NaN(), math.NaN()
	}
	for i, m := range mean {
		w.right[i] = x[i] - m
	}
	choleskyForward(w.left, w.right)
	square := 0.0
	for _, z := range w.right {
		square += z * z
	}
	return power + 0.5*float64(k), rate + 0.5*times*square
}

// SayWishart adds to the natural parameters of a gamma what the wishart of df degrees of
// freedom and a scale says of s, where s times x, times the given number, is drawn from
// it: the density of a matrix y of k rows is proportional to |y|^((df-k-1)/2)
// exp(-tr(scale^-1 y)/2). They are NaN where the scale is not positive definite.
func (w *VectorWork) SayWishart(power, rate, df, times float64, x, scale []float64) (float64, float64) {
	w.Reset(rowsOf(x))
	if !w.invert(scale) {
		return math.NaN(), math.NaN()
	}
	return w.SayWishartInverse(power, rate, df, times, x, w.Work)
}

// SayWishartInverse is SayWishart of the inverse of the scale.
func (w *VectorWork) SayWishartInverse(power, rate, df, times float64, x, inverse []float64) (float64, float64) {
	k, trace := rowsOf(x), 0.0
	for i, y := range x {
		trace += inverse[i] * y // both are symmetric
	}
	return power + 0.5*float64(k)*(df-float64(k+1)), rate + 0.5*times*trace
}

func rowsOf(matrix []float64) int { return int(math.Round(math.Sqrt(float64(len(matrix))))) }

// LogDensityMvNormal is the log density at x of a normal vector of this mean and precision:
// -Inf where that is not positive definite.
func (w *VectorWork) LogDensityMvNormal(x, mean, precision []float64) float64 {
	w.left = vectorOfSize(w.left, len(precision))
	if !Cholesky(w.left, precision, len(mean)) {
		return densityNone
	}
	return LogDensityMvNormal(x, mean, w.left)
}

// LogDensityMvNormalCovariance is LogDensityMvNormal with the covariance.
func (w *VectorWork) LogDensityMvNormalCovariance(x, mean, covariance []float64) float64 {
	w.left, w.right = vectorOfSize(w.left, len(covariance)), vectorOfSize(w.right, len(covariance))
	if !Cholesky(w.left, covariance, len(mean)) {
		return densityNone
	}
	return LogDensityMvNormalCovariance(x, mean, w.left, w.right)
}

// LogDensityWishart is the log density at x of the wishart of df degrees of freedom and a
// scale: -Inf where either matrix is not positive definite.
func (w *VectorWork) LogDensityWishart(x []float64, df float64, scale []float64) float64 {
	w.Reset(rowsOf(x))
	if !w.invert(scale) {
		return densityNone
	}
	return w.LogDensityWishartInverse(x, df, w.Work)
}

// LogDensityWishartInverse is LogDensityWishart with the inverse of the scale.
func (w *VectorWork) LogDensityWishartInverse(x []float64, df float64, inverse []float64) float64 {
	k := rowsOf(x)
	w.left, w.right = vectorOfSize(w.left, k*k), vectorOfSize(w.right, k*k)
	for i, a := range inverse {
		w.right[i] = 0.5 * a
	}
	if !Cholesky(w.left, x, k) || !Cholesky(w.right, w.right, k) {
		return densityNone
	}
	return LogDensityWishart(w.left, 0.5*df, w.right, k)
}
