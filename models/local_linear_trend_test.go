package models_test

import (
	"context"
	"math"
	"strconv"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/local_linear_trend/learned"
	"mpc/models/local_linear_trend/local_linear_trend"
)

// The priors of the model files.
const (
	localLinearTrendNoiseRate, localLinearTrendStepRate      = 10000.0, 1000.0 // the shapes are 1
	localLinearTrendBendShape, localLinearTrendBendRate      = 2.0, 20.0
	localLinearTrendLevelMean, localLinearTrendLevelVariance = 1000.0, 1e6
	localLinearTrendSlopeVariance                            = 1000.0
)

// localLinearTrendFlows reads the data.
func localLinearTrendFlows(t *testing.T) []float64 {
	return modeltest.ReadColumn(t, "local_linear_trend/data.csv")
}

// localLinearTrendState is a normal distribution of level and slope.
type localLinearTrendState struct {
	level, slope   float64 // means
	vl, vs, covary float64 // variances of level and slope, and the covariance
}

// localLinearTrendSmoother is a Kalman filter of two states with the backward pass of Rauch,
// Tung and Striebel.
type localLinearTrendSmoother struct {
	predicted, filtered, smoothed []localLinearTrendState
}

// smooth fills smoothed, given variances, and returns the log likelihood.
func (k *localLinearTrendSmoother) smooth(y []float64, noise, step, bend float64) (logLikelihood float64) {
	k.predicted, k.filtered, k.smoothed = k.predicted[:0], k.filtered[:0], k.smoothed[:0]
	p := localLinearTrendState{level: localLinearTrendLevelMean, vl: localLinearTrendLevelVariance, vs: localLinearTrendSlopeVariance}
	for t := range y {
		if t > 0 {
			f := k.filtered[t-1]
			p = localLinearTrendState{f.level + f.slope, f.slope, f.vl + 2*f.covary + f.vs + step, f.vs + bend, f.covary + f.vs}
		}
		k.predicted = append(k.predicted, p)
		v, e := p.vl+noise, y[t]-p.level
		logLikelihood -= (math.Log(2*math.Pi*v) + e*e/v) / 2
		a, b := p.vl/v, p.covary/v
		k.filtered = append(k.filtered, localLinearTrendState{p.level + a*e, p.slope + b*e, p.vl * (1 - a), p.vs - b*p.covary, p.covary * (1 - a)})
	}
	k.smoothed = append(k.smoothed, k.filtered...)
	for t := len(y) - 2; t >= 0; t-- {
		f, p, s := k.filtered[t], k.predicted[t+1], k.smoothed[t+1]
		// gain = filtered covariance * transition' / predicted covariance
		d := p.vl*p.vs - p.covary*p.covary
		g := [2][2]float64{}
		for i, row := range [2][2]float64{{f.vl + f.covary, f.covary}, {f.covary + f.vs, f.vs}} {
			g[i] = [2]float64{(row[0]*p.vs - row[1]*p.covary) / d, (row[1]*p.vl - row[0]*p.covary) / d}
		}
		dl, ds := s.level-p.level, s.slope-p.slope
		al, as, ac := s.vl-p.vl, s.vs-p.vs, s.covary-p.covary
		spread := func(i, j int) float64 {
			return g[i][0]*(al*g[j][0]+ac*g[j][1]) + g[i][1]*(ac*g[j][0]+as*g[j][1])
		}
		k.smoothed[t] = localLinearTrendState{
			f.level + g[0][0]*dl + g[0][1]*ds, f.slope + g[1][0]*dl + g[1][1]*ds,
			f.vl + spread(0, 0), f.vs + spread(1, 1), f.covary + spread(0, 1),
		}
	}
	return logLikelihood
}

// localLinearTrendPosterior is what is known after the data: means and standard deviations,
// and the log evidence. noise, step and bend are precisions.
type localLinearTrendPosterior struct {
	noise, step, bend [2]float64
	level, slope      [][2]float64
	logEvidence       float64
}

// localLinearTrendExact integrates on a grid over the logarithms of the three precisions; given
// these, the smoother is exact.
func localLinearTrendExact(y []float64) (p localLinearTrendPosterior) {
	const cells, noiseWidth, stepWidth, bendWidth = 13, 0.18, 0.55, 0.55
	const scale = -643 // about the log evidence
	p.level, p.slope = make([][2]float64, len(y)), make([][2]float64, len(y))
	total := 0.0
	add := func(sum *[2]float64, w, mean, variance float64) {
		sum[0] += w * mean
		sum[1] += w * (variance + mean*mean)
	}
	gammaLog := func(shape, rate, x float64) float64 { // of the density of log(x)
		l, _ := math.Lgamma(shape)
		return shape*math.Log(rate*x) - rate*x - l
	}
	var k localLinearTrendSmoother
	for i := range cells {
		noise := math.Exp(noiseWidth*float64(i-cells/2)) / 15000
		for j := range cells {
			step := math.Exp(stepWidth*float64(j-cells/2)) / 1000
			for l := range cells {
				bend := math.Exp(bendWidth*float64(l-cells*2/3)) / 5
				log := k.smooth(y, 1/noise, 1/step, 1/bend)
				log += gammaLog(1, localLinearTrendNoiseRate, noise) + gammaLog(1, localLinearTrendStepRate, step) + gammaLog(localLinearTrendBendShape, localLinearTrendBendRate, bend)
				w := math.Exp(log-scale) * noiseWidth * stepWidth * bendWidth
				total += w
				add(&p.noise, w, noise, 0)
				add(&p.step, w, step, 0)
				add(&p.bend, w, bend, 0)
				for t, s := range k.smoothed {
					add(&p.level[t], w, s.level, s.vl)
					add(&p.slope[t], w, s.slope, s.vs)
				}
			}
		}
	}
	finish := func(m *[2]float64) {
		mean := m[0] / total
		*m = [2]float64{mean, math.Sqrt(m[1]/total - mean*mean)}
	}
	finish(&p.noise)
	finish(&p.step)
	finish(&p.bend)
	for i := range p.level {
		finish(&p.level[i])
		finish(&p.slope[i])
	}
	p.logEvidence = scale + math.Log(total)
	return p
}

// Known variances: all is normal, and the posterior is computed as a whole. The graph has a cycle per year, level and
// slope, which messages about single variables would go around.
func TestLocalLinearTrendKnownVariances(t *testing.T) {
	y := localLinearTrendFlows(t)
	inf, err := local_linear_trend.New(local_linear_trend.Data{Flow: y})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	var k localLinearTrendSmoother
	log := k.smooth(y, 15047, 1427, 5)
	for i, want := range k.smoothed {
		year := strconv.Itoa(1871 + i)
		modeltest.Compare(t, "level in "+year, modeltest.Moments(inf.LevelAt(i)), [2]float64{want.level, math.Sqrt(want.vl)}, 1e-9, 1-1e-9, 1+1e-9)
		modeltest.Compare(t, "slope in "+year, modeltest.Moments(inf.SlopeAt(i)), [2]float64{want.slope, math.Sqrt(want.vs)}, 1e-9, 1-1e-9, 1+1e-9)
	}
	if gap := inf.LogEvidence() - log; !(math.Abs(gap) < 1e-8) {
		t.Errorf("log evidence %v, exactly %v", inf.LogEvidence(), log)
	}
}

// The integration, against JAGS 4.3.1: two chains of a million sweeps.
func TestLocalLinearTrendIntegration(t *testing.T) {
	e := localLinearTrendExact(localLinearTrendFlows(t))
	modeltest.Compare(t, "noise", e.noise, [2]float64{7.009e-5, 1.479e-5}, 0.03, 0.98, 1.02)
	modeltest.Compare(t, "step", e.step, [2]float64{8.464e-4, 7.281e-4}, 0.05, 0.95, 1.05)
	modeltest.Compare(t, "bend", e.bend, [2]float64{0.1390, 0.0779}, 0.03, 0.97, 1.03)
	modeltest.Compare(t, "level in 1871", e.level[0], [2]float64{1121.9, 69.25}, 0.03, 0.98, 1.02)
	modeltest.Compare(t, "level in 1899", e.level[28], [2]float64{944.6, 53.23}, 0.03, 0.98, 1.02)
	modeltest.Compare(t, "level in 1970", e.level[99], [2]float64{779.0, 73.33}, 0.03, 0.98, 1.02)
	modeltest.Compare(t, "slope in 1899", e.slope[28], [2]float64{-8.395, 8.589}, 0.03, 0.98, 1.02)
	modeltest.Compare(t, "slope in 1921", e.slope[50], [2]float64{-2.010, 8.232}, 0.03, 0.98, 1.02)
	modeltest.Compare(t, "slope in 1970", e.slope[99], [2]float64{-6.684, 12.834}, 0.03, 0.98, 1.02)

	// EP has the noise and the levels. Of the precision of the slope's steps it
	// learns nothing, since what a step says of it, given independent slopes on
	// both sides that are known far less well than the step is long, is nothing:
	// the posterior is the prior.
	inf, err := learned.New(learned.Data{Flow: localLinearTrendFlows(t)})
	if err != nil {
		t.Fatal(err)
	}
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	modeltest.Compare(t, "noise", modeltest.Moments(inf.Noise()), e.noise, 0.6, 0.65, 1)
	modeltest.Compare(t, "step", modeltest.Moments(inf.Step()), e.step, 1.3, 0.9, 1.5)
	modeltest.Compare(t, "bend", modeltest.Moments(inf.Bend()), [2]float64{localLinearTrendBendShape / localLinearTrendBendRate, math.Sqrt(localLinearTrendBendShape) / localLinearTrendBendRate}, 0.05, 0.95, 1.05)
	for i, l := range inf.Level() {
		modeltest.Compare(t, "level in "+strconv.Itoa(1871+i), modeltest.Moments(l), e.level[i], 0.5, 0.7, 1.2)
	}
}
