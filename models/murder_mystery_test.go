package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/murder_mystery/murder_mystery"
)

type murderMysteryClue = murder_mystery.Maybe[bool]

func murderMysteryRun(t *testing.T, revolver, hair murderMysteryClue) *murder_mystery.Inference {
	t.Helper()
	inf, err := murder_mystery.New(murder_mystery.Data{Revolver: revolver, Hair: hair})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	return inf
}

// The numbers of the book: Miss Auburn is guilty with 70 %, 34 % once the revolver is
// found, 5 % once the grey hair is found.
func TestMurderMysteryPublished(t *testing.T) {
	yes := murder_mystery.Known(true)
	modeltest.Close(t, "before", murderMysteryRun(t, murderMysteryClue{}, murderMysteryClue{}).Auburn().P(), 0.7, 1e-14)
	modeltest.Close(t, "with the revolver", murderMysteryRun(t, yes, murderMysteryClue{}).Auburn().P(), 0.34, 0.005)
	modeltest.Close(t, "with both", murderMysteryRun(t, yes, yes).Auburn().P(), 0.049, 0.0005)
}

// Enumeration of who did it, with what, and the hair, for each state of the inquiry.
func TestMurderMysteryEnumeration(t *testing.T) {
	clues := []murderMysteryClue{{}, murder_mystery.Known(false), murder_mystery.Known(true)}
	fits := func(c murderMysteryClue, x int) bool { return !c.Known || c.Value == (x == 1) }
	for _, revolver := range clues {
		for _, hair := range clues {
			inf := murderMysteryRun(t, revolver, hair)
			total, want := modeltest.Enumerate([]int{2, 2, 2}, func(x []int) float64 {
				if !fits(revolver, x[1]) || !fits(hair, x[2]) {
					return 0
				}
				chances := [][]float64{{0.3, 0.9, 0.5}, {0.7, 0.2, 0.05}}[x[0]]
				w := chances[0]
				for k, p := range chances[1:] {
					if x[k+1] == 1 {
						w *= p
					} else {
						w *= 1 - p
					}
				}
				return w
			})
			got := []float64{inf.Auburn().P(), inf.Revolver().P(), inf.Hair().P()}
			modeltest.CloseAll(t, "posteriors", got, []float64{want[0][1], want[1][1], want[2][1]}, 1e-13)
			modeltest.Close(t, "log evidence", inf.LogEvidence(), math.Log(total), 1e-13)
		}
	}
}
