package mpc

import (
	"errors"
	"strings"
	"testing"
)

// TestRecovered: a stage that panics is an error that names it, and holds where.
func TestRecovered(t *testing.T) {
	run := func() (err error) {
		stage := "loops"
		defer recovered(&stage, &err)
		var none *Compilation
		return none.Warnings // a nil pointer
	}
	var internal *InternalError
	if err := run(); !errors.As(err, &internal) {
		t.Fatalf("no internal error: %v", err)
	}
	if internal.Stage != "loops" || !strings.Contains(string(internal.Stack), "TestRecovered") {
		t.Errorf("stage %q, stack\n%s", internal.Stage, internal.Stack)
	}
}
