package run_test

import (
	"context"
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/mcmc"
	"mpc/run"
)

// leftOutModels have rows of which each is left out: an input of the name y, and others over the same rows. The evidence of all rows over that
// without one is the density of that row, to within a tolerance.
var leftOutModels = []struct {
	name, program string
	y             func(rng *rand.Rand, x float64) any
	within        float64
	density       func(y any, z float64) float64 // log density at a + b * x, of which a sum over a and b is the judge; nil where fits are
}{
	{"linear", "a ~ normal(0, sd = 3)\n  b ~ normal(0, sd = 2)\n  for (i in n) { y[i] ~ normal(a + b * x[i], sd = 0.7) }",
		func(rng *rand.Rand, x float64) any { return 1 + x + 0.7*rng.NormFloat64() }, 1e-9, nil},
	{"unknown noise", "a ~ normal(0, sd = 3)\n  b ~ normal(0, sd = 2)\n  t ~ gamma(shape = 2, rate = 1)\n  for (i in n) { y[i] ~ normal(a + b * x[i], precision = t) }",
		func(rng *rand.Rand, x float64) any { return 1 + x + rng.NormFloat64() }, 2e-4, nil},
	{"poisson", "a ~ normal(0, sd = 3)\n  b ~ normal(0, sd = 2)\n  for (i in n) { y[i] ~ poisson(exp(a + b * x[i])) }",
		func(rng *rand.Rand, x float64) any { return int(math.Exp(1 + 0.5*x + 0.3*rng.NormFloat64())) }, 0.03, func(y any, z float64) float64 { return mcmc.LogDensityPoisson(y.(int), math.Exp(z)) }},
	{"logistic", "a ~ normal(0, sd = 3)\n  b ~ normal(0, sd = 2)\n  for (i in n) { y[i] ~ bernoulli(logit = a + b * x[i]) }",
		func(rng *rand.Rand, x float64) any { return rng.Float64() < 1/(1+math.Exp(-1-x)) }, 0.05, func(y any, z float64) float64 {
			if y.(bool) {
				z = -z
			}
			return -math.Log1p(math.Exp(z))
		}},
	{"one mean", "m ~ normal(0, sd = 2)\n  t ~ gamma(shape = 2, rate = 2)\n  for (j in group) { u[j] ~ normal(m, precision = t) }\n  for (i in n) { y[i] ~ bernoulli(logit = u[g[i]]) }",
		func(rng *rand.Rand, x float64) any { return rng.Float64() < 0.6 }, 0.02, nil},
	{"gamma", "k ~ gamma(shape = 2, rate = 1)\n  r ~ gamma(shape = 2, rate = 1)\n  for (i in n) { y[i] ~ gamma(shape = k, rate = r) }",
		func(rng *rand.Rand, x float64) any { return math.Exp(0.7 * rng.NormFloat64()) }, 2e-3, nil},
	{"rates", "k ~ gamma(shape = 2, rate = 1)\n  r ~ gamma(shape = 2, rate = 1)\n  for (j in group) { l[j] ~ gamma(shape = k, rate = r) }\n  for (i in n) { y[i] ~ poisson(l[g[i]]) }",
		func(rng *rand.Rand, x float64) any { return rng.IntN(5) }, 5e-3, nil},
	{"student", "a ~ normal(0, sd = 3)\n  b ~ normal(0, sd = 2)\n  for (i in n) { y[i] ~ studentt(4, a + b * x[i], 0.8) }",
		func(rng *rand.Rand, x float64) any { return 1 + x + rng.NormFloat64() }, 0.12, func(y any, z float64) float64 {
			return -2.5*math.Log1p((y.(float64)-z)*(y.(float64)-z)/0.64/4) + math.Log(0.375/0.8)
		}},
}

// TestLeaveOneOut: what each row has given all others is the ratio of the evidence with it and without it, and the probability of less that of
// a prediction from the others.
func TestLeaveOneOut(t *testing.T) {
	const n = 5
	for _, m := range leftOutModels {
		t.Run(m.name, func(t *testing.T) {
			rng := rand.New(rand.NewPCG(5, 1))
			x, y := make([]float64, n), make([]any, n)
			for i := range x {
				x[i] = rng.NormFloat64()
				y[i] = m.y(rng, x[i])
			}
			kind := map[bool]string{true: "bool"}[y[0] == true || y[0] == false]
			if _, whole := y[0].(int); whole {
				kind = "int"
			} else if kind == "" {
				kind = "real"
			}
			of := func(missing string, infer string) *mpc.Compilation {
				uses := ""
				if strings.Contains(m.program, "x[i]") {
					uses = `, x: "real[n]"`
				}
				if strings.Contains(m.program, "g[i]") {
					uses = `, group: range, g: "index(group)[n]"`
				}
				text := fmt.Sprintf("model: m\ninputs: {n: range, y: {type: %q%s}%s}\nprogram: |\n  %s\ninfer: [%s]\n", kind+"[n]", missing, uses, m.program, infer)
				c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{Wanted: true, NoPackage: true, Densities: missing == "", Jointly: true})
				if err != nil {
					t.Fatalf("%v\n%s", err, text)
				}
				return c
			}
			first := strings.Fields(m.program)[0]
			plain := of("", first+", evidence")
			gaps := of(", missing: true", first+", evidence")
			all := runRows(t, plain, x, y, true)
			var without []float64
			if m.density != nil {
				without = sumsOfLine(x, y, m.density)
			}
			for i := range y {
				less := append([]any{}, y...)
				less[i] = nil
				rest := runRows(t, gaps, x, less, false)
				got := all.Fit.Observations[i]
				want := *all.LogEvidence - *rest.LogEvidence
				if m.density != nil {
					want = without[n] - without[i]
				}
				if math.Abs(float64(got.Loo)-want) > m.within {
					t.Errorf("%s: log density %.10g given the others, want %.10g", got.Name, float64(got.Loo), want)
				}
				if got.K != nil {
					t.Errorf("%s has a Pareto k", got.Name)
				}
				if got.PIT == nil || !(*got.PIT >= 0 && *got.PIT <= 1) {
					t.Fatalf("%s has no PIT", got.Name)
				}
			}
			checkPIT(t, m.name, of, x, y, all)
		})
	}
}

// sumsOfLine are the logs of the integrals over a and b of the densities of all rows but each, and last of all.
func sumsOfLine(x []float64, y []any, density func(y any, z float64) float64) []float64 {
	sums, rows := make([]float64, len(x)+1), make([]float64, len(x))
	const step = 0.1
	for a := -18.0; a <= 18; a += step {
		for b := -12.0; b <= 12; b += step {
			for i := range x {
				rows[i] = density(y[i], a+b*x[i])
			}
			for without := range sums {
				log := -a*a/18 - b*b/8 - math.Log(2*math.Pi*6/step/step)
				for i, row := range rows {
					if i != without {
						log += row
					}
				}
				sums[without] += math.Exp(log)
			}
		}
	}
	for i := range sums {
		sums[i] = math.Log(sums[i])
	}
	return sums
}

// checkPIT compares the probability of less than a row with that of a prediction, where a sum over quantiles is easy: of normal data.
func checkPIT(t *testing.T, name string, of func(missing, infer string) *mpc.Compilation, x []float64, y []any, all *run.Result) {
	t.Helper()
	if _, whole := y[0].(int); whole {
		return // quantiles of whole numbers say little
	}
	c := of(", missing: true", "y")
	for i := range y {
		less := append([]any{}, y...)
		less[i] = nil
		p, _ := runRows(t, c, x, less, false).Posteriors["y"].At(i)
		list, err := p.Marginals()
		if err != nil {
			t.Fatal(err)
		}
		pit, want, within := *all.Fit.Observations[i].PIT, 0.0, 0.01
		switch v := y[i].(type) {
		case bool:
			want = (1 - list[0].Mean) / 2
			if v {
				want = 1 - list[0].Mean/2
			}
		case float64:
			switch name {
			case "linear":
				want, within = 0.5*math.Erfc((list[0].Mean-v)/list[0].SD/math.Sqrt2), 1e-9
			default: // on which side of quantiles
				below := pit < 0.05 == (v < list[0].Q05) && pit < 0.5 == (v < list[0].Q50) && pit < 0.95 == (v < list[0].Q95)
				if !below {
					t.Errorf("%d: PIT %v of %v, quantiles %v, %v, %v", i, pit, v, list[0].Q05, list[0].Q50, list[0].Q95)
				}
				continue
			}
		}
		if math.Abs(pit-want) > within {
			t.Errorf("%d: PIT %v, want %v", i, pit, want)
		}
	}
}

// runRows runs a model on rows.
func runRows(t *testing.T, c *mpc.Compilation, x []float64, y []any, fit bool) *run.Result {
	t.Helper()
	values := map[string]any{"n": len(y), "y": y}
	for _, in := range c.Model.Inputs {
		switch in.Name {
		case "x":
			values["x"] = x
		case "group":
			values["group"], values["g"] = 3, []int{0, 1, 2, 0, 1}
		}
	}
	text, err := json.Marshal(values)
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(path, text, 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true, Fit: fit, Joint: run.JointDraws{Count: map[bool]int{true: 500}[fit], Seed: 1}})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestLeaveOneOutByProgram: a program says the same as the interpreter, of data with names and of others.
func TestLeaveOneOutByProgram(t *testing.T) {
	text := `model: m
inputs: {n: range, x: "real[n]", y: "real[n]"}
program: |
  a ~ normal(0, sd = 3)
  tau ~ gamma(shape = 2, rate = 1)
  for (i in n) {
    y[i] ~ normal(a * x[i], precision = tau)
    observe y[i] > 0.5 ~ bernoulli(logit = a)
  }
infer: [a, tau]
`
	c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{Wanted: true, Densities: true, Jointly: true})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(t.TempDir(), "data.json")
	if err := os.WriteFile(path, []byte(`{"n": 3, "x": [1, 2, -1], "y": [0.7, 1.6, -0.2]}`), 0o600); err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, path, nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	fit := func(opt run.Options) []run.FitObservation {
		opt.Iterations, opt.Fit, opt.Joint = -1, true, run.JointDraws{Count: 500, Seed: 1}
		r, err := run.Run(context.Background(), c, set, opt)
		if err != nil {
			t.Fatal(err)
		}
		return r.Fit.Observations
	}
	want, got := fit(run.Options{Interpret: true}), fit(run.Options{Build: true})
	if len(want) != 6 || len(got) != 6 {
		t.Fatalf("%d and %d observations", len(want), len(got))
	}
	for i, x := range want {
		y := got[i]
		if x.K != nil || y.K != nil || x.PIT == nil || y.PIT == nil { // of draws
			t.Fatalf("%+v, %+v", x, y)
		}
		if math.Abs(float64(x.Loo-y.Loo)) > 1e-9 || math.Abs(*x.PIT-*y.PIT) > 1e-9 {
			t.Errorf("%s: %v, %v by the interpreter, %v, %v by the program", x.Name, x.Loo, *x.PIT, y.Loo, *y.PIT)
		}
	}
}
