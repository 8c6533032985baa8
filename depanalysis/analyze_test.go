package depanalysis_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc/depanalysis"
	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/model/joint"
)

var update = flag.Bool("update", false, "write the graphs of testdata anew")

// TestAnalyze compares the dependencies of the models of testdata with the graphs there. An archive
// says which edges it is about.
func TestAnalyze(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 6 {
		t.Fatalf("%d archives, %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			got := depanalysis.Analyze(lowered(t, archive.Files[0].Data)).String()
			again, err := depanalysis.Parse(got)
			if err != nil || again.String() != got {
				t.Errorf("the graph is not read back as it is: %v", err)
			}
			if *update {
				archive.Files = append(archive.Files[:1], txtar.File{Name: "graph", Data: []byte(got)})
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(archive.Files) != 2 {
				t.Fatal("the archive has a model and a graph: write that with -update")
			}
			if want := string(archive.Files[1].Data); got != want {
				t.Errorf("got\n%s\nwant\n%s", got, want)
			}
		})
	}
}

// lowered is the program of messages of a model.
func lowered(t *testing.T, text []byte) *message.Program {
	t.Helper()
	must := func(d lang.Diagnostics) {
		if d.HasErrors() {
			t.Fatal(d)
		}
	}
	f, d := lang.Parse("model.yaml", text)
	must(d)
	m, d := model.Check(f)
	must(d)
	g, d := factor.Build(m)
	must(d)
	if m.Samples() {
		c, d := conditional.Build(joint.Build(m))
		must(d)
		return message.LowerSampled(g, c)
	}
	p, d := message.Lower(g)
	must(d)
	return p
}
