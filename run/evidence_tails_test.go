package run_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/agree"
)

// A tail is a model of x ~ normal(m, variance = variance), up to shift, that data
// contradict by many log odds.
type tail struct {
	name, inputs, program, data string
	variance, shift             float64
	log                         func(x float64) float64 // density of the data at x
	other                       float64                 // log evidence of the other branch, whose prior is 0.7; 0 for none
	upTo                        float64                 // the largest |m|, 0 for all
}

func logSigmoid(x float64) float64 {
	if x > 0 {
		return -math.Log1p(math.Exp(-x))
	}
	return x - math.Log1p(math.Exp(x))
}

func logPoisson(y float64) func(x float64) float64 {
	g, _ := math.Lgamma(y + 1)
	return func(x float64) float64 { return y*x - math.Exp(x) - g }
}

// want is the log evidence by quadrature in steps of 1/100, far less than a standard
// deviation.
func (x tail) want(m float64) float64 {
	top, list := math.Inf(-1), []float64{}
	for u := m - 150; u < m+150; u += 0.01 {
		d := u - m - x.shift
		z := x.log(u) - d*d/(2*x.variance) - math.Log(2*math.Pi*x.variance)/2
		list, top = append(list, z), math.Max(top, z)
	}
	sum := 0.0
	for _, z := range list {
		sum += math.Exp(z - top)
	}
	z := top + math.Log(sum*0.01)
	if x.other != 0 {
		a, b := z+math.Log(0.3), x.other+math.Log(0.7)
		z = math.Max(a, b) + math.Log1p(math.Exp(-math.Abs(a-b)))
	}
	return z
}

func (x tail) text() string {
	return fmt.Sprintf("model: m\nalgorithm: ep\ninputs: {m: real, %s}\nprogram: |\n  %s\ninfer: [evidence]\n", x.inputs, x.program)
}

// tails are models of each factor whose messages are faint in its tails.
var tails = []tail{
	{"a truth", "b: bool", "x ~ normal(m, variance = 1); b ~ bernoulli(logit = x)", `"b": true`, 1, 0, logSigmoid, 0, 0},
	{"a truth of no chance", "b: bool", "x ~ normal(m, variance = 1); b ~ bernoulli(logit = x)", `"b": false`, 1, 0, func(x float64) float64 { return logSigmoid(-x) }, 0, 0},
	{"three truths of a hierarchy", "n: range, b: \"bool[n]\"", "u ~ normal(m, variance = 1); x ~ normal(u, variance = 1); for (i in n) { b[i] ~ bernoulli(logit = x) }", `"b": [true, true, false]`, 2, 0,
		func(x float64) float64 { return 2*logSigmoid(x) + logSigmoid(-x) }, 0, 0},
	{"two truths of a sum", "n: range, b: \"bool[n]\"", "u ~ normal(m, variance = 1); v ~ normal(1, variance = 2); x = u + v; for (i in n) { b[i] ~ bernoulli(logit = x) }", `"b": [true, true]`, 3, 1,
		func(x float64) float64 { return 2 * logSigmoid(x) }, 0, 0},
	{"in a branch", "n: range, b: \"bool[n]\"", "c ~ bernoulli(0.3)\n  if (c) { x ~ normal(m, variance = 1); for (i in n) { b[i] ~ bernoulli(logit = x) } } else { for (i in n) { b[i] ~ bernoulli(1e-30) } }", `"b": [true, true]`, 1, 0,
		func(x float64) float64 { return 2 * logSigmoid(x) }, 2 * math.Log(1e-30), 0},
	{"read in a branch", "b: bool", "x ~ normal(m, variance = 1); c ~ bernoulli(0.3)\n  if (c) { b ~ bernoulli(logit = x) } else { b ~ bernoulli(1e-30) }", `"b": true`, 1, 0, logSigmoid, math.Log(1e-30), 0},
	{"one that counts twice", "b: bool, k: int", "x ~ normal(m, variance = 1); repeat (k) { b ~ bernoulli(logit = x) }", `"b": true, "k": 2`, 1, 0,
		func(x float64) float64 { return 2 * logSigmoid(x) }, 0, 0},
	{"a count", "y: int", "x ~ normal(m, variance = 1); y ~ poisson(exp(x))", `"y": 3`, 1, 0, logPoisson(3), 0, 100},
	{"no count", "y: int", "x ~ normal(m, variance = 1); y ~ poisson(exp(x))", `"y": 0`, 1, 0, logPoisson(0), 0, 50},
	{"a large count", "y: int", "x ~ normal(m, variance = 1); y ~ poisson(exp(x))", `"y": 50`, 1, 0, logPoisson(50), 0, 50},
	{"a share", "y: int", "x ~ normal(m, variance = 1); y ~ binomial(4, logistic(x))", `"y": 2`, 1, 0,
		func(x float64) float64 { return 2*logSigmoid(x) + 2*logSigmoid(-x) + math.Log(6) }, 0, 100},
	{"a truth of a probability", "b: bool", "x ~ normal(m, variance = 1); p = logistic(x); b ~ bernoulli(p)", `"b": true`, 1, 0, logSigmoid, 0, 100},
	{"its opposite", "b: bool", "x ~ normal(m, variance = 1); p = logistic(x); b ~ bernoulli(p)", `"b": false`, 1, 0, func(x float64) float64 { return logSigmoid(-x) }, 0, 100},
	{"a variance", "y: real", "x ~ normal(m, variance = 1); y ~ normal(0, variance = exp(x))", `"y": 3`, 1, 0,
		func(x float64) float64 { return -(math.Log(2*math.Pi) + x + 9*math.Exp(-x)) / 2 }, 0, 100},
	{"a precision", "y: real", "x ~ normal(m, variance = 1); y ~ normal(0, precision = exp(x))", `"y": 3`, 1, 0,
		func(x float64) float64 { return -(math.Log(2*math.Pi) - x + 9*math.Exp(x)) / 2 }, 0, 100},
}

// TestEvidenceInTails: the log evidence of EP keeps its digits where a factor is surprised
// by many log odds, and its message is faint beside all others.
func TestEvidenceInTails(t *testing.T) {
	var trials []*agree.Trial
	for i, x := range tails {
		input := func(m float64) string { return fmt.Sprintf(`{"m": %g, %s}`, m, x.data) }
		for _, m := range []float64{-1000, -100, -50, -36, -3, 20, 50, 1000} {
			if x.upTo > 0 && math.Abs(m) > x.upTo {
				continue
			}
			r, err := interpretText(t, x.text(), input(m))
			if err != nil {
				t.Errorf("%s: m = %g: %v", x.name, m, err)
				continue
			}
			if got, want := *r.LogEvidence, x.want(m); !(math.Abs(got-want) <= 5e-3*(1+1e-3*math.Abs(want))) {
				t.Errorf("%s: m = %g: log evidence %v, want %v", x.name, m, got, want)
			}
		}
		if i == 2 || i == 4 || i == 6 || i == 10 { // built packages are slow
			trials = append(trials, &agree.Trial{Name: x.name, Model: x.text(), Data: input(-50), Next: input(50), Iterations: 5})
		}
	}
	agree.All(t, trials, codegen.Options{})
}

// TestEvidenceOfBatchesInTails: what a batch says carries its scale, which has the digits of
// the evidence up to some 30 log odds; beyond them there is none.
func TestEvidenceOfBatchesInTails(t *testing.T) {
	model := "model: m\nalgorithm: ep\ninputs: {m: real, n: range, b: \"bool[n]\"}\nshared: [x]\nprogram: |\n  x ~ normal(m, variance = 1)\n  for (i in n) { b[i] ~ bernoulli(logit = x) }\ninfer: [x, evidence]\n"
	data := `{"batches": [{"m": %g, "b": [true]}, {"m": %[1]g, "b": [true]}]}`
	if got := *runText(t, model, fmt.Sprintf(data, -25.0), true).LogEvidence; math.Abs(got+48) > 1e-2 {
		t.Errorf("log evidence %v, want -48", got)
	}
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if r, err := runFile(context.Background(), c, dataFile(t, fmt.Sprintf(data, -50.0)), nil, true); err == nil {
		t.Errorf("log evidence %v, want an error", *r.LogEvidence)
	}
}
