package engine

import "mpc/dist"

// Overlap is the log integral of two messages. One that says nothing is 1
// everywhere.
func Overlap[M interface {
	IsUniform() bool
	IsProper() bool
	LogIntegral(M) float64
}](a, b M) float64 {
	if a.IsUniform() && !a.IsProper() || b.IsUniform() && !b.IsProper() {
		return 0
	}
	return a.LogIntegral(b)
}

// OverlapIn is the log integral of two messages about vectors. One that says
// nothing is 1 everywhere.
func OverlapIn[M interface {
	IsUniform() bool
	IsProper(*dist.MvWork) bool
	LogIntegral(M, *dist.MvWork) float64
}](a, b M, work *dist.MvWork) float64 {
	if a.IsUniform() && !a.IsProper(work) || b.IsUniform() && !b.IsProper(work) {
		return 0
	}
	return a.LogIntegral(b, work)
}

// ScaleOf is the log scale of the product of two messages among more. One that says
// nothing is 1 everywhere.
func ScaleOf[M interface {
	IsUniform() bool
	IsProper() bool
	LogScale(M) float64
}](a, b M) float64 {
	if a.IsUniform() && !a.IsProper() || b.IsUniform() && !b.IsProper() {
		return 0
	}
	return a.LogScale(b)
}

// OtherSizes is what is wrong with a variable whose messages are of different sizes.
const OtherSizes = "batches share it, but with different sizes"

// JointScale is the log scale of the product of two messages, as LogIntegral scales
// each of the three; a uniform one is 1 everywhere. It is NaN where it cannot be
// told.
func JointScale[M interface {
	IsUniform() bool
	IsProper() bool
	LogIntegral(M) float64
}](a, b, product M) float64 {
	switch {
	case a.IsUniform() || b.IsUniform():
		return 0
	case !a.IsProper() && !b.IsProper() && !product.IsProper():
		return 0
	case product.IsUniform() && product.IsProper():
		return a.LogIntegral(b) + product.LogIntegral(product)
	}
	return a.LogIntegral(b)
}

// JointScaleIn is the log scale of the product of two messages, as LogIntegral
// scales each of the three; a uniform one is 1 everywhere. It is NaN where it
// cannot be told.
func JointScaleIn[M interface {
	IsUniform() bool
	IsProper(*dist.MvWork) bool
	LogIntegral(M, *dist.MvWork) float64
}](a, b, product M, work *dist.MvWork) float64 {
	switch {
	case a.IsUniform() || b.IsUniform():
		return 0
	case !a.IsProper(work) && !b.IsProper(work) && !product.IsProper(work):
		return 0
	}
	return a.LogIntegral(b, work)
}
