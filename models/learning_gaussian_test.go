package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/learning_gaussian/learning_gaussian"
)

// learningGaussianDraws reads the data.
func learningGaussianDraws(t *testing.T) []float64 {
	return modeltest.ReadColumn(t, "learning_gaussian/data.csv")
}

// learningGaussianMoments are a mean and a variance.
type learningGaussianMoments struct{ mean, variance float64 }

// learningGaussianExact integrates the posterior on a grid over the logarithm of the precision;
// given that, the mean is normal.
func learningGaussianExact(x []float64) (mean, precision learningGaussianMoments) {
	n, sum, squares := float64(len(x)), 0.0, 0.0
	for _, v := range x {
		sum += v
	}
	for _, v := range x {
		squares += (v - sum/n) * (v - sum/n)
	}
	var total, m1, m2, p1, p2 float64
	peak := math.Inf(-1)
	for pass := range 2 { // the first finds the peak
		for k := -40000; k <= 40000; k++ {
			p := math.Exp(float64(k) / 4000)
			// x mean ~ normal(sum/n, n*p) times the prior normal(0, 1/100)
			post := n*p + 0.01
			m := n * p * (sum / n) / post
			between := 1/(n*p) + 100
			log := (n-1)/2*math.Log(p) - p*squares/2 - math.Log(between)/2 - (sum/n)*(sum/n)/(2*between) - p + math.Log(p)
			if pass == 0 {
				peak = max(peak, log)
				continue
			}
			w := math.Exp(log - peak)
			total += w
			m1 += w * m
			m2 += w * (m*m + 1/post)
			p1 += w * p
			p2 += w * p * p
		}
	}
	m1, m2, p1, p2 = m1/total, m2/total, p1/total, p2/total
	return learningGaussianMoments{m1, m2 - m1*m1}, learningGaussianMoments{p1, p2 - p1*p1}
}

// Forty draws, against the exact posterior: EP matches a normal and a gamma to
// it, and keeps the mean within a hundredth of a standard deviation.
func TestLearningGaussianExact(t *testing.T) {
	x := learningGaussianDraws(t)
	inf, err := learning_gaussian.New(learning_gaussian.Data{X: x})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	mean, precision := learningGaussianExact(x)
	m, p := inf.Mean(), inf.Precision()
	if sd := math.Sqrt(mean.variance); math.Abs(m.Mean()-mean.mean) > 0.01*sd || math.Abs(m.Variance()/mean.variance-1) > 0.01 {
		t.Errorf("mean: %v, exactly mean %v variance %v", m, mean.mean, mean.variance)
	}
	if math.Abs(p.Mean()/precision.mean-1) > 0.01 || math.Abs(p.Variance()/precision.variance-1) > 0.06 {
		t.Errorf("precision: %v, exactly mean %v variance %v", p, precision.mean, precision.variance)
	}
}

// The integration itself, against numbers computed elsewhere for four draws:
// mean 8.1135, variance 1.6753, precision 2.5057/10.3870.
func TestLearningGaussianIntegration(t *testing.T) {
	mean, precision := learningGaussianExact([]float64{11, 5, 8, 9})
	for _, c := range []struct{ got, want float64 }{
		{mean.mean, 8.1135}, {mean.variance, 1.6753},
		{precision.mean, 2.5057 / 10.3870}, {precision.mean / precision.variance, 10.3870},
	} {
		if math.Abs(c.got/c.want-1) > 1e-4 {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}
