package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/run"
)

const cycling = `model: cycling
inputs: {n: range, x: "real[n]"}
program: |
  mu ~ normal(0, variance = 100)
  tau ~ gamma(shape = 1, rate = 1)
  for (i in n) { x[i] ~ normal(mu, precision = tau) }
infer: [mu, tau, evidence]
shared: [mu, tau]
`

const cyclingBatches = `{"batches": [{"x": [1, 2, 3]}, {"x": [4, 5]}, {"x": [10, 11, 12, 13]}]}`

// Visits that run in a cycle are an error, or after few passes a warning.
func TestBatchesDiverge(t *testing.T) {
	t.Parallel()
	c, err := mpc.Compile("model.yaml", []byte(cycling), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{"data.json": cyclingBatches, "few.json": strings.Replace(cyclingBatches, "]}]}", "]}], \"passes\": 12}", 1)})
	_, err = runFile(context.Background(), c, filepath.Join(dir, "data.json"), nil, true)
	var d lang.Diagnostics
	if !errors.As(err, &d) || d[0].Code != "divergence" || !strings.Contains(d[0].Hint, "damping") {
		t.Errorf("%v, not a divergence", err)
	}
	r, err := runFile(context.Background(), c, filepath.Join(dir, "few.json"), nil, true)
	if err != nil {
		t.Fatal(err)
	}
	if r.Converged || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "it does not shrink; add damping") {
		t.Errorf("12 passes: converged %v, %q", r.Converged, r.Warnings)
	}
}

// Visiting batches in turn gives what a run on all data gives: posteriors and
// evidence.
func TestBatchesEqualOneRun(t *testing.T) {
	for _, m := range batchModels {
		t.Run(m.name, func(t *testing.T) {
			t.Parallel()
			want := runText(t, m.model, m.once, true)
			for _, interpret := range []bool{true, false} {
				if !interpret && !m.builds {
					continue
				}
				got := runText(t, m.model, m.batches, interpret)
				for _, d := range apart(decoded(t, got), decoded(t, want), 1e-9, "") {
					t.Error(d)
				}
				if math.Abs(*got.LogEvidence-*want.LogEvidence) > 1e-9 {
					t.Errorf("evidence %v, not %v", *got.LogEvidence, *want.LogEvidence)
				}
				if !got.Converged || len(got.Warnings) > 0 {
					t.Errorf("converged %v, warnings %q", got.Converged, got.Warnings)
				}
			}
		})
	}
}

// The published cases in batches have their known answers.
func TestBatchCases(t *testing.T) {
	paths, err := filepath.Glob("../testdata/batches/*.json")
	if err != nil || len(paths) < 5 {
		t.Fatalf("%d cases, %v", len(paths), err)
	}
	for _, path := range paths {
		text, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var c struct {
			Name, Model string
			Data        json.RawMessage
			Expect      map[string]any
			Evidence    float64
			Tolerance   float64
		}
		if err := json.Unmarshal(text, &c); err != nil {
			t.Fatal(err)
		}
		t.Run(c.Name, func(t *testing.T) {
			t.Parallel()
			got := runText(t, c.Model, string(c.Data), true)
			for _, d := range apart(decoded(t, got), any(c.Expect), c.Tolerance, "") {
				t.Error(d)
			}
			if math.Abs(*got.LogEvidence-c.Evidence) > c.Tolerance*math.Abs(c.Evidence) {
				t.Errorf("evidence %v, not %v", *got.LogEvidence, c.Evidence)
			}
		})
	}
}

const clubs = `model: clubs
inputs: {player: range, game: range, winner: "index(player)[game]", loser: "index(player)[game]", prior: normal}
program: |
  for (p in player) { skill[p] ~ prior }
  for (g in game) { observe skill[winner[g]] > skill[loser[g]] }
infer: [skill]
shared: [skill]
iterate: {max: 500, tolerance: 1e-12}
`

// A folder has a batch for each file and folder. Labels are of all batches: each
// names players that others do not.
func TestBatchesOfAFolder(t *testing.T) {
	c, err := mpc.Compile("model.yaml", []byte(clubs), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{
		"1.csv":        "winner,loser\nann,bob\nbob,cid\n",
		"2/games.csv":  "winner,loser\ndan,ann\n",
		"3.json":       `{"winner": ["dan"], "loser": ["cid"]}`,
		"notes.txt":    "no data",
		".hidden.json": "{}",
	})
	set := []string{`prior={"dist": "normal", "mean": 25, "variance": 64}`}
	b, err := run.ReadBatches(c, dir, 0, set, nil)
	if err != nil {
		t.Fatal(err)
	}
	got, err := run.RunBatches(context.Background(), c, b, run.Options{Iterations: -1, Interpret: true})
	if err != nil {
		t.Fatal(err)
	}
	if labels := strings.Join(got.Labels["player"], " "); labels != "ann bob cid dan" {
		t.Errorf("labels %s", labels)
	}
	want := runText(t, clubs, `{"winner": ["ann", "bob", "dan", "dan"], "loser": ["bob", "cid", "ann", "cid"], "player": ["ann", "bob", "cid", "dan"],
		"prior": {"dist": "normal", "mean": 25, "variance": 64}}`, true)
	for _, d := range apart(decoded(t, got), decoded(t, want), 1e-9, "") {
		t.Error(d)
	}
}

// One pass is not known to have converged; the fewest that are found to be enough
// are two.
func TestPasses(t *testing.T) {
	m := batchModels[2]
	once := strings.Replace(m.batches, "]}]}", "]}], \"passes\": 1}", 1)
	r := runText(t, m.model, once, true)
	if r.Converged || len(r.Warnings) != 1 || !strings.Contains(r.Warnings[0], "after 1 pass ") {
		t.Errorf("one pass: converged %v, %q", r.Converged, r.Warnings)
	}
	want := runText(t, m.model, m.once, true)
	for _, d := range apart(decoded(t, r), decoded(t, want), 1e-12, "") {
		t.Error(d)
	}
}

// What each batch has of its own is not in the result, which says so.
func TestLocalVariablesLeftOut(t *testing.T) {
	model := strings.Replace(batchModels[1].model, "infer: [mean, top, evidence]", "infer: [mean, z]", 1)
	r := runText(t, model, batchModels[1].batches, true)
	if r.Posteriors["z"].JSON() != nil || r.Posteriors["mean"].JSON() == nil || r.Posteriors["prec"].JSON() == nil {
		t.Errorf("posteriors of %d variables", len(r.Posteriors))
	}
	if len(r.Warnings) != 1 || r.Warnings[0] != "z is not in the result: each batch has its own" {
		t.Errorf("warnings %q", r.Warnings)
	}
}

// Yesterday's result is today's prior: a run on two days is one of the first day
// and one of the second, with the posterior of the first read back.
func TestPosteriorIsPrior(t *testing.T) {
	const model = `model: daily
inputs: {mean: normal, share: beta, prec: gamma, n: range, x: "real[n]", b: "bool[n]", k: range, y: "real[k]"}
program: |
  mu ~ mean
  p ~ share
  tau ~ prec
  for (i in n) { x[i] ~ normal(mu, variance = 2); b[i] ~ bernoulli(p) }
  for (i in k) { y[i] ~ normal(0, precision = tau) }
infer: [mu, p, tau]
`
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const start = `"mean": {"dist": "normal", "mean": 1, "variance": 9}, "share": {"dist": "beta", "a": 1, "b": 2}, "prec": {"dist": "gamma", "shape": 2, "rate": 3}`
	dir := folder(t, map[string]string{
		"both.json":   "{" + start + `, "x": [1.5, 0.3, 2.25], "b": [true, true, false], "y": [1, -2, 0.7]}`,
		"first.json":  "{" + start + `, "x": [1.5, 0.3], "b": [true, true], "y": [1]}`,
		"second.json": `{"x": [2.25], "b": [false], "y": [-2, 0.7]}`,
	})
	infer := func(name string, prior []string) *run.Result {
		r, err := runFile(context.Background(), c, filepath.Join(dir, name), prior, true)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	text, err := json.Marshal(infer("first.json", nil))
	if err != nil {
		t.Fatal(err)
	}
	yesterday := filepath.Join(dir, "result.json")
	if err := os.WriteFile(yesterday, text, 0o600); err != nil {
		t.Fatal(err)
	}
	got := infer("second.json", []string{yesterday + ":mu=mean,p=share,tau=prec"})
	for _, d := range apart(decoded(t, got), decoded(t, infer("both.json", nil)), 1e-12, "") {
		t.Error(d)
	}
}

// Mistakes in batches name the batch.
func TestBatchErrors(t *testing.T) {
	c, err := mpc.Compile("model.yaml", []byte(clubs), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const prior = `"prior": {"dist": "normal", "mean": 0, "variance": 1}`
	for _, x := range []struct{ name, data, want string }{
		{"sizes", `{"batches": [{"player": 2, "winner": [0], "loser": [1], ` + prior + `}, {"player": 3, "winner": [0], "loser": [1], ` + prior + `}]}`,
			"batch 1 has another size of skill[player], which the batches share, than batch 0: [3], not [2]"},
		{"inputs of a definition", `{"batches": [{"player": 2, "winner": [0], "loser": [1], ` + prior + `}, {"player": 2, "winner": [0], "loser": [1], "prior": {"dist": "normal", "mean": 1, "variance": 1}}]}`,
			"batch 1 has another prior than batch 0; skill, which the batches share, is defined by it"},
		{"passes", `{"batches": [{}], "passes": 0}`, "passes is how often the batches are visited, 1 or more, not 0"},
		{"none", `{"batches": []}`, "batches are a list of objects, one at least"},
		{"no object", `{"batches": [3]}`, "batch 0 is 3, not the data of a model"},
		{"beside", `{"batches": [{}], "player": 3}`, "player stands beside the batches"},
		{"wrong value", "{\"batches\": [{\"player\": 2, \"winner\": [0], \"loser\": [1], " + prior + "},\n {\"player\": 2, \"winner\": [0], \"loser\": [2], " + prior + "}]}",
			"data.json:2:41: error: loser[0] is 2, out of the range player"},
	} {
		dir := folder(t, map[string]string{"data.json": x.data})
		_, err := run.ReadBatches(c, filepath.Join(dir, "data.json"), 0, nil, nil)
		var d lang.Diagnostics
		if !errors.As(err, &d) || !strings.Contains(err.Error(), x.want) {
			t.Errorf("%s: %v\nwant %s", x.name, err, x.want)
		}
	}
	files := folder(t, map[string]string{"a.json": `{"winner": ["ann"], "loser": ["bob"], ` + prior + `}`, "b.json": `{"winner": ["bob"], "loser": ["cid"], "prior": {"dist": "normal", "mean": 0, "variance": 2}}`})
	if _, err := run.ReadBatches(c, files, 0, nil, nil); err == nil || !strings.Contains(err.Error(), "batch b.json has another prior than batch a.json") {
		t.Errorf("a folder with two priors: %v", err)
	}
	if _, err := run.ReadBatches(c, folder(t, nil), 0, nil, nil); err == nil || !strings.Contains(err.Error(), "the folder holds no batch of data") {
		t.Errorf("empty folder: %v", err)
	}
	contradiction := folder(t, map[string]string{"data.json": `{"batches": [{"player": 2, "winner": [0], "loser": [1], ` + prior + `}, {"player": 2, "winner": [0], "loser": [0], ` + prior + `}]}`})
	if _, err := runFile(context.Background(), c, filepath.Join(contradiction, "data.json"), nil, true); err == nil || !strings.Contains(err.Error(), "in batch 1: ") {
		t.Errorf("a batch that cannot run: %v", err)
	}
}
