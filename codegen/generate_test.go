package codegen

import (
	"slices"
	"testing"

	"mpc/codegen/loops"
	"mpc/deadcode"
	"mpc/depanalysis"
	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// loopsOf is the loop program of a model.
func loopsOf(t *testing.T, text string) *loops.Program {
	t.Helper()
	f, d := lang.Parse("m.yaml", []byte(text))
	if d.HasErrors() {
		t.Fatal(d)
	}
	m, d := model.Check(f)
	if d.HasErrors() {
		t.Fatal(d)
	}
	g, d := factor.Build(m)
	if d.HasErrors() {
		t.Fatal(d)
	}
	p, d := message.Lower(g)
	if d.HasErrors() {
		t.Fatal(d)
	}
	deps := depanalysis.Analyze(p)
	keep, _ := deadcode.Live(deps)
	s, err := schedule.Plan(deps, keep)
	if err != nil {
		t.Fatal(err)
	}
	return loops.Build(p, deps, deadcode.Prune(deps, s))
}

// TestGenerate: which files a package has. With Import the run-time
// support is not among them, but for the names of distributions.
func TestGenerate(t *testing.T) {
	const text = "model: skill\nalgorithm: ep\ninputs: {y: real}\nprogram: |\n  a ~ normal(0, variance = 1)\n  y ~ normal(a, variance = 2)\ninfer: [a]\n"
	for _, row := range []struct {
		options Options
		want    []string
	}{
		{Options{}, []string{"skill.go", "data.go", "steps.go", "results.go", "distributions.go", "operators.go", "engine.go", "passing.go"}},
		{Options{Tests: true}, []string{"skill.go", "data.go", "steps.go", "results.go", "skill_test.go", "distributions.go", "operators.go", "engine.go", "passing.go", "support_test.go"}},
		{Options{Import: true}, []string{"skill.go", "data.go", "steps.go", "results.go", "distributions.go"}},
	} {
		pkg, err := Generate(loopsOf(t, text), row.options)
		if err != nil {
			t.Errorf("%+v: %v", row.options, err)
			continue
		}
		var got []string
		for _, f := range pkg.Files {
			got = append(got, f.Name)
		}
		if !slices.Equal(got, row.want) {
			t.Errorf("%+v: the files are %q, want %q", row.options, got, row.want)
		}
	}
}
