package run_test

import (
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
)

// TestAnswers: expressions and joint posteriors of a regression, by EP and VMP as the closed form has
// them, and by Gibbs sampling within its error.
func TestAnswers(t *testing.T) {
	const src = `
model: m
algorithm: ep
inputs: {n: range, x: "real[n]", y: "real[n]"}
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  for (i in n) { y[i] ~ normal(a + b * x[i], variance = 1) }
blocks: [[a, b]]
infer: [a - b, a > b, "joint(a, 2 * b)"]
`
	// precision [[3.01, 6], [6, 14.01]], right side [4.5, 10] of x = 1, 2, 3, y = 1, 1.5, 2
	det := 3.01*14.01 - 36
	va, vb, cov := 14.01/det, 3.01/det, -6/det
	ma, mb := (14.01*4.5-6*10)/det, (-6*4.5+3.01*10)/det
	v := va + vb - 2*cov
	for _, algorithm := range []string{"ep", "vmp", "gibbs"} {
		near := 1e-8
		text := strings.Replace(src, "algorithm: ep", "algorithm: "+algorithm, 1)
		if algorithm == "gibbs" {
			near = 0.1
			text = strings.Replace(text, "blocks: [[a, b]]\n", "", 1)
		}
		c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{NoPackage: true})
		if err != nil {
			t.Fatal(err)
		}
		set, err := run.ReadData(c, "", []string{"x=[1,2,3]", "y=[1,1.5,2]"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		r, err := run.Run(t.Context(), c, set, run.Options{Iterations: -1, Interpret: true})
		if err == nil {
			err = run.NameAnswers(c, r)
		}
		if err != nil {
			t.Fatal(err)
		}
		var d struct{ Mean, Variance, SD float64 }
		var p struct{ P float64 }
		var j struct {
			Mean       []float64
			Covariance [][]float64
		}
		for text, to := range map[string]any{"a - b": &d, "a > b": &p, "joint(a, 2 * b)": &j} {
			if err := r.Posteriors[text].Decode(to); err != nil {
				t.Fatalf("%s: %s: %v", algorithm, text, err)
			}
		}
		if len(r.Posteriors) != 3 || len(j.Mean) != 2 {
			t.Fatalf("%s: posteriors are %v", algorithm, r.Posteriors)
		}
		for _, x := range []struct {
			name      string
			got, want float64
		}{
			{"mean of a - b", d.Mean, ma - mb}, {"variance of a - b", d.Variance + d.SD*d.SD, v},
			{"a > b", p.P, 0.5 * math.Erfc(-(ma-mb)/math.Sqrt(2*v))},
			{"mean of 2 b", j.Mean[1], 2 * mb}, {"variance of a", j.Covariance[0][0], va},
			{"variance of 2 b", j.Covariance[1][1], 4 * vb}, {"covariance", j.Covariance[0][1], 2 * cov}, {"covariance", j.Covariance[1][0], 2 * cov},
		} {
			if math.Abs(x.got-x.want) > near*max(1, math.Abs(x.want)) {
				t.Errorf("%s: %s is %v, want %v", algorithm, x.name, x.got, x.want)
			}
		}
	}
}

// TestAnswersApart: what has no joint posterior is an error, and an expression of it a warning.
func TestAnswersApart(t *testing.T) {
	const src = `
model: m
inputs: {y: real}
program: |
  for (k in 0..<2) { u[k] ~ normal(0, variance = 1) }
  y ~ normal(u[0] + u[1], variance = 1)
blocks: []
infer: [u, "INFER"]
`
	c, err := mpc.Compile("m.yaml", []byte(strings.Replace(src, "INFER", "u[0] - u[1]", 1)), mpc.Options{NoPackage: true})
	if err != nil || !strings.Contains(c.Warnings.Error(), "u[0] - u[1] takes u[0] and u[1] as independent of each other") {
		t.Errorf("error %v, warnings %v", err, c.Warnings)
	}
	_, err = mpc.Compile("m.yaml", []byte(strings.Replace(src, "INFER", "joint(u[0], u[1])", 1)), mpc.Options{NoPackage: true})
	if err == nil || !strings.Contains(err.Error(), "each have a posterior of their own by EP, and none together") {
		t.Errorf("error %v", err)
	}
}

// TestWarningsOfExpressions: a package calls what it draws by the expression of the model in its warnings, where that has no name.
func TestWarningsOfExpressions(t *testing.T) {
	text := "model: m\nalgorithm: gibbs\nprogram: |\n  a ~ normal(0, sd = 1)\n  b ~ normal(a, sd = 1)\ninfer: [a, \"a - b\"]\n"
	c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	all := ""
	for _, f := range c.Package.Files {
		all += string(f.Source)
	}
	if n := strings.Count(all, "Shown: \"a - b\","); n != 1 || strings.Contains(all, "Shown: \"a\"") {
		t.Errorf("%d variables are shown as a - b", n)
	}
}
