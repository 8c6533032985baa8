package special

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"testing"
)

// peerTable is one table of reference values: columns are arguments, the last
// is the result.
type peerTable struct {
	file  string
	f     func(a []float64) float64
	bound float64 // largest relative error
	// rows with their own rule, by their arguments as they parse; each says why
	odd map[string]oddRow
}

// oddRow replaces the result of a row that is wrong or cannot be met.
type oddRow struct {
	want  float64
	bound float64
	why   string
}

func peerKey(a []float64) string {
	key := ""
	for _, v := range a {
		key += strconv.FormatFloat(v, 'g', -1, 64) + " "
	}
	return key
}

var peerTables = []peerTable{
	{file: "BesselI", f: func(a []float64) float64 { return BesselI(a[0], a[1]) }, bound: 1e-15},
	{file: "BetaCdf", f: func(a []float64) float64 { return BetaCdf(a[0], a[1], a[2]) }, bound: 1e-13},
	{file: "Digamma", f: func(a []float64) float64 { return Digamma(a[0]) }, bound: 1e-15},
	{file: "Erfc", f: func(a []float64) float64 { return math.Erfc(a[0]) }, bound: 1e-15},
	{file: "ExpMinus1", f: func(a []float64) float64 { return ExpMinus1(a[0]) }, bound: 1e-15},
	{file: "ExpMinus1RatioMinus1RatioMinusHalf", f: func(a []float64) float64 { return ExpMinus1RatioMinus1RatioMinusHalf(a[0]) }, bound: 1e-15},
	{file: "Gamma", f: func(a []float64) float64 { return math.Gamma(a[0]) }, bound: 1e-15},
	{file: "GammaLn", f: func(a []float64) float64 { return GammaLn(a[0]) }, bound: 1e-15},
	{file: "GammaLnSeries", f: func(a []float64) float64 { return GammaLnSeries(a[0]) }, bound: 1e-15},
	{file: "GammaLogProb", f: func(a []float64) float64 { return GammaLogProb(a[0], a[1], a[2]) }, bound: 1e-15},
	{file: "GammaLower", f: func(a []float64) float64 { return GammaLower(a[0], a[1]) }, bound: 3e-14},
	{file: "GammaUpper", f: func(a []float64) float64 { return GammaUpper(a[0], a[1]) }, bound: 2e-15},
	{file: "GammaUpperRegularized", f: func(a []float64) float64 { return GammaUpperRegularized(a[0], a[1]) }, bound: 5e-14},
	{file: "GammaUpperScale", f: func(a []float64) float64 { return GammaUpperScale(a[0], a[1]) }, bound: 3e-14},
	{file: "Log1MinusExp", f: func(a []float64) float64 { return Log1MinusExp(a[0]) }, bound: 1e-15},
	{file: "Log1Plus", f: func(a []float64) float64 { return Log1Plus(a[0]) }, bound: 1e-15},
	{file: "LogExpMinus1", f: func(a []float64) float64 { return LogExpMinus1(a[0]) }, bound: 1e-15},
	{file: "LogSumExp", f: func(a []float64) float64 { return LogSumExp(a[0], a[1]) }, bound: 1e-15},
	{file: "LogOddsEqual", f: func(a []float64) float64 { return LogOddsEqual(a[0], a[1]) }, bound: 1e-13},
	{file: "Logistic", f: func(a []float64) float64 { return Logistic(a[0]) }, bound: 1e-15},
	{file: "LogisticLn", f: func(a []float64) float64 { return LogisticLn(a[0]) }, bound: 1e-15},
	{file: "NormalCdf", f: func(a []float64) float64 { return NormalCdf(a[0]) }, bound: 1e-15},
	{file: "NormalCdf2", f: func(a []float64) float64 { return NormalCdf2(a[0], a[1], a[2]) }, bound: 1e-14},
	{file: "NormalCdfIntegral", f: func(a []float64) float64 { return NormalCdfIntegral(a[0], a[1], a[2]) }, bound: 1e-13,
		odd: map[string]oddRow{"1e-08 1e-08 -0.999999999999999 ": {3.862016862887230403450782704855e-16, 1e-13,
			"the table has a negative number for a positive integral; 40-digit quadrature gives this"}}},
	{file: "NormalCdfIntegralRatio", f: func(a []float64) float64 { return NormalCdfIntegralRatio(a[0], a[1], a[2]) }, bound: 5e-15},
	{file: "NormalCdfLn", f: func(a []float64) float64 { return NormalCdfLn(a[0]) }, bound: 1e-15},
	{file: "NormalCdfLn2", f: func(a []float64) float64 { return NormalCdfLn2(a[0], a[1], a[2]) }, bound: 2e-15},
	{file: "NormalCdfLogit", f: func(a []float64) float64 { return NormalCdfLogit(a[0]) }, bound: 1e-15},
	{file: "NormalCdfMomentRatio", f: func(a []float64) float64 { return NormalCdfMomentRatio(int(a[0]), a[1]) }, bound: 5e-15},
	{file: "NormalCdfRatioLn2", f: func(a []float64) float64 { return NormalCdfRatioLn2(a[0], a[1], a[2], a[3]) }, bound: 1e-15},
	{file: "Tetragamma", f: func(a []float64) float64 { return Tetragamma(a[0]) }, bound: 1e-15},
	{file: "Trigamma", f: func(a []float64) float64 { return Trigamma(a[0]) }, bound: 1e-15},
	{file: "XMinusLog1Plus", f: func(a []float64) float64 { return XMinusLog1Plus(a[0]) }, bound: 1e-15,
		odd: map[string]oddRow{"+Inf ": {math.Inf(1), 0, "the table has NaN; the limit is +Inf"}}},
	{file: "logisticGaussian", f: func(a []float64) float64 { return LogisticGaussian(a[0], a[1]) }, bound: 2e-15},
	{file: "logisticGaussianDeriv", f: func(a []float64) float64 { return LogisticGaussianDeriv(a[0], a[1]) }, bound: 2e-15},
	{file: "logisticGaussianDeriv2", f: func(a []float64) float64 { return LogisticGaussianDeriv2(a[0], a[1]) }, bound: 2e-15},
	{file: "ulp", f: func(a []float64) float64 { return Ulp(a[0]) }, bound: 0},
}

// TestPeerTables compares every function with its table and holds it to the
// bound that the package documentation states.
func TestPeerTables(t *testing.T) {
	for _, table := range peerTables {
		t.Run(table.file, func(t *testing.T) {
			worst, at := 0.0, ""
			met := 0
			for _, row := range readTable(t, table.file) {
				args, want := row[:len(row)-1], row[len(row)-1]
				got := table.f(args)
				key := peerKey(args)
				if odd, ok := table.odd[key]; ok {
					met++
					if e := relativeError(got, odd.want); !(e <= odd.bound) {
						t.Errorf("%s(%s) = %v, want %v (error %.3g > %.3g; %s)", table.file, key, got, odd.want, e, odd.bound, odd.why)
					}
					continue
				}
				e := relativeError(got, want)
				if !(e <= table.bound) {
					t.Errorf("%s(%s) = %v, want %v: error %.3g > %.3g", table.file, key, got, want, e, table.bound)
				}
				if e > worst {
					worst, at = e, key
				}
			}
			if met != len(table.odd) {
				t.Errorf("%d of %d odd rows met", met, len(table.odd))
			}
			t.Logf("largest relative error %.2g at %s(bound %.2g)", worst, at, table.bound)
		})
	}
}

// readTable reads a table of testdata without its first row. Numbers beyond
// the range of float64 become infinite or zero.
func readTable(t testing.TB, name string) [][]float64 {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name+".csv"))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	r := csv.NewReader(file)
	r.TrimLeadingSpace = true
	records, err := r.ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows [][]float64
	for i, record := range records[1:] {
		row := make([]float64, len(record))
		for j, s := range record {
			v, err := strconv.ParseFloat(s, 64)
			if err != nil && (err.(*strconv.NumError)).Err != strconv.ErrRange {
				t.Fatalf("%s, row %d: %v", name, i+2, err)
			}
			row[j] = v
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return rows
}

// relativeError returns |got - want|/|want|; zero for equal infinities and
// NaNs, +Inf when only one is NaN. Below the normal range one unit of the
// smallest number is granted.
func relativeError(got, want float64) float64 {
	if got == want || math.IsNaN(got) && math.IsNaN(want) {
		return 0
	}
	if math.IsNaN(got) || math.IsNaN(want) || math.IsInf(got, 0) || math.IsInf(want, 0) {
		return math.Inf(1)
	}
	d := math.Abs(got - want)
	if math.Abs(want) < 2.3e-308 && d <= math.SmallestNonzeroFloat64 {
		return 0
	}
	return d / math.Abs(want)
}
