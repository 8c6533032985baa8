package models_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/wet_grass/loopy"
	"mpc/models/wet_grass/wet_grass"
)

func wetGrassRun(t *testing.T, data wet_grass.Data) *wet_grass.Inference {
	t.Helper()
	inf, err := wet_grass.New(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return inf
}

// wetGrassExact enumerates cloudy, sprinkler and rain.
func wetGrassExact(d wet_grass.Data) (total float64, marginals [][]float64) {
	return modeltest.Enumerate([]int{2, 2, 2}, func(x []int) float64 {
		cloudy, sprinkler, rain := x[0], x[1], x[2]
		return 0.5 * d.Sprinkling[cloudy][sprinkler] * d.Raining[cloudy][rain] * d.Wetting[sprinkler][rain][d.Wet]
	})
}

// wetGrassBook has the tables of Murphy's network.
func wetGrassBook(wet int) wet_grass.Data {
	return wet_grass.Data{
		Truth:      2,
		Sprinkling: [][]float64{{0.5, 0.5}, {0.9, 0.1}},
		Raining:    [][]float64{{0.8, 0.2}, {0.2, 0.8}},
		Wetting:    [][][]float64{{{1, 0}, {0.1, 0.9}}, {{0.1, 0.9}, {0.01, 0.99}}},
		Wet:        wet,
	}
}

// Murphy's numbers: P(wet) = 0.6471, P(sprinkler | wet) = 0.4298, P(rain | wet) = 0.7079.
func TestWetGrassPublished(t *testing.T) {
	inf := wetGrassRun(t, wetGrassBook(1))
	modeltest.Close(t, "P(wet)", math.Exp(inf.LogEvidence()), 0.6471, 5e-5)
	modeltest.Close(t, "P(sprinkler)", inf.Sprinkler().Mean(), 0.4298, 5e-5)
	modeltest.Close(t, "P(rain)", inf.Rain().Mean(), 0.7079, 5e-5)
}

// Enumeration, with the tables of the book and with random ones.
func TestWetGrassEnumeration(t *testing.T) {
	rng := rand.New(rand.NewPCG(1, 2))
	row := func() []float64 { p := rng.Float64(); return []float64{1 - p, p} }
	for k := range 40 {
		d := wetGrassBook(k % 2)
		if k > 1 {
			d.Sprinkling = [][]float64{row(), row()}
			d.Raining = [][]float64{row(), row()}
			d.Wetting = [][][]float64{{row(), row()}, {row(), row()}}
		}
		inf := wetGrassRun(t, d)
		total, want := wetGrassExact(d)
		modeltest.Close(t, "log evidence", inf.LogEvidence(), math.Log(total), 1e-12)
		modeltest.Close(t, "P(cloudy)", inf.Cloudy().Mean(), want[0][1], 1e-12)
		modeltest.Close(t, "P(sprinkler)", inf.Sprinkler().Mean(), want[1][1], 1e-12)
		modeltest.Close(t, "P(rain)", inf.Rain().Mean(), want[2][1], 1e-12)
	}
}

// Without the switch the graph has a loop. The fixed point of belief propagation on
// it, from a program of its own, is 0.78407426 for rain and 0.40404181 for the sprinkler.
func TestWetGrassLoopy(t *testing.T) {
	inf, err := loopy.New(loopy.Data(wetGrassBook(1)))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background(), loopy.Tolerance(1e-12)); err != nil {
		t.Fatal(err)
	}
	modeltest.Close(t, "P(rain)", inf.Rain().Mean(), 0.7840742595572616, 1e-9)
	modeltest.Close(t, "P(sprinkler)", inf.Sprinkler().Mean(), 0.4040418053000554, 1e-9)
}
