package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// TestNormalLinear compares with the two factors that it replaces, scale and
// normal_variance, on messages of all kinds and sizes.
func TestNormalLinear(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 4))
	size := func(e float64) float64 { return math.Exp(e * (2*r.Float64() - 1)) }
	message := func() dist.Normal {
		switch r.IntN(8) {
		case 0:
			return dist.Normal{}
		case 1:
			return dist.NormalPoint(r.NormFloat64())
		case 2:
			return dist.Normal{H: r.NormFloat64()}
		case 3:
			return dist.Normal{H: r.NormFloat64(), P: -size(5)}
		case 4:
			return dist.Normal{H: r.NormFloat64() * size(200), P: size(400)}
		}
		p := size(30)
		return dist.Normal{H: p * 10 * r.NormFloat64(), P: p}
	}
	number := func() float64 {
		switch r.IntN(8) {
		case 0:
			return 0
		case 1:
			return size(250)
		}
		return size(20)
	}
	for range 20000 {
		m, k, v := message(), number(), number()
		if r.IntN(2) == 0 {
			k = -k
		}
		got, fault := NormalLinearToX(m, k, v)
		want, wantFault := NormalVarianceToX(ScaleToOut(m, k), v)
		sameMessage(t, "to x", m, k, v, got, fault, want, wantFault)

		got, fault = NormalLinearToA(m, k, v)
		want, wantFault = NormalVarianceToMean(m, v)
		if wantFault == dist.NoFault {
			want, wantFault = ScaleToA(want, k)
		}
		sameMessage(t, "to a", m, k, v, got, fault, want, wantFault)
	}
	for _, v := range []float64{-1, math.NaN()} {
		if _, fault := NormalLinearToX(dist.Normal{H: 1, P: 1}, 2, v); fault != dist.NotFinite {
			t.Errorf("to x, variance %g: fault %d", v, fault)
		}
		if _, fault := NormalLinearToA(dist.Normal{H: 1, P: 1}, 2, v); fault != dist.NotFinite {
			t.Errorf("to a, variance %g: fault %d", v, fault)
		}
	}
}

func sameMessage(t *testing.T, what string, m dist.Normal, k, v float64, got dist.Normal, fault dist.Fault, want dist.Normal, wantFault dist.Fault) {
	t.Helper()
	if fault != wantFault {
		t.Errorf("%s of %#v, k %g, variance %g: fault %d, want %d", what, m, k, v, fault, wantFault)
		return
	}
	close := func(x, y float64) bool {
		return x == y || math.Abs(x-y) <= 4e-15*math.Abs(y) || math.Abs(x) < 1e-280 && math.Abs(y) < 1e-280
	}
	if fault == dist.NoFault && (!close(got.H, want.H) || !close(got.P, want.P)) {
		t.Errorf("%s of %#v, k %g, variance %g: %#v, want %#v", what, m, k, v, got, want)
	}
}

// TestNormalLinearEvidence compares with the evidence of normal_variance given
// the message of scale, and an improper one with the integral in closed form.
func TestNormalLinearEvidence(t *testing.T) {
	x, a := dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(3, 0.5)
	// 1 - 2*3 ~ N(0, 2 + 4*0.5 + 0.25).
	want := dist.NormalMeanVariance(6, 4.25).LogProb(1)
	checkClose(t, "log Z", NormalLinearEvidence(x, a, 2, 0.25), want, 1e-14, 0)
	// A uniform a counts as 1: the integral of N(x; 2a, .) over a is 1/2.
	checkClose(t, "log Z, uniform a", NormalLinearEvidence(x, dist.Normal{}, 2, 0.25), -math.Ln2, 1e-14, 0)
	checkClose(t, "log Z, k 0", NormalLinearEvidence(x, a, 0, 0.25), dist.NormalMeanVariance(0, 2.25).LogProb(1), 1e-14, 0)
	got, fault := NormalLinearToAObserved(3, 2, 0.5)
	checkMessage(t, "observed", got, fault, dist.Normal{H: 12, P: 8})
}
