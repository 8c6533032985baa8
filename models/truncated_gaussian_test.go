package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/truncated_gaussian/truncated_gaussian"
)

// truncatedGaussianExact returns the mean and the variance of a standard normal above a, and the
// logarithm of the probability of being there. Above 2 they come from the
// continued fraction of the Mills ratio.
func truncatedGaussianExact(a float64) (mean, variance, logProb float64) {
	logDensity := -a*a/2 - math.Log(2*math.Pi)/2
	if a <= 2 {
		q := math.Erfc(a/math.Sqrt2) / 2
		mean = math.Exp(logDensity) / q
		return mean, 1 - mean*(mean-a), math.Log(q)
	}
	rest := 0.0 // 2/(a + 3/(a + ...))
	for k := 2000.0; k >= 2; k-- {
		rest = k / (a + rest)
	}
	delta := 1 / (a + rest)
	mean = a + delta
	// 1 - mean*delta = rest*delta - delta*delta, without the cancellation
	return mean, delta * (rest - delta), logDensity - math.Log(mean)
}

// Against the closed form, from where the truncation hardly matters to 40
// standard deviations out.
func TestTruncatedGaussianClosedForm(t *testing.T) {
	thresholds := []float64{-5, -1, 0, 0.5, 1, 1.99, 2.01, 5, 10, 40}
	inf, err := truncated_gaussian.New(truncated_gaussian.Data{Threshold: thresholds})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil {
		t.Fatal(err)
	}
	if s.Iterations != 0 {
		t.Errorf("%d iterations for a tree", s.Iterations)
	}
	total := 0.0
	for i, a := range thresholds {
		mean, variance, logProb := truncatedGaussianExact(a)
		total += logProb
		x := inf.X()[i]
		if math.Abs(x.Mean()-mean) > 1e-11*math.Abs(mean) || math.Abs(x.Variance()-variance) > 1e-11*variance {
			t.Errorf("above %v: mean %v variance %v, want %v %v", a, x.Mean(), x.Variance(), mean, variance)
		}
	}
	if got := inf.LogEvidence(); math.Abs(got-total) > 1e-11*math.Abs(total) {
		t.Errorf("log evidence %v, want %v", got, total)
	}
}
