package mcmc

import "testing"

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
