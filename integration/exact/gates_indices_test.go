package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"testing"

	"mpc/codegen"
	"mpc/dist"
	"mpc/integration/agree"
	"mpc/run/interp"
)

// A gateCase is a model with gates whose posteriors are known.
type gateCase struct {
	name, model string
	data        map[string]any
	evidence    float64
	// want has, by the name of an element, its probabilities, or its mean and variance.
	want map[string][]float64
}

// summary is what a posterior says: the probability of true, the probabilities, or the
// mean and the variance.
func summary(x any) []float64 {
	switch x := x.(type) {
	case dist.Bernoulli:
		return []float64{x.P()}
	case dist.Categorical:
		return x.P(nil)
	case dist.Dirichlet:
		return []float64{x.A[1] / (x.A[0] + x.A[1])}
	case interface {
		Mean() float64
		Variance() float64
	}:
		return []float64{x.Mean(), x.Variance()}
	}
	return []float64{math.NaN()}
}

// summaries are those of all elements of a result.
func summaries(r *interp.Result) map[string][]float64 {
	out := map[string][]float64{}
	var visit func(name string, x any)
	visit = func(name string, x any) {
		if list, ok := x.([]any); ok {
			for i, e := range list {
				visit(fmt.Sprintf("%s[%d]", name, i), e)
			}
			return
		}
		out[name] = summary(x)
	}
	for _, p := range r.Posteriors {
		visit(p.Name, p.Value)
	}
	return out
}

// check interprets the model, compares what it says with what is known, and generated
// code with the interpreter.
func (x gateCase) check(t *testing.T, tolerance float64) {
	t.Helper()
	r, err := interpretTree(t, x.model, x.data)
	if err != nil {
		t.Fatalf("%s: %v", x.name, err)
	}
	if !(math.Abs(r.LogEvidence-x.evidence) <= tolerance) {
		t.Errorf("%s: log evidence %.10g, want %.10g", x.name, r.LogEvidence, x.evidence)
	}
	got := summaries(r)
	for name, want := range x.want {
		for k, w := range want {
			if len(got[name]) != len(want) || !(math.Abs(got[name][k]-w) <= tolerance*math.Max(1, math.Abs(w))) {
				t.Errorf("%s: %s is %.10g, want %.10g", x.name, name, got[name], want)
				break
			}
		}
	}
}

// generated compares generated code with the interpreter.
func generated(t *testing.T, list []gateCase) {
	var trials []*agree.Trial
	for k, x := range list {
		input, err := json.Marshal(x.data)
		if err != nil {
			t.Fatal(err)
		}
		trials = append(trials, &agree.Trial{Name: fmt.Sprintf("gates%d", k), Model: x.model, Data: string(input), Iterations: 12})
	}
	agree.All(t, trials, codegen.Options{})
}

// normalized divides weights by their sum, and returns the log of the sum.
func normalized(w []float64) ([]float64, float64) {
	total := 0.0
	for _, x := range w {
		total += x
	}
	out := make([]float64, len(w))
	for i, x := range w {
		out[i] = x / total
	}
	return out, math.Log(total)
}

// pickedCase has an element of a random array that two random indices pick. likelihood
// says how likely the data are by an element, and what its posterior then is.
func pickedCase(name, model string, data map[string]any, a, b int, prior func(i, j int) []float64, likelihood func(i, j int) (float64, []float64)) gateCase {
	x := gateCase{name: name, model: model, data: data, want: map[string][]float64{}}
	var weights []float64
	for i := range a {
		for j := range b {
			p, _ := likelihood(i, j)
			weights = append(weights, p/float64(a*b))
		}
	}
	weights, x.evidence = normalized(weights)
	z, w := make([]float64, a), make([]float64, b)
	for i := range a {
		for j := range b {
			p := weights[i*b+j]
			z[i] += p
			w[j] += p
			was := prior(i, j)
			_, is := likelihood(i, j)
			element := fmt.Sprintf("m[%d][%d]", i, j)
			mean := p*is[0] + (1-p)*was[0]
			if len(is) == 1 {
				x.want[element] = []float64{mean}
				continue
			}
			square := p*(is[1]+is[0]*is[0]) + (1-p)*(was[1]+was[0]*was[0])
			x.want[element] = []float64{mean, square - mean*mean}
		}
	}
	x.want["z"], x.want["w"] = z, w
	return x
}

// TestPickedByTwo: EP is exact where two random indices pick an element of a random
// array, whatever the family, whichever index is first: each has a gate of its own.
func TestPickedByTwo(t *testing.T) {
	density := func(x, m, v float64) float64 {
		return math.Exp(-0.5*(x-m)*(x-m)/v) / math.Sqrt(2*math.Pi*v)
	}
	// Normals: with y known, an element that is picked is between it and its prior.
	normals := func(a, b int, y, noise float64, order string) gateCase {
		model := fmt.Sprintf(`model: m
inputs: {a: range, b: range, y: real}
program: |
  z ~ discreteuniform(a)
  w ~ discreteuniform(b)
  for (i in a) { for (j in b) { m[i, j] ~ normal(3 * i + 2 * j, variance = 1) } }
  %s
infer: [z, w, m, evidence]
`, order)
		return pickedCase("normals "+order, model, map[string]any{"a": a, "b": b, "y": y}, a, b,
			func(i, j int) []float64 { return []float64{float64(3*i + 2*j), 1} },
			func(i, j int) (float64, []float64) {
				m := float64(3*i + 2*j)
				return density(y, m, 1+noise), []float64{(m + y/noise) / (1 + 1/noise), 1 / (1 + 1/noise)}
			})
	}
	// Truths that are seen to be true.
	truths := func(a, b int, order string) gateCase {
		model := fmt.Sprintf(`model: m
inputs: {a: range, b: range}
program: |
  z ~ discreteuniform(a)
  w ~ discreteuniform(b)
  for (i in a) { for (j in b) { m[i, j] ~ bernoulli(0.1 + 0.2 * i + 0.1 * j) } }
  %s
infer: [z, w, m, evidence]
`, order)
		p := func(i, j int) float64 { return 0.1 + 0.2*float64(i) + 0.1*float64(j) }
		return pickedCase("truths "+order, model, map[string]any{"a": a, "b": b}, a, b,
			func(i, j int) []float64 { return []float64{p(i, j)} },
			func(i, j int) (float64, []float64) { return p(i, j), []float64{1} })
	}
	betas := pickedCase("betas", `model: m
inputs: {a: range, b: range}
program: |
  z ~ discreteuniform(a)
  w ~ discreteuniform(b)
  for (i in a) { for (j in b) { m[i, j] ~ beta(1 + i, 2 + j) } }
  u ~ bernoulli(m[z, w])
  observe u
infer: [z, w, m, evidence]
`, map[string]any{"a": 3, "b": 3}, 3, 3,
		func(i, j int) []float64 {
			d := dist.Beta{A: float64(1 + i), B: float64(2 + j)}
			return []float64{d.Mean(), d.Variance()}
		},
		func(i, j int) (float64, []float64) {
			d, e := dist.Beta{A: float64(1 + i), B: float64(2 + j)}, dist.Beta{A: float64(2 + i), B: float64(2 + j)}
			return d.Mean(), []float64{e.Mean(), e.Variance()}
		})
	plates := pickedCase("plates", `model: m
inputs: {n: range, a: range, b: range, y: "real[n]"}
program: |
  for (k in a) { for (l in b) { m[k, l] ~ normal(10 * k + l, variance = 100) } }
  for (i in n) {
    z[i] ~ discreteuniform(a)
    w[i] ~ discreteuniform(b)
    y[i] ~ normal(m[z[i], w[i]], variance = 1)
  }
infer: [m, z, w, evidence]
`, map[string]any{"n": 1, "a": 2, "b": 3, "y": []float64{1.5}}, 2, 3,
		func(i, j int) []float64 { return []float64{float64(10*i + j), 100} },
		func(i, j int) (float64, []float64) {
			m := float64(10*i + j)
			return density(1.5, m, 101), []float64{(m/100 + 1.5) / 1.01, 1 / 1.01}
		})
	plates.want["z[0]"], plates.want["w[0]"] = plates.want["z"], plates.want["w"]
	delete(plates.want, "z")
	delete(plates.want, "w")
	list := []gateCase{
		normals(2, 2, 3, 1, "y ~ normal(m[z, w], variance = 1)"),
		normals(3, 2, 4.5, 0.25, "switch (w) { switch (z) { y ~ normal(m[z, w], variance = 0.25) } }"),
		truths(3, 3, "u = m[z, w]\n  observe u"),
		truths(2, 3, "switch (w) { switch (z) { observe m[z, w] } }"),
		truths(3, 2, "switch (z) { switch (w) { observe m[z, w] } }"),
		betas, plates,
	}
	for _, x := range list {
		x.check(t, 1e-8)
	}
	generated(t, list)
}

// TestPickedByThree: three indices of one array, and an index of a table of Dirichlet
// rows.
func TestPickedByThree(t *testing.T) {
	x := gateCase{name: "three", model: `model: m
inputs: {a: range, b: range, c: range}
program: |
  u ~ discreteuniform(a)
  v ~ discreteuniform(b)
  w ~ discreteuniform(c)
  for (i in a) { for (j in b) { for (k in c) { m[i, j, k] ~ bernoulli(0.1 + 0.2 * i + 0.05 * j + 0.1 * k) } } }
  x = m[u, v, w]
  observe x ~ bernoulli(0.8)
infer: [u, v, w, x, evidence]
`, data: map[string]any{"a": 2, "b": 3, "c": 2}, want: map[string][]float64{"u": make([]float64, 2), "v": make([]float64, 3), "w": make([]float64, 2)}}
	total, yes := 0.0, 0.0
	for i := range 2 {
		for j := range 3 {
			for k := range 2 {
				p := 0.1 + 0.2*float64(i) + 0.05*float64(j) + 0.1*float64(k)
				q := (0.8*p + 0.2*(1-p)) / 12
				total += q
				yes += 0.8 * p / 12
				x.want["u"][i] += q
				x.want["v"][j] += q
				x.want["w"][k] += q
			}
		}
	}
	for _, name := range []string{"u", "v", "w"} {
		x.want[name], x.evidence = normalized(x.want[name])
	}
	x.want["x"] = []float64{yes / total}
	x.check(t, 1e-10)
	rows := pickedCase("rows", `model: m
inputs: {x: index(c), c: range, a: range, b: range}
program: |
  z ~ discreteuniform(a)
  w ~ discreteuniform(b)
  for (i in a) { for (j in b) { m[i, j] ~ dirichlet([1.0 + i, 2.0 + j]) } }
  x ~ categorical(m[z, w])
infer: [z, w, evidence]
`, map[string]any{"a": 2, "b": 2, "c": 2, "x": 1}, 2, 2, func(i, j int) []float64 { return []float64{0} },
		func(i, j int) (float64, []float64) { return float64(2+j) / float64(3+i+j), []float64{0} })
	for i := range 2 {
		for j := range 2 {
			delete(rows.want, fmt.Sprintf("m[%d][%d]", i, j))
		}
	}
	rows.check(t, 1e-8)
	generated(t, []gateCase{x, rows})
}
