package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// normalEntropy is the entropy of a normal of precision p.
func normalEntropy(p float64) float64 { return 0.5 - math.Log(p)/2 + halfLog2Pi }

// normalCross is E log of the normal prior under q.
func normalCross(prior, q dist.Normal) float64 {
	d := q.Mean() - prior.Mean()
	return math.Log(prior.P)/2 - halfLog2Pi - prior.P*(d*d+q.Variance())/2
}

// The message is the gradient of E log f in the mean and twice that in the
// variance.
func TestBernoulliLogitGradient(t *testing.T) {
	for _, x := range []dist.Bernoulli{dist.BernoulliPoint(true), dist.BernoulliPoint(false), {LogOdds: 1.3}, {LogOdds: -40}} {
		for _, m := range []float64{-20, -1, 0, 0.4, 5} {
			for _, v := range []float64{1e-4, 0.3, 4, 200} {
				value := func(m, v float64) float64 {
					return BernoulliLogitAverageLog(x, dist.NormalMeanVariance(m, v))
				}
				q := dist.NormalMeanVariance(m, v)
				got, fault := BernoulliLogitToLogitAverage(x, q)
				if fault != dist.NoFault {
					t.Fatal(fault)
				}
				h, k := 1e-3*math.Min(1, math.Sqrt(v)), 1e-3*v
				slope := (8*(value(m+h, v)-value(m-h, v)) - (value(m+2*h, v) - value(m-2*h, v))) / (12 * h)
				curve := -2 * (8*(value(m, v+k)-value(m, v-k)) - (value(m, v+2*k) - value(m, v-2*k))) / (12 * k)
				// The differences lose digits of the value.
				noise := 1e-14 * math.Abs(value(m, v))
				checkClose(t, "slope", got.H-m*got.P, slope, 1e-7, 1e-4+noise/h*1e7)
				checkClose(t, "curvature", got.P, curve, 1e-5, 1e-4+noise/k*1e5)
			}
		}
	}
}

func TestBernoulliLogitAverageLimits(t *testing.T) {
	for _, x := range []dist.Bernoulli{dist.BernoulliPoint(true), {LogOdds: -0.3}} {
		for _, m := range []float64{-50, -1, 0, 3, 50} {
			want, _ := BernoulliLogitToLogit(x, dist.NormalPoint(m))
			if x.IsPoint() {
				got, fault := BernoulliLogitToLogitAverage(x, dist.NormalPoint(m))
				checkClose(t, "P at a point", got.P, want.P, 1e-13, 0)
				checkClose(t, "H at a point", got.H, want.H, 1e-13, 0)
				if fault != dist.NoFault {
					t.Error(fault)
				}
				checkClose(t, "log at a point", BernoulliLogitAverageLog(x, dist.NormalPoint(m)), dist.Bernoulli{LogOdds: m}.LogProb(true), 1e-15, 0)
				checkClose(t, "bound at a point", BernoulliLogitAverageLogBound(x, dist.NormalPoint(m)), dist.Bernoulli{LogOdds: m}.LogProb(true), 1e-15, 0)
			}
			// Mirror images.
			a, b := dist.NormalMeanVariance(m, 2), dist.NormalMeanVariance(-m, 2)
			g, _ := BernoulliLogitToLogitAverage(x, a)
			h, _ := BernoulliLogitToLogitAverage(NotToOut(x), b)
			checkClose(t, "mirrored H", g.H, -h.H, 1e-14, 0)
			checkClose(t, "mirrored P", g.P, h.P, 1e-14, 0)
			k, _ := BernoulliLogitToXAverage(a)
			checkClose(t, "to x", k.LogOdds, BernoulliLogitAverageLog(dist.BernoulliPoint(true), a)-BernoulliLogitAverageLog(dist.BernoulliPoint(false), a), 1e-13, 0)
		}
	}
	x := dist.BernoulliPoint(true)
	for _, f := range []func(dist.Bernoulli, dist.Normal) (dist.Normal, dist.Fault){BernoulliLogitToLogitAverage, BernoulliLogitToLogitAverageBound, BernoulliLogitToLogitAverageTilted} {
		if m, fault := f(x, dist.Normal{}); fault != dist.NoFault || m != (dist.Normal{H: 0.5, P: 0.25}) {
			t.Errorf("start: %v, fault %d", m, fault)
		}
		if _, fault := f(x, dist.Normal{H: 1, P: -1}); fault != dist.Improper {
			t.Errorf("improper: fault %d", fault)
		}
		if _, fault := f(x, dist.Normal{H: math.NaN(), P: 1}); fault != dist.NotFinite {
			t.Errorf("NaN: fault %d", fault)
		}
		if n := testing.AllocsPerRun(10, func() { f(x, dist.Normal{H: 1, P: 1}) }); n != 0 {
			t.Errorf("%v allocations", n)
		}
	}
}

// One coin of logit a, a normal: the fixed point of the bound.
func TestBernoulliLogitOneCoin(t *testing.T) {
	prior := dist.NormalMeanPrecision(1.2, 0.4)
	for _, c := range []struct {
		x                        bool
		mean, variance, evidence float64
	}{
		{false, -0.03220172408788169, 1.6100862043940831, -1.2118952692677558},
		{true, 1.6749337347937177, 1.709116055911957, -0.41484589435740715},
	} {
		x := dist.BernoulliPoint(c.x)
		q := prior
		last := math.Inf(-1)
		for range 200 {
			m, fault := BernoulliLogitToLogitAverageBound(x, q)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			q = prior.Times(m)
			total := BernoulliLogitAverageLogBound(x, q) + normalCross(prior, q) + normalEntropy(q.P)
			if total < last-1e-14 {
				t.Fatalf("the bound falls from %v to %v", last, total)
			}
			last = total
		}
		checkClose(t, "mean", q.Mean(), c.mean, 1e-12, 0)
		checkClose(t, "variance", q.Variance(), c.variance, 1e-12, 0)
		checkClose(t, "evidence", last, c.evidence, 1e-13, 0)
		// The exact expectation bounds the evidence from below, more tightly.
		for range 300 {
			m, _ := BernoulliLogitToLogitAverage(x, q)
			q = prior.Times(m)
		}
		tight := BernoulliLogitAverageLog(x, q) + normalCross(prior, q) + normalEntropy(q.P)
		exact := BernoulliLogitEvidence(x, prior)
		if !(last < tight && tight < exact && exact-tight < 0.1*(exact-last)) {
			t.Errorf("bounds %v and %v of %v", last, tight, exact)
		}
	}
}

// Logistic regression on two weights.
func TestBernoulliLogitRegression(t *testing.T) {
	rows := [4][2]float64{{1, 2}, {-3, 4}, {5, -6}, {-7, -8}}
	labels := [4]bool{true, false, true, false}
	prior := dist.NormalMeanPrecision(1.2, 0.4)
	covariate := dist.NormalMeanPrecision(2, 0.5)
	for _, c := range []struct {
		name         string
		to           func(dist.Bernoulli, dist.Normal) (dist.Normal, dist.Fault)
		log          func(dist.Bernoulli, dist.Normal) float64
		damp         float64
		mean, spread [2]float64
		evidence     float64
	}{
		{
			"jj96", BernoulliLogitToLogitAverageBound, BernoulliLogitAverageLogBound, 0,
			[2]float64{2.3905377078115433, 0.5731874074743857}, [2]float64{0.26089801377119193, 0.17226332167690214}, -84.01909577819717,
		},
		{
			"exact", BernoulliLogitToLogitAverage, BernoulliLogitAverageLog, 0.7,
			[2]float64{2.658904478989002, 0.36996988127711855}, [2]float64{0.8202357587740732, 0.551999053758098}, -82.66978833082683,
		},
	} {
		w := [2]dist.Normal{prior, prior}
		sum := func(x [2]float64) dist.Normal {
			return dist.NormalMeanVariance(x[0]*w[0].Mean()+x[1]*w[1].Mean(), x[0]*x[0]*w[0].Variance()+x[1]*x[1]*w[1].Variance())
		}
		value := func() float64 {
			total := 0.0
			for d := range w {
				total += normalCross(prior, w[d]) + normalEntropy(w[d].P)
			}
			for i, x := range rows {
				total += c.log(dist.BernoulliPoint(labels[i]), sum(x)) + covariate.LogProb(x[0]) + covariate.LogProb(x[1])
			}
			return total
		}
		last := math.Inf(-1)
		for range 1500 {
			for d := range w {
				q := prior
				for i, x := range rows {
					m, fault := c.to(dist.BernoulliPoint(labels[i]), sum(x))
					if fault != dist.NoFault {
						t.Fatal(fault)
					}
					other := x[1-d] * w[1-d].Mean()
					q = q.Times(dist.Normal{H: x[d] * (m.H - m.P*other), P: m.P * x[d] * x[d]})
				}
				w[d] = q.Damp(w[d], c.damp)
			}
			total := value()
			if c.damp == 0 && total < last-1e-12 {
				t.Fatalf("%s: the bound falls from %v to %v", c.name, last, total)
			}
			last = total
		}
		for d := range w {
			checkClose(t, c.name+" mean", w[d].Mean(), c.mean[d], 1e-9, 0)
			checkClose(t, c.name+" variance", w[d].Variance(), c.spread[d], 1e-9, 0)
		}
		checkClose(t, c.name+" evidence", last, c.evidence, 1e-11, 0)
	}
}
