package dist

import "testing"

// TestTotalTiny: a shape far below 1 is not lost beside what others say.
func TestTotalTiny(t *testing.T) {
	for _, tiny := range []float64{1e-300, 1e-20, 0.25} {
		var g GammaTotal
		var v InverseGammaTotal
		var b BetaTotal
		g.Add(Gamma{tiny, 1})
		v.Add(InverseGamma{tiny, 1})
		b.Add(Beta{tiny, tiny})
		g.Add(Gamma{1, 2})
		g.Replace(Gamma{1, 2}, Gamma{3, 2})
		v.Add(InverseGamma{-0.5, 2})
		b.Add(Beta{2, 3})
		if got := g.Except(Gamma{3, 2}); got != (Gamma{tiny, 1}) {
			t.Errorf("gamma %g: %v", tiny, got)
		}
		if got := v.Except(InverseGamma{-0.5, 2}); got != (InverseGamma{tiny, 1}) {
			t.Errorf("inversegamma %g: %v", tiny, got)
		}
		if got := b.Except(Beta{2, 3}); got != (Beta{tiny, tiny}) {
			t.Errorf("beta %g: %v", tiny, got)
		}
		g.Remove(Gamma{3, 2})
		v.Remove(InverseGamma{-0.5, 2})
		b.Remove(Beta{2, 3})
		if g.Value() != (Gamma{tiny, 1}) || v.Value() != (InverseGamma{tiny, 1}) || b.Value() != (Beta{tiny, tiny}) {
			t.Errorf("%g: %v, %v, %v", tiny, g.Value(), v.Value(), b.Value())
		}
	}
}
