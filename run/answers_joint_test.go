package run_test

import (
	"math"
	"testing"

	"mpc"
	"mpc/run"
)

// TestJointAnswers: functions of two combinations, conditions, sums and predictions of missing responses come from the
// joint posterior of a latent Gaussian model: here one whose precision is all but known, so that a and b are normal.
func TestJointAnswers(t *testing.T) {
	const src = `
model: m
inputs: {n: range, x: "real[n]", y: {type: "real[n]", missing: true}}
program: |
  a ~ normal(0, variance = 100)
  b ~ normal(0, variance = 100)
  t ~ gamma(shape = 1e9, rate = 1e9)
  for (i in n) { y[i] ~ normal(a + b * x[i], precision = t) }
  total = sum((a + b * x[i]) * 2 : i in n)
infer: [y, total, a * b, "a > 0 && b > 0.3", "a > 1 || b < 0", "abs(a) < 0.4", "max(a, b)"]
`
	c, err := mpc.Compile("m.yaml", []byte(src), mpc.Options{NoPackage: true})
	if err != nil {
		t.Fatal(err)
	}
	if c.Program.Gaussian == nil || len(c.Warnings) > 0 {
		t.Fatalf("the model is not computed as a whole: %v", c.Warnings)
	}
	set, err := run.ReadData(c, "", []string{"x=[1,2,3,5,-1]", "y=[1,1.5,2,null,null]"}, nil)
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
	// precision [[3.01, 6], [6, 14.01]], right side [4.5, 10]
	det := 3.01*14.01 - 36
	va, vb, cov := 14.01/det, 3.01/det, -6/det
	ma, mb := (14.01*4.5-6*10)/det, (-6*4.5+3.01*10)/det
	// expected is an expectation by a fine sum over the plane.
	expected := func(f func(a, b float64) float64) float64 {
		const step, half = 0.01, 700
		sa, slope, sb := math.Sqrt(va), cov/va, math.Sqrt(vb-cov*cov/va)
		sum, all := 0.0, 0.0
		for i := -half; i < half; i++ {
			u := (float64(i) + 0.5) * step
			for j := -half; j < half; j++ {
				v := (float64(j) + 0.5) * step
				w := math.Exp(-0.5 * (u*u + v*v))
				all += w
				sum += w * f(ma+sa*u, mb+slope*sa*u+sb*v)
			}
		}
		return sum / all
	}
	is := func(c bool) float64 {
		if c {
			return 1
		}
		return 0
	}
	type answer struct{ Mean, Variance, SD, P, Value, Q05, Q95 float64 }
	read := func(name string, to any) {
		if err := r.Posteriors[name].Decode(to); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	near := func(what string, got, want, by float64) {
		t.Helper()
		if !(math.Abs(got-want) <= by) {
			t.Errorf("%s is %v, want %v", what, got, want)
		}
	}
	// given is the expectation of a function of a, exact where that has no steps, from low to high.
	given := func(low, high float64, f func(mean, sd float64) float64) (sum float64) {
		const n = 20000
		low, high = max(low, ma-9*math.Sqrt(va)), min(high, ma+9*math.Sqrt(va))
		h := (high - low) / n
		for i := range n {
			a := low + (float64(i)+0.5)*h
			sum += h * math.Exp(-0.5*(a-ma)*(a-ma)/va) / math.Sqrt(2*math.Pi*va) * f(mb+cov/va*(a-ma), math.Sqrt(vb-cov*cov/va))
		}
		return sum
	}
	above := func(x float64) func(mean, sd float64) float64 {
		return func(mean, sd float64) float64 { return 0.5 * math.Erfc((x-mean)/sd/math.Sqrt2) }
	}
	inf, one := math.Inf(1), func(_, _ float64) float64 { return 1 }
	for name, want := range map[string]float64{
		"a > 0 && b > 0.3": given(0, inf, above(0.3)),
		"a > 1 || b < 0":   given(1, inf, one) + given(-inf, 1, one) - given(-inf, 1, above(0)),
		"abs(a) < 0.4":     given(-0.4, 0.4, one),
	} {
		var x answer
		read(name, &x)
		near(name, x.P, want, 1e-4)
	}
	var x answer
	read("a * b", &x)
	near("the mean of a * b", x.Mean, ma*mb+cov, 1e-3)
	near("the variance of a * b", x.Variance+x.SD*x.SD, va*vb+cov*cov+ma*ma*vb+mb*mb*va+2*ma*mb*cov, 3e-3)
	near("the probability below the 5 % point of a * b", expected(func(a, b float64) float64 { return is(a*b < x.Q05) }), 0.05, 2e-3)
	near("the probability below the 95 % point of a * b", expected(func(a, b float64) float64 { return is(a*b < x.Q95) }), 0.95, 2e-3)
	var largest answer
	read("max(a, b)", &largest)
	near("the mean of max(a, b)", largest.Mean, expected(math.Max), 2e-3)
	var total answer
	read("total", &total)
	near("the mean of total", total.Mean, 2*(5*ma+10*mb), 1e-6)
	near("the variance of total", total.Variance+total.SD*total.SD, 4*(25*va+100*vb+100*cov), 1e-5)
	var y []answer
	read("y", &y)
	near("a datum", y[1].Value, 1.5, 0)
	for i, at := range map[int]float64{3: 5, 4: -1} {
		mean, variance := ma+at*mb, va+at*at*vb+2*at*cov+1
		near("the mean of a missing response", y[i].Mean, mean, 1e-6)
		near("the variance of a missing response", y[i].Variance+y[i].SD*y[i].SD, variance, 1e-5)
		near("the 95 % point of a missing response", y[i].Q95, mean+1.6448536*math.Sqrt(variance), 1e-5)
	}
}
