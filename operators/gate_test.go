package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

func TestGate(t *testing.T) {
	low := math.Inf(-1)
	m, fault := GateToBernoulli([]float64{-1000, -1002.5})
	if fault != dist.NoFault || m.LogOdds != -2.5 {
		t.Errorf("%v, fault %d", m, fault)
	}
	if m, fault = GateToBernoulli([]float64{low, -3}); fault != dist.NoFault || m != dist.BernoulliPoint(true) {
		t.Errorf("%v, fault %d", m, fault)
	}
	to := dist.CategoricalUniform(3)
	if fault := GateToCategorical([]float64{-1000, low, -1002.5}, &to); fault != dist.NoFault || to.LogP[0] != 0 || to.LogP[1] != low || to.LogP[2] != -2.5 {
		t.Errorf("%v, fault %d", to, fault)
	}
	for _, c := range []struct {
		evidence []float64
		want     dist.Fault
	}{
		{[]float64{low, low}, dist.Contradiction},
		{[]float64{math.NaN(), 0}, dist.NotFinite},
		{[]float64{math.Inf(1), low}, dist.NotFinite},
		{[]float64{1, 2, 3}, dist.NotFinite},
	} {
		if _, fault := GateToBernoulli(c.evidence); fault != c.want {
			t.Errorf("%v: fault %d", c.evidence, fault)
		}
		if fault := GateToCategorical(c.evidence, &dist.Categorical{LogP: make([]float64, 2)}); fault != c.want {
			t.Errorf("%v: fault %d", c.evidence, fault)
		}
	}
}

func TestGateEvidence(t *testing.T) {
	p := []float64{0.2, 0.5, 0.3}
	selector := dist.CategoricalWeights(p)
	low := math.Inf(-1)
	for _, s := range [][]float64{{-1, -2, -3}, {0, 0, 0}, {5, low, 2}, {-700, -701, -705}} {
		sum, mean := 0.0, 0.0
		for k, e := range s {
			sum += p[k] * math.Exp(e+700)
			mean += p[k] * e
		}
		checkClose(t, "log sum", GateEvidenceCategorical(selector, s), math.Log(sum)-700, 1e-13, 1)
		checkClose(t, "mean", GateAverageLogCategorical(categoricalMoments(selector), s), mean, 1e-14, 0)
	}
	sure := dist.CategoricalPoint(2, 3)
	checkClose(t, "sure", GateEvidenceCategorical(sure, []float64{low, 1e300, -7}), -7, 0, 0)
	checkClose(t, "sure", GateAverageLogCategorical(categoricalMoments(sure), []float64{low, low, -7}), -7, 0, 0)
	checkClose(t, "none", GateEvidenceCategorical(sure, []float64{1, 2, low}), low, 0, 0)
	b := dist.BernoulliP(0.25)
	checkClose(t, "bool", GateEvidence(b, []float64{-1, -3}), math.Log(0.75*math.Exp(-1)+0.25*math.Exp(-3)), 1e-15, 0)
	checkClose(t, "bool", GateAverageLog(dist.BernoulliMomentsOf(b), []float64{-1, -3}), -1.5, 1e-15, 0)
	checkClose(t, "far", GateEvidence(dist.Bernoulli{LogOdds: 900}, []float64{1000, -3}), 100+math.Log1p(math.Exp(-103)), 1e-14, 0)
	if n := testing.AllocsPerRun(10, func() { GateEvidenceCategorical(selector, p) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
