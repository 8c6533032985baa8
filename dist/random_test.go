package dist

import (
	"math"
	"math/rand/v2"
	"testing"
)

// Random starts are proper and not sure of anything, no two alike, and the same from
// the same seed.
func TestRandom(t *testing.T) {
	rng := func(seed uint64) *rand.Rand { return rand.New(rand.NewPCG(seed, 9)) }
	type start interface {
		IsProper() bool
		IsPoint() bool
		IsFinite() bool
		String() string
	}
	families := map[string]func(*rand.Rand) start{
		"bernoulli":    func(r *rand.Rand) start { return BernoulliRandom(r) },
		"normal":       func(r *rand.Rand) start { return NormalRandom(r) },
		"gamma":        func(r *rand.Rand) start { return GammaRandom(r) },
		"inversegamma": func(r *rand.Rand) start { return InverseGammaRandom(r) },
		"beta":         func(r *rand.Rand) start { return BetaRandom(r) },
		"categorical": func(r *rand.Rand) start {
			d := CategoricalUniform(5)
			CategoricalRandom(&d, r)
			return d
		},
		"dirichlet": func(r *rand.Rand) start {
			d := DirichletPoint([]float64{1, 0, 0})
			DirichletRandom(&d, r)
			return d
		},
	}
	for name, draw := range families {
		r, again := rng(1), rng(1)
		seen := map[string]bool{}
		for range 1000 {
			d := draw(r)
			if !d.IsProper() || !d.IsFinite() || d.IsPoint() {
				t.Fatalf("%s: a start %v", name, d)
			}
			if got := draw(again).String(); got != d.String() {
				t.Fatalf("%s: %v and %v from one seed", name, d, got)
			}
			seen[d.String()] = true
		}
		if len(seen) < 900 {
			t.Errorf("%s: of 1000 starts %d differ", name, len(seen))
		}
		if draw(rng(1)).String() == draw(rng(2)).String() {
			t.Errorf("%s: two seeds start alike", name)
		}
	}
	d := MvNormalPoint([]float64{1, 2, 3})
	MvNormalRandom(&d, rng(1))
	mean, covariance := d.Mean(), d.Covariance()
	for i := range 3 {
		for j := range 3 {
			want := 0.0
			if i == j {
				want = 1
			}
			if math.Abs(covariance[3*i+j]-want) > 1e-12 {
				t.Errorf("mvnormal: covariance %v", covariance)
			}
		}
	}
	if mean[0] == mean[1] || mean[1] == mean[2] || d.Point {
		t.Errorf("mvnormal: mean %v", mean)
	}
	none := CategoricalUniform(0)
	CategoricalRandom(&none, rng(1))
}
