package models_test

import (
	"context"
	"math"
	"strconv"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/local_level/local_level"
	"mpc/models/local_level/local_level_vmp"
)

// The priors of the model files.
const (
	localLevelNoiseRate     = 10000.0 // the shapes are 1
	localLevelStepRate      = 1000.0
	localLevelLevelMean     = 1000.0
	localLevelLevelVariance = 1e6
)

// localLevelFlows reads the data.
func localLevelFlows(t *testing.T) []float64 {
	return modeltest.ReadColumn(t, "local_level/data.csv")
}

// localLevelSmooth is the Kalman filter with the backward pass of Rauch, Tung and
// Striebel, and the log likelihood by the prediction errors.
func localLevelSmooth(y []float64, noise, step float64) (mean, variance []float64, logLikelihood float64) {
	n := len(y)
	mean, variance = make([]float64, n), make([]float64, n)
	predicted := make([]float64, n)
	m, v := localLevelLevelMean, localLevelLevelVariance
	for t := range y {
		if t > 0 {
			v += step
		}
		predicted[t] = v
		f := v + noise
		e := y[t] - m
		logLikelihood -= (math.Log(2*math.Pi*f) + e*e/f) / 2
		k := v / f
		m += k * e
		v *= 1 - k
		mean[t], variance[t] = m, v
	}
	for t := n - 2; t >= 0; t-- {
		c := variance[t] / predicted[t+1]
		mean[t] += c * (mean[t+1] - mean[t])
		variance[t] += c * c * (variance[t+1] - predicted[t+1])
	}
	return mean, variance, logLikelihood
}

// localLevelPosterior is what is known after the data: means and standard deviations,
// and the log evidence or its bound. noise and step are precisions.
type localLevelPosterior struct {
	noise, step [2]float64
	level       [][2]float64
	logEvidence float64
}

// localLevelExact integrates on a grid over the logarithms of both precisions; given
// these, the Kalman smoother is exact.
func localLevelExact(y []float64) (p localLevelPosterior) {
	const cells, noiseWidth, stepWidth = 90, 0.028, 0.07
	const scale = -643 // about the log evidence
	p.level = make([][2]float64, len(y))
	total := 0.0
	add := func(sum *[2]float64, w, mean, variance float64) {
		sum[0] += w * mean
		sum[1] += w * (variance + mean*mean)
	}
	for i := range cells {
		noise := 1 / 15099.0 * math.Exp(noiseWidth*float64(i-cells/2))
		for j := range cells {
			step := 1 / 1469.1 * math.Exp(stepWidth*float64(j-cells/2))
			mean, variance, log := localLevelSmooth(y, 1/noise, 1/step)
			log += math.Log(localLevelNoiseRate*noise) - localLevelNoiseRate*noise + math.Log(localLevelStepRate*step) - localLevelStepRate*step
			w := math.Exp(log-scale) * noiseWidth * stepWidth
			total += w
			add(&p.noise, w, noise, 0)
			add(&p.step, w, step, 0)
			for t := range y {
				add(&p.level[t], w, mean[t], variance[t])
			}
		}
	}
	finish := func(m *[2]float64) {
		mean := m[0] / total
		*m = [2]float64{mean, math.Sqrt(m[1]/total - mean*mean)}
	}
	finish(&p.noise)
	finish(&p.step)
	for i := range p.level {
		finish(&p.level[i])
	}
	p.logEvidence = scale + math.Log(total)
	return p
}

// localLevelEp runs the model as it is.
func localLevelEp(t *testing.T, y []float64) (p localLevelPosterior) {
	t.Helper()
	inf, err := local_level.New(local_level.Data{Flow: y})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	p.noise, p.step, p.logEvidence = modeltest.Moments(inf.Noise()), modeltest.Moments(inf.Step()), inf.LogEvidence()
	for _, g := range inf.Level() {
		p.level = append(p.level, modeltest.Moments(g))
	}
	return p
}

// localLevelVmp runs the same model with variational message passing.
func localLevelVmp(t *testing.T, y []float64) (p localLevelPosterior) {
	t.Helper()
	inf, err := local_level_vmp.New(local_level_vmp.Data{Flow: y})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	p.noise, p.step, p.logEvidence = modeltest.Moments(inf.Noise()), modeltest.Moments(inf.Step()), inf.LogEvidence()
	for _, g := range inf.Level() {
		p.level = append(p.level, modeltest.Moments(g))
	}
	return p
}

// The filter, against the variances of highest likelihood as published by
// Durbin and Koopman (Time Series Analysis by State Space Methods) and found
// by R's StructTS: less likely to any side.
func TestLocalLevelPublishedVariances(t *testing.T) {
	y := localLevelFlows(t)
	_, _, best := localLevelSmooth(y, 15099, 1469.1)
	for _, f := range []float64{0.97, 1 / 0.97} {
		if _, _, l := localLevelSmooth(y, 15099*f, 1469.1); l >= best {
			t.Errorf("noise %v is likelier: %v, %v", 15099*f, l, best)
		}
		if _, _, l := localLevelSmooth(y, 15099, 1469.1*f); l >= best {
			t.Errorf("step %v is likelier: %v, %v", 1469.1*f, l, best)
		}
	}
}

// The integration itself, against JAGS 4.3.1: four chains of 100,000 sweeps.
func TestLocalLevelIntegration(t *testing.T) {
	e := localLevelExact(localLevelFlows(t))
	modeltest.Compare(t, "noise", e.noise, [2]float64{6.781e-5, 1.341e-5}, 0.03, 0.98, 1.02)
	modeltest.Compare(t, "step", e.step, [2]float64{8.983e-4, 6.171e-4}, 0.05, 0.95, 1.05)
	modeltest.Compare(t, "level in 1871", e.level[0], [2]float64{1109.4, 62.97}, 0.03, 0.98, 1.02)
	modeltest.Compare(t, "level in 1899", e.level[28], [2]float64{949.1, 50.14}, 0.03, 0.98, 1.02)
	modeltest.Compare(t, "level in 1970", e.level[99], [2]float64{801.2, 67.73}, 0.03, 0.98, 1.02)
}

// EP keeps what hangs together in a chain: the levels, the noise and the
// evidence come out close, the step within half a standard deviation.
func TestLocalLevelEP(t *testing.T) {
	y := localLevelFlows(t)
	want, got := localLevelExact(y), localLevelEp(t, y)
	modeltest.Compare(t, "noise", got.noise, want.noise, 0.2, 0.8, 1.01)
	modeltest.Compare(t, "step", got.step, want.step, 0.5, 0.9, 1.35)
	for i, l := range got.level {
		modeltest.Compare(t, "level in "+strconv.Itoa(1871+i), l, want.level[i], 0.2, 0.8, 1.2)
	}
	if math.Abs(got.logEvidence-want.logEvidence) > 0.1 {
		t.Errorf("log evidence %v, exactly %v", got.logEvidence, want.logEvidence)
	}
}

// With an independent posterior for each level the squared step between two
// years seems larger than it is, by both variances without what they share, so the
// walk is given the noise's part: ten times too small a precision of the
// step, twice too large a one of the noise. This is the best that VMP can
// do, and the bound, which is 13 below the log evidence, tells so.
func TestLocalLevelVMP(t *testing.T) {
	y := localLevelFlows(t)
	want, got := localLevelExact(y), localLevelVmp(t, y)
	if r := want.step[0] / got.step[0]; r < 9 || r > 11 {
		t.Errorf("step: %v, exactly %v", got.step, want.step)
	}
	if r := got.noise[0] / want.noise[0]; r < 2 || r > 2.3 {
		t.Errorf("noise: %v, exactly %v", got.noise, want.noise)
	}
	if gap := want.logEvidence - got.logEvidence; gap < 12 || gap > 14 {
		t.Errorf("the bound %v, the log evidence %v", got.logEvidence, want.logEvidence)
	}
	// What coordinate ascent must satisfy where it ends.
	n := len(y)
	noise, step := got.noise[0], got.step[0]
	residual, walked := 2*localLevelNoiseRate, 2*localLevelStepRate
	for i, l := range got.level {
		precision, sum := noise, noise*y[i]
		residual += (y[i]-l[0])*(y[i]-l[0]) + l[1]*l[1]
		if i == 0 {
			precision += 1 / localLevelLevelVariance
			sum += localLevelLevelMean / localLevelLevelVariance
		} else {
			before := got.level[i-1]
			precision += step
			sum += step * before[0]
			walked += (l[0]-before[0])*(l[0]-before[0]) + l[1]*l[1] + before[1]*before[1]
		}
		if i < n-1 {
			precision += step
			sum += step * got.level[i+1][0]
		}
		if math.Abs(l[0]-sum/precision) > 1e-5*l[1] || math.Abs(l[1]*l[1]*precision-1) > 1e-6 {
			t.Errorf("level in %d: %v, want mean %v and variance %v", 1871+i, l, sum/precision, 1/precision)
		}
	}
	if want := (2 + float64(n)) / residual; math.Abs(noise/want-1) > 1e-6 {
		t.Errorf("noise %v, want %v", noise, want)
	}
	if want := (2 + float64(n-1)) / walked; math.Abs(step/want-1) > 1e-6 {
		t.Errorf("step %v, want %v", step, want)
	}
}
