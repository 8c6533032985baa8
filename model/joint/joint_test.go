package joint_test

import (
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc/lang"
	"mpc/model"
	"mpc/model/joint"
)

var update = flag.Bool("update", false, "write the files in testdata anew")

// TestStatements compares what becomes of models with testdata: an archive holds model.yaml
// and joint. go test -update writes the latter anew.
func TestStatements(t *testing.T) {
	paths, err := filepath.Glob("testdata/*.txtar")
	if err != nil || len(paths) < 7 {
		t.Fatalf("%d archives: %v", len(paths), err)
	}
	for _, path := range paths {
		t.Run(strings.TrimSuffix(filepath.Base(path), ".txtar"), func(t *testing.T) {
			archive, err := txtar.ParseFile(path)
			if err != nil {
				t.Fatal(err)
			}
			file, d := lang.Parse("model.yaml", archive.Files[0].Data)
			if d.HasErrors() {
				t.Fatal(d)
			}
			m, d := model.Check(file)
			if d.HasErrors() {
				t.Fatal(d)
			}
			got := joint.Build(m).String()
			if *update {
				archive.Files = []txtar.File{archive.Files[0], {Name: "joint", Data: []byte(got)}}
				if err := os.WriteFile(path, txtar.Format(archive), 0o644); err != nil {
					t.Fatal(err)
				}
				return
			}
			if len(archive.Files) < 2 || string(archive.Files[1].Data) != got {
				t.Errorf("got\n%s", got)
			}
		})
	}
}
