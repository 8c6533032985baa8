package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// unknownPrecision iterates x[i] ~ normal(mean, precision), x observed, and
// returns the marginals.
func unknownPrecision(t *testing.T, data []float64, mean dist.Normal, precision dist.Gamma, iterations int, proper bool) (dist.Normal, dist.Gamma) {
	t.Helper()
	toMean := make([]dist.Normal, len(data))
	toPrecision := make([]dist.Gamma, len(data))
	for i := range toPrecision {
		toPrecision[i] = dist.GammaUniform()
	}
	for n := 0; n < iterations; n++ {
		for i, x := range data {
			m, p := mean, precision
			for j := range data {
				if j != i {
					m, p = m.Times(toMean[j]), p.Times(toPrecision[j])
				}
			}
			point := dist.NormalPoint(x)
			tilt := NormalPrecisionTilt(point, m, p)
			to1, fault1 := NormalPrecisionToMean(point, m, p, tilt)
			to2, fault2 := NormalPrecisionToPrecision(point, m, p, tilt)
			if fault1 != dist.NoFault || fault2 != dist.NoFault {
				t.Fatalf("iteration %d: faults %d, %d", n, fault1, fault2)
			}
			if proper {
				to1, to2 = to1.MakeProper(m), to2.MakeProper(p)
			}
			toMean[i], toPrecision[i] = to1, to2
		}
	}
	for i := range data {
		mean, precision = mean.Times(toMean[i]), precision.Times(toPrecision[i])
	}
	return mean, precision
}

// The cases of an unknown mean and precision: Infer.NET's CyclistTests and
// DocumentationTests, with the values of an independent program.
func TestUnknownPrecisionCases(t *testing.T) {
	for _, c := range []struct {
		name                                string
		data                                []float64
		mean                                dist.Normal
		precision                           dist.Gamma
		iterations                          int
		tol                                 float64
		proper                              bool
		wantMean, wantVar, wantSh, wantRate float64
	}{
		{"cyclist", []float64{13, 17, 16}, dist.NormalMeanPrecision(15, 0.01), dist.Gamma{Shape: 2, Rate: 2}, 50, 2e-6, true, 15.326309, 1.3196784, 2.2417102, 4.0892308},
		{"cyclist improper", []float64{13, 17, 16}, dist.NormalMeanPrecision(15, 0.01), dist.Gamma{Shape: 2, Rate: 2}, 50, 2e-6, false, 15.285332, 1.5594851, 1.4580328, 2.5353838},
		{"gaussian", []float64{11, 5, 8, 9}, dist.NormalMeanVariance(0, 100), dist.Gamma{Shape: 1, Rate: 1}, 200, 2e-6, true, 8.1617262, 1.9176605, 1.7130534, 5.8599007},
		{"gaussian improper", []float64{11, 5, 8, 9}, dist.NormalMeanVariance(0, 100), dist.Gamma{Shape: 1, Rate: 1}, 100, 5e-5, false, 8.11309, 2.90568, 0.73953, 2.06304},
	} {
		mean, precision := unknownPrecision(t, c.data, c.mean, c.precision, c.iterations, c.proper)
		checkClose(t, c.name+": mean", mean.H/mean.P, c.wantMean, c.tol, 1)
		checkClose(t, c.name+": variance", 1/mean.P, c.wantVar, c.tol, 0)
		checkClose(t, c.name+": shape", precision.Shape, c.wantSh, c.tol, 0)
		checkClose(t, c.name+": rate", precision.Rate, c.wantRate, c.tol, 0)
	}
}

// x ~ gamma(3, rate) with rate ~ gamma(3, 1) and a soft observation of x far
// away; Infer.NET's GammaRCRTest.
func TestGammaRateCases(t *testing.T) {
	x, rate := dist.Gamma{Shape: 4.5, Rate: 0.0025799793601651187}, dist.Gamma{Shape: 3, Rate: 1}
	checkClose(t, "evidence", GammaEvidence(x, 3, rate), -22.5625239057597, 1e-12, 0)
	tilt := GammaTilts(x, 3, rate)
	toX, _ := GammaToX(x, 3, rate, tilt)
	toRate, _ := GammaToRate(x, 3, rate, tilt)
	exactX, exactRate := toX.Times(x), toRate.Times(rate)
	checkClose(t, "shape of x", exactX.Shape, 0.68662549, 1e-7, 0)
	checkClose(t, "rate of x", exactX.Rate, 0.0028544601, 1e-7, 0)
	checkClose(t, "shape of rate", exactRate.Shape, 0.2387298, 1e-6, 0)
	checkClose(t, "rate of rate", exactRate.Rate, 1.9795081, 1e-6, 0)
	properX, properRate := toX.MakeProper(x).Times(x), toRate.MakeProper(rate).Times(rate)
	checkClose(t, "proper shape of x", properX.Shape, 4.5, 1e-9, 0)
	checkClose(t, "proper rate of x", properX.Rate, 0.01870753530381914, 1e-9, 0)
	checkClose(t, "proper shape of rate", properRate.Shape, 3, 1e-9, 0)
	checkClose(t, "proper rate of rate", properRate.Rate, 24.875503791382645, 1e-9, 0)

	// x observed at 1: conjugate.
	prior := dist.Gamma{Shape: 3, Rate: 4}
	message, _ := GammaToRateObserved(1, 2.5)
	if got := message.Times(prior); got != (dist.Gamma{Shape: 5.5, Rate: 5}) {
		t.Errorf("observed: %v", got)
	}
	checkClose(t, "observed: evidence", GammaEvidence(dist.GammaPoint(1), 2.5, prior), -1.71304151844203, 1e-13, 0)

	// The same as the ratio of y ~ gamma(2.5, 1) and rate, observed at 1.
	y := dist.Gamma{Shape: 2.5, Rate: 1}
	toB, _ := RatioGammaToBObserved(1, y)
	toA, _ := RatioGammaToAObserved(1, prior)
	if toB.Times(prior) != (dist.Gamma{Shape: 5.5, Rate: 5}) || toA.Times(y) != (dist.Gamma{Shape: 5.5, Rate: 5}) {
		t.Errorf("ratio: %v, %v", toB, toA)
	}
	checkClose(t, "ratio: evidence", RatioGammaEvidence(dist.GammaPoint(1), y, prior), -1.71304151844203, 1e-13, 0)
}

// The product of two gammas far below a soft observation: Infer.NET's
// GammaProductRRRTest, the moments by two-dimensional quadrature.
func TestGammaProductCase(t *testing.T) {
	a, out := dist.Gamma{Shape: 1, Rate: 1}, dist.Gamma{Shape: 30, Rate: 1}
	tilt := ProductGammaTilts(out, a, a)
	toA, _ := ProductGammaToA(out, a, a, tilt)
	toB, _ := ProductGammaToB(out, a, a, tilt)
	toOut, _ := ProductGammaToOut(out, a, a, tilt)
	for _, got := range []dist.Gamma{toA.Times(a), toB.Times(a)} {
		checkClose(t, "shape", got.Shape, 9.1811773, 1e-7, 0)
		checkClose(t, "rate", got.Rate, 1.7651741, 1e-7, 0)
	}
	got := toOut.Times(out)
	checkClose(t, "shape of out", got.Shape, 27.27888, 1e-6, 0)
	checkClose(t, "rate of out", got.Rate, 1.1000119, 1e-6, 0)
	checkClose(t, "evidence", ProductGammaEvidence(out, a, a), -10.665223, 1e-7, 0)
}

// exp of a narrow normal under an inverse gamma observation: ExpFactorTest.
func TestExpInverseGammaCase(t *testing.T) {
	out, a := dist.InverseGamma{Shape: 1, Rate: 1}, dist.NormalMeanPrecision(1, 1000)
	message, _ := ExpInverseToA(out, a, ExpInverseTilts(out, a))
	got := message.Times(a)
	checkClose(t, "mean", got.H/got.P, 0.998368664284, 1e-11, 0)
	checkClose(t, "variance", 1/got.P, 0.000999631471647, 1e-11, 0)
	checkClose(t, "evidence", ExpInverseEvidence(out, a), -2.36673227462, 1e-11, 0)
}

// state[t] ~ normal(state[t-1], precision = 10), count[t] ~ poisson(exp(state[t])):
// Infer.NET's PoissonTracker.
func TestPoissonTrackerCase(t *testing.T) {
	counts := []float64{0, 1, 2}
	want := [][2]float64{{-0.282473672726657, 0.411613840944542}, {-0.190973934884677, 0.377430434558053}, {-0.100461109190121, 0.401863830253411}}
	rates := make([]dist.Normal, 3)
	step := func(d dist.Normal) dist.Normal { m, _ := NormalPrecisionToXKnown(d, 10); return m }
	var states [3]dist.Normal
	for n := 0; n < 100; n++ {
		for i := range counts {
			cavity := dist.Normal{P: 0.01}
			for j := 1; j <= i; j++ {
				cavity = step(cavity.Times(rates[j-1]))
			}
			var back dist.Normal
			for j := 2; j > i; j-- {
				back = step(back.Times(rates[j]))
			}
			cavity = cavity.Times(back)
			out := dist.Gamma{Shape: 1 + counts[i], Rate: 1}
			rates[i], _ = ExpToA(out, cavity, ExpTilts(out, cavity))
			states[i] = cavity.Times(rates[i])
		}
	}
	for i, s := range states {
		checkClose(t, "mean", s.H/s.P, want[i][0], 1e-3, 0)
		checkClose(t, "variance", 1/s.P, want[i][1], 1e-3, 0)
	}
}

// A Student variable cut to be positive, with the truncation of x > 0 at the
// end of a chain of one.
func TestStudentPositiveCase(t *testing.T) {
	mean, precision := dist.NormalPoint(-0.9), dist.Gamma{Shape: 5, Rate: 5}
	var forward, back dist.Normal
	for n := 0; n < 60; n++ {
		forward, _ = NormalPrecisionToX(back, mean, precision, NormalPrecisionTilt(back, mean, precision))
		logZ, m, v := bruteMoments(func(x float64) float64 {
			return normalLogAt(forward, x)
		}, 0, 12)
		if math.IsNaN(logZ) {
			t.Fatal("no moments")
		}
		back = normalMessage(m, v, forward)
	}
	got := forward.Times(back)
	checkClose(t, "mean", got.H/got.P, 0.6399841901, 1e-6, 0)
	checkClose(t, "variance", 1/got.P, 0.3088280895, 1e-6, 0)
}
