package dist

import (
	"math"
	"testing"
)

// TestFaintMessages: a faint message counts as exp(H x - P x^2/2) with its cavity, as one
// of two messages, and in a product, and so does no other.
func TestFaintMessages(t *testing.T) {
	cavity, other := Normal{-50, 1}, Normal{2, 0.5}
	for _, m := range []Normal{{1, 1e-10}, {1, 1e-22}, {-3, 1e-40}, {0.5, 1e-300}} {
		all := cavity.Times(m)
		if !m.IsFaint(all) || m.CountsNormalized(all) {
			t.Errorf("%v is not faint beside %v", m, cavity)
		}
		want := -50*m.H + m.H*m.H/2 - m.P*(2501-100*m.H)/2 // E exp(H x - P x^2/2), P small
		for name, got := range map[string]float64{
			"LogMessage": m.LogMessage(cavity), "LogBoth": m.LogBoth(cavity), "LogBoth turned": cavity.LogBoth(m),
			"LogScaleAmong": cavity.LogScaleAmong(m, all),
		} {
			if !(math.Abs(got-want) <= 1e-6) {
				t.Errorf("%s of %v = %v, want %v", name, m, got, want)
			}
		}
		// An improper product before it counts as exp too.
		tilt := Normal{1, -m.P / 2}
		s := tilt.Times(m)
		if got, want := tilt.LogScaleAmong(m, all), s.H*(s.H/s.P)/2+math.Log(2*math.Pi/s.P)/2; math.Abs(got-want) > 1e-14*math.Abs(want) {
			t.Errorf("LogScaleAmong of %v after a tilt = %v, want %v", m, got, want)
		}
	}
	for _, m := range []Normal{{2, 0.5}, {1e6, 1}, {1e9, 1}, {0, 1e-30}, {-5e-11, 1e-12}, {1, -0.1}, {1, 0}, {}, {3, math.Inf(1)}} {
		if got, want := m.LogMessage(cavity), m.LogIntegral(cavity); got != want && !m.IsUniform() {
			t.Errorf("LogMessage of %v = %v, want %v", m, got, want)
		}
		if got, want := other.LogScaleAmong(m, other.Times(m)), other.LogScale(m); got != want && !m.IsUniform() {
			t.Errorf("LogScaleAmong of %v = %v, want %v", m, got, want)
		}
	}
	// A vague prior far from 0 keeps its scale beside what agrees with it.
	if (Normal{0.1, 1e-10}).FaintBeside(Normal{1e9, 1}) {
		t.Error("a vague prior is faint")
	}
}
