package operators

import (
	"math"
	"math/rand/v2"
	"testing"

	"mpc/dist"
)

// maxMessage is the message to an edge ("c" is out).
func maxMessage(edge string, c, a, b dist.Normal) (dist.Normal, dist.Fault) {
	switch edge {
	case "a":
		return MaxToA(c, a, b)
	case "b":
		return MaxToB(c, a, b)
	}
	return MaxToOut(c, a, b)
}

func TestMaxTable(t *testing.T) {
	for _, r := range readTable(t, "max.csv") {
		c, a, b := r.normal(t, "c"), r.normal(t, "a"), r.normal(t, "b")
		what := "row " + r["id"] + " (" + r["edge"] + ", " + r["note"] + ")"
		checkClose(t, what+" log_z", MaxEvidence(c, a, b), r.number(t, "log_z"), 1e-12, 1e-15)
		mirror, fault := dist.Normal{}, dist.NoFault
		switch r["edge"] {
		case "a":
			mirror, fault = MinToA(normalNegate(c), normalNegate(a), normalNegate(b))
		case "b":
			mirror, fault = MinToB(normalNegate(c), normalNegate(a), normalNegate(b))
		default:
			mirror, fault = MinToOut(normalNegate(c), normalNegate(a), normalNegate(b))
		}
		m, f := maxMessage(r["edge"], c, a, b)
		if f != fault || m != normalNegate(mirror) {
			t.Errorf("%s: max %v, min %v", what, m, mirror)
		}
		if f != dist.NoFault {
			t.Errorf("%s: fault %d", what, f)
		}
		if (r["edge"] != "c") && c.IsUniform() {
			if !m.IsUniform() {
				t.Errorf("%s: %v", what, m)
			}
			continue
		}
		cavity := map[string]dist.Normal{"a": a, "b": b, "c": c}[r["edge"]]
		want := r.normal(t, "out")
		mean, sd := r.number(t, "marg_mean"), math.Sqrt(r.number(t, "marg_var"))
		// The message is compared on the scale of the posterior.
		p := 1 / (sd * sd)
		checkClose(t, what+" prec", m.P, want.P, 1e-10, 1e-3*p)
		checkClose(t, what+" mtp", m.H, want.H, 1e-10, 1e-3*(p*(math.Abs(mean)+sd)+math.Abs(cavity.H)))
		post := m.Times(cavity)
		checkClose(t, what+" mean", post.Mean(), mean, 1e-12, sd)
		checkClose(t, what+" variance", post.Variance(), sd*sd, 1e-11, 0)
	}
}

// An observed maximum: atoms, contradictions and densities.
func TestMaxPoints(t *testing.T) {
	x := dist.NormalMeanVariance(38.92, 148.4)
	zero := dist.NormalPoint(0)
	m, fault := MaxToB(zero, zero, x)
	post := m.Times(x)
	if fault != dist.NoFault {
		t.Fatal(fault)
	}
	checkClose(t, "mean of x given max(0, x) == 0", post.Mean(), -3.28818328277, 1e-11, 0)
	checkClose(t, "variance of x given max(0, x) == 0", post.Variance(), 9.61175733344, 1e-11, 0)
	m2, _ := MaxToA(zero, x, zero)
	if m != m2 {
		t.Errorf("%v, %v with the sides exchanged", m, m2)
	}
	checkClose(t, "log Z", MaxEvidence(zero, zero, x), math.Log(math.Erfc(38.92/math.Sqrt(2*148.4))/2), 1e-12, 0)
	checkClose(t, "log Z exchanged", MaxEvidence(zero, x, zero), MaxEvidence(zero, zero, x), 0, 0)

	two := dist.NormalPoint(2)
	if m, fault := MaxToB(two, zero, x); fault != dist.NoFault || m != two {
		t.Errorf("max(0, x) == 2: %v, fault %d", m, fault)
	}
	checkClose(t, "log Z", MaxEvidence(two, zero, x), x.LogProb(2), 1e-14, 0)
	if _, fault := MaxToB(zero, two, x); fault != dist.Contradiction {
		t.Errorf("max(2, x) == 0: fault %d", fault)
	}
	if e := MaxEvidence(zero, two, x); !math.IsInf(e, -1) {
		t.Errorf("max(2, x) == 0: log Z %v", e)
	}
	if m, fault := MaxToOut(dist.Normal{}, zero, two); fault != dist.NoFault || m != two {
		t.Errorf("max(0, 2): %v, fault %d", m, fault)
	}
	if m, fault := MaxToOut(dist.Normal{}, zero, zero); fault != dist.NoFault || m != zero {
		t.Errorf("max(0, 0): %v, fault %d", m, fault)
	}
}

// Narrow normals tend to point masses.
func TestMaxPointLimits(t *testing.T) {
	wide := []dist.Normal{dist.NormalMeanVariance(0.3, 1), dist.NormalMeanVariance(-0.4, 2), dist.NormalMeanVariance(0.7, 0.5)}
	for i := range 3 {
		for _, edge := range []string{"a", "b", "c"} {
			at := [3]dist.Normal{wide[0], wide[1], wide[2]}
			at[i] = dist.NormalPoint(at[i].Mean())
			want, fault := maxMessage(edge, at[0], at[1], at[2])
			if fault != dist.NoFault {
				t.Fatalf("%v: fault %d", at, fault)
			}
			before := math.Inf(1)
			for _, p := range []float64{1e6, 1e9, 1e12, 1e15} {
				at[i] = dist.NormalMeanPrecision(wide[i].Mean(), p)
				got, _ := maxMessage(edge, at[0], at[1], at[2])
				if want.IsPoint() {
					got = got.Times(at[2-i]) // any posterior near the point
					checkClose(t, "mean", got.Mean(), want.H, 1, 10/math.Sqrt(p))
					continue
				}
				e := math.Abs(got.H-want.H) + math.Abs(got.P-want.P)
				if !(e <= before*1.01+1e-9) || !(e < 10/math.Sqrt(p)+1e-8) {
					t.Errorf("%s, point %d, precision %g: off by %g", edge, i, p, e)
				}
				before = e
			}
		}
	}
}

// The law of TestMaxTable's peer: a far above an observed maximum.
func TestMaxFar(t *testing.T) {
	for _, c := range []dist.Normal{dist.NormalPoint(0), dist.NormalPoint(2), dist.NormalMeanVariance(2, 0.1)} {
		for e := 0.0; e < 100; e += 3 {
			a := dist.NormalMeanVariance(math.Pow(10, e), 177)
			m, fault := MaxToA(c, a, dist.NormalPoint(0))
			post := m.Times(a)
			if fault != dist.NoFault || !(post.P > 0) || !(post.Variance() <= 177.0001) {
				t.Errorf("max(N(1e%v, 177), 0) == %v: %v, posterior %v, fault %d", e, c, m, post, fault)
			}
		}
	}
}

func TestMaxQuadrature(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 10 {
		c := dist.NormalMeanVariance(rng.NormFloat64(), 0.2+rng.Float64())
		a := dist.NormalMeanVariance(rng.NormFloat64(), 0.2+rng.Float64())
		b := dist.NormalMeanVariance(rng.NormFloat64(), 0.2+rng.Float64())
		below := func(d dist.Normal, x float64) float64 { return math.Erfc((d.Mean()-x)*math.Sqrt(d.P/2)) / 2 }
		logZ, mean, variance := bruteMoments(func(x float64) float64 {
			return c.LogProb(x) + math.Log(math.Exp(a.LogProb(x))*below(b, x)+math.Exp(b.LogProb(x))*below(a, x)+1e-300)
		}, -15, 15)
		m, _ := MaxToOut(c, a, b)
		post := m.Times(c)
		checkClose(t, "mean", post.Mean(), mean, 1e-9, 1)
		checkClose(t, "variance", post.Variance(), variance, 1e-9, 0)
		checkClose(t, "log Z", MaxEvidence(c, a, b), logZ, 1e-9, 1)
	}
}
