package run_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"mpc"
	"mpc/lang"
	"mpc/mcmc"
	"mpc/run"
)

// TestAnswersOfMany: functions of three combinations and a condition on them, of a joint normal whose means and covariances are
// asked for too: a product by Isserlis' theorem, the others by draws.
func TestAnswersOfMany(t *testing.T) {
	const src = `
model: m
inputs: {n: range, x: "real[n]", z: "real[n]", y: "real[n]"}
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  c ~ normal(0, variance = 100)
  t ~ gamma(shape = 1e9, rate = 1e9)
  for (i in n) { y[i] ~ normal(a + b * x[i] + c * z[i], precision = t) }
infer: ["joint(a, b, c)", a * b * c, "max(a, b) + exp(c)", "a > b && b > c", a + b - c]
`
	c, err := mpc.Compile("m.yaml", []byte(src), mpc.Options{NoPackage: true})
	if err != nil {
		t.Fatal(err)
	}
	if c.Program.Gaussian == nil || len(c.Warnings) > 0 {
		t.Fatalf("the model is not computed as a whole: %v", c.Warnings)
	}
	set, err := run.ReadData(c, "", []string{"x=[-1,0.5,1,2,-2,1.5]", "z=[1,2,0.5,-1,0,0.3]", "y=[1,2,3,5,0,2.5]"}, nil)
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
	var joint struct {
		Mean       []float64
		Covariance [][]float64
	}
	if err := r.Posteriors["joint(a, b, c)"].Decode(&joint); err != nil {
		t.Fatal(err)
	}
	m, v := joint.Mean, joint.Covariance
	near := func(name string, want, within float64) {
		t.Helper()
		list, err := r.Posteriors[name].Marginals()
		if err != nil || len(list) != 1 {
			t.Fatalf("%s: %v, %d numbers", name, err, len(list))
		}
		if got := list[0].Mean; !(math.Abs(got-want) < within) {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
	near("a * b * c", m[0]*m[1]*m[2]+m[0]*v[1][2]+m[1]*v[0][2]+m[2]*v[0][1], 6e-4)
	near("a + b - c", m[0]+m[1]-m[2], 1e-8)
	var root [3][3]float64
	for i := range 3 {
		for j := range i + 1 {
			x := v[i][j]
			for k := range j {
				x -= root[i][k] * root[j][k]
			}
			if i == j {
				root[i][i] = math.Sqrt(x)
			} else {
				root[i][j] = x / root[j][j]
			}
		}
	}
	s := mcmc.NewStream(1, 0)
	const draws = 400000
	largest, holds := 0.0, 0.0
	for range draws {
		var x [3]float64
		u := [3]float64{s.Normal(), s.Normal(), s.Normal()}
		for i := range x {
			x[i] = m[i]
			for j := range i + 1 {
				x[i] += root[i][j] * u[j]
			}
		}
		largest += (max(x[0], x[1]) + math.Exp(x[2])) / draws
		if x[0] > x[1] && x[1] > x[2] {
			holds += 1.0 / draws
		}
	}
	near("max(a, b) + exp(c)", largest, 0.006)
	near("a > b && b > c", holds, 0.003)
}

// TestMomentless: exp of a regression's prediction with unknown noise has no mean, which is said; that of known noise has one.
func TestMomentless(t *testing.T) {
	const src = `
model: m
inputs: {n: range, x: "real[n]", y: "real[n]"}
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  t ~ gamma(shape = 1, rate = %s)
  for (i in n) { y[i] ~ normal(a + b * x[i], precision = t) }
infer: [a + 9 * b, exp(a + 9 * b)]
`
	for rate, warned := range map[string]bool{"1": true, "1e-3": false} {
		c, err := mpc.Compile("m.yaml", fmt.Appendf(nil, src, rate), mpc.Options{NoPackage: true})
		if err != nil {
			t.Fatal(err)
		}
		set, err := run.ReadData(c, "", []string{"x=[1,2,3,4]", "y=[0.5,1.5,1.2,1.3]"}, nil)
		if err != nil {
			t.Fatal(err)
		}
		if rate == "1e-3" { // so that the noise is known well enough
			set, err = run.ReadData(c, "", []string{"x=[-3,-2,-1,0,1,2,3,4,5]", "y=[0.01,0.02,0,-0.01,0.01,0,0.02,-0.01,0]"}, nil)
			if err != nil {
				t.Fatal(err)
			}
		}
		r, err := run.Run(t.Context(), c, set, run.Options{Iterations: -1, Interpret: true})
		if err != nil {
			t.Fatal(err)
		}
		found := slices.ContainsFunc(r.Diagnostics, func(d lang.Diagnostic) bool { return d.Code == lang.CodeMoments })
		if found != warned {
			t.Errorf("rate %s: warned is %v: %v", rate, found, r.Diagnostics)
		}
	}
}
