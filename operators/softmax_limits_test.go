package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

func TestSoftmaxLimits(t *testing.T) {
	counts := []float64{2, 3, 5}
	for _, b := range softmaxBounds {
		// At points it is the softmax; far ahead nothing of it is lost.
		x := []dist.Normal{dist.NormalPoint(50), dist.NormalPoint(0), dist.NormalPoint(1)}
		var logs [3]float64
		b.logs(x, logs[:])
		checkClose(t, b.name+" sure", logs[0], -(math.Exp(-50) + math.Exp(-49)), 1e-15, 0)
		checkClose(t, b.name+" rare", logs[1], -50, 1e-15, 0)
		m, _ := b.to(counts, x, 1)
		s := math.Exp(-50)
		checkClose(t, b.name+" slope", m.H, 3-10*s, 1e-15, 0)
		// A start: the softmax of equal weights.
		m, fault := b.to(counts, make([]dist.Normal, 3), 2)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		checkClose(t, b.name+" start", m.H, 5-10.0/3, 1e-14, 0)
		// One value has probability 1.
		one := []dist.Normal{dist.NormalMeanVariance(3, 0.5)}
		m, _ = b.to([]float64{4}, one, 0)
		if m.P != 0 || m.H != 0 {
			t.Errorf("%s: one value, message %v", b.name, m)
		}
		for _, bad := range []dist.Normal{{H: 1}, {H: 1, P: -1}} {
			x[2] = bad
			if _, fault := b.to(counts, x, 0); fault != dist.Improper {
				t.Errorf("%s: improper, fault %d", b.name, fault)
			}
			if fault := b.logs(x, logs[:]); fault != dist.Improper {
				t.Errorf("%s: improper, fault %d", b.name, fault)
			}
		}
		x[2] = dist.Normal{H: math.NaN(), P: 1}
		if _, fault := b.to(counts, x, 0); fault != dist.NotFinite {
			t.Errorf("%s: NaN, fault %d", b.name, fault)
		}
		x = []dist.Normal{{H: 1, P: 2}, {H: -1, P: 1}, {P: 0.1}}
		out, p := softmaxCounts(counts), dist.DirichletUniform(3)
		b.out(x, &p)
		if n := testing.AllocsPerRun(10, func() { b.x(out, x, 0); b.out(x, &p) }); n != 0 {
			t.Errorf("%s: %v allocations", b.name, n)
		}
	}
}

// The forward message has the bounds as its mean logs, also far in the tails.
func TestSoftmaxForward(t *testing.T) {
	rows := [][]dist.Normal{
		softmaxSame(dist.NormalMeanVariance(0, 1), 3),
		{dist.NormalMeanVariance(3, 1e-6), dist.NormalMeanVariance(-4, 1e4), dist.NormalPoint(0)},
		{dist.NormalMeanVariance(1e8, 0.5), dist.NormalMeanVariance(1e8+1, 1e-3)},
		{dist.NormalPoint(0), dist.NormalPoint(-1), dist.NormalPoint(2)},
		{dist.NormalPoint(0), dist.NormalPoint(-5000), dist.NormalPoint(2)},
		{dist.NormalMeanVariance(0, 1e-12), dist.NormalMeanVariance(-1e6, 1e-12), dist.NormalMeanVariance(1, 1e-12)},
		softmaxSame(dist.NormalMeanVariance(0, 1e12), 4),
		{dist.NormalMeanVariance(400, 100), dist.NormalMeanVariance(-400, 1)},
		{dist.NormalMeanVariance(3, 1)},
	}
	for _, x := range rows {
		logs, got := make([]float64, len(x)), make([]float64, len(x))
		for _, b := range softmaxBounds {
			var p dist.Dirichlet
			if fault := b.out(x, &p); fault != dist.NoFault || len(p.A) != len(x) {
				t.Errorf("%s: %v: %v, fault %v", b.name, x, p, fault)
				continue
			}
			if b.logs(x, logs); len(x) == 1 {
				logs[0] = 0
			}
			p.MeanLog(got)
			for k := range x {
				checkClose(t, b.name, got[k], logs[k], 1e-13, 1e-5)
			}
		}
	}
	for _, b := range softmaxBounds {
		var p dist.Dirichlet
		if fault := b.out(nil, &p); fault != dist.NoFault || len(p.A) != 0 {
			t.Errorf("%s: of nothing %v, fault %v", b.name, p, fault)
		}
		for _, bad := range []dist.Normal{{}, {H: 1}, {H: 1, P: -1}} {
			if fault := b.out([]dist.Normal{{H: 1, P: 1}, bad}, &p); fault != dist.Improper {
				t.Errorf("%s: of %v fault %v", b.name, bad, fault)
			}
		}
		x := softmaxSame(dist.NormalMeanVariance(0, 1), 2)
		for _, out := range []dist.Dirichlet{dist.DirichletAlpha(0.5, 3), dist.DirichletPoint([]float64{0.5, 0.5})} {
			if _, fault := b.x(out, x, 0); fault != dist.Improper {
				t.Errorf("%s: of %v fault %v", b.name, out, fault)
			}
		}
		if m, fault := b.x(dist.DirichletUniform(2), x, 0); fault != dist.NoFault || !m.IsUniform() {
			t.Errorf("%s: of nothing %v, fault %v", b.name, m, fault)
		}
	}
}

// For dependent x, here x[0] = z, x[1] = -z and x[2] = z/2, the tangent and the
// quadratic bound are below E log p by quadrature. The step of the latter in z, on
// which all three depend, does not lower its bound; with the curvature for
// independent x it would.
func TestSoftmaxDependent(t *testing.T) {
	weights := []float64{1, -1, 0.5}
	elements := func(z dist.Normal) (x []dist.Normal) {
		for _, w := range weights {
			x = append(x, dist.NormalMeanVariance(w*z.Mean(), w*w*z.Variance()))
		}
		return x
	}
	logs := make([]float64, 3)
	for _, z := range []dist.Normal{dist.NormalMeanVariance(0.3, 1), dist.NormalMeanVariance(-2, 4), dist.NormalMeanVariance(1, 0.01)} {
		m, sd := z.Mean(), math.Sqrt(z.Variance())
		exact, total := 0.0, 0.0
		for i := -8000; i <= 8000; i++ {
			u := float64(i) / 1000
			var sum float64
			for _, w := range weights {
				sum += math.Exp(w * (m + sd*u))
			}
			q := math.Exp(-u * u / 2)
			total += q
			exact += q * (m + sd*u - math.Log(sum))
		}
		for _, i := range []int{0, 3} {
			b := softmaxBounds[i]
			b.logs(elements(z), logs)
			if logs[0] > exact/total {
				t.Errorf("%s: %v above %v", b.name, logs[0], exact/total)
			}
		}
	}
	counts := []float64{5, 1, 0}
	prior := dist.NormalMeanVariance(0, 100)
	b := softmaxBounds[3]
	z := dist.NormalMeanVariance(2, 0.5)
	last := math.Inf(-1)
	for range 200 {
		x := elements(z)
		b.logs(x, logs)
		bound := normalCross(prior, z) + normalEntropy(z.P)
		next := prior
		for k, w := range weights {
			bound += counts[k] * logs[k]
			m, _ := b.to(counts, x, k)
			next.H += w * m.H
			next.P += w * w * m.P
		}
		if bound < last-1e-12 {
			t.Fatalf("the bound falls from %v to %v", last, bound)
		}
		last, z = bound, next
	}
}
