package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/factor_analysis/factor_analysis"
	"mpc/models/internal/modeltest"
)

// The prior of the precision of the noise in the model file.
const factorAnalysisNoiseShape, factorAnalysisNoiseRate = 1, 0.5

// factorAnalysisStart builds the model, not yet run.
func factorAnalysisStart(t *testing.T) (factor_analysis.Data, *factor_analysis.Inference) {
	t.Helper()
	var file struct {
		Column []string
		Trait  int
		Traits []int
		X      [][]float64
		Start  [][]factor_analysis.Normal
	}
	modeltest.ReadJSON(t, "factor_analysis/data.json", &file)
	d := factor_analysis.Data{Column: len(file.Column), Trait: file.Trait, Traits: file.Traits, X: file.X, Start: file.Start}
	inf, err := factor_analysis.New(d)
	if err != nil {
		t.Fatal(err)
	}
	return d, inf
}

func factorAnalysisRun(t *testing.T) (factor_analysis.Data, *factor_analysis.Inference) {
	t.Helper()
	d, inf := factorAnalysisStart(t)
	s, err := inf.Run(context.Background())
	if err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return d, inf
}

// factorAnalysisStandardized returns the columns with mean 0 and variance 1.
func factorAnalysisStandardized(x [][]float64) [][]float64 {
	out := make([][]float64, len(x))
	n := float64(len(x))
	for d := range x[0] {
		mean, square := 0.0, 0.0
		for _, row := range x {
			mean += row[d] / n
		}
		for _, row := range x {
			square += (row[d] - mean) * (row[d] - mean) / n
		}
		for i, row := range x {
			out[i] = append(out[i], (row[d]-mean)/math.Sqrt(square))
		}
	}
	return out
}

// factorAnalysisPosterior is a normal posterior, 0 where there is no loading.
type factorAnalysisPosterior struct{ m, v float64 }

func (p factorAnalysisPosterior) square() float64 { return p.m*p.m + p.v }

// The best independent posteriors by coordinate ascent written by hand, one
// scalar at a time, and the bound that they reach. Where a gamma posterior is
// the best one, its factors and its entropy add up to the logarithm of a ratio
// of normalizers.
func TestFactorAnalysisCoordinateAscent(t *testing.T) {
	d, inf := factorAnalysisRun(t)
	y := factorAnalysisStandardized(d.X)
	rows, columns, traits := len(y), d.Column, d.Trait
	w, z := make([][]factorAnalysisPosterior, columns), make([][]factorAnalysisPosterior, rows)
	noise, rate := make([]float64, columns), make([]float64, columns)
	for j := range w {
		w[j] = make([]factorAnalysisPosterior, traits)
		for k, g := range d.Start[j] {
			w[j][k] = factorAnalysisPosterior{g.Mean(), g.Variance()}
		}
		noise[j] = factorAnalysisNoiseShape / factorAnalysisNoiseRate
	}
	for i := range z {
		z[i] = make([]factorAnalysisPosterior, traits)
	}
	fit := func(i, j int) float64 {
		sum := 0.0
		for k := range traits {
			sum += w[j][k].m * z[i][k].m
		}
		return sum
	}
	for change := 1.0; change > 1e-8; {
		change = 0
		for i := range z {
			for k := range traits {
				precision, shift := 1.0, 0.0
				for j := range w {
					precision += noise[j] * w[j][k].square()
					shift += noise[j] * w[j][k].m * (y[i][j] - fit(i, j) + w[j][k].m*z[i][k].m)
				}
				z[i][k] = factorAnalysisPosterior{shift / precision, 1 / precision}
			}
		}
		for j := range w {
			for k := range d.Traits[j] {
				precision, shift := 1.0, 0.0
				for i := range z {
					precision += noise[j] * z[i][k].square()
					shift += noise[j] * z[i][k].m * (y[i][j] - fit(i, j) + w[j][k].m*z[i][k].m)
				}
				change = math.Max(change, math.Abs(w[j][k].m-shift/precision)*math.Sqrt(precision))
				w[j][k] = factorAnalysisPosterior{shift / precision, 1 / precision}
			}
			rate[j] = factorAnalysisNoiseRate
			for i := range z {
				r := y[i][j] - fit(i, j)
				rate[j] += r * r / 2
				for k := range traits {
					a, b := w[j][k], z[i][k]
					rate[j] += (a.square()*b.square() - a.m*a.m*b.m*b.m) / 2
				}
			}
			noise[j] = (factorAnalysisNoiseShape + float64(rows)/2) / rate[j]
		}
	}
	bound := 0.0
	after, _ := math.Lgamma(factorAnalysisNoiseShape + float64(rows)/2)
	for j := range w {
		bound += -float64(rows)/2*math.Log(2*math.Pi) + factorAnalysisNoiseShape*math.Log(factorAnalysisNoiseRate) + after - (factorAnalysisNoiseShape+float64(rows)/2)*math.Log(rate[j])
		for _, p := range w[j][:d.Traits[j]] {
			bound += (1 + math.Log(p.v) - p.square()) / 2
		}
	}
	for i := range z {
		for _, p := range z[i] {
			bound += (1 + math.Log(p.v) - p.square()) / 2
		}
	}
	for j, row := range inf.Loading() {
		for k, g := range row {
			if want := w[j][k]; math.Abs(g.Mean()-want.m) > 1e-3*math.Sqrt(want.v) || math.Abs(g.Variance()/want.v-1) > 1e-4 {
				t.Errorf("loading %d, %d: mean %v variance %v, want %v", j, k, g.Mean(), g.Variance(), want)
			}
		}
		if got := inf.NoiseAt(j).Mean(); math.Abs(got/noise[j]-1) > 1e-4 {
			t.Errorf("noise %d: mean %v, want %v", j, got, noise[j])
		}
	}
	if math.Abs(inf.LogEvidence()-bound) > 1e-4 {
		t.Errorf("bound %v, want %v", inf.LogEvidence(), bound)
	}
}

// The correlations that the loadings imply are near those of the fit by maximum
// likelihood and the sample's, and within sampling error of the true ones.
func TestFactorAnalysisCovariance(t *testing.T) {
	d, inf := factorAnalysisRun(t)
	var reference struct {
		Truth, Sample, Maximum [][]float64
		Uniqueness             []float64
	}
	modeltest.ReadJSON(t, "factor_analysis/reference.json", &reference)
	loading := inf.Loading()
	implied := func(a, b int) float64 {
		sum := 0.0
		for k := range min(d.Traits[a], d.Traits[b]) {
			sum += loading[a][k].Mean() * loading[b][k].Mean()
		}
		return sum
	}
	truth, sample, maximum := 0.0, 0.0, 0.0
	for a := range d.Column {
		for b := range a {
			truth = math.Max(truth, math.Abs(implied(a, b)-reference.Truth[a][b]))
			sample = math.Max(sample, math.Abs(implied(a, b)-reference.Sample[a][b]))
			maximum = math.Max(maximum, math.Abs(implied(a, b)-reference.Maximum[a][b]))
		}
	}
	t.Logf("largest difference of a correlation: %.3f from the truth, %.3f from the sample, %.3f from maximum likelihood", truth, sample, maximum)
	// A sample correlation has an sd of up to 1/sqrt(300), 0.058.
	if truth > 0.15 || sample > 0.1 || maximum > 0.08 {
		t.Errorf("a correlation is off by %.3f from the truth, %.3f from the sample, %.3f from maximum likelihood", truth, sample, maximum)
	}
	for j, u := range reference.Uniqueness {
		if got := 1 / inf.NoiseAt(j).Mean(); math.Abs(got-u) > 0.06 {
			t.Errorf("column %d: noise %.3f, maximum likelihood has %.3f", j, got, u)
		}
	}
}

// No iteration lets the evidence fall.
func TestFactorAnalysisEvidenceNeverFalls(t *testing.T) {
	_, inf := factorAnalysisStart(t)
	modeltest.NeverFalls(t, 60, func() (float64, error) {
		_, err := inf.Run(context.Background(), factor_analysis.Iterations(1))
		return inf.LogEvidence(), err
	})
}
