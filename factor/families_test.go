package factor_test

import (
	"encoding/json"
	"go/parser"
	"io/fs"
	"math/rand/v2"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"mpc/dist"
	"mpc/factor/families"
	"mpc/model"
)

// The table has a row for each family of the language, in the same order.
func TestTableIsThatOfTheLanguage(t *testing.T) {
	var names []string
	for _, f := range families.All() {
		names = append(names, f.Name)
	}
	if want := model.Families(); !slices.Equal(names, want) {
		t.Errorf("%v, the language has %v", names, want)
	}
}

// Package dist has what follows from the name of a type.
func TestNamesOfDist(t *testing.T) {
	source := &strings.Builder{}
	files, err := fs.Glob(dist.Source, "*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range files {
		text, err := fs.ReadFile(dist.Source, name)
		if err != nil {
			t.Fatal(err)
		}
		source.Write(text)
	}
	declared := func(f *families.Family, pattern string) {
		t.Helper()
		if !regexp.MustCompile(`(?m)^` + pattern).MatchString(source.String()) {
			t.Errorf("%s: dist has no %s", f.Name, pattern)
		}
	}
	for _, f := range families.All() {
		for _, method := range []string{"Value", "Except", "Add", "Remove", "Replace"} {
			declared(f, `func \(s \*`+f.Go()+`Total\) `+method+`\(`)
		}
		for _, name := range f.Names()[1:] {
			declared(f, `func `+name+`\(`)
		}
		for _, c := range f.Constructors {
			fn := reflect.TypeOf(c.Func)
			if fn.NumIn() != len(c.Parameters) || fn.Out(0) != f.Message {
				t.Errorf("%s: %s is %s, for the parameters %v", f.Name, c.Name(), fn, c.Parameters)
			}
			if got := f.Constructor(c.Parameters); got.Name() != c.Name() {
				t.Errorf("%s: %v give %s and %s", f.Name, c.Parameters, c.Name(), got.Name())
			}
		}
		if _, err := parser.ParseExpr(f.Usual); err != nil || !strings.HasPrefix(f.Usual, f.Go()) {
			t.Errorf("%s: usual is %s: %v", f.Name, f.Usual, err)
		}
	}
}

// The boxed operations are those of the family.
func TestOperations(t *testing.T) {
	for _, f := range families.All() {
		if f.Vector() {
			continue
		}
		uniform, point := f.Uniform(), f.Point(f.Start)
		if reflect.TypeOf(uniform) != f.Message || families.Of(f.Message) != f || families.Named(f.Name) != f {
			t.Errorf("%s: messages are %T", f.Name, uniform)
		}
		if !f.IsUniform(uniform) || f.IsPoint(uniform) || !f.IsPoint(point) || !f.IsProper(point) || !f.IsFinite(point) {
			t.Errorf("%s: uniform %v, point %v", f.Name, uniform, point)
		}
		if f.Mode(point) != f.Start || f.Mean(point) != f.Start || f.Variance(point) != 0.0 {
			t.Errorf("%s: mode %v, mean %v, variance %v of a point at %v", f.Name, f.Mode(point), f.Mean(point), f.Variance(point), f.Start)
		}
		if got := f.Times(uniform, point); got != point {
			t.Errorf("%s: uniform times %v is %v", f.Name, point, got)
		}
		if got := f.MakeProper(f.Damp(point, point, 0.5), point); got != point || f.Change(got, point) != 0 {
			t.Errorf("%s: %v damped and made proper is %v", f.Name, point, got)
		}
		if zero := reflect.Zero(f.Message).Interface(); f.ZeroIsUniform() != (uniform == zero) {
			t.Errorf("%s: uniform is %v, zero %v", f.Name, uniform, zero)
		}
		text, err := json.Marshal(uniform)
		if err != nil {
			t.Fatal(err)
		}
		if back, err := f.Read(text); err != nil || back != uniform {
			t.Errorf("%s: %s is read as %v, %v", f.Name, text, back, err)
		}
		if _, err := f.Read([]byte(`{"dist":"none"}`)); err == nil {
			t.Errorf("%s: read what is none", f.Name)
		}
	}
}

// The point that an initial marginal stands for lies where it has its mass, and
// parameters reach the function that wants them.
func TestInitialMarginals(t *testing.T) {
	for _, row := range []struct {
		name       string
		parameters []string
		arguments  []float64
		made       any
		start      float64
	}{
		{"normal", []string{"mean", "variance"}, []float64{3, 4}, dist.NormalMeanVariance(3, 4), 3},
		{"normal", []string{"mean", "precision"}, []float64{3, 4}, dist.NormalMeanPrecision(3, 4), 3},
		{"gamma", []string{"shape", "rate"}, []float64{3, 4}, dist.GammaShapeRate(3, 4), 0.75},
		{"inversegamma", []string{"shape", "rate"}, []float64{3, 8}, dist.InverseGammaShapeRate(3, 8), 2},
		{"beta", []string{"a", "b"}, []float64{1, 3}, dist.BetaCounts(1, 3), 0.25},
		{"bernoulli", []string{"p"}, []float64{0.75}, dist.BernoulliP(0.75), 1},
		{"bernoulli", []string{"p"}, []float64{0.25}, dist.BernoulliP(0.25), 0},
		{"bernoulli", []string{"logit"}, []float64{2}, dist.BernoulliLogOdds(2), 1},
	} {
		f := families.Named(row.name)
		var args []any
		d := &model.Dist{Name: row.name, Names: row.parameters}
		for _, x := range row.arguments {
			args = append(args, x)
			d.Args = append(d.Args, model.Number(x))
		}
		if got := f.Constructor(row.parameters).Call(args...); got != row.made {
			t.Errorf("%s%v: %v, want %v", row.name, row.arguments, got, row.made)
		}
		if got := f.StartAt(d.Arg); got.Value != row.start {
			t.Errorf("%s%v: starts at %v, want %v", row.name, row.arguments, got, row.start)
		}
	}
	if families.Named("normal").Constructor([]string{"mean"}) != nil {
		t.Error("a normal of a mean alone")
	}
}

// Every family but wishart draws starts of the size of its uniform message, and leaves
// that as it is.
func TestDraw(t *testing.T) {
	for _, f := range families.All() {
		if f.Random == nil {
			if f.Name != "wishart" {
				t.Errorf("%s draws no start", f.Name)
			}
			continue
		}
		uniform := f.Uniform(3)
		m := f.Draw(uniform, rand.New(rand.NewPCG(1, 2)))
		if !f.IsProper(m) || !f.IsFinite(m) || f.IsUniform(m) || !f.IsUniform(uniform) {
			t.Errorf("%s: start %v", f.Name, f.Text(m))
		}
		if f.Change(m, f.Draw(uniform, rand.New(rand.NewPCG(1, 2)))) != 0 {
			t.Errorf("%s: one seed gives two starts", f.Name)
		}
	}
}
