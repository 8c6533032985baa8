package operators

import (
	"testing"

	"mpc/dist"
)

// A sum, element by element: vmp_sum_three_array; and as two sums of two.
func TestVMPSums(t *testing.T) {
	y := dist.NormalPoint(5)
	back := must(NormalPrecisionToMeanAverageKnown(dist.NormalMomentsOf(y), 10))
	for _, pairs := range []bool{false, true} {
		var a [3]dist.Normal
		for i := range a {
			a[i] = dist.NormalMeanVariance(float64(i+1), 1)
		}
		x := func() dist.Normal {
			if pairs {
				return must(SumToOutAverage(must(DifferenceToOutAverage(a[0], normalNegate(a[1]))), a[2]))
			}
			return must(SumOfToOutAverage(a[:]))
		}
		sweep := func() {
			for i := range a {
				m := must(SumOfToTermAverage(back, a[:], i))
				if pairs && i < 2 {
					toPair := must(SumToAAverage(back, a[2]))
					m = must(DifferenceToAAverage(toPair, normalNegate(a[1])))
					if i == 1 {
						m = normalNegate(must(DifferenceToBAverage(toPair, a[0])))
					}
				} else if pairs {
					m = must(SumToBAverage(back, must(SumToOutAverage(a[0], a[1]))))
				}
				a[i] = m.Times(dist.NormalMeanVariance(float64(i+1), 1))
			}
		}
		bound := func() float64 {
			b := NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(y), dist.NormalMomentsOf(x()), 10)
			for i := range a {
				b += NormalVarianceAverageLog(dist.NormalMomentsOf(a[i]), dist.NormalMomentsOf(dist.NormalPoint(float64(i+1))), 1) + a[i].Entropy()
			}
			return b
		}
		checkClose(t, "evidence", ascend(t, sweep, bound), -3.5257792184858507, 1e-11, 0)
		for i := range a {
			checkNormalAt(t, "a", a[i], float64(i)+0.67741935483870968, 1.0/11)
		}
		checkNormalAt(t, "x", x(), 5.032258064516129, 3.0/11)
	}
}

// Weights of unknown precision: vmp_linear_regression_hierarchical, whose known
// covariates add to the evidence.
func TestVMPDot(t *testing.T) {
	xs, y := []float64{1, 2}, dist.NormalPoint(7.9)
	m, precision := dist.NormalMeanVariance(2, 1), dist.Gamma{Shape: 1, Rate: 1}
	w := []dist.Normal{{H: 2, P: 1}, {H: 2, P: 1}}
	back := must(NormalPrecisionToMeanAverageKnown(dist.NormalMomentsOf(y), 10))
	sweep := func() {
		for i := range w {
			w[i] = must(NormalPrecisionToXAverage(dist.NormalMomentsOf(m), dist.GammaMomentsOf(precision))).Times(must(DotToWAverage(back, xs, w, i)))
		}
		m = must(NormalPrecisionToXAverageKnown(dist.NormalMomentsOf(dist.NormalPoint(2)), 1))
		for i := range w {
			m = m.Times(must(NormalPrecisionToMeanAverage(dist.NormalMomentsOf(w[i]), dist.GammaMomentsOf(precision))))
		}
		precision = dist.Gamma{Shape: 1, Rate: 1}
		for i := range w {
			precision = precision.Times(must(NormalPrecisionToPrecisionAverage(dist.NormalMomentsOf(w[i]), dist.NormalMomentsOf(m))))
		}
	}
	bound := func() float64 {
		b := NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(m), dist.NormalMomentsOf(dist.NormalPoint(2)), 1) + m.Entropy() +
			GammaAverageLog(precision, 1, dist.GammaPoint(1)) + precision.Entropy() +
			NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(y), dist.NormalMomentsOf(must(DotToOutAverage(xs, w))), 10)
		for i := range w {
			b += NormalPrecisionAverageLog(dist.NormalMomentsOf(w[i]), dist.NormalMomentsOf(m), dist.GammaMomentsOf(precision)) + w[i].Entropy() +
				NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(dist.NormalPoint(xs[i])), dist.NormalMomentsOf(dist.NormalPoint(2)), 0.5)
		}
		return b
	}
	checkClose(t, "evidence", ascend(t, sweep, bound), -6.546373695991985, 1e-11, 0)
	checkNormalAt(t, "m", m, 2.4586526165018827, 0.24968334431288525)
	checkGammaAt(t, "precision", precision, 2, 1.3310825098730277)
	checkNormalAt(t, "w", w[0], 2.5604033624907525, 0.08693734670010789)
	checkNormalAt(t, "w", w[1], 2.662154108479592, 0.02409491287373198)
}

// Booleans times reals: vmp_bool_times_real.
func TestVMPBoolTimesReal(t *testing.T) {
	y := [4][3]float64{{1.25, -0.68, 0.41}, {0.05, -0.02, 0.03}, {1.18, -0.75, 0.36}, {-0.04, 0.06, 0.01}}
	var z [4]dist.Bernoulli
	var a [3]dist.Normal
	back := func(i, j int) dist.Normal {
		return must(NormalPrecisionToMeanAverageKnown(dist.NormalMomentsOf(dist.NormalPoint(y[i][j])), 10))
	}
	sweep := func() {
		for j := range a {
			a[j] = dist.Normal{P: 1}
			for i := range z {
				a[j] = a[j].Times(must(ProductBoolNormalToB(back(i, j), z[i])))
			}
		}
		for i := range z {
			z[i] = must(BernoulliToXKnown(0.5))
			for j := range a {
				z[i] = z[i].Times(must(ProductNormalBoolToB(back(i, j), a[j])))
			}
		}
	}
	bound := func() float64 {
		var b float64
		for j := range a {
			b += NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(a[j]), dist.NormalMomentsOf(dist.NormalPoint(0)), 1) + a[j].Entropy()
		}
		for i := range z {
			b += BernoulliAverageLogKnown(dist.BernoulliMomentsOf(z[i]), 0.5) + z[i].Entropy()
			for j := range a {
				b += NormalPrecisionAverageLogKnown(dist.NormalMomentsOf(dist.NormalPoint(y[i][j])), dist.NormalMomentsOf(must(ProductBoolNormalToOut(z[i], a[j]))), 10)
			}
		}
		return b
	}
	checkClose(t, "evidence", ascend(t, sweep, bound), -5.644179981062993, 1e-11, 0)
	for i, p := range []float64{0.9999627623839258, 6.948154152874637e-05, 0.99993757652604, 1.3219077786214712e-05} {
		checkClose(t, "z", z[i].P(), p, 1e-9, 0)
	}
	for j, m := range []float64{1.1570963635683778, -0.680923812423879, 0.3666527120792358} {
		checkNormalAt(t, "a", a[j], m, 0.04761943221332654)
	}
}
