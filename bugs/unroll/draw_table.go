package unroll

import (
	"math"

	"mpc/bugs"
	"mpc/mcmc"
)

// sampleTable draws from a distribution of the table of package mcmc, between bounds where it has some. is tells whether
// the name is one of the table.
func sampleTable(name string, dialect bugs.Dialect, args [][]float64, bounds []float64, s *mcmc.Stream) (x []float64, ok, is bool) {
	a := make([]float64, len(args))
	for i, v := range args {
		if len(v) != 1 || math.IsNaN(v[0]) {
			return nil, false, bugs.IsRow(name, dialect)
		}
		a[i] = v[0]
	}
	row, parameters := bugs.Row(name, dialect, a)
	if row == nil {
		return nil, false, bugs.IsRow(name, dialect)
	}
	for k, p := range row.Parameters {
		if y := parameters[k]; p.Whole && y != math.Trunc(y) || math.IsNaN(y) || math.IsInf(y, 0) {
			return nil, false, true
		}
	}
	f := row.Draw
	if len(bounds) > 0 {
		f, parameters = row.TruncatedDraw, append(parameters, bounds...)
	}
	y := mcmc.CallRow(f, s, parameters...)
	return []float64{y}, !math.IsNaN(y) && !(row.Whole && y < 0), true
}

// beyond draws what lies between bounds so far out that no draw fell there; false where that is not known of a distribution.
func beyond(name string, dialect bugs.Dialect, args [][]float64, lo, hi float64, s *mcmc.Stream) ([]float64, bool) {
	number := func(k int) float64 {
		if k >= len(args) || len(args[k]) != 1 {
			return math.NaN()
		}
		return args[k][0]
	}
	var x float64
	switch name {
	case "dnorm":
		x = mcmc.DrawTruncatedNormal(s, number(0), 1/math.Sqrt(number(1)), lo, hi)
	case "dgamma":
		x = mcmc.DrawTruncatedGamma(s, number(0), number(1), lo, hi)
	case "dchisqr":
		x = mcmc.DrawTruncatedGamma(s, number(0)/2, 0.5, lo, hi)
	case "dexp":
		x = mcmc.DrawTruncatedGamma(s, 1, number(0), lo, hi)
	case "dbeta":
		x = mcmc.DrawTruncatedBeta(s, number(0), number(1), lo, hi)
	case "dpois":
		x = float64(mcmc.DrawTruncatedPoisson(s, number(0), lo, hi))
	default:
		y, ok, _ := sampleTable(name, dialect, args, []float64{lo, hi}, s)
		return y, ok
	}
	return []float64{x}, lo <= x && x <= hi
}

// sampleComposed draws from distributions that others compose. is tells whether the name is one of them.
func sampleComposed(name string, args [][]float64, n int, s *mcmc.Stream) (x []float64, ok, is bool) {
	want := map[string]int{"dnormmix": 3, "dscaled.gamma": 2, "dscaled.wishart": 2, "dmnorm.vcov": 2, "dmt": 3, "dinterval": 2, "dround": 2, "dgeom": 1}[name]
	if want == 0 && name != "dsum" {
		return nil, false, false
	}
	if want > 0 && len(args) != want {
		return nil, false, true
	}
	for _, a := range args {
		if len(a) == 0 {
			return nil, false, true
		}
		for _, y := range a {
			if math.IsNaN(y) {
				return nil, false, true
			}
		}
	}
	one := func(y float64) ([]float64, bool, bool) { return []float64{y}, !math.IsNaN(y), true }
	switch name {
	case "dnormmix":
		k, ok := mcmc.DrawCategoricalP(s, args[2])
		if !ok || k >= len(args[0]) || k >= len(args[1]) || !(args[1][k] > 0) {
			return nil, false, true
		}
		return one(mcmc.DrawNormal(s, args[0][k], args[1][k]))
	case "dscaled.gamma":
		return one(scaled(s, args[0][0], args[1][0]))
	case "dscaled.wishart": // a Wishart whose scales are drawn, as in Huang and Wand (2013), equation 2
		k, df := len(args[0]), args[1][0]
		inverse := make([]float64, k*k)
		for i, a := range args[0] {
			if !(a > 0 && df > 0) {
				return nil, false, true
			}
			inverse[i*k+i] = 2 * df * mcmc.DrawGamma(s, 0.5, 1/(a*a))
		}
		return sampleVector("dwish", [][]float64{inverse, {df + float64(k) - 1}}, n, s)
	case "dmnorm.vcov", "dmt":
		return vector(name, args, s)
	case "dinterval":
		c := 0
		for _, cut := range args[1] {
			if args[0][0] > cut {
				c++
			}
		}
		return one(float64(c))
	case "dround":
		shift := math.Pow(10, args[1][0])
		return one(math.Floor(args[0][0]*shift+0.5) / shift)
	case "dgeom": // the tries up to the first success
		if p := args[0][0]; p > 0 && p <= 1 {
			return one(1 + float64(mcmc.DrawGeometric(s, p)))
		}
		return nil, false, true
	}
	x = make([]float64, n) // dsum
	for _, a := range args {
		if len(a) != n {
			return nil, false, true
		}
		for i, y := range a {
			x[i] += y
		}
	}
	return x, true, true
}

// scaled draws the precision whose standard deviation is half t of df degrees of freedom and a scale.
func scaled(s *mcmc.Stream, scale, df float64) float64 {
	if !(scale > 0 && df > 0) {
		return math.NaN()
	}
	weight := mcmc.DrawGamma(s, 0.5, 1/(scale*scale))
	return mcmc.DrawGamma(s, df/2, df*weight)
}

// vector draws normals of a covariance, and those of a precision that is a gamma times a matrix.
func vector(name string, args [][]float64, s *mcmc.Stream) (x []float64, ok, is bool) {
	k := len(args[0])
	if len(args[1]) != k*k {
		return nil, false, true
	}
	matrix := append([]float64{}, args[1]...)
	if name == "dmt" {
		df := args[2][0]
		if !(df > 0) {
			return nil, false, true
		}
		g := mcmc.DrawGamma(s, df/2, df/2)
		for i := range matrix {
			matrix[i] *= g
		}
	} else if inverse, err := bugs.Apply("inverse", [][]float64{matrix}); err == nil {
		matrix = inverse
	} else {
		return nil, false, true
	}
	return sampleVector("dmnorm", [][]float64{args[0], matrix}, k, s)
}
