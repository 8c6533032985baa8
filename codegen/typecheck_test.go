package codegen_test

import (
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"os"
	"path/filepath"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/agree"
	"mpc/integration/program"
)

// TestPackagesTypeCheck type-checks packages that import the run-time support and packages that
// carry it: those of some models, of all with -tags long, one whose names are those of the
// support, one without anything random, whose evidence has no terms, and one whose joint posterior
// answers for numbers, truths and missing entries. Of those that carry it, bench/ and three models
// hold some, which go vet checks.
func TestPackagesTypeCheck(t *testing.T) {
	t.Parallel()
	sources := map[string][]byte{"names": []byte(`model: names
inputs:
  dist: range
  special: real[dist]
  Normal: normal
  start: gamma
program: |
  operators ~ Normal
  gamma ~ start
  NormalUniform = operators * 2
  for (time in dist) { special[time] ~ normal(NormalUniform, precision = gamma) }
  errors = operators > 0
infer: [operators, gamma, NormalUniform, errors, evidence]
`), "nothing random": []byte(`model: nothing
inputs: {n: range, x: "real[n]"}
program: |
  for (i in n) { y[i] = 2 * x[i] }
infer: [y, evidence]
`), "joint": []byte(`model: answers
inputs: {group: range, n: range, g: "index(group)[n]", x: "real[n]", y: {type: "bool[n]", missing: true}}
program: |
  b ~ normal(0, sd = 2)
  tau ~ halfnormal(sd = 2)
  for (j in group) { u[j] ~ normal(0, sd = tau) }
  for (i in n) { y[i] ~ bernoulli(logit = u[g[i]] + b * x[i]) }
infer: [b, y, "b > 0", "exp(b)", "u[0] > tau", "joint(b, u[0])", evidence]
`)}
	paths, err := filepath.Glob("../models/*/*.yaml")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no models: %v", err)
	}
	for _, path := range agree.Sample(paths, 6) {
		if sources[path], err = os.ReadFile(path); err != nil {
			t.Fatal(err)
		}
	}
	fset := token.NewFileSet()
	config := types.Config{Importer: program.Importer(t, fset)}
	for name, src := range sources {
		for _, imported := range []bool{true, false} {
			c, err := mpc.Compile(name, src, mpc.Options{Codegen: codegen.Options{Import: imported, Tests: true}})
			if err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			var files []*ast.File
			for _, f := range c.Package.Files {
				file, err := parser.ParseFile(fset, fmt.Sprintf("%s/%s", name, f.Name), f.Source, 0)
				if err != nil {
					t.Fatal(err)
				}
				files = append(files, file)
			}
			if _, err := config.Check(c.Package.Name, fset, files, nil); err != nil {
				t.Errorf("%s, imported %t: %v", name, imported, err)
			}
		}
	}
}
