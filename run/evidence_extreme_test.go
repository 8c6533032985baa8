package run_test

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
	other                    string // of a model in which a branch of a gate holds it: the data in the other branch
	logOther                 float64
}

// text is the model.
func (x extreme) text(algorithm string) string {
	of := "real"
	switch x.given[1] {
	case 'f', 't':
		of = "bool"
	case '0':
		of = "int"
	case '[':
		of = "vector(2)"
	}
	program := fmt.Sprintf("  %s\n  for (i in n) { %s }\ninfer: [x, evidence]\n", x.prior, x.data)
	if x.other != "" {
		program = fmt.Sprintf("  s ~ bernoulli(0.5)\n  if (s) {\n    %s\n    for (i in n) { %s }\n  } else {\n    for (i in n) { %s }\n  }\ninfer: [s, evidence]\n", x.prior, x.data, x.other)
	}
	return fmt.Sprintf("model: m\nalgorithm: %s\ninputs: {n: range, a: real, y: \"%s[n]\"}\nprogram: |\n%s", algorithm, of, program)
}

// want is the log evidence.
func (x extreme) want(a float64) float64 {
	e := x.exact(a)
	if x.other == "" {
		return e
	}
	top := math.Max(e, x.logOther)
	return top + math.Log(math.Exp(e-top)+math.Exp(x.logOther-top)) - math.Ln2
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

// wishartEvidence is that of two vectors of precision x of mean 1, by the ratio of gamma
// functions, (d-1) d/4 for d = 2 + a, and the determinants.
func wishartEvidence(a float64) float64 {
	d := 2 + a
	s00, s01, s11 := 1.25/d, 1.5/d, 5/d // the rates' increments, of rates d/2
	more := s00 + s11 + (s00*s11 - s01*s01)
	return -2*math.Log(2*math.Pi) + math.Log1p(-1/d) - d/2*math.Log1p(more) - math.Log1p(more)
}

// extremes are models of each family that has a shape.
var extremes = []extreme{
	{"counts of a rate", "x ~ gamma(shape = a, rate = a)", "y[i] ~ poisson(x)", "[0, 1, 2]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 3) + risingTo(a, 3, 3) - math.Log(2) }, "", 0},
	{"a precision", "x ~ gamma(shape = a, rate = a)", "y[i] ~ normal(0, precision = x)", "[1, 2]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 2.5) + risingTo(a, 1, 2.5) - math.Log(2*math.Pi) }, "", 0},
	{"a variance", "x ~ inversegamma(shape = a, rate = a)", "y[i] ~ normal(0, variance = x)", "[1, 2]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 2.5) + risingTo(a, 1, 2.5) - math.Log(2*math.Pi) }, "", 0},
	{"waiting times", "x ~ gamma(shape = a, rate = a)", "y[i] ~ exponential(rate = x)", "[1, 2, 0.5]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 3.5) + risingTo(a, 3, 3.5) }, "", 0},
	{"a share", "x ~ beta(a, a)", "y[i] ~ bernoulli(x)", "[false, false, true]", []string{"ep", "vmp"},
		func(a float64) float64 { return math.Log(a/(2*a+1)) - math.Log(4) }, "", 0},
	{"shares", "x ~ dirichlet([a, a, a])", "y[i] ~ categorical(x)", "[0, 0, 1]", []string{"ep", "vmp"},
		func(a float64) float64 { return math.Log(1.0/3) + math.Log((a+1)/(3*a+1)) + math.Log(a/(3*a+2)) }, "", 0},
	{"a sure share", "x ~ beta(a, 1)", "y[i] ~ bernoulli(x)", "[true, true, false]", []string{"ep", "vmp"},
		func(a float64) float64 { return math.Log(a/(a+1)) + math.Log((a+1)/(a+2)) - math.Log(a+3) }, "", 0},
	{"a rate of thirds", "x ~ gamma(shape = a, rate = 3 * a)", "y[i] ~ poisson(x)", "[0, 1, 2]", []string{"ep", "vmp"},
		func(a float64) float64 { return shrunk(a, 1) + risingTo(a, 3, 1) - 3*math.Log(3) - math.Log(2) }, "", 0},
	{"a mean", "x ~ normal(0, precision = a)", "y[i] ~ normal(x, variance = 1)", "[1]", []string{"ep", "vmp"},
		func(a float64) float64 {
			v := 1 + 1/a
			return -math.Log(2*math.Pi*v)/2 - 0.5/v
		}, "", 0},
	{"a precision matrix", "x ~ wishart(df = 2 + a, scale = [[1 / (2 + a), 0], [0, 1 / (2 + a)]])", "y[i] ~ mvnormal([0, 0], precision = x)", "[[1, 2], [0.5, -1]]", []string{"vmp"},
		wishartEvidence, "", 0},
	{"shares in a branch", "x ~ dirichlet([a, a, a])", "y[i] ~ categorical(x)", "[0, 0, 0]", []string{"vmp"},
		func(a float64) float64 {
			return math.Log(1.0/3) + math.Log((a+1)/(3*a+1)) + math.Log((a+2)/(3*a+2))
		}, "y[i] ~ categorical([0.2, 0.3, 0.5])", 3 * math.Log(0.2)},
	{"counts of a rate in a branch", "x ~ gamma(shape = a, rate = a)", "y[i] ~ poisson(x)", "[0, 0]", []string{"vmp"},
		func(a float64) float64 { return shrunk(a, 2) }, "y[i] ~ poisson(1)", -2},
	{"a share in a branch", "x ~ beta(a, a)", "y[i] ~ bernoulli(x)", "[false, false]", []string{"vmp"},
		func(a float64) float64 { return math.Log((a+1)/(2*a+1)) - math.Ln2 }, "y[i] ~ bernoulli(0.5)", -2 * math.Ln2},
}

// TestExtremeEvidence: the log evidence of conjugate models is exact, of shapes from 1e-300
// to 1e300, in the interpreter and in generated packages.
func TestExtremeEvidence(t *testing.T) {
	var trials []*agree.Trial
	for _, x := range extremes {
		for _, algorithm := range x.algorithms {
			text := x.text(algorithm)
			name := x.name + " by " + algorithm
			for _, a := range []float64{1e-300, 1e-100, 1e-20, 1e-14, 1e-5, 0.3, 1, 7, 1e3, 1e8, 1e12, 1e14, 1e16, 1e20, 1e100, 1e300} {
				r, err := interpretText(t, text, fmt.Sprintf(`{"a": %g, "y": %s}`, a, x.given))
				if err != nil {
					t.Errorf("%s: a = %g: %v", name, a, err)
					continue
				}
				if got, want := *r.LogEvidence, x.want(a); !(math.Abs(got-want) <= 1e-11*(1+math.Abs(want))) {
					t.Errorf("%s: a = %g: log evidence %v, want %v", name, a, got, want)
				}
			}
			if len(trials) >= 3 && x.name != "shares in a branch" {
				continue // built packages are slow
			}
			trials = append(trials, &agree.Trial{Name: name, Model: text, Data: fmt.Sprintf(`{"a": 1e-20, "y": %s}`, x.given), Next: fmt.Sprintf(`{"a": 1e16, "y": %s}`, x.given), Iterations: 3})
		}
	}
	agree.All(t, trials, codegen.Options{})
}
