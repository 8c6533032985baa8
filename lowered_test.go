package mpc_test

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen/lower"
)

// TestLowered lists, of all models, the parts of steps, and scans, that are not lowered to code yet, with what
// is missing: testdata/lowered.txt, which -update writes anew. The list only shrinks.
func TestLowered(t *testing.T) {
	t.Parallel()
	paths, err := filepath.Glob("models/*/*.yaml")
	if err != nil || len(paths) < 40 {
		t.Fatalf("%d models: %v", len(paths), err)
	}
	var list []string
	lowered := 0
	for _, path := range paths {
		src, err := os.ReadFile(path)
		if err != nil {
			t.Fatal(err)
		}
		c, err := mpc.Compile(path, src, mpc.Options{NoPackage: true})
		if err != nil {
			t.Fatal(err)
		}
		p := lower.Lower(c.Loops)
		lowered += len(p.Functions)
		if p.Scan != nil {
			lowered++
		}
		for name, why := range p.Unlowered {
			list = append(list, fmt.Sprintf("%s %s: %s", filepath.ToSlash(path), name, why))
		}
	}
	slices.Sort(list)
	const file = "testdata/lowered.txt"
	now := fmt.Sprintf("%d parts of steps and scans are code. These are not:\n%s\n", lowered, strings.Join(list, "\n"))
	before, err := os.ReadFile(file)
	if *update {
		if err := os.WriteFile(file, []byte(now), 0o644); err != nil {
			t.Fatal(err)
		}
	} else if err != nil || string(before) != now {
		t.Errorf("%s differs (%v):\n%s", file, err, firstDifference(now, string(before)))
	}
}
