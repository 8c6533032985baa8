package operators

import (
	"math"
	"testing"

	"mpc/dist"
)

// finiteNormal fails where a message is not finite or has a fault.
func finiteNormal(t *testing.T, what string, d dist.Normal, fault dist.Fault) {
	t.Helper()
	if fault != dist.NoFault || !(math.Abs(d.H) <= math.MaxFloat64) || !(math.Abs(d.P) <= math.MaxFloat64) {
		t.Errorf("%s: %v, fault %d", what, d, fault)
	}
}

func finiteGamma(t *testing.T, what string, d dist.Gamma, fault dist.Fault) {
	t.Helper()
	if fault != dist.NoFault || !(math.Abs(d.Shape) <= math.MaxFloat64) || !(math.Abs(d.Rate) <= math.MaxFloat64) {
		t.Errorf("%s: %v, fault %d", what, d, fault)
	}
}

// The rows of special_cases.csv about normal with a random precision.
func TestNormalPrecisionSpecial(t *testing.T) {
	// Row 60: the rate of the message does not increase in the variance of x.
	for _, j := range []float64{-2, 0, 3} {
		last := math.Inf(1)
		for i := -8.0; i <= 8; i += 0.25 {
			x, mean := dist.NormalMeanVariance(0, math.Pow(10, i)), dist.NormalPoint(0)
			precision := dist.Gamma{Shape: 300, Rate: math.Pow(10, j)}
			got, fault := NormalPrecisionToPrecision(x, mean, precision, NormalPrecisionTilt(x, mean, precision))
			finiteGamma(t, "row 60", got, fault)
			if i < j {
				continue
			}
			if got.Rate > last*(1+1e-9) {
				t.Errorf("row 60: rate %g after %g at variance 1e%g", got.Rate, last, i)
			}
			last = got.Rate
		}
	}
	// Rows 61 to 63 and 65: extreme scales, x given by its natural parameters.
	// The rate of row 61, d^2/2, overflows.
	x := dist.Normal{H: -1.5e-9, P: 1.06e-168}
	m := dist.Normal{H: -3.6, P: 0.1166}
	p := dist.Gamma{Shape: 306.39, Rate: 1.83e170}
	if _, fault := NormalPrecisionToPrecision(x, m, p, NormalPrecisionTilt(x, m, p)); fault != dist.NotFinite {
		t.Errorf("row 61: fault %d", fault)
	}
	for _, c := range []struct {
		x, mean     dist.Normal
		t           dist.Gamma
		shape, rate float64
	}{
		{dist.Normal{H: -0.5566, P: 6.6e-141}, dist.Normal{H: -2.933, P: 0.0751}, dist.Gamma{Shape: 308.8, Rate: 4.65e142}, 1.5, 3.5279e279},
		{dist.Normal{H: 0, P: 1.07e-153}, dist.NormalPoint(0), dist.Gamma{Shape: 1.646, Rate: 1.002e153}, 1.32308, 5.71e151},
		{dist.Normal{H: -6.235e207, P: 1.947e209}, dist.NormalPoint(11), dist.GammaPoint(7), 1.5, math.Pow(11+6.235/194.7, 2) / 2},
	} {
		tilt := NormalPrecisionTilt(c.x, c.mean, c.t)
		got, fault := NormalPrecisionToPrecision(c.x, c.mean, c.t, tilt)
		finiteGamma(t, "rows 62 to 65", got, fault)
		checkClose(t, "rows 62 to 65 shape", got.Shape, c.shape, 1e-3, 0)
		checkClose(t, "rows 62 to 65 rate", got.Rate, c.rate, 1e-2, 0)
		byLog, fault := NormalPrecisionToPrecisionLog(c.x, c.mean, c.t, tilt)
		finiteGamma(t, "rows 62 to 65 by log", byLog, fault)
	}
	// Row 64: a point mass as the limit of narrow cavities.
	x = dist.NormalMeanVariance(1, 2)
	mean := dist.NormalMeanVariance(-1, 0.5)
	point := dist.GammaPoint(3)
	tilt := NormalPrecisionTilt(x, mean, point)
	want, _ := NormalPrecisionToPrecision(x, mean, point, tilt)
	wantX, _ := NormalPrecisionToX(x, mean, point, tilt)
	for i := 8.0; i < 29; i++ {
		v := math.Pow(10, -i)
		soft := dist.Gamma{Shape: 9 / v, Rate: 3 / v}
		tilt := NormalPrecisionTilt(x, mean, soft)
		got, fault := NormalPrecisionToPrecision(x, mean, soft, tilt)
		finiteGamma(t, "row 64", got, fault)
		checkClose(t, "row 64 shape", got.Shape, want.Shape, 1e-6, 0)
		checkClose(t, "row 64 rate", got.Rate, want.Rate, 1e-6, 0)
		byLog, _ := NormalPrecisionToPrecisionLog(x, mean, soft, tilt)
		checkClose(t, "row 64 shape by log", byLog.Shape, want.Shape, 1e-6, 0)
		toX, _ := NormalPrecisionToX(x, mean, soft, tilt)
		checkClose(t, "row 64 to x", toX.P, wantX.P, 1e-7, 0)
		checkClose(t, "row 64 to x", toX.H, wantX.H, 1e-7, 0)
	}
	// Row 67: very sharp cavities.
	for _, c := range []dist.Gamma{{Shape: 7.83e30, Rate: 8.29e30}, {Shape: 3.9e20, Rate: 4.1e20}, {Shape: 1.7e21, Rate: 1.7e21}} {
		got, fault := NormalPrecisionToX(x, mean, c, NormalPrecisionTilt(x, mean, c))
		finiteNormal(t, "row 67", got, fault)
		known, _ := NormalPrecisionToXKnown(mean, c.Shape/c.Rate)
		checkClose(t, "row 67", got.P, known.P, 1e-10, 0)
		checkClose(t, "row 67", got.H, known.H, 1e-10, 0)
	}
	// Row 68: an infinite variance is a fault.
	if _, fault := NormalPrecisionToX(dist.Normal{}, mean, dist.Gamma{Shape: 1, Rate: 1}, PrecisionTilt{}); fault != dist.Improper {
		t.Errorf("row 68: fault %d", fault)
	}
	// Row 69: x known as the limit of narrow cavities.
	precision := dist.Gamma{Shape: 3, Rate: 2}
	exactX := dist.NormalPoint(2)
	exact, _ := NormalPrecisionToX(exactX, mean, precision, NormalPrecisionTilt(exactX, mean, precision))
	last := math.Inf(1)
	for i := 4.0; i < 29; i++ {
		soft := dist.NormalMeanVariance(2, math.Pow(10, -i))
		got, fault := NormalPrecisionToX(soft, mean, precision, NormalPrecisionTilt(soft, mean, precision))
		finiteNormal(t, "row 69", got, fault)
		off := math.Abs(got.P - exact.P)
		if off > last+1e-12 {
			t.Errorf("row 69: %g after %g", off, last)
		}
		last = off
	}
	if last > 1e-12 {
		t.Errorf("row 69: %g from the limit", last)
	}
}

// The rows of special_cases.csv about gamma with a random rate.
func TestGammaSpecial(t *testing.T) {
	rate := dist.Gamma{Shape: 1, Rate: 1}
	// Row 70: x^1 against the compound: E[x] does not exist, the integral
	// diverges, and says so.
	if got := GammaEvidence(dist.Gamma{Shape: 2, Rate: 0}, 1, rate); !math.IsNaN(got) {
		t.Errorf("row 70: %g", got)
	}
	if got := GammaEvidence(dist.Gamma{Shape: 1.5, Rate: 0}, 1, rate); math.IsNaN(got) || math.IsInf(got, 0) {
		t.Errorf("row 70: %g", got)
	}
	// Row 71: extreme rates.
	for _, c := range [][2]dist.Gamma{
		{{Shape: 101, Rate: 6.7e-154}, {Shape: 1, Rate: 1}},
		{{Shape: 1.46, Rate: 6.2e36}, {Shape: 101, Rate: 2.2e-80}},
	} {
		tilt := GammaTilts(c[0], 1, c[1])
		got, fault := GammaToX(c[0], 1, c[1], tilt)
		finiteGamma(t, "row 71 x", got, fault)
		got, fault = GammaToRate(c[0], 1, c[1], tilt)
		finiteGamma(t, "row 71 rate", got, fault)
	}
	// Row 72.
	for _, x := range []float64{0, 5e-324} {
		got, fault := GammaToRateObserved(x, 2)
		if fault != dist.NoFault || got.Rate != x {
			t.Errorf("row 72: %v, fault %d", got, fault)
		}
	}
	// Row 73: point masses as the limits of narrow cavities.
	x := dist.Gamma{Shape: 3, Rate: 2}
	exactX, _ := GammaToX(x, 1.5, dist.GammaPoint(4), GammaPairTilt{})
	exactRate, _ := GammaToRate(dist.GammaPoint(4), 1.5, x, GammaPairTilt{})
	ownX, _ := GammaToX(dist.GammaPoint(4), 1.5, x, GammaPairTilt{})
	ownRate, _ := GammaToRate(x, 1.5, dist.GammaPoint(4), GammaPairTilt{})
	for i := 10.0; i < 28; i += 3 {
		v := math.Pow(10, -i)
		sharp := dist.Gamma{Shape: 16 / v, Rate: 4 / v}
		tilt := GammaTilts(x, 1.5, sharp)
		got, fault := GammaToX(x, 1.5, sharp, tilt)
		finiteGamma(t, "row 73", got, fault)
		checkClose(t, "row 73 x shape", got.Shape, exactX.Shape, 1e-8, 0)
		checkClose(t, "row 73 x rate", got.Rate, exactX.Rate, 1e-8, 0)
		got, _ = GammaToRate(x, 1.5, sharp, tilt)
		checkClose(t, "row 73 own rate shape", got.Shape, ownRate.Shape, 1e-7, 0)
		checkClose(t, "row 73 own rate rate", got.Rate, ownRate.Rate, 1e-7, 0)
		tilt = GammaTilts(sharp, 1.5, x)
		got, _ = GammaToRate(sharp, 1.5, x, tilt)
		checkClose(t, "row 73 rate shape", got.Shape, exactRate.Shape, 1e-8, 0)
		checkClose(t, "row 73 rate rate", got.Rate, exactRate.Rate, 1e-8, 0)
		got, _ = GammaToX(sharp, 1.5, x, tilt)
		checkClose(t, "row 73 own x shape", got.Shape, ownX.Shape, 1e-7, 0)
		checkClose(t, "row 73 own x rate", got.Rate, ownX.Rate, 1e-7, 1)
	}
}

// The rows of special_cases.csv about exp.
func TestExpSpecial(t *testing.T) {
	// Row 75: out known as the limit of narrow cavities. The message to a tends
	// to a point mass at log 2, that to out to the linearized one.
	a := dist.Normal{H: 0, P: 1e-3}
	point := dist.GammaPoint(2)
	want, _ := ExpToOut(point, a, ExpTilts(point, a))
	checkClose(t, "shape at a point", want.Shape, a.H+(1-math.Log(2))*a.P, 1e-14, 0)
	checkClose(t, "rate at a point", want.Rate, a.P/2, 1e-14, 0)
	last := math.Inf(1)
	for i := 5.0; i < 29; i++ {
		v := math.Pow(10, -i)
		out := dist.Gamma{Shape: 4 / v, Rate: 2 / v}
		tilt := ExpTilts(out, a)
		toA, fault := ExpToA(out, a, tilt)
		if toA.IsPoint() && toA.H == math.Log(2) {
			toA = dist.Normal{H: toA.H, P: 1}
		}
		finiteNormal(t, "row 75 to a", toA, fault)
		off := math.Abs(toA.H/toA.P - math.Log(2))
		if off > last*(1+1e-6)+1e-14 {
			t.Errorf("row 75: %g after %g", off, last)
		}
		last = off
		toOut, fault := ExpToOut(out, a, tilt)
		finiteGamma(t, "row 75 to out", toOut, fault)
		checkClose(t, "row 75 shape", toOut.Shape, want.Shape, 2*v+1e-9, 0)
		checkClose(t, "row 75 rate", toOut.Rate, want.Rate, 2*v+1e-9, 0)
	}
	// Row 76: far below.
	out := dist.Gamma{Shape: 1, Rate: 1}
	for _, a := range []dist.Normal{dist.NormalMeanVariance(-1.6e307, 4.9), dist.NormalPoint(-1e308), {H: -1e300, P: 1e-5}} {
		got, fault := ExpToA(out, a, ExpTilts(out, a))
		finiteNormal(t, "row 76", got, fault)
		if got != (dist.Normal{}) {
			t.Errorf("row 76: %v", got)
		}
	}
	// A known as the limit of narrow cavities.
	out = dist.Gamma{Shape: 3, Rate: 0.7}
	exact, _ := ExpToA(out, dist.NormalPoint(0.4), ExpTilts(out, dist.NormalPoint(0.4)))
	for i := 9.0; i < 300; i += 20 {
		a := dist.NormalMeanVariance(0.4, math.Pow(10, -i))
		got, fault := ExpToA(out, a, ExpTilts(out, a))
		finiteNormal(t, "narrow a", got, fault)
		checkClose(t, "narrow a", got.P, exact.P, 1e-8, 0)
		checkClose(t, "narrow a", got.H, exact.H, 1e-8, 0)
	}
	if _, fault := ExpToAObserved(0); fault != dist.Contradiction {
		t.Errorf("exp observed at 0: fault %d", fault)
	}
}

// The rows of special_cases.csv about the product of normals.
func TestProductSpecial(t *testing.T) {
	toOut := func(out, a, b dist.Normal) (dist.Normal, dist.Fault) {
		return ProductToOut(out, a, b, ProductTilts(out, a, b))
	}
	toA := func(out, a, b dist.Normal) (dist.Normal, dist.Fault) {
		return ProductToA(out, a, b, ProductTilts(out, a, b))
	}
	got, fault := toOut(dist.NormalMeanVariance(0.00195, 3.26e-6), dist.NormalMeanVariance(-1.43e-17, 5.45e-21), dist.NormalMeanVariance(2157531.3, 1830.66))
	finiteNormal(t, "row 51", got, fault)
	if !(got.P > 0) {
		t.Errorf("row 51: %v", got)
	}
	got, fault = toOut(dist.NormalMeanVariance(6.29e-13, 0.001), dist.NormalMeanVariance(-3.44e-14, 4.26e-12), dist.NormalMeanVariance(-2.586, 0.1))
	finiteNormal(t, "row 52", got, fault)
	if !(got.P > 0) {
		t.Errorf("row 52: %v", got)
	}
	got, fault = toOut(dist.NormalMeanVariance(3.207, 2.222e-06), dist.NormalMeanVariance(2.854e-06, 1.879e-05), dist.NormalMeanVariance(0, 1))
	finiteNormal(t, "row 53", got, fault)
	// Row 54: a known as a limit.
	out, b := dist.NormalMeanVariance(2, 1), dist.NormalMeanVariance(3, 0.5)
	point := dist.NormalPoint(0.7)
	exactA, _ := toA(out, point, b)
	exactOut, _ := toOut(out, point, b)
	exactB, _ := ProductToB(out, point, b, ProductTilts(out, point, b))
	for i := 10.0; i < 39; i++ {
		a := dist.NormalMeanVariance(0.7, math.Pow(10, -i))
		got, fault := toA(out, a, b)
		finiteNormal(t, "row 54", got, fault)
		checkClose(t, "row 54 to a", got.P, exactA.P, 1e-8, 0)
		checkClose(t, "row 54 to a", got.H, exactA.H, 1e-8, 0)
		got, _ = toOut(out, a, b)
		checkClose(t, "row 54 to out", got.P, exactOut.P, 1e-8, 0)
		checkClose(t, "row 54 to out", got.H, exactOut.H, 1e-8, 0)
		got, _ = ProductToB(out, a, b, ProductTilts(out, a, b))
		checkClose(t, "row 54 to b", got.P, exactB.P, 1e-8, 0)
		checkClose(t, "row 54 to b", got.H, exactB.H, 1e-8, 0)
		// The mirror image: b in the place of a.
		got, _ = ProductToB(out, b, a, ProductTilts(out, b, a))
		checkClose(t, "row 54 to a turned", got.P, exactA.P, 1e-7, 0)
	}
	// Row 55: out known as a limit.
	a, b := dist.NormalMeanVariance(1, 2), dist.NormalMeanVariance(3, 4)
	point = dist.NormalPoint(4)
	exactA, fault = toA(point, a, b)
	finiteNormal(t, "row 55 at the point", exactA, fault)
	for i := 10.0; i < 100; i += 5 {
		got, fault := toA(dist.NormalMeanVariance(4, math.Pow(10, -i)), a, b)
		finiteNormal(t, "row 55", got, fault)
		checkClose(t, "row 55", got.P, exactA.P, 1e-8, 0)
		checkClose(t, "row 55", got.H, exactA.H, 1e-8, 0)
	}
	// Row 56: tiny precisions.
	for _, p := range []float64{1e-300, 1, 100} {
		a, b := dist.Normal{H: 4.9e-324, P: p}, dist.NormalMeanVariance(-1e-5, 29)
		got, fault := toOut(dist.Normal{}, a, b)
		finiteNormal(t, "row 56", got, fault)
		va := 1 / p
		checkClose(t, "row 56", 1/got.P, va*29+1e-10*va, 1e-13, 0)
	}
	// Rows 57 and 58.
	if _, fault := toA(dist.NormalPoint(12), a, dist.NormalPoint(0)); fault != dist.Contradiction {
		t.Errorf("row 57: fault %d", fault)
	}
	if got, fault := toA(dist.NormalPoint(0), a, dist.NormalPoint(0)); fault != dist.NoFault || !got.IsUniform() {
		t.Errorf("row 58: %v, fault %d", got, fault)
	}
	// Mirror images.
	n := normalNegated
	for _, c := range [][3]dist.Normal{
		{{H: 4, P: 1}, {H: 0.5, P: 0.5}, {H: 0.75, P: 0.25}},
		{{H: 300, P: 100}, {H: 20, P: 10}, {H: 30, P: 10}},
	} {
		u, _ := toA(c[0], c[1], c[2])
		v, _ := toA(n(c[0]), n(c[1]), c[2])
		checkClose(t, "mirror", v.H, -u.H, 1e-12, 0)
		checkClose(t, "mirror", v.P, u.P, 1e-12, 0)
		v, _ = toA(n(c[0]), c[1], n(c[2]))
		checkClose(t, "mirror", v.H, u.H, 1e-12, 0)
		w, _ := ProductToB(c[0], c[2], c[1], ProductTilts(c[0], c[2], c[1]))
		checkClose(t, "turned", w.H, u.H, 1e-9, 0)
		checkClose(t, "turned", w.P, u.P, 1e-9, 0)
	}
}

func TestTiltsDoNotAllocate(t *testing.T) {
	x, y, z := dist.Gamma{Shape: 3, Rate: 2}, dist.Gamma{Shape: 2, Rate: 1}, dist.Gamma{Shape: 4, Rate: 2}
	u, v, w := dist.Normal{H: 1, P: 2}, dist.Normal{H: -2, P: 1}, dist.Normal{H: 1, P: 0.5}
	for name, f := range map[string]func(){
		"gamma":        func() { tilt := GammaTilts(x, 2, y); GammaToX(x, 2, y, tilt); GammaToRateLog(x, 2, y, tilt) },
		"exp":          func() { tilt := ExpTilts(x, u); ExpToA(x, u, tilt); ExpToOutLog(x, u, tilt) },
		"exp normal":   func() { tilt := ExpNormalTilts(w, u); ExpNormalToA(w, u, tilt) },
		"log":          func() { tilt := LogTilts(u, x); LogToOut(u, x, tilt) },
		"product":      func() { tilt := ProductTilts(u, v, w); ProductToA(u, v, w, tilt); ProductToOut(u, v, w, tilt) },
		"ratio":        func() { tilt := RatioTilts(u, v, w); RatioToA(u, v, w, tilt) },
		"gammas":       func() { tilt := ProductGammaTilts(x, y, z); ProductGammaToA(x, y, z, tilt) },
		"known gammas": func() { ProductGammaTilts(dist.GammaPoint(2), y, z) },
	} {
		if n := testing.AllocsPerRun(10, f); n != 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

func BenchmarkTilts(b *testing.B) {
	x, y := dist.Gamma{Shape: 3, Rate: 2}, dist.Gamma{Shape: 2, Rate: 1}
	u, v, w := dist.Normal{H: 1, P: 2}, dist.Normal{H: -2, P: 1}, dist.Normal{H: 1, P: 0.5}
	b.Run("gamma", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			GammaTilts(x, 2, y)
		}
	})
	b.Run("exp", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			ExpTilts(x, u)
		}
	})
	b.Run("product", func(b *testing.B) {
		for i := 0; i < b.N; i++ {
			ProductTilts(u, v, w)
		}
	})
}
