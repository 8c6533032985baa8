package bench

import (
	"math"
	"testing"

	"mpc/bench/limits"
)

func TestHazardTable(t *testing.T) {
	for x := -7.99; x < 7.99; x += 0.0173 {
		if got, want := limits.HazardTable(x), limits.HazardErfc(x); math.Abs(got-want) > 1e-10*want {
			t.Fatalf("HazardTable(%g) = %g, want %g", x, got, want)
		}
	}
}

func TestSweepsOfLimits(t *testing.T) {
	plain, fused := limits.NewLeague(100, 1000), limits.NewLeague(100, 1000)
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
