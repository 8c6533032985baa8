package trueskill

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
)

// TestEnormousMessages: messages that were enormous leave nothing behind in the
// products that are kept, once the iteration says that it has converged.
func TestEnormousMessages(t *testing.T) {
	for _, shape := range []struct {
		name  string
		size  func(r *rand.Rand) float64
		sweep int // after which it happens
	}{
		{"1e40", func(*rand.Rand) float64 { return 1e40 }, 3},
		{"1e200", func(*rand.Rand) float64 { return 1e200 }, 3},
		{"of all sizes", func(r *rand.Rand) float64 { return math.Pow(10, 250*r.Float64()) }, 40},
	} {
		t.Run(shape.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(5, 6))
			d := Data{Player: 20}
			for range 100 {
				a, b := r.IntN(20), r.IntN(19)
				if b >= a {
					b++
				}
				d.Winner, d.Loser = append(d.Winner, a), append(d.Loser, b)
			}
			want, _ := converged(t, d)
			inf, err := New(d)
			if err != nil {
				t.Fatal(err)
			}
			ctx := context.Background()
			if _, err := inf.Run(ctx, Iterations(shape.sweep)); err != nil {
				t.Fatal(err)
			}
			for g := range d.Winner {
				p := shape.size(r) * (1 + r.Float64())
				m := Normal{H: p * r.NormFloat64(), P: p}
				inf.msg.skillTotal[d.Winner[g]].Replace(inf.msg.skillU2[g], m)
				inf.msg.skillU2[g] = m
			}
			inf.progress.Loops[1].Open = true
			s, err := inf.Run(ctx)
			if err != nil || !s.Converged {
				t.Fatal(err, s)
			}
			for i, m := range inf.Skill() {
				if math.Abs(m.Mean()-want[i].Mean()) > 1e-6 || math.Abs(m.Variance()/want[i].Variance()-1) > 1e-6 {
					t.Errorf("skill %d is %v, want %v", i, m, want[i])
				}
			}
		})
	}
}

// converged returns the skills at convergence.
func converged(t *testing.T, d Data) ([]Normal, Summary) {
	inf, err := New(d)
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(err, s)
	}
	return inf.Skill(), s
}
