//go:build long

package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/crowdsourcing/crowd_gibbs"
	"mpc/models/crowdsourcing/crowdsourcing"
)

// crowdsourcingSample is by Gibbs sampling what run is by VMP.
func crowdsourcingSample(t *testing.T, d crowdsourcing.Data, opts ...crowd_gibbs.Option) *crowd_gibbs.Inference {
	t.Helper()
	inf, err := crowd_gibbs.New(crowd_gibbs.Data(d))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background(), opts...); err != nil {
		t.Fatal(err)
	}
	return inf
}

// TestCrowdsourcingGibbs: of a small crowd the draws have the exact probabilities, where those of VMP
// are too sure; of the weather tweets both name the same labels.
func TestCrowdsourcingGibbs(t *testing.T) {
	d, _, exact := crowdsourcingSmall()
	for i, z := range crowdsourcingSample(t, d, crowd_gibbs.Samples(40000)).Truth() {
		for k, p := range z.P {
			if !(math.Abs(p-exact[i][k]) <= 5*z.MCSE[k]) {
				t.Errorf("item %d, label %d: probability %.4f, want %.4f", i, k, p, exact[i][k])
			}
		}
	}
	d = crowdsourcingWeather(t)
	drawn := crowdsourcingSample(t, d)
	same, n := 0, 0
	for i, z := range crowdsourcingRun(t, d).Truth() {
		if p := z.P(nil); p[z.Mode()] > 0.95 {
			n++
			if drawn.TruthAt(i).P[z.Mode()] > 0.5 {
				same++
			}
		}
	}
	t.Logf("%d of %d labels that are sure by VMP are more probable than not", same, n)
	if n < 800 || float64(same) < 0.98*float64(n) {
		t.Errorf("%d of %d labels are the same", same, n)
	}
}
