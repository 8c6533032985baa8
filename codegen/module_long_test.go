//go:build long

package codegen_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
)

// In a clone of which script/module changes the path, everything builds, imports go their ways, and the
// generated packages import their support by the new path.
func TestModule(t *testing.T) {
	const path = "example.com/they/mpc"
	dir := filepath.Join(t.TempDir(), "clone")
	run := func(in, name string, args ...string) string {
		t.Helper()
		cmd := exec.Command(name, args...)
		cmd.Dir = in
		out, err := cmd.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %s: %v\n%s", name, strings.Join(args, " "), err, out)
		}
		return string(out)
	}
	run("..", "git", "clone", "-q", ".", dir)
	if out, err := exec.Command(filepath.Join(dir, "script", "module"), "no path").CombinedOutput(); err == nil {
		t.Errorf("a path with a space is taken: %s", out)
	}
	run(dir, "script/module", path)
	run(dir, "go", "build", "./...")
	run(dir, "go", "vet", ".", "./codegen", "./cmd/...", "./integration/program")
	run(dir, "go", "test", "-run", "Imports", ".")
	if found := strings.TrimSpace(run(dir, "go", "list", "-m")); found != path {
		t.Errorf("the module is %s", found)
	}
	source, err := os.ReadFile(filepath.Join(dir, "models", "asia", "asia", "steps.go"))
	if err != nil {
		t.Fatal(err)
	}
	if !strings.Contains(string(source), `"`+path+`/dist"`) {
		t.Error("a generated package does not import its support by the new path")
	}
}
