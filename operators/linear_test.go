package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

func checkMessage(t *testing.T, what string, got dist.Normal, fault dist.Fault, want dist.Normal) {
	t.Helper()
	if fault != dist.NoFault {
		t.Errorf("%s: fault %d", what, fault)
	}
	checkClose(t, what+" mtp", got.H, want.H, 1e-13, 0)
	checkClose(t, what+" prec", got.P, want.P, 1e-13, 0)
}

// The special rows of plus and minus in special_cases.csv, and their like.
func TestSumSizes(t *testing.T) {
	huge := math.MaxFloat64
	got, fault := SumToOut(dist.NormalPoint(2), dist.Normal{H: -huge, P: huge})
	checkMessage(t, "point + narrow", got, fault, dist.Normal{H: huge, P: huge})

	got, fault = SumToOut(dist.Normal{H: huge * 1e-10, P: 1e160}, dist.Normal{H: huge * 1e-10, P: 1e160})
	checkMessage(t, "huge means, tiny variances", got, fault, dist.Normal{H: huge * 1e-10, P: 5e159})

	out, a := dist.NormalMeanVariance(-8.67e102, 0.438), dist.NormalMeanVariance(2.19e205, 2.19e205)
	got, fault = DifferenceToB(out, a)
	checkMessage(t, "a - out", got, fault, dist.Normal{H: 1, P: 1 / 2.19e205})

	for e := -300.0; e <= 300; e += 20 {
		for f := -300.0; f <= 300; f += 20 {
			pa, pb := math.Pow(10, e), math.Pow(10, f)
			got, fault := SumToOut(dist.Normal{H: 2 * pa, P: pa}, dist.Normal{H: 3 * pb, P: pb})
			p := math.Min(pa, pb) / (1 + math.Min(pa, pb)/math.Max(pa, pb))
			checkMessage(t, "2 + 3", got, fault, dist.Normal{H: 5 * p, P: p})
		}
	}
}

// Tilts and improper messages against integrals in closed form.
func TestSumImproper(t *testing.T) {
	b := dist.NormalMeanVariance(1, 2)
	got, fault := SumToOut(dist.Normal{H: 3}, b)
	checkMessage(t, "tilt + normal", got, fault, dist.Normal{H: 3})
	got, fault = SumToOut(dist.Normal{H: 0.5, P: -0.25}, b)
	// Means -2 and 1, variances -4 and 2.
	checkMessage(t, "improper + normal", got, fault, dist.NormalMeanVariance(-1, -2))
	for _, a := range []dist.Normal{{H: 0.5, P: -0.5}, {H: 0.5, P: -0.7}} {
		if _, fault := SumToOut(a, b); fault != dist.Improper {
			t.Errorf("%v + %v: fault %d", a, b, fault)
		}
	}
	if _, fault := SumToOut(dist.Normal{H: 1}, dist.Normal{H: 2}); fault != dist.Improper {
		t.Errorf("two tilts: fault %d", fault)
	}
	got, fault = SumToOut(dist.Normal{H: 1, P: -1}, dist.NormalPoint(2))
	checkMessage(t, "improper + point", got, fault, dist.Normal{H: -1, P: -1})

	got, fault = NormalVarianceToX(dist.Normal{H: 3}, 2)
	checkMessage(t, "tilt", got, fault, dist.Normal{H: 3})
	got, fault = NormalVarianceToX(dist.Normal{H: 0.5, P: -0.25}, 2)
	checkMessage(t, "improper", got, fault, dist.NormalMeanVariance(-2, -2))
	if _, fault := NormalVarianceToX(dist.Normal{P: -1}, 2); fault != dist.Improper {
		t.Errorf("fault %d", fault)
	}
	if _, fault := NormalVarianceToX(dist.Normal{P: 1}, -2); fault != dist.NotFinite {
		t.Errorf("fault %d", fault)
	}
}

func TestNormalKnown(t *testing.T) {
	for _, v := range []float64{1e-300, 1e-12, 0.3, 1, 7, 1e12, 1e300} {
		for _, w := range []float64{1e-300, 1e-12, 0.4, 3, 1e12, 1e300} {
			mean := dist.Normal{H: 2 / v, P: 1 / v}
			want := dist.Normal{H: 2 / (v + w), P: 1 / (v + w)}
			got, fault := NormalVarianceToX(mean, w)
			checkMessage(t, "variance", got, fault, want)
			got, fault = NormalPrecisionToXKnown(mean, 1/w)
			checkMessage(t, "precision", got, fault, want)
		}
	}
	x := dist.Normal{H: 1, P: 2}
	for _, c := range []struct{ variance float64 }{{0}, {math.Inf(1)}} {
		want := x
		if c.variance > 0 {
			want = dist.Normal{}
		}
		got, fault := NormalVarianceToX(x, c.variance)
		checkMessage(t, "variance", got, fault, want)
		got, fault = NormalPrecisionToMeanKnown(x, 1/c.variance)
		checkMessage(t, "precision", got, fault, want)
	}
	got, fault := NormalVarianceToMeanObserved(3, 0.5)
	checkMessage(t, "observed", got, fault, dist.Normal{H: 6, P: 2})
	got, fault = NormalPrecisionToMeanKnown(dist.NormalPoint(3), 2)
	checkMessage(t, "observed", got, fault, dist.Normal{H: 6, P: 2})
	if n := testing.AllocsPerRun(100, func() { NormalVarianceToX(x, 2); SumToOut(x, x) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// Evidence against brute force over x, the mean integrated in closed form.
func TestLinearEvidence(t *testing.T) {
	x, mean := dist.NormalMeanVariance(0.7, 0.4), dist.NormalMeanVariance(-0.5, 1.5)
	for _, m := range []dist.Normal{mean, {H: 0.6}, {H: 0.2, P: -0.1}} {
		logM := func(y float64) float64 {
			if m.P > 0 {
				return m.LogProb(y)
			}
			return y * (m.H - m.P*y/2)
		}
		noisy := dist.NormalMeanVariance(0.7, 0.4+0.8)
		want, _, _ := bruteMoments(func(y float64) float64 { return noisy.LogProb(y) + logM(y) }, -40, 40)
		checkClose(t, "normal", NormalVarianceEvidence(x, m, 0.8), want, 1e-9, 1)
		checkClose(t, "precision", NormalPrecisionEvidenceKnown(x, m, 1/0.8), want, 1e-9, 1)
		b := dist.NormalMeanVariance(0.3, 0.8)
		shifted := dist.NormalMeanVariance(0.4, 1.2)
		want, _, _ = bruteMoments(func(y float64) float64 { return shifted.LogProb(y) + logM(y) }, -40, 40)
		checkClose(t, "sum", SumEvidence(x, m, b), want, 1e-9, 1)
		checkClose(t, "difference", DifferenceEvidence(x, m, normalNegate(b)), want, 1e-9, 1)
		checkClose(t, "sum of", SumOfEvidence(x, []dist.Normal{m, b}), want, 1e-9, 1)
		checkClose(t, "dot", DotEvidence(x, []float64{1, -1}, []dist.Normal{m, normalNegate(b)}), want, 1e-9, 1)
		// out = y + 2, out = -3 y
		want, _, _ = bruteMoments(func(y float64) float64 { return x.LogProb(y+2) + logM(y) }, -40, 40)
		checkClose(t, "shift", ShiftEvidence(x, m, 2), want, 1e-9, 1)
		want, _, _ = bruteMoments(func(y float64) float64 { return x.LogProb(-3*y) + logM(y) }, -40, 40)
		checkClose(t, "scale", ScaleEvidence(x, m, -3), want, 1e-9, 1)
		checkClose(t, "dot of one", DotEvidence(x, []float64{-3}, []dist.Normal{m}), want, 1e-9, 1)
	}
}

func TestScale(t *testing.T) {
	a := dist.NormalMeanVariance(2, 3)
	m := ScaleToOut(a, -2)
	checkMessage(t, "-2 a", m, dist.NoFault, dist.NormalMeanVariance(-4, 12))
	back, fault := ScaleToA(m, -2)
	checkMessage(t, "and back", back, fault, a)
	if m := ScaleToOut(a, 0); m != dist.NormalPoint(0) {
		t.Errorf("0 a: %v", m)
	}
	if m, fault := ScaleToA(dist.NormalPoint(3), 0); fault != dist.Contradiction {
		t.Errorf("0 a == 3: %v, fault %d", m, fault)
	}
	if m, fault := ScaleToA(dist.NormalPoint(3), 2); fault != dist.NoFault || m != dist.NormalPoint(1.5) {
		t.Errorf("2 a == 3: %v, fault %d", m, fault)
	}
	if m := ScaleToOut(dist.Normal{H: 3, P: 1}, 1e-200); m != dist.NormalPoint(3e-200) {
		t.Errorf("1e-200 a: %v", m)
	}
	g := dist.Gamma{Shape: 3, Rate: 2}
	if m, fault := ScaleGammaToOut(g, 4); fault != dist.NoFault || m != (dist.Gamma{Shape: 3, Rate: 0.5}) {
		t.Errorf("4 g: %v, fault %d", m, fault)
	}
	if m, fault := ScaleGammaToA(g, 4); fault != dist.NoFault || m != (dist.Gamma{Shape: 3, Rate: 8}) {
		t.Errorf("g / 4: %v, fault %d", m, fault)
	}
	if _, fault := ScaleGammaToOut(g, -1); fault != dist.Contradiction {
		t.Errorf("-g: fault %d", fault)
	}
	out := dist.Gamma{Shape: 2, Rate: 1.5}
	for _, a := range []dist.Gamma{g, {Shape: 2, Rate: 0}} {
		want, _, _ := bruteMoments(func(y float64) float64 {
			l := out.LogProb(4 * y)
			if a.IsProper() {
				return l + a.LogProb(y)
			}
			return l + (a.Shape-1)*math.Log(y) - a.Rate*y
		}, 1e-9, 12)
		checkClose(t, "gamma evidence", ScaleGammaEvidence(out, a, 4), want, 1e-7, 1)
	}
}

// Array messages against the pairwise ones.
func TestSumOfAndDot(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	x := []float64{2, -1, 0, 0.5, 3}
	one := []float64{1, 1, 1, 1, 1}
	sets := [][]dist.Normal{make([]dist.Normal, 5), make([]dist.Normal, 5), make([]dist.Normal, 5), make([]dist.Normal, 5)}
	for i := range 5 {
		for _, s := range sets {
			s[i] = dist.NormalMeanVariance(rng.NormFloat64(), 0.1+rng.Float64())
		}
	}
	sets[1][1] = dist.Normal{} // uniform
	sets[2][3] = dist.NormalPoint(0.7)
	sets[3][4] = dist.Normal{H: 0.3, P: -0.01}
	for _, w := range sets {
		for _, out := range []dist.Normal{{H: 1, P: 2}, dist.NormalPoint(1), {H: 0.4}, {H: 0.1, P: -0.001}} {
			for _, k := range [][]float64{one, x} {
				to := make([]dist.Normal, 5)
				fault := DotToW(out, k, w, DotSum(k, w), to)
				if k[2] == 1 {
					same := make([]dist.Normal, 5)
					if f := SumOfToTerms(out, w, same); f != fault {
						t.Errorf("faults %d, %d", fault, f)
					}
					for i := range same {
						checkMessage(t, "sum of", same[i], dist.NoFault, to[i])
					}
				}
				for i := range w {
					rest := dist.NormalPoint(0)
					f := dist.NoFault
					for j := range w {
						if j != i && k[j] != 0 && f == dist.NoFault {
							rest, f = SumToOut(rest, ScaleToOut(w[j], k[j]))
						}
					}
					want := dist.Normal{}
					if f == dist.NoFault {
						want, f = SumToA(out, rest)
					}
					if f == dist.NoFault {
						want, f = ScaleToA(want, k[i])
					}
					if f != dist.NoFault {
						if to[i].IsFinite() && k[i] != 0 || fault == dist.NoFault {
							t.Errorf("%v from %v, %v: %v, fault %d", i, out, w, to[i], fault)
						}
						continue
					}
					if k[i] == 0 {
						want = dist.Normal{}
					}
					checkMessage(t, "to w", to[i], dist.NoFault, want)
				}
			}
		}
	}
	// Vague elements (row 44 of special_cases.csv).
	to := make([]dist.Normal, 2)
	for i := 0.0; i <= 1029; i++ {
		w := []dist.Normal{{P: 1}, {P: math.Pow(2, -i)}}
		SumOfToTerms(dist.Normal{P: 1}, w, to)
		checkClose(t, "to the vague element", to[1].P, 0.5, 1e-14, 0)
		checkClose(t, "to the other", to[0].P, w[1].P/(1+w[1].P), 1e-13, 1e-300)
	}
	if m, fault := SumOfToOut(nil); fault != dist.NoFault || m != dist.NormalPoint(0) {
		t.Errorf("empty sum: %v", m)
	}
	if fault := DotToW(dist.NormalPoint(1), []float64{0, 0}, sets[0][:2], DotSum([]float64{0, 0}, sets[0][:2]), to); fault != dist.Contradiction {
		t.Errorf("0 == 1: fault %d", fault)
	}
}
