package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/bugs_dyes/dyes"
	"mpc/models/internal/modeltest"
)

// Means, standard deviations and quantiles are those of an integral over the two variances,
// given which all else has closed forms.
func TestBugsDyesReference(t *testing.T) {
	var d dyes.Data
	modeltest.ReadJSON(t, "bugs_dyes/data.json", &d)
	inf, err := dyes.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	modeltest.Sampled(t, "bugs_dyes/reference.json", map[string]any{
		"theta":         inf.Theta(),
		"sigma2Between": inf.Sigma2Between(),
		"sigma2Within":  inf.Sigma2Within(),
	})
	// 6,000 effective draws have errors of 2 to 3% there.
	for _, q := range []struct{ got, want float64 }{{inf.Sigma2Between().Q50, 1343}, {inf.Sigma2Between().Q95, 7348.5}} {
		if math.Abs(q.got-q.want) > 0.1*q.want {
			t.Errorf("a quantile of sigma2Between is %v, want %v", q.got, q.want)
		}
	}
}
