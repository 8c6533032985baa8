//go:build long

package run_test

import (
	"fmt"
	"math"
	"testing"

	"mpc/run"
	"mpc/special"
)

// closeMoments is nearMoments within shares of the sd.
func closeMoments(t *testing.T, r *run.Result, name string, i int, mean, sd, off, wide float64) {
	t.Helper()
	index := []int{i}
	if i < 0 {
		index = nil
	}
	entry, ok := r.Posteriors[name].At(index...)
	list, err := entry.Marginals()
	if err != nil || !ok || len(list) != 1 {
		t.Fatalf("%s[%d]: %v, %v", name, i, list, err)
	}
	got := list[0]
	t.Logf("%s[%d]: mean off by %.3f sd, sd by %.1f %%", name, i, (got.Mean-mean)/sd, 100*(got.SD/sd-1))
	if !(math.Abs(got.Mean-mean) <= off*sd && math.Abs(got.SD/sd-1) <= wide) {
		t.Errorf("%s[%d]: mean %v, sd %v, not %v, %v", name, i, got.Mean, got.SD, mean, sd)
	}
}

// TestMeansAndPrecisions: the mean and the precision of each group, of few data, beside sums over the overall mean and each group's, the
// precisions integrated in closed form. Messages had sds of 1.2 to 1.5 times those.
func TestMeansAndPrecisions(t *testing.T) {
	const model = `model: m
inputs: {J: range, n: range, g: "index(J)[n]", y: "real[n]"}
program: |
  mu ~ normal(0, sd = 10)
  for (j in J) {
    m[j] ~ normal(mu, sd = 1)
    t[j] ~ gamma(shape = 2, rate = 2)
    v[j] = 1 / t[j]
  }
  for (i in n) { y[i] ~ normal(m[g[i]], precision = t[g[i]]) }
infer: [evidence, mu, m, t, v]
`
	groups := [][]float64{{3.1, 4.4, 2.6}, {1.1, 3.9}, {0.3, 4.9, 2.2, 2.4}, {7.5}, {}}
	g, y := []float64{}, []float64{}
	for j, list := range groups {
		for _, x := range list {
			g, y = append(g, float64(j)), append(y, x)
		}
	}
	data := fmt.Sprintf(`{"J": %d, "n": %d, "g": %s, "y": %s}`, len(groups), len(g), list(g), list(y))
	r := runText(t, model, data, false)
	const steps, low, high = 400, -10.0, 15.0
	const step = (high - low) / steps
	at := func(k int) float64 { return low + (float64(k)+0.5)*step }
	// Of each group and value of mu: the integral over its mean, and of the mean, the precision and the variance times the density.
	type sums struct{ all, m, mm, t, tt, v, vv float64 }
	table := make([][]sums, len(groups))
	for j, list := range groups {
		density := make([]sums, steps)
		for k := range density {
			m, shape, rate := at(k), 2.0, 2.0
			log := 2*math.Log(2) - special.GammaLn(2)
			for _, x := range list {
				shape, rate, log = shape+0.5, rate+(x-m)*(x-m)/2, log-0.5*math.Log(2*math.Pi)
			}
			w := math.Exp(log + special.GammaLn(shape) - shape*math.Log(rate))
			v := rate / (shape - 1)
			density[k] = sums{w, w * m, w * m * m, w * shape / rate, w * shape * (shape + 1) / rate / rate, w * v, w * v * v * (shape - 1) / (shape - 2)}
		}
		table[j] = make([]sums, steps)
		for i := range steps {
			to := &table[j][i]
			for k, d := range density {
				w := step * math.Exp(-(at(k)-at(i))*(at(k)-at(i))/2) / math.Sqrt(2*math.Pi)
				to.all, to.m, to.mm, to.t, to.tt, to.v, to.vv = to.all+w*d.all, to.m+w*d.m, to.mm+w*d.mm, to.t+w*d.t, to.tt+w*d.tt, to.v+w*d.v, to.vv+w*d.vv
			}
		}
	}
	var j judged
	for i := range steps {
		mu := at(i)
		log := -mu*mu/200 - 0.5*math.Log(200*math.Pi)
		for _, of := range table {
			log += math.Log(of[i].all)
		}
		j.add(log)
	}
	j.cell = math.Log(step)
	j.settle()
	if math.Abs(*r.LogEvidence-j.evidence()) > 0.01 {
		t.Errorf("log evidence %v, not %v", *r.LogEvidence, j.evidence())
	}
	mean, sd := j.moments(func(k int) (float64, float64) { return at(k), at(k) * at(k) })
	closeMoments(t, r, "mu", -1, mean, sd, 0.002, 0.005)
	for i, of := range table {
		mean, sd := j.moments(func(k int) (float64, float64) { return of[k].m / of[k].all, of[k].mm / of[k].all })
		closeMoments(t, r, "m", i, mean, sd, 0.002, 0.005)
		mean, sd = j.moments(func(k int) (float64, float64) { return of[k].t / of[k].all, of[k].tt / of[k].all })
		closeMoments(t, r, "t", i, mean, sd, 0.002, 0.005)
		if len(groups[i]) > 1 { // of less the variance has rare values
			mean, sd = j.moments(func(k int) (float64, float64) { return of[k].v / of[k].all, of[k].vv / of[k].all })
			closeMoments(t, r, "v", i, mean, sd, 0.01, 0.02)
		}
	}
	agreeWithInterpreter(t, model, data, r)
}

// agreeWithInterpreter holds a result of a package against that of the interpreter.
func agreeWithInterpreter(t *testing.T, model, data string, r *run.Result) {
	t.Helper()
	other := runText(t, model, data, true)
	if math.Abs(*r.LogEvidence-*other.LogEvidence) > 1e-9 {
		t.Errorf("log evidence %v, interpreted %v", *r.LogEvidence, *other.LogEvidence)
	}
	for name, p := range r.Posteriors {
		if got, want := fmt.Sprintf("%.9v", p), fmt.Sprintf("%.9v", other.Posteriors[name]); got != want {
			t.Errorf("%s: %s, interpreted %s", name, got, want)
		}
	}
}
