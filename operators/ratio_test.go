package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// bruteGammas integrates a density of three positive variables of which two are
// free over the logarithms of these two, and returns log Z and, of each of the
// three, the mean, the variance and the mean logarithm.
func bruteGammas(f func(x, y float64) (logf float64, all [3]float64)) (logZ float64, stats [3][3]float64) {
	const n = 700
	const low, high = -18.0, 10.0
	h := (high - low) / n
	top := math.Inf(-1)
	for i := 0; i <= n; i += 7 {
		for j := 0; j <= n; j += 7 {
			x, y := low+h*float64(i), low+h*float64(j)
			l, _ := f(math.Exp(x), math.Exp(y))
			top = math.Max(top, l+x+y)
		}
	}
	z := 0.0
	for i := 0; i <= n; i++ {
		for j := 0; j <= n; j++ {
			x, y := low+h*float64(i), low+h*float64(j)
			l, all := f(math.Exp(x), math.Exp(y))
			w := math.Exp(l + x + y - top)
			z += w
			for k, v := range all {
				stats[k][0] += w * v
				stats[k][1] += w * v * v
				stats[k][2] += w * math.Log(v)
			}
		}
	}
	for k := range stats {
		for m := range stats[k] {
			stats[k][m] /= z
		}
		stats[k][1] -= stats[k][0] * stats[k][0]
	}
	return top + math.Log(z*h*h), stats
}

func checkGammaMoments(t *testing.T, what string, byVariance, byLog, cavity dist.Gamma, fault1, fault2 dist.Fault, want [3]float64) {
	t.Helper()
	if fault1 != dist.NoFault || fault2 != dist.NoFault {
		t.Errorf("%s: faults %d, %d", what, fault1, fault2)
	}
	d, e := byVariance.Times(cavity), byLog.Times(cavity)
	checkClose(t, what+" mean", d.Shape/d.Rate, want[0], 1e-7, 0)
	checkClose(t, what+" variance", d.Shape/d.Rate/d.Rate, want[1], 1e-7, 0)
	checkClose(t, what+" mean by log", e.Shape/e.Rate, want[0], 1e-7, 0)
	checkClose(t, what+" mean log", special.Digamma(e.Shape)-math.Log(e.Rate), want[2], 1e-7, 1)
}

func TestProductGammaBruteForce(t *testing.T) {
	for _, c := range [][3]dist.Gamma{
		{{Shape: 3, Rate: 2}, {Shape: 2, Rate: 1}, {Shape: 4, Rate: 2}},
		{{Shape: 30, Rate: 1}, {Shape: 1, Rate: 1}, {Shape: 1, Rate: 1}},
		{{Shape: 1, Rate: 5}, {Shape: 3, Rate: 0.5}, {Shape: 12, Rate: 6}},
		{{Shape: 0.5, Rate: 0.1}, {Shape: 3, Rate: 2}, {Shape: 2.5, Rate: 4}},
	} {
		out, a, b := c[0], c[1], c[2]
		logZ, want := bruteGammas(func(x, y float64) (float64, [3]float64) {
			return out.LogProb(x*y) + a.LogProb(x) + b.LogProb(y), [3]float64{x * y, x, y}
		})
		tilt := ProductGammaTilts(out, a, b)
		m1, f1 := ProductGammaToOut(out, a, b, tilt)
		m2, f2 := ProductGammaToOutLog(out, a, b, tilt)
		checkGammaMoments(t, "out", m1, m2, out, f1, f2, want[0])
		m1, f1 = ProductGammaToA(out, a, b, tilt)
		m2, f2 = ProductGammaToALog(out, a, b, tilt)
		checkGammaMoments(t, "a", m1, m2, a, f1, f2, want[1])
		m1, f1 = ProductGammaToB(out, a, b, tilt)
		m2, f2 = ProductGammaToBLog(out, a, b, tilt)
		checkGammaMoments(t, "b", m1, m2, b, f1, f2, want[2])
		checkClose(t, "log Z", ProductGammaEvidence(out, a, b), logZ, 1e-8, 1)
	}
}

// TestProductGammaLimits compares known variables with sharp cavities.
func TestProductGammaLimits(t *testing.T) {
	sharp := func(x float64) dist.Gamma { return dist.Gamma{Shape: 1e9, Rate: 1e9 / x} }
	near := func(what string, got, want dist.Gamma) {
		t.Helper()
		checkClose(t, what+" shape", got.Shape, want.Shape, 1e-6, 1)
		checkClose(t, what+" rate", got.Rate, want.Rate, 1e-6, 1)
	}
	u, v := dist.Gamma{Shape: 3, Rate: 2}, dist.Gamma{Shape: 5, Rate: 4}
	for _, known := range []float64{0.2, 1, 7} {
		point, soft := dist.GammaPoint(known), sharp(known)
		// out, a and b known in turn
		exact, rough := ProductGammaTilts(point, u, v), ProductGammaTilts(soft, u, v)
		e, _ := ProductGammaToA(point, u, v, exact)
		r, _ := ProductGammaToA(soft, u, v, rough)
		near("a, out known", r, e)
		e, _ = ProductGammaToBLog(point, u, v, exact)
		r, _ = ProductGammaToBLog(soft, u, v, rough)
		near("b, out known", r, e)
		e, _ = ProductGammaToOut(point, u, v, exact)
		r, _ = ProductGammaToOut(soft, u, v, rough)
		near("out, out known", r, e)
		checkClose(t, "log Z, out known", ProductGammaEvidence(soft, u, v), ProductGammaEvidence(point, u, v), 1e-6, 1)
		exact, rough = ProductGammaTilts(u, point, v), ProductGammaTilts(u, soft, v)
		e, _ = ProductGammaToOut(u, point, v, exact)
		r, _ = ProductGammaToOut(u, soft, v, rough)
		near("out, a known", r, e)
		e, _ = ProductGammaToA(u, point, v, exact)
		r, _ = ProductGammaToA(u, soft, v, rough)
		near("a, a known", r, e)
		e, _ = ProductGammaToB(u, point, v, exact)
		r, _ = ProductGammaToB(u, soft, v, rough)
		near("b, a known", r, e)
		checkClose(t, "log Z, a known", ProductGammaEvidence(u, soft, v), ProductGammaEvidence(u, point, v), 1e-6, 1)
		// the ratio
		exact, rough = RatioGammaTilts(u, point, v), RatioGammaTilts(u, soft, v)
		e, _ = RatioGammaToOut(u, point, v, exact)
		r, _ = RatioGammaToOut(u, soft, v, rough)
		near("ratio, a known", r, e)
		e, _ = RatioGammaToB(u, point, v, exact)
		r, _ = RatioGammaToB(u, soft, v, rough)
		near("ratio b, a known", r, e)
		e, _ = RatioGammaToA(u, point, v, exact)
		r, _ = RatioGammaToA(u, soft, v, rough)
		near("ratio a, a known", r, e)
		checkClose(t, "log Z, ratio, a known", RatioGammaEvidence(u, soft, v), RatioGammaEvidence(u, point, v), 1e-6, 1)
		rough = RatioGammaTilts(soft, u, v)
		e, _ = RatioGammaToA(point, u, v, GammaPairTilt{})
		r, _ = RatioGammaToA(soft, u, v, rough)
		near("ratio a, out known", r, e)
		e, _ = RatioGammaToB(point, u, v, GammaPairTilt{})
		r, _ = RatioGammaToB(soft, u, v, rough)
		near("ratio b, out known", r, e)
		e, _ = RatioGammaToOut(point, u, v, GammaPairTilt{})
		r, _ = RatioGammaToOut(soft, u, v, rough)
		near("ratio out, out known", r, e)
		checkClose(t, "log Z, ratio, out known", RatioGammaEvidence(soft, u, v), RatioGammaEvidence(point, u, v), 1e-6, 1)
		rough = RatioGammaTilts(u, v, soft)
		e, _ = RatioGammaToA(u, v, point, GammaPairTilt{})
		r, _ = RatioGammaToA(u, v, soft, rough)
		near("ratio a, b known", r, e)
		e, _ = RatioGammaToOut(u, v, point, GammaPairTilt{})
		r, _ = RatioGammaToOut(u, v, soft, rough)
		near("ratio out, b known", r, e)
		e, _ = RatioGammaToB(u, v, point, GammaPairTilt{})
		r, _ = RatioGammaToB(u, v, soft, rough)
		near("ratio b, b known", r, e)
		checkClose(t, "log Z, ratio, b known", RatioGammaEvidence(u, v, soft), RatioGammaEvidence(u, v, point), 1e-6, 1)
	}
}

func TestRatioGammaBruteForce(t *testing.T) {
	for _, c := range [][3]dist.Gamma{
		{{Shape: 3, Rate: 2}, {Shape: 2, Rate: 1}, {Shape: 4, Rate: 2}},
		{{Shape: 1, Rate: 0.5}, {Shape: 2.5, Rate: 1}, {Shape: 3, Rate: 4}},
		{{Shape: 2, Rate: 5}, {Shape: 3, Rate: 0.5}, {Shape: 12, Rate: 6}},
		{{Shape: 1, Rate: 0}, {Shape: 4, Rate: 2}, {Shape: 15, Rate: 3}},
	} {
		out, a, b := c[0], c[1], c[2]
		logZ, want := bruteGammas(func(x, y float64) (float64, [3]float64) {
			l := a.LogProb(x) + b.LogProb(y)
			if !out.IsUniform() {
				l += out.LogProb(x / y)
			}
			return l, [3]float64{x / y, x, y}
		})
		tilt := RatioGammaTilts(out, a, b)
		m1, f1 := RatioGammaToOut(out, a, b, tilt)
		m2, f2 := RatioGammaToOutLog(out, a, b, tilt)
		checkGammaMoments(t, "out", m1, m2, out, f1, f2, want[0])
		m1, f1 = RatioGammaToA(out, a, b, tilt)
		m2, f2 = RatioGammaToALog(out, a, b, tilt)
		checkGammaMoments(t, "a", m1, m2, a, f1, f2, want[1])
		m1, f1 = RatioGammaToB(out, a, b, tilt)
		m2, f2 = RatioGammaToBLog(out, a, b, tilt)
		checkGammaMoments(t, "b", m1, m2, b, f1, f2, want[2])
		checkClose(t, "log Z", RatioGammaEvidence(out, a, b), logZ, 1e-8, 1)
	}
}

// TestRatioNormalBruteForce integrates over b and out by Simpson's rule on
// either side of b = 0.
func TestRatioNormalBruteForce(t *testing.T) {
	for _, c := range [][3]dist.Normal{
		{{H: 2, P: 1}, {H: 4, P: 2}, {H: 3, P: 1.5}},
		{{H: -1, P: 2}, {H: 4, P: 3}, {H: 0.5, P: 1}},
		{{H: 0, P: 1}, {H: 0, P: 1}, {H: 0, P: 1}},
		{{H: 3, P: 0.5}, {H: 50, P: 25}, {H: 6, P: 4}},
	} {
		out, a, b := c[0], c[1], c[2]
		var z float64
		var sums [3][2]float64
		const n = 800
		const reach = 14.0
		for i := -n; i <= n; i++ {
			y := reach * float64(i) / n
			weight := float64(2 + 2*(i&1))
			if i == 0 || i == n || i == -n {
				weight = 1
				if i == 0 {
					weight = 2
				}
			}
			for j := -n; j <= n; j++ {
				x := reach * float64(j) / n
				w := weight * math.Abs(y) * math.Exp(normalLogAt(out, x)+normalLogAt(b, y)+normalLogAt(a, x*y))
				z += w
				for k, v := range [3]float64{x, x * y, y} {
					sums[k][0] += w * v
					sums[k][1] += w * v * v
				}
			}
		}
		tilt := RatioTilts(out, a, b)
		checkClose(t, "log Z", RatioEvidence(out, a, b), math.Log(z/3*reach*reach/n/n), 1e-7, 1)
		check := func(what string, message, cavity dist.Normal, fault dist.Fault, k int) {
			t.Helper()
			mean := sums[k][0] / z
			d := message.Times(cavity)
			checkClose(t, what+" mean", d.H/d.P, mean, 1e-7, 1)
			checkClose(t, what+" variance", 1/d.P, sums[k][1]/z-mean*mean, 1e-6, 0)
			if fault != dist.NoFault {
				t.Errorf("%s: fault %d", what, fault)
			}
		}
		m, fault := RatioToOut(out, a, b, tilt)
		check("out", m, out, fault, 0)
		m, fault = RatioToA(out, a, b, tilt)
		check("a", m, a, fault, 1)
		m, fault = RatioToB(out, a, b, tilt)
		check("b", m, b, fault, 2)
	}
}
