package operators

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"testing"

	"mpc/dist"
)

// boolRows reads a table of testdata: one map from column to text per row.
func boolRows(t *testing.T, table string) []map[string]string {
	t.Helper()
	f, err := os.Open("testdata/" + table + ".csv")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	records, err := csv.NewReader(f).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]map[string]string, len(records)-1)
	for i, record := range records[1:] {
		rows[i] = make(map[string]string)
		for j, name := range records[0] {
			rows[i][name] = record[j]
		}
	}
	return rows
}

// boolNumber parses a number of a table; a number too small for a float64 is 0.
func boolNumber(t *testing.T, text string) float64 {
	t.Helper()
	x, err := strconv.ParseFloat(text, 64)
	if err != nil && !math.IsInf(x, 0) {
		t.Fatal(err)
	}
	return x
}

// boolClose tells whether got is want within a relative error, or an absolute
// one of floor.
func boolClose(got, want, relative, floor float64) bool {
	if got == want {
		return true
	}
	return math.Abs(got-want) <= relative*math.Abs(want)+floor
}

func TestBoolLogicTable(t *testing.T) {
	type edges struct {
		c        func(a, b dist.Bernoulli) dist.Bernoulli
		a, b     func(c, other dist.Bernoulli) (dist.Bernoulli, dist.Fault)
		evidence func(c, a, b dist.Bernoulli) float64
	}
	noFault := func(f func(c, other dist.Bernoulli) dist.Bernoulli) func(c, other dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
		return func(c, other dist.Bernoulli) (dist.Bernoulli, dist.Fault) { return f(c, other), dist.NoFault }
	}
	factors := map[string]edges{
		"and":   {AndToOut, AndToA, AndToB, AndEvidence},
		"or":    {OrToOut, OrToA, OrToB, OrEvidence},
		"equal": {EqualBoolToOut, noFault(EqualBoolToA), noFault(EqualBoolToB), EqualBoolEvidence},
		"xor": { // a != b is !(a == b)
			func(a, b dist.Bernoulli) dist.Bernoulli { return NotToOut(EqualBoolToOut(a, b)) },
			noFault(func(c, b dist.Bernoulli) dist.Bernoulli { return EqualBoolToA(NotToA(c), b) }),
			noFault(func(c, a dist.Bernoulli) dist.Bernoulli { return EqualBoolToB(NotToA(c), a) }),
			func(c, a, b dist.Bernoulli) float64 { return EqualBoolEvidence(NotToA(c), a, b) },
		},
		"implies": { // !a || b
			func(a, b dist.Bernoulli) dist.Bernoulli { return OrToOut(NotToOut(a), b) },
			func(c, b dist.Bernoulli) (dist.Bernoulli, dist.Fault) {
				m, fault := OrToA(c, b)
				return NotToA(m), fault
			},
			func(c, a dist.Bernoulli) (dist.Bernoulli, dist.Fault) { return OrToB(c, NotToOut(a)) },
			func(c, a, b dist.Bernoulli) float64 { return OrEvidence(c, NotToOut(a), b) },
		},
		"not": {
			func(a, _ dist.Bernoulli) dist.Bernoulli { return NotToOut(a) },
			noFault(func(c, _ dist.Bernoulli) dist.Bernoulli { return NotToA(c) }), nil, nil,
		},
	}
	seen := 0
	for _, row := range boolRows(t, "bool_logic") {
		f, ok := factors[row["factor"]]
		if !ok {
			t.Fatalf("row %s: factor %q", row["id"], row["factor"])
		}
		number := func(column string) dist.Bernoulli {
			if row[column] == "" {
				return dist.Bernoulli{}
			}
			return dist.Bernoulli{LogOdds: boolNumber(t, row[column])}
		}
		a, b, c := number("a_logodds"), number("b_logodds"), number("c_logodds")
		var got dist.Bernoulli
		fault := dist.NoFault
		switch row["edge"] {
		case "a":
			got, fault = f.a(c, b)
		case "b":
			got, fault = f.b(c, a)
		case "c":
			got = f.c(a, b)
		}
		seen++
		if row["out_logodds"] == "all_zero" {
			if fault != dist.Contradiction {
				t.Errorf("row %s: fault %v, want a contradiction", row["id"], fault)
			}
		} else if want := boolNumber(t, row["out_logodds"]); fault != dist.NoFault || !boolClose(got.LogOdds, want, 1e-13, 1e-300) {
			t.Errorf("row %s: %s to %s: %v (fault %v), want %v", row["id"], row["factor"], row["edge"], got.LogOdds, fault, want)
		}
		if f.evidence != nil && row["log_z"] != "" {
			if got, want := f.evidence(c, a, b), boolNumber(t, row["log_z"]); !boolClose(got, want, 1e-13, 1e-300) {
				t.Errorf("row %s: log Z %v, want %v", row["id"], got, want)
			}
		}
	}
	if seen < 140 {
		t.Fatalf("only %d rows", seen)
	}
}

// TestBoolHuge takes log odds whose exponentials overflow or underflow.
func TestBoolHuge(t *testing.T) {
	l := func(x float64) dist.Bernoulli { return dist.Bernoulli{LogOdds: x} }
	for _, c := range []struct {
		name string
		got  dist.Bernoulli
		want float64
	}{
		{"and of two nearly sure", AndToOut(l(900), l(900)), 900 - math.Ln2},
		{"and of two nearly false", AndToOut(l(-900), l(-800)), -1700},
		{"or of two nearly false", OrToOut(l(-900), l(-900)), -900 + math.Ln2},
		{"equal of two nearly sure", EqualBoolToOut(l(900), l(-900)), -900 + math.Ln2},
		{"not", NotToOut(l(1e300)), -1e300},
	} {
		if !boolClose(c.got.LogOdds, c.want, 1e-15, 0) {
			t.Errorf("%s: %v, want %v", c.name, c.got.LogOdds, c.want)
		}
	}
	for _, c := range []struct{ out, b, want float64 }{
		{900, -900, math.Ln2}, {900, -850, 50}, {900, 3, 900 - math.Log1p(math.Exp(-3))},
		{-900, 800, -800}, {-900, 900, -900 + math.Ln2}, {-1e9, 900, -900}, {math.Inf(-1), 900, -900},
	} {
		got, fault := AndToA(l(c.out), l(c.b))
		if fault != dist.NoFault || !boolClose(got.LogOdds, c.want, 1e-14, 0) {
			t.Errorf("and back, out %g, b %g: %v, want %v", c.out, c.b, got.LogOdds, c.want)
		}
	}
	if _, fault := AndToA(l(math.NaN()), l(1)); fault != dist.Contradiction {
		t.Error("NaN out: no contradiction")
	}
	if _, fault := AndToA(l(1), l(math.NaN())); fault != dist.Contradiction {
		t.Error("NaN argument: no contradiction")
	}
	if m, _ := AndToA(l(math.Inf(-1)), l(math.Inf(-1))); m != l(0) {
		t.Errorf("false = a && false sends %v to a", m)
	}
}

// TestAllAnyEnumerated compares with the sum over all assignments.
func TestAllAnyEnumerated(t *testing.T) {
	terms := []dist.Bernoulli{{LogOdds: 0.3}, {LogOdds: -2}, {LogOdds: 4}, {LogOdds: 1e-18}, {LogOdds: -0.5}}
	n := len(terms)
	sums := func(out dist.Bernoulli, f func(x int) bool) (toOut float64, to []float64, logZ float64) {
		to = make([]float64, n)
		var on [2]float64
		for i := -1; i < n; i++ {
			var w [2]float64
			for x := range 1 << n {
				p := 1.0
				for j, d := range terms {
					if j == i {
						continue
					}
					if x>>j&1 == 1 {
						p *= d.P()
					} else {
						p *= d.Q()
					}
				}
				k := 0
				if f(x) {
					k = 1
				}
				if i < 0 {
					on[k] += p
					continue
				}
				if k == 1 {
					p *= out.P()
				} else {
					p *= out.Q()
				}
				w[x>>i&1] += p
			}
			if i >= 0 {
				to[i] = math.Log(w[1] / w[0])
			}
		}
		return math.Log(on[1] / on[0]), to, math.Log(on[1]*out.P() + on[0]*out.Q())
	}
	to := make([]dist.Bernoulli, n)
	check := func(name string, out dist.Bernoulli, f func(x int) bool,
		forward func([]dist.Bernoulli) dist.Bernoulli, back func(dist.Bernoulli, []dist.Bernoulli, []dist.Bernoulli) dist.Fault,
		evidence func(dist.Bernoulli, []dist.Bernoulli) float64) {
		wantOut, want, logZ := sums(out, f)
		if got := forward(terms).LogOdds; !boolClose(got, wantOut, 1e-13, 0) {
			t.Errorf("%s: to out %v, want %v", name, got, wantOut)
		}
		if got := evidence(out, terms); !boolClose(got, logZ, 1e-13, 1e-15) {
			t.Errorf("%s: log Z %v, want %v", name, got, logZ)
		}
		if fault := back(out, terms, to); fault != dist.NoFault {
			t.Errorf("%s: fault %v", name, fault)
		}
		for i := range to {
			if !boolClose(to[i].LogOdds, want[i], 1e-12, 1e-15) {
				t.Errorf("%s: to term %d: %v, want %v", name, i, to[i].LogOdds, want[i])
			}
		}
	}
	for _, l := range []float64{-3, -0.1, 2, 8, math.Inf(-1)} {
		check("all", dist.Bernoulli{LogOdds: l}, func(x int) bool { return x == 1<<n-1 }, AllToOut, AllToTerms, AllEvidence)
		check("any", dist.Bernoulli{LogOdds: -l}, func(x int) bool { return x != 0 }, AnyToOut, AnyToTerms, AnyEvidence)
	}
	AllToTerms(dist.BernoulliUniform(), terms, to)
	for i := range to {
		if to[i] != dist.BernoulliUniform() {
			t.Errorf("uniform out sends %v to term %d", to[i], i)
		}
	}
	if AllToOut(nil) != dist.BernoulliPoint(true) || AnyToOut(nil) != dist.BernoulliPoint(false) {
		t.Error("all or any of nothing")
	}
	sure := []dist.Bernoulli{dist.BernoulliPoint(false), {LogOdds: 1}}
	if fault := AllToTerms(dist.BernoulliPoint(true), sure, to[:2]); fault != dist.Contradiction {
		t.Errorf("a true conjunction with a false term: fault %v", fault)
	}
	if allocs := testing.AllocsPerRun(10, func() { AllToTerms(terms[0], terms, to); AnyToTerms(terms[0], terms, to) }); allocs != 0 {
		t.Errorf("%v allocations", allocs)
	}
}
