package operators

import (
	"math"

	"mpc/dist"
)

func wishartVMPOps() []*Op {
	return []*Op{
		{
			Func: WishartInverseToXAverage, Factor: "wishart_inverse", To: "x", Algorithm: VMP,
			Args: []Arg{{"df", 0}, {"inverse", 0}, {"to", 0}, {"work", 0}},
		},
		{
			Func: WishartInverseToInverseAverage, Factor: "wishart_inverse", To: "inverse", Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"df", 0}, {"to", 0}, {"work", 0}},
		},
		{
			Func: WishartInverseAverageLog, Factor: "wishart_inverse", To: Evidence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"df", 0}, {"inverse", 0}, {"work", 0}},
		},
		{
			Func: WishartInverseDivergence, Factor: "wishart_inverse", To: Divergence, Algorithm: VMP,
			Args: []Arg{{"x", 0}, {"df", 0}, {"inverse", 0}, {"work", 0}},
		},
	}
}

// WishartInverseToXAverage sends x ~ wishart(df, inverse scale): the rate is half the
// mean of the inverse scale. The fault is Improper where that has none.
func WishartInverseToXAverage(df float64, inverse dist.Wishart, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	r := inverse.MeanTo(work.Matrix(0, inverse.Size()), work)
	fault := WishartInverseToXKnown(df, r, to)
	if fault == dist.NoFault && !to.IsFinite() {
		fault = dist.Improper
	}
	return fault
}

// WishartInverseToInverseAverage sends the inverse scale R of x ~ wishart(df, R):
// |R|^(df/2) exp(-tr(R x)/2) at the mean of x. The fault is Improper where x has none.
func WishartInverseToInverseAverage(x dist.Wishart, df float64, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	k := x.Size()
	m := x.MeanTo(work.Matrix(0, k), work)
	to.Resize(k)
	to.Shape += df / 2
	for i, v := range m {
		to.Rate[i] = v / 2
	}
	if !to.IsFinite() {
		return dist.Improper
	}
	return dist.NoFault
}

// WishartInverseAverageLog is the mean log density of x ~ wishart(df, R):
// df/2 log|R/2| - log Gamma_k(df/2) + (df-k-1)/2 log|x| - tr(R x)/2, averaged.
func WishartInverseAverageLog(x dist.Wishart, df float64, inverse dist.Wishart, work *dist.MvWork) float64 {
	k := x.Size()
	if !(df > float64(k-1)) || inverse.Size() != k {
		return math.NaN()
	}
	m, r := x.MeanTo(work.Matrix(0, k), work), inverse.MeanTo(work.Matrix(1, k), work)
	trace := 0.0
	for i, v := range m {
		trace += v * r[i]
	}
	return df/2*(inverse.MeanLogDet(work)-float64(k)*math.Ln2) - dist.WishartLogGamma(df/2, k) +
		(df-float64(k)-1)/2*x.MeanLogDet(work) - trace/2
}

// WishartInverseDivergence is WishartInverseAverageLog with the entropy of x: that of the
// mean of R, less what the mean of log|R| lacks of the log of its mean.
func WishartInverseDivergence(x dist.Wishart, df float64, inverse dist.Wishart, work *dist.MvWork) float64 {
	d := dist.Wishart{Rate: work.Matrix(1, x.Size())} // matrix 0 is WishartInverseToXAverage's
	if inverse.Size() != x.Size() || WishartInverseToXAverage(df, inverse, &d, work) != dist.NoFault {
		return math.NaN()
	}
	return d.MeanLogRatio(x, work) - df/2*inverse.LogDetGap()
}
