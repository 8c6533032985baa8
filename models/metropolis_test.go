package models_test

import (
	"math"
	"testing"

	"mpc/models/internal/metropolis"
)

// A normal of correlated coordinates with known moments.
func TestMetropolis(t *testing.T) {
	// x0 ~ normal(1, sd 2), x1 ~ normal(x0, sd 0.5)
	log := func(x []float64) float64 {
		a, b := (x[0]-1)/2, (x[1]-x[0])/0.5
		return -(a*a + b*b) / 2
	}
	got := metropolis.Sample(log, []float64{0, 0}, 400000, 7)
	want := []struct{ mean, sd float64 }{{1, 2}, {1, math.Sqrt(4.25)}}
	for i, w := range want {
		if math.Abs(got[i].Mean-w.mean) > 5*got[i].Error || math.Abs(got[i].SD-w.sd) > 0.06 || got[i].Error > 0.05 {
			t.Errorf("coordinate %d: %+v, want mean %v, sd %v", i, got[i], w.mean, w.sd)
		}
	}
}

func TestMetropolisNormalCdf(t *testing.T) {
	for x, want := range map[float64]float64{0: 0.5, 1: 0.8413447460685429, -2: 0.022750131948179212} {
		if got := metropolis.NormalCdf(x); math.Abs(got-want) > 1e-15 {
			t.Errorf("metropolis.NormalCdf(%v) = %v, want %v", x, got, want)
		}
	}
}
