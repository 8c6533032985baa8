package run_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
)

// called compiles a model and runs a program that calls its package: the body of its
// function main, where the package is imported as model. It returns what that
// prints.
func called(t *testing.T, model, body string) string {
	t.Helper()
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	mod, sum := mpc.ModuleFiles("try", c.Package)
	imports := ""
	for _, path := range []string{"context", "encoding/json", "errors", "fmt", "math", "strings"} {
		if strings.Contains(body, filepath.Base(path)+".") {
			imports += "import \"" + path + "\"\n"
		}
	}
	files := map[string]string{"go.mod": string(mod), "go.sum": string(sum),
		"main.go": "package main\n\n" + imports + "import model \"try/" + c.Package.Name + "\"\n\nfunc main() {\n" + body + "\n}\n"}
	for _, f := range c.Package.Files {
		files[filepath.Join(c.Package.Name, f.Name)] = string(f.Source)
	}
	cmd := exec.Command("go", "run", ".")
	cmd.Dir = folder(t, files)
	cmd.Env = append(os.Environ(), "GOFLAGS="+os.Getenv("GOFLAGS")+" -mod=mod", "GOWORK=off")
	out, err := cmd.CombinedOutput()
	if err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	return string(out)
}

// A program that calls a generated package is told what is wrong with its options,
// its batches and its JSON.
func TestCallersMistakes(t *testing.T) {
	t.Parallel()
	const model = `model: callers
inputs: {w0: normal, at: "vector(2)", cov: "matrix(2, 2)", n: range, y: {type: "real[n]", missing: true}}
program: |
  w ~ w0
  v ~ mvnormal(at, covariance = cov)
  for (i in n) { y[i] ~ normal(2 * w + dot(v, [1, 1]), variance = 1) }
  u ~ normal(w, variance = 2)
  observe u * 3 > 1
shared: [w, v]
infer: [w, v, evidence]
`
	out := called(t, model, `
	data := model.Data{W0: model.NormalMeanVariance(0, 1), At: []float64{1, 2}, Cov: [][]float64{{2, 1}, {1, 2}}, N: 1, Y: []float64{1}}
	inf, err := model.New(data)
	fmt.Println(err)
	for _, o := range []model.Option{model.Iterations(-3), model.Tolerance(-1), model.Workers(0)} {
		_, err := inf.Run(context.Background(), o)
		var wrong *model.OptionError
		fmt.Println(errors.As(err, &wrong), err)
	}
	_, err = inf.Run(context.Background(), nil, model.Iterations(9), model.Tolerance(0), model.Workers(1))
	fmt.Println(err)
	v := inf.V()
	fmt.Println(len(v.Mean()), len(v.Variance()), len(v.Covariance()), v.Marginal(1).Mean() == v.Mean()[1], v.LogProb(v.Mode()) > v.LogProb([]float64{9, 9}))
	for _, term := range inf.EvidenceTerms() {
		fmt.Println(term.Line, term.Statement)
	}
	var b model.Batches
	visit := func(k int, d model.Data) {
		_, err := b.Visit(context.Background(), k, d)
		var wrong *model.InputError
		fmt.Println(errors.As(err, &wrong), err)
	}
	visit(0, data)
	other := data
	other.Y = []float64{2}
	visit(1, other)
	other.W0 = model.NormalMeanVariance(0, 2)
	visit(2, other)
	other.W0, other.Cov = data.W0, [][]float64{{3, 1}, {1, 2}}
	visit(1, other)
	fmt.Println(json.Unmarshal([]byte("{\"n\": \"ann\"}"), &data))
	fmt.Println(json.Unmarshal([]byte("{\"y\": [\"ann\"]}"), &data))
	var shared model.Shared
	saved, _ := json.Marshal(inf.Shared())
	fmt.Println(json.Unmarshal(saved, &shared))
	fields := map[string]any{}
	_ = json.Unmarshal(saved, &fields)
	fields["log_scale"] = "x"
	saved, _ = json.Marshal(fields)
	fmt.Println(json.Unmarshal(saved, &shared))`)
	want := `<nil>
true option Iterations: -3 is negative
true option Tolerance: -1 is no number of at least 0
true option Workers: 0 is not at least 1
<nil>
2 2 4 true true
`
	if !strings.HasPrefix(out, want) {
		t.Errorf("%s\nwant %s", out, want)
	}
	for _, s := range []string{"observe u * 3 > 1\n", "all messages to w\n",
		"false <nil>\nfalse <nil>\ntrue input w0: batch 2 has another value of it than the batches before",
		"true input cov: batch 1 has another value of it",
		"input n: a JSON string cannot be read as int\ninput y: a JSON string cannot be read as float64\n",
		"<nil>\ninput log_scale: a JSON string cannot be read as float64\n"} {
		if !strings.Contains(out, s) {
			t.Errorf("no %q in\n%s", s, out)
		}
	}
	for _, s := range []string{"all messages to t", "plain"} {
		if strings.Contains(out, s) {
			t.Errorf("%q in\n%s", s, out)
		}
	}
}

// A result that sets no input is an error, which says what there is.
func TestPriorsOfOtherNames(t *testing.T) {
	c, err := mpc.Compile("model.yaml", []byte(clubs), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"r.json": `{"model": "old", "posteriors": {"skill": [{"dist": "normal", "mean": 1, "variance": 2}]}}`})
	_, err = run.ReadData(c, "", nil, []string{filepath.Join(dir, "r.json")})
	if err == nil || !strings.Contains(err.Error(), "no posterior in this result has the name of an input of distribution type") {
		t.Fatalf("%v", err)
	}
}

// The elements that a program names by labels are found in the list of labels, and never
// are the first for want of a number. Precisions that overflow are no contradiction.
func TestCallersLabels(t *testing.T) {
	const model = `model: labels
algorithm: vmp
inputs: {arm: range, n: range, v: real, w: "real[n]", y: "real[n]"}
program: |
  for (k in arm) { effect[k] ~ normal(k, variance = 1) }
  x ~ normal(effect["the \"new\" drug"] - effect["old"], variance = v)
  mu ~ normal(0, variance = 1)
  for (i in n) { y[i] ~ normal(mu, variance = w[i]) }
infer: [x, mu]
`
	out := called(t, model, `
	data := model.Data{Arm: 3, V: 1}
	try := func(what string) {
		inf, err := model.New(data)
		if err == nil {
			_, err = inf.Run(context.Background())
		}
		if err != nil {
			var input *model.InputError
			var not *model.NotFiniteError
			var contradiction *model.ContradictionError
			fmt.Println(what, errors.As(err, &input), errors.As(err, &not), errors.As(err, &contradiction), err)
			return
		}
		fmt.Printf("%s %.4f\n", what, inf.X().Mean())
	}
	try("none")
	data.ArmTheNewDrug = 2
	try("half")
	data.ArmOld = 1
	try("numbers")
	data.ArmLabels = []string{"old", "other", "the \"new\" drug"}
	try("other")
	data.ArmTheNewDrug, data.ArmOld, data.Arm = 0, 0, 0
	try("labels")
	data.ArmLabels[1] = "old"
	try("twice")
	data.ArmLabels = []string{"old", "x"}
	try("unknown")
	data = model.Data{Arm: 2, V: 1, ArmTheNewDrug: 1}
	try("forced")
	data.N, data.W, data.Y = 2, []float64{1e-320, 1e-320}, []float64{1, 2}
	try("overflow")
	data.W = []float64{0, 0}
	try("points")`)
	want := `none true false false input arm_the_new_drug: the number of "the \"new\" drug" may have been left out; give arm_labels, the labels of all elements in their order
half true false false input arm_old: the number of "old" may have been left out; give arm_labels, the labels of all elements in their order
numbers 1.0000
other true false false input arm_old: is 1, but "old" is element 0 of arm_labels
labels 2.0000
twice true false false input arm_labels: has "old" twice
unknown true false false input arm_labels: has no "the \"new\" drug", which the model names
forced 1.0000
overflow false true false a message is not finite: line 7: mu at [0]
points false false true contradictory observation, its probability is zero: line 7: mu at [0]
`
	if out != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}

// Defaults of vectors and matrices: nil is the default of each element, in the size that
// the data ask for.
func TestCallersDefaults(t *testing.T) {
	t.Parallel()
	const model = `model: defaults
inputs:
  n: range
  K: range
  pp: {type: "wishart(2)", default: "wishart(df = 4, scale = [[1, 0], [0, 2]])"}
  pw: {type: "mvnormal(2)[n]", default: "mvnormal([1, 2], covariance = [[2, 1], [1, 2]])"}
  pd: {type: "dirichlet(K)[n]", default: "dirichlet([1, 3])"}
  pc: {type: "categorical(K)[n]", default: "categorical([0.25, 0.75])"}
program: |
  P ~ pp
  for (i in n) { w[i] ~ pw[i]; d[i] ~ pd[i]; c[i] ~ pc[i] }
infer: [P, w, d, c]
algorithm: vmp
`
	out := called(t, model, `
	data := model.DefaultData()
	data.N, data.K = 2, 2
	inf, err := model.New(data)
	if err == nil {
		_, err = inf.Run(context.Background())
	}
	fmt.Println(err, math.Round(inf.P().Mean()[0]), inf.W()[1].Mean(), inf.W()[0].Covariance(), inf.D()[1].Mean(), inf.C()[1].Mean())
	data.K = 3
	_, err = model.New(data)
	fmt.Println(err)`)
	if want := "<nil> 4 [1 2] [2 1 1 2] [0.25 0.75] 0.75\ninput pd: the default has the size 2, but K is 3\n"; out != want {
		t.Errorf("got\n%s\nwant\n%s", out, want)
	}
}
