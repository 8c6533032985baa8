package mcmc

import (
	"slices"
	"testing"
)

// TestPatternLimit: a pattern is large where its factor takes more multiplications than the limit, which those of a chain
// and of a square are counted by hand for.
func TestPatternLimit(t *testing.T) {
	chain := func(p *NormalPattern) {
		for i := range 99 {
			p.Say(i, i+1)
		}
	}
	square := func(p *NormalPattern) {
		for i := range 100 {
			for j := range i {
				p.Say(i, j)
			}
		}
	}
	for _, test := range []struct {
		name string
		say  func(p *NormalPattern)
		most float64
		want bool
	}{
		{"chain", chain, 100, false}, // one of each of 97 or so, and the square at the end
		{"chain", chain, 90, true},
		{"chain without a limit", chain, 0, false},
		{"square", square, 170000, false}, // 100^3/6
		{"square", square, 160000, true},
		{"square without a limit", square, 0, false},
	} {
		p := NewNormalPattern(100)
		p.Limit(test.most)
		test.say(p)
		if p.OrderForMoments(); (p.Excess != nil) != test.want {
			t.Errorf("%s of at most %v multiplications: %v", test.name, test.most, p.Excess)
		}
	}
}

// TestRowsAroundOthers: a row that is said again after densities of a few coordinates has its own coordinates, and not
// what those stand at.
func TestRowsAroundOthers(t *testing.T) {
	p := NewNormalPattern(3)
	rows := [][]int{{0, 1}, {0, 1}, nil, nil, {0, 1}, {1, 2}, {0, 1}, nil, {0, 1}}
	for k, r := range rows {
		switch {
		case r != nil:
			p.SayRow(r)
		case k == 2:
			p.Say(2)
		default:
			p.SayPrior(1)
		}
	}
	p.OrderForMoments()
	b := &NormalBlock{}
	b.Reset(p)
	for k, r := range rows {
		if r == nil {
			b.Add1(0, 1)
			continue
		}
		if at, _ := b.Coordinates(b.Slot(), []float64{5, 7}); !slices.Equal(at, r) {
			t.Errorf("row %d reads coordinates %d, want %d", k, at, r)
		}
		b.Skip()
	}
}
