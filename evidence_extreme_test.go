package mpc_test

import (
	"fmt"
	"math"
	"testing"

	"mpc/codegen"
	"mpc/integration/agree"
)

// An extreme is a conjugate model whose log evidence is known for each value of its
// parameter.
type extreme struct {
	name, prior, data, given string
	algorithms               []string
	exact                    func(a float64) float64
}

// rising is log a (a+1) ... (a+n-1).
func rising(a float64, n int) float64 {
	sum := 0.0
	for i := range n {
		sum += math.Log(a + float64(i))
	}
	return sum
}

// shrunk is a log(a/(a+s)).
func shrunk(a, s float64) float64 {
	if r := s / a; r <= math.MaxFloat64 {
		return -a * math.Log1p(r)
	}
	return a * (math.Log(a) - math.Log(s))
}

// risingTo is the log of (a)_n / (a+s)^n, which stays small where a is huge.
func risingTo(a float64, n int, s float64) float64 {
	if a > 1e6 {
		sum := 0.0
		for i := range n {
			sum += math.Log1p(float64(i)/a) - math.Log1p(s/a)
		}
		return sum
	}
	return rising(a, n) - float64(n)*math.Log(a+s)
}

// extremes are models of each family that has a shape.
var extremes = []extreme{
	{"counts of a rate", "x ~ gamma(shape = a, rate = a)", "y[i] ~ poisson(x)", "[0, 1, 2]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 3) + risingTo(a, 3, 3) - math.Log(2) }},
	{"a precision", "x ~ gamma(shape = a, rate = a)", "y[i] ~ normal(0, precision = x)", "[1, 2]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 2.5) + risingTo(a, 1, 2.5) - math.Log(2*math.Pi) }},
	{"a variance", "x ~ inversegamma(shape = a, rate = a)", "y[i] ~ normal(0, variance = x)", "[1, 2]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 2.5) + risingTo(a, 1, 2.5) - math.Log(2*math.Pi) }},
	{"waiting times", "x ~ gamma(shape = a, rate = a)", "y[i] ~ exponential(rate = x)", "[1, 2, 0.5]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 3.5) + risingTo(a, 3, 3.5) }},
	{"a share", "x ~ beta(a, a)", "y[i] ~ bernoulli(x)", "[false, false, true]", []string{"ep", "vmp"},
		func(a float64) float64 { return math.Log(a/(2*a+1)) - math.Log(4) }},
	{"shares", "x ~ dirichlet([a, a, a])", "y[i] ~ categorical(x)", "[0, 0, 1]", []string{"ep", "vmp"},
		func(a float64) float64 { return math.Log(1.0/3) + math.Log((a+1)/(3*a+1)) + math.Log(a/(3*a+2)) }},
	{"a sure share", "x ~ beta(a, 1)", "y[i] ~ bernoulli(x)", "[true, true, false]", []string{"ep", "vmp"},
		func(a float64) float64 { return math.Log(a/(a+1)) + math.Log((a+1)/(a+2)) - math.Log(a+3) }},
	{"a rate of thirds", "x ~ gamma(shape = a, rate = 3 * a)", "y[i] ~ poisson(x)", "[0, 1, 2]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 1) + risingTo(a, 3, 1) - 3*math.Log(3) - math.Log(2) }},
	{"a mean", "x ~ normal(0, precision = a)", "y[i] ~ normal(x, variance = 1)", "[1]", []string{"ep", "vmp"},
		func(a float64) float64 {
			v := 1 + 1/a
			return -math.Log(2*math.Pi*v)/2 - 0.5/v
		}},
}

// TestExtremeEvidence: the log evidence of conjugate models is exact, of shapes from 1e-300
// to 1e300, in the interpreter and in generated packages.
func TestExtremeEvidence(t *testing.T) {
	var trials []*agree.Trial
	for _, x := range extremes {
		for _, algorithm := range x.algorithms {
			of := "real"
			switch x.given[1] {
			case 'f', 't':
				of = "bool"
			case '0':
				of = "int"
			}
			text := fmt.Sprintf("model: m\nalgorithm: %s\ninputs: {n: range, a: real, y: \"%s[n]\"}\nprogram: |\n  %s\n  for (i in n) { %s }\ninfer: [x, evidence]\n", algorithm, of, x.prior, x.data)
			name := x.name + " by " + algorithm
			for _, a := range []float64{1e-300, 1e-100, 1e-20, 1e-14, 1e-5, 0.3, 1, 7, 1e3, 1e8, 1e12, 1e14, 1e16, 1e20, 1e100, 1e300} {
				r, err := interpretText(t, text, fmt.Sprintf(`{"a": %g, "y": %s}`, a, x.given))
				if err != nil {
					t.Errorf("%s: a = %g: %v", name, a, err)
					continue
				}
				if got, want := *r.LogEvidence, x.exact(a); !(math.Abs(got-want) <= 1e-11*(1+math.Abs(want))) {
					t.Errorf("%s: a = %g: log evidence %v, want %v", name, a, got, want)
				}
			}
			if len(trials) == 4 {
				continue // built packages are slow
			}
			trials = append(trials, &agree.Trial{Name: name, Model: text, Data: fmt.Sprintf(`{"a": 1e-20, "y": %s}`, x.given), Next: fmt.Sprintf(`{"a": 1e16, "y": %s}`, x.given), Iterations: 3})
		}
	}
	agree.All(t, trials, codegen.Options{})
}
