package chains_test

import (
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"mpc/codegen/code/chains"
	"mpc/codegen/loops"
	"mpc/data"
	"mpc/deadcode"
	"mpc/depanalysis"
	"mpc/factor"
	"mpc/integration/draws"
	"mpc/lang"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/model/joint"
	"mpc/schedule"
)

// A lawful model is one of which conditionals are compared with the joint density.
type lawful struct {
	conditionals *conditional.Program
	law          func() (*law, error)
	apart        string
	mistake      func(*chains.Program) // that is made in the code; nil for none
}

func newLawful(text, values string) (*lawful, error) {
	file, d := lang.Parse("m.yaml", []byte(text))
	if d.HasErrors() {
		return nil, d
	}
	m, d := model.Check(file)
	if d.HasErrors() {
		return nil, d
	}
	for _, v := range m.Variables {
		if v.Random && !slices.Contains(m.Infer, v) {
			m.Infer = append(m.Infer, v) // so that its value is known
		}
	}
	g, d := factor.Build(m)
	if d.HasErrors() {
		return nil, d
	}
	j := joint.Build(m)
	c, d := conditional.Build(j)
	if d.HasErrors() {
		return nil, d
	}
	set, d := data.ReadJSON("d.json", []byte(values), m)
	if d.HasErrors() {
		return nil, d
	}
	x := &lawful{conditionals: c, apart: apart(j, c)}
	x.law = func() (*law, error) {
		p := message.LowerSampled(g, c)
		deps := depanalysis.Analyze(p)
		keep, _ := deadcode.Live(deps)
		s, err := schedule.Plan(deps, keep)
		if err != nil {
			return nil, err
		}
		return newLaw(j, c, loops.Build(p, deps, deadcode.Prune(deps, s)), set, 5, x.mistake)
	}
	return x, nil
}

// check compares the conditionals of a model with its joint density in a few scans, and
// returns what differs.
func (x *lawful) check(scans int) (l *law, wrong []string, err error) {
	l, err = x.law()
	for k := 0; k < scans && err == nil && len(l.wrong) == 0; k++ {
		err = l.check()
	}
	if err != nil {
		return l, nil, err
	}
	return l, l.wrong, nil
}

// lawfulTrials are random models, and the conformance cases of Gibbs sampling that are small.
func lawfulTrials(t *testing.T) []*draws.Trial {
	list := draws.RandomTrials(randomLaws)
	paths, err := filepath.Glob("../../../testdata/sampled/*.json")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no cases: %v", err)
	}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Name, Model string
			Data        json.RawMessage
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		if len(c.Data) < mostLawful {
			list = append(list, &draws.Trial{Name: c.Name, Model: c.Model, Data: string(c.Data)})
		}
	}
	return list
}

// TestLaw: what conditionals say of what they draw - natural parameters, rows and tables of
// blocks, densities of slices, moves with their derivatives - changes with the values as the
// joint density does.
func TestLaw(t *testing.T) {
	t.Parallel()
	compared, moved := map[string]int{}, map[string]int{}
	models := 0
	for _, trial := range lawfulTrials(t) {
		x, err := newLawful(trial.Model, trial.Data)
		if err != nil {
			continue // a case of an error
		}
		if x.apart != "" {
			continue
		}
		law, wrong, err := x.check(3)
		if err != nil {
			t.Logf("%s: %v", trial.Name, err) // data that contradict each other
			continue
		}
		models++
		for _, w := range wrong {
			t.Errorf("%s: %s\n%s\n%s", trial.Name, w, trial.Model, trial.Data)
		}
		for what, n := range law.compared {
			compared[what] += n
			moved[what] += law.moved[what]
		}
	}
	t.Logf("%d models: %v compared, of which %v moved", models, compared, moved)
	if models < randomLaws/2 {
		t.Errorf("only %d models were compared", models)
	}
}

// TestLawOfEach: each way of drawing keeps the law, and breaks it where one statement is
// forgotten, or one number changed, in what it says.
func TestLawOfEach(t *testing.T) {
	t.Parallel()
	for _, row := range lawfulRows {
		text := row.text()
		for _, spoilt := range []bool{false, true} {
			x, err := newLawful(text, row.data)
			if err != nil {
				t.Errorf("%v in\n%s", err, text)
				break
			}
			if spoilt && !spoil(x.conditionals, row.what) {
				t.Errorf("nothing is drawn by %s in\n%s", row.what, text)
				break
			}
			law, wrong, err := x.check(5)
			switch {
			case err != nil:
				t.Errorf("%v in\n%s", err, text)
			case spoilt && len(wrong) == 0:
				t.Errorf("%s: what is changed is not seen in\n%s", row.what, text)
			case !spoilt && (len(wrong) > 0 || law.compared[row.what] == 0):
				t.Errorf("%s: %v of %v compared in\n%s", row.what, wrong, law.compared, text)
			}
		}
	}
}

// apart says why the joint density of the model is not what its conditionals are of, or "".
func apart(j *joint.Joint, p *conditional.Program) string {
	for _, f := range p.Factors {
		if f.Latent != nil {
			return "a factor is given a variable of its own"
		}
	}
	for _, s := range j.Statements {
		if v := s.Defines(); v != nil && s.Kind == joint.Drawn && slices.ContainsFunc(s.Guards, func(g *model.Expr) bool { return g.Random }) && partly(j, v) {
			return "a branch tells whether an element is drawn or computed"
		}
	}
	return ""
}

// partly tells whether elements of a variable are drawn and others computed.
func partly(j *joint.Joint, v *model.Variable) bool {
	return slices.ContainsFunc(j.Defining(v), func(s *joint.Statement) bool { return s.Kind == joint.Defined })
}

// spoil changes what one draw says by a method, and tells whether there was one.
func spoil(p *conditional.Program, method string) bool {
	for _, d := range p.Draws {
		switch {
		case method == "scale" && d.Scale != nil:
			d.Scale.Power *= 1.1
			return true
		case method == "shift" && len(d.Shifts) > 0:
			s := d.Shifts[0]
			s.By = model.Call("*", s.By.Type, s.By, model.Number(1.01))
			return true
		case method == "rescale" && len(blockRescales(d)) > 0:
			r := d.Block.Rescales[0]
			if r.Free != nil {
				r.Power *= 1.1
				return true
			}
			r.Shape = model.Call("+", r.Shape.Type, r.Shape, model.Number(0.25))
			return true
		case method == "one block" && d.OneBlock != nil:
			d.OneBlock.Terms = d.OneBlock.Terms[1:]
			return true
		case d.Method.String() != method:
		case d.Block != nil && len(d.Block.Rows) > 0:
			r := d.Block.Rows[len(d.Block.Rows)-1]
			s := r.Slopes[0]
			s.Slope = model.Call("*", s.Slope.Type, s.Slope, model.Number(1.01))
			return true
		case d.Block != nil:
			d.Block.Tables = d.Block.Tables[:1]
			return true
		case len(d.Terms) > 1: // one statement is forgotten
			d.Terms = d.Terms[:len(d.Terms)-1]
			return true
		}
	}
	return false
}

func blockRescales(d *conditional.Draw) []*conditional.Rescale {
	if d.Block == nil {
		return nil
	}
	return d.Block.Rescales
}

// A lawfulRow is a model that has a draw by some method.
type lawfulRow struct{ what, inputs, program, data string }

func (x lawfulRow) text() string {
	return "model: m\nalgorithm: gibbs\ninputs: " + x.inputs + "\nprogram: |\n  " + x.program + "\n"
}

var lawfulRows = []lawfulRow{
	{"conjugate", `{n: range, y: "real[n]"}`, `m ~ normal(0, variance = 4)
  tau ~ gamma(shape = 2, rate = 1)
  for (i in n) { y[i] ~ normal(m, precision = tau) }`, `{"n": 3, "y": [1, 2, 4]}`},
	{"conjugate", `{n: range, k: range, y: "index(k)[n]", a: "real[k]"}`, `p ~ dirichlet(a)
  for (i in n) { y[i] ~ categorical(p) }`, `{"n": 3, "k": 2, "y": [0, 1, 1], "a": [1, 2]}`},
	{"conjugate", `{n: range, y: "vector(2)[n]"}`, `m ~ mvnormal([0, 1], covariance = [[2, 1], [1, 3]])
  w ~ wishart(df = 4, scale = [[1, 0.2], [0.2, 1]])
  for (i in n) { y[i] ~ mvnormal(m, precision = w) }`, `{"n": 2, "y": [[1, 2], [0, 3]]}`},
	{"finite", `{n: range, y: "real[n]"}`, `for (i in n) { z[i] ~ categorical([0.2, 0.3, 0.5]) }
  for (k in 0..<3) { mu[k] ~ normal(0, variance = 9) }
  for (i in n) { y[i] ~ normal(mu[z[i]], variance = 1) }`, `{"n": 4, "y": [1, -2, 4, 0]}`},
	{"finite", `{n: range, c: range, y: "int[n]"}`, `for (j in c) { r[j] ~ beta(1, 1); rate[j] ~ gamma(shape = 2, rate = 0.5); p[j] = r[j] * exp(sum(log(1 - r[k]) : k in 0..<j)) }
  total = sum(p[j] : j in c)
  for (j in c) { share[j] = p[j] / total }
  for (i in n) { z[i] ~ categorical(share); y[i] ~ poisson(rate[z[i]]) }`, `{"n": 6, "c": 4, "y": [0, 1, 9, 2, 8, 3]}`},
	{"slice", `{n: range, y: "real[n]"}`, `m ~ normal(0, variance = 4)
  for (i in n) { y[i] ~ normal(exp(m) - m, variance = 1) }`, `{"n": 2, "y": [1, 2]}`},
	{"slice", `{n: range, y: "int[n][2]"}`, `a ~ uniform(0, 1)
  b ~ uniform(0, 1)
  e[0, 0] = a * a
  e[0, 1] = 1 - a * a
  e[1, 0] = exp(-b)
  e[1, 1] = 1 - exp(-b)
  for (i in n) { z[i] ~ categorical([0.3, 0.7]); y[i] ~ multinomial(3, e[z[i]]) }`, `{"n": 3, "y": [[1, 2], [3, 0], [0, 3]]}`},
	// A row of probabilities that are drawn, among others, and counts in another order than theirs.
	{"conjugate", `{n: range, y: "int[n][3]"}`, `a ~ dirichlet([1, 2])
  b ~ dirichlet([1, 1, 2])
  e[0, 0] = a[1]
  e[0, 1] = 0
  e[0, 2] = a[0]
  for (k in 0..<3) { e[1, k] = b[k] }
  p ~ dirichlet([2, 3])
  for (i in n) { z[i] ~ categorical(p); y[i] ~ multinomial(3, e[z[i]]) }`, `{"n": 3, "y": [[1, 0, 2], [3, 0, 0], [0, 1, 2]]}`},
	{"adaptive_rejection", `{n: range, y: "bool[n]", x: "real[n]"}`, `m ~ normal(0, variance = 4)
  for (i in n) { y[i] ~ bernoulli(logistic(m * x[i])) }
methods: {m: adaptive_rejection}`, `{"n": 3, "y": [true, false, true], "x": [1, 2, -1]}`},
	{"joint", `{n: range, k: range, g: "index(k)[n]", y: "real[n]", x: "real[n]"}`, `m ~ normal(0, variance = 4)
  for (j in k) { a[j] ~ normal(m, variance = 2); b[j] ~ normal(0, variance = 1) }
  for (i in n) { y[i] ~ normal(a[g[i]] + b[g[i]] * x[i], variance = 1) }`, `{"n": 4, "k": 2, "g": [0, 1, 1, 0], "y": [1, -2, 4, 0], "x": [1, 2, 3, 4]}`},
	{"joint", `{n: range, k: range, g: "index(k)[n]", y: "real[n]", x: "real[n]"}`, `b ~ normal(0, variance = 1)
  m ~ mvnormal([0, 1], covariance = [[2, 1], [1, 3]])
  w ~ wishart(df = 4, scale = [[1, 0.2], [0.2, 1]])
  for (j in k) { a[j] ~ mvnormal(m, precision = w) }
  for (i in n) { y[i] ~ normal(a[g[i], 0] + a[g[i], 1] * x[i] + b, variance = 1) }`, `{"n": 4, "k": 2, "g": [0, 1, 1, 0], "y": [1, -2, 4, 0], "x": [1, 2, 3, 4]}`},
	{"joint", `{n: range, k: range, g: "index(k)[n]", y: "real[n]", x: "real[n]"}`, `b ~ normal(0, variance = 1)
  c ~ normal(0, variance = 1)
  w ~ wishart(df = 4, scale = [[1, 0.2], [0.2, 1]])
  for (j in k) { a[j] ~ mvnormal([b, c], precision = w) }
  for (i in n) { y[i] ~ normal(2 * a[g[i], 0] + a[g[i], 1] * x[i], variance = 1) }`, `{"n": 4, "k": 2, "g": [0, 1, 1, 0], "y": [1, -2, 4, 0], "x": [1, 2, 3, 4]}`},
	{"joint", `{n: range, y: "real[n]"}`, `z[0] ~ bernoulli(0.3)
  for (t in 1..<n) { if (z[t-1]) { z[t] ~ bernoulli(0.8) } else { z[t] ~ bernoulli(0.1) } }
  for (t in n) { if (z[t]) { y[t] ~ normal(1, variance = 9) } else { y[t] ~ normal(-1, variance = 16) } }`, `{"n": 4, "y": [1, -2, 4, 0]}`},
	{"rescale", `{n: range, y: "real[n]"}`, `m ~ normal(0, variance = 1)
  t ~ gamma(shape = 1, rate = 1)
  for (i in n) { x[i] ~ normal(m, precision = 2 * t); y[i] ~ normal(x[i], variance = 1) }`, `{"n": 3, "y": [1, 4, 9]}`},
	{"rescale", `{n: range, y: "real[n]"}`, `m ~ normal(0, variance = 1)
  t ~ inversegamma(shape = 1, rate = 1)
  for (i in n) { x[i] ~ normal(m, variance = 2 * t); y[i] ~ normal(x[i], variance = 1) }`, `{"n": 3, "y": [1, 4, 9]}`},
	{"slice", `{n: range, y: "real[n]"}`, `for (i in n) { z[i] ~ bernoulli(0.3) }
  a ~ normal(0, variance = 9)
  c ~ gamma(shape = 2, rate = 1)
  for (i in n) { if (z[i]) { y[i] ~ normal(a, precision = c) } else { y[i] ~ normal(a * a, precision = c) } }
methods: {z: summed}`, `{"n": 3, "y": [1, -2, 4]}`},
	{"simplex", `{n: range, y: "int[n]", z: "int[n]"}`, `p ~ dirichlet([1, 2, 0.5])
  q ~ dirichlet([2, 3])
  for (i in n) { y[i] ~ poisson(3 * p[0] + q[1] * p[2]); z[i] ~ binomial(5, p[0] * q[0] + p[1] * q[1]) }`, `{"n": 4, "y": [1, 0, 4, 2], "z": [2, 3, 1, 2]}`},
	{"elliptical", `{n: range, y: "int[n]"}`, `m ~ mvnormal([0, 1], covariance = [[2, 1], [1, 3]])
  for (i in n) { y[i] ~ poisson(exp(m[0] - m[1] / 2)) }`, `{"n": 3, "y": [1, 0, 4]}`},
	{"rescale", `{n: range, u: real, y: "real[n]"}`, `m ~ normal(0, variance = 1)
  s ~ uniform(0, u)
  for (i in n) { x[i] ~ normal(m, sd = s); y[i] ~ normal(x[i], variance = 1) }`, `{"n": 3, "u": 5, "y": [1, 4, 9]}`},
	{"shift", `{k: range, x: "real[k]", y: "int[k]"}`, `m ~ normal(0, variance = 4)
  for (j in k) { a[j] ~ normal(0.2 + m * x[j], variance = 0.5); y[j] ~ poisson(exp(a[j])) }`, `{"k": 3, "x": [1, 0.5, -1], "y": [1, 4, 2]}`},
	{"shift", `{k: range, n: range, x: "real[n]", s: "real[k]", y: "int[k, n]"}`, `m ~ uniform(-2, 2)
  b ~ normal(0, variance = 1)
  for (j in k) { a[j] ~ normal(0, variance = 0.5); for (i in n) { y[j, i] ~ poisson(exp(m * s[j] + a[j] + b * x[i])) } }`, `{"k": 2, "n": 2, "x": [1, -1], "s": [1, 0.5], "y": [[1, 4], [2, 0]]}`},
	{"slice", `{k: range, d: "normal[k]", y: "int[k]"}`, `m ~ normal(0, variance = 4)
  for (j in k) { a[j] ~ d[j]; y[j] ~ poisson(exp(a[j]) + exp(m)) }`, `{"k": 2, "d": [{"dist": "normal", "mean": 0, "variance": 1}, {"dist": "normal", "mean": 1, "variance": 2}], "y": [1, 4]}`},
	{"scale", `{k: range, y: "int[k]"}`, `m ~ normal(0, variance = 100)
  s ~ halfcauchy(scale = 2)
  for (j in k) { a[j] ~ normal(m, sd = s); y[j] ~ poisson(exp(a[j])) }`, `{"k": 3, "y": [1, 4, 9]}`},
	{"scale", `{k: range, y: "int[k]"}`, `m ~ normal(0, variance = 100)
  tau ~ gamma(shape = 1, rate = 1)
  for (j in k) { a[j] ~ normal(m, precision = tau); y[j] ~ poisson(exp(a[j])) }`, `{"k": 3, "y": [1, 4, 9]}`},
	{"one block", `{k: range, x: "real[k]", y: "int[k]"}`, `m ~ normal(0, variance = 4)
  tau ~ gamma(shape = 2, rate = 1)
  for (j in k) { a[j] ~ normal(sum(0.5 * a[i] : i in 0..<j), precision = tau); y[j] ~ poisson(exp(a[j] + m * x[j])) }`, `{"k": 3, "x": [1, 2, -1], "y": [1, 4, 9]}`},
}
