package run_test

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/run/calibrate"
	"mpc/special"
)

// TestPlaceAmong: places among draws of the same distribution are uniform, with ties too.
func TestPlaceAmong(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	for _, draw := range []func() float64{rng.NormFloat64, func() float64 { return float64(rng.IntN(3)) }} {
		var places []float64
		for range 4000 {
			draws := make([]float64, 19)
			for i := range draws {
				draws[i] = draw()
			}
			places = append(places, calibrate.PlaceAmong(draws, draw(), rng.Float64()))
		}
		if v := calibrate.Judge(places, 0.001); v.Off || v.Says != "" {
			t.Errorf("%+v", v)
		}
	}
}

// TestJudge: the rate of false alarms is as it says, and each deviation has its words.
func TestJudge(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	const runs = 2000
	below := 0
	for range runs {
		places := make([]float64, 200)
		for i := range places {
			places[i] = rng.Float64()
		}
		if calibrate.Judge(places, 0.05).Off {
			below++
		}
	}
	if below > 115 { // of 2,000 at most 100 are expected
		t.Errorf("%d of %d right ones are off at a level of 0.05", below, runs)
	}
	for want, f := range map[string]func(u float64) float64{
		"too low":          func(u float64) float64 { return math.Sqrt(u) },
		"too high":         func(u float64) float64 { return u * u },
		"too narrow":       func(u float64) float64 { return special.NormalCdf(2 * special.NormalQuantile(u)) },
		"too wide":         func(u float64) float64 { return special.NormalCdf(0.5 * special.NormalQuantile(u)) },
		"of another shape": func(u float64) float64 { return math.Round(6*u-0.5)/6 + 0.08 },
	} {
		places := make([]float64, 400)
		for i := range places {
			places[i] = f((float64(i) + 0.5) / 400)
		}
		if v := calibrate.Judge(places, 1e-4); !v.Off || v.Says != want {
			t.Errorf("%s: %+v", want, v)
		}
	}
}
