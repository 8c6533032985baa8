package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// runningNormals are normals of any size.
func runningNormals(r *rand.Rand, n int, spread float64) ([]float64, []dist.Normal) {
	x, w := make([]float64, n), make([]dist.Normal, n)
	for i := range x {
		x[i] = r.NormFloat64() * math.Pow(10, spread*(r.Float64()-0.5))
		if r.IntN(6) == 0 {
			x[i] = 0
		}
		w[i] = dist.NormalMeanVariance(r.NormFloat64()*math.Pow(10, spread*(r.Float64()-0.5)), math.Pow(10, spread*(r.Float64()-0.5)))
	}
	return x, w
}

// TestRunningSum: while one element after the other changes, the messages from the
// running sum are those computed from all elements, and there are always some where all
// elements are proper.
func TestRunningSum(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	near := func(got, want dist.Normal, size float64) bool {
		return math.Abs(got.P-want.P) <= 1e-12*want.P && math.Abs(got.H-want.H) <= 1e-12*(math.Abs(want.H)+size)
	}
	for range 200 {
		spread := 4 * r.Float64()
		x, w := runningNormals(r, 8, spread)
		sum := SumOfDot(x, w)
		ones := []float64{1, 1, 1, 1, 1, 1, 1, 1}
		terms := SumOfTerms(w)
		for range 30 {
			i := r.IntN(len(w))
			_, change := runningNormals(r, 1, spread)
			old := NewRunningTerm(w[i])
			if r.IntN(2) == 0 {
				sum.Replace(x[i], old, NewRunningTerm(change[0]))
			} else {
				sum.Remove(x[i], old)
				sum.Add(x[i], NewRunningTerm(change[0]))
			}
			terms = terms.Without(1, old).With(1, NewRunningTerm(change[0]))
			w[i] = change[0]
			for _, c := range []struct {
				sum RunningSum
				x   []float64
			}{{sum, x}, {terms, ones}} {
				want, fault := DotToOutAverage(c.x, w)
				if got, ok := c.sum.ToOut(); ok != (fault == dist.NoFault && !want.IsPoint()) || ok && !near(got, want, sizeOf(c.x, w)*want.P) {
					t.Fatalf("to out: %v %v, want %v %v", got, ok, want, fault)
				}
				out := dist.NormalMeanVariance(r.NormFloat64(), math.Exp(r.NormFloat64()))
				for i, k := range c.x {
					want, fault := DotToWAverage(out, c.x, w, i)
					rest := c.sum.Without(k, NewRunningTerm(w[i]))
					one, ok := rest.ToTerm(out, k)
					two, also := c.sum.ToTermOf(out, k, NewRunningTerm(w[i]))
					size := math.Abs(k) * out.P * sizeOf(c.x, w)
					if !ok || !also || fault != dist.NoFault || !near(one, want, size) || !near(two, want, size) {
						t.Fatalf("to element %d of %v times %v: %v and %v, want %v", i, c.x, w, one, two, want)
					}
				}
			}
		}
	}
}

// sizeOf is the sum of the absolute means of the terms: what their sum may be wrong by,
// but for the precision of numbers.
func sizeOf(x []float64, w []dist.Normal) float64 {
	size := 0.0
	for i, t := range w {
		size += math.Abs(x[i] * t.Mean())
	}
	return size
}

// TestRunningSumLimits: what is not in the sum, it says that it cannot tell; when it is
// gone again, it can.
func TestRunningSumLimits(t *testing.T) {
	x := []float64{1, 2, 0, -1}
	w := []dist.Normal{dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(3, 1e-3), {}, dist.NormalMeanVariance(-1, 1)}
	out := dist.NormalMeanVariance(1, 1)
	sum := SumOfDot(x, w)
	if _, ok := sum.ToOut(); !ok {
		t.Error("an improper element that is multiplied by 0 matters")
	}
	good, _ := sum.ToTermOf(out, x[0], NewRunningTerm(w[0]))
	for _, bad := range []dist.Normal{{}, {H: 1, P: -1}, {H: 1}, {H: math.NaN(), P: 1}, {H: math.NaN(), P: math.NaN()}} {
		odd := sum
		odd.Replace(x[1], NewRunningTerm(w[1]), NewRunningTerm(bad))
		if m, ok := odd.ToOut(); ok {
			t.Errorf("with %v: to out %v", bad, m)
		}
		if m, ok := odd.ToTermOf(out, x[0], NewRunningTerm(w[0])); ok {
			t.Errorf("with %v: to another %v", bad, m)
		}
		if bad.H-bad.H == 0 {
			if _, ok := odd.ToTermOf(out, x[1], NewRunningTerm(bad)); !ok {
				t.Errorf("with %v: none to itself", bad)
			}
			odd.Replace(x[1], NewRunningTerm(bad), NewRunningTerm(w[1]))
			if m, ok := odd.ToTermOf(out, x[0], NewRunningTerm(w[0])); !ok || m != good {
				t.Errorf("after %v: %v %v, want %v", bad, m, ok, good)
			}
		}
	}
	if m, ok := sum.ToTermOf(dist.Normal{}, 1, NewRunningTerm(w[0])); !ok || !m.IsUniform() {
		t.Errorf("nothing comes back, and %v goes on", m)
	}
	if m, ok := sum.ToTermOf(dist.NormalPoint(1), 1, NewRunningTerm(w[0])); ok {
		t.Errorf("a known sum of what is not: %v", m)
	}
	points := SumOfTerms([]dist.Normal{dist.NormalPoint(2), dist.NormalPoint(3)})
	if m, ok := points.ToOut(); ok {
		t.Errorf("of points: %v", m)
	}
	if m, ok := points.ToTermOf(out, 1, NewRunningTerm(dist.NormalPoint(2))); !ok || m.Mean() != -2 || m.P != 1 {
		t.Errorf("to a point: %v", m)
	}
	huge := SumOfTerms([]dist.Normal{dist.NormalMeanVariance(0, 1e300), dist.NormalMeanVariance(0, 1)})
	huge.Remove(1, NewRunningTerm(dist.NormalMeanVariance(0, 1e300)))
	if m, ok := huge.ToOut(); ok {
		t.Errorf("a variance among rounding errors: %v", m)
	}
	over := SumOfDot([]float64{1e200, 1}, []dist.Normal{dist.NormalMeanVariance(1e200, 1), dist.NormalMeanVariance(0, 1)})
	over.Remove(1e200, NewRunningTerm(dist.NormalMeanVariance(1e200, 1)))
	if m, ok := over.ToTermOf(out, 1, NewRunningTerm(dist.NormalMeanVariance(0, 1))); ok {
		t.Errorf("after an overflow: %v", m)
	}
}
