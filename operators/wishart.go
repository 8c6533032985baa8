package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func wishartOps() []*Op {
	return []*Op{
		{Func: WishartScaleToX, Factor: "wishart_scale", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"df", 0}, {"scale", 0}, {"to", 0}, {"work", 0}}},
		{Func: WishartScaleEvidence, Factor: "wishart_scale", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"df", 0}, {"scale", 0}, {"work", 0}}},
		{Func: WishartScaleToX, Factor: "wishart_scale", To: "x", Algorithm: VMP, Args: []Arg{{"df", 0}, {"scale", 0}, {"to", 0}, {"work", 0}}},
		{Func: WishartScaleAverageLog, Factor: "wishart_scale", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"df", 0}, {"scale", 0}, {"work", 0}}},
		{Func: WishartScaleDivergence, Factor: "wishart_scale", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"df", 0}, {"scale", 0}, {"work", 0}}},
		{Func: WishartInverseToXKnown, Factor: "wishart_inverse", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"df", 0}, {"inverse", 0}, {"to", 0}}},
		{Func: WishartInverseEvidence, Factor: "wishart_inverse", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"df", 0}, {"inverse", 0}, {"work", 0}}},
		{Func: WishartInverseToInverseObserved, Factor: "wishart_inverse", To: "inverse", Algorithm: EP, Args: []Arg{{"x", 0}, {"df", 0}, {"to", 0}}},
		{
			Func: WishartInverseRandomEvidence, Factor: "wishart_inverse", To: Evidence, Algorithm: EP,
			Args: []Arg{{"x", 0}, {"df", 0}, {"inverse", 0}, {"work", 0}},
		},
	}
}

// WishartScaleToX sends x ~ wishart(df, scale), of mean df times scale. The fault is
// Improper where the scale is not symmetric and positive definite or df not above
// the number of rows less 1.
func WishartScaleToX(df float64, scale []float64, to *dist.Wishart, work *dist.MvWork) dist.Fault {
	if to.SetDfScale(df, scale, work) != nil {
		return dist.Improper
	}
	return dist.NoFault
}

// wishartOfScale is the wishart of known parameters, in memory of work.
func wishartOfScale(df float64, scale []float64, work *dist.MvWork) (dist.Wishart, bool) {
	d := dist.Wishart{Rate: work.Matrix(0, wishartRows(scale))}
	return d, d.SetDfScale(df, scale, work) == nil
}

// wishartRows is the number of rows of a square matrix.
func wishartRows(x []float64) int {
	k := 0
	for k*k < len(x) {
		k++
	}
	return k
}

// WishartScaleEvidence returns the log density of an observed x.
func WishartScaleEvidence(x []float64, df float64, scale []float64, work *dist.MvWork) float64 {
	d, ok := wishartOfScale(df, scale, work)
	if !ok {
		return math.NaN()
	}
	return d.LogProbIn(x, work)
}

// WishartScaleAverageLog is the mean log density of x ~ wishart(df, scale).
func WishartScaleAverageLog(x dist.Wishart, df float64, scale []float64, work *dist.MvWork) float64 {
	d, ok := wishartOfScale(df, scale, work)
	if !ok {
		return math.NaN()
	}
	return d.MeanLogProb(x, work)
}

// WishartScaleDivergence is WishartScaleAverageLog with the entropy of x.
func WishartScaleDivergence(x dist.Wishart, df float64, scale []float64, work *dist.MvWork) float64 {
	d, ok := wishartOfScale(df, scale, work)
	if !ok {
		return math.NaN()
	}
	return d.MeanLogRatio(x, work)
}

// WishartInverseToXKnown sends x ~ wishart(df, inverse scale), as dwish(R, df) of
// BUGS takes it: the rate is half the inverse scale. The fault is Improper where df
// is not above the number of rows less 1.
func WishartInverseToXKnown(df float64, inverse []float64, to *dist.Wishart) dist.Fault {
	k := wishartRows(inverse)
	to.Resize(k)
	if !(df > float64(k-1)) || df > math.MaxFloat64 {
		return dist.Improper
	}
	to.Shape = df / 2
	for i, r := range inverse {
		to.Rate[i] = r / 2
	}
	return dist.NoFault
}

// WishartInverseEvidence returns the log density of an observed x.
func WishartInverseEvidence(x []float64, df float64, inverse []float64, work *dist.MvWork) float64 {
	d := dist.Wishart{Rate: work.Matrix(0, wishartRows(inverse))}
	if WishartInverseToXKnown(df, inverse, &d) != dist.NoFault {
		return math.NaN()
	}
	return d.LogProbIn(x, work)
}

// WishartInverseToInverseObserved sends the inverse scale R of an observed
// x ~ wishart(df, R): |R|^(df/2) exp(-tr(R x)/2). The fault is NotFinite where df or x
// is too large.
func WishartInverseToInverseObserved(x []float64, df float64, to *dist.Wishart) dist.Fault {
	to.Resize(wishartRows(x))
	to.Shape += df / 2
	for i, v := range x {
		to.Rate[i] = v / 2
	}
	if !to.IsFinite() {
		return dist.NotFinite
	}
	return dist.NoFault
}

// WishartInverseRandomEvidence is the log density of an observed x ~ wishart(df, R), a
// matrix of k rows, R a random inverse scale. As a function of R the density is
//
//	2^(k(k+1)/2) |x|^-(k+1) Gamma_k((df+k+1)/2)/Gamma_k(df/2)
//
// times the wishart of the message to R (Gupta and Nagar, Matrix Variate Distributions,
// 2000, chapter 5). The ratio of the gamma functions is one of rising factorials, which
// loses no digits where df is large. It is -Inf where x is not positive definite.
func WishartInverseRandomEvidence(x []float64, df float64, inverse dist.Wishart, work *dist.MvWork) float64 {
	k := wishartRows(x)
	if !(df > float64(k-1)) || inverse.Size() != k {
		return math.NaN()
	}
	to := dist.Wishart{Rate: work.Matrix(0, k)}
	if WishartInverseToInverseObserved(x, df, &to) != dist.NoFault {
		return math.NaN()
	}
	if !to.IsProper(work) {
		return math.Inf(-1)
	}
	log := float64(k*(k+1))/2*math.Ln2 - float64(k+1)*dist.Wishart{Rate: x, Point: true}.MeanLogDet(work)
	for j := range k {
		log += special.LogRisingFactorial(df/2-float64(j)/2, float64(k+1)/2)
	}
	return log + to.LogIntegral(inverse, work)
}
