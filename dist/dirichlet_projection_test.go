package dist

import (
	"encoding/csv"
	"math"
	"os"
	"strconv"
	"strings"
	"testing"
)

// readTable reads a table of testdata: a map by column for each row.
func readTable(t *testing.T, name string) []map[string]string {
	t.Helper()
	file, err := os.Open("testdata/" + name)
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	records, err := csv.NewReader(file).ReadAll()
	if err != nil {
		t.Fatal(err)
	}
	var rows []map[string]string
	for _, r := range records[1:] {
		row := map[string]string{}
		for i, column := range records[0] {
			row[column] = r[i]
		}
		rows = append(rows, row)
	}
	return rows
}

// numbers reads a list of numbers from a cell; none from an empty one.
func numbers(t *testing.T, cell string) []float64 {
	t.Helper()
	var x []float64
	for _, s := range strings.Split(cell, ";") {
		if s == "" {
			continue
		}
		v, err := strconv.ParseFloat(s, 64)
		if err != nil {
			t.Fatal(err)
		}
		x = append(x, v)
	}
	return x
}

// The table has the mixture of dirichlets that a soft value of a categorical
// makes of an incoming dirichlet, from arithmetic of 60 digits: its moments, and
// the projections over what came in.
func TestDirichletTable(t *testing.T) {
	seen := 0
	for _, row := range readTable(t, "dirichlet_categorical.csv") {
		alpha, q := DirichletAlpha(numbers(t, row["alpha"])...), numbers(t, row["sample_probs"])
		if len(q) > 0 {
			soft := CategoricalWeights(q)
			if row["algorithm"] == "ep" {
				seen++
				p := CategoricalWeights(alpha.MeanTo(nil))
				for len(soft.LogP) < len(p.LogP) {
					soft.LogP = append(soft.LogP, math.Inf(-1))
				}
				want(t, row["id"]+" log z", soft.LogIntegral(p), numbers(t, row["log_z"])[0], 1e-15)
				projections(t, row, alpha)
			}
			continue
		}
		seen++
		var c Categorical
		if row["algorithm"] == "vmp" {
			c = Categorical{alpha.MeanLog(nil)}
		} else {
			c = CategoricalWeights(alpha.MeanTo(nil))
		}
		wantVector(t, row["id"]+" probabilities", c.P(nil), numbers(t, row["out_probs"]), 2e-14)
	}
	if seen < 29 {
		t.Errorf("%d rows", seen)
	}
}

// projections checks what moments project to: relative to the count, as rows of
// large counts have lost digits of theirs to the printing of the moments.
func projections(t *testing.T, row map[string]string, alpha Dirichlet) {
	t.Helper()
	mean, square := numbers(t, row["marg_mean"]), numbers(t, row["marg_meansq"])
	variance, lost := make([]float64, len(mean)), 1.0
	for k, m := range mean {
		variance[k] = square[k] - m*m
		if m > 0 {
			lost = math.Max(lost, m*m/math.Abs(variance[k]))
		}
	}
	var s, message Dirichlet
	check := func(name string, column string, tolerance float64) {
		t.Helper()
		message.SetOver(s, alpha)
		for k, wanted := range numbers(t, row[column]) {
			if got := message.A[k]; !(math.Abs(got-wanted) <= tolerance*(math.Abs(wanted)+alpha.A[k])) {
				t.Errorf("%s %s[%d]: %v, want %v", row["id"], name, k, got, wanted)
			}
		}
	}
	s.SetMeanVariance(mean, variance)
	check("by squares", "out_alpha_msq", 1e-14*lost)
	logs := numbers(t, row["marg_elog"])
	s.SetMeanLogs(logs)
	gap, slack, _ := dirichletGap(logs)
	check("by logs", "out_alpha_meanlog", 1e-13+4*slack/gap)
}

func TestDirichletMeanLogs(t *testing.T) {
	var s Dirichlet
	for _, d := range []Dirichlet{DirichletAlpha(2, 3, 4), DirichletAlpha(1e-5, 1e-3, 2), DirichletAlpha(0.01, 0.02, 0.03, 0.04), DirichletAlpha(1e4, 3, 1e-3), DirichletUniform(50)} {
		logs := d.MeanLog(nil)
		s.SetMeanLogs(logs)
		gap, slack, _ := dirichletGap(logs)
		wantVector(t, d.String(), s.A, d.A, 1e-12+4*slack/gap)
		s.SetMeanVariance(d.MeanTo(nil), d.VarianceTo(nil))
		wantVector(t, d.String()+" by variances", s.A, d.A, 1e-13)
	}
	s.SetMeanLogs([]float64{math.Log(0.25), math.Log(0.75)})
	if !s.Point {
		t.Errorf("logs of a point: %v", s)
	}
	wantVector(t, "logs of a point", s.A, []float64{0.25, 0.75}, 1e-15)
	if s.SetMeanLogs([]float64{-0.1, -0.1}); s.IsFinite() {
		t.Errorf("impossible logs: %v", s)
	}
	if s.SetMeanVariance([]float64{0.25, 0.75}, []float64{0, 0}); !s.Point {
		t.Errorf("no variance: %v", s)
	}
}
