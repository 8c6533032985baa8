package engine_test

import (
	"errors"
	"testing"

	"mpc/engine/checking"
)

var errKind = errors.New("does not fit")

// Made-up data are of the first kind that fits; those of testdata are not there.
func TestPrepared(t *testing.T) {
	var tried []int
	run := func(kind int) (int, error) {
		tried = append(tried, kind)
		if kind < 2 {
			return 0, errKind
		}
		return 10 * kind, nil
	}
	if x := checking.Prepared(t, run, func(kind int) int { return kind }); x != 20 || len(tried) != 3 {
		t.Error(x, tried)
	}
	ended := false
	t.Run("none", func(t *testing.T) {
		defer func() { ended = t.Skipped() }()
		checking.Prepared(t, func(int) (int, error) { return 0, errKind }, func(kind int) int { return kind })
	})
	if !ended {
		t.Error("where no data fit the test is not skipped")
	}
}

type saved []byte

func (s saved) MarshalBinary() ([]byte, error) { return s, nil }

// What allocates nothing, and states that are the same, pass.
func TestPasses(t *testing.T) {
	n := 0
	checking.Allocations(t, map[string]func() error{"count": func() error { n++; return nil }})
	if n == 0 {
		t.Error("the step has not run")
	}
	checking.SameStates(t, saved("ab"), saved("ab"))
}
