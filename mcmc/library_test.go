package mcmc

import (
	"embed"
	"go/ast"
	"go/parser"
	"go/token"
	"math"
	"strings"
	"testing"

	"mpc/dist"
	"mpc/operators"
	"mpc/samples"
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
	}{{"special", special.Source}, {"dist", dist.Source}, {"operators", operators.Source}, {"samples", samples.Source}, {"mcmc", Source}} {
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
	to, alpha := make([]float64, 4), []float64{1, 0.01, 2, 3}
	h, precision, factor, work := make([]float64, 30), correlated(30), make([]float64, 900), make([]float64, 900)
	matrix := make([]float64, 900)
	var slice Slice
	var wholeSlice WholeSlice
	var adaptive AdaptiveRejection
	var ellipse Elliptical
	ellipse.Room(4)
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
		DrawTruncatedNormal(s, 0, 1, 5, 6)
		DrawTruncatedGamma(s, 1, 1, 5, 6)
		DrawTruncatedInverseGamma(s, 1, 1, 5, 6)
		DrawTruncatedBeta(s, 1, 1, 0.5, 0.6)
		DrawPolyaGamma(s, 3, 1)
		DrawMvNormal(s, h, h, precision, factor)
		DrawWishart(s, matrix, 40, precision, 30, factor, work)
		LogDensityTruncatedNormal(40.1, 0, 1, 40, 41)
		LogDensityDirichlet([]float64{0.1, 0.2, 0.3, 0.4}, alpha)
		lp := 0.0
		for x, more := slice.Begin(s, 1, 0, 0, -5, 5); more; x, more = slice.Next(lp) {
			lp = -x * x
		}
		for x, more := adaptive.Begin(s, 1, 0, 0, -5, 5); more; x, more = adaptive.Next(lp) {
			lp = -x * x
		}
		for k, more := wholeSlice.Begin(s, 1, 0, 0, -5, 5); more; k, more = wholeSlice.Next(lp) {
			lp = -float64(k * k)
		}
		for more := ellipse.Begin(s, to, 0); more; more = ellipse.Next(0) {
		}
		state, _ = s.AppendBinary(state[:0])
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// TestExtremes gives every draw parameters from the ends of what numbers there are:
// each ends, and is NaN, -1 or within its support.
func TestExtremes(t *testing.T) {
	s := NewStream(7, 2)
	inf := math.Inf(1)
	ends := []float64{-inf, -math.MaxFloat64, -1e200, -3, -1e-12, 0, 5e-324, 1e-300, 1e-12, 0.3, 1, 2, 50, 1e12, 1e200, math.MaxFloat64, inf, math.NaN()}
	proper := func(x float64) bool { return x >= 1e-300 && x <= math.MaxFloat64 }
	check := func(name string, ok bool, x, lo, hi float64, parameters ...float64) {
		t.Helper()
		if x < lo || x > hi || ok && x != x {
			t.Errorf("%s%v gives %v", name, parameters, x)
		}
	}
	for _, a := range ends {
		check("poisson", proper(a), float64(DrawPoisson(s, a)), -1, 1e19, a)
		for _, b := range ends {
			check("gamma", proper(a) && proper(b), DrawGamma(s, a, b), drawLeast, math.MaxFloat64, a, b)
			check("inverse gamma", proper(a) && proper(b), DrawInverseGamma(s, a, b), drawLeast, math.MaxFloat64, a, b)
			check("beta", proper(a) && proper(b), DrawBeta(s, a, b), drawLeast, 1-0x1p-53, a, b)
			check("uniform", a <= b && a-a == 0 && b-b == 0, DrawUniform(s, a, b), a, b, a, b)
			DrawLogGamma(s, a, b)
			DrawPolyaGamma(s, a, b)
			for _, lo := range ends {
				for _, hi := range ends {
					check("truncated normal", proper(b) && a-a == 0 && lo <= hi, DrawTruncatedNormal(s, a, b, lo, hi), lo, hi, a, b, lo, hi)
					check("truncated natural normal", proper(b) && math.Abs(a) < b*1e299 && lo <= hi, DrawTruncatedNormalNatural(s, a, b, lo, hi), lo, hi, a, b, lo, hi)
					check("truncated gamma", proper(a) && proper(b) && lo <= hi && hi > 0, DrawTruncatedGamma(s, a, b, lo, hi), max(lo, 0), hi, a, b, lo, hi)
					check("truncated inverse gamma", proper(a) && proper(b) && lo <= hi && hi > 0, DrawTruncatedInverseGamma(s, a, b, lo, hi), max(lo, 0), hi, a, b, lo, hi)
					check("truncated beta", proper(a) && proper(b) && max(a, b) < 1e300 && lo <= hi && hi > 0 && lo < 1, DrawTruncatedBeta(s, a, b, lo, hi), max(lo, 0), min(hi, 1), a, b, lo, hi)
				}
			}
		}
	}
}
