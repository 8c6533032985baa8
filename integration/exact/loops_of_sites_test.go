package exact

import (
	"math"
	"testing"

	"mpc/dist"
)

// TestLoopsOfSites: regressions and rankings whose likelihoods are no normal densities and that
// have no hyperparameter, by the default algorithm, against quadrature of the posterior on a
// lattice: means within 0.05 sd, sds within 3 %.
func TestLoopsOfSites(t *testing.T) {
	x := []float64{1, 2, 3, 4, 5, 6, 7, 8, 9, 10}
	zero := make([]float64, len(x)) // rows that read nothing
	won := []bool{false, false, true, false, false, true, true, true, false, true}
	first, second := []int{0, 1, 2, 0, 1, 2}, []int{1, 2, 0, 2, 0, 1}
	count := []float64{0, 1, 1, 3, 2, 4, 3, 6, 8, 7}
	logistic := func(b bool, v float64) float64 {
		if b {
			v = -v
		}
		return -math.Log1p(math.Exp(v))
	}
	line := func(input, statement string) string {
		return "model: m\ninputs: {n: range, x: \"real[n]\", " + input + "}\nprogram: |\n  a ~ normal(0, sd = 3)\n  b ~ normal(0, sd = 3)\n" +
			"  for (i in n) { " + statement + " }\ninfer: [a, b]\n"
	}
	for _, test := range []struct {
		name, text string
		inputs     map[string]any
		prior      float64 // sd
		box        float64 // in which there is all mass
		log        func(at []float64) float64
	}{
		{"logistic regression", line("won: \"bool[n]\"", "won[i] ~ bernoulli(logit = a + b * x[i])"), map[string]any{"n": 10, "x": x, "won": won}, 3, 8,
			func(at []float64) (sum float64) {
				for i := range x {
					sum += logistic(won[i], at[0]+at[1]*x[i])
				}
				return sum
			}},
		{"probit regression", line("won: \"bool[n]\"", "won[i] ~ bernoulli(probit(a + b * x[i]))"), map[string]any{"n": 10, "x": x, "won": won}, 3, 8,
			func(at []float64) (sum float64) {
				for i := range x {
					v := at[0] + at[1]*x[i]
					if won[i] {
						v = -v
					}
					sum += math.Log(math.Erfc(v/math.Sqrt2) / 2)
				}
				return sum
			}},
		{"Poisson regression", line("count: \"int[n]\"", "count[i] ~ poisson(exp(a + b * x[i]))"), map[string]any{"n": 10, "x": x, "count": count}, 3, 8,
			func(at []float64) (sum float64) {
				for i := range x {
					v := at[0] + at[1]*x[i]
					sum += count[i]*v - math.Exp(v)
				}
				return sum
			}},
		{"rows of zeros", line("won: \"bool[n]\", w: \"real[n]\"", "won[i] ~ bernoulli(logit = w[i] * a + w[i] * b * x[i] + 1)"), map[string]any{"n": 10, "x": x, "won": won, "w": zero}, 3, 20,
			func([]float64) (sum float64) { return 0 }},
		{"Bradley-Terry", "model: m\ninputs: {team: range, game: range, first: \"index(team)[game]\", second: \"index(team)[game]\", won: \"bool[game]\"}\nprogram: |\n" +
			"  for (t in team) { s[t] ~ normal(0, sd = 2) }\n  for (g in game) { p[g] = logistic(s[first[g]] - s[second[g]]); won[g] ~ bernoulli(p[g]) }\ninfer: [s]\n",
			map[string]any{"team": 3, "game": 6, "first": first, "second": second, "won": won[3:9]}, 2, 8,
			func(at []float64) (sum float64) {
				for i := range first {
					sum += logistic(won[3+i], at[first[i]]-at[second[i]])
				}
				return sum
			}},
		{"ladder with noise in each performance", "model: m\ninputs: {team: range, game: range, first: \"index(team)[game]\", second: \"index(team)[game]\", won: \"bool[game]\"}\nprogram: |\n" +
			"  for (t in team) { s[t] ~ normal(0, sd = 2) }\n  for (g in game) { a[g] ~ normal(s[first[g]], sd = 1); b[g] ~ normal(s[second[g]], sd = 1); won[g] = a[g] > b[g] }\ninfer: [s]\n",
			map[string]any{"team": 3, "game": 6, "first": first, "second": second, "won": won[3:9]}, 2, 8,
			func(at []float64) (sum float64) {
				for i := range first {
					v := (at[first[i]] - at[second[i]]) / math.Sqrt2
					if won[3+i] {
						v = -v
					}
					sum += math.Log(math.Erfc(v/math.Sqrt2) / 2)
				}
				return sum
			}},
		{"numbers rounded to whole ones", line("y: \"real[n]\"", "z[i] ~ normal(a + b * x[i], sd = 1); observe z[i] > y[i] - 0.5; observe z[i] < y[i] + 0.5"), map[string]any{"n": 10, "x": x, "y": count}, 3, 8,
			func(at []float64) (sum float64) {
				cdf := func(v float64) float64 { return math.Erfc(-v/math.Sqrt2) / 2 }
				for i := range x {
					v := math.Abs(count[i] - at[0] - at[1]*x[i])
					sum += math.Log(max(cdf(0.5-v)-cdf(-0.5-v), 1e-300))
				}
				return sum
			}},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, err := runGates(test.text, test.inputs)
			if err != nil {
				t.Fatal(err)
			}
			var got []dist.Normal
			for _, p := range r.Posteriors {
				switch v := p.Value.(type) {
				case dist.Normal:
					got = append(got, v)
				case []any:
					for _, e := range v {
						got = append(got, e.(dist.Normal))
					}
				}
			}
			mean, sd := lattice(len(got), test.box, func(at []float64) float64 {
				sum := test.log(at)
				for _, v := range at {
					sum -= v * v / (2 * test.prior * test.prior)
				}
				return sum
			})
			for i, g := range got {
				if off := math.Abs(g.Mean()-mean[i]) / sd[i]; off > 0.05 {
					t.Errorf("%d: mean %v, by quadrature %v", i, g.Mean(), mean[i])
				}
				if off := math.Abs(math.Sqrt(g.Variance())/sd[i] - 1); off > 0.03 {
					t.Errorf("%d: sd %v, by quadrature %v", i, math.Sqrt(g.Variance()), sd[i])
				}
			}
		})
	}
}

// lattice is the means and the sds of n numbers between -box and box, by their log density, over
// 800 points of each of two and 120 of each of three.
func lattice(n int, box float64, log func(at []float64) float64) (mean, sd []float64) {
	points := map[int]int{2: 800, 3: 120}[n]
	mean, sd = make([]float64, n), make([]float64, n)
	at, total := make([]float64, n), 0.0
	var visit func(k int)
	visit = func(k int) {
		if k == n {
			w := math.Exp(log(at))
			total += w
			for i, v := range at {
				mean[i] += w * v
				sd[i] += w * v * v
			}
			return
		}
		for i := range points {
			at[k] = box * (2*(float64(i)+0.5)/float64(points) - 1)
			visit(k + 1)
		}
	}
	visit(0)
	for i := range mean {
		mean[i] /= total
		sd[i] = math.Sqrt(sd[i]/total - mean[i]*mean[i])
	}
	return mean, sd
}
