package passes

import (
	"bytes"
	"flag"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"mpc/codegen/code"
)

var update = flag.Bool("update", false, "write what the passes make anew")

// TestPositions compares what the pass makes of each file in testdata/positions with what stands there.
func TestPositions(t *testing.T) {
	run(t, "positions", func(p *code.Program) { Positions(p) })
}

// TestHoist compares what the pass makes of each file in testdata/hoist with what stands there.
func TestHoist(t *testing.T) { run(t, "hoist", Hoist) }

// TestDraws compares what the pass makes of each file in testdata/draws with what stands there.
func TestDraws(t *testing.T) { run(t, "draws", Draws) }

// TestSettle compares what the pass makes of each file in testdata/settle with what stands there.
func TestSettle(t *testing.T) { run(t, "settle", Settle) }

// TestInvariants compares what the pass makes of each file in testdata/invariants with what stands there.
func TestInvariants(t *testing.T) { run(t, "invariants", Invariants) }

// TestRunning compares what the pass makes of each file in testdata/running with what stands there.
func TestRunning(t *testing.T) { run(t, "running", Running) }

// run compares what a pass makes of each file of a folder with what stands there.
func run(t *testing.T, folder string, pass func(*code.Program)) {
	t.Helper()
	paths, err := filepath.Glob("testdata/" + folder + "/*.txtar")
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
			p, err := code.Parse("code", string(archive.Files[0].Data))
			if err != nil {
				t.Fatal(err)
			}
			if err := code.Check(p); err != nil {
				t.Fatal(err)
			}
			pass(p)
			archive.Files = append(archive.Files[:1], txtar.File{Name: folder, Data: []byte(p.String())})
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
