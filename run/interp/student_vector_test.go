package interp_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc/lang"
	"mpc/model"
	"mpc/run/interp"
)

// logStudent is the log density of Student's t of two components, by its formula.
func logStudent(x, m [2]float64, df float64, p [3]float64) float64 { // the precision is [[p0, p1], [p1, p2]]
	a, b := x[0]-m[0], x[1]-m[1]
	square := p[0]*a*a + 2*p[1]*a*b + p[2]*b*b
	up, _ := math.Lgamma(df/2 + 1)
	down, _ := math.Lgamma(df / 2)
	return up - down - math.Log(df*math.Pi) + 0.5*math.Log(p[0]*p[2]-p[1]*p[1]) - (df/2+1)*math.Log1p(square/df)
}

// momentsOf are those of a density over an interval.
func momentsOf(lo, hi float64, log func(float64) float64) moments {
	const n = 4000
	var weight, sum, squares float64
	for k := range n {
		x := lo + (hi-lo)*(float64(k)+0.5)/n
		w := math.Exp(log(x))
		weight, sum, squares = weight+w, sum+w*x, squares+w*x*x
	}
	mean := sum / weight
	return moments{mean, math.Sqrt(squares/weight - mean*mean)}
}

// TestStudentVectors: draws of vectors of Student's t, and posteriors given some, are those of its density, by quadrature.
func TestStudentVectors(t *testing.T) {
	data := [][2]float64{{1, 2}, {0, -1}, {9, 3}, {0.5, 0.2}}
	var text []string
	for _, y := range data {
		text = append(text, fmt.Sprintf("[%v, %v]", y[0], y[1]))
	}
	values := map[string]string{"P": `"P": [[2, 0.5], [0.5, 1]]`, "S": `"S": [[0.5714285714285714, -0.2857142857142857], [-0.2857142857142857, 1.1428571428571428]]`}
	for of, m := range values {
		values[of] = fmt.Sprintf(`{%s, "y": [%s]}`, m, strings.Join(text, ", "))
	}
	const matrix = "%s: \"matrix(2, 2)\""
	inputs := func(of string) string {
		return "inputs: {n: range, y: \"vector(2)[n]\", " + fmt.Sprintf(matrix, of) + "}\n"
	}
	p := [3]float64{2, 0.5, 1}
	mean := momentsOf(-8, 12, func(a float64) float64 {
		log := -a * a / 8
		for _, y := range data {
			log += logStudent(y, [2]float64{a, 0.5}, 3, p)
		}
		return log
	})
	freedom := momentsOf(0, 90, func(k float64) float64 {
		log := math.Log(k) - k/4
		for _, y := range data {
			log += logStudent(y, [2]float64{0.5, 0.5}, k, p)
		}
		return log
	})
	seen := momentsOf(-40, 50, func(x float64) float64 { return logStudent([2]float64{x, 2}, [2]float64{1, 0}, 6, p) })
	for _, m := range []exactly{
		{"drawn from its prior", inputs("S") + "program: |\n  for (i in n) { y[i] ~ mvnormal([0, 0], covariance = S) }\n  x ~ mvstudentt(9, [1, -1], scale = S)\ninfer: [x]\n", values["S"],
			[]moments{{1, math.Sqrt(9. / 7 * 4 / 7)}, {-1, math.Sqrt(9. / 7 * 8 / 7)}}},
		{"the location", inputs("P") + "program: |\n  a ~ normal(0, variance = 4)\n  for (i in n) { y[i] ~ mvstudentt(3, [a, 0.5], precision = P) }\ninfer: [a]\n", values["P"], []moments{mean}},
		{"the location by the scale", inputs("S") + "program: |\n  a ~ normal(0, variance = 4)\n  for (i in n) { y[i] ~ mvstudentt(location = [a, 0.5], scale = S, df = 3) }\ninfer: [a]\n", values["S"], []moments{mean}},
		{"degrees of freedom", inputs("P") + "program: |\n  k ~ gamma(shape = 2, rate = 0.25)\n  for (i in n) { y[i] ~ mvstudentt(k, [0.5, 0.5], precision = P) }\ninfer: [k]\n", values["P"], []moments{freedom}},
		{"a component given the other", "inputs: {P: \"matrix(2, 2)\", y: {type: vector(2), missing: true}}\nprogram: |\n  y ~ mvstudentt(6, [1, 0], precision = P)\ninfer: [y]\n",
			`{"P": [[2, 0.5], [0.5, 1]], "y": [null, 2]}`, []moments{seen, {2, 0}}},
	} {
		m.check(t)
	}
}

// TestStudentVectorsVMP: by VMP it is the normal vector whose precision is a matrix times a gamma, also by the evidence.
func TestStudentVectorsVMP(t *testing.T) {
	const head = "model: m\nalgorithm: vmp\ninputs: {n: range, A: \"matrix(2, 2)\", y: \"vector(2)[n]\"}\ninfer: [m, T, evidence]\nprogram: |\n" +
		"  m ~ mvnormal([0, 0], precision = A)\n  T ~ wishart(df = 5, scale = A)\n"
	const values = `{"A": [[1, 0.2], [0.2, 2]], "y": [[1, 2], [0, -1], [9, 3]]}`
	var log [2]float64
	for i, of := range []string{"  for (i in n) { y[i] ~ mvstudentt(4, m, precision = T) }\n",
		"  for (i in n) { w[i] ~ gamma(shape = 2, rate = 2); y[i] ~ mvnormal(m, precision = w[i] * T) }\n"} {
		r, err := interpret(t, head+of, values, interp.Options{})
		if err != nil {
			t.Fatal(err)
		}
		log[i] = r.LogEvidence
	}
	if math.Abs(log[0]-log[1]) > 1e-6 || log[0] == 0 {
		t.Errorf("the evidence is %v, of the mixture %v", log[0], log[1])
	}
}

// TestStudentVectorErrors: what is wrong with its parameters is said by its own names.
func TestStudentVectorErrors(t *testing.T) {
	for _, x := range []struct{ draw, want string }{
		{"mvstudentt(-1, [0, 0], scale = S)", "df of mvstudentt is above 0, not -1"},
		{"mvstudentt(3, [0, 0], S)", "mvstudentt wants its scale or precision by name"},
		{"mvstudentt(3, [0, 0, 0], scale = [[1, 0], [0, 1]])", "location and scale of mvstudentt have the sizes 3 and 2"},
		{"mvstudentt(3, 0, scale = S)", "location of mvstudentt"},
		{"mvstudentt(3, [0, 0], covariance = S)", "mvstudentt has no parameter covariance"},
		{"multistudentt(3, [0, 0], S)", "unknown distribution multistudentt"},
	} {
		file, d := lang.Parse("m.yaml", []byte("model: m\nalgorithm: gibbs\ninputs: {S: \"matrix(2, 2)\"}\nprogram: |\n  x ~ "+x.draw+"\ninfer: [x]\n"))
		if d.HasErrors() {
			t.Fatal(d)
		}
		if _, d = model.Check(file); !d.HasErrors() || !strings.Contains(fmt.Sprint(d), x.want) {
			t.Errorf("%s: %s, want %s", x.draw, d, x.want)
		}
	}
}
