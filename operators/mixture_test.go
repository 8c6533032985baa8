package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// mixtureSelector returns the probabilities of three values, and the message that
// has them.
func mixtureSelector(p ...float64) ([]float64, dist.Categorical) {
	return p, dist.CategoricalWeights(p)
}

// bruteMixture returns the means of the statistics over the mixture of outer times
// inner[k], each normalized, weight w[k], by Simpson's rule over v in [lo, hi]. logOuter
// and logInner are log densities in v, up to constants.
func bruteMixture(w []float64, logOuter func(v float64) float64, logInner func(k int, v float64) float64, lo, hi float64, statistics ...func(v float64) float64) []float64 {
	const n = 24000
	out := make([]float64, len(statistics))
	for k, p := range w {
		if p == 0 {
			continue
		}
		logf := func(v float64) float64 { return logOuter(v) + logInner(k, v) }
		top := math.Inf(-1)
		for i := 1; i < n; i++ {
			top = math.Max(top, logf(lo+(hi-lo)*float64(i)/n))
		}
		f := func(v float64) float64 { return math.Exp(logf(v) - top) }
		z := simpson(f, lo, hi, n)
		for i, s := range statistics {
			out[i] += p * simpson(func(v float64) float64 { return s(v) * f(v) }, lo, hi, n) / z
		}
	}
	return out
}

// Over truth values the message is exact: enumeration.
func TestMixtureBernoulli(t *testing.T) {
	w, selector := mixtureSelector(0.2, 0.5, 0.3)
	for _, outer := range []float64{0, 0.3, -4, 40, -200, math.Inf(1), math.Inf(-1)} {
		for _, l := range [][]float64{{0, 0, 0}, {1, -2, 0.5}, {1e-9, 2e-9, -1e-9}, {0, 30, -30}, {300, -2, 0}, {math.Inf(1), 0.5, -0.25}, {5, 5, 5}} {
			o := dist.Bernoulli{LogOdds: outer}
			inner := []dist.Bernoulli{{LogOdds: l[0]}, {LogOdds: l[1]}, {LogOdds: l[2]}}
			var m [2]float64
			diff := 0.0
			for k, b := range inner {
				z := o.P()*b.P() + o.Q()*b.Q()
				if z == 0 {
					continue
				}
				m[0] += w[k] * (b.Q() / z)
				m[1] += w[k] * (b.P() / z)
				diff += w[k] * (math.Tanh(b.LogOdds/2) / z)
			}
			want := math.Log(m[1] / m[0])
			if math.Abs(want) < 0.1 {
				want = math.Log1p(diff / m[0])
			}
			got, fault := MixtureBernoulliToOuterCategorical(o, selector, inner)
			if fault != dist.NoFault {
				t.Errorf("outer %v inner %v: fault %d", outer, l, fault)
			}
			checkClose(t, "log odds", got.LogOdds, want, 1e-13, 0)
		}
	}
	// Probabilities that float64 cannot hold: the branch of weight 1e-400 wins at 0.
	m, _ := MixtureBernoulliToOuter(dist.Bernoulli{}, dist.Bernoulli{LogOdds: -700}, []dist.Bernoulli{{LogOdds: 1000}, {LogOdds: 0}})
	checkClose(t, "far weight", m.LogOdds, 700+math.Ln2, 1e-13, 0)
	// A branch that contradicts the outer value is left out.
	yes, no := dist.BernoulliPoint(true), dist.BernoulliPoint(false)
	if m, fault := MixtureBernoulliToOuter(yes, dist.Bernoulli{}, []dist.Bernoulli{no, {LogOdds: 2}}); fault != dist.NoFault || m.LogOdds != 2 {
		t.Errorf("left out: %v, fault %d", m, fault)
	}
	if _, fault := MixtureBernoulliToOuter(yes, dist.Bernoulli{}, []dist.Bernoulli{no, no}); fault != dist.Contradiction {
		t.Errorf("contradiction: fault %d", fault)
	}
}

func TestMixtureNormal(t *testing.T) {
	w, selector := mixtureSelector(0.2, 0.5, 0.3)
	for i, c := range []struct {
		outer  dist.Normal
		inner  []dist.Normal
		lo, hi float64
	}{
		{dist.Normal{H: 1, P: 2}, []dist.Normal{{H: 1, P: 1}, {H: -2, P: 0.5}, {}}, -15, 15},
		{dist.Normal{}, []dist.Normal{{H: 1, P: 1}, {H: -2, P: 0.5}, {H: 8, P: 2}}, -18, 16},
		{dist.Normal{H: 0.5, P: -0.25}, []dist.Normal{{H: 1, P: 1}, {H: -2, P: 0.5}, {H: 8, P: 2}}, -30, 30},
		{dist.Normal{H: 3, P: 0}, []dist.Normal{{H: 1, P: 1}, {H: -2, P: 2}, {H: 8, P: 2}}, -15, 20},
		{dist.Normal{H: 40, P: 1}, []dist.Normal{{H: 1, P: 1}, {H: -2, P: 0.5}, {H: 0.1, P: 0.01}}, -5, 52},
		{dist.Normal{H: 1, P: 2}, []dist.Normal{{H: 1, P: -1}, {H: -2, P: 0.5}, {H: 4}}, -15, 20},
		{dist.Normal{H: 1e6, P: 1e4}, []dist.Normal{{H: 1, P: 1}, {H: -2e4, P: 5e3}, {H: 8, P: 2}}, 50, 102},
	} {
		got, fault := MixtureNormalToOuterCategorical(c.outer, selector, c.inner)
		if fault != dist.NoFault {
			t.Errorf("case %d: fault %d", i, fault)
		}
		s := bruteMixture(w, func(v float64) float64 { return v * (c.outer.H - c.outer.P*v/2) },
			func(k int, v float64) float64 { return v * (c.inner[k].H - c.inner[k].P*v/2) }, c.lo, c.hi,
			func(v float64) float64 { return v }, func(v float64) float64 { return v * v })
		d := got.Times(c.outer)
		checkClose(t, "mean", d.H/d.P, s[0], 1e-10, 1)
		checkClose(t, "variance", 1/d.P, s[1]-s[0]*s[0], 1e-10, 1e-3)
	}
}

// The message of a sharp cavity is that of derivatives of the evidence, which has no
// difference of precisions: a reference for all widths.
func TestMixtureNormalSharp(t *testing.T) {
	inner := []dist.Normal{{H: 1, P: 1}, {H: -2, P: 0.5}}
	selector := dist.BernoulliP(0.25)
	for _, m := range []float64{0, 1, -40, 1e3} {
		limit, fault := MixtureNormalToOuter(dist.NormalPoint(m), selector, inner)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		// By hand: P = mean of p - Var(h - p m).
		a0, a1 := 1-m, -2-m/2
		spread := 0.75 * 0.25 * (a0 - a1) * (a0 - a1)
		checkClose(t, "limit P", limit.P, 0.75+0.125-spread, 1e-14, 1)
		checkClose(t, "limit H", limit.H, 0.75-0.5-m*spread, 1e-14, 1)
		for _, v := range []float64{1e-8, 1e-12, 1e-30} {
			got, fault := MixtureNormalToOuter(dist.NormalMeanVariance(m, v), selector, inner)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			tol := 1e-13 + 10*v*(1+m*m)
			checkClose(t, "P", got.P, limit.P, tol, 1)
			checkClose(t, "H", got.H, limit.H, tol, 1)
		}
	}
}

func TestMixtureNormalPoints(t *testing.T) {
	half := dist.Bernoulli{}
	outer := dist.Normal{H: 2, P: 4}
	point := dist.NormalPoint(3)
	for _, o := range []dist.Normal{{}, outer, point, {H: 1, P: -2}} {
		if m, fault := MixtureNormalToOuter(o, half, []dist.Normal{point, point}); m != point || fault != dist.NoFault {
			t.Errorf("equal points, outer %v: %v, fault %d", o, m, fault)
		}
	}
	// Different points: the normal of their mean 2 and variance 1, over outer.
	m, fault := MixtureNormalToOuter(outer, half, []dist.Normal{point, dist.NormalPoint(1)})
	checkClose(t, "P", m.P, 1-4, 1e-15, 0)
	checkClose(t, "H", m.H, 0, 1e-15, 1) // 2 of the mixture less 2 of outer
	if fault != dist.NoFault {
		t.Errorf("fault %d", fault)
	}
	// A point and a message: mean (3+0.5)/2 and variance 1/8 + (2.5/2)^2.
	m, _ = MixtureNormalToOuter(outer, half, []dist.Normal{point, {}})
	v := 0.125 + 1.25*1.25
	checkClose(t, "P", m.P, 1/v-4, 1e-14, 0)
	checkClose(t, "H", m.H, 1.75/v-2, 1e-14, 0)
	// An outer point with a branch that contradicts it, and with both.
	if m, fault := MixtureNormalToOuter(dist.NormalPoint(1), half, []dist.Normal{point, {H: 2, P: 1}}); fault != dist.NoFault || m != (dist.Normal{H: 2, P: 1}) {
		t.Errorf("left out: %v, fault %d", m, fault)
	}
	if _, fault := MixtureNormalToOuter(dist.NormalPoint(1), half, []dist.Normal{point, dist.NormalPoint(2)}); fault != dist.Contradiction {
		t.Errorf("contradiction: fault %d", fault)
	}
	if m, fault := MixtureNormalToOuter(point, half, []dist.Normal{point, {H: 2, P: 1}}); fault != dist.NoFault || m != point {
		t.Errorf("point: %v, fault %d", m, fault)
	}
	if _, fault := MixtureNormalToOuter(dist.Normal{}, half, []dist.Normal{{H: 1, P: 1}, {}}); fault != dist.Improper {
		t.Errorf("improper: fault %d", fault)
	}
}

// lawsOfMixture checks what holds in every family: one branch alone, or equal ones,
// send exactly their message, whatever outer is.
func lawsOfMixture[T comparable](t *testing.T, name string, send func(outer T, selector dist.Categorical, inner []T) (T, dist.Fault), outers, inner []T) {
	t.Helper()
	for _, outer := range outers {
		for k, m := range inner {
			others := make([]T, len(inner))
			copy(others, inner)
			got, fault := send(outer, dist.CategoricalPoint(k, len(inner)), others)
			if got != m || fault != dist.NoFault {
				t.Errorf("%s: outer %v, branch %v alone: %v, fault %d", name, outer, m, got, fault)
			}
			for i := range others {
				others[i] = m
			}
			got, fault = send(outer, dist.CategoricalUniform(len(inner)), others)
			if got != m || fault != dist.NoFault {
				t.Errorf("%s: outer %v, branches equal to %v: %v, fault %d", name, outer, m, got, fault)
			}
			if got, fault = send(outer, dist.CategoricalUniform(1), others[:1]); got != m || fault != dist.NoFault {
				t.Errorf("%s: outer %v, one branch %v: %v, fault %d", name, outer, m, got, fault)
			}
			if _, fault = send(outer, dist.CategoricalUniform(2), others[:1]); fault != dist.NotFinite {
				t.Errorf("%s: sizes that differ: fault %d", name, fault)
			}
		}
	}
	selector := dist.CategoricalWeights([]float64{0.5, 0.25, 0.25})
	if n := testing.AllocsPerRun(10, func() { send(outers[0], selector, inner) }); n != 0 {
		t.Errorf("%s: %v allocations", name, n)
	}
}

func TestMixtureLaws(t *testing.T) {
	lawsOfMixture(t, "bernoulli", MixtureBernoulliToOuterCategorical,
		[]dist.Bernoulli{{LogOdds: 0.3}, {}, {LogOdds: -900}}, []dist.Bernoulli{{LogOdds: 1}, {}, {LogOdds: -3}})
	lawsOfMixture(t, "normal", MixtureNormalToOuterCategorical,
		[]dist.Normal{{H: 1, P: 2}, {}, dist.NormalPoint(1), {H: 1, P: -3}}, []dist.Normal{{H: 1, P: 1}, {}, {H: 1, P: 3}})
	gammas := []dist.Gamma{{Shape: 3, Rate: 2}, dist.GammaUniform(), {Shape: 0.5, Rate: 0.1}}
	outers := []dist.Gamma{{Shape: 2, Rate: 1}, dist.GammaUniform(), dist.GammaPoint(2), {Shape: -1, Rate: -1}}
	lawsOfMixture(t, "gamma", MixtureGammaToOuterCategorical, outers, gammas)
	lawsOfMixture(t, "gamma log", MixtureGammaToOuterLogCategorical, outers, gammas)
	betas := []dist.Beta{{A: 3, B: 2}, dist.BetaUniform(), {A: 0.5, B: 0.1}}
	around := []dist.Beta{{A: 2, B: 1}, dist.BetaUniform(), dist.BetaPoint(0.25), {A: -1, B: -1}}
	lawsOfMixture(t, "beta", MixtureBetaToOuterCategorical, around, betas)
	lawsOfMixture(t, "beta log", MixtureBetaToOuterLogCategorical, around, betas)
}

func TestMixtureGamma(t *testing.T) {
	w, selector := mixtureSelector(0.2, 0.5, 0.3)
	for i, c := range []struct {
		outer dist.Gamma
		inner []dist.Gamma
	}{
		{dist.Gamma{Shape: 2, Rate: 1}, []dist.Gamma{{Shape: 3, Rate: 2}, {Shape: 1, Rate: 0}, {Shape: 0.5, Rate: 4}}},
		{dist.GammaUniform(), []dist.Gamma{{Shape: 3, Rate: 2}, {Shape: 10, Rate: 3}, {Shape: 0.5, Rate: 4}}},
		{dist.Gamma{Shape: 2000, Rate: 1000}, []dist.Gamma{{Shape: 3, Rate: 2}, {Shape: 10, Rate: 3}, {Shape: 0.5, Rate: 4}}},
		{dist.Gamma{Shape: 0.5, Rate: -1}, []dist.Gamma{{Shape: 3, Rate: 2}, {Shape: 10, Rate: 3}, {Shape: 2.5, Rate: 4}}},
		{dist.Gamma{Shape: 3, Rate: 0.1}, []dist.Gamma{{Shape: 300, Rate: 200}, {Shape: 1000, Rate: 3000}, {Shape: -1, Rate: 0.1}}},
	} {
		// Over v = log x.
		log := func(d dist.Gamma, v float64) float64 { return (d.Shape-1)*v - d.Rate*math.Exp(v) }
		s := bruteMixture(w, func(v float64) float64 { return log(c.outer, v) + v },
			func(k int, v float64) float64 { return log(c.inner[k], v) }, -60, 8,
			math.Exp, func(v float64) float64 { return math.Exp(2 * v) }, func(v float64) float64 { return v })
		got, fault := MixtureGammaToOuterCategorical(c.outer, selector, c.inner)
		d := got.Times(c.outer)
		checkClose(t, "mean", d.Mean(), s[0], 1e-10, 0)
		checkClose(t, "variance", d.Variance(), s[1]-s[0]*s[0], 1e-10, s[0]*s[0]*1e-3)
		logs, faultLogs := MixtureGammaToOuterLogCategorical(c.outer, selector, c.inner)
		d = logs.Times(c.outer)
		checkClose(t, "mean", d.Mean(), s[0], 1e-10, 0)
		checkClose(t, "mean log", d.MeanLog(), s[2], 1e-10, 1)
		if fault != dist.NoFault || faultLogs != dist.NoFault {
			t.Errorf("case %d: faults %d and %d", i, fault, faultLogs)
		}
	}
}

func TestMixtureBeta(t *testing.T) {
	w, selector := mixtureSelector(0.2, 0.5, 0.3)
	for i, c := range []struct {
		outer dist.Beta
		inner []dist.Beta
	}{
		{dist.Beta{A: 2, B: 1}, []dist.Beta{{A: 3, B: 2}, {A: 1, B: 1}, {A: 0.5, B: 4}}},
		{dist.BetaUniform(), []dist.Beta{{A: 3, B: 2}, {A: 10, B: 3}, {A: 0.5, B: 4}}},
		{dist.Beta{A: 2000, B: 500}, []dist.Beta{{A: 3, B: 2}, {A: 10, B: 3}, {A: 0.5, B: 4}}},
		{dist.Beta{A: 0.5, B: -1}, []dist.Beta{{A: 3, B: 3}, {A: 10, B: 3}, {A: 1.75, B: 4}}},
		{dist.Beta{A: 3, B: 0.5}, []dist.Beta{{A: 300, B: 200}, {A: 100, B: 3000}, {A: -1, B: 2}}},
	} {
		// Over v = log x/(1-x).
		log := func(d dist.Beta, v float64) float64 {
			b := dist.Bernoulli{LogOdds: v}
			return (d.A-1)*b.LogProb(true) + (d.B-1)*b.LogProb(false)
		}
		one := dist.Beta{A: 2, B: 2} // the derivative of x
		s := bruteMixture(w, func(v float64) float64 { return log(c.outer, v) + log(one, v) },
			func(k int, v float64) float64 { return log(c.inner[k], v) }, -60, 60,
			func(v float64) float64 { return dist.Bernoulli{LogOdds: v}.P() },
			func(v float64) float64 { p := dist.Bernoulli{LogOdds: v}.P(); return p * p },
			func(v float64) float64 { return dist.Bernoulli{LogOdds: v}.LogProb(true) },
			func(v float64) float64 { return dist.Bernoulli{LogOdds: v}.LogProb(false) })
		got, fault := MixtureBetaToOuterCategorical(c.outer, selector, c.inner)
		d := got.Times(c.outer)
		checkClose(t, "mean", d.Mean(), s[0], 1e-10, 0)
		checkClose(t, "variance", d.Variance(), s[1]-s[0]*s[0], 1e-9, s[0]*s[0]*1e-3)
		logs, faultLogs := MixtureBetaToOuterLogCategorical(c.outer, selector, c.inner)
		d = logs.Times(c.outer)
		checkClose(t, "mean log", d.MeanLog(), s[2], 1e-10, 1)
		checkClose(t, "mean log of the rest", d.MeanLogComplement(), s[3], 1e-10, 1)
		if fault != dist.NoFault || faultLogs != dist.NoFault {
			t.Errorf("case %d: faults %d and %d", i, fault, faultLogs)
		}
	}
}
