package operators

import (
	"math"
	"strings"
	"testing"

	"mpc/dist"
)

func TestBernoulliTable(t *testing.T) {
	seen := 0
	for _, row := range boolRows(t, "beta_bernoulli") {
		if row["algorithm"] != "ep" {
			continue
		}
		seen++
		number := func(column string) float64 { return boolNumber(t, row[column]) }
		p := dist.Beta{A: number("p_true"), B: number("p_false")}
		x := dist.Bernoulli{LogOdds: number("b_logodds")}
		if row["edge"] == "b" {
			got, fault := BernoulliToX(p)
			if want := number("out_logodds"); fault != dist.NoFault || !boolClose(got.LogOdds, want, 1e-14, 0) {
				t.Errorf("row %s: to x %v, want %v", row["id"], got.LogOdds, want)
			}
			continue
		}
		check := func(name string, got dist.Beta, fault dist.Fault, suffix string) {
			// What differs from the uniform message is the message.
			a, b := number("out_true_"+suffix), number("out_false_"+suffix)
			scale := math.Max(math.Abs(a-1), math.Abs(b-1))
			if fault != dist.NoFault || !boolClose(got.A, a, 1e-15, 1e-12*scale) || !boolClose(got.B, b, 1e-15, 1e-12*scale) {
				t.Errorf("row %s: %s to p %v (fault %v), want %v, %v", row["id"], name, got, fault, a, b)
			}
		}
		got, fault := BernoulliToP(x, p)
		check("log", got, fault, "ml")
		got, fault = BernoulliToPVariance(x, p)
		check("variance", got, fault, "mv")
		if got, want := BernoulliEvidence(x, p), number("log_z"); !boolClose(got, want, 1e-14, 0) {
			t.Errorf("row %s: log Z %v, want %v", row["id"], got, want)
		}
	}
	if seen < 30 {
		t.Fatalf("only %d rows", seen)
	}
}

// TestBernoulliPoint: a message to a point mass is the limit of large counts,
// and both projections agree there.
func TestBernoulliPoint(t *testing.T) {
	for _, l := range []float64{-3, 0.1, math.Ln2, 5} {
		x := dist.Bernoulli{LogOdds: l}
		for _, y := range []float64{1.0 / 3, 0.01, 0.9} {
			want, fault := BernoulliToP(x, dist.BetaPoint(y))
			if fault != dist.NoFault {
				t.Fatalf("fault %v", fault)
			}
			last := math.Inf(1)
			for _, s := range []float64{1e4, 1e6, 1e8, 1e10, 1e12} {
				for _, f := range []func(dist.Bernoulli, dist.Beta) (dist.Beta, dist.Fault){BernoulliToP, BernoulliToPVariance} {
					got, _ := f(x, dist.Beta{A: y * s, B: (1 - y) * s})
					if distance := math.Abs(got.A-want.A) + math.Abs(got.B-want.B); distance > 2e4/s+1e-10 {
						t.Errorf("log odds %g, p %g, count %g: %v, at the point %v", l, y, s, got, want)
					} else {
						last = distance
					}
				}
			}
			if last > 1e-6 {
				t.Errorf("log odds %g, p %g: no limit", l, y)
			}
		}
	}
}

// TestBernoulliProjection checks the defining equations of the two projections
// on random inputs: the moments of the mixture are those of the result.
func TestBernoulliProjection(t *testing.T) {
	for _, a := range []float64{1e-5, 0.3, 2, 40, 1e5} {
		for _, b := range []float64{1e-5, 0.7, 3, 1e3} {
			for _, l := range []float64{-20, -2, 1e-3, 1, 30} {
				x, p := dist.Bernoulli{LogOdds: l}, dist.Beta{A: a, B: b}
				m, fault := BernoulliToP(x, p)
				if fault != dist.NoFault {
					t.Fatalf("a %g b %g l %g: fault %v", a, b, l, fault)
				}
				mirror, _ := BernoulliToP(dist.Bernoulli{LogOdds: -l}, dist.Beta{A: b, B: a})
				if !boolClose(m.A, mirror.B, 1e-9, 1e-12) || !boolClose(m.B, mirror.A, 1e-9, 1e-12) {
					t.Errorf("a %g b %g l %g: %v, mirror image %v", a, b, l, m, mirror)
				}
				w := 1 / (1 + math.Exp(-l)*b/a)
				wantA := digammaSlow(a) - digammaSlow(a+b+1) + w/a
				wantB := digammaSlow(b) - digammaSlow(a+b+1) + (1-w)/b
				na, nb := a+m.A-1, b+m.B-1
				gotA, gotB := digammaSlow(na)-digammaSlow(na+nb), digammaSlow(nb)-digammaSlow(na+nb)
				if !boolClose(gotA, wantA, 1e-9, 1e-10) || !boolClose(gotB, wantB, 1e-9, 1e-10) {
					t.Errorf("a %g b %g l %g: mean logs %g, %g, want %g, %g", a, b, l, gotA, gotB, wantA, wantB)
				}
				v, _ := BernoulliToPVariance(x, p)
				na, nb = a+v.A-1, b+v.B-1
				mean := (a + w) / (a + b + 1)
				square := (a + 1) * (a + 2*w) / (a + b + 1) / (a + b + 2)
				if !boolClose(na/(na+nb), mean, 1e-9, 0) || !boolClose(na*(na+1)/(na+nb)/(na+nb+1), square, 1e-9, 0) {
					t.Errorf("a %g b %g l %g: variance message %v", a, b, l, v)
				}
			}
		}
	}
}

// digammaSlow is the digamma function by recurrence and series.
func digammaSlow(x float64) float64 {
	s := 0.0
	for x < 20 {
		s -= 1 / x
		x++
	}
	u := 1 / (x * x)
	return s + math.Log(x) - 1/(2*x) - u*(1.0/12-u*(1.0/120-u*(1.0/252-u/240)))
}

func TestBernoulliSpecial(t *testing.T) {
	if _, fault := BernoulliToP(dist.Bernoulli{LogOdds: math.Log(9)}, dist.Beta{A: 1, B: -2}); fault != dist.Improper {
		t.Errorf("an improper p: fault %v", fault)
	}
	if _, fault := BernoulliToX(dist.Beta{A: 1, B: -2}); fault != dist.Improper {
		t.Errorf("an improper p: fault %v", fault)
	}
	if got := BernoulliEvidence(dist.BernoulliPoint(true), dist.BetaPoint(3e-5)); !boolClose(got, math.Log(3e-5), 1e-15, 0) {
		t.Errorf("log Z %v", got)
	}
	if got := BernoulliEvidenceKnown(dist.BernoulliPoint(true), 0); got != math.Inf(-1) {
		t.Errorf("an impossible value: log Z %v", got)
	}
	if got, fault := BernoulliToXKnown(1); fault != dist.NoFault || got != dist.BernoulliPoint(true) {
		t.Errorf("p = 1 sends %v", got)
	}
	if _, fault := BernoulliToXKnown(1.5); fault != dist.NotFinite {
		t.Errorf("p = 1.5: fault %v", fault)
	}
	if got, _ := BernoulliToX(dist.BetaPoint(0.5)); !got.IsUniform() {
		t.Errorf("p point at 1/2 sends %v", got)
	}
	for _, x := range []dist.Bernoulli{{}, dist.BernoulliPoint(true), dist.BernoulliPoint(false)} {
		got, fault := BernoulliToP(x, dist.Beta{A: 3, B: 2})
		want := dist.Beta{A: 1, B: 1}
		if x.LogOdds > 0 {
			want.A++
		} else if x.LogOdds < 0 {
			want.B++
		}
		if fault != dist.NoFault || got != want {
			t.Errorf("x %v sends %v", x, got)
		}
	}
	x, p := dist.Bernoulli{LogOdds: 0.7}, dist.Beta{A: 3, B: 2}
	if allocs := testing.AllocsPerRun(10, func() { BernoulliToP(x, p) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}

// TestBernoulliEvidenceImproper: of a known x the evidence of an improper p is the integral
// of p^A (1-p)^(B-1), or NaN where it diverges.
func TestBernoulliEvidenceImproper(t *testing.T) {
	yes, no, soft := dist.Bernoulli{LogOdds: math.Inf(1)}, dist.Bernoulli{LogOdds: math.Inf(-1)}, dist.Bernoulli{LogOdds: 0.3}
	p := dist.Beta{A: -0.5, B: 3} // p^(-1/2) (1-p)^2: 2 - 4/3 + 2/5
	if got, want := BernoulliEvidence(yes, p), math.Log(2-4.0/3+0.4); !boolClose(got, want, 1e-14, 0) {
		t.Errorf("log Z %v, want %v", got, want)
	}
	if got, want := BernoulliEvidence(no, dist.Beta{A: 3, B: -0.5}), math.Log(2-4.0/3+0.4); !boolClose(got, want, 1e-14, 0) {
		t.Errorf("log Z %v, want %v", got, want)
	}
	for _, x := range []dist.Bernoulli{no, soft} {
		if got := BernoulliEvidence(x, p); got == got {
			t.Errorf("log Z of %v is %v", x, got)
		}
	}
}

func TestBetaFactor(t *testing.T) {
	if m, fault := BetaToX(2.5, 3); fault != dist.NoFault || m != (dist.Beta{A: 2.5, B: 3}) {
		t.Errorf("beta(2.5, 3) sends %v", m)
	}
	if _, fault := BetaToX(0, 3); fault != dist.Improper {
		t.Errorf("beta(0, 3): fault %v", fault)
	}
	if _, fault := BetaToX(1, math.Inf(1)); fault != dist.NotFinite {
		t.Errorf("beta(1, +Inf): fault %v", fault)
	}
	// beta(2, 3) has the density 12 x (1-x)^2.
	if got, want := BetaEvidence(0.25, 2, 3), math.Log(12*0.25*0.75*0.75); !boolClose(got, want, 1e-14, 0) {
		t.Errorf("log density %v, want %v", got, want)
	}
}

// TestBetaOrGates runs the messages of x = b00 || b01, y = b10 || !b11,
// observe x && y with p[i] ~ beta(1, 1) to the fixed point with messages made
// proper.
func TestBetaOrGates(t *testing.T) {
	run := func(negate bool) dist.Beta {
		to := [2]dist.Beta{{A: 1, B: 1}, {A: 1, B: 1}}
		flip := func(x dist.Bernoulli) dist.Bernoulli {
			if negate {
				return NotToOut(x)
			}
			return x
		}
		prior := dist.Beta{A: 1, B: 1}
		for range 500 {
			for i := range to {
				cavity := prior.Times(to[1-i])
				other, fault := BernoulliToX(prior.Times(to[i]))
				if fault != dist.NoFault {
					t.Fatal(fault)
				}
				back := dist.BernoulliPoint(true) // through the conjunction and is_true
				var x dist.Bernoulli
				if i == 0 {
					x, _ = OrToA(back, flip(other))
				} else {
					x, _ = OrToB(back, other)
					x = flip(x)
				}
				m, fault := BernoulliToP(x, cavity)
				if fault != dist.NoFault {
					t.Fatal(fault)
				}
				to[i] = m.MakeProper(cavity)
			}
		}
		return prior.Times(to[0]).Times(to[1])
	}
	for _, c := range []struct {
		negate bool
		mean   float64
	}{{false, 0.6}, {true, 0.5}} {
		got := run(c.negate)
		if mean := got.A / (got.A + got.B); math.Abs(mean-c.mean) > 0.01 {
			t.Errorf("mean %v of %v, want %v", mean, got, c.mean)
		}
	}
}

func TestBinomialTable(t *testing.T) {
	seen := 0
	for _, row := range boolRows(t, "binomial") {
		if row["algorithm"] != "ep" || row["edge"] != "p" || strings.Contains(row["k"], ";") || strings.Contains(row["n"], ";") {
			continue
		}
		seen++
		number := func(column string) float64 { return boolNumber(t, row[column]) }
		k, n := int(number("k")), int(number("n"))
		p := dist.Beta{A: number("p_true"), B: number("p_false")}
		if got, fault := BinomialToP(k, n); fault != dist.NoFault || got != (dist.Beta{A: number("out_true"), B: number("out_false")}) {
			t.Errorf("row %s: to p %v", row["id"], got)
		}
		if got, want := BinomialEvidence(k, n, p), number("log_z"); !boolClose(got, want, 1e-10, 1e-13) {
			t.Errorf("row %s: log Z %v, want %v", row["id"], got, want)
		}
	}
	if seen < 15 {
		t.Fatalf("only %d rows", seen)
	}
	if _, fault := BinomialToP(3, 2); fault != dist.Contradiction {
		t.Errorf("3 of 2: fault %v", fault)
	}
	for _, p := range []float64{0, 1e-300, 0.2, 0.5, 1} {
		sum := 0.0
		for x := range 11 {
			sum += math.Exp(BinomialEvidenceKnown(x, 10, p))
		}
		if !boolClose(sum, 1, 1e-14, 0) {
			t.Errorf("p %g: the probabilities sum to %v", p, sum)
		}
	}
	if got, want := BinomialEvidenceKnown(3, 7, 0.3), math.Log(35*math.Pow(0.3, 3)*math.Pow(0.7, 4)); !boolClose(got, want, 1e-14, 0) {
		t.Errorf("binomial log probability %v, want %v", got, want)
	}
	if got, want := BinomialEvidence(30, 70, dist.Beta{A: 0.3e14, B: 0.7e14}), BinomialEvidenceKnown(30, 70, 0.3); !boolClose(got, want, 1e-10, 0) {
		t.Errorf("log Z %v with a narrow p, %v at the point", got, want)
	}
}

func TestPoissonTable(t *testing.T) {
	seen := 0
	for _, row := range boolRows(t, "poisson") {
		if row["algorithm"] != "ep" || row["edge"] != "rate" || strings.Contains(row["y"], ";") {
			continue
		}
		seen++
		number := func(column string) float64 { return boolNumber(t, row[column]) }
		x := int(number("y"))
		rate := dist.Gamma{Shape: number("rate_shape"), Rate: number("rate_rate")}
		if got, fault := PoissonToRate(x); fault != dist.NoFault || got != (dist.Gamma{Shape: number("out_shape_ml"), Rate: number("out_rate_ml")}) {
			t.Errorf("row %s: to rate %v", row["id"], got)
		}
		if got, want := PoissonEvidence(x, rate), number("log_z"); !boolClose(got, want, 1e-10, 1e-12) {
			t.Errorf("row %s: log Z %v, want %v", row["id"], got, want)
		}
	}
	if seen < 15 {
		t.Fatalf("only %d rows", seen)
	}
	if _, fault := PoissonToRate(-1); fault != dist.Contradiction {
		t.Errorf("-1: fault %v", fault)
	}
	if got, want := PoissonEvidenceKnown(4, 2.5), 4*math.Log(2.5)-2.5-math.Log(24); !boolClose(got, want, 1e-14, 0) {
		t.Errorf("poisson log probability %v, want %v", got, want)
	}
	if got, want := PoissonEvidence(4, dist.Gamma{Shape: 2.5e14, Rate: 1e14}), PoissonEvidenceKnown(4, 2.5); !boolClose(got, want, 1e-10, 0) {
		t.Errorf("log Z %v with a narrow rate, %v at the point", got, want)
	}
	if got := PoissonEvidenceKnown(0, 0); got != 0 {
		t.Errorf("0 at rate 0: %v", got)
	}
}
