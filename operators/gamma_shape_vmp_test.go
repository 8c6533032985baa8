package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// TestLogGammaSurrogate compares the message of -log Gamma(t) with quadrature: under q its log
// has the same covariances with log t and t as the term.
func TestLogGammaSurrogate(t *testing.T) {
	logGamma := func(x float64) float64 { y, _ := math.Lgamma(x); return y }
	for _, q := range []dist.Gamma{
		{Shape: 0.01, Rate: 1}, {Shape: 0.01, Rate: 1e-3}, {Shape: 0.4, Rate: 3}, {Shape: 0.999, Rate: 1e-4}, {Shape: 1.001, Rate: 1e-4}, {Shape: 1.3, Rate: 2}, {Shape: 3, Rate: 0.01},
		{Shape: 3, Rate: 1e5}, {Shape: 99.9, Rate: 12}, {Shape: 100.1, Rate: 12}, {Shape: 300, Rate: 7}, {Shape: 300, Rate: 7e6},
	} {
		n := gammaNodes(q)
		m := gammaLogGammaSurrogate(q)
		log := func(x float64) float64 { return (m.Shape-1)*math.Log(x) - m.Rate*x }
		term := func(x float64) float64 { return -logGamma(x) }
		for name, g := range map[string]func(float64) float64{"log t": math.Log, "t": func(x float64) float64 { return x }} {
			want := n.covariance(term, g)
			size := math.Abs(n.covariance(math.Log, g)) + math.Abs(want)
			if got := n.covariance(log, g); math.Abs(got-want) > 1e-8*size {
				t.Errorf("%v, with %s: %v, want %v", q, name, got, want)
			}
		}
		want := n.mean(logGamma) - logGamma(q.Mean())
		if got := gammaLogGammaGap(q); math.Abs(got-want) > 1e-9*(math.Abs(want)+1e-3*math.Abs(logGamma(q.Mean()))) {
			t.Errorf("%v: E log Gamma(t) is %v above log Gamma(E t), want %v", q, got, want)
		}
	}
}

// TestLogGammaSharp holds the limits of sharp posteriors, in all digits: those of a point mass,
// with errors of the order of 1/a, and half the variance times the second derivative.
func TestLogGammaSharp(t *testing.T) {
	for _, mean := range []float64{1e-9, 0.3, 1, 14, 2000, 1e9} {
		point := gammaLogGammaSurrogate(dist.GammaPoint(mean))
		psi1 := trigammaExcess(mean) + 1/mean
		checkClose(t, "curve", point.Shape, 1+mean*mean*psi1, 1e-14, 0)
		checkClose(t, "slope", (point.Shape-1)/mean-point.Rate, -special.Digamma(mean), 1e-13, 1e-14/mean)
		for _, shape := range []float64{1e5, 1e8, 1e11, 1e14} {
			q := dist.Gamma{Shape: shape, Rate: shape / mean}
			got := gammaLogGammaSurrogate(q)
			checkClose(t, "shape "+q.String(), got.Shape, point.Shape, 10/shape+1e-9, 0)
			checkClose(t, "rate "+q.String(), got.Rate, point.Rate, 10/shape+1e-9, 1e-9/mean)
			half := mean * mean / shape * psi1 / 2
			checkClose(t, "gap "+q.String(), gammaLogGammaGap(q), half, 10/shape+1e-8, 0)
		}
	}
}

// TestGammaShapeBound compares the bound of x ~ gamma(shape, rate) with its terms.
func TestGammaShapeBound(t *testing.T) {
	x, shape, rate := dist.Gamma{Shape: 3, Rate: 2}, dist.Gamma{Shape: 4, Rate: 1.5}, dist.Gamma{Shape: 2.5, Rate: 0.7}
	n := gammaNodes(shape)
	want := shape.Mean()*rate.MeanLog() - n.mean(func(v float64) float64 { y, _ := math.Lgamma(v); return y }) +
		(shape.Mean()-1)*x.MeanLog() - rate.Mean()*x.Mean()
	checkClose(t, "bound", GammaShapeAverageLog(x, shape, rate), want, 1e-10, 0)
	checkClose(t, "divergence", GammaShapeDivergence(x, shape, rate), want+x.Entropy(), 1e-10, 0)
	if m, fault := GammaToShapeAverage(dist.GammaPoint(-1), shape, rate); fault != dist.Contradiction || !m.IsUniform() {
		t.Errorf("a negative value: %v, fault %d", m, fault)
	}
	for _, q := range []dist.Gamma{dist.GammaUniform(), {Shape: -1, Rate: 2}} {
		if _, fault := GammaToXShape(q, rate); fault != dist.Improper {
			t.Errorf("%v: fault %d", q, fault)
		}
		if _, fault := GammaToRateShape(x, q); fault != dist.Improper {
			t.Errorf("%v: fault %d", q, fault)
		}
	}
}
