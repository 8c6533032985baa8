package operators

import (
	"encoding/csv"
	"math"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"mpc/dist"
)

// A tableRow is one row of a table of exact messages in testdata.
type tableRow map[string]string

// readTable reads testdata/name.
func readTable(t *testing.T, name string) []tableRow {
	t.Helper()
	file, err := os.Open(filepath.Join("testdata", name))
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	rows := make([]tableRow, 0, len(records)-1)
	for _, r := range records[1:] {
		row := tableRow{}
		for i, name := range records[0] {
			row[name] = r[i]
		}
		rows = append(rows, row)
	}
	if len(rows) == 0 {
		t.Fatalf("%s is empty", name)
	}
	return rows
}

// has tells whether the column is filled.
func (r tableRow) has(column string) bool { return r[column] != "" }

// number reads a column; underflow is 0.
func (r tableRow) number(t *testing.T, column string) float64 {
	t.Helper()
	text := r[column]
	// An exponent of many digits, 1e-102096053060598649816, is no number for
	// the parser.
	if i := strings.IndexByte(text, 'e'); i >= 0 && len(text)-i > 8 && text[i+1] == '-' {
		return 0
	}
	x, err := strconv.ParseFloat(text, 64)
	if err != nil {
		t.Fatalf("row %s, %s: %v", r["id"], column, err)
	}
	return x
}

// normal reads a message from name_mtp and name_prec.
func (r tableRow) normal(t *testing.T, name string) dist.Normal {
	t.Helper()
	return dist.Normal{H: r.number(t, name+"_mtp"), P: r.number(t, name+"_prec")}
}

// checkNormal compares a message with the row's out_mtp and out_prec; the mean
// times precision may be off by the rounding of the mean of the cavity.
func (r tableRow) checkNormal(t *testing.T, got dist.Normal, tol float64) {
	t.Helper()
	want := r.normal(t, "out")
	what := "row " + r["id"] + " (" + r["edge"] + ", " + r["note"] + ")"
	scale := 0.0
	if want.P != 0 && !want.IsPoint() && r.has("marg_var") {
		scale = math.Abs(want.P) * math.Sqrt(math.Abs(r.number(t, "marg_var")))
	}
	checkClose(t, what+" mtp", got.H, want.H, tol, math.Max(scale, 1e-300))
	checkClose(t, what+" prec", got.P, want.P, tol, 1e-300)
}
