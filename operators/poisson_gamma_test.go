package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// countMoments are the moments of the rate under the tilted distribution of x ~ poisson(rate)
// by quadrature over the log of the rate.
func countMoments(x dist.Categorical, rate dist.Gamma) (mean, variance, meanLog, logZ float64) {
	center, width := math.Log(rate.Mean()), 1/math.Sqrt(rate.Shape)
	low, high := center-60*width-5, center+20*width+5
	const steps = 20000
	var z, sum, square, log float64
	gamma, _ := math.Lgamma(rate.Shape)
	for i := range steps {
		s := low + (high-low)*(float64(i)+0.5)/steps
		t := math.Exp(s)
		like := 0.0
		for k := range x.LogP {
			like += math.Exp(x.LogProb(k) + PoissonEvidenceKnown(k, t))
		}
		w := math.Exp(rate.Shape*(s+math.Log(rate.Rate))-rate.Rate*t-gamma) * like * (high - low) / steps
		z, sum, square, log = z+w, sum+w*t, square+w*t*t, log+w*s
	}
	mean = sum / z
	return mean, square/z - mean*mean, log / z, math.Log(z)
}

// TestPoissonCount compares the messages of a random count with a random rate with quadrature.
func TestPoissonCount(t *testing.T) {
	seen := func(logs ...float64) dist.Categorical { return dist.Categorical{LogP: logs} }
	below := math.Inf(-1)
	work := &dist.CategoricalWork{}
	for _, x := range []dist.Categorical{
		seen(0, -1, 2, 0.5, -3), seen(below, below, below, 0, 0, 0, 0, 0, 0, 0, 0, 0), seen(0, below), seen(below, below, below, below, 0), seen(0, -40, -80, 30),
	} {
		for _, rate := range []dist.Gamma{{Shape: 1, Rate: 1}, {Shape: 0.3, Rate: 0.2}, {Shape: 12, Rate: 4}, {Shape: 300, Rate: 100}, {Shape: 5, Rate: 50}} {
			mean, variance, meanLog, logZ := countMoments(x, rate)
			if got := PoissonEvidenceCount(x, rate); math.Abs(got-logZ) > 1e-6*(1+math.Abs(logZ)) {
				t.Errorf("log Z of %v, %v: %v, want %v", x, rate, got, logZ)
			}
			m, fault := PoissonToRateCount(x, rate, work)
			post := rate.Times(m)
			if fault != dist.NoFault || math.Abs(post.Mean()-mean) > 1e-6*mean || math.Abs(post.Variance()-variance) > 1e-5*variance {
				t.Errorf("%v, %v: mean %v, variance %v, want %v, %v (fault %d)", x, rate, post.Mean(), post.Variance(), mean, variance, fault)
			}
			m, fault = PoissonToRateCountLog(x, rate, work)
			post = rate.Times(m)
			if got := special.Digamma(post.Shape) - math.Log(post.Rate); fault != dist.NoFault || math.Abs(post.Mean()-mean) > 1e-6*mean || math.Abs(got-meanLog) > 1e-6*(1+math.Abs(meanLog)) {
				t.Errorf("%v, %v: mean %v, mean log %v, want %v, %v (fault %d)", x, rate, post.Mean(), got, mean, meanLog, fault)
			}
		}
	}
	// A count that nothing more is known of says nothing.
	if m, fault := PoissonToRateCount(dist.CategoricalUniform(9), dist.Gamma{Shape: 1, Rate: 1}, work); fault != dist.NoFault || !m.IsUniform() {
		t.Errorf("%v, fault %d", m, fault)
	}
	// Nothing is possible: a fault, no message.
	if _, fault := PoissonToRateCount(seen(below, below), dist.Gamma{Shape: 1, Rate: 1}, work); fault != dist.Contradiction {
		t.Errorf("fault %d", fault)
	}
}

// TestPoissonForward holds that a count of a random rate has negative binomial probabilities,
// and that a rate far beyond its values is a fault.
func TestPoissonForward(t *testing.T) {
	to := dist.CategoricalUniform(400)
	if fault := PoissonToXRandom(dist.Gamma{Shape: 11, Rate: 3}, &to); fault != dist.NoFault {
		t.Fatal(fault)
	}
	if mean := to.Mean(); math.Abs(mean-11.0/3) > 1e-12 {
		t.Errorf("mean %v", mean)
	}
	if v, want := to.Variance(), 11.0/3+11.0/9; math.Abs(v-want) > 1e-11 {
		t.Errorf("variance %v, want %v", v, want)
	}
	for _, rate := range []dist.Gamma{{Shape: 2000, Rate: 2}, {Shape: 100, Rate: 0.25}} {
		if fault := PoissonToXRandom(rate, &to); fault != dist.NotFinite {
			t.Errorf("%v: fault %d", rate, fault)
		}
		if fault := PoissonToXAverage(dist.GammaMomentsOf(rate), &to); fault != dist.NotFinite {
			t.Errorf("%v by VMP: fault %d", rate, fault)
		}
	}
	if fault := PoissonToXRandom(dist.GammaUniform(), &to); fault != dist.Improper {
		t.Errorf("fault %d", fault)
	}
}

// TestPoissonAverages compares the bound of a random count with a random rate with its sum.
func TestPoissonAverages(t *testing.T) {
	work := &dist.CategoricalWork{}
	x := dist.Categorical{LogP: []float64{0, 1, 0.5, -2, math.Inf(-1), -3}}
	rate := dist.Gamma{Shape: 2.5, Rate: 0.7}
	want := 0.0
	for k := range x.LogP {
		if p := math.Exp(x.LogProb(k)); p > 0 {
			factorial, _ := math.Lgamma(float64(k) + 1)
			want += p * (float64(k)*rate.MeanLog() - rate.Mean() - factorial)
		}
	}
	checkClose(t, "bound", PoissonAverageLogCount(x, dist.GammaMomentsOf(rate), work), want, 1e-12, 0)
	m, fault := PoissonToRateAverage(x, work)
	if fault != dist.NoFault {
		t.Fatal(fault)
	}
	checkClose(t, "shape", m.Shape, 1+x.Mean(), 1e-12, 0)
	checkClose(t, "rate", m.Rate, 1, 0, 0)
	to := dist.CategoricalUniform(60)
	if fault := PoissonToXAverage(dist.GammaMomentsOf(rate), &to); fault != dist.NoFault {
		t.Fatal(fault)
	}
	checkClose(t, "ratio", to.LogP[3]-to.LogP[2], rate.MeanLog()-math.Log(3), 1e-12, 0)
}
