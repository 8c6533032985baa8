package operators

import (
	"math"

	"mpc/dist"
)

func wishartOps() []*Op {
	return []*Op{
		{Func: WishartScaleToX, Factor: "wishart_scale", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"df", 0}, {"scale", 0}, {"to", 0}, {"work", 0}}},
		{Func: WishartScaleEvidence, Factor: "wishart_scale", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"df", 0}, {"scale", 0}, {"work", 0}}},
		{Func: WishartScaleToX, Factor: "wishart_scale", To: "x", Algorithm: VMP, Args: []Arg{{"df", 0}, {"scale", 0}, {"to", 0}, {"work", 0}}},
		{Func: WishartScaleAverageLog, Factor: "wishart_scale", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"df", 0}, {"scale", 0}, {"work", 0}}},
		{Func: WishartInverseToXKnown, Factor: "wishart_inverse", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"df", 0}, {"inverse", 0}, {"to", 0}}},
		{Func: WishartInverseEvidence, Factor: "wishart_inverse", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"df", 0}, {"inverse", 0}, {"work", 0}}},
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
