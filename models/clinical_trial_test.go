package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/clinical_trial/clinical_trial"
)

// The beta distribution is conjugate: counts add up.
func TestClinicalTrialConjugate(t *testing.T) {
	for _, c := range []struct {
		control, treated []bool
		a, b, c, d       float64
	}{
		{[]bool{false, false, true, false, false}, []bool{true, false, true, true, true}, 2, 5, 5, 2},
		{nil, []bool{true, true, true}, 1, 1, 4, 1},
		{[]bool{true}, nil, 2, 1, 1, 1},
	} {
		inf, err := clinical_trial.New(clinical_trial.Data{ControlBetter: c.control, TreatedBetter: c.treated})
		if err != nil {
			t.Fatal(err)
		}
		s, err := inf.Run(context.Background())
		if err != nil || s.Iterations != 0 {
			t.Fatal(s, err)
		}
		check := func(name string, got clinical_trial.Beta, a, b float64) {
			mean, variance := a/(a+b), a*b/((a+b)*(a+b)*(a+b+1))
			if math.Abs(got.Mean()-mean) > 1e-13 || math.Abs(got.Variance()-variance) > 1e-13 {
				t.Errorf("%s: %v, want beta(%v, %v)", name, got, a, b)
			}
		}
		check("control", inf.ControlRate(), c.a, c.b)
		check("treated", inf.TreatedRate(), c.c, c.d)
		if p := inf.NextTreated().P(); math.Abs(p-c.c/(c.c+c.d)) > 1e-13 {
			t.Errorf("the next patient: %v, want %v", p, c.c/(c.c+c.d))
		}
	}
}
