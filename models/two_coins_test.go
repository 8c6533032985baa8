package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/two_coins/two_coins"
)

// Against the enumeration of the four outcomes.
func TestTwoCoinsEnumeration(t *testing.T) {
	for _, p := range []float64{0.5, 0.1, 0.999} {
		for _, both := range []bool{false, true} {
			inf, err := two_coins.New(two_coins.Data{Fairness: p, Both: both})
			if err != nil {
				t.Fatal(err)
			}
			if _, err := inf.Run(context.Background()); err != nil {
				t.Fatal(err)
			}
			var total, first float64
			for _, a := range []bool{false, true} {
				for _, b := range []bool{false, true} {
					w := twoCoinsChance(a, p) * twoCoinsChance(b, p)
					if (a && b) != both {
						continue
					}
					total += w
					if a {
						first += w
					}
				}
			}
			first /= total
			for _, d := range []two_coins.Bernoulli{inf.First(), inf.Second()} {
				if math.Abs(d.P()-first) > 1e-14 {
					t.Errorf("fairness %v, both %v: P = %v, want %v", p, both, d.P(), first)
				}
			}
			if got := inf.LogEvidence(); math.Abs(got-math.Log(total)) > 1e-13 {
				t.Errorf("fairness %v, both %v: log evidence %v, want %v", p, both, got, math.Log(total))
			}
		}
	}
}

func twoCoinsChance(heads bool, p float64) float64 {
	if heads {
		return p
	}
	return 1 - p
}
