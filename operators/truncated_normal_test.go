package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

func TestTruncatedNormalQuadrature(t *testing.T) {
	for _, x := range []dist.Normal{{}, {H: 1, P: 0.5}, {H: 40, P: 20}, {H: -3}, {H: 0.1, P: -0.2}} {
		for _, bounds := range [][2]float64{{-1, 2}, {0.5, 0.6}, {2, 9}, {-4, -3}} {
			low, high := bounds[0], bounds[1]
			m, fault := TruncatedNormalToX(x, 0.5, 2, low, high)
			if fault != dist.NoFault {
				t.Fatalf("%v in %v: fault %d", x, bounds, fault)
			}
			prior := dist.NormalMeanVariance(0.5, 2)
			zPrior, _, _ := bruteMoments(prior.LogProb, low, high)
			scale := 0.0
			if x.P > 0 {
				scale = x.LogProb(0)
			}
			logZ, mean, variance := bruteMoments(func(y float64) float64 {
				return prior.LogProb(y) + y*(x.H-x.P*y/2) + scale
			}, low, high)
			post := m.Times(x)
			checkClose(t, "mean", post.Mean(), mean, 1e-10, 0.1)
			checkClose(t, "variance", post.Variance(), variance, 1e-9, 0)
			checkClose(t, "log Z", TruncatedNormalEvidence(x, 0.5, 2, low, high), logZ-zPrior, 1e-9, 1)
		}
	}
}

func TestUniformQuadrature(t *testing.T) {
	for _, x := range []dist.Normal{{}, {H: 1, P: 0.5}, {H: 40, P: 20}, {H: -3}, {H: 2e4, P: 1e4}} {
		m, fault := UniformToX(x, -1, 3)
		if fault != dist.NoFault {
			t.Fatalf("%v: fault %d", x, fault)
		}
		scale := 0.0
		if x.P > 0 {
			scale = x.LogProb(0)
		}
		logZ, mean, variance := bruteMoments(func(y float64) float64 { return y*(x.H-x.P*y/2) + scale }, -1, 3)
		post := m.Times(x)
		checkClose(t, "mean", post.Mean(), mean, 1e-10, 0.1)
		checkClose(t, "variance", post.Variance(), variance, 1e-9, 0)
		checkClose(t, "log Z", UniformEvidence(x, -1, 3), logZ-math.Log(4), 1e-8, 1)
	}
	m, _ := UniformToX(dist.Normal{}, 2, 5)
	checkClose(t, "mean", m.Mean(), 3.5, 1e-14, 0)
	checkClose(t, "variance", m.Variance(), 0.75, 1e-13, 0)
}

func TestIntervalPoints(t *testing.T) {
	for _, c := range []struct {
		x     float64
		fault dist.Fault
		logZ  float64
	}{{-1, dist.NoFault, -math.Log(4)}, {3, dist.NoFault, -math.Log(4)}, {3.1, dist.Contradiction, math.Inf(-1)}} {
		x := dist.NormalPoint(c.x)
		if m, fault := UniformToX(x, -1, 3); fault != c.fault || !m.IsUniform() {
			t.Errorf("uniform at %v: %v, fault %d", c.x, m, fault)
		}
		checkClose(t, "uniform log Z", UniformEvidence(x, -1, 3), c.logZ, 1e-15, 0)
		m, fault := TruncatedNormalToX(x, 0, 1, -1, 3)
		if fault != c.fault || fault == dist.NoFault && m != (dist.Normal{P: 1}) {
			t.Errorf("truncated at %v: %v, fault %d", c.x, m, fault)
		}
		want := x.LogIntegral(dist.Normal{P: 1}) - math.Log(math.Erf(3/math.Sqrt2)/2+math.Erf(1/math.Sqrt2)/2) + c.logZ + math.Log(4)
		checkClose(t, "truncated log Z", TruncatedNormalEvidence(x, 0, 1, -1, 3), want, 1e-13, 0)
	}
	for _, b := range [][2]float64{{3, -1}, {math.NaN(), 1}, {0, math.Inf(1)}} {
		if m, fault := UniformToX(dist.Normal{H: 1, P: 2}, b[0], b[1]); fault == dist.NoFault {
			t.Errorf("uniform over %v: %v", b, m)
		}
	}
	// All the real line is no truncation.
	m, fault := TruncatedNormalToX(dist.Normal{H: 1, P: 2}, 3, 4, math.Inf(-1), math.Inf(1))
	if fault != dist.NoFault || m != dist.NormalMeanVariance(3, 4) {
		t.Errorf("no bounds: %v, fault %d", m, fault)
	}
}
