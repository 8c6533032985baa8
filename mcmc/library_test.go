package mcmc

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
	"testing"

	"mpc/dist"
	"mpc/operators"
	"mpc/special"
)

// TestNames: the declarations of this package can stand beside those of the other
// run-time packages: no name is in two of them, also where the first letter is
// made small, and none is a generic declaration, an init or a blank one.
func TestNames(t *testing.T) {
	of := map[string]string{}
	small := func(name string) string { return strings.ToLower(name[:1]) + name[1:] }
	declare := func(pkg, name string) {
		if before := of[small(name)]; before != "" && pkg == "mcmc" {
			t.Errorf("%s.%s is also in %s", pkg, name, before)
		}
		of[small(name)] = pkg
	}
	for _, p := range []struct {
		name   string
		source embed.FS
	}{{"special", special.Source}, {"dist", dist.Source}, {"operators", operators.Source}, {"mcmc", Source}} {
		entries, err := p.source.ReadDir(".")
		if err != nil {
			t.Fatal(err)
		}
		for _, entry := range entries {
			if strings.HasSuffix(entry.Name(), "_test.go") || entry.Name() == "source.go" {
				continue
			}
			text, err := p.source.ReadFile(entry.Name())
			if err != nil {
				t.Fatal(err)
			}
			file, err := parser.ParseFile(token.NewFileSet(), entry.Name(), text, 0)
			if err != nil {
				t.Fatal(err)
			}
			for _, d := range file.Decls {
				switch d := d.(type) {
				case *ast.FuncDecl:
					if p.name == "mcmc" && (d.Type.TypeParams != nil || d.Name.Name == "init") {
						t.Errorf("%s: %s cannot be copied", entry.Name(), d.Name.Name)
					}
					if d.Recv == nil {
						declare(p.name, d.Name.Name)
					}
				case *ast.GenDecl:
					for _, spec := range d.Specs {
						switch spec := spec.(type) {
						case *ast.TypeSpec:
							declare(p.name, spec.Name.Name)
						case *ast.ValueSpec:
							for _, name := range spec.Names {
								if p.name == "mcmc" && name.Name == "_" {
									t.Errorf("%s: a blank declaration cannot be copied", entry.Name())
								}
								declare(p.name, name.Name)
							}
						}
					}
				}
			}
		}
	}
}

// TestNoAllocation: what a scan calls allocates nothing.
func TestNoAllocation(t *testing.T) {
	s := NewStream(7, 1)
	to, alpha, whole := make([]float64, 4), []float64{1, 0.01, 2, 3}, make([]int, 4)
	h, precision, factor, work := make([]float64, 30), correlated(30), make([]float64, 900), make([]float64, 900)
	matrix := make([]float64, 900)
	var slice Slice
	var wholeSlice WholeSlice
	ellipse := NewElliptical(4)
	state := make([]byte, 0, 64)
	if n := testing.AllocsPerRun(100, func() {
		s.Normal()
		s.Exponential()
		DrawGamma(s, 0.3, 1)
		DrawBeta(s, 0.3, 1)
		DrawDirichlet(s, to, alpha)
		DrawCategorical(s, alpha)
		DrawCategorical(s, h)
		DrawPoisson(s, 30)
		DrawBinomial(s, 100, 0.4)
		DrawMultinomial(s, whole, 20, alpha)
		DrawTruncatedNormal(s, 0, 1, 5, 6)
		DrawTruncatedGamma(s, 1, 1, 5, 6)
		DrawTruncatedBeta(s, 1, 1, 0.5, 0.6)
		DrawPolyaGamma(s, 3, 1)
		DrawMvNormal(s, h, h, precision, factor)
		DrawWishart(s, matrix, 40, precision, 30, factor, work)
		LogDensityTruncatedNormal(40.1, 0, 1, 40, 41)
		LogDensityDirichlet([]float64{0.1, 0.2, 0.3, 0.4}, alpha)
		LogDensityWishart(factor, 40, factor, 30)
		lp := 0.0
		for x, more := slice.Begin(s, 1, 0, 0, -5, 5); more; x, more = slice.Next(lp) {
			lp = -x * x
		}
		for k, more := wholeSlice.Begin(s, 1, 0, 0, -5, 5); more; k, more = wholeSlice.Next(lp) {
			lp = -float64(k * k)
		}
		for more := ellipse.Begin(s, to, nil, 0); more; more = ellipse.Next(0) {
		}
		state, _ = s.AppendBinary(state[:0])
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
