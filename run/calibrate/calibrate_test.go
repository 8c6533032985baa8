package calibrate

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/special"
)

// TestPlace compares with distribution functions in closed form.
func TestPlace(t *testing.T) {
	for _, x := range []struct {
		posterior map[string]any
		truth, u  float64
		want      float64
	}{
		{map[string]any{"dist": "normal", "mean": 1.0, "variance": 4.0}, 3, 0, special.NormalCdf(1)},
		{map[string]any{"dist": "gamma", "shape": 1.0, "rate": 2.0}, 1.5, 0, 1 - math.Exp(-3)},
		{map[string]any{"dist": "gamma", "shape": 1.0, "rate": 2.0}, -1, 0, 0},
		{map[string]any{"dist": "inversegamma", "shape": 1.0, "rate": 2.0}, 0.5, 0, math.Exp(-4)},
		{map[string]any{"dist": "beta", "a": 2.0, "b": 1.0}, 0.3, 0, 0.09},
		{map[string]any{"dist": "bernoulli", "p": 0.3}, 0, 0.5, 0.35},
		{map[string]any{"dist": "bernoulli", "p": 0.3}, 1, 0.5, 0.85},
		{map[string]any{"dist": "categorical", "p": []any{0.2, 0.3, 0.5}}, 1, 0.25, 0.275},
		{Component(map[string]any{"dist": "dirichlet", "alpha": []any{2.0, 0.5, 0.5}}, 0), 0.3, 0, 0.09},
		{Component(map[string]any{"dist": "mvnormal", "mean": []any{0.0, 1.0}, "covariance": []any{[]any{1.0, 0.5}, []any{0.5, 4.0}}}, 1), 3, 0, special.NormalCdf(1)},
	} {
		if got, ok := Place(x.posterior, x.truth, x.u); !ok || !(math.Abs(got-x.want) <= 1e-12) {
			t.Errorf("%v at %g: %v %v, want %v", x.posterior, x.truth, got, ok, x.want)
		}
	}
	for _, p := range []map[string]any{{"dist": "point", "value": 1.0}, {"dist": "wishart"}, {"dist": "normal", "uniform": true}} {
		if _, ok := Place(p, 1, 0.5); ok {
			t.Errorf("%v has a place", p)
		}
	}
	if Component(map[string]any{"dist": "dirichlet", "alpha": []any{1.0}}, 1) != nil {
		t.Error("a component that there is not")
	}
}

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
			places = append(places, PlaceAmong(draws, draw(), rng.Float64()))
		}
		if v := Judge(places, 0.001); v.Off || v.Says != "" {
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
		if Judge(places, 0.05).Off {
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
		if v := Judge(places, 1e-4); !v.Off || v.Says != want {
			t.Errorf("%s: %+v", want, v)
		}
	}
}
