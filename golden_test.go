package mpc_test

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc"
	"mpc/codegen"
)

// goldenStages are the stages in an archive, in the order of the compiler.
var goldenStages = mpc.Stages[:len(mpc.Stages)-1]

var update = flag.Bool("update", false, "rewrite the wanted texts of testdata")

// TestGolden compares the dump of every stage with testdata/compile: an archive
// holds model.yaml and a file for each stage. A change of the compiler shows
// there, stage by stage; go test -run Golden -update writes them anew.
func TestGolden(t *testing.T) {
	paths, err := filepath.Glob("testdata/compile/*.txtar")
	if err != nil || len(paths) < 5 {
		t.Fatalf("%d archives: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			files := map[string][]byte{}
			for _, f := range archive.Files {
				files[f.Name] = f.Data
			}
			c, err := mpc.Compile("model.yaml", files["model.yaml"], mpc.Options{})
			if err != nil {
				t.Fatal(err)
			}
			now := []txtar.File{{Name: "model.yaml", Data: files["model.yaml"]}}
			for _, stage := range goldenStages {
				text, ok := c.Dump(stage)
				if !ok {
					t.Fatalf("no dump of %s", stage)
				}
				if !strings.HasSuffix(text, "\n") {
					text += "\n" // as an archive keeps it
				}
				now = append(now, txtar.File{Name: stage, Data: []byte(text)})
				if *update || string(files[stage]) == text {
					continue
				}
				t.Errorf("%s differs:\n%s", stage, firstDifference(text, string(files[stage])))
			}
			if *update {
				archive.Files = now
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
			}
		})
	}
}

// firstDifference shows the first line that differs.
func firstDifference(got, want string) string {
	g, w := strings.Split(got, "\n"), strings.Split(want, "\n")
	for i := range g {
		if i >= len(w) {
			return "got  " + g[i] + "\nwant nothing more"
		}
		if g[i] != w[i] {
			return "got  " + g[i] + "\nwant " + w[i]
		}
	}
	if len(w) > len(g) {
		return "got nothing more\nwant " + w[len(g)]
	}
	return ""
}

// TestSameBytes: a model compiled again gives the same dumps and the same package,
// byte for byte.
func TestSameBytes(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("testdata/compile/*.txtar")
	if err != nil || len(paths) == 0 {
		t.Fatalf("no archives: %v", err)
	}
	for _, path := range paths {
		archive, err := txtar.ParseFile(path)
		if err != nil {
			t.Fatal(err)
		}
		var first *mpc.Compilation
		for range 3 {
			c, err := mpc.Compile("model.yaml", archive.Files[0].Data, mpc.Options{Codegen: codegen.Options{Tests: true}})
			if err != nil {
				t.Fatal(err)
			}
			if first == nil {
				first = c
				continue
			}
			a, _ := first.Dump("all")
			if b, _ := c.Dump("all"); a != b {
				t.Fatalf("%s: the dumps differ:\n%s", path, firstDifference(b, a))
			}
			if len(c.Package.Files) != len(first.Package.Files) {
				t.Fatalf("%s: %d files, then %d", path, len(first.Package.Files), len(c.Package.Files))
			}
			for i, f := range c.Package.Files {
				g := first.Package.Files[i]
				if f.Name != g.Name || !bytes.Equal(f.Source, g.Source) {
					t.Fatalf("%s: %s differs from %s:\n%s", path, f.Name, g.Name, firstDifference(string(f.Source), string(g.Source)))
				}
			}
		}
	}
}
