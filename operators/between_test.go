package operators

import (
	"math"
	"testing"

	"mpc/dist"
	"mpc/special"
)

// normalClose tells whether two normals agree relative to their own scale.
func normalClose(got, want dist.Normal, relative float64) bool {
	return boolClose(got.P, want.P, relative, 1e-300) && boolClose(got.H, want.H, relative, relative*math.Abs(want.P)+1e-300)
}

func TestBetweenTable(t *testing.T) {
	seen := 0
	for _, row := range boolRows(t, "is_between") {
		if row["lo_prec"] != "inf" || row["hi_prec"] != "inf" {
			continue
		}
		seen++
		number := func(column string) float64 { return boolNumber(t, row[column]) }
		x := dist.Normal{H: number("x_mtp"), P: number("x_prec")}
		out := dist.Bernoulli{LogOdds: number("b_logodds")}
		low, high := number("lo_mtp"), number("hi_mtp")
		if row["edge"] == "b" {
			got, fault := BetweenToOut(x, low, high)
			want := number("out_logodds")
			if x.P == 1e6 { // the table's precision ends before 1 - exp(-500000)
				want = -special.NormalCdfLn(-1000) - math.Ln2
			}
			if fault != dist.NoFault || !boolClose(got.LogOdds, want, 1e-13, 0) {
				t.Errorf("row %s: to out %v, want %v", row["id"], got.LogOdds, want)
			}
			continue
		}
		got, fault := BetweenToX(out, x, low, high)
		if out.IsPoint() && out.LogOdds > 0 {
			got, fault = BetweenToXObserved(true, x, low, high)
		}
		want := dist.Normal{H: number("out_mtp"), P: number("out_prec")}
		tolerance := 1e-11
		if math.Abs(want.P) < 1e-16 {
			tolerance = 1e-9
		}
		if fault != dist.NoFault || !normalClose(got, want, tolerance) {
			t.Errorf("row %s: to x %v %v (fault %v), want %v %v", row["id"], got.H, got.P, fault, want.H, want.P)
		}
		if row["log_z"] != "" {
			if got, want := BetweenEvidence(out, x, low, high), number("log_z"); !boolClose(got, want, 1e-12, 1e-300) || got > 0 {
				t.Errorf("row %s: log Z %v, want %v", row["id"], got, want)
			}
		}
		if out.IsPoint() && out.LogOdds > 0 {
			m, _ := BetweenMoments(x, low, high)
			mean, variance := number("marg_mean"), number("marg_var")
			if !boolClose(m.Mean, mean, 1e-13, 1e-13*math.Sqrt(variance)) || !boolClose(m.Variance, variance, 1e-12, 0) {
				t.Errorf("row %s: mean %v variance %v, want %v %v", row["id"], m.Mean, m.Variance, mean, variance)
			}
		}
	}
	if seen < 60 {
		t.Fatalf("only %d rows", seen)
	}
}

func TestBetweenRandomTable(t *testing.T) {
	seen := 0
	for _, row := range boolRows(t, "is_between") {
		if row["edge"] == "b" {
			continue
		}
		number := func(column string) float64 { return boolNumber(t, row[column]) }
		x := dist.Normal{H: number("x_mtp"), P: number("x_prec")}
		low := dist.Normal{H: number("lo_mtp"), P: number("lo_prec")}
		high := dist.Normal{H: number("hi_mtp"), P: number("hi_prec")}
		out := dist.Bernoulli{LogOdds: number("b_logodds")}
		fixed := low.IsPoint() && high.IsPoint()
		if fixed && (x.P*math.Pow(high.H-low.H, 2) < 1e-4 || x.P > 1e6 || math.Abs(x.H) > 1e9) {
			continue // more than the operator for random bounds is made for
		}
		seen++
		f := map[string]func(dist.Bernoulli, dist.Normal, dist.Normal, dist.Normal) (dist.Normal, dist.Fault){
			"x": BetweenRandomToX, "lo": BetweenRandomToLow, "hi": BetweenRandomToHigh}[row["edge"]]
		got, fault := f(out, x, low, high)
		want := dist.Normal{H: number("out_mtp"), P: number("out_prec")}
		tolerance, floor := 1e-10, 1e-16
		if fixed {
			tolerance = 1e-8
		}
		if fault != dist.NoFault || !boolClose(got.P, want.P, tolerance, floor) || !boolClose(got.H, want.H, tolerance, floor+tolerance*math.Abs(want.P)) {
			t.Errorf("row %s: to %s %v %v (fault %v), want %v %v (%s)", row["id"], row["edge"], got.H, got.P, fault, want.H, want.P, row["note"])
		}
		if row["log_z"] != "" {
			if got, want := BetweenRandomEvidence(out, x, low, high), number("log_z"); !boolClose(got, want, 1e-11, 1e-14) || got > 0 {
				t.Errorf("row %s: log Z %v, want %v", row["id"], got, want)
			}
		}
	}
	if seen < 60 {
		t.Fatalf("only %d rows", seen)
	}
}
