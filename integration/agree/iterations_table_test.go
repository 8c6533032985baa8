//go:build long

package agree

import (
	"encoding/json"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"strconv"
	"strings"
	"testing"
)

var updatePages = flag.Bool("update-pages", false, "write the generated pages of documentation anew")

// A measuredRow is a row of the table of iterations in docs/schedules.md.
type measuredRow struct {
	row    string // the name of the model upstream
	theirs string // iterations x statements upstream
	// ours fills in what was measured, or is nil where remark says why not.
	ours   func(t *testing.T) measured
	remark string
}

// measured is what a schedule needs: iterations until upstream's criterion holds,
// and until all is within 1e-6 of the fixed point; 0 where that is not asked.
type measured struct {
	updates       int // per iteration
	until         string
	theirs, tight float64
}

// measuredRows lists the rows of infernet-compiler.md, section 4.5.
func measuredRows() []measuredRow {
	rows := []measuredRow{
		{"FactorAnalysis", "old 6 x 33 = 198, new 3 x 20 = 60", measureFactors("factor_analysis"),
			"own data, 64 by 24; upstream's are 400 by 64. The noise is computed first, from factors of which nothing is known yet: that costs about two iterations"},
		{"FactorAnalysis, 12 by 4", "", measureModel("factor_analysis", nil, 512), "own data"},
		{"BayesianPCA", "old 3 x 34 = 102, new 2 x 28 = 56, greedy 3 x 20 = 60", measureFactors("bayesian_pca"), "own data, as above"},
		{"BayesianPCA, 12 by 4", "", measureModel("bayesian_pca", nil, 512), "own data"},
		{"MultipleProduct", "old 66 x 34 = 2244, new 69 x 41 = 2829", measureModel("multiple_product", naturalWithin(1e-8), 256), ""},
		{"MultipleProduct, variant", "old 35 x 20 = 700, new 53 x 24 = 1272", measureModel("multiple_product2", momentsWithin(1e-4), 256), ""},
		{"ProductObservedTwice", "old 18 x 16 = 288, new 17 x 16 = 272", measureModel("product_observed_twice", naturalWithin(1e-8), 128), ""},
		{"Rats", "by Gibbs sampling: old 1052 x 72, new 1115 x 67", measureModel("rats", nil, 128),
			"here by VMP: upstream's iterations are sweeps until its estimates are near enough, so that they do not compare"},
		{"Dyes", "by Gibbs sampling: old 4730 x 48, new 6205 x 32", measureModel("dyes", nil, 128), "the same"},
	}
	theirs := map[string]string{
		"chain 3": "old 2.32 x 18 = 41.8, new 2 x 24 = 48", "chain 4": "old 3.08 x 24 = 74.0, new 2 x 48 = 96",
		"chain 5": "old 3.47 x 30 = 104.0, new 2 x 96 = 192", "loop 3": "old 40.5 x 18 = 730, new 21.1 x 24 = 506",
		"loop 4": "old 35.9 x 24 = 862, new 15.7 x 48 = 752", "loop 5": "old 38.3 x 30 = 1150, new 13.3 x 96 = 1275",
	}
	for _, kind := range []string{"chain", "loop"} {
		for n := 3; n <= 5; n++ {
			name := fmt.Sprintf("%s %d", kind, n)
			remark := "mean over the orders of the rows"
			if kind == "loop" {
				remark += "; upstream's new schedule goes around both ways in an iteration"
			}
			rows = append(rows, measuredRow{"factorised regression by EP, " + name, theirs[name], measureRegression(n, kind == "loop"), remark})
		}
	}
	return append(rows,
		measuredRow{"JaviOliver", "old 1172 x 121, new 322 x 168", nil, "a mixture of vectors; not measured: its data are not published"},
		measuredRow{"GibbsSimpleGaussian", "old 7595 x 19, new 9407 x 19, greedy 20673 x 9", nil, "not compared yet"},
		measuredRow{"GibbsGrid2", "old 115 x 44, new 132 x 45", nil, "the same"},
	)
}

// measureModel measures a model of testdata/iterations with its data.
func measureModel(name string, c *criterion, most int) func(*testing.T) measured {
	return func(t *testing.T) measured {
		m := planMeasured(t, name)
		m.read(t, measuredText(t, name))
		return m.measure(t, c, most)
	}
}

// measure finds the fixed point, which so many iterations reach, and counts.
func (m *measuredModel) measure(t *testing.T, c *criterion, most int) measured {
	t.Helper()
	fixed := m.after(t, most)
	tight := toFixedPoint(1e-6)
	if d := tight.apart(m.after(t, most+most/4+1), fixed); !(d < 1e-8) {
		t.Errorf("%s: after %d iterations and after a quarter more posteriors differ by %.3g", m.c.Model.Name, most, d)
	}
	out := measured{updates: m.c.Schedule.Count().Iteration, tight: float64(m.fewest(t, tight, fixed, most))}
	if c != nil {
		out.until, out.theirs = c.name, float64(m.fewest(t, *c, fixed, most))
	}
	return out
}

// measureFactors measures a model of factors on drawn data, until it describes them.
func measureFactors(name string) func(*testing.T) measured {
	return func(t *testing.T) measured {
		const rows, columns, drawn, fitted = 64, 24, 3, 4
		r := rand.New(rand.NewPCG(1, 2))
		w := make([][]float64, drawn)
		for c := range w {
			for range columns {
				w[c] = append(w[c], r.NormFloat64())
			}
		}
		y := make([][]float64, rows)
		for i := range y {
			y[i] = make([]float64, columns)
			for c := range w {
				z := r.NormFloat64()
				for j := range y[i] {
					y[i][j] += z * w[c][j] / 2
				}
			}
			for j := range y[i] {
				y[i][j] += 0.145 * r.NormFloat64()
			}
		}
		start := make([][]map[string]any, fitted)
		for c := range start {
			for range columns {
				start[c] = append(start[c], map[string]any{"dist": "normal", "mean": r.NormFloat64(), "variance": 1})
			}
		}
		text, err := json.Marshal(map[string]any{"n": rows, "d": columns, "k": fitted, "y": y, "start": start})
		if err != nil {
			t.Fatal(err)
		}
		m := planMeasured(t, name)
		m.read(t, string(text))
		c := reconstructs(y, fitted, 0.15)
		return measured{updates: m.c.Schedule.Count().Iteration, until: c.name, theirs: float64(m.fewest(t, c, nil, 64))}
	}
}

// measureRegression measures the regression on n rows, in all their orders.
func measureRegression(n int, loop bool) func(*testing.T) measured {
	return func(t *testing.T) measured {
		m := planMeasured(t, fmt.Sprintf("regression%d", n))
		var mean measured
		orders := permutations(n)
		for _, p := range orders {
			m.read(t, regressionData(p, loop))
			one := m.measure(t, naturalWithin(1e-8), 48)
			one.theirs, one.tight = mean.theirs+one.theirs/float64(len(orders)), mean.tight+one.tight/float64(len(orders))
			mean = one
		}
		return mean
	}
}

// permutations lists all orders of 0 ... n-1.
func permutations(n int) [][]int {
	if n == 0 {
		return [][]int{nil}
	}
	var list [][]int
	for _, p := range permutations(n - 1) {
		for at := range n {
			q := append(append([]int(nil), p[:at]...), n-1)
			list = append(list, append(q, p[at:]...))
		}
	}
	return list
}

// regressionData are rows that each have two features, one and the next, in the
// order p; in a loop the last row has the last feature and the first.
func regressionData(p []int, loop bool) string {
	n := len(p)
	var b strings.Builder
	fmt.Fprintf(&b, `{"feature": %d`, n)
	for i, at := range p {
		x := numbers(n, func(j int) float64 {
			if j == i || j == i+1 || loop && j == (i+1)%n {
				return 1
			}
			return 0
		})
		fmt.Fprintf(&b, `, "x%d": %s, "y%d": %g`, at, x, at, float64(2*i%5)-1.5)
	}
	b.WriteString("}")
	return b.String()
}

// TestIterations measures how many iterations schedules need, and holds the table
// in docs/schedules.md to it.
func TestIterations(t *testing.T) {
	number := func(x float64) string {
		return strings.TrimSuffix(strconv.FormatFloat(x, 'f', 1, 64), ".0")
	}
	product := func(iterations float64, updates int) string {
		if iterations == 0 {
			return ""
		}
		return fmt.Sprintf("%s x %d = %s", number(iterations), updates, number(iterations*float64(updates)))
	}
	var b strings.Builder
	b.WriteString("| row | upstream | until | mpc, until the same | mpc, to 1e-6 | |\n| --- | --- | --- | --- | --- | --- |\n")
	for _, r := range measuredRows() {
		var m measured
		if r.ours != nil {
			m = r.ours(t)
			if m.theirs == 0 && m.tight == 0 {
				t.Errorf("%s: %s never", r.row, m.until)
			}
		}
		fmt.Fprintf(&b, "| %s | %s | %s | %s | %s | %s |\n", r.row, r.theirs, m.until, product(m.theirs, m.updates), product(m.tight, m.updates), r.remark)
	}
	const page, begin, end = "../../docs/schedules.md", "<!-- iterations -->\n", "<!-- end of iterations -->\n"
	text, err := os.ReadFile(page)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(text), begin)
	have, after, closed := strings.Cut(rest, end)
	if !ok || !closed {
		t.Fatalf("%s has no table of iterations", page)
	}
	if have == b.String() {
		return
	}
	if !*updatePages {
		t.Fatalf("%s is out of date; run go test -tags long ./integration/agree -run TestIterations -args -update-pages\n%s", page, b.String())
	}
	if err := os.WriteFile(page, []byte(before+begin+b.String()+end+after), 0o644); err != nil {
		t.Fatal(err)
	}
}
