package run_test

import (
	"context"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"testing"

	"mpc"
	"mpc/run"
	"mpc/special"
)

// A summedModel has truths that choose what its data are drawn from. given are the log density of an observation and the probability of less, with half of
// that of itself, by its truth, at the three numbers that are drawn, of which p is the last; NaN where there is no such probability.
type summedModel struct {
	name, program, data string
	names               []string
	prior               func(a, b float64) float64
	lo, hi              [2]float64
	given               func(i int, holds bool, a, b float64) (log, below float64)
	within              float64
}

func normalBelow(y, mean, sd float64) (log, below float64) {
	z := (y - mean) / sd
	return -z*z/2 - math.Log(sd) - 0.5*math.Log(2*math.Pi), special.NormalCdf(z)
}

func poissonBelow(y int, mean float64) (log, below float64) {
	mass := func(k int) float64 { return float64(k)*math.Log(mean) - mean - special.GammaLn(float64(k)+1) }
	for k := range y {
		below += math.Exp(mass(k))
	}
	return mass(y), below + math.Exp(mass(y))/2
}

func summedModels() []summedModel {
	x := []float64{-1.9, -1.1, 0, 0.5, 1.2, 1.8}
	y := []float64{-1.2, -0.1, 0.8, 6.5, 2.3, 3.1}
	counts := []int{0, 1, 0, 2, 0, 4}
	const lines = "a ~ normal(0, sd = 2)\n  b ~ normal(0, sd = 2)\n  p ~ beta(2, 2)\n  for (i in n) { z[i] ~ bernoulli(p) }\n  for (i in n) "
	normals := func(a, b float64) float64 { return -(a*a + b*b) / 8 }
	alone := func(a, b float64) float64 { return math.Log(a) - a }
	names := []string{"y[0]", "y[1]", "y[2]", "y[3]", "y[4]", "y[5]"}
	return []summedModel{
		{"outliers", lines + "{ if (z[i]) { y[i] ~ normal(a + b * x[i], sd = 0.4) } else { y[i] ~ normal(0, sd = 6) } }",
			fmt.Sprintf(`{"n": 6, "x": %s, "y": %s}`, list(x), list(y)), names, normals, [2]float64{-3, -3}, [2]float64{5, 5},
			func(i int, holds bool, a, b float64) (float64, float64) {
				if holds {
					return normalBelow(y[i], a+b*x[i], 0.4)
				}
				return normalBelow(y[i], 0, 6)
			}, 0.05},
		{"zero-inflated counts", lines + "{ if (z[i]) { y[i] ~ poisson(exp(a + b * x[i])) } else { y[i] ~ poisson(0.01) } }",
			fmt.Sprintf(`{"n": 6, "x": %s, "y": [0, 1, 0, 2, 0, 4]}`, list(x)), names, normals, [2]float64{-5, -3}, [2]float64{3, 4},
			func(i int, holds bool, a, b float64) (float64, float64) {
				if holds {
					return poissonBelow(counts[i], math.Exp(a+b*x[i]))
				}
				return poissonBelow(counts[i], 0.01)
			}, 0.07},
		{"numbers alone", "a ~ gamma(shape = 2, rate = 1)\n  p ~ beta(2, 2)\n  for (i in n) { z[i] ~ bernoulli(p) }\n  for (i in n) { if (z[i]) { y[i] ~ poisson(a) } else { y[i] ~ poisson(0.1) } }",
			`{"n": 6, "y": [0, 1, 0, 2, 0, 4]}`, names, alone, [2]float64{0, 0}, [2]float64{12, 1},
			func(i int, holds bool, a, b float64) (float64, float64) {
				if holds {
					return poissonBelow(counts[i], a)
				}
				return poissonBelow(counts[i], 0.1)
			}, 0.003},
		{"groups", "a ~ gamma(shape = 2, rate = 1)\n  p ~ beta(2, 2)\n  for (k in g) { z[k] ~ bernoulli(p) }\n  for (i in n) { if (z[of[i]]) { y[i] ~ poisson(a) } else { y[i] ~ poisson(0.1) } }",
			`{"g": 3, "n": 6, "of": [0, 1, 2, 0, 1, 2], "y": [0, 1, 0, 2, 0, 4]}`, []string{"z[0]", "z[1]", "z[2]"}, alone, [2]float64{0, 0}, [2]float64{12, 1},
			func(i int, holds bool, a, b float64) (float64, float64) {
				mean := 0.1
				if holds {
					mean = a
				}
				first, _ := poissonBelow(counts[i], mean)
				second, _ := poissonBelow(counts[i+3], mean)
				return first + second, math.NaN()
			}, 0.003},
	}
}

// summedInputs are those of a model by what it reads.
func summedInputs(name string) string {
	switch name {
	case "outliers":
		return `n: range, x: "real[n]", y: "real[n]"`
	case "zero-inflated counts":
		return `n: range, x: "real[n]", y: "int[n]"`
	case "groups":
		return `g: range, n: range, of: "index(g)[n]", y: "int[n]"`
	}
	return `n: range, y: "int[n]"`
}

// An exactFit is what sums over a grid say of an observation.
type exactFit struct{ loo, pit, waic float64 }

// sums are over a grid of a, b and p: of each observation, and of the deviance.
func (m *summedModel) sums() (list []exactFit, deviance float64) {
	const steps, shares = 64, 16
	n := len(m.names)
	all, mean, inverse, below, log, square := 0.0, make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	logs, less := make([]float64, n), make([]float64, n)
	yes, low, no, high := make([]float64, n), make([]float64, n), make([]float64, n), make([]float64, n)
	for i := range steps {
		for k := range steps {
			a, b := m.lo[0]+(m.hi[0]-m.lo[0])*(float64(i)+0.5)/steps, m.lo[1]+(m.hi[1]-m.lo[1])*(float64(k)+0.5)/steps
			for o := range n {
				yes[o], low[o] = m.given(o, true, a, b)
				no[o], high[o] = m.given(o, false, a, b)
			}
			for l := range shares {
				p := (float64(l) + 0.5) / shares
				w := m.prior(a, b) + math.Log(p*(1-p))
				for o := range n {
					logs[o], less[o] = math.Log(p*math.Exp(yes[o])+(1-p)*math.Exp(no[o])), p*low[o]+(1-p)*high[o]
					w += logs[o]
				}
				w = math.Exp(w)
				all += w
				for o := range n {
					mean[o] += w * math.Exp(logs[o])
					inverse[o] += w * math.Exp(-logs[o])
					below[o] += w * math.Exp(-logs[o]) * less[o]
					log[o] += w * logs[o]
					square[o] += w * logs[o] * logs[o]
				}
			}
		}
	}
	for o := range n {
		at := log[o] / all
		list = append(list, exactFit{-math.Log(inverse[o] / all), below[o] / inverse[o], math.Log(mean[o]/all) - (square[o]/all - at*at)})
		deviance -= 2 * at
	}
	return list, deviance
}

// TestLeaveOneOutOfSelectors: truths that choose what rows are drawn from are summed out of them: of deviance, WAIC, leave-one-out and PIT. Rows
// that one truth chooses for are one observation.
func TestLeaveOneOutOfSelectors(t *testing.T) { leaveOutSelectors(t, summedModels()[2:]) }

func leaveOutSelectors(t *testing.T, models []summedModel) {
	t.Helper()
	for _, m := range models {
		t.Run(m.name, func(t *testing.T) {
			text := fmt.Sprintf("model: m\ninputs: {%s}\nprogram: |\n  %s\ninfer: [a, p]\n", summedInputs(m.name), m.program)
			c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{Wanted: true, NoPackage: true, Densities: true, Jointly: true})
			if err != nil {
				t.Fatalf("%v\n%s", err, text)
			}
			path := filepath.Join(t.TempDir(), "data.json")
			if err := os.WriteFile(path, []byte(m.data), 0o600); err != nil {
				t.Fatal(err)
			}
			set, err := run.ReadData(c, path, nil, nil)
			if err != nil {
				t.Fatal(err)
			}
			r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true, Fit: true, Joint: run.JointDraws{Count: 4000, Seed: 1}})
			if err != nil {
				t.Fatal(err)
			}
			want, deviance := m.sums()
			if got := float64(r.Fit.Deviance.Mean); math.Abs(got-deviance) > 0.1+4*float64(r.Fit.Deviance.SD)/math.Sqrt(4000) {
				t.Errorf("deviance %v, want %v", got, deviance)
			}
			if r.Fit.Deviance.AtMeans == nil {
				t.Errorf("no deviance at the means: %s", r.Fit.Deviance.Reason)
			}
			if len(r.Fit.Observations) != len(m.names) {
				t.Fatalf("%d observations, want %d", len(r.Fit.Observations), len(m.names))
			}
			for i, x := range r.Fit.Observations {
				pit := math.NaN()
				if x.PIT != nil {
					pit = *x.PIT
				}
				t.Logf("%s: %.4f %.4f, waic %.4f %.4f, pit %.4f %.4f", x.Name, float64(x.Loo), want[i].loo, float64(x.Waic), want[i].waic, pit, want[i].pit)
				if x.Name != m.names[i] || x.K != nil {
					t.Errorf("%s with k %v, want %s without", x.Name, x.K, m.names[i])
				}
				if math.Abs(float64(x.Loo)-want[i].loo) > m.within {
					t.Errorf("%s: log density %.5g given the others, want %.5g", x.Name, float64(x.Loo), want[i].loo)
				}
				if math.Abs(float64(x.Waic)-want[i].waic) > 0.2 {
					t.Errorf("%s: WAIC %.5g, want %.5g", x.Name, float64(x.Waic), want[i].waic)
				}
				switch known := want[i].pit == want[i].pit; {
				case known != (x.PIT != nil), known && math.Abs(pit-want[i].pit) > m.within/2:
					t.Errorf("%s: PIT %v, want %v", x.Name, pit, want[i].pit)
				}
			}
		})
	}
}
