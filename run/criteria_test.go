package run_test

import (
	"math"
	"testing"

	"mpc/run/criteria"
)

// TestPointsOfFew: two draws say too little of what an observation gives all others.
func TestPointsOfFew(t *testing.T) {
	list := (&criteria.Draws{Chains: [][][]float64{{{-1, 0}, {-1, -2}}}}).Points()
	if len(list) != 2 || list[0].P != 0 || math.Abs(float64(list[0].Loo)+1) > 1e-12 || list[0].PIT != nil {
		t.Errorf("points are %+v", list)
	}
	if e := criteria.Loo(list, 2); e.Doubtful != 2 || e.Limit > 0.7 {
		t.Errorf("leave-one-out of two draws is not doubted: %+v", e)
	}
	if list := (&criteria.Draws{}).Points(); list != nil {
		t.Errorf("no draws have points %v", list)
	}
}
