package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// E_q of the log of the message has the gradient of E_q[h log a - p (log a)^2/2] in
// shape and rate of q.
func TestLogAverageGradient(t *testing.T) {
	for _, q := range []dist.Gamma{{Shape: 2, Rate: 3}, {Shape: 0.1, Rate: 1e-3}, {Shape: 40, Rate: 1}, {Shape: 1e5, Rate: 1e9}} {
		for _, out := range []dist.Normal{{H: 2, P: 3}, {H: -1, P: 0.2}, {H: 4}, {H: 1, P: -0.5}} {
			got, fault := LogToAAverage(out, q)
			if fault != dist.NoFault {
				t.Fatal(fault)
			}
			l, k := q.MeanLog(), q.Shape
			one, two := special.Trigamma(k), special.Tetragamma(k)
			byShape := (out.H-out.P*l)*one - out.P/2*two
			byRate := -(out.H - out.P*l) / q.Rate
			// Of (shape-1) E log a - rate E a.
			checkClose(t, "shape", (got.Shape-1)*one-got.Rate/q.Rate, byShape, 1e-9, math.Abs(got.Rate/q.Rate))
			checkClose(t, "rate", -(got.Shape-1)/q.Rate+got.Rate*k/q.Rate/q.Rate, byRate, 1e-9, math.Abs(got.Shape/q.Rate))
		}
	}
}

func TestLogAverageForward(t *testing.T) {
	for _, a := range []dist.Gamma{{Shape: 2, Rate: 3}, {Shape: 1e-3, Rate: 1e-3}, {Shape: 1e9, Rate: 7}} {
		out, fault := LogToOutAverage(a)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		checkClose(t, "mean", out.Mean(), special.Digamma(a.Shape)-math.Log(a.Rate), 1e-12, 0)
		checkClose(t, "variance", out.Variance(), special.Trigamma(a.Shape), 1e-13, 0)
	}
	if out, _ := LogToOutAverage(dist.GammaPoint(3)); out != dist.NormalPoint(math.Log(3)) {
		t.Errorf("point: %v", out)
	}
	for _, a := range []dist.Gamma{{Shape: 1}, {Shape: -1, Rate: 1}} {
		if _, fault := LogToOutAverage(a); fault != dist.Improper {
			t.Errorf("%v: fault %d", a, fault)
		}
	}
}

func TestLogAverageLimits(t *testing.T) {
	out := dist.Normal{H: 2, P: 3}
	want, _ := LogToAAverage(out, dist.GammaPoint(0.7))
	got, _ := LogToAAverage(out, dist.Gamma{Shape: 0.7e10, Rate: 1e10})
	checkClose(t, "point shape", got.Shape, want.Shape, 1e-8, 0)
	checkClose(t, "point rate", got.Rate, want.Rate, 1e-8, 0)
	// The two derivatives of the term at the point.
	l := math.Log(0.7)
	checkClose(t, "slope", (want.Shape-1)/0.7-want.Rate, (out.H-out.P*l)/0.7, 1e-14, 0)
	checkClose(t, "curvature", -(want.Shape-1)/0.49, -(out.H-out.P*l)/0.49-out.P/0.49, 1e-14, 0)
	// A start has the mode of the term, and that of no precision is exact.
	start, fault := LogToAAverage(out, dist.GammaUniform())
	if fault != dist.NoFault {
		t.Fatal(fault)
	}
	checkClose(t, "start", math.Log((start.Shape-1)/start.Rate), 2.0/3, 1e-15, 0)
	if m, fault := LogToAAverage(dist.Normal{H: 2}, dist.GammaUniform()); fault != dist.NoFault || m != (dist.Gamma{Shape: 3}) {
		t.Errorf("tilt: %v, fault %d", m, fault)
	}
	if m, fault := LogToAAverage(dist.Normal{H: 2}, dist.Gamma{Shape: 4, Rate: 5}); fault != dist.NoFault || m != (dist.Gamma{Shape: 3}) {
		t.Errorf("tilt: %v, fault %d", m, fault)
	}
	if m, fault := LogToAAverage(dist.NormalPoint(1), dist.GammaUniform()); fault != dist.NoFault || m != dist.GammaPoint(math.E) {
		t.Errorf("observed: %v, fault %d", m, fault)
	}
	if _, fault := LogToAAverage(out, dist.Gamma{Shape: -1, Rate: 1}); fault != dist.Improper {
		t.Errorf("improper: fault %d", fault)
	}
	if n := testing.AllocsPerRun(10, func() { LogToAAverage(out, dist.Gamma{Shape: 2, Rate: 1}) }); n != 0 {
		t.Errorf("%v allocations", n)
	}
}

// z ~ normal(log(t), precision = 4), t gamma: the fixed point is a maximum of the
// bound, below the evidence.
func TestLogNormalOfGamma(t *testing.T) {
	prior := dist.Gamma{Shape: 3, Rate: 2}
	const z, p = 0.8, 4.0
	back := dist.Normal{H: z * p, P: p}
	value := func(q dist.Gamma) float64 {
		out, fault := LogToOutAverage(q)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		d := z - out.Mean()
		like := math.Log(p)/2 - halfLog2Pi - p*(d*d+out.Variance())/2
		cross := prior.Shape*math.Log(prior.Rate) - special.GammaLn(prior.Shape) + (prior.Shape-1)*q.MeanLog() - prior.Rate*q.Mean()
		entropy := q.Shape - math.Log(q.Rate) + special.GammaLn(q.Shape) + (1-q.Shape)*special.Digamma(q.Shape)
		return like + cross + entropy
	}
	q := dist.GammaUniform()
	for range 200 {
		m, fault := LogToAAverage(back, q)
		if fault != dist.NoFault {
			t.Fatal(fault)
		}
		q = prior.Times(m)
	}
	best := value(q)
	for _, s := range [][2]float64{{1.001, 1}, {0.999, 1}, {1, 1.001}, {1, 0.999}} {
		if other := value(dist.Gamma{Shape: q.Shape * s[0], Rate: q.Rate * s[1]}); other > best {
			t.Errorf("%v is no maximum: %v beside it", best, other)
		}
	}
	exact := math.Log(simpson(func(u float64) float64 {
		x := math.Exp(u)
		return x * math.Exp(prior.LogProb(x)+math.Log(p)/2-halfLog2Pi-p*(z-u)*(z-u)/2)
	}, -6, 6, 20000))
	if !(best < exact && exact-best < 0.02) {
		t.Errorf("bound %v of %v", best, exact)
	}
}
