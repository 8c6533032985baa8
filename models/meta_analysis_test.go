package models_test

import (
	"context"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/meta_analysis/meta_analysis"
	"mpc/models/meta_analysis/meta_analysis_ep"
)

// The priors of the model files.
const (
	metaAnalysisCommonVariance                            = 1e9
	metaAnalysisAgreementShape, metaAnalysisAgreementRate = 0.25, 13.677747595165476
)

// metaAnalysisSchools are the data.
type metaAnalysisSchools struct {
	Effect []float64
	Error  []float64
}

// metaAnalysisRead returns the data.
func metaAnalysisRead(t *testing.T) (d metaAnalysisSchools) {
	t.Helper()
	modeltest.ReadJSON(t, "meta_analysis/data.json", &d)
	return d
}

// metaAnalysisPosterior is what is known after the data: means and standard deviations,
// and the log evidence or its bound.
type metaAnalysisPosterior struct {
	common, agreement [2]float64
	actual            [][2]float64
	logEvidence       float64
}

// metaAnalysisVmp runs the model as it is.
func metaAnalysisVmp(t *testing.T, d metaAnalysisSchools) (p metaAnalysisPosterior) {
	t.Helper()
	inf, err := meta_analysis.New(meta_analysis.Data{School: len(d.Effect), Effect: d.Effect, Error: d.Error})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := inf.Run(context.Background()); err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	p.common, p.agreement, p.logEvidence = modeltest.Moments(inf.Common()), modeltest.Moments(inf.Agreement()), inf.LogEvidence()
	for _, g := range inf.Actual() {
		p.actual = append(p.actual, modeltest.Moments(g))
	}
	return p
}

// metaAnalysisEp runs the same model with expectation propagation.
func metaAnalysisEp(t *testing.T, d metaAnalysisSchools) (p metaAnalysisPosterior) {
	t.Helper()
	inf, err := meta_analysis_ep.New(meta_analysis_ep.Data{School: len(d.Effect), Effect: d.Effect, Error: d.Error})
	if err != nil {
		t.Fatal(err)
	}
	if s, err := inf.Run(context.Background()); err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	p.common, p.agreement, p.logEvidence = modeltest.Moments(inf.Common()), modeltest.Moments(inf.Agreement()), inf.LogEvidence()
	for _, g := range inf.Actual() {
		p.actual = append(p.actual, modeltest.Moments(g))
	}
	return p
}

// metaAnalysisExact integrates on a grid over the logarithm of the agreement. Given that,
// all else is normal.
func metaAnalysisExact(d metaAnalysisSchools) (p metaAnalysisPosterior) {
	n := len(d.Effect)
	logGamma, _ := math.Lgamma(metaAnalysisAgreementShape)
	p.actual = make([][2]float64, n)
	const width = 1.0 / 200
	var total, peak float64
	add := func(sum *[2]float64, w, mean, variance float64) {
		sum[0] += w * mean
		sum[1] += w * (variance + mean*mean)
	}
	for pass := range 2 { // the first finds the peak
		for k := -6000; k <= 2000; k++ {
			a := math.Exp(float64(k) * width)
			precision, sum, log := 1/metaAnalysisCommonVariance, 0.0, -math.Log(metaAnalysisCommonVariance)/2
			for i, y := range d.Effect {
				v := d.Error[i]*d.Error[i] + 1/a
				precision += 1 / v
				sum += y / v
				log -= (math.Log(2*math.Pi*v) + y*y/v) / 2
			}
			common := sum / precision
			log += common*sum/2 - math.Log(precision)/2
			log += metaAnalysisAgreementShape*math.Log(metaAnalysisAgreementRate) - logGamma + metaAnalysisAgreementShape*math.Log(a) - metaAnalysisAgreementRate*a
			if pass == 0 {
				peak = max(peak, log)
				if k == -6000 {
					peak = log
				}
				continue
			}
			w := math.Exp(log-peak) * width
			total += w
			add(&p.common, w, common, 1/precision)
			add(&p.agreement, w, a, 0)
			for i, y := range d.Effect {
				own := 1 / (d.Error[i] * d.Error[i])
				pull := a / (a + own) // of the common effect
				add(&p.actual[i], w, pull*common+(1-pull)*y, 1/(a+own)+pull*pull/precision)
			}
		}
	}
	finish := func(m *[2]float64) {
		mean := m[0] / total
		*m = [2]float64{mean, math.Sqrt(m[1]/total - mean*mean)}
	}
	finish(&p.common)
	finish(&p.agreement)
	for i := range p.actual {
		finish(&p.actual[i])
	}
	p.logEvidence = peak + math.Log(total)
	return p
}

// The integration itself, against JAGS 4.3.1: four chains of 500,000 sweeps,
// which leave an error of 0.015 in the means.
func TestMetaAnalysisIntegration(t *testing.T) {
	e := metaAnalysisExact(metaAnalysisRead(t))
	for i, want := range [][2]float64{
		{7.936, 4.911},
		{11.158, 7.746}, {7.935, 6.263}, {6.320, 7.439}, {7.687, 6.507},
		{5.114, 6.212}, {6.197, 6.602}, {10.692, 6.551}, {8.424, 7.574},
	} {
		got := e.common
		if i > 0 {
			got = e.actual[i-1]
		}
		if math.Abs(got[0]-want[0]) > 0.05 || math.Abs(got[1]-want[1]) > 0.03 {
			t.Errorf("%d: %v, JAGS has %v", i, got, want)
		}
	}
	if a := e.agreement; math.Abs(a[0]-0.0503) > 0.0004 || math.Abs(a[1]-0.0524) > 0.0008 {
		t.Errorf("agreement: %v", a)
	}
}

// EP is within a few percent of the exact posterior.
func TestMetaAnalysisEP(t *testing.T) {
	d := metaAnalysisRead(t)
	want, got := metaAnalysisExact(d), metaAnalysisEp(t, d)
	modeltest.Compare(t, "common", got.common, want.common, 0.02, 0.97, 1.01)
	modeltest.Compare(t, "agreement", got.agreement, want.agreement, 0.06, 0.98, 1.01)
	for i, a := range got.actual {
		modeltest.Compare(t, "school "+string(rune('A'+i)), a, want.actual[i], 0.04, 0.99, 1.05)
	}
	if math.Abs(got.logEvidence-want.logEvidence) > 0.08 {
		t.Errorf("log evidence %v, exactly %v", got.logEvidence, want.logEvidence)
	}
}

// VMP takes all posteriors as independent. Means of effects are right, but the
// common effect has half its standard deviation, the agreement a fifth and
// less than half its mean: it has not seen how far it may go towards "all
// metaAnalysisSchools are alike". The bound is below the log evidence.
func TestMetaAnalysisVMP(t *testing.T) {
	d := metaAnalysisRead(t)
	want, got := metaAnalysisExact(d), metaAnalysisVmp(t, d)
	modeltest.Compare(t, "common", got.common, want.common, 0.01, 0.47, 0.49)
	modeltest.Compare(t, "agreement", got.agreement, want.agreement, 0.55, 0.20, 0.22)
	for i, a := range got.actual {
		modeltest.Compare(t, "school "+string(rune('A'+i)), a, want.actual[i], 0.06, 0.78, 0.9)
	}
	if gap := want.logEvidence - got.logEvidence; gap < 0 || gap > 1.6 {
		t.Errorf("the bound %v, the log evidence %v", got.logEvidence, want.logEvidence)
	}
	// Published: the fixed point of Infer.NET's example, by coordinate ascent.
	for _, c := range []struct{ got, want float64 }{
		{got.common[0], 7.945866436113572}, {got.common[1], math.Sqrt(5.578557074814182)},
		{got.agreement[0], 4.25 / 189.67094160177172}, {got.logEvidence, -41.419389979856206},
		{got.actual[0][0], 11.265193501341338}, {got.actual[4][0], 4.767922328337974},
	} {
		if math.Abs(c.got-c.want) > 1e-6*math.Abs(c.want) {
			t.Errorf("%v, want %v", c.got, c.want)
		}
	}
}
