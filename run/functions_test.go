package run_test

import (
	"fmt"
	"math"
	"sort"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/mcmc"
	"mpc/run"
)

// interpretAsked runs a model in the interpreter, and gives what it infers by its text.
func interpretAsked(t *testing.T, text, data string) (*run.Result, error) {
	t.Helper()
	c, err := mpc.Plan("m.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	set, err := run.ReadData(c, dataFile(t, data), nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.Run(t.Context(), c, set, run.Options{Iterations: -1, Interpret: true})
	if err == nil {
		err = run.NameAnswers(c, r)
	}
	return r, err
}

// A sampleOfTwo are draws from a posterior that is known, of two numbers.
type sampleOfTwo [][2]float64

// below is the share of draws with a function of at most a value.
func (s sampleOfTwo) below(f func(a, b float64) float64, value float64) float64 {
	n := 0
	for _, x := range s {
		if f(x[0], x[1]) <= value {
			n++
		}
	}
	return float64(n) / float64(len(s))
}

// A functionOfTwo is one as a model has it, and whether it has an sd that is not made by rare values.
type functionOfTwo struct {
	text string
	of   func(a, b float64) float64
	has  bool
}

// checkFunctions compares the quantiles of functions with shares of draws, and says where a warning of moments is given that is not to be,
// or is not.
func checkFunctions(t *testing.T, r *run.Result, draws sampleOfTwo, list []functionOfTwo) {
	t.Helper()
	within := 4*math.Sqrt(0.05*0.95/float64(len(draws))) + 1e-3
	for _, f := range list {
		m, err := r.Posteriors[f.text].Marginals()
		if err != nil || len(m) != 1 {
			t.Fatalf("%s: %v", f.text, err)
		}
		for p, q := range map[float64]float64{0.05: m[0].Q05, 0.5: m[0].Q50, 0.95: m[0].Q95} {
			if got := draws.below(f.of, q); !(math.Abs(got-p) < 2*math.Sqrt(p*(1-p)/0.0475)*within) {
				t.Errorf("%s: %v of the posterior is below its quantile of %v", f.text, got, p)
			}
		}
		warned := false
		for _, d := range r.Diagnostics {
			warned = warned || d.Code == lang.CodeMoments && strings.HasPrefix(d.Message, "the mean and the sd of "+f.text+" come")
		}
		if warned == f.has {
			t.Errorf("%s: warned of moments is %v", f.text, warned)
		}
	}
}

// TestPoles: functions of two coefficients, one of which is some standard deviations from 0, where several have a pole. Quantiles are those
// of the posterior on either side of it, and a mean or an sd that a pole makes is said to be one.
func TestPoles(t *testing.T) {
	const model = `model: m
inputs: {n: range, x: "real[n]", y: "real[n]"}
program: |
  a ~ normal(0, sd = 1000)
  b ~ normal(0, sd = 1000)
  t ~ gamma(shape = 1e9, rate = 1e9)
  for (i in n) { y[i] ~ normal(a + b * x[i], precision = t) }
infer: [1 / a, b / a, 1 / (a * a), a * b, max(a, 0), abs(a), logistic(a), exp(a), a * a]
`
	// Of x = -1, 0, 1, 2 the precision of a and b is [[4, 2], [2, 6]].
	sd, share := math.Sqrt(0.3), -0.5 // of a, and how b goes with it
	rest := math.Sqrt(1.0 / 6)
	for _, z := range []float64{0.3, 1, 3, 4, 10} {
		var y []string
		for i := range 4 {
			y = append(y, fmt.Sprint(z*sd+0.7*float64(i-1)))
		}
		r, err := interpretAsked(t, model, `{"x": [-1, 0, 1, 2], "y": [`+strings.Join(y, ",")+`]}`)
		if err != nil {
			t.Fatal(err)
		}
		s := mcmc.NewStream(uint64(10*z), 0)
		draws := make(sampleOfTwo, 200000)
		for i := range draws {
			a := sd * s.Normal()
			draws[i] = [2]float64{z*sd + a, 0.7 + a*share*2/3 + rest*s.Normal()}
		}
		far := z > 6
		checkFunctions(t, r, draws, []functionOfTwo{
			{"1 / a", func(a, _ float64) float64 { return 1 / a }, far},
			{"b / a", func(a, b float64) float64 { return b / a }, far},
			{"1 / (a * a)", func(a, _ float64) float64 { return 1 / (a * a) }, far},
			{"a * b", func(a, b float64) float64 { return a * b }, true},
			{"abs(a)", func(a, _ float64) float64 { return math.Abs(a) }, true},
			{"logistic(a)", func(a, _ float64) float64 { return 1 / (1 + math.Exp(-a)) }, true},
			{"exp(a)", func(a, _ float64) float64 { return math.Exp(a) }, true},
			{"a * a", func(a, _ float64) float64 { return a * a }, true},
		})
	}
}

// TestFunctionsOfSds: functions of two standard deviations, of a hierarchy whose density of these has a closed form.
func TestFunctionsOfSds(t *testing.T) {
	const model = `model: m
inputs: {g: range, r: range, y: "real[g][r]"}
program: |
  mu ~ normal(0, sd = 10)
  tau ~ truncated(normal(0, sd = 3), 0, 1e308)
  s ~ truncated(normal(0, sd = 3), 0, 1e308)
  for (i in g) {
    u[i] ~ normal(mu, sd = tau)
    for (j in r) { y[i][j] ~ normal(u[i], sd = s) }
  }
infer: [s, tau, s / tau, tau * tau / (s * s + tau * tau), s * tau, max(s, tau), 1 / (s * s) + 1 / (tau * tau), log(s / tau), "tau < s"]
`
	const g, r = 5, 3
	s := mcmc.NewStream(3, 0)
	var rows []string
	square, sum, sums := 0.0, 0.0, 0.0 // within groups, of means, and of their squares
	for range g {
		u, row, mean := 0.5+s.Normal(), []string(nil), 0.0
		var y [r]float64
		for j := range y {
			y[j] = u + s.Normal()
			mean += y[j] / r
			row = append(row, fmt.Sprint(y[j]))
		}
		for _, x := range y {
			square += (x - mean) * (x - mean)
		}
		sum, sums = sum+mean, sums+mean*mean
		rows = append(rows, "["+strings.Join(row, ",")+"]")
	}
	result, err := interpretAsked(t, model, `{"y": [`+strings.Join(rows, ",")+`]}`)
	if err != nil {
		t.Fatal(err)
	}
	log := func(tau, s float64) float64 { // of their density by logs, mu integrated
		v := tau*tau + s*s/r
		precision := g/v + 0.01
		mean := sum / v / precision
		return -0.5*g*math.Log(v) - 0.5*math.Log(precision) - 0.5*(sums/v-mean*mean*precision) - g*(r-1)*math.Log(s) - square/(2*s*s) +
			math.Log(tau) + math.Log(s) - (tau*tau+s*s)/18
	}
	// Cells of their logs, by what is below each.
	const n, low, high, least, most = 600, -12.0, 3.0, -1.5, 2.5
	var below []float64
	all := 0.0
	at := func(i, j int, x, y float64) (tau, s float64) {
		return math.Exp(low + (float64(i)+x)*(high-low)/n), math.Exp(least + (float64(j)+y)*(most-least)/n)
	}
	for i := range n {
		for j := range n {
			all += math.Exp(log(at(i, j, 0.5, 0.5)))
			below = append(below, all)
		}
	}
	var draws sampleOfTwo
	for range 200000 {
		k := sort.SearchFloat64s(below, all*s.Float64())
		tau, sd := at(k/n, k%n, s.Float64(), s.Float64())
		draws = append(draws, [2]float64{tau, sd})
	}
	checkFunctions(t, result, draws, []functionOfTwo{
		{"s", func(_, s float64) float64 { return s }, true},
		{"tau", func(tau, _ float64) float64 { return tau }, true},
		{"s / tau", func(tau, s float64) float64 { return s / tau }, false},
		{"tau * tau / (s * s + tau * tau)", func(tau, s float64) float64 { return tau * tau / (s*s + tau*tau) }, true},
		{"s * tau", func(tau, s float64) float64 { return s * tau }, true},
		{"max(s, tau)", func(tau, s float64) float64 { return max(s, tau) }, true},
		{"1 / (s * s) + 1 / (tau * tau)", func(tau, s float64) float64 { return 1/(s*s) + 1/(tau*tau) }, false},
		{"log(s / tau)", func(tau, s float64) float64 { return math.Log(s / tau) }, true},
	})
	var p struct{ P float64 }
	if err := result.Posteriors["tau < s"].Decode(&p); err != nil {
		t.Fatal(err)
	}
	if want := draws.below(func(tau, s float64) float64 { return tau - s }, 0); math.Abs(p.P-want) > 5e-3 {
		t.Errorf("tau < s: %v, want %v", p.P, want)
	}
}

// TestNoValue: a function that has no value at a part of the posterior is an error that says so; where a condition keeps the posterior
// where it has values it has a posterior.
func TestNoValue(t *testing.T) {
	const model = `model: m
inputs: {n: range, y: "real[n]"}
program: |
  a ~ normal(0, sd = 10)
  b ~ normal(0, sd = 10)
  t ~ gamma(shape = 2, rate = 2)
  for (i in n) { y[i] ~ normal(a + b * i, precision = t) }
  CONDITION
infer: [sqrt(a - 5), log(a - 5)]
`
	const data = `{"y": [6.5, 6.7, 6.1, 7]}`
	_, err := interpretAsked(t, strings.Replace(model, "CONDITION", "", 1), data)
	if err == nil || !strings.Contains(err.Error(), "the posterior of sqrt(a - 5) was not found: it is not a number where") {
		t.Errorf("error %v", err)
	}
	for _, y := range []string{data, `{"y": [1, 1.2, 0.9, 1.4]}`} {
		r, err := interpretAsked(t, strings.Replace(model, "CONDITION", "observe a > 5", 1), y)
		if err != nil {
			t.Fatal(err)
		}
		root, _ := r.Posteriors["sqrt(a - 5)"].Marginals()
		log, _ := r.Posteriors["log(a - 5)"].Marginals()
		for p, x := range map[float64][2]float64{0.05: {root[0].Q05, log[0].Q05}, 0.5: {root[0].Q50, log[0].Q50}, 0.95: {root[0].Q95, log[0].Q95}} {
			if !(math.Abs(math.Log(x[0])*2-x[1]) < 1e-2) {
				t.Errorf("%s: quantiles of %v are %v and %v", y, p, x[0], x[1])
			}
		}
		if !(math.Abs(log[0].Mean) < 5 && log[0].SD < 3) {
			t.Errorf("%s: log(a - 5) is %v with sd %v", y, log[0].Mean, log[0].SD)
		}
	}
}
