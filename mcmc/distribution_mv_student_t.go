package mcmc

import (
	"math"

	"mpc/special"
)

// Student's t of a vector: a normal vector whose precision is multiplied with a gamma, which package conditional draws it as.
var mvStudentTRow = Distribution{Name: "mvstudentt",
	Densities: []Form{
		{Function: (*VectorWork).LogDensityMvStudentT, Takes: takes("df", "location", "precision")},
		{Function: (*VectorWork).LogDensityMvStudentTScale, Takes: takes("df", "location", "scale")},
	}}

// LogDensityMvStudentT is the log density at x of Student's t of a vector, of the given degrees of freedom and location, and of the
// inverse of its scale: -Inf where that is not positive definite.
func (w *VectorWork) LogDensityMvStudentT(x []float64, df float64, location, precision []float64) float64 {
	k := len(location)
	w.left = vectorOfSize(w.left, k*k)
	if !Cholesky(w.left, precision, k) {
		return densityNone
	}
	square, log := 0.0, 0.0
	for j := range k {
		z := 0.0 // row j of L' (x - location)
		for i := j; i < k; i++ {
			z += w.left[i*k+j] * (x[i] - location[i])
		}
		square += z * z
		log += math.Log(w.left[j*k+j])
	}
	return logDensityMvStudentT(df, k, square, log)
}

// LogDensityMvStudentTScale is LogDensityMvStudentT with the scale: df / (df - 2) times that is the covariance, of more than 2 degrees
// of freedom.
func (w *VectorWork) LogDensityMvStudentTScale(x []float64, df float64, location, scale []float64) float64 {
	k := len(location)
	w.left, w.right = vectorOfSize(w.left, k*k), vectorOfSize(w.right, k)
	if !Cholesky(w.left, scale, k) {
		return densityNone
	}
	for i, m := range location {
		w.right[i] = x[i] - m
	}
	choleskyForward(w.left, w.right)
	square, log := 0.0, 0.0
	for i, z := range w.right {
		square += z * z
		log -= math.Log(w.left[i*k+i])
	}
	return logDensityMvStudentT(df, k, square, log)
}

// logDensityMvStudentT is the log density of k components by the square of the distance from the location, and half of the log
// determinant of the precision.
func logDensityMvStudentT(df float64, k int, square, log float64) float64 {
	if !densityFinite(df) {
		return densityNone
	}
	half := float64(k) / 2
	log += special.GammaLn(half) - special.LogBeta(df/2, half) - half*(special.LogFull(df)+math.Log(math.Pi))
	log -= (df/2 + half) * math.Log1p(square/df)
	if log != log {
		return densityNone
	}
	return log
}
