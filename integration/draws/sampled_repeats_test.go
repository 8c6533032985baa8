package draws

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/run/interp"
)

// counted are models in which statements count several times, or a part of one, of which
// a message passing algorithm is exact: of trees of discrete variables and of normals EP,
// and of one variable VMP, as what is said of it is conjugate.
var counted = []struct{ algorithm, program, infer, data string }{
	{"ep", "x ~ normal(1, variance = 2); repeat (2.5) { observe x ~ normal(3, variance = 4) }", "x", `{}`},
	{"ep", "x ~ normal(1, variance = 2); y ~ normal(2, variance = 1); repeat (n) { observe x + y ~ normal(3, variance = 4) }", "x, y", `{"n": 1.5}`},
	{"ep", "x ~ normal(1, variance = 2); repeat (n) { h ~ normal(x, variance = 0.5); observe h ~ normal(2, variance = 1) }", "x, h", `{"n": 3}`},
	{"vmp", "x ~ gamma(shape = 2, rate = 1); repeat (n) { k ~ poisson(3 * x) }", "x", `{"n": 2.5, "k": 4}`},
	{"vmp", "x ~ gamma(shape = 2, rate = 1); repeat (n) { y ~ normal(1, precision = x) }", "x", `{"n": 2.5, "y": 3}`},
	{"vmp", "x ~ inversegamma(shape = 6, rate = 2); repeat (n) { y ~ normal(1, variance = x) }", "x", `{"n": 0.5, "y": 3}`},
	{"vmp", "x ~ beta(2, 3); repeat (n) { b ~ bernoulli(x); repeat (2) { observe x ~ beta(2, 1) } }", "x", `{"n": 0.7, "b": true}`},
	{"vmp", "x ~ dirichlet([1, 2, 3]); repeat (n) { c ~ categorical(x); m ~ multinomial(3, x) }", "x", `{"n": 2.5, "c": 1, "m": [1, 0, 2]}`},
	{"vmp", "x ~ mvnormal([0, 1], precision = [[1, 0.2], [0.2, 2]]); repeat (n) { v ~ mvnormal(x, covariance = [[1, 0.5], [0.5, 1]]) }", "x", `{"n": 2.5, "v": [1, 2]}`},
	{"vmp", "x ~ wishart(df = 9, scale = [[1, 0], [0, 1]]); repeat (n) { v ~ mvnormal([0, 1], precision = x) }", "x", `{"n": 2.5, "v": [1, 2]}`},
	{"ep", "x ~ bernoulli(0.4); repeat (n) { observe x ~ bernoulli(0.3) }", "x", `{"n": 1.5}`},
	{"ep", "x ~ bernoulli(0.4); p ~ beta(2, 1); if (x) { repeat (3) { repeat (2) { h ~ bernoulli(p); observe h } } } else { repeat (2) { observe p ~ beta(1, 2) } }", "x", `{}`},
	{"ep", "x ~ categorical([0.3, 0.3, 0.4]); repeat (n) { z ~ bernoulli(0.3); u = z; switch (x) { if (u) { k ~ categorical(q[x]) } else { k ~ categorical([0.2, 0.8]) } } }", "x, z", `{"n": 3, "k": 1, "q": [[0.9, 0.1], [0.5, 0.5], [0.4, 0.6]]}`},
}

// inputsOf are the inputs that data of the models above have.
var inputsOf = map[string]string{"n": "real", "k": "int", "y": "real", "b": "bool", "c": "int", "m": "int[3]", "v": "vector(2)", "q": "vector(2)[3]"}

// TestRepeats: what is in a repeat counts so many times, and what is drawn there is as many
// copies.
func TestRepeats(t *testing.T) {
	statistical(t)
	var jobs []job
	for i, m := range counted {
		var values map[string]any
		if err := json.Unmarshal([]byte(m.data), &values); err != nil {
			t.Fatal(err)
		}
		inputs := ""
		for _, name := range []string{"n", "k", "y", "b", "c", "m", "v", "q"} {
			if x, ok := values[name]; ok {
				kind := inputsOf[name]
				if whole, _ := x.(float64); name == "n" && whole == math.Trunc(whole) {
					kind = "int"
				}
				inputs += fmt.Sprintf("  %s: %q\n", name, kind)
			}
		}
		jobs = append(jobs, job{name: fmt.Sprintf("repeat%d", i), data: m.data, burnIn: 500, samples: 5000, thin: 1, chains: 4, seed: 7,
			model: fmt.Sprintf("model: counted\nalgorithm: gibbs\ninputs:\n%sprogram: |\n  %s\ninfer: [%s]\n", inputs, m.program, m.infer)})
	}
	for i, o := range sampledRun(t, jobs) {
		if o.Error != "" {
			t.Errorf("%s: %s", counted[i].program, o.Error)
			continue
		}
		for name, want := range exactly(t, counted[i].algorithm, jobs[i]) {
			var got any
			if err := json.Unmarshal(o.Posteriors[name], &got); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			for _, wrong := range sampledCompare(name, want, got, 0.01) {
				t.Errorf("%s: %s", counted[i].program, wrong)
			}
		}
	}
}

// exactly is what another algorithm says of the model of a job, in the form of the
// published cases.
func exactly(t *testing.T, algorithm string, j job) map[string]any {
	t.Helper()
	c, err := mpc.Plan(j.name, []byte(strings.Replace(j.model, "algorithm: gibbs", "algorithm: "+algorithm, 1)))
	if err != nil {
		t.Fatalf("%s: %v", j.model, err)
	}
	set, d := data.ReadJSON("data.json", []byte(j.data), c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
	if err != nil {
		t.Fatalf("%s: %v", j.model, err)
	}
	out := map[string]any{}
	for _, p := range r.Posteriors {
		out[p.Name] = moment(t, p.Value)
	}
	return out
}

// moment is a posterior, or nested lists of them, in the form of the published cases.
func moment(t *testing.T, posterior any) any {
	t.Helper()
	switch q := posterior.(type) {
	case []any:
		out := make([]any, len(q))
		for i, x := range q {
			out[i] = moment(t, x)
		}
		return out
	case interface{ P([]float64) []float64 }:
		return map[string]any{"p": boxed(q.P(nil))}
	case interface{ P() float64 }:
		return map[string]any{"p": q.P()}
	case interface {
		Mean() float64
		Variance() float64
	}:
		return map[string]any{"mean": q.Mean(), "sd": math.Sqrt(q.Variance())}
	case interface {
		Mean() []float64
		Variance() []float64
	}:
		mean, sd := boxed(q.Mean()), boxed(q.Variance())
		for i := range sd {
			sd[i] = math.Sqrt(sd[i].(float64))
		}
		return map[string]any{"mean": mean, "sd": sd}
	}
	t.Fatalf("a posterior is %T", posterior)
	return nil
}

func boxed(x []float64) []any {
	out := make([]any, len(x))
	for i, v := range x {
		out[i] = v
	}
	return out
}

// TestRepeatedTopics: of the words of a document, some of them several times, each is of a
// topic of its own. The shares of the topics are compared with sums over all topics of all
// words.
func TestRepeatedTopics(t *testing.T) {
	alpha := []float64{0.5, 1, 2}
	phi := [][]float64{{0.7, 0.2, 0.1}, {0.1, 0.8, 0.1}, {0.3, 0.3, 0.4}}
	term, count := []int{0, 2, 1}, []int{3, 1, 2}
	var words []int
	for j, w := range term {
		for range count[j] {
			words = append(words, w)
		}
	}
	total, mean, square := 0.0, make([]float64, 3), make([]float64, 3)
	counts := make([]float64, 3)
	var visit func(rest []int, p float64)
	visit = func(rest []int, p float64) {
		if len(rest) == 0 {
			whole := 0.0
			for k, n := range counts {
				a, _ := math.Lgamma(alpha[k] + n)
				p *= math.Exp(a)
				whole += alpha[k] + n
			}
			total += p
			for k, n := range counts {
				a := alpha[k] + n
				mean[k] += p * a / whole
				square[k] += p * a * (a + 1) / (whole * (whole + 1))
			}
			return
		}
		for k := range counts {
			counts[k]++
			visit(rest[1:], p*phi[k][rest[0]])
			counts[k]--
		}
	}
	visit(words, 1)
	sd := make([]float64, 3)
	for k := range mean {
		mean[k] /= total
		sd[k] = math.Sqrt(square[k]/total - mean[k]*mean[k])
	}
	text, err := json.Marshal(map[string]any{"k": 3, "v": 3, "n": 3, "alpha": alpha, "phi": phi, "term": term, "count": count})
	if err != nil {
		t.Fatal(err)
	}
	o := sampledRun(t, []job{{name: "topics", data: string(text), burnIn: 500, samples: 20000, thin: 1, chains: 4, seed: 3, model: `model: topics
algorithm: gibbs
inputs: {k: range, v: range, n: range, alpha: vector(k), phi: "vector(v)[k]", term: "index(v)[n]", count: "int[n]"}
program: |
  theta ~ dirichlet(alpha)
  for (j in n) {
    repeat (count[j]) {
      z[j] ~ categorical(theta)
      term[j] ~ categorical(phi[z[j]])
    }
  }
infer: [theta]
`}})[0]
	if o.Error != "" {
		t.Fatal(o.Error)
	}
	var got any
	if err := json.Unmarshal(o.Posteriors["theta"], &got); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range sampledCompare("theta", map[string]any{"mean": boxed(mean), "sd": boxed(sd)}, got, 0.005) {
		t.Error(wrong)
	}
}
