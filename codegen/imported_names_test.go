package codegen_test

import (
	"go/ast"
	"go/parser"
	"go/token"
	"testing"

	"mpc"
	"mpc/codegen"
)

// A package that imports its run-time support has all that its callers may name in one that
// carries it: types, functions that make distributions, the kinds of warnings.
func TestImportedNames(t *testing.T) {
	t.Parallel()
	for _, row := range []struct {
		model string
		names []string
	}{
		{`model: vectors
algorithm: vmp
inputs: {start: gamma, n: range, y: "real[n]", at: "vector(2)", cov: "matrix(2, 2)"}
program: |
  v ~ mvnormal(at, covariance = cov)
  precision ~ start
  for (i in n) { y[i] ~ normal(dot(v, [1, 2]), precision = precision) }
infer: [v, precision]
`, []string{"Gamma", "GammaShapeRate", "GammaPoint", "MvNormal", "MvNormalMeanCovariance", "MvNormalUniform", "Normal", "MatrixError", "ImproperError", "New"}},
		{`model: drawn
algorithm: gibbs
inputs: {n: range, y: "real[n]"}
program: |
  p ~ dirichlet([1, 1])
  z ~ categorical(p)
  b ~ bernoulli(0.3)
  mu ~ normal(0, sd = 1)
  for (i in n) { y[i] ~ normal(mu, sd = 1) }
infer: [p, z, b, mu]
`, []string{"Real", "Truth", "Index", "Vector", "Presence", "Element", "Warning", "WarningKind", "HighRHat", "AtRounding", "WithSeed"}},
	} {
		carried, imported := exportedNames(t, row.model, false), exportedNames(t, row.model, true)
		for _, name := range row.names {
			if !carried[name] || !imported[name] {
				t.Errorf("%s: carried %t, imported %t", name, carried[name], imported[name])
			}
		}
		for name := range imported {
			if !carried[name] {
				t.Errorf("%s is imported, and not carried", name)
			}
		}
	}
}

// exportedNames are the exported names that the package of a model declares at its top.
func exportedNames(t *testing.T, model string, imported bool) map[string]bool {
	t.Helper()
	c, err := mpc.Compile("model.yaml", []byte(model), mpc.Options{Codegen: codegen.Options{Import: imported}})
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	for _, f := range c.Package.Files {
		file, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Source, 0)
		if err != nil {
			t.Fatal(err)
		}
		for name := range file.Scope.Objects {
			if ast.IsExported(name) {
				names[name] = true
			}
		}
	}
	return names
}
