package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// The expected values of log s(a), log s(-a) and s(a) s(-a) for a of mean m and
// variance v, by quadrature with 30 digits; that of -60, where they are exp(m +
// v/2), by this formula.
func TestLogisticMeanDigits(t *testing.T) {
	for _, c := range [][5]float64{
		{0, 1, -0.806059183347439785, -0.806059183347439785, 0.206620964141907037},
		{1.2, 2.5, -0.468026553349071123, -1.66802655334907108, 0.14942183349350406},
		{-3, 0.01, -3.04881364640492294, -0.0488136464049229443, 0.045341251150253605},
		{40, 1, -7.00435202616864515e-18, -40.0, 7.00435202616864495e-18},
		{-40, 9, -40.0000000000000004, -3.82424662809121003e-16, 3.82424662807343406e-16},
		{5, 100, -2.03538839735488813, -7.03538839735488813, 0.0347822936988572358},
		{0, 1000000.0, -398.942936634424796, -398.942936634424796, 0.000398941624169951796},
		{300, 100000.0, -29.0250828435954207, -329.025082843595421, 0.000804408839712336853},
		{2, 1e-07, -0.126928016292651815, -2.12692801629265182, 0.104993587346089786},
		{-7, 1e-09, -7.00091146645422936, -0.000911466454229355282, 0.000910221180574451598},
		{30, 30, -1.73542317394702013e-7, -30.0000001735423174, 1.31771227277082431e-7},
		{3, 400000000.0, -7977.3457306023534, -7980.3457306023534, 0.0000199471137136373874},
		{-60, 0.001, -60.0, -8.76089011282416405e-27, 8.76089011282416405e-27},
		{0.001, 0.3, -0.728863132781812645, -0.729863132781812645, 0.233588633565353378},
		{5e4, 4e9, -7729.7493667175485, -57729.7493667175485, 4.61490796682208797e-6},
	} {
		m, v := c[0], c[1]
		e := logisticMeanLogs(m, v)
		checkClose(t, "E log s", e.logS, c[2], 2e-14, 0)
		checkClose(t, "E log s(-)", e.logR, c[3], 2e-14, 0)
		s, fault := logisticSlopes(dist.NormalMeanVariance(m, v))
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		checkClose(t, "E s s(-)", s.curve, c[4], 2e-13, 0)
	}
}

// Where two ways to compute the same meet, they agree.
func TestLogisticMeanSeams(t *testing.T) {
	for _, m := range []float64{-300, -20, -1, 0, 0.3, 8, 90} {
		for _, v := range []float64{1e-8, logisticWide * logisticWide} {
			below, above := logisticMeanLogs(m, v*(1-1e-14)), logisticMeanLogs(m, v*(1+1e-14))
			checkClose(t, "E log s", below.logS, above.logS, 1e-13, 0)
			checkClose(t, "E log s(-)", below.logR, above.logR, 1e-13, 0)
		}
	}
	for _, v := range []float64{1e20, 1e200, 1e300} {
		e := logisticMeanLogs(0, v)
		checkClose(t, "wide", e.logS, -math.Sqrt(v/(2*math.Pi)), 1e-14, 0)
	}
}

func TestLogisticBoundBelow(t *testing.T) {
	for _, m := range []float64{-700, -40, -3, -0.2, 0, 1e-9, 1, 9, 300} {
		for _, v := range []float64{0, 1e-12, 1e-5, 0.1, 1, 30, 1e4, 1e9} {
			e, b := logisticMeanLogs(m, v), logisticBound(m, v)
			if b.logS > e.logS*(1-1e-14) || b.logR > e.logR*(1-1e-14) {
				t.Errorf("mean %g variance %g: bounds %v %v of %v %v", m, v, b.logS, b.logR, e.logS, e.logR)
			}
			checkClose(t, "difference", b.logS-b.logR, m, 1e-15, math.Max(-b.logS, -b.logR))
			checkClose(t, "gap", b.gap, logisticGap(b.logS, b.logR), 1e-15, 1)
			if !(b.gap > 0 || v < 1e-4) || b.gap < 0 {
				t.Errorf("mean %g variance %g: gap %g", m, v, b.gap)
			}
			// The bound at its touching points.
			xi := math.Hypot(m, math.Sqrt(v))
			if xi < 100 {
				lambda := math.Tanh(xi/2) / (4 * xi)
				if xi == 0 {
					lambda = 0.125
				}
				want := special.LogisticLn(xi) + (m-xi)/2 - lambda*(m*m+v-xi*xi)
				checkClose(t, "bound", b.logS, want, 1e-14, xi)
				checkClose(t, "curvature", b.curve, 2*lambda, 1e-14, 0)
			}
		}
	}
}
