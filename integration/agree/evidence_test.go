package agree

import (
	"encoding/json"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/message"
)

// TestNothingRandom: data that are impossible where a factor has no random
// variable, or an empty array of them, are a contradiction that names the line
// and the element, in the interpreter and in generated code, whether the evidence
// is asked for or not; data that are possible there are none.
func TestNothingRandom(t *testing.T) {
	const normals = "  for (i in n) { x[i] ~ normal(0, variance = 1) }\n"
	const coins = "  for (i in n) { b[i] ~ bernoulli(0.5) }\n"
	const rows = "  for (g in games) { for (i in 0..<size[g]) { b[g, i] ~ bernoulli(0.5) } }\n"
	tests := []struct {
		name, inputs, program string
		bad, good             string // data
		line                  int
		element               string
	}{
		{"bernoulli", "y: bool, p: real", "  y ~ bernoulli(p)", `{"y": true, "p": 0}`, `{"y": true, "p": 0.5}`, 5, ""},
		{"bernoulli in a plate", "n: range, y: 'bool[n]', p: real", "  for (i in n) { y[i] ~ bernoulli(p) }",
			`{"y": [false, false, true], "p": 0}`, `{"y": [false, false, false], "p": 0}`, 5, "i = 2"},
		{"bernoulli under a condition", "n: range, y: 'bool[n]', use: 'bool[n]'", "  for (i in n) { if (use[i]) { y[i] ~ bernoulli(0) } }",
			`{"y": [true, true], "use": [false, true]}`, `{"y": [true, true], "use": [false, false]}`, 5, "i = 1"},
		{"poisson", "y: int, r: real", "  y ~ poisson(r)", `{"y": 3, "r": 0}`, `{"y": 0, "r": 0}`, 5, ""},
		{"poisson of a constant", "y: int, r: real", "  rate = r * r\n  y ~ poisson(rate)", `{"y": 3, "r": 0}`, `{"y": 0, "r": 0}`, 6, ""},
		{"binomial", "y: int, p: real", "  y ~ binomial(4, p)", `{"y": 3, "p": 0}`, `{"y": 3, "p": 0.1}`, 5, ""},
		{"beta", "y: real", "  y ~ beta(2, 2)", `{"y": 1}`, `{"y": 0.9}`, 5, ""},
		{"inverse gamma", "y: real", "  y ~ inversegamma(shape = 2, rate = 1)", `{"y": 0}`, `{"y": 1}`, 5, ""},
		{"normal of variance 0", "y: real, v: real", "  y ~ normal(1, variance = v)", `{"y": 2, "v": 0}`, `{"y": 1, "v": 0}`, 5, ""},
		{"prior", "y: real, prior: normal", "  y ~ prior", `{"y": 3, "prior": {"dist": "normal", "mean": 0, "variance": 0}}`,
			`{"y": 3, "prior": {"dist": "normal", "mean": 0, "variance": 1}}`, 5, ""},
		{"sum of nothing", "n: range, y: real", normals + "  y = sum(x[i] : i in n)", `{"n": 0, "y": 1}`, `{"n": 0, "y": 0}`, 6, ""},
		{"sum of nothing or something", "n: range, y: real", normals + "  y = sum(x[i] : i in n)", `{"n": 0, "y": 1}`, `{"n": 2, "y": 1}`, 6, ""},
		{"weighted sum of nothing", "n: range, y: real, k: 'real[n]'", normals + "  y = sum(k[i] * x[i] : i in n)",
			`{"n": 0, "y": 1, "k": []}`, `{"n": 0, "y": 0, "k": []}`, 6, ""},
		{"any of nothing", "n: range", coins + "  observe any(b[i] : i in n)", `{"n": 0}`, `{"n": 1}`, 6, ""},
		{"all of nothing", "n: range", coins + "  observe !all(b[i] : i in n)", `{"n": 0}`, `{"n": 1}`, 6, ""},
		{"count of nothing", "n: range, k: int", coins + "  observe count(b[i] : i in n) == k", `{"n": 0, "k": 1}`, `{"n": 0, "k": 0}`, 6, ""},
		{"any of an empty row", "games: range, size: 'int[games]'", rows + "  for (g in games) { observe any(b[g, i] : i in 0..<size[g]) }",
			`{"size": [2, 0, 1]}`, `{"size": [2, 1, 1]}`, 6, "g = 1"},
		{"argmax of nothing", "n: range", normals + "  observe argmax(x[i] : i in n) == 0", `{"n": 0}`, `{"n": 2}`, 6, ""},
		{"argmax of nothing that is random", "n: range", normals + "  y = argmax(x[i] : i in n)", `{"n": 0}`, `{"n": 2}`, 6, ""},
		{"argmax of nothing at a datum", "n: range, k: int", normals + "  observe argmax(x[i] : i in n) == k", `{"n": 0, "k": -1}`, `{"n": 2, "k": 1}`, 6, ""},
	}
	var list []*Trial
	for i, c := range tests {
		infer := []string{"w", "w", "w", "w, evidence"}[i%4]
		m := "model: m\ninputs: {" + c.inputs + "}\nprogram: |\n  w ~ normal(0, variance = 1)\n" + c.program + "\ninfer: [" + infer + "]\n"
		list = append(list, &Trial{Name: c.name, Model: strings.ReplaceAll(m, "'", `"`), Data: c.bad, Next: c.good, Iterations: 2})
	}
	built, err := buildTrials(list, codegen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	outcomes, err := built.run(t)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range list {
		t.Run(x.Name, func(t *testing.T) {
			c, o := tests[i], outcomes[i]
			r := interpretTrial(x, built.compiled[i], c.bad)
			if r.Kind != "contradiction" || r.Line != c.line || !strings.Contains(r.Message, c.element) {
				t.Errorf("%q at line %d, want a contradiction at line %d, %s: %s", r.Kind, r.Line, c.line, c.element, r.Message)
			}
			if o.Run.Kind != r.Kind || o.Run.Line != c.line {
				t.Errorf("generated code: %q at line %d, want a contradiction at line %d: %s", o.Run.Kind, o.Run.Line, c.line, o.Run.Message)
			}
			good := interpretTrial(x, built.compiled[i], c.good)
			if good.Kind != "" || o.Next == nil {
				t.Fatalf("possible data end in %q: %s", good.Kind, good.Message)
			}
			compareRuns(t, x, "possible data", *o.Next, good)
			for _, v := range o.Variants {
				want := o.Run
				if v.Next {
					want = *o.Next
				}
				sameRuns(t, v.How, v.Got, want, v.Exact)
			}
		})
	}
}

// TestNoEvidence: where the evidence has no value Run says why and where.
func TestNoEvidence(t *testing.T) {
	tests := []struct {
		name, inputs, program, data, kind string
		line                              int
	}{
		{"a sum of nothing that is observed", "n: range, y: real", "  for (i in n) { x[i] ~ normal(0, variance = 1) }\n  y ~ normal(sum(x[i] : i in n), variance = 0)",
			`{"n": 0, "y": 1}`, "contradiction", 6},
		{"improper prior", "p: real", "  x ~ normal(0, precision = p)\n  observe x > 0", `{"p": 0}`, "improper", 5},
		{"a pole of a density", "y: real", "  y ~ gamma(shape = 0.5, rate = 1)", `{"y": 0}`, "not-finite", 5},
	}
	var list []*Trial
	for _, c := range tests {
		m := "model: m\ninputs: {" + c.inputs + "}\nprogram: |\n  w ~ normal(0, variance = 1)\n" + c.program + "\ninfer: [w, evidence]\n"
		list = append(list, &Trial{Name: c.name, Model: m, Data: c.data})
	}
	built, err := buildTrials(list, codegen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	outcomes, err := built.run(t)
	if err != nil {
		t.Fatal(err)
	}
	for i, x := range list {
		t.Run(x.Name, func(t *testing.T) {
			r, o := interpretTrial(x, built.compiled[i], x.Data), outcomes[i].Run
			if r.Kind != tests[i].kind || r.Line != tests[i].line {
				t.Errorf("interpreted: %q at line %d, want %q at line %d: %s", r.Kind, r.Line, tests[i].kind, tests[i].line, r.Message)
			}
			if o.Kind != tests[i].kind || o.Line != tests[i].line {
				t.Errorf("generated code: %q at line %d, want %q at line %d: %s", o.Kind, o.Line, tests[i].kind, tests[i].line, o.Message)
			}
		})
	}
}

// TestEntropy: an EntropyTerm adds the entropies of the marginals of a variable's
// elements, in the interpreter and in generated code; that of a point mass is 0.
func TestEntropy(t *testing.T) {
	entropies := func(c *mpc.Compilation) {
		u := c.Loops.Evidence
		u.Terms = nil
		for _, v := range c.Graph.Variables {
			u.Terms = append(u.Terms, &message.Term{Kind: message.EntropyTerm, Sign: 1, Variable: v, At: v.At})
		}
	}
	const text = "model: m\ninputs: {n: range, y: real, v: real}\nprogram: |\n  p ~ beta(2, 1)\n" +
		"  for (i in n) { x[i] ~ normal(0, variance = 4) }\n  y ~ normal(x[0], variance = v)\ninfer: [p, evidence]\n"
	list := []*Trial{{Name: "entropies", Model: text, Data: `{"n": 3, "y": 1, "v": 4}`, Next: `{"n": 3, "y": 1, "v": 0}`, Edit: entropies}}
	built, err := buildTrials(list, codegen.Options{})
	if err != nil {
		t.Fatal(err)
	}
	outcomes, err := built.run(t)
	if err != nil {
		t.Fatal(err)
	}
	entropy := func(variance float64) float64 { return math.Log(2*math.Pi*math.E*variance) / 2 }
	const ofP = 0.5 - math.Ln2 // the density of p is 2 p
	for _, c := range []struct {
		data string
		got  outcome
		want float64
	}{
		{list[0].Data, outcomes[0].Run, 2*entropy(4) + entropy(2) + ofP},
		{list[0].Next, *outcomes[0].Next, 2*entropy(4) + ofP},
	} {
		r := interpretTrial(list[0], built.compiled[0], c.data)
		compareRuns(t, list[0], c.data, c.got, r)
		var got struct {
			Evidence struct {
				Value float64 `json:"log_evidence"`
			} `json:"."`
		}
		if err := json.Unmarshal(r.Posteriors, &got); err != nil {
			t.Fatalf("%v: %s %s", err, r.Kind, r.Message)
		}
		if math.Abs(got.Evidence.Value-c.want) > 1e-13 {
			t.Errorf("%s: the entropies are %.15g, want %.15g", c.data, got.Evidence.Value, c.want)
		}
	}
}
