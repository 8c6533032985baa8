package models_test

import (
	"bufio"
	"context"
	"fmt"
	"math"
	"os"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/poisson_regression/poisson_regression"
	"mpc/models/poisson_regression/poisson_regression_vmp"
)

// poissonRegressionPriorVariance is that of level and trend.
const poissonRegressionPriorVariance = 100.0

// poissonRegressionRead returns the data.
func poissonRegressionRead(t *testing.T) (d poisson_regression.Data) {
	t.Helper()
	f, err := os.Open("poisson_regression/data.csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	s := bufio.NewScanner(f)
	s.Scan() // the header
	for s.Scan() {
		var year float64
		var count int
		if _, err := fmt.Sscanf(s.Text(), "%g,%d", &year, &count); err != nil {
			t.Fatal(err)
		}
		d.Year = append(d.Year, year)
		d.Disasters = append(d.Disasters, count)
	}
	if len(d.Year) != 112 {
		t.Fatalf("%d years", len(d.Year))
	}
	return d
}

// poissonRegressionPosterior is what is known after the data: means and standard deviations,
// and the log evidence or its bound.
type poissonRegressionPosterior struct {
	level, trend [2]float64
	logEvidence  float64
}

// poissonRegressionEp runs the model as it is.
func poissonRegressionEp(t *testing.T, d poisson_regression.Data) poissonRegressionPosterior {
	t.Helper()
	inf, err := poisson_regression.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := inf.Run(context.Background()); err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return poissonRegressionPosterior{modeltest.Moments(inf.Level()), modeltest.Moments(inf.Trend()), inf.LogEvidence()}
}

// poissonRegressionVmp runs the same model with variational message passing.
func poissonRegressionVmp(t *testing.T, d poisson_regression.Data) poissonRegressionPosterior {
	t.Helper()
	inf, err := poisson_regression_vmp.New(poisson_regression_vmp.Data(d))
	if err != nil {
		t.Fatal(err)
	}
	if s, err := inf.Run(context.Background()); err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return poissonRegressionPosterior{modeltest.Moments(inf.Level()), modeltest.Moments(inf.Trend()), inf.LogEvidence()}
}

// poissonRegressionSums of the data that a Poisson likelihood needs.
func poissonRegressionSums(d poisson_regression.Data) (x []float64, sumY, sumXY, constant float64) {
	for i, year := range d.Year {
		u, y := (year-1900)/10, float64(d.Disasters[i])
		x = append(x, u)
		sumY += y
		sumXY += u * y
		l, _ := math.Lgamma(y + 1)
		constant -= l
	}
	return x, sumY, sumXY, constant
}

// poissonRegressionExact integrates on a grid over level and trend.
func poissonRegressionExact(d poisson_regression.Data) (p poissonRegressionPosterior) {
	x, sumY, sumXY, constant := poissonRegressionSums(d)
	const scale = -184 // about the log evidence
	const levelWidth, trendWidth = 0.02, 0.006
	total := 0.0
	for i := range 60 {
		level := -0.1 + levelWidth*float64(i)
		for j := range 60 {
			trend := -0.37 + trendWidth*float64(j)
			log := constant + level*sumY + trend*sumXY - (level*level+trend*trend)/(2*poissonRegressionPriorVariance) - math.Log(2*math.Pi*poissonRegressionPriorVariance)
			for _, u := range x {
				log -= math.Exp(level + trend*u)
			}
			w := math.Exp(log-scale) * levelWidth * trendWidth
			total += w
			p.level[0] += w * level
			p.level[1] += w * level * level
			p.trend[0] += w * trend
			p.trend[1] += w * trend * trend
		}
	}
	for _, m := range []*[2]float64{&p.level, &p.trend} {
		mean := m[0] / total
		*m = [2]float64{mean, math.Sqrt(m[1]/total - mean*mean)}
	}
	p.logEvidence = scale + math.Log(total)
	return p
}

// The grid, against JAGS 4.3.1: two chains of 100,000 sweeps.
func TestPoissonRegressionGrid(t *testing.T) {
	e := poissonRegressionExact(poissonRegressionRead(t))
	modeltest.Compare(t, "level", e.level, [2]float64{0.47717, 0.07791}, 0.02, 0.99, 1.01)
	modeltest.Compare(t, "trend", e.trend, [2]float64{-0.18431, 0.02474}, 0.02, 0.99, 1.01)
}

// Level and trend have a correlation of 0.37, which independent marginals do
// not have: by VMP the sds are 7 % too narrow, the square root of 1 - 0.37^2.
// EP has one joint posterior of both, whose sds agree to 1 %; the means agree
// to a thirtieth of an sd.
func TestPoissonRegressionAgainstGrid(t *testing.T) {
	d := poissonRegressionRead(t)
	e := poissonRegressionExact(d)
	for _, x := range []struct {
		name              string
		got               poissonRegressionPosterior
		low, high         float64 // ratios of sds
		leastGap, mostGap float64 // of the log evidence
	}{
		{"EP, one joint posterior", poissonRegressionEp(t, d), 0.99, 1.01, -0.005, 0.005},
		{"VMP, a product", poissonRegressionVmp(t, d), 0.92, 0.95, 0.05, 0.09},
	} {
		modeltest.Compare(t, x.name+", level", x.got.level, e.level, 0.03, x.low, x.high)
		modeltest.Compare(t, x.name+", trend", x.got.trend, e.trend, 0.03, x.low, x.high)
		if gap := e.logEvidence - x.got.logEvidence; gap < x.leastGap || gap > x.mostGap {
			t.Errorf("%s: log evidence %v, exactly %v", x.name, x.got.logEvidence, e.logEvidence)
		}
	}
}

// The expectation of a rate under a normal posterior is known, so that the
// bound can be written down, and with it where its derivatives vanish.
func TestPoissonRegressionBound(t *testing.T) {
	d := poissonRegressionRead(t)
	got := poissonRegressionVmp(t, d)
	x, sumY, sumXY, constant := poissonRegressionSums(d)
	l, r := got.level, got.trend
	bound := constant + l[0]*sumY + r[0]*sumXY
	gradient := [2]float64{sumY - l[0]/poissonRegressionPriorVariance, sumXY - r[0]/poissonRegressionPriorVariance}
	precision := [2]float64{1 / poissonRegressionPriorVariance, 1 / poissonRegressionPriorVariance}
	for _, u := range x {
		rate := math.Exp(l[0] + u*r[0] + (l[1]*l[1]+u*u*r[1]*r[1])/2)
		bound -= rate
		gradient[0] -= rate
		gradient[1] -= u * rate
		precision[0] += rate
		precision[1] += u * u * rate
	}
	for i, m := range [][2]float64{l, r} {
		v := m[1] * m[1]
		bound += (1+math.Log(v/poissonRegressionPriorVariance))/2 - (m[0]*m[0]+v)/(2*poissonRegressionPriorVariance)
		if math.Abs(gradient[i])*m[1] > 1e-5 {
			t.Errorf("%d: the bound still rises, by %v an sd", i, gradient[i]*m[1])
		}
		if math.Abs(v*precision[i]-1) > 1e-6 {
			t.Errorf("%d: variance %v, want %v", i, v, 1/precision[i])
		}
	}
	if math.Abs(got.logEvidence-bound) > 1e-8 {
		t.Errorf("log evidence %v, want %v", got.logEvidence, bound)
	}
}
