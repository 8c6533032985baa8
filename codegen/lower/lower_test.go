package lower_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc"
	"mpc/codegen/code"
	"mpc/codegen/lower"
)

var update = flag.Bool("update", false, "write the code of the files anew")

// TestLower compares the functions of each model in testdata with what stands there, and what is said of its package. Each
// function passes code.Check, and is read back as it is written.
func TestLower(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("%d files: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			src, err := os.ReadFile(path)
			if err != nil {
				t.Fatal(err)
			}
			archive := txtar.Parse(src)
			c, err := mpc.Compile("model.yaml", archive.Files[0].Data, mpc.Options{NoPackage: true})
			if err != nil {
				t.Fatal(err)
			}
			p := lower.Lower(c.Loops)
			for name, why := range p.Unlowered {
				t.Errorf("%s is not lowered: %v", name, why)
			}
			if err := code.Check(p.Program); err != nil {
				t.Error(err)
			}
			again, err := code.Parse("code", p.String())
			if err != nil {
				t.Fatal(err)
			}
			if got := again.String(); got != p.String() {
				t.Errorf("it is read back as\n%s", got)
			}
			declared(t, p)
			var now strings.Builder
			for _, r := range p.Rows {
				if r.Body != nil && shown(string(archive.Comment), r.Name) {
					now.WriteString(r.String())
				}
			}
			archive.Files = append(archive.Files[:1], txtar.File{Name: "code", Data: []byte(now.String())},
				txtar.File{Name: "package", Data: []byte(described(p))})
			if got := txtar.Format(archive); *update {
				if err := os.WriteFile(path, got, 0o666); err != nil {
					t.Fatal(err)
				}
			} else if !bytes.Equal(got, src) {
				t.Errorf("it is now\n%s", got)
			}
		})
	}
}

// declared checks that each function has a name in the package, but those that read ahead for another one, and that no two
// methods of a type have the same.
func declared(t *testing.T, p *lower.Program) {
	taken := map[lower.Owner][]string{}
	for _, r := range p.Rows {
		d := p.Declared(r)
		switch {
		case r.Body == nil || p.Readers[r] != nil:
		case d == nil:
			t.Errorf("%s has no name in the package", r.Name)
		case slices.Contains(taken[d.On], d.Name):
			t.Errorf("two methods are called %s", d.Name)
		default:
			taken[d.On] = append(taken[d.On], d.Name)
		}
	}
}

// shown tells whether a function is compared: those that the comment of an archive lists after "Shown:", or
// else the steps.
func shown(comment, name string) bool {
	_, list, ok := strings.Cut(comment, "Shown: ")
	if ok {
		return slices.Contains(strings.Split(strings.TrimRight(list, ".\n"), ", "), name)
	}
	return slices.ContainsFunc([]string{"once", "init", "iterate", "final", "ahead"}, func(s string) bool { return strings.HasPrefix(name, s) })
}
