package main

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"mpc"
)

// TestReport: what is printed of a mistake of the compiler is a line, and all the rest
// stands in the report.
func TestReport(t *testing.T) {
	dir := t.TempDir()
	model := filepath.Join(dir, "model.yaml")
	if err := os.WriteFile(model, []byte("model: odd\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Setenv("TMPDIR", dir)
	e := &mpc.InternalError{Stage: "codegen", Err: errors.New("illegal character\npackage odd\n"), Stack: []byte("goroutine 1\n")}
	if got, want := e.Error(), "internal error in codegen: illegal character"; got != want {
		t.Errorf("the error is %q, want %q", got, want)
	}
	text := string(report(e, []string{"mpc", "run", model}))
	for _, want := range []string{"stage: codegen\n", "command: mpc run " + model, "model: odd", "illegal character\npackage odd", "goroutine 1"} {
		if !strings.Contains(text, want) {
			t.Errorf("the report lacks %q:\n%s", want, text)
		}
	}
	path := writeReport(e)
	if have, err := os.ReadFile(path); err != nil || !strings.Contains(string(have), "stage: codegen") {
		t.Errorf("no report at %q: %v", path, err)
	}
}
