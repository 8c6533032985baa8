package unroll

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"mpc/bugs"
	"mpc/lang"
	"mpc/mcmc"
)

// maxTries is how often a draw between bounds is tried; after fewTries what lies so far out is drawn there, where that
// is known.
const maxTries, fewTries = 100_000, 100

// draw draws n values from the distribution of a statement.
func (s *Simulation) draw(r *bugs.Relation, stream *mcmc.Stream, n int) ([]float64, error) {
	lo, hi := math.Inf(-1), math.Inf(1)
	if b := r.Bounds; b != nil {
		for _, x := range []struct {
			e  bugs.Expr
			to *float64
		}{{b.Lo, &lo}, {b.Hi, &hi}} {
			if x.e != nil {
				y, err := s.v.vector(x.e)
				if err != nil {
					return nil, err
				}
				if len(y) != 1 {
					return nil, placed(x.e.Pos(), lang.CodeIndex, "%s has %d elements where one is wanted", x.e, len(y))
				}
				*x.to = y[0]
			}
		}
	}
	args := make([][]float64, len(r.Dist.Args))
	for i, a := range r.Dist.Args {
		var err error
		if args[i], err = s.v.vector(a); err != nil {
			return nil, err
		}
	}
	name, dialect := bugs.Alias(r.Dist.Fun), s.World.prog.Dialect
	for k := range maxTries {
		x, ok := sample(name, dialect, args, n, stream)
		if !ok || slices.ContainsFunc(x, notFinite) {
			return nil, undrawn(r.Dist, args)
		}
		if len(x) != 1 || lo <= x[0] && x[0] <= hi {
			return x, nil
		}
		if k == fewTries {
			if x, ok := beyond(name, dialect, args, lo, hi, stream); ok {
				return x, nil
			}
		}
	}
	return nil, placed(r.Bounds.At, lang.CodeParameter, "no draw of %s fell between %g and %g", r.Dist, lo, hi)
}

func notFinite(x float64) bool { return math.IsInf(x, 0) || math.IsNaN(x) }

// undrawn is the error of a distribution that nothing is drawn from.
func undrawn(d *bugs.Call, args [][]float64) error {
	names := make([]string, len(args))
	for i, a := range args {
		if names[i] = fmt.Sprint(a); len(a) == 1 {
			names[i] = fmt.Sprint(a[0])
		}
	}
	err := placed(d.At, lang.CodeParameter, "%s cannot be drawn with the parameters %s", d, strings.Join(names, ", ")).(*placeError)
	err.Hint = "give what they are computed from priors that are distributions, and whose draws data can be drawn given"
	return err
}

// sample draws from a distribution. It is false for parameters that it cannot have, and for a
// distribution that is none or improper.
func sample(name string, dialect bugs.Dialect, args [][]float64, n int, s *mcmc.Stream) ([]float64, bool) {
	if x, ok, is := sampleVector(name, args, n, s); is {
		return x, ok
	}
	if x, ok, is := sampleComposed(name, args, n, s); is {
		return x, ok
	}
	a := make([]float64, len(args))
	for i, x := range args {
		if len(x) != 1 || math.IsNaN(x[0]) {
			return nil, false
		}
		a[i] = x[0]
	}
	d, ok := univariate[name]
	switch {
	case !ok:
		x, ok, _ := sampleTable(name, dialect, args, nil, s)
		return x, ok
	case d.parameters != len(a) || !d.allows(a):
		return nil, false
	}
	return []float64{d.draw(s, a)}, true
}

// A univariateDraw is how a distribution is drawn by the names and parameters of BUGS, in a way of its own where that is short: what is compared with it
// draws by the table of package mcmc.
type univariateDraw struct {
	parameters int
	allows     func(a []float64) bool
	draw       func(s *mcmc.Stream, a []float64) float64
}

var univariate = map[string]univariateDraw{
	"dnorm":   {2, positiveFrom(1), func(s *mcmc.Stream, a []float64) float64 { return mcmc.DrawNormal(s, a[0], a[1]) }},
	"dlnorm":  {2, positiveFrom(1), func(s *mcmc.Stream, a []float64) float64 { return math.Exp(mcmc.DrawNormal(s, a[0], a[1])) }},
	"dgamma":  {2, positiveFrom(0), func(s *mcmc.Stream, a []float64) float64 { return mcmc.DrawGamma(s, a[0], a[1]) }},
	"dchisqr": {1, positiveFrom(0), func(s *mcmc.Stream, a []float64) float64 { return mcmc.DrawGamma(s, a[0]/2, 0.5) }},
	"dexp":    {1, positiveFrom(0), func(s *mcmc.Stream, a []float64) float64 { return s.Exponential() / a[0] }},
	"dbeta":   {2, positiveFrom(0), func(s *mcmc.Stream, a []float64) float64 { return mcmc.DrawBeta(s, a[0], a[1]) }},
	"dunif": {2, func(a []float64) bool { return a[0] <= a[1] },
		func(s *mcmc.Stream, a []float64) float64 { return mcmc.DrawUniform(s, a[0], a[1]) }},
	"dbern": {1, func(a []float64) bool { return 0 <= a[0] && a[0] <= 1 },
		func(s *mcmc.Stream, a []float64) float64 { return truth(mcmc.DrawBernoulliP(s, a[0])) }},
	"dbin": {2, func(a []float64) bool {
		return 0 <= a[0] && a[0] <= 1 && a[1] >= 0 && a[1] == math.Trunc(a[1]) && a[1] < 1<<31
	},
		func(s *mcmc.Stream, a []float64) float64 { return float64(mcmc.DrawBinomial(s, int(a[1]), a[0])) }},
	"dpois": {1, func(a []float64) bool { return a[0] >= 0 && a[0] < 1e15 }, func(s *mcmc.Stream, a []float64) float64 {
		if a[0] == 0 {
			return 0
		}
		return float64(mcmc.DrawPoisson(s, a[0]))
	}},
	"dpar":   {2, positiveFrom(0), func(s *mcmc.Stream, a []float64) float64 { return a[1] * math.Exp(s.Exponential()/a[0]) }},
	"dweib":  {2, positiveFrom(0), func(s *mcmc.Stream, a []float64) float64 { return math.Pow(s.Exponential()/a[1], 1/a[0]) }},
	"dlogis": {2, positiveFrom(1), func(s *mcmc.Stream, a []float64) float64 { u := s.Open(); return a[0] + math.Log(u/(1-u))/a[1] }},
	"dt": {3, positiveFrom(1), func(s *mcmc.Stream, a []float64) float64 {
		g := mcmc.DrawGamma(s, a[2]/2, a[2]/2)
		return mcmc.DrawNormal(s, a[0], a[1]*g)
	}},
	"ddexp": {2, positiveFrom(1), func(s *mcmc.Stream, a []float64) float64 {
		x := s.Exponential() / a[1]
		if s.Uint64()&1 == 0 {
			x = -x
		}
		return a[0] + x
	}},
}

// positiveFrom tells whether the parameters from one on are positive and finite.
func positiveFrom(k int) func(a []float64) bool {
	return func(a []float64) bool {
		return !slices.ContainsFunc(a[k:], func(x float64) bool { return !(x > 0) || math.IsInf(x, 1) })
	}
}

// sampleVector draws from distributions of vectors, and from those whose parameters are such. is
// tells whether the name is one of them.
func sampleVector(name string, args [][]float64, n int, s *mcmc.Stream) (x []float64, ok, is bool) {
	switch name {
	case "dcat", "ddirch":
		if len(args) != 1 || len(args[0]) == 0 {
			return nil, false, true
		}
		for _, p := range args[0] {
			if !(p >= 0) || math.IsInf(p, 1) || name == "ddirch" && p == 0 {
				return nil, false, true
			}
		}
		if name == "dcat" {
			k, ok := mcmc.DrawCategoricalP(s, args[0])
			return []float64{float64(k + 1)}, ok, true
		}
		x = make([]float64, len(args[0]))
		return x, mcmc.DrawDirichlet(s, x, args[0]), true
	case "dmulti":
		if len(args) != 2 || len(args[1]) != 1 || !(args[1][0] >= 0) || args[1][0] > 1e7 {
			return nil, false, true
		}
		x = make([]float64, len(args[0]))
		for range int(args[1][0]) {
			k, ok := mcmc.DrawCategoricalP(s, args[0])
			if !ok {
				return nil, false, true
			}
			x[k]++
		}
		return x, true, true
	case "dmnorm":
		if len(args) != 2 || len(args[0]) == 0 || len(args[1]) != len(args[0])*len(args[0]) {
			return nil, false, true
		}
		k := len(args[0])
		h := make([]float64, k)
		for i := range h {
			for j := range h {
				h[i] += args[1][i*k+j] * args[0][j]
			}
		}
		x = make([]float64, k)
		return x, mcmc.DrawMvNormal(s, x, h, args[1], make([]float64, k*k)), true
	case "dwish":
		if len(args) != 2 || len(args[1]) != 1 || len(args[0]) != n {
			return nil, false, true
		}
		k := int(math.Sqrt(float64(n)) + 0.5)
		if k*k != n {
			return nil, false, true
		}
		rate := make([]float64, n) // dwish(R, k) has the density |X|^((k-p-1)/2) exp(-tr(R X)/2)
		for i, r := range args[0] {
			rate[i] = r / 2
		}
		x = make([]float64, n)
		return x, mcmc.DrawWishart(s, x, args[1][0]/2, rate, k, make([]float64, n), make([]float64, n)), true
	}
	return nil, false, false
}
