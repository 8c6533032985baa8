package mpc_test

import (
	"errors"
	"strings"
	"testing"

	"mpc"
	"mpc/lang"
)

// TestRecovered: a stage that panics is an error that names it, and holds where.
func TestRecovered(t *testing.T) {
	for stage, fault := range map[string]func(*lang.File){
		"lang":  func(*lang.File) { panic("a fault") },
		"model": func(f *lang.File) { f.Program = append(f.Program, (*lang.Sample)(nil)) },
	} {
		_, err := mpc.PlanEdited("m.yaml", []byte("model: m\nprogram: |\n  x ~ normal(0, variance = 1)\n"), fault)
		var internal *mpc.InternalError
		if !errors.As(err, &internal) {
			t.Errorf("%s: no internal error: %v", stage, err)
			continue
		}
		if at := map[string]string{"lang": "TestRecovered", "model": "model.Check"}[stage]; internal.Stage != stage || !strings.Contains(string(internal.Stack), at) {
			t.Errorf("stage %q, want %q, stack\n%s", internal.Stage, stage, internal.Stack)
		}
	}
}
