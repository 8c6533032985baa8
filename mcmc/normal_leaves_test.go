package mcmc

import (
	"math"
	"testing"
)

// TestLeaves: of three normals that each read two others, a leaf's variance and slopes given these are those of its own densities, factored
// of moments and by rows, and what is no leaf is numbered.
func TestLeaves(t *testing.T) {
	p := NewNormalPattern(5)
	for c := range 5 {
		p.Say(c)
	}
	for c := range 3 {
		p.SayRow([]int{3, c, 4})
	}
	p.OrderForMoments()
	say := func(b *NormalBlock) {
		for c := range 5 {
			b.Add1(0.1, 1+float64(c))
		}
		for c := range 3 {
			b.Slope[0], b.Slope[1], b.Slope[2] = 2, 3, float64(c)-5
			b.AddRow(0.5, 0.7)
		}
	}
	number, others := p.Leaves()
	leaves := 0
	for _, byRows := range []bool{false, true} {
		b := &NormalBlock{}
		b.Reset(p)
		if byRows {
			b.Again()
		}
		say(b)
		if byRows && !b.FactorRows() || !byRows && !b.FactorMoments() || !b.Mean() {
			t.Fatal("no factor")
		}
		for c := range 5 {
			place := p.Place(c)
			if k := number[place]; k >= 0 {
				if others[k] != c {
					t.Errorf("%d of those that are no leaves is %d, not %d", k, others[k], c)
				}
				continue
			}
			leaves++
			variance, places, slopes := b.Leaf(place, nil, nil)
			precision := 1 + float64(c) + 0.7*9
			if math.Abs(variance*precision-1) > 1e-14 || len(places) != 2 {
				t.Fatalf("leaf %d: variance %v, want %v; %d slopes", c, variance, 1/precision, len(places))
			}
			for k, other := range places {
				want := -0.7 * 3 * 2 / precision
				if others[number[other]] == 4 {
					want = -0.7 * 3 * (float64(c) - 5) / precision
				}
				if math.Abs(slopes[k]-want) > 1e-14 {
					t.Errorf("leaf %d: slope %v, want %v", c, slopes[k], want)
				}
			}
		}
	}
	if leaves < 4 || len(others) > 3 {
		t.Errorf("%d leaves, %d others", leaves/2, len(others))
	}
}
