package mcmc

import (
	"math"
	"testing"
)

// moveAlong runs a chain that moves three numbers along directions alone, after a burn-in in which they are drawn from the
// density itself: standard normals x and y of the correlation r, and an exponential z. It calls f with each draw.
func moveAlong(d *Directions, s *Stream, r float64, burning, n int, f func(x, y, z float64)) {
	root := math.Sqrt(1 - r*r)
	var x [3]float64
	for i := range burning + n {
		if i < burning {
			x[0] = s.Normal()
			x[1] = r*x[0] + root*s.Normal()
			x[2] = s.Exponential()
		}
		d.Gather()
		d.Add(x[0], math.Inf(-1), math.Inf(1))
		d.Add(x[1], math.Inf(-1), math.Inf(1))
		d.Add(x[2], 0, math.Inf(1))
		d.Rate = 0 // no proposals
		if d.Begin(s, max(burning-i, 0), false) {
			take := func() { x[0], x[1], x[2] = d.Take(), d.Take(), d.Take() }
			for more := true; more; {
				take()
				u := (x[1] - r*x[0]) / root
				log := -x[0]*x[0]/2 - u*u/2 - x[2]
				if x[0] > 6 {
					log = math.NaN() // a point of which nothing is known
				}
				more = d.Next(log)
			}
			take()
		}
		if i >= burning {
			f(x[0], x[1], x[2])
		}
	}
}

func TestDirections(t *testing.T) {
	const n = 40000
	r := 0.999
	var d Directions
	var x, xx, xy, last, lag float64
	moveAlong(&d, NewStream(1, 0), r, 400, n, func(a, b, _ float64) {
		x, xx, xy, lag = x+a, xx+a*a, xy+a*b, lag+last*a
		last = a
	})
	for _, c := range []struct {
		what            string
		got, want, near float64
	}{
		{"mean", x / n, 0, 0.04}, {"variance", xx / n, 1, 0.05}, {"covariance", xy / n, r, 0.05},
		// Drawn one by one x has the correlation 0.998 with the draw before.
		{"correlation with the draw before", lag / n, 0, 0.2},
	} {
		if math.Abs(c.got-c.want) > c.near {
			t.Errorf("%s: %v, want %v", c.what, c.got, c.want)
		}
	}
	if d.axes.k != 2 {
		t.Errorf("%d numbers are moved, not the two that are tied", d.axes.k)
	}
}

// Numbers that are bounded, or that nothing ties, keep their density.
func TestDirectionsBounded(t *testing.T) {
	var d Directions
	s := NewStream(2, 0)
	// Uniform on 0 < x < y < 1: the means are 1/3 and 2/3.
	x := [2]float64{0.3, 0.6}
	var sum [2]float64
	const burning, n = 400, 40000
	for i := range burning + n {
		if i < burning {
			a, b := s.Float64(), s.Float64()
			x = [2]float64{min(a, b), max(a, b)}
			x[0] = x[1] * (0.9 + 0.1*x[0]) // what is learned need not be the density
		}
		d.Gather()
		d.Add(x[0], 0, 1)
		d.Add(x[1], 0, 1)
		d.Rate = 0 // no proposals
		if d.Begin(s, max(burning-i, 0), false) {
			for more := true; more; {
				x[0], x[1] = d.Take(), d.Take()
				log := 0.0
				if x[0] < 0 || x[0] > x[1] || x[1] > 1 {
					log = math.Inf(-1)
				}
				more = d.Next(log)
			}
			x[0], x[1] = d.Take(), d.Take()
		} else if i >= burning {
			t.Fatal("nothing is moved")
		}
		if i >= burning {
			sum[0], sum[1] = sum[0]+x[0], sum[1]+x[1]
		}
	}
	for k, want := range []float64{1. / 3, 2. / 3} {
		if got := sum[k] / n; math.Abs(got-want) > 0.03 {
			t.Errorf("mean %d: %v, want %v", k, got, want)
		}
	}
	var few Directions
	moveAlong(&few, NewStream(3, 0), 0.1, 400, 10, func(float64, float64, float64) {})
	if few.axes.k != 0 {
		t.Error("numbers that are not tied are moved")
	}
	few.Gather()
	for range DirectionsMost + 1 {
		few.Add(0, math.Inf(-1), math.Inf(1))
	}
	if few.Begin(s, 0, false) {
		t.Error("too many numbers are moved")
	}
}

// A saved state goes on to the bit.
func TestDirectionsSaved(t *testing.T) {
	var d, e Directions
	moveAlong(&d, NewStream(4, 0), 0.99, 400, 0, nil)
	words, at := d.Words(), 0
	e.SetWords(func() uint64 { at++; return words[at-1] })
	if at != len(words) {
		t.Fatalf("%d words of %d are read", at, len(words))
	}
	var a, b []float64
	moveAlong(&d, NewStream(5, 0), 0.99, 0, 20, func(x, _, _ float64) { a = append(a, x) })
	moveAlong(&e, NewStream(5, 0), 0.99, 0, 20, func(x, _, _ float64) { b = append(b, x) })
	for i := range a {
		if a[i] != b[i] {
			t.Fatalf("draw %d: %v and %v", i, a[i], b[i])
		}
	}
}
