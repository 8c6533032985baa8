package run_test

import (
	"math"
	"strings"
	"testing"

	"mpc/run"
)

// momentsOfTwo are means, standard deviations and the correlation of two columns.
func momentsOfTwo(a, b []float64) (m, sd [2]float64, r float64) {
	n := float64(len(a))
	var ab float64
	for i := range a {
		m[0] += a[i] / n
		m[1] += b[i] / n
	}
	for i := range a {
		sd[0] += (a[i] - m[0]) * (a[i] - m[0]) / n
		sd[1] += (b[i] - m[1]) * (b[i] - m[1]) / n
		ab += (a[i] - m[0]) * (b[i] - m[1]) / n
	}
	sd[0], sd[1] = math.Sqrt(sd[0]), math.Sqrt(sd[1])
	return m, sd, ab / sd[0] / sd[1]
}

// TestMissingColumns: where nothing is missing there is no column, and of two dimensions there are those that are missing.
func TestMissingColumns(t *testing.T) {
	const model = `model: absent
inputs: {row: range, col: range, y: {type: "int[row, col]", missing: true}}
program: |
  tau ~ gamma(shape = 4, rate = 2)
  a ~ normal(0, sd = 1)
  for (i in row) { u[i] ~ normal(0, precision = tau) }
  for (i in row) { for (j in col) { y[i, j] ~ poisson(exp(a + u[i])) } }
infer: [a, y]
`
	for _, c := range []struct{ y, columns string }{
		{"[[1, 2, 3], [0, 1, 4]]", "a"},
		{"[[1, null, 3], [0, 1, null]]", "a y[0,1] y[1,2]"},
	} {
		for _, build := range []bool{false, true} {
			if build && c.columns == "a" {
				continue
			}
			_, draws, columns := drawsOf(t, model, `{"row": 2, "col": 3, "y": `+c.y+`}`, run.Options{Interpret: !build, Build: build, Joint: run.JointDraws{Count: 200, Seed: 3}})
			if got := strings.Join(columns[3:], " "); got != c.columns {
				t.Errorf("columns %q of %s, want %q", got, c.y, c.columns)
			}
			if list := draws["y[0,1]"]; list != nil {
				if m, _, _ := momentsOfTwo(list, draws["a"]); m[0] < 1 || m[0] > 3 {
					t.Errorf("the mean of y[0, 1] is %v", m[0])
				}
			}
		}
	}
}
