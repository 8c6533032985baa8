package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// bruteTruncation is truncationEntropy of the density exp(logf) on [low, high].
func bruteTruncation(logf func(float64) float64, low, high float64) float64 {
	logZ, _, variance := bruteMoments(logf, low, high)
	entropy := simpson(func(x float64) float64 {
		l := logf(x) - logZ
		return -l * math.Exp(l)
	}, low, high, 20000)
	return entropy - normalEntropyOf(variance)
}

func TestTruncationEntropyQuadrature(t *testing.T) {
	for _, x := range []dist.Normal{dist.NormalMeanVariance(0, 1), dist.NormalMeanVariance(-2, 0.5), dist.NormalMeanVariance(30, 9), {H: 2}, {H: -1}, {}} {
		for _, b := range [][2]float64{{-1, 1}, {0.3, 0.31}, {-2, 40}, {-5, -4}, {3, 9}, {-7, 9}} {
			if x.P == 0 && b[1]-b[0] > 20 {
				continue
			}
			low, high := b[0], b[1]
			if x.P > 0 { // where the mass is
				tilt, fault := BetweenMoments(x, low, high)
				if fault != dist.NoFault {
					t.Fatal(fault)
				}
				reach := 40 * math.Sqrt(tilt.Variance)
				low, high = math.Max(low, tilt.Mean-reach), math.Min(high, tilt.Mean+reach)
			}
			want := bruteTruncation(func(u float64) float64 { return u * (x.H - x.P*u/2) }, low, high)
			checkClose(t, "short", truncationEntropy(x, b[0], b[1]), want, 1e-9, 1)
		}
		if x.P == 0 {
			continue
		}
		for _, low := range []float64{-9, -1, 0, 1.5, 20} {
			tilt, _ := BetweenMoments(x, low, math.Inf(1))
			want := bruteTruncation(func(u float64) float64 { return u * (x.H - x.P*u/2) }, low, tilt.Mean+30*math.Sqrt(tilt.Variance))
			checkClose(t, "above", truncationEntropy(x, low, math.Inf(1)), want, 1e-9, 1)
			mirror := dist.Normal{H: -x.H, P: x.P}
			checkClose(t, "below", truncationEntropy(mirror, math.Inf(-1), -low), truncationEntropy(x, low, math.Inf(1)), 1e-15, 0)
		}
	}
}

func TestTruncationEntropyLimits(t *testing.T) {
	// An exponential and a uniform density, from afar.
	exponential, uniform := 0.5-halfLog2Pi, math.Log(12)/2-0.5-halfLog2Pi
	for _, z := range []float64{1e3, 1e5, 1e7, 1e9, 1e15, 1e100} {
		x := dist.NormalMeanVariance(-z, 1)
		checkClose(t, "far tail", truncationEntropy(x, 0, math.Inf(1)), exponential, 3/z/z+1e-15, 1)
		checkClose(t, "far tail, two bounds", truncationEntropy(x, 0, 1e3), exponential, 3/z/z+1e-15, 1)
		checkClose(t, "narrow", truncationEntropy(x, 0, 1e-3/z), uniform, 1e-6, 1)
		checkClose(t, "vague", truncationEntropy(dist.NormalMeanVariance(0.3, z*z), -1, 0.5), uniform, 1/z/z+1e-15, 1)
	}
	checkClose(t, "no bound", truncationEntropy(dist.NormalMeanVariance(1, 2), math.Inf(-1), math.Inf(1)), 0, 0, 0)
	checkClose(t, "far bound", truncationEntropy(dist.NormalMeanVariance(1, 2), -100, 1e9), 0, 0, 0)
	checkClose(t, "half", truncationEntropy(dist.NormalMeanVariance(5, 2), 5, math.Inf(1)), -math.Ln2+(2/math.Pi)/2-(2/math.Pi)/2-math.Log1p(-2/math.Pi)/2, 1e-14, 0)
	for _, f := range []func(dist.Normal, float64, float64) float64{truncationEntropy, truncationEntropyOutside} {
		if got := f(dist.Normal{H: 1, P: -1}, 0, 1); got == got {
			t.Errorf("improper: %v", got)
		}
	}
	if got := truncationEntropy(dist.NormalPoint(2), 0, 1); !math.IsInf(got, -1) {
		t.Errorf("a point outside: %v", got)
	}
	if got := truncationEntropy(dist.NormalPoint(0.5), 0, 1); got != 0 {
		t.Errorf("a point inside: %v", got)
	}
	// The three forms meet.
	last := math.NaN()
	for half := 6.4; half < 6.6; half += 0.001 {
		now := truncationEntropy(dist.NormalMeanVariance(0, 1), -half, half+1)
		if math.Abs(now-last) > 1e-7 {
			t.Errorf("half width %g: %v after %v", half, now, last)
		}
		last = now
	}
	for _, c := range [][2]float64{{3, 13.333333}, {30, 1.3333333}} {
		a, b := truncationEntropy(dist.NormalMeanVariance(0, 1), c[0], c[0]+2*c[1]*0.6), truncationEntropy(dist.NormalMeanVariance(0, 1), c[0], math.Inf(1))
		checkClose(t, "far bound", a, b, 1e-9, 1)
	}
}

func TestTruncationEntropyOutside(t *testing.T) {
	x := dist.NormalMeanVariance(0.4, 2)
	low, high := -1.0, 1.3
	var z, mean, square, log float64
	for _, b := range [][2]float64{{-16, low}, {high, 16}} {
		z += simpson(func(u float64) float64 { return math.Exp(x.LogProb(u)) }, b[0], b[1], 20000)
		mean += simpson(func(u float64) float64 { return u * math.Exp(x.LogProb(u)) }, b[0], b[1], 20000)
		square += simpson(func(u float64) float64 { return u * u * math.Exp(x.LogProb(u)) }, b[0], b[1], 20000)
		log += simpson(func(u float64) float64 { return x.LogProb(u) * math.Exp(x.LogProb(u)) }, b[0], b[1], 20000)
	}
	mean, square = mean/z, square/z
	want := math.Log(z) - log/z - normalEntropyOf(square-mean*mean)
	checkClose(t, "outside", BetweenAverageLog(false, x, low, high), want, 1e-9, 1)
	m, fault := BetweenToXAverage(false, x, low, high)
	q := x.Times(m)
	if fault != dist.NoFault {
		t.Fatal(fault)
	}
	checkClose(t, "mean", q.Mean(), mean, 1e-9, 1)
	checkClose(t, "variance", q.Variance(), square-mean*mean, 1e-9, 0)
	// One side only, and an empty interval.
	checkClose(t, "above", BetweenAverageLog(false, x, math.Inf(-1), 1), GreaterThanAverageLog(true, x, 1), 1e-14, 0)
	checkClose(t, "empty", BetweenAverageLog(false, x, 1, 1), 0, 0, 0)
	if got := BetweenAverageLog(false, x, math.Inf(-1), math.Inf(1)); !math.IsInf(got, -1) {
		t.Errorf("nothing outside: %v", got)
	}
}

// Any term E log f and the entropies add up to the log evidence where one
// variable is cut.
func TestTruncationEvidence(t *testing.T) {
	prior := dist.NormalMeanVariance(0, 1)
	m, fault := GreaterThanToAAverage(true, prior, 0)
	q := prior.Times(m)
	if fault != dist.NoFault {
		t.Fatal(fault)
	}
	checkClose(t, "mean", q.Mean(), 0.7978845608028654, 1e-14, 0)
	checkClose(t, "variance", q.Variance(), 0.3633802276324186, 1e-14, 0)
	checkClose(t, "evidence", normalCross(prior, q)+normalEntropy(q.P)+GreaterThanAverageLog(true, prior, 0), -math.Ln2, 1e-14, 0)

	// A second factor: z ~ normal(x, precision = 1) seen as -1.
	like := dist.Normal{H: -1, P: 1}
	cavity := prior.Times(like)
	m, _ = GreaterThanToBAverage(false, 0, cavity)
	q = cavity.Times(m)
	if other, _ := GreaterThanToBAverage(true, 0, cavity); cavity.Times(other).Mean() >= 0 {
		t.Errorf("b below 0: %v", cavity.Times(other))
	}
	m, _ = GreaterThanToAAverage(true, cavity, 0)
	q = cavity.Times(m)
	checkClose(t, "mean", q.Mean(), 0.4163528206493493, 1e-13, 0)
	checkClose(t, "variance", q.Variance(), 0.1184739184126562, 1e-13, 0)
	d := q.Mean() + 1
	seen := -halfLog2Pi - (d*d+q.Variance())/2
	for _, gain := range []float64{
		GreaterThanAverageLog(true, cavity, 0), GreaterThanAverageLogBelow(false, 0, cavity), BetweenAverageLog(true, cavity, 0, math.Inf(1)),
		BetweenAverageLog(false, cavity, math.Inf(-1), 0),
	} {
		checkClose(t, "evidence", normalCross(prior, q)+seen+normalEntropy(q.P)+gain, -2.943670433881675, 1e-13, 0)
	}
	// The same as a truncated prior, whose scale is 1/2.
	m, _ = TruncatedNormalToXAverage(like, 0, 1, 0, math.Inf(1))
	checkClose(t, "mean", like.Times(m).Mean(), q.Mean(), 1e-13, 0)
	total := TruncatedNormalAverageLog(like, 0, 1, 0, math.Inf(1)) + seen + normalEntropy(q.P)
	checkClose(t, "evidence", total, -2.943670433881675+math.Ln2, 1e-13, 0)
	if got := GreaterThanAverageLog(true, dist.NormalPoint(-1), 0); !math.IsInf(got, -1) {
		t.Errorf("contradiction: %v", got)
	}
	if got := GreaterThanAverageLog(true, dist.NormalPoint(0), 0); !math.IsInf(got, -1) {
		t.Errorf("0 > 0: %v", got)
	}
	if got := GreaterThanAverageLog(false, dist.NormalPoint(0), 0); got != 0 {
		t.Errorf("not 0 > 0: %v", got)
	}
}

func TestTruncatedNormalAverageLog(t *testing.T) {
	for _, x := range []dist.Normal{{}, dist.NormalMeanVariance(3, 0.2), {H: -1}, {H: 0.3, P: -0.1}, dist.NormalMeanVariance(1, 1e9)} {
		for _, b := range [][2]float64{{-1, 2}, {1.5, 1.6}, {0, 30}, {-20, 20}} {
			prior := dist.NormalMeanVariance(0.7, 2)
			low, high := math.Max(b[0], -12), math.Min(b[1], 12)
			logPrior := func(u float64) float64 { return prior.LogProb(u) }
			logT := func(u float64) float64 { return logPrior(u) + u*(x.H-x.P*u/2) }
			logZ, _, variance := bruteMoments(logT, low, high)
			scale, _, _ := bruteMoments(logPrior, low, high)
			mean := func(f func(float64) float64) float64 {
				return simpson(func(u float64) float64 { return f(u) * math.Exp(logT(u)-logZ) }, low, high, 20000)
			}
			want := mean(logPrior) - scale - mean(func(u float64) float64 { return logT(u) - logZ }) - normalEntropyOf(variance)
			checkClose(t, "log", TruncatedNormalAverageLog(x, 0.7, 2, b[0], b[1]), want, 1e-8, 1)
		}
	}
	// Observed, a point prior, and the impossible.
	for _, x := range []float64{-3, 0.2, 5} {
		checkClose(t, "observed", TruncatedNormalAverageLog(dist.NormalPoint(x), 0.7, 2, -1, 1), TruncatedNormalEvidence(dist.NormalPoint(x), 0.7, 2, -1, 1), 0, 0)
	}
	checkClose(t, "point prior", TruncatedNormalAverageLog(dist.Normal{H: 2, P: 1}, 0.7, 0, -1, 1), 0, 0, 0)
	if got := TruncatedNormalAverageLog(dist.Normal{}, 7, 0, -1, 1); !math.IsInf(got, -1) {
		t.Errorf("point prior outside: %v", got)
	}
	if got := TruncatedNormalAverageLog(dist.Normal{H: 1, P: -5}, 0, 1, 0, math.Inf(1)); got == got {
		t.Errorf("improper: %v", got)
	}
}

// x ~ normal(m, precision = t) cut at 0, m normal and t gamma: coordinate ascent.
func TestTruncationRandomParameters(t *testing.T) {
	priorM := dist.NormalMeanVariance(0, 1)
	m, x := priorM, dist.NormalMeanVariance(0, 1)
	rate := 1.0
	const shape = 1.5
	last := math.Inf(-1)
	for range 400 {
		mean := shape / rate
		cavity := dist.Normal{H: m.Mean() * mean, P: mean}
		to, fault := GreaterThanToAAverage(true, cavity, 0)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		x = cavity.Times(to)
		gain := GreaterThanAverageLog(true, cavity, 0)
		m = priorM.Times(dist.Normal{H: x.Mean() * mean, P: mean})
		d := x.Mean() - m.Mean()
		square := d*d + x.Variance() + m.Variance()
		rate = 1 + square/2
		mean = shape / rate
		logMean := special.Digamma(shape) - math.Log(rate)
		entropyT := shape - math.Log(rate) + special.GammaLn(shape) + (1-shape)*special.Digamma(shape)
		total := logMean/2 - halfLog2Pi - mean*square/2 + normalCross(priorM, m) - mean +
			normalEntropy(m.P) + entropyT + normalEntropy(x.P) + gain
		if total < last-1e-13 {
			t.Fatalf("the bound falls from %v to %v", last, total)
		}
		last = total
	}
	checkClose(t, "x mean", x.Mean(), 1.0542504701987205, 1e-9, 0)
	checkClose(t, "x variance", x.Variance(), 0.5376622091676687, 1e-9, 0)
	checkClose(t, "m mean", m.Mean(), 0.4957856256774632, 1e-9, 0)
	checkClose(t, "m variance", m.Variance(), 0.5297269105471584, 1e-9, 0)
	checkClose(t, "t rate", rate, 1.6896360511404895, 1e-9, 0)
	checkClose(t, "evidence", last, -1.062350362044293, 1e-11, 0)
	if n := testing.AllocsPerRun(10, func() { GreaterThanAverageLog(true, dist.Normal{H: -1, P: 1}, 0) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}
