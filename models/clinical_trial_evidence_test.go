package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/clinical_trial_evidence/same_rate"
	"mpc/models/clinical_trial_evidence/two_rates"
	"mpc/models/internal/modeltest"
)

// clinicalTrialEvidenceEvidences runs both models.
func clinicalTrialEvidenceEvidences(t *testing.T, d same_rate.Data) (same, two float64) {
	t.Helper()
	a, err := same_rate.New(d)
	if err != nil {
		t.Fatal(err)
	}
	b, err := two_rates.New(two_rates.Data(d))
	if err != nil {
		t.Fatal(err)
	}
	if s, err := a.Run(context.Background()); err != nil || s.Iterations != 0 {
		t.Fatal(s, err)
	}
	if s, err := b.Run(context.Background()); err != nil || s.Iterations != 0 {
		t.Fatal(s, err)
	}
	return a.LogEvidence(), b.LogEvidence()
}

// clinicalTrialEvidenceLogBeta is the logarithm of the beta function.
func clinicalTrialEvidenceLogBeta(a, b float64) float64 {
	x, _ := math.Lgamma(a)
	y, _ := math.Lgamma(b)
	z, _ := math.Lgamma(a + b)
	return x + y - z
}

// clinicalTrialEvidenceLogChoose is the logarithm of the number of ways to choose k of n.
func clinicalTrialEvidenceLogChoose(n, k float64) float64 {
	return -math.Log(n+1) - clinicalTrialEvidenceLogBeta(k+1, n-k+1)
}

// The evidence in closed form: a beta integral for the common rate; for two
// flat rates every count of survivors is as likely as any other.
func TestClinicalTrialEvidenceClosedForm(t *testing.T) {
	for _, d := range []same_rate.Data{
		{Control: 52, Treated: 55, ControlAlive: 38, TreatedAlive: 51},
		{Control: 5, Treated: 5, ControlAlive: 1, TreatedAlive: 4},
		{Control: 5, Treated: 5, ControlAlive: 3, TreatedAlive: 3},
		{Control: 40000, Treated: 50000, ControlAlive: 10000, TreatedAlive: 12500},
		{Control: 3, Treated: 0, ControlAlive: 3, TreatedAlive: 0},
	} {
		n, m, j, k := float64(d.Control), float64(d.Treated), float64(d.ControlAlive), float64(d.TreatedAlive)
		wantSame := clinicalTrialEvidenceLogChoose(n, j) + clinicalTrialEvidenceLogChoose(m, k) + clinicalTrialEvidenceLogBeta(j+k+1, n+m-j-k+1)
		wantTwo := -math.Log(n+1) - math.Log(m+1)
		same, two := clinicalTrialEvidenceEvidences(t, d)
		tolerance := 1e-12 * (100 + n + m) // Lgamma has the size of the counts
		if math.Abs(same-wantSame) > tolerance || math.Abs(two-wantTwo) > tolerance {
			t.Errorf("%+v: log evidence %v and %v, want %v and %v", d, same, two, wantSame, wantTwo)
		}
	}
}

// The trial of 1948 by rational arithmetic: 52! 55! and the like cancel.
func TestClinicalTrialEvidenceStreptomycin(t *testing.T) {
	var d same_rate.Data
	modeltest.ReadJSON(t, "clinical_trial_evidence/data.json", &d)
	const want = 63595942093.0 / 72681950453
	same, two := clinicalTrialEvidenceEvidences(t, d)
	if p := 1 / (1 + math.Exp(same-two)); math.Abs(p-want) > 1e-12 {
		t.Errorf("the treatment does something with probability %.12f, want %v", p, want)
	}
}
