package models_test

import (
	"context"
	"fmt"
	"math"
	"testing"

	"mpc/models/internal/modeltest"
	"mpc/models/rats/rats"
)

// ratsReference is the posterior of each rat, means and standard deviations of
// intercept and slope: JAGS 4.3.1, two chains of 100,000 sweeps.
var ratsReference = [30]struct{ alpha, beta [2]float64 }{
	{[2]float64{239.94, 2.677}, [2]float64{6.065, 0.2427}},
	{[2]float64{247.83, 2.674}, [2]float64{7.054, 0.2572}},
	{[2]float64{252.43, 2.678}, [2]float64{6.484, 0.2433}},
	{[2]float64{232.55, 2.683}, [2]float64{5.343, 0.2564}},
	{[2]float64{231.60, 2.699}, [2]float64{6.572, 0.2434}},
	{[2]float64{249.76, 2.675}, [2]float64{6.175, 0.2416}},
	{[2]float64{228.73, 2.682}, [2]float64{5.978, 0.2426}},
	{[2]float64{248.39, 2.689}, [2]float64{6.416, 0.2415}},
	{[2]float64{283.32, 2.724}, [2]float64{7.051, 0.2542}},
	{[2]float64{219.26, 2.687}, [2]float64{5.846, 0.2445}},
	{[2]float64{258.21, 2.708}, [2]float64{6.801, 0.2481}},
	{[2]float64{228.15, 2.677}, [2]float64{6.118, 0.2424}},
	{[2]float64{242.42, 2.656}, [2]float64{6.165, 0.2404}},
	{[2]float64{268.27, 2.703}, [2]float64{6.692, 0.2473}},
	{[2]float64{242.78, 2.681}, [2]float64{5.418, 0.2528}},
	{[2]float64{245.33, 2.683}, [2]float64{5.925, 0.2443}},
	{[2]float64{232.18, 2.677}, [2]float64{6.273, 0.2422}},
	{[2]float64{240.47, 2.687}, [2]float64{5.847, 0.2462}},
	{[2]float64{253.80, 2.698}, [2]float64{6.405, 0.2416}},
	{[2]float64{241.65, 2.679}, [2]float64{6.056, 0.2427}},
	{[2]float64{248.58, 2.681}, [2]float64{6.406, 0.2438}},
	{[2]float64{225.24, 2.686}, [2]float64{5.860, 0.2443}},
	{[2]float64{228.51, 2.682}, [2]float64{5.748, 0.2451}},
	{[2]float64{245.12, 2.681}, [2]float64{5.890, 0.2434}},
	{[2]float64{234.51, 2.690}, [2]float64{6.909, 0.2516}},
	{[2]float64{254.00, 2.685}, [2]float64{6.547, 0.2445}},
	{[2]float64{254.35, 2.701}, [2]float64{5.901, 0.2426}},
	{[2]float64{243.00, 2.678}, [2]float64{5.844, 0.2443}},
	{[2]float64{217.89, 2.690}, [2]float64{5.669, 0.2475}},
	{[2]float64{241.44, 2.700}, [2]float64{6.133, 0.2426}},
}

func ratsRun(t *testing.T) *rats.Inference {
	t.Helper()
	var d rats.Data
	modeltest.ReadJSON(t, "rats/data.json", &d)
	inf, err := rats.New(d)
	if err != nil {
		t.Fatal(err)
	}
	if s, err := inf.Run(context.Background()); err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	return inf
}

// ratsCompare checks a mean, in standard deviations of the reference, and the ratio
// of the standard deviations.
func ratsCompare(t *testing.T, name string, d interface {
	Mean() float64
	Variance() float64
}, want [2]float64, mean, low, high float64) {
	t.Helper()
	sd := math.Sqrt(d.Variance())
	t.Logf("%-16s mean %10.5g sd %9.4g, JAGS has mean %10.5g sd %9.4g: %+.2f sd, ratio %.2f", name, d.Mean(), sd, want[0], want[1], (d.Mean()-want[0])/want[1], sd/want[1])
	if math.Abs(d.Mean()-want[0]) > mean*want[1] {
		t.Errorf("%s: mean %v, JAGS has %v, sd %v", name, d.Mean(), want[0], want[1])
	}
	if r := sd / want[1]; r < low || r > high {
		t.Errorf("%s: sd %v, JAGS has %v", name, sd, want[1])
	}
}

// Against JAGS 4.3.1, for the rats' means and precisions four chains of 69,084
// sweeps, thinned to every third. Means agree; the standard deviations of VMP's independent
// posteriors are too narrow, most for the precision of the slopes.
func TestRatsReference(t *testing.T) {
	inf := ratsRun(t)
	ratsCompare(t, "alphaMean", inf.AlphaMean(), [2]float64{242.654, 2.7475}, 0.02, 0.93, 0.97)
	ratsCompare(t, "betaMean", inf.BetaMean(), [2]float64{6.1860, 0.10862}, 0.02, 0.84, 0.89)
	ratsCompare(t, "birth", inf.Birth(), [2]float64{106.562, 3.6314}, 0.02, 0.9, 0.94)
	ratsCompare(t, "alphaPrecision", inf.AlphaPrecision(), [2]float64{0.0049558, 0.0013556}, 0.05, 0.92, 0.96)
	ratsCompare(t, "betaPrecision", inf.BetaPrecision(), [2]float64{4.1162, 1.5514}, 0.25, 0.61, 0.65)
	ratsCompare(t, "noise", inf.Noise(), [2]float64{0.027419, 0.0041182}, 0.1, 0.76, 0.8)
	for i, r := range ratsReference {
		ratsCompare(t, fmt.Sprintf("alpha[%d]", i), inf.AlphaAt(i), r.alpha, 0.03, 0.95, 1.02)
		ratsCompare(t, fmt.Sprintf("beta[%d]", i), inf.BetaAt(i), r.beta, 0.1, 0.9, 1.02)
	}
}

// Where coordinate ascent ends each posterior is the best given the others.
func TestRatsCoordinateAscent(t *testing.T) {
	inf := ratsRun(t)
	a, p := inf.AlphaMean(), inf.AlphaPrecision()
	sum, squares := 0.0, 0.0
	for _, g := range inf.Alpha() {
		sum += g.Mean()
		squares += (g.Mean()-a.Mean())*(g.Mean()-a.Mean()) + g.Variance() + a.Variance()
	}
	near := func(name string, got, want float64) {
		if math.Abs(got/want-1) > 1e-6 {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	near("precision of alphaMean", 1/a.Variance(), 30*p.Mean()+1e-6)
	near("alphaMean", a.Mean(), sum*p.Mean()*a.Variance())
	near("alphaPrecision", p.Mean(), 15.001/(0.001+squares/2))
	near("its variance", p.Variance(), p.Mean()*p.Mean()/15.001)
}
