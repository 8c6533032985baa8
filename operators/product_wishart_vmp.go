package operators

import (
	"math"

	"mpc/dist"
)

// out = a b of a matrix a, wishart, and a number b above 0, gamma: of k rows, log|out|
// is log|a| + k log b, so that what comes back about out is conjugate to both.
func productWishartVMPOps() []*Op {
	return []*Op{
		{
			Func: ProductWishartToOutAverage, Factor: "product", To: "out", Algorithm: VMP,
			Args: []Arg{{"a", 0}, {"b", 0}, {"to", 0}, {"work", 0}},
		},
		{Func: ProductWishartToAAverage, Factor: "product", To: "a", Algorithm: VMP, Args: []Arg{{"out", SkipIfUniform}, {"b", 0}, {"to", 0}}},
		{
			Func: ProductWishartToBAverage, Factor: "product", To: "b", Algorithm: VMP,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}, {"work", 0}},
		},
	}
}

// ProductWishartToOutAverage sends out = a b as the wishart of its mean and mean log
// determinant. The fault is Improper where these do not exist.
func ProductWishartToOutAverage(a dist.Wishart, b dist.Gamma, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	k := a.Size()
	to.Resize(k)
	factor, log := b.Mean(), b.MeanLog()
	mean := a.MeanTo(work.Matrix(0, k), work)
	for i := range mean {
		mean[i] *= factor
	}
	if a.IsPoint() && b.IsPoint() {
		to.SetPoint(mean)
		return dist.NoFault
	}
	if !to.SetMeanLogDet(mean, a.MeanLogDet(work)+float64(k)*log, work) {
		to.Resize(k)
		return dist.Improper
	}
	return dist.NoFault
}

// ProductWishartToAAverage sends the a of out = a b. The fault is Improper where b has
// no mean, and NotFinite where out is a point mass.
func ProductWishartToAAverage(out dist.Wishart, b dist.Gamma, to *dist.Wishart) dist.Fault {
	to.Resize(out.Size())
	if out.IsPoint() {
		return dist.NotFinite
	}
	factor := b.Mean()
	if factor-factor != 0 {
		return dist.Improper
	}
	to.Shape = out.Shape
	for i, r := range out.Rate {
		to.Rate[i] = factor * r
	}
	return dist.NoFault
}

// ProductWishartToBAverage sends the b of out = a b. The fault is Improper where a has
// no mean, and NotFinite where out is a point mass.
func ProductWishartToBAverage(out, a dist.Wishart, work *dist.MvWork) (dist.Gamma, dist.Fault) {
	k := out.Size()
	if out.IsUniform() {
		return dist.GammaUniform(), dist.NoFault
	}
	if out.IsPoint() {
		return dist.GammaUniform(), dist.NotFinite
	}
	trace := 0.0
	for i, m := range a.MeanTo(work.Matrix(0, k), work) {
		trace += out.Rate[i] * m
	}
	if math.IsNaN(trace) {
		return dist.GammaUniform(), dist.Improper
	}
	return dist.Gamma{Shape: 1 + float64(k)*(out.Shape-float64(k+1)/2), Rate: trace}, dist.NoFault
}
