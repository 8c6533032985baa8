package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/eight_schools/schools"
	"mpc/models/internal/modeltest"
)

// eightSchoolsExact integrates over tau: given it all is normal, and mu and theta have closed forms
// (Gelman et al., Bayesian Data Analysis, section 5.4, with a normal prior on mu).
func eightSchoolsExact(effect, sd []float64) (mu, tau [2]float64, theta [][2]float64) {
	theta = make([][2]float64, len(effect))
	total := 0.0
	add := func(to *[2]float64, w, mean, variance float64) {
		to[0] += w * mean
		to[1] += w * (variance + mean*mean)
	}
	const step = 0.005
	for x := step / 2; x < 60; x += step {
		// Precision and precision times mean of mu; the log density of the data.
		p, h, log := 1.0/25, 0.0, -x*x/50
		for j, y := range effect {
			v := sd[j]*sd[j] + x*x
			p, h, log = p+1/v, h+y/v, log-math.Log(v)/2-y*y/v/2
		}
		m := h / p
		w := math.Exp(log + h*h/p/2 - math.Log(p)/2)
		total += w
		add(&mu, w, m, 1/p)
		add(&tau, w, x, 0)
		for j, y := range effect {
			a, b := 1/(sd[j]*sd[j]), 1/(x*x)
			share := b / (a + b)
			add(&theta[j], w, a*y/(a+b)+share*m, 1/(a+b)+share*share/p)
		}
	}
	finish := func(of *[2]float64) {
		of[0] /= total
		of[1] = math.Sqrt(of[1]/total - of[0]*of[0])
	}
	finish(&mu)
	finish(&tau)
	for j := range theta {
		finish(&theta[j])
	}
	return mu, tau, theta
}

func TestEightSchoolsExact(t *testing.T) {
	var d schools.Data
	modeltest.ReadJSON(t, "eight_schools/data.json", &d)
	inf, err := schools.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	mu, tau, theta := eightSchoolsExact(d.Effect, d.Error)
	check := func(name string, got schools.Real, want [2]float64) {
		t.Logf("%s: mean %.3f sd %.3f, exactly %.3f and %.3f, error %.3f", name, got.Mean, got.SD, want[0], want[1], got.MCSE)
		if math.Abs(got.Mean-want[0]) > 5*got.MCSE || math.Abs(got.SD-want[1]) > 8*got.MCSE || got.MCSE > 0.1*want[1] {
			t.Errorf("%s: mean %v sd %v, want %v, error %v", name, got.Mean, got.SD, want, got.MCSE)
		}
	}
	check("mu", inf.Mu(), mu)
	check("tau", inf.Tau(), tau)
	for j, x := range inf.Theta() {
		check("theta", x, theta[j])
	}
}
