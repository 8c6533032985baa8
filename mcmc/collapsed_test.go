package mcmc

import (
	"math"
	"testing"
)

// slowPair runs a chain of two numbers, x normal and y gamma of shape 2 given x, of which draws one by one move x little, and proposals
// of both move all. It calls f with each draw after the burn-in.
func slowPair(c *Collapsed, s *Stream, slow float64, burning, n int, f func(x, y float64)) (asked int) {
	x, y := 0.0, 1.0
	log := func() float64 {
		if !(y > 0) {
			return math.Inf(-1)
		}
		return -x*x/2 + math.Log(y) - 2*x - y*math.Exp(-x)
	}
	for i := range burning + n {
		if !c.Rests() {
			x = slow*x + math.Sqrt(1-slow*slow)*s.Normal()
			y = math.Exp(x) * (s.Exponential() + s.Exponential())
		}
		c.Gather()
		c.Add(x, math.Inf(-1), math.Inf(1))
		c.Add(y, 0, math.Inf(1))
		if c.Begin(s, max(burning-i, 0), true) {
			for more := true; more; asked++ {
				x, y = c.Take(), c.Take()
				more = c.Next(log())
			}
			x, y = c.Take(), c.Take()
		}
		if i >= burning {
			f(x, y)
		}
	}
	return asked
}

// TestCollapsed: proposals leave a density as it is, and take the place of draws that move slowly.
func TestCollapsed(t *testing.T) {
	const n = 200000
	var c Collapsed
	below, under, lag, last := 0.0, 0.0, 0.0, 0.0
	slowPair(&c, NewStream(3, 0), 0.98, 2000, n, func(x, y float64) {
		if x < 0.5 {
			below++
		}
		if y*math.Exp(-x) < 1.678347 {
			under++
		}
		lag += x * last
		last = x
	})
	if !c.Slow || c.Every != 10 || !(c.Rate > 0.5) {
		t.Errorf("slow: %v, each %d scans, a rate of %v", c.Slow, c.Every, c.Rate)
	}
	for _, x := range []struct {
		what            string
		got, want, near float64
	}{{"P(x < 0.5)", below / n, 0.691462, 0.006}, {"P(y < its median)", under / n, 0.5, 0.006}, {"the correlation with the draw before", lag / n, 0.25, 0.25}} {
		if math.Abs(x.got-x.want) > x.near {
			t.Errorf("%s is %.4f, not %.4f", x.what, x.got, x.want)
		}
	}
}

// TestCollapsedQuick: where numbers move quickly no density is asked for.
func TestCollapsedQuick(t *testing.T) {
	var c Collapsed
	if asked := slowPair(&c, NewStream(4, 0), 0.1, 2000, 1000, func(x, y float64) {}); asked > 0 || c.Slow || c.Tries > 0 {
		t.Errorf("%d densities, slow: %v, %d tries", asked, c.Slow, c.Tries)
	}
}

// TestCollapsedWords: a chain goes on from what a saved state has as it would without.
func TestCollapsedWords(t *testing.T) {
	var c, d Collapsed
	slowPair(&c, NewStream(5, 0), 0.98, 1000, 7, func(x, y float64) {})
	words := c.Words()
	d.SetWords(func() uint64 {
		w := words[0]
		words = words[1:]
		return w
	})
	if len(words) > 0 || d.Slow != c.Slow || d.Lag != c.Lag || d.Last != c.Last || d.Covariance != c.Covariance || d.Turn != c.Turn || d.Every != c.Every {
		t.Errorf("%v is %v again, %d words are left", c, d, len(words))
	}
}
