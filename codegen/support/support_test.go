package support

import (
	"slices"
	"strings"
	"testing"
)

// TestParse: text that is not Go is an error with the text in it; of text that is, the names
// of other packages are known, and what it imports.
func TestParse(t *testing.T) {
	const wrong = "func broken( {\n}\n"
	if _, _, err := Parse(wrong); err == nil || !strings.Contains(err.Error(), wrong) {
		t.Errorf("the error is %v, want one with the text", err)
	}
	s, _, err := Parse("func half(x dist.Normal) float64 { return math.Abs(x.P) / 2 }\n")
	if err != nil {
		t.Fatal(err)
	}
	if len(s.selectors) != 2 || s.selectors[1].pkg != "math" || s.selectors[1].name != "Abs" {
		t.Errorf("the names are %v, want dist.Normal and math.Abs", s.selectors)
	}
	if got, want := s.Imports(), "import (\n\"math\"\n\"mpc/dist\"\n)\n\n"; got != want {
		t.Errorf("it imports %q, want %q", got, want)
	}
}

// All declarations of the run-time packages can be carried.
func TestCheck(t *testing.T) {
	lib, err := Library()
	if err == nil {
		err = lib.Check()
	}
	if err != nil {
		t.Error(err)
	}
}

// A package that carries its support has it without the names of packages.
func TestFlatten(t *testing.T) {
	lib, err := Library()
	if err != nil {
		t.Fatal(err)
	}
	s, _, err := Parse("func half(x dist.Normal) (float64, engine.Where) { return math.Abs(x.P) / 2, engine.Where{} }\n")
	if err != nil {
		t.Fatal(err)
	}
	s.Flatten(lib)
	if want := "func half(x Normal) (float64, Where) { return math.Abs(x.P) / 2, Where{} }\n"; s.Text != want {
		t.Errorf("%q, want %q", s.Text, want)
	}
	if strings.Contains(s.Imports(), "mpc") {
		t.Error("it imports", s.Imports())
	}
}

// Every name that is public is one of its package, and all of its errors are public.
func TestPublic(t *testing.T) {
	for _, pkg := range packages {
		if pkg.Public == nil {
			continue
		}
		d, err := Declared(pkg.Name)
		if err != nil {
			t.Fatal(err)
		}
		for name := range d.types {
			if !pkg.Public(name) {
				t.Errorf("%s.%s is not public", pkg.Name, name)
			}
		}
		all, err := declaredAll(pkg.Name)
		if err != nil {
			t.Fatal(err)
		}
		for _, name := range all {
			if strings.HasSuffix(name, "Error") && pkg.Name != "dist" && !pkg.Public(name) {
				t.Errorf("the error %s.%s is not public", pkg.Name, name)
			}
		}
	}
}

// declaredAll are the names of all exported types of a package.
func declaredAll(pkg string) (list []string, err error) {
	d, err := declared(pkg, func(string) bool { return true })
	for name := range d.types {
		list = append(list, name)
	}
	slices.Sort(list)
	return list, err
}

// What a package that imports its support says of it: aliases of the types that fields and methods of others have, and
// functions that call those of the package.
func TestDeclarations(t *testing.T) {
	d, err := Declared("dist")
	if err != nil {
		t.Fatal(err)
	}
	types := d.WithTypes([]string{"MvNormal"})
	if !slices.Contains(types, "Normal") {
		t.Errorf("the types are %v: what a marginal is, is missing", types)
	}
	list := d.Forwards([]string{"NormalMeanVariance"}, types)
	if len(list) != 1 || !strings.HasSuffix(list[0], "func NormalMeanVariance(mean, variance float64) Normal { return dist.NormalMeanVariance(mean, variance) }") {
		t.Errorf("%q", list)
	}
	s, err := Declared("samples")
	if err != nil {
		t.Fatal(err)
	}
	if list := s.Enumerations([]string{"WarningKind"}); len(list) != 1 || !slices.Contains(list[0], "HighRHat") {
		t.Errorf("%q", list)
	}
}
