package limits

import (
	"math"
	"testing"
)

func TestHazardTable(t *testing.T) {
	for x := -7.99; x < 7.99; x += 0.0173 {
		if got, want := hazardTable(x), hazardErfc(x); math.Abs(got-want) > 1e-10*want {
			t.Fatalf("hazardTable(%g) = %g, want %g", x, got, want)
		}
	}
}

func TestSweeps(t *testing.T) {
	plain, fused := NewLeague(100, 1000), NewLeague(100, 1000)
	for range 3 {
		plain.SweepPlain()
		fused.Sweep()
	}
	for i, a := range plain.Skill {
		b := fused.Skill[i]
		if math.Abs(a.H-b.H) > 1e-7*math.Abs(a.H) || math.Abs(a.P-b.P) > 1e-7*a.P {
			t.Fatalf("player %d: %v and %v", i, a, b)
		}
	}
}
