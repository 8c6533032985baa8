package draws

import (
	"fmt"
	"math"
	"testing"
)

// A grid is a model of one or two numbers whose density is summed over a grid.
type grid struct {
	name, model string
	data        map[string]any
	names       [2]string // columns; the second may be ""
	log         func(a, b float64) float64
	// width is how far from 0 the grid reaches.
	width float64
}

func logit(x float64) float64 { return -math.Log1p(math.Exp(-x)) }
func trials(k, n int, eta float64) float64 {
	return float64(k)*logit(eta) + float64(n-k)*logit(-eta)
}

// normalLog is the log density of a normal but for a constant.
func normalLog(x, mean, variance float64) float64 {
	return -(x-mean)*(x-mean)/2/variance - math.Log(variance)/2
}

// grids are models for each way to draw what has no closed form.
func grids() []grid {
	x, y := []float64{1, 0.5, -1.5, 2}, []bool{true, false, false, true}
	sign := func(t bool) float64 { return 2*truthOf(t) - 1 }
	odds := func(link func(float64) float64, v float64) func(a, b float64) float64 {
		return func(a, b float64) float64 {
			sum := normalLog(a, 0, v) + normalLog(b, 0.5, 1)
			for i := range x {
				sum += link(sign(y[i]) * (a + b*x[i]))
			}
			return sum
		}
	}
	const head = "algorithm: gibbs\ninputs: {n: range, x: \"real[n]\", y: \"bool[n]\"}\nprogram: |\n  a ~ normal(0, variance = %v)\n  b ~ normal(0.5, variance = 1)\n"
	data := map[string]any{"x": x, "y": y}
	list := []grid{
		{"logistic", fmt.Sprintf(head, 4) + "  for (i in n) { y[i] ~ bernoulli(logistic(a + b * x[i])) }\ninfer: [a, b]\n", data, [2]string{"a", "b"}, odds(logit, 4), 11},
		{"probit", fmt.Sprintf(head, 2) + "  for (i in n) { y[i] ~ bernoulli(probit(a + b * x[i])) }\ninfer: [a, b]\n", data, [2]string{"a", "b"},
			odds(func(z float64) float64 { return math.Log(phi(z)) }, 2), 9},
		// The start of the log odds is some 40 standard deviations of the prior out.
		{"far", "algorithm: gibbs\ninputs: {y: bool}\nprogram: |\n  a ~ normal(-60, variance = 1)\n  b ~ normal(20, variance = 1)\n  y ~ bernoulli(logit = a + b + 40)\ninfer: [a, b]\ninit: {a: point(-100), b: point(-10)}\n",
			map[string]any{"y": true}, [2]string{"a", "b"}, func(a, b float64) float64 { return normalLog(a, -60, 1) + normalLog(b, 20, 1) + logit(a+b+40) }, 66},
		// An effect in a sum: given a the effects are integrated numerically.
		{"centered", "algorithm: gibbs\ninputs: {k: int, n: int}\nprogram: |\n  a ~ normal(0, variance = 4)\n  e ~ normal(1, variance = 0.5)\n  k ~ binomial(n, logistic(a + e))\ninfer: [a, e]\n",
			map[string]any{"k": 2, "n": 7}, [2]string{"a", "e"}, func(a, e float64) float64 { return normalLog(a, 0, 4) + normalLog(e, 1, 0.5) + trials(2, 7, a+e) }, 11},
		{"empty", "algorithm: gibbs\ninputs: {m: range, k: \"int[m]\", n: \"int[m]\"}\nprogram: |\n  a ~ normal(0, variance = 4)\n  c ~ normal(0, variance = 1)\n  for (i in m) { k[i] ~ binomial(n[i], logistic(a - c)) }\ninfer: [a, c]\nmethods: {a: augmented}\n",
			map[string]any{"k": []int{0, 3, 40}, "n": []int{0, 4, 90}}, [2]string{"a", "c"}, func(a, c float64) float64 {
				return normalLog(a, 0, 4) + normalLog(c, 0, 1) + trials(43, 94, a-c)
			}, 11},
	}
	for _, method := range []string{"slice", "adaptive_rejection", "elliptical"} {
		list = append(list, grid{method, "algorithm: gibbs\ninputs: {n: range, k: \"int[n]\"}\nprogram: |\n  a ~ normal(0.3, variance = 2)\n  b ~ normal(-0.5, variance = 1)\n  for (i in n) { k[i] ~ poisson(exp(a + b * i)) }\ninfer: [a, b]\nmethods: {a: " + method + ", b: " + method + "}\n",
			map[string]any{"k": []int{3, 0, 1, 1}}, [2]string{"a", "b"}, func(a, b float64) float64 {
				sum := normalLog(a, 0.3, 2) + normalLog(b, -0.5, 1)
				for i, k := range []int{3, 0, 1, 1} {
					eta := a + b*float64(i)
					sum += float64(k)*eta - math.Exp(eta)
				}
				return sum
			}, 9})
	}
	// A variance and a precision that are exponentials times what does not read the variable.
	for _, scale := range []string{"variance = 2 * exp(a + b) / s", "precision = s * exp(-a - b) / 2"} {
		list = append(list, grid{scale[:8], "algorithm: gibbs\ninputs: {k: int, e: real, y: real, s: real}\nprogram: |\n  a ~ normal(0.3, variance = 2)\n  b ~ normal(-0.5, variance = 1)\n  k ~ poisson(e * exp(a))\n  y ~ normal(0, " + scale + ")\ninfer: [a, b]\nmethods: {a: adaptive_rejection, b: adaptive_rejection}\n",
			map[string]any{"k": 3, "e": 1.5, "y": 4, "s": 3}, [2]string{"a", "b"}, func(a, b float64) float64 {
				return normalLog(a, 0.3, 2) + normalLog(b, -0.5, 1) + 3*a - 1.5*math.Exp(a) - (a+b)/2 - 16*3/(2*2*math.Exp(a+b))
			}, 12})
	}
	return list
}

// shares are the probabilities that each number is below places between which a tenth of
// it lies.
func (g grid) shares() (list []*share) {
	const n = 1200
	step := 2 * g.width / n
	at := func(i int) float64 { return (float64(i)+0.5)*step - g.width }
	top := math.Inf(-1)
	logs := make([]float64, n*n)
	for i := range n {
		for j := range n {
			logs[i*n+j] = g.log(at(i), at(j))
			top = max(top, logs[i*n+j])
		}
	}
	var marginal [2][n]float64
	total := 0.0
	for i := range n {
		for j := range n {
			p := math.Exp(logs[i*n+j] - top)
			marginal[0][i] += p
			marginal[1][j] += p
			total += p
		}
	}
	for k, name := range g.names {
		below, next := 0.0, 0.1
		for i := range n {
			below += marginal[k][i] / total
			if below >= next && next < 0.95 {
				list = append(list, &share{Column: name, Below: at(i) + step/2, p: below})
				next = math.Floor(below*10+1) / 10
			}
		}
	}
	return list
}

// TestMethods compares the draws of each way to draw what has no closed form with sums
// over grids.
func TestMethods(t *testing.T) {
	var surveys []survey
	count := 0
	for _, g := range grids() {
		s := survey{name: g.name, model: "model: " + g.name + "\n" + g.model, Data: g.data, Seed: 3, BurnIn: 500, Samples: smallSamples, Chains: 4, Shares: g.shares()}
		if len(s.Shares) < 12 {
			t.Fatalf("%s: only %d places", g.name, len(s.Shares))
		}
		count += len(s.Shares)
		surveys = append(surveys, s)
	}
	bound := studentBound(99, falseAlarms/float64(count))
	for i, r := range ask(t, surveys) {
		s := surveys[i]
		if r.Error != "" {
			t.Errorf("%s: %s", s.name, r.Error)
			continue
		}
		for k, f := range r.Shares {
			x := s.Shares[k]
			e := max(f.Error, math.Sqrt(x.p*(1-x.p)/float64(s.Samples*s.Chains)))
			if math.Abs(f.P-x.p) > bound*e {
				t.Errorf("%s: P(%s < %g) is %.4f +- %.4f in the draws, exactly %.4f", s.name, x.Column, x.Below, f.P, f.Error, x.p)
			}
		}
	}
}
