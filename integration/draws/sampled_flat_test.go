package draws

import (
	"fmt"
	"math"
	"testing"
)

// flatModel has numbers of uniform priors, of which other messages are of a family, or
// there are none: of elements that no data read, and where a gate is not taken.
const flatModel = `model: flat
algorithm: gibbs
inputs: {n: range, m: range, g: "index(m)[n]", y: "real[n]", w: real, truth: bool, low: "real[2]", high: "real[2]"}
program: |
  for (k in m) { d[k] ~ uniform(0, 2); t[k] ~ uniform(0, 5) }
  for (i in n) { y[i] ~ normal(d[g[i]], sd = 1); observe y[i] ~ normal(1, precision = t[g[i]]) }

  e ~ uniform(1, 4)
  z ~ bernoulli(0.5)
  if (z) { w ~ normal(e, sd = 1) } else { w ~ normal(0, sd = 1) }

  a[0] = 0.3
  a[1] ~ uniform(0, 1)
  observe a[1] > a[0]

  v ~ uniform(0, 5)
  x ~ bernoulli(0.3)
  if (x) { w ~ normal(1, precision = v) } else { w ~ normal(1, variance = 2) }

  p ~ uniform(0.2, 0.9)
  q ~ uniform(-1, 2)
  u ~ bernoulli(0.5)
  if (u) { truth ~ bernoulli(p); truth ~ bernoulli(q) } else { truth ~ bernoulli(0.6); truth ~ bernoulli(0.5) }

  for (k in 0..<2) { b[k] ~ uniform(low[k], high[k]) }
  observe b[0] > b[1]
  w ~ normal(b[0], sd = 1)
infer: [d, t, e, z, a, v, x, p, q, u, b]
`

// TestFlat: a number with a uniform prior and no message is uniform between its bounds.
func TestFlat(t *testing.T) {
	const w = 2.0
	normal := func(x, variance float64) float64 { return math.Exp(normalLog(x, 0, variance)) }
	within := func(x, lo, hi float64) float64 {
		if x < lo || x > hi {
			return 0
		}
		return x
	}
	integral := func(f func(float64) float64, lo, hi float64) float64 {
		const parts = 20000
		sum, step := 0.0, (hi-lo)/parts
		for k := range parts {
			sum += f(lo+(float64(k)+0.5)*step) * step
		}
		return sum
	}
	s := survey{name: "flat", model: flatModel, Seed: 8, BurnIn: 500, Samples: smallSamples, Chains: 4, Data: map[string]any{
		"n": 2, "m": 3, "g": []int{1, 2}, "y": []float64{1, 1.5}, "w": w, "truth": true, "low": []float64{0, 1}, "high": []float64{2, 3},
	}}
	number := func(column string, density func(float64) float64, lo, hi float64) {
		total := integral(density, lo, hi)
		for k := 1; k < 8; k++ {
			x := lo + (hi-lo)*float64(k)/8
			s.Shares = append(s.Shares, &share{Column: column, Below: x, p: integral(density, lo, x) / total})
		}
	}
	// gated is of a number between bounds that is read where a truth of probability yes is
	// true, and of that truth; other is the density of the data where it is not.
	gated := func(column, truth string, yes, other float64, density func(float64) float64, lo, hi float64) {
		number(column, func(x float64) float64 { return yes*density(x) + (1-yes)*other }, lo, hi)
		if truth != "" {
			one, none := yes*integral(density, lo, hi)/(hi-lo), (1-yes)*other
			s.Shares = append(s.Shares, &share{Column: truth, Below: 0.5, p: none / (one + none)})
		}
	}
	even := func(float64) float64 { return 1 }
	number("d[0]", even, 0, 2)
	number("d[1]", func(x float64) float64 { return normal(1-x, 1) }, 0, 2)
	number("d[2]", func(x float64) float64 { return normal(1.5-x, 1) }, 0, 2)
	number("t[0]", even, 0, 5)
	number("t[1]", math.Sqrt, 0, 5) // of a residual that is 0, and so is the rate
	number("t[2]", func(x float64) float64 { return normal(0.5, 1/x) }, 0, 5)
	gated("e", "z", 0.5, normal(w, 1), func(x float64) float64 { return normal(w-x, 1) }, 1, 4)
	number("a[1]", even, 0.3, 1)
	gated("v", "x", 0.3, normal(w-1, 2), func(x float64) float64 { return normal(w-1, 1/x) }, 0, 5)
	// The mean of p is 0.55, and the integral of q over (0, 1), of 3, is 1/6.
	gated("p", "", 0.5, 0.3, func(x float64) float64 { return x / 6 }, 0.2, 0.9)
	gated("q", "u", 0.5, 0.3, func(x float64) float64 { return 0.55 * within(x, 0, 1) }, -1, 2)
	number("b[0]", func(x float64) float64 { return (x - 1) * normal(w-x, 1) }, 1, 2)
	number("b[1]", func(x float64) float64 { return math.Erf((2-w)/math.Sqrt2) - math.Erf((x-w)/math.Sqrt2) }, 1, 2)

	s.holds(t)
}

// holds asks for the shares of a survey, and compares them with those that are known.
func (s survey) holds(t *testing.T) {
	t.Helper()
	r := ask(t, []survey{s})[0]
	if r.Error != "" {
		t.Fatal(r.Error)
	}
	bound := studentBound(99, falseAlarms/float64(len(s.Shares)))
	for k, f := range r.Shares {
		x := s.Shares[k]
		at := fmt.Sprintf("P(%s < %g)", x.Column, x.Below)
		e := max(f.Error, math.Sqrt(x.p*(1-x.p)/float64(s.Samples*s.Chains)))
		if math.Abs(f.P-x.p) > bound*e {
			t.Errorf("%s is %.4f +- %.4f in the draws, exactly %.4f", at, f.P, f.Error, x.p)
		}
	}
}
