package program

import (
	"os"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen/harness"
	"mpc/lang"
)

const plainModel = `model: m
inputs: {n: range, y: 'real[n]'}
program: |
  x ~ normal(0, sd = 1)
  for (i in n) {
    y[i] ~ normal(x, sd = 2)
  }
infer: [x]
`

// TestFingerprint tells what is another program from what only reads otherwise.
func TestFingerprint(t *testing.T) {
	of := func(src, algorithm string) string {
		c, err := mpc.Compile("m.yaml", []byte("algorithm: "+algorithm+"\n"+src), mpc.Options{})
		if err != nil {
			t.Fatalf("%v in\n%s", err, src)
		}
		driver, err := harness.Files(c.Loops, c.Package, "mpcrun/m")
		if err != nil {
			t.Fatal(err)
		}
		states := ""
		for _, f := range c.Package.Files {
			if _, rest, ok := strings.Cut(string(f.Source), "const stateVersion = "); ok {
				states, _, _ = strings.Cut(rest, "\n")
			}
		}
		return fingerprint(c, driver) + " " + states
	}
	for _, algorithm := range []string{"ep", "gibbs"} {
		plain := of(plainModel, algorithm)
		commented := plainModel
		for _, edit := range [][2]string{
			{"program:", "\n# a comment\nprogram:"}, {"  x ~", "  # a comment\n\n  x ~"}, {"sd = 2)", "sd = 2)  # why"}, {"program:", "doc: |\n  All of it.\n\n  And more.\nprogram:"},
			{"y: 'real[n]'", "y: {type: 'real[n]', doc: what was seen}"}, {"  x ~ normal(0, sd = 1)", "  x ~ normal(0,\n    sd = 1)"},
		} {
			commented = strings.Replace(commented, edit[0], edit[1], 1)
		}
		if of(commented, algorithm) != plain {
			t.Errorf("%s: comments make another program:\n%s", algorithm, commented)
		}
		for _, edit := range [][2]string{
			{"sd = 2)", "sd = 3)"}, {"normal(0, sd", "normal(1, sd"}, {"(x, sd", "(x, variance"}, {"infer: [x]", "infer: [x]\niterate: {seed: 4}"}, {"real[n]", "int[n]"}, {"x", "z"},
		} {
			if edit[1] == "infer: [x]\niterate: {seed: 4}" && algorithm != "gibbs" {
				continue
			}
			if got := of(strings.ReplaceAll(plainModel, edit[0], edit[1]), algorithm); strings.Fields(got)[0] == strings.Fields(plain)[0] {
				t.Errorf("%s: %q for %q is taken as the same program", algorithm, edit[1], edit[0])
			}
		}
	}
}

// TestFingerprintOfCompiler: another compiler builds another program, also where the two differ
// in nothing but a number that they print.
func TestFingerprintOfCompiler(t *testing.T) {
	c, err := mpc.Compile("m.yaml", []byte("algorithm: ep\n"+plainModel), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	path, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	sum, err := sumOf(path)
	if err != nil || compilerSum() != sum {
		t.Errorf("the compiler is %s, not %s: %v", compilerSum(), sum, err)
	}
	this, same := fingerprint(c, nil), fingerprint(c, nil)
	before := compilerSum
	defer func() { compilerSum = before }()
	compilerSum = func() string { return "another" }
	if fingerprint(c, nil) == this || same != this {
		t.Error("the program of another compiler is taken for that of this one")
	}
}

// TestMoves follows places through an edit of comments.
func TestMoves(t *testing.T) {
	dir := t.TempDir()
	parse := func(src string) *lang.File {
		f, list := lang.Parse("m.yaml", []byte(src))
		if list.HasErrors() {
			t.Fatal(list)
		}
		return f
	}
	if err := savePlaces(dir, parse(plainModel)); err != nil {
		t.Fatal(err)
	}
	if m := readMoves(dir, parse(plainModel)); m != nil {
		t.Errorf("without an edit %v moved", m)
	}
	m := readMoves(dir, parse("# first\n"+strings.Replace(plainModel, "    y[i]", "    # seen\n      y[i]", 1)))
	for _, c := range []struct{ was, is lang.Pos }{
		{lang.Pos{Line: 4, Col: 3}, lang.Pos{Line: 5, Col: 3}}, {lang.Pos{Line: 4, Col: 20}, lang.Pos{Line: 5, Col: 20}},
		{lang.Pos{Line: 6, Col: 5}, lang.Pos{Line: 8, Col: 7}}, {lang.Pos{Line: 6, Col: 19}, lang.Pos{Line: 8, Col: 21}}, {lang.Pos{Line: 6, Col: 1}, lang.Pos{Line: 8, Col: 3}}, {},
	} {
		if got := m.Now(c.was); got != c.is {
			t.Errorf("%v is now at %v, not at %v", c.was, got, c.is)
		}
	}
	if got := m.Text("line 6: what line 4 says"); got != "line 8: what line 5 says" {
		t.Error(got)
	}
}
