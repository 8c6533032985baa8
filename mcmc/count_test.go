package mcmc

import (
	"fmt"
	"math"
	"testing"

	"mpc/special"
)

func TestDrawBernoulli(t *testing.T) {
	s := NewStream(2, 1)
	const n = 100000
	for _, logit := range []float64{-4, -0.3, 0, 2, 13.9} {
		p, ones, plain := special.Logistic(logit), 0, 0
		for range n {
			if DrawBernoulli(s, logit) {
				ones++
			}
			if DrawBernoulliP(s, p) {
				plain++
			}
		}
		averages(t, fmt.Sprintf("the log odds %v", logit), n, float64(ones)/n, p, math.Sqrt(p*(1-p)))
		averages(t, fmt.Sprintf("the probability %v", p), n, float64(plain)/n, p, math.Sqrt(p*(1-p)))
	}
	for range 1000 {
		inf := math.Inf(1)
		if DrawBernoulli(s, -inf) || !DrawBernoulli(s, inf) || DrawBernoulli(s, math.NaN()) || DrawBernoulli(s, -800) || !DrawBernoulli(s, 800) {
			t.Fatal("a certain truth is not drawn")
		}
		if DrawBernoulliP(s, 0) || !DrawBernoulliP(s, 1) || DrawBernoulliP(s, math.NaN()) {
			t.Fatal("a certain truth is not drawn")
		}
	}
	// Both sides of where the method changes, 14 and 2^-20, are rare: 3e6 draws.
	low, high, small := 0, 0, 0
	const many = 3000000
	for range many {
		if DrawBernoulli(s, -14.01) {
			low++
		}
		if !DrawBernoulli(s, 14.01) {
			high++
		}
		if DrawBernoulliP(s, 0.9e-6) {
			small++
		}
	}
	p := special.Logistic(-14.01)
	// Poisson counts of 2.5: 14 and more have the probability 5e-7.
	if want := p * many; float64(low) > want+12 || float64(high) > want+12 || low == 0 && high == 0 {
		t.Errorf("of %v expected %d and %d are drawn", want, low, high)
	}
	if small > 16 {
		t.Errorf("of 2.7 expected %d are drawn", small)
	}
}

func TestDrawCategorical(t *testing.T) {
	s := NewStream(2, 2)
	inf := math.Inf(1)
	long := make([]float64, 100)
	for i := range long {
		long[i] = 700 - float64(i%7)
		if i%10 == 3 {
			long[i] = -inf
		}
	}
	for _, logs := range [][]float64{{0}, {-1e300, -1e300}, {3, 1, -inf, 2.5}, {-inf, -5000, -5001, -inf}, {1000, 999, 990}, long} {
		top, sum := -inf, 0.0
		for _, l := range logs {
			top = max(top, l)
		}
		p := make([]float64, len(logs))
		for k, l := range logs {
			p[k] = math.Exp(l - top)
			sum += p[k]
		}
		seen, plain := make([]int, len(logs)), make([]int, len(logs))
		for range 50000 {
			k, ok := DrawCategorical(s, logs)
			j, fine := DrawCategoricalP(s, p)
			if !ok || !fine {
				t.Fatalf("%v has no draw", logs)
			}
			seen[k]++
			plain[j]++
		}
		for k := range p {
			p[k] /= sum
		}
		counts(t, fmt.Sprint("categorical", logs), seen, p)
		counts(t, fmt.Sprint("categorical by p", p), plain, p)
	}
	for _, logs := range [][]float64{nil, {-inf, -inf}, {0, math.NaN()}, {math.NaN(), 0}, {inf, 0}, {0, inf, 1}} {
		if k, ok := DrawCategorical(s, logs); ok {
			t.Errorf("%v gives %d", logs, k)
		}
	}
	for _, p := range [][]float64{nil, {0, 0}, {1, -1}, {1, math.NaN()}, {inf}} {
		if k, ok := DrawCategoricalP(s, p); ok {
			t.Errorf("%v gives %d", p, k)
		}
	}
	seen := make([]int, 7)
	for range 70000 {
		seen[DrawDiscreteUniform(s, 7)]++
	}
	counts(t, "discrete uniform", seen, []float64{1. / 7, 1. / 7, 1. / 7, 1. / 7, 1. / 7, 1. / 7, 1. / 7})
	if DrawDiscreteUniform(s, 0) != -1 {
		t.Error("there is a draw of none")
	}
}

func TestDrawPoisson(t *testing.T) {
	s := NewStream(2, 3)
	for _, rate := range []float64{0, 1e-10, 0.01, 0.7, 3, 9.99, 10.01, 25, 300} {
		cells := int(rate+12*math.Sqrt(rate)) + 20
		p, seen := make([]float64, cells+1), make([]int, cells+1)
		rest := 1.0
		for k := range cells {
			p[k] = math.Exp(-rate + float64(k)*math.Log(rate) - logFactorial(k))
			if k == 0 {
				p[k] = math.Exp(-rate)
			}
			rest -= p[k]
		}
		p[cells] = max(rest, 0)
		for range 200000 {
			seen[min(DrawPoisson(s, rate), cells)]++
		}
		counts(t, fmt.Sprintf("poisson(%v)", rate), seen, p)
	}
	// Large ones against the gamma whose tail is the poisson's.
	for _, rate := range []float64{1e5, 1e12} {
		fits(t, fmt.Sprintf("poisson(%v)", rate), drawn(20000, func() float64 { return float64(DrawPoisson(s, rate)) + s.Float64() }),
			func(x float64) float64 { return special.GammaUpperRegularized(x, rate) })
	}
	for _, rate := range []float64{1e15, 1e18} {
		fits(t, fmt.Sprintf("poisson(%v)", rate), drawn(20000, func() float64 { return (float64(DrawPoisson(s, rate)) - rate) / math.Sqrt(rate) }), special.NormalCdf)
	}
	for _, rate := range []float64{-1, math.NaN(), math.Inf(1)} {
		if k := DrawPoisson(s, rate); k != -1 {
			t.Errorf("the rate %v gives %d", rate, k)
		}
	}
}

func logFactorial(k int) float64 {
	l, _ := math.Lgamma(float64(k) + 1)
	return l
}

// binomialP are the probabilities of 0..n.
func binomialP(n int, p float64) []float64 {
	list := make([]float64, n+1)
	for k := range list {
		if p == 0 || p == 1 {
			if float64(k) == float64(n)*p {
				list[k] = 1
			}
			continue
		}
		list[k] = math.Exp(logFactorial(n) - logFactorial(k) - logFactorial(n-k) + float64(k)*math.Log(p) + float64(n-k)*math.Log1p(-p))
	}
	return list
}

func TestDrawBinomial(t *testing.T) {
	s := NewStream(2, 4)
	for _, n := range []int{0, 1, 5, 19, 30, 100, 1000} {
		for _, p := range []float64{0, 1e-12, 0.003, 0.1, 0.34, 0.5, 0.52, 0.97, 1} {
			seen := make([]int, n+1)
			for range 50000 {
				seen[DrawBinomial(s, n, p)]++
			}
			counts(t, fmt.Sprintf("binomial(%d, %v)", n, p), seen, binomialP(n, p))
		}
	}
	for _, p := range []float64{1e-4, 0.3, 0.9} {
		n := int(1e7)
		fits(t, fmt.Sprintf("binomial(%d, %v)", n, p), drawn(20000, func() float64 { return float64(DrawBinomial(s, n, p)) + s.Float64() }), func(x float64) float64 {
			// Below k the beta of the order statistics; between two k about linear.
			return 1 - special.BetaCdf(p, x, float64(n)-x+1)
		})
		n = 1 << 60
		q := 1 - p
		fits(t, fmt.Sprintf("binomial(%d, %v)", n, p), drawn(20000, func() float64 {
			return (float64(DrawBinomial(s, n, p)) - float64(n)*p) / math.Sqrt(float64(n)*p*q)
		}), special.NormalCdf)
	}
	for _, p := range []float64{-0.1, 1.1, math.NaN()} {
		if k := DrawBinomial(s, 3, p); k != -1 {
			t.Errorf("the probability %v gives %d", p, k)
		}
	}
}
