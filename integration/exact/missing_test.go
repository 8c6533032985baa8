package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen/loops"
	"mpc/data"
	"mpc/dist"
	"mpc/engine"
	"mpc/model"
	"mpc/run"
	"mpc/run/interp"
)

// planned compiles a model with its data and interprets it.
func planned(t *testing.T, text, values string) map[string]any {
	t.Helper()
	c, err := mpc.Plan("model.yaml", []byte(text))
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	set, d := data.ReadJSON("data.json", []byte(values), c.Model)
	if d.HasErrors() {
		t.Fatalf("%v\n%s", d, text)
	}
	r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
	if err != nil {
		t.Fatalf("%v\n%s", err, text)
	}
	if !r.Converged {
		t.Errorf("not converged\n%s", text)
	}
	out := map[string]any{}
	for _, p := range r.Posteriors {
		out[p.Name] = p.Value
		if q, ok := p.Quantiles.(engine.Quantiles); ok {
			out[p.Name+" quantiles"] = [3]float64{q.Q05, q.Q50, q.Q95}
		}
	}
	if r.HasEvidence {
		out["evidence"] = r.LogEvidence
	}
	return out
}

// normals compares a posterior with a mean and a variance.
func normals(t *testing.T, name string, got any, mean, variance, tolerance float64) {
	t.Helper()
	q, ok := got.(dist.Normal)
	if !ok {
		t.Errorf("%s is %v, no normal", name, got)
		return
	}
	if !(math.Abs(q.Mean()-mean) <= tolerance*math.Max(math.Abs(mean), math.Sqrt(variance))) || !(math.Abs(q.Variance()-variance) <= tolerance*variance) {
		t.Errorf("%s has mean %.12g and variance %.12g, want %.12g and %.12g", name, q.Mean(), q.Variance(), mean, variance)
	}
}

const responses = `model: responses
algorithm: %s
inputs:
  n: range
  x: real[n]
  y: %s
program: |
  a ~ normal(0, variance = 10)
  b ~ normal(0, variance = 10)
  t ~ gamma(shape = 2, rate = 2)
  for (i in n) { y[i] ~ normal(a + b * x[i], precision = t) }
infer: [a, b, t, evidence]
iterate: {max: 1000, tolerance: 1e-12}
`

// TestMissingResponses: rows without response tell nothing, whatever the
// algorithm. All may lack one.
func TestMissingResponses(t *testing.T) {
	for _, algorithm := range []string{"ep", "vmp"} {
		some := fmt.Sprintf(responses, algorithm, `{type: "real[n]", missing: true}`)
		all := fmt.Sprintf(responses, algorithm, "real[n]")
		for _, rows := range [][2]string{
			{`{"x": [1, 2, 3, 4, 5.5], "y": [1.5, null, 3.25, 3.5, null]}`, `{"x": [1, 3, 4], "y": [1.5, 3.25, 3.5]}`},
			{`{"x": [1, 2], "y": [1.5, 2]}`, `{"x": [1, 2], "y": [1.5, 2]}`},
			{`{"x": [1, 2], "y": [null, null]}`, `{"n": 0, "x": [], "y": []}`},
		} {
			got, want := planned(t, some, rows[0]), planned(t, all, rows[1])
			for name, w := range want {
				if g := got[name]; fmt.Sprint(g) != fmt.Sprint(w) {
					a, _ := json.Marshal(g)
					b, _ := json.Marshal(w)
					t.Errorf("%s, %s: %s is %s, without the rows %s", algorithm, rows[0], name, a, b)
				}
			}
		}
	}
}

// TestMissingRegressorKnownSlope: one value lacks, and its response tells of it.
func TestMissingRegressorKnownSlope(t *testing.T) {
	for _, algorithm := range []string{"ep", "vmp"} {
		got := planned(t, fmt.Sprintf(`model: slope
algorithm: %s
inputs:
  n: range
  x: {type: "real[n]", missing: true}
  y: real[n]
program: |
  for (i in n) { x[i] ~ normal(0.5, variance = 2); y[i] ~ normal(1 + 3 * x[i], variance = 0.25) }
infer: [x, evidence]
`, algorithm), `{"x": [null, 1.25], "y": [7, 4.5]}`)
		x := got["x"].([]any)
		precision := 1/2.0 + 9/0.25
		normals(t, "x[0]", x[0], (0.5/2+3*(7-1)/0.25)/precision, 1/precision, 1e-12)
		if !x[1].(dist.Normal).IsPoint() || x[1].(dist.Normal).Mean() != 1.25 {
			t.Errorf("x[1], which is given, is %v", x[1])
		}
		want := logNormal(1.25, 0.5, 2) + logNormal(4.5, 1+3*1.25, 0.25) + logNormal(7, 1+3*0.5, 0.25+9*2)
		if e := got["evidence"].(float64); math.Abs(e-want) > 1e-10 {
			t.Errorf("%s: log evidence %.12g, want %.12g", algorithm, e, want)
		}
	}
}

func logNormal(x, mean, variance float64) float64 {
	return -0.5*math.Log(2*math.Pi*variance) - (x-mean)*(x-mean)/(2*variance)
}

const regressor = `model: regressor
algorithm: %s
inputs:
  n: range
  x: {type: "real[n]", missing: true}
  y: real[n]
program: |
  b ~ normal(1, variance = 4)
  for (i in n) { x[i] ~ normal(0.5, variance = 2); y[i] ~ normal(b * x[i], variance = 0.5) }
infer: [b, x]
iterate: {max: 1000, tolerance: 1e-13}
`

// TestMissingRegressorEP: with one row of unknown regressor the factor of the
// product is the only one that is no normal, and EP is exact: quadrature over the
// slope says the moments.
func TestMissingRegressorEP(t *testing.T) {
	got := planned(t, fmt.Sprintf(regressor, "ep"), `{"x": [1.5, null, -0.75], "y": [2.25, 1.5, -1]}`)
	var z, m1, m2, x1, x2 float64
	const steps = 40001
	for k := range steps {
		b := 1 + 24*(float64(k)/(steps-1)-0.5)
		w := math.Exp(logNormal(b, 1, 4) + logNormal(2.25, b*1.5, 0.5) + logNormal(-1, b*-0.75, 0.5) + logNormal(1.5, b*0.5, b*b*2+0.5))
		precision := 1/2.0 + b*b/0.5
		mean := (0.5/2 + b*1.5/0.5) / precision
		z, m1, m2 = z+w, m1+w*b, m2+w*b*b
		x1, x2 = x1+w*mean, x2+w*(mean*mean+1/precision)
	}
	m1, m2, x1, x2 = m1/z, m2/z, x1/z, x2/z
	normals(t, "b", got["b"], m1, m2-m1*m1, 1e-9)
	normals(t, "x[1]", got["x"].([]any)[1], x1, x2-x1*x1, 1e-9)
}

// TestMissingRegressorVMP: the fixed point of independent normals.
func TestMissingRegressorVMP(t *testing.T) {
	got := planned(t, fmt.Sprintf(regressor, "vmp"), `{"x": [1.5, null, -0.75], "y": [2.25, 1.5, -1]}`)
	b, vb, x, vx := 1.0, 4.0, 0.5, 2.0
	for range 10000 {
		vx = 1 / (1/2.0 + (b*b+vb)/0.5)
		x = vx * (0.5/2 + b*1.5/0.5)
		vb = 1 / (1/4.0 + (1.5*1.5+0.75*0.75+x*x+vx)/0.5)
		b = vb * (1/4.0 + (1.5*2.25+0.75+x*1.5)/0.5)
	}
	normals(t, "b", got["b"], b, vb, 1e-9)
	normals(t, "x[1]", got["x"].([]any)[1], x, vx, 1e-9)
}

// TestMissingSeries: an autoregressive series with gaps, its coefficients known, is
// a chain: the conditional normals of the gaps.
func TestMissingSeries(t *testing.T) {
	got := planned(t, `model: series
inputs:
  T: range
  y: {type: "real[T]", missing: true}
program: |
  y[0] ~ normal(0, variance = 4)
  for (t in 1..<T) { y[t] ~ normal(0.5 * y[t-1] + 1, variance = 0.75) }
infer: [y]
`, `{"y": [null, 2.5, null, 1, null]}`)
	y := got["y"].([]any)
	p := 1/4.0 + 0.25/0.75
	normals(t, "y[0]", y[0], 0.5*(2.5-1)/0.75/p, 1/p, 1e-12)
	p = 1/0.75 + 0.25/0.75
	normals(t, "y[2]", y[2], (0.5*2.5+1)/0.75/p, 1/p, 1e-12)
	normals(t, "y[4]", y[4], 0.5*1+1, 0.75, 1e-12)
}

// TestMissingSums: a sum of given and missing terms.
func TestMissingSums(t *testing.T) {
	got := planned(t, `model: sums
inputs:
  n: range
  k: range
  w: real[k]
  x: {type: "real[n,k]", missing: true}
  y: real[n]
program: |
  for (i in n) {
    for (j in k) { x[i,j] ~ normal(0, variance = 1) }
    y[i] ~ normal(sum(w[j] * x[i,j] : j in k), variance = 0.5)
  }
infer: [x, evidence]
`, `{"w": [1, 2, -1], "x": [[0.5, null, null], [0.25, 0.5, 1]], "y": [3, 0.5]}`)
	x := got["x"].([]any)[0].([]any)
	// y - 0.5 is 2 x1 - x2 and noise, of variance 4 + 1 + 0.5.
	normals(t, "x[0][1]", x[1], 2*2.5/5.5, 1-4/5.5, 1e-10)
	normals(t, "x[0][2]", x[2], -2.5/5.5, 1-1/5.5, 1e-10)
	want := logNormal(3, 0.5, 5.5) + logNormal(0.5, 0.25, 0.5)
	for _, v := range []float64{0.5, 0.25, 0.5, 1} {
		want += logNormal(v, 0, 1)
	}
	if e := got["evidence"].(float64); math.Abs(e-want) > 1e-10 {
		t.Errorf("log evidence %.12g, want %.12g", e, want)
	}
}

// TestMissingTruths: truths and counts that lack.
func TestMissingTruths(t *testing.T) {
	got := planned(t, `model: truths
inputs:
  n: range
  y: {type: "bool[n]", missing: true}
  k: {type: "int[n]", missing: true}
program: |
  p ~ beta(1, 1)
  r ~ gamma(shape = 2, rate = 1)
  for (i in n) { y[i] ~ bernoulli(p); k[i] ~ poisson(r) }
infer: [p, y, r]
`, `{"y": [true, null, true, false], "k": [3, null, null, 1]}`)
	if p := got["p"].(dist.Beta); p.A != 3 || p.B != 2 {
		t.Errorf("p is %v", p)
	}
	if r := got["r"].(dist.Gamma); r.Shape != 6 || r.Rate != 3 {
		t.Errorf("r is %v", r)
	}
	for i, want := range []float64{1, 0.6, 1, 0} {
		if y := got["y"].([]any)[i].(dist.Bernoulli); math.Abs(y.P()-want) > 1e-12 || y.IsPoint() != (i != 1) {
			t.Errorf("y[%d] is %v, want %v", i, y, want)
		}
	}
}

// TestMissingInBranches: an entry that is defined in the branches of gates, where it
// is there and where it is absent.
func TestMissingInBranches(t *testing.T) {
	got := planned(t, `model: branches
inputs:
  n: range
  y: {type: "bool[n]", missing: true}
program: |
  a ~ bernoulli(0.7)
  b ~ bernoulli(0.5)
  if (a) {
    if (b) { for (i in n) { y[i] ~ bernoulli(0.2) } } else { for (i in n) { y[i] ~ bernoulli(0.4) } }
  } else { for (i in n) { y[i] ~ bernoulli(0.9) } }
infer: [a, y]
`, `{"y": [true, null]}`)
	// Of a and b: 0.7*0.5*0.2, 0.7*0.5*0.4, 0.3*0.9.
	if a := got["a"].(dist.Bernoulli); math.Abs(a.P()-0.21/0.48) > 1e-12 {
		t.Errorf("a is %v", a)
	}
	for i, want := range []float64{1, (0.07*0.2 + 0.14*0.4 + 0.27*0.9) / 0.48} {
		if y := got["y"].([]any)[i].(dist.Bernoulli); math.Abs(y.P()-want) > 1e-12 || y.IsPoint() != (i == 0) {
			t.Errorf("y[%d] is %v, want %v", i, y, want)
		}
	}
}

// TestMissingCSV: empty cells and NA lack.
func TestMissingCSV(t *testing.T) {
	c, err := mpc.Plan("model.yaml", []byte(fmt.Sprintf(responses, "ep", `{type: "real[n]", missing: true}`)))
	if err != nil {
		t.Fatal(err)
	}
	want, d := data.ReadJSON("data.json", []byte(`{"n": 4, "x": [1, 2, 3, 4], "y": [0.5, null, 1.5, null]}`), c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	for _, text := range []string{"x,y\n1,0.5\n2,\n3,1.5\n4,NA\n", "n,x,y\n3,4,NA\n1,2,\n0,1,0.5\n2,3,1.5\n"} {
		path := filepath.Join(t.TempDir(), "data.csv")
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
		got, err := run.ReadData(c, path, nil, nil)
		if err != nil {
			t.Errorf("%v\n%s", err, text)
			continue
		}
		a, _ := got.JSON()
		b, _ := want.JSON()
		if string(a) != string(b) {
			t.Errorf("%s\nis read as %s, want %s", text, a, b)
		}
	}
}

// TestNothingMissing: while no entry is missing, what is stored and computed is
// what the model without the key stores and computes.
func TestNothingMissing(t *testing.T) {
	for _, x := range missingModels {
		built := func(text string) *loops.Program {
			c, err := mpc.Plan("model.yaml", []byte(text))
			if err != nil {
				t.Fatal(err)
			}
			return loops.Build(c.Program, c.Deps, c.Schedule)
		}
		// What is asked for of the inputs has no counterpart.
		lines := strings.Split(x.Model, "\n")
		infer := slices.IndexFunc(lines, func(s string) bool { return strings.HasPrefix(s, "infer:") })
		program, err := mpc.Plan("model.yaml", []byte(x.Model))
		if err != nil {
			t.Fatal(err)
		}
		if slices.ContainsFunc(program.Model.Variables, func(v *model.Variable) bool { return v.Data != nil }) {
			continue // what an input selects is a gate, whether entries are missing or not
		}
		var names []string
		for _, v := range program.Model.Infer {
			if v.Input == nil {
				names = append(names, v.Name)
			}
		}
		lines[infer] = "infer: [" + strings.Join(names, ", ") + "]"
		if !slices.ContainsFunc(lines, func(s string) bool { return strings.HasPrefix(s, "blocks:") }) {
			lines = append(lines, "blocks: []") // missing entries that are read are passed messages in any case
		}
		text := strings.Join(lines, "\n")
		plain := text
		for _, kind := range []string{"real[n]", "real[n,k]", "bool[n]", "int[n]", "index(n)[n]", "real[T]", "real[T][n[T]]"} {
			plain = strings.ReplaceAll(plain, `{type: "`+kind+`", missing: true}`, kind)
		}
		plain = strings.ReplaceAll(strings.ReplaceAll(plain, "{type: real, missing: true}", "real"), "{type: bool, missing: true}", "bool")
		got, want := tables(built(text)), tables(built(plain))
		if !slices.Equal(got, want) {
			t.Errorf("%s: tables that have elements:\n%s\nwithout missing entries:\n%s", x.Name, strings.Join(got, "\n"), strings.Join(want, "\n"))
		}
	}
}

// tables lists the stored tables that have elements while nothing is missing: of
// single values those alone that are about no missing one.
func tables(p *loops.Program) []string {
	var list []string
	for _, x := range p.Tables {
		if x.Local || x.Variable == nil || x.Variable.Source != nil && x.Variable.Source.Input != nil {
			continue
		}
		size := ""
		empty := false
		for k, d := range x.Dims {
			if n, _ := d.Where(); k == 0 && n != nil {
				empty = true
			}
			size += "[" + d.String() + "]"
		}
		if size != "" && !empty {
			list = append(list, fmt.Sprintf("%s %s%s", x.Role, x.Variable.Family, size))
		}
	}
	slices.Sort(list)
	return list
}
