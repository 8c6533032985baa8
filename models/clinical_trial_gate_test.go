package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/clinical_trial_gate/clinical_trial_gate"
	"mpc/models/internal/modeltest"
)

// clinicalTrialGateLogBeta is the log of the beta function.
func clinicalTrialGateLogBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}

func clinicalTrialGateLogChoose(n, k int) float64 {
	return -math.Log(float64(n+1)) - clinicalTrialGateLogBeta(float64(k+1), float64(n-k+1))
}

// Beta-binomial in closed form: of some trials, the streptomycin trial the first,
// whose probability of an effect is 63595942093/72681950453.
func TestClinicalTrialGateClosedForm(t *testing.T) {
	for i, d := range []clinical_trial_gate.Data{
		{Control: 52, Treated: 55, ControlAlive: 38, TreatedAlive: 51},
		{Control: 10, Treated: 10, ControlAlive: 5, TreatedAlive: 5},
		{Control: 1000, Treated: 900, ControlAlive: 10, TreatedAlive: 890},
		{},
	} {
		inf, err := clinical_trial_gate.New(d)
		if err != nil {
			t.Fatal(err)
		}
		if _, err := inf.Run(context.Background()); err != nil {
			t.Fatal(err)
		}
		a, b := float64(d.ControlAlive), float64(d.Control-d.ControlAlive)
		c, e := float64(d.TreatedAlive), float64(d.Treated-d.TreatedAlive)
		ways := clinicalTrialGateLogChoose(d.Control, d.ControlAlive) + clinicalTrialGateLogChoose(d.Treated, d.TreatedAlive)
		two, one := ways+clinicalTrialGateLogBeta(a+1, b+1)+clinicalTrialGateLogBeta(c+1, e+1), ways+clinicalTrialGateLogBeta(a+c+1, b+e+1)
		if i == 0 {
			modeltest.Close(t, "effective", inf.Effective().P(), 63595942093./72681950453, 1e-12)
		}
		modeltest.Close(t, "effective", inf.Effective().P(), 1/(1+math.Exp(one-two)), 1e-11)
		total := math.Log(0.5) + max(one, two) + math.Log1p(math.Exp(-math.Abs(one-two)))
		modeltest.Close(t, "log evidence", inf.LogEvidence(), total, 1e-9)
		// The posteriors of a branch are those if the branch is taken.
		modeltest.Close(t, "controlRate", inf.ControlRate().Mean(), (a+1)/(a+b+2), 1e-12)
		modeltest.Close(t, "treatedRate", inf.TreatedRate().Mean(), (c+1)/(c+e+2), 1e-12)
		modeltest.Close(t, "rate", inf.Rate().Mean(), (a+c+1)/(a+b+c+e+2), 1e-12)
	}
}
