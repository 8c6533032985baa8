package run_test

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/run"
)

// TestPriorsOfYesterday: posteriors become priors by their labels, and who is new gets
// the default of the model.
func TestPriorsOfYesterday(t *testing.T) {
	const text = `model: ladder
inputs:
  player: range
  game: range
  winner: index(player)[game]
  prior: {type: "normal[player]", default: "normal(25, variance = 64)"}
  form: {type: "gamma[player]", default: "gamma(shape = 2, rate = 1)"}
program: |
  for (p in player) { skill[p] ~ prior[p]; pace[p] ~ form[p] }
  for (g in game) { observe skill[winner[g]] ~ normal(30, variance = 64) }
infer: [skill, pace]
`
	c, err := mpc.Plan("m.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	dir := t.TempDir()
	infer := func(table string, prior ...string) *run.Result {
		path := filepath.Join(dir, "day.csv")
		if err := os.WriteFile(path, []byte(table), 0o600); err != nil {
			t.Fatal(err)
		}
		set, err := run.ReadData(c, path, nil, prior)
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Run(context.Background(), c, set, run.Options{Iterations: -1, Interpret: true})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	yesterday, err := json.Marshal(infer("winner\n1002\n1001\n"))
	if err != nil {
		t.Fatal(err)
	}
	result := filepath.Join(dir, "yesterday.json")
	if err := os.WriteFile(result, yesterday, 0o600); err != nil {
		t.Fatal(err)
	}
	r := infer("winner\n1000\n1002\n", result+":skill=prior,pace=form")
	if got := strings.Join(r.Labels["player"], " "); got != "1001 1002 1000" {
		t.Errorf("labels %s", got)
	}
	// Each prior may also be taken by itself.
	apart := infer("winner\n1000\n1002\n", result+":skill=prior", result+":pace=form")
	if apart.Posteriors["skill"].String() != r.Posteriors["skill"].String() || apart.Posteriors["pace"].String() != r.Posteriors["pace"].String() {
		t.Errorf("%s by two --prior, not %s", apart.Posteriors, r.Posteriors)
	}
	// Two results may have other labels.
	other := filepath.Join(dir, "other.json")
	if err := os.WriteFile(other, []byte(strings.Replace(string(yesterday), "1001", "1003", 1)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, wrong := range []struct {
		prior []string
		want  string
	}{
		{[]string{result + ":skill=prior", other + ":pace=form"}, "prior and form come from results whose player have other labels"},
		{[]string{result + ":skil=prior"}, "did you mean skill?"},
		{[]string{result + ":level=prior"}, "the result the posteriors pace, skill"},
		{[]string{result + ":skill=prio"}, "did you mean prior?"},
	} {
		_, err := run.ReadData(c, "", nil, wrong.prior)
		var list mpc.Diagnostics
		hinted := func(d lang.Diagnostic) bool { return strings.Contains(d.Hint, wrong.want) }
		if !errors.As(err, &list) || !slices.ContainsFunc(list, hinted) {
			t.Errorf("%q: %v, want the hint %q", wrong.prior, err, wrong.want)
		}
	}
	var skill []struct{ Mean, Variance float64 }
	if err := r.Posteriors["skill"].Decode(&skill); err != nil {
		t.Fatal(err)
	}
	// A normal prior of mean 25 and precision 1/64 after 0, 1 and 2 data at 30 of the same precision.
	for i, want := range []float64{27.5, 25 + 10.0/3, 27.5} {
		if d := skill[i].Mean - want; d > 1e-9 || d < -1e-9 {
			t.Errorf("skill[%d] has the mean %v, not %v", i, skill[i].Mean, want)
		}
	}
}

// TestPriorsOfBatches: batches with priors of yesterday share the labels of these and those
// that are new in any batch, and come to the result of one run.
func TestPriorsOfBatches(t *testing.T) {
	const text = `model: ladder
inputs:
  player: range
  game: range
  winner: index(player)[game]
  prior: {type: "normal[player]", default: "normal(25, variance = 64)"}
program: |
  for (p in player) { skill[p] ~ prior[p] }
  for (g in game) { observe skill[winner[g]] ~ normal(30, variance = 64) }
infer: [skill]
shared: [skill]
`
	c, err := mpc.Plan("m.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	dir := folder(t, map[string]string{
		"yesterday.json": `{"labels": {"player": ["ann", "bob"]}, "posteriors": {"skill": [{"dist": "normal", "mean": 30, "variance": 9}, {"dist": "normal", "mean": 20, "variance": 4}]}}`,
		"all.csv":        "winner\nbob\ncid\ndan\nann\n", "days/1.csv": "winner\nbob\ncid\n", "days/2.csv": "winner\ndan\nann\n"})
	prior := []string{filepath.Join(dir, "yesterday.json") + ":skill=prior"}
	opt := run.Options{Iterations: -1, Interpret: true}
	set, err := run.ReadData(c, filepath.Join(dir, "all.csv"), nil, prior)
	if err != nil {
		t.Fatal(err)
	}
	all, err := run.Run(context.Background(), c, set, opt)
	if err != nil {
		t.Fatal(err)
	}
	b, err := run.ReadBatches(c, filepath.Join(dir, "days"), 0, nil, prior)
	if err != nil {
		t.Fatal(err)
	}
	r, err := run.RunBatches(context.Background(), c, b, opt)
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(r.Labels["player"], " "); got != "ann bob cid dan" {
		t.Errorf("labels %s", got)
	}
	for _, d := range apart(decoded(t, r), decoded(t, all), 1e-9, "") {
		t.Error(d)
	}
}
