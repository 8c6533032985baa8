package data

import (
	"math"
	"math/rand"
	"testing"
)

// TestPacked holds that a packed sequence gives back what it was given, whatever stands in
// its chunks: small numbers, others, places near and far, broken ones.
func TestPacked(t *testing.T) {
	type leaf struct {
		v      float64
		place  int
		broken bool
	}
	kinds := []func(r *rand.Rand, at int) leaf{
		func(r *rand.Rand, _ int) leaf { return leaf{v: float64(r.Intn(100) - 50)} },
		func(r *rand.Rand, _ int) leaf { return leaf{v: r.NormFloat64()} },
		func(*rand.Rand, int) leaf { return leaf{v: math.Copysign(0, -1)} },
		func(r *rand.Rand, _ int) leaf { return leaf{v: float64(r.Intn(5) + 32766)} },
		func(_ *rand.Rand, at int) leaf { return leaf{v: math.NaN(), place: at} },
		func(_ *rand.Rand, at int) leaf { return leaf{v: math.NaN(), place: at + 1<<40} },
		func(_ *rand.Rand, at int) leaf { return leaf{v: math.NaN(), place: at, broken: true} },
		func(*rand.Rand, int) leaf { return leaf{v: math.MaxFloat64} },
	}
	for seed := range int64(200) {
		r := rand.New(rand.NewSource(seed))
		var p packed
		var want []leaf
		first, others := r.Intn(len(kinds)), r.Intn(len(kinds))
		for i := range r.Intn(3 * chunkSize) {
			k := first
			if r.Intn(500) == 0 {
				k = others
			}
			x := kinds[k](r, 7*i)
			want = append(want, x)
			if x.v == x.v {
				p.number(x.v, 7*i)
			} else {
				p.place(x.place, 7*i, x.broken)
			}
		}
		if p.len() != len(want) {
			t.Fatalf("%d leaves, want %d", p.len(), len(want))
		}
		for i, x := range want {
			v, place, broken := p.leaf(i)
			if v != x.v && x.v == x.v || math.Signbit(v) != math.Signbit(x.v) && x.v == x.v || place != x.place || broken != x.broken {
				t.Fatalf("seed %d: leaf %d is %v %d %v, want %v", seed, i, v, place, broken, x)
			}
		}
	}
}
