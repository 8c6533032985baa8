package run_test

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/run"
)

// fitOf runs a model with data, and reports its fit.
func fitOf(t *testing.T, src, values string, draws int) *run.Result {
	t.Helper()
	c, err := mpc.Compile("m.yaml", []byte(src), mpc.Options{NoPackage: true, Densities: true})
	if err != nil {
		t.Fatal(err)
	}
	s, err := run.ReadData(c, "", strings.Fields(values), nil)
	if err != nil {
		t.Fatal(err)
	}
	sampling := c.Model.Iterate.Sampling
	sampling.BurnIn, sampling.Samples = 200, draws
	r, err := run.Run(t.Context(), c, s, run.Options{Iterations: -1, Interpret: true, Sampling: &sampling, Fit: true})
	if err != nil {
		t.Fatal(err)
	}
	return r
}

// TestFitConjugate: deviance, DIC and leave-one-out of a normal mean, in closed form.
func TestFitConjugate(t *testing.T) {
	const src = `
model: m
algorithm: gibbs
inputs: {n: range, y: "real[n]"}
program: |
  mu ~ normal(0, variance = 4)
  twice = 2 * mu
  for (i in n) { y[i] ~ normal(twice / 2, variance = 1.5) }
infer: [twice]
`
	y := []float64{0.4, -1.2, 2.2, 0.9, 1.7, -0.3, 0.1, 1.1, 3.5, 0.6}
	var text []string
	for _, x := range y {
		text = append(text, number(x))
	}
	r := fitOf(t, src, "y=["+strings.Join(text, ",")+"]", 4000)
	if len(r.Posteriors) != 1 || r.Posteriors["twice"].JSON() == nil {
		t.Errorf("posteriors are %v, twice is asked for", r.Posteriors)
	}
	given := func(without int) (mean, variance float64) {
		p, h := 1/4.0, 0.0
		for i, x := range y {
			if i != without {
				p, h = p+1/1.5, h+x/1.5
			}
		}
		return h / p, 1 / p
	}
	logNormal := func(x, mean, variance float64) float64 {
		return -0.5*math.Log(2*math.Pi*variance) - (x-mean)*(x-mean)/(2*variance)
	}
	m, v := given(-1)
	at, elpd := 0.0, 0.0
	for i, x := range y {
		at -= 2 * logNormal(x, m, 1.5)
		a, b := given(i)
		elpd += logNormal(x, a, b+1.5)
		got := r.Fit.Observations[i]
		if want := logNormal(x, a, b+1.5); math.Abs(float64(got.Loo)-want) > 0.01 || got.Name != fmt.Sprintf("y[%d]", i) {
			t.Errorf("%s: leave-one-out %v, want %v", got.Name, got.Loo, want)
		}
		if want := 0.5 * math.Erfc(-(x-a)/math.Sqrt(2*(b+1.5))); got.PIT == nil || math.Abs(*got.PIT-want) > 0.005 {
			t.Errorf("%s: PIT %v, want %v", got.Name, got.PIT, want)
		}
	}
	n := float64(len(y))
	mean := at + n*v/1.5 // sum (y - mu)^2 / s = sum (y - m)^2 / s + n (mu - m)^2 / s
	for _, row := range []struct {
		name            string
		got, want, near float64
	}{
		{"deviance", float64(r.Fit.Deviance.Mean), mean, 0.05},
		{"deviance at the mean", *r.Fit.Deviance.AtMeans, at, 0.01},
		{"pD", *r.Fit.Deviance.PPlugIn, n * v / 1.5, 0.05},
		{"pV", float64(r.Fit.Deviance.PVariance), n*n*v*v/(1.5*1.5) + 2*variance2(y, m)*v/(1.5*1.5), 0.06},
		{"elpd", float64(r.Fit.LOO.Elpd), elpd, 0.02},
		{"WAIC", float64(r.Fit.WAIC.Elpd), elpd, 0.15},
	} {
		if math.Abs(row.got-row.want) > row.near {
			t.Errorf("%s is %v, want %v", row.name, row.got, row.want)
		}
	}
}

// variance2 is the part that is linear in the mean in the variance of the deviance, over 2: the deviance is
// a sum of (n/s) d^2 - (2/s) d sum(y-m), d of mean 0 and variance v.
func variance2(y []float64, m float64) float64 {
	sum := 0.0
	for _, x := range y {
		sum += x - m
	}
	return sum * sum
}

// TestFitParts: missing entries and labels, statements of a gate that observe one element, counts, and
// what has no plug-in.
func TestFitParts(t *testing.T) {
	r := fitOf(t, `
model: m
algorithm: gibbs
inputs: {n: range, y: {type: "real[n]", missing: true}, k: "int[n]"}
program: |
  z ~ bernoulli(0.5)
  mu ~ normal(0, variance = 1)
  rate ~ gamma(shape = 2, rate = 1)
  for (i in n) {
    if (z) { y[i] ~ normal(mu, variance = 1) } else { y[i] ~ normal(mu, variance = 4) }
    k[i] ~ poisson(rate)
  }
  observe mu > -3
infer: [mu, y]
`, "y=[1,null,2] k=[0,3,1]", 500)
	var names []string
	for _, x := range r.Fit.Observations {
		names = append(names, x.Name)
		if x.PIT == nil || !(*x.PIT > 0 && *x.PIT < 1) {
			t.Errorf("%s has the PIT %v", x.Name, x.PIT)
		}
	}
	if got := strings.Join(names, " "); got != "y[0] y[2] k[0] k[1] k[2]" {
		t.Errorf("observations are %s", got)
	}
	if d := r.Fit.Deviance; d.PPlugIn != nil || !strings.Contains(d.Reason, "z is drawn from whole numbers") {
		t.Errorf("deviance %+v has a plug-in", d)
	}
	if len(r.Fit.Statements) != 2 || !strings.Contains(strings.Join(r.Fit.Notes, "\n"), "observe mu > -3, is no observation") {
		t.Errorf("statements %+v, notes %q", r.Fit.Statements, r.Fit.Notes)
	}
}
