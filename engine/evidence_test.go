package engine_test

import (
	"errors"
	"math"
	"testing"

	"mpc/engine"
)

// The parts are those that are added up, and the first that is no number names its statement.
func TestEvidence(t *testing.T) {
	p := engine.NewProgress(plan())
	terms := func(second float64) func(*engine.TermSum) {
		return func(s *engine.TermSum) {
			s.Add(2, 0)
			s.Part = 1
			s.Add(second, 2, 5)
		}
	}
	parts := []engine.EvidenceTerm{{Line: 3, Statement: "a"}, {Line: 4, Statement: "b"}}
	list := engine.PartsOfEvidence(parts, terms(-7))
	if list[0] != (engine.EvidenceTerm{Line: 3, Statement: "a", Value: 2}) || list[1].Value != -7 || parts[1].Value != 0 {
		t.Errorf("%+v of %+v", list, parts)
	}
	if z := p.LogEvidence(terms(-7)); z != -5 {
		t.Errorf("evidence %g", z)
	}
	if err := p.CheckEvidence(terms(-7)); err != nil {
		t.Error(err)
	}
	for _, c := range []struct {
		second float64
		want   string
	}{
		{math.NaN(), "the posterior is improper: line 4: z at [5]; give a narrower prior, or damping"},
		{math.Inf(-1), "contradictory observation, its probability is zero: line 4: z at [5]"},
		{math.Inf(1), "a message is not finite: line 4: z at [5]"},
	} {
		if err := p.CheckEvidence(terms(c.second)); err == nil || err.Error() != c.want {
			t.Errorf("of %g: %v, want %s", c.second, err, c.want)
		}
		if z := p.LogEvidence(terms(c.second)); !math.IsInf(z, -1) {
			t.Errorf("of %g: %g", c.second, z)
		}
	}
}

// A posterior that is no distribution is improper, or what two messages say that contradict
// each other or overflow.
func TestImproper(t *testing.T) {
	p := engine.NewProgress(plan())
	for _, c := range []struct {
		finite, noisy bool
		element       int
		want          string
	}{
		{true, false, -1, "the posterior is improper: line 9: x; give a narrower prior, or damping"},
		{false, true, 3, "a message is not finite: line 9: x at [3]"},
		{false, false, 0, "contradictory observation, its probability is zero: line 9: x at [0]"},
	} {
		if err := p.Improper("x", 9, c.element, c.finite, c.noisy); err.Error() != c.want {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
	var notFinite *engine.NotFiniteError
	if err := (&engine.OverflowError{Where: engine.Where{Line: 1, Statement: "s"}, Expression: "a / b"}); err.Error() != "a / b is not finite: line 1: s" || !errors.As(err, &notFinite) {
		t.Error(err)
	}
	if err := (&engine.ParameterError{Where: engine.Where{Line: 1, Statement: "s"}, Message: "m"}); err.Error() != "m: line 1: s" {
		t.Error(err)
	}
}
