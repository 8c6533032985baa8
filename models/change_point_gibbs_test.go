//go:build long

package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/change_point/change_point_gibbs"
)

// TestChangePointGibbs: the draws agree with the exact posterior, within five Monte Carlo errors.
func TestChangePointGibbs(t *testing.T) {
	x := changePointRead(t)
	inf, err := change_point_gibbs.New(change_point_gibbs.Data{Year: len(x), Disasters: x})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	want := changePointEnumerate(x)
	change := inf.Change()
	for c, p := range want.change {
		e := change.MCSE[c]
		if math.IsNaN(e) {
			e = 0 // of a year that is never drawn
		}
		if !(math.Abs(change.P[c]-p) <= 5*e+1e-3) {
			t.Errorf("a change in year %d has probability %.5f, want %.5f", c, change.P[c], p)
		}
	}
	for k, r := range []change_point_gibbs.Real{inf.Before(), inf.After()} {
		w := [][2]float64{want.before, want.after}[k]
		if !(math.Abs(r.Mean-w[0]) <= 5*r.MCSE) || !(math.Abs(r.SD*r.SD/w[1]-1) <= 0.1) {
			t.Errorf("rate %d: %+v, want mean %v and variance %v", k, r, w[0], w[1])
		}
	}
}
