// Package program builds one program of many generated packages, for the tests beside it. It is
// built as if it stood in this module, so that packages may import their run-time support.
package program

import (
	"bytes"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"testing"

	"mpc/codegen"
)

// Path is the import path of the program. Those of its packages are below it.
const Path = "mpc/integration/program/built"

// undebugged leaves out of packages where their values are, which takes a sixth of the time: nobody debugs them.
const undebugged = "-gcflags=" + Path + "/...=-dwarf=false"

// Plain is a flag of go build for packages that make few steps: nothing is inlined in them, which takes a third of the time of
// their compiler and changes no result.
const Plain = undebugged + " -l"

// A Program is the text of a program: files by their paths within it.
type Program map[string][]byte

// Add adds a generated package, in a folder.
func (p Program) Add(folder string, pkg *codegen.Package) {
	for _, f := range pkg.Files {
		p[folder+"/"+f.Name] = f.Source
	}
}

// Run builds the program, with flags of go build, and runs it: it reads a JSON value from standard
// input and writes one to standard output.
func (p Program) Run(t testing.TB, in, out any, flags ...string) {
	t.Helper()
	text, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	cmd := exec.Command(p.Build(t, flags...))
	var stderr bytes.Buffer
	cmd.Stdin, cmd.Stderr = bytes.NewReader(text), &stderr
	text, err = cmd.Output()
	if err != nil {
		t.Fatalf("the program: %v\n%.4000s", err, stderr.String())
	}
	if err := json.Unmarshal(text, out); err != nil {
		t.Fatal(err)
	}
}

// Build builds the program, with flags of go build, and returns its path. The files are laid over a folder of this module
// that does not exist.
func (p Program) Build(t testing.TB, flags ...string) string {
	t.Helper()
	root, dir := moduleRoot(t), t.TempDir()
	replace := map[string]string{}
	for name, text := range p {
		path := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, text, 0o644); err != nil {
			t.Fatal(err)
		}
		replace[filepath.Join(root, "integration", "program", "built", filepath.FromSlash(name))] = path
	}
	overlay, err := json.Marshal(map[string]any{"Replace": replace})
	if err != nil {
		t.Fatal(err)
	}
	path := filepath.Join(dir, "overlay.json")
	if err := os.WriteFile(path, overlay, 0o644); err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(dir, "program.exe")
	args := append([]string{"build", "-overlay", path, "-o", program, "-ldflags=-w", undebugged}, flags...)
	cmd := exec.Command("go", append(args, Path)...)
	cmd.Dir = root
	if out, err := cmd.CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%.4000s", err, out)
	}
	return program
}

// moduleRoot is the folder of this module, of which tests run in folders below.
func moduleRoot(t testing.TB) string {
	t.Helper()
	dir, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; ; dir = filepath.Dir(dir) {
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil {
			return dir
		}
		if dir == filepath.Dir(dir) {
			t.Fatal("these tests run outside of their module")
		}
	}
}
