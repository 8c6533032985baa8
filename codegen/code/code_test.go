package code_test

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

var update = flag.Bool("update", false, "write what is computed into testdata")

// archives calls f for each txtar file of a folder of testdata, with its parts by name. What f
// changes is compared with the file, or written to it with -update.
func archives(t *testing.T, folder string, f func(t *testing.T, parts map[string]*txtar.File)) {
	paths, err := filepath.Glob(filepath.Join("testdata", folder, "*.txtar"))
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
			parts := map[string]*txtar.File{}
			for i := range archive.Files {
				parts[archive.Files[i].Name] = &archive.Files[i]
			}
			f(t, parts)
			now := txtar.Format(archive)
			if *update {
				if err := os.WriteFile(path, now, 0o666); err != nil {
					t.Fatal(err)
				}
			} else if !bytes.Equal(now, src) {
				t.Errorf("%s is now\n%s", path, now)
			}
		})
	}
}

// parse reads a program, and writes it again: that its text stays is compared with the file.
func parse(t *testing.T, part *txtar.File) *code.Program {
	t.Helper()
	p, err := code.Parse("code", string(part.Data))
	if err != nil {
		t.Fatal(err)
	}
	part.Data = []byte(p.String())
	return p
}

// TestFlatten compares the blocks of functions, among them the two of the page on traces.
func TestFlatten(t *testing.T) {
	archives(t, "flat", func(t *testing.T, parts map[string]*txtar.File) {
		p := parse(t, parts["code"])
		if err := code.Check(p); err != nil {
			t.Error(err)
		}
		for name, part := range parts {
			if name != "code" {
				part.Data = []byte(code.Flatten(p.Row(name)).String())
			}
		}
	})
}

// TestCheck compares what is wrong with programs. Each has one fault in a place, and beside it what is
// almost the same and right.
func TestCheck(t *testing.T) {
	archives(t, "check", func(t *testing.T, parts map[string]*txtar.File) {
		problems := code.Check(parse(t, parts["code"]))
		text := ""
		if problems != nil {
			text = problems.Error() + "\n"
		}
		parts["problems"].Data = []byte(text)
	})
}
