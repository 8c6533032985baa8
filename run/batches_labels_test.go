package run_test

import (
	"context"
	"encoding/json"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
)

const days = `model: days
inputs: {day: range, n: range, when: "index(day)[n]", y: "real[n]"}
program: |
  for (d in day) { if (d == 0) { level[d] ~ normal(0, sd = 3) } else { level[d] ~ normal(level[d - 1], sd = 1) } }
  for (i in n) { y[i] ~ normal(level[when[i]], sd = 1) }
infer: [level]
shared: [level]
`

// TestOrderOfBatches: dates and numbers of several batches are in the order in which all
// data at once have them, as chains read them in it; other labels as they are first seen.
func TestOrderOfBatches(t *testing.T) {
	t.Parallel()
	for _, c := range []struct {
		name    string
		files   map[string]string
		labels  string
		warning string
	}{
		{"dates", map[string]string{"a.csv": "when,y\n2024-03-01,3\n2024-01-15,1\n", "b.csv": "when,y\n2024-02-10,2\n2024-01-15,4\n"}, "2024-01-15 2024-02-10 2024-03-01", ""},
		{"dates of objects", map[string]string{"a.json": `{"when": ["2024-03", "2024-01"], "y": [3, 1]}`, "b.json": `{"when": ["2024-02"], "y": [2]}`}, "2024-01 2024-02 2024-03", ""},
		{"numbers", map[string]string{"a.csv": "when,y\n2024,3\n998,1\n", "b.csv": "when,y\n2023,2\n"}, "998 2023 2024", ""},
		{"texts of objects", map[string]string{"a.json": `{"when": ["30", "10"], "y": [3, 1]}`, "b.csv": "when,y\n20,2\n"}, "30 10 20", ""},
		{"lists", map[string]string{"a.json": `{"day": ["2024-03", "2024-01"], "when": [0], "y": [3]}`, "b.csv": "when,y\n2024-02,2\n"}, "2024-03 2024-01 2024-02", ""},
		{"names", map[string]string{"a.csv": "when,y\nlate,3\n7,1\n", "b.csv": "when,y\n2,2\n"}, "late 7 2", ""},
		{"days or months", map[string]string{"a.csv": "when,y\n3/4/2024,3\n2/5/2024,1\n", "b.csv": "when,y\n5/2/2024,2\n"}, "3/4/2024 2/5/2024 5/2/2024", "with the day or with the month first"},
		{"days", map[string]string{"a.csv": "when,y\n3/4/2024,3\n2/5/2024,1\n", "b.csv": "when,y\n25/2/2024,2\n"}, "25/2/2024 3/4/2024 2/5/2024", ""},
	} {
		comp, err := mpc.Compile("model.yaml", []byte(days), mpc.Options{})
		if err != nil {
			t.Fatal(err)
		}
		b, err := run.ReadBatches(comp, folder(t, c.files), 0, nil, nil)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := comp.Warnings.Error(); len(comp.Warnings) > 0 && c.warning == "" || !strings.Contains(got, c.warning) {
			t.Errorf("%s: warnings %q, want %q", c.name, got, c.warning)
		}
		r, err := run.RunBatches(context.Background(), comp, b, run.Options{Iterations: -1, Interpret: true})
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if got := r.Labels["day"]; !slices.Equal(got, strings.Fields(c.labels)) {
			t.Errorf("%s: labels %q, want %s", c.name, got, c.labels)
		}
	}
}

// TestOrderOfNewLabels: labels that are new beside those of priors come behind them, in
// their own order.
func TestOrderOfNewLabels(t *testing.T) {
	text := strings.NewReplacer(`y: "real[n]"`, `y: "real[n]", prior: {type: "normal[day]", default: "normal(0, sd = 3)"}`,
		"if (d == 0) { level[d] ~ normal(0, sd = 3) } else { level[d] ~ normal(level[d - 1], sd = 1) }", "level[d] ~ prior[d]").Replace(days)
	dir := folder(t, map[string]string{"before.csv": "when,y\n9,3\n7,1\n", "now.csv": "when,y\n10,3\n3,1\n8,0\n9,2\n", "parts/a.csv": "when,y\n10,3\n8,0\n", "parts/b.csv": "when,y\n3,1\n9,2\n"})
	want := []string{"7", "9", "3", "8", "10"}
	opt := run.Options{Iterations: -1, Interpret: true}
	once, err := mpc.Compile("model.yaml", []byte(strings.ReplaceAll(text, "shared: [level]\n", "")), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	infer := func(file string, prior []string) *run.Result {
		set, err := run.ReadData(once, filepath.Join(dir, file), nil, prior)
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Run(context.Background(), once, set, opt)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	before, err := json.Marshal(infer("before.csv", nil))
	if err != nil {
		t.Fatal(err)
	}
	prior := []string{dataFile(t, string(before)) + ":level=prior"}
	now := infer("now.csv", prior)
	if !slices.Equal(now.Labels["day"], want) {
		t.Errorf("labels %q, want %q", now.Labels["day"], want)
	}
	c, err := mpc.Compile("model.yaml", []byte(text), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	b, err := run.ReadBatches(c, filepath.Join(dir, "parts"), 0, nil, prior)
	if err != nil {
		t.Fatal(err)
	}
	parts, err := run.RunBatches(context.Background(), c, b, opt)
	if err != nil {
		t.Fatal(err)
	}
	if !slices.Equal(parts.Labels["day"], want) {
		t.Errorf("labels of batches %q, want %q", parts.Labels["day"], want)
	}
	for _, d := range apart(decoded(t, parts), decoded(t, now), 1e-9, "") {
		t.Error(d)
	}
}
