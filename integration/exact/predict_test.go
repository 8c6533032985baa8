package exact

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/data"
	"mpc/dist"
	"mpc/integration/agree"
	"mpc/run/interp"
)

const predictions = `model: predictions
inputs: {n: range, a: "real[n]", y: {type: "real[n]", missing: true}}
program: |
  mu ~ normal(0, variance = 100)
  for (i in n) {
    tau[i] ~ gamma(shape = a[i], rate = 1)
    y[i] ~ normal(mu, precision = tau[i])
    z[i] ~ normal(mu, precision = tau[i])
  }
infer: [mu, tau, z, y, evidence]
iterate: {max: 100}
integrate: []
`

// TestPredictionsWithoutVariance: a datum to come whose variance is infinite has no
// posterior among the normals. That costs this one posterior: all others, and the
// evidence, are those of the model without it.
func TestPredictionsWithoutVariance(t *testing.T) {
	without := strings.Replace(predictions, "    z[i] ~ normal(mu, precision = tau[i])\n", "", 1)
	without = strings.Replace(without, "tau, z, y", "tau, y", 1)
	const values = `{"n": 4, "a": [0.5, 3, 0.25, 2], "y": [null, null, 1, 2]}`
	want, got := planned(t, without, values), planned(t, predictions, values)
	for _, name := range []string{"mu", "tau", "y"} {
		if a, b := fmt.Sprint(got[name]), fmt.Sprint(want[name]); a != b {
			t.Errorf("%s is %s, without predictions %s", name, a, b)
		}
	}
	if a, b := got["evidence"].(float64), want["evidence"].(float64); math.Abs(a-b) > 1e-12 {
		t.Errorf("the evidence is %.15g, without predictions %.15g", a, b)
	}
	z := got["z"].([]any)
	for i, none := range []bool{true, false, true, false} {
		q := z[i].(dist.Normal)
		if q.IsUniform() != none || !none && !q.IsProper() {
			t.Errorf("z[%d] is %v", i, q)
		}
	}
	// The result says so.
	c, err := mpc.Plan("model.yaml", []byte(predictions))
	if err != nil {
		t.Fatal(err)
	}
	set, d := data.ReadJSON("data.json", []byte(values), c.Model)
	if d.HasErrors() {
		t.Fatal(d)
	}
	r, err := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if text := strings.Join(r.Warnings, "\n"); !strings.Contains(text, "2 posteriors of z are uniform") || !strings.Contains(text, "1 posteriors of y are uniform") {
		t.Errorf("warnings %q", r.Warnings)
	}
}

// TestPriorsWithoutVariance: where anything else is said of the variable, a message
// that is left out is an error, as before: the posterior would ignore the factor.
func TestPriorsWithoutVariance(t *testing.T) {
	_, err := interpretTree(t, "model: m\ninputs: {y: real}\nprogram: |\n  tau ~ gamma(shape = 0.5, rate = 0.5)\n"+
		"  z ~ normal(0, precision = tau)\n  b = z > y\ninfer: [b]\n", map[string]any{"y": 1})
	if err == nil || !strings.Contains(err.Error(), "could be computed") {
		t.Errorf("the error is %v", err)
	}
}

// TestAgreeOnPredictions: generated code does the same, also where there was a
// posterior before other data came.
func TestAgreeOnPredictions(t *testing.T) {
	agree.All(t, []*agree.Trial{{
		Name:       "predictions",
		Model:      predictions,
		Data:       `{"n": 4, "a": [3, 2, 0.25, 2], "y": [null, null, 1, 2]}`,
		Next:       `{"n": 4, "a": [0.5, 3, 2, 0.5], "y": [null, 1, 1, 2]}`,
		Iterations: 20,
	}, {
		Name: "scales",
		Model: "model: scales\ninputs: {a: real}\nprogram: |\n  b ~ gamma(shape = 2, rate = 1)\n  x ~ gamma(shape = a, rate = b)\n" +
			"  w ~ inversegamma(shape = a, rate = b)\n  v ~ inversegamma(shape = a, rate = 1)\n  u ~ normal(0, variance = v)\ninfer: [b, x, w, v, u, evidence]\n",
		Data: `{"a": 3}`,
		Next: `{"a": 0.5}`,
	}, {
		Name: "random variance",
		Model: "model: variances\ninputs: {n: range, y: \"real[n]\", m: real}\nprogram: |\n  v ~ gamma(shape = 2, rate = 1)\n  w ~ inversegamma(shape = 3, rate = 1)\n  mu ~ normal(m, variance = w)\n" +
			"  for (i in n) {\n    y[i] ~ normal(mu, variance = v)\n  }\n  next ~ normal(mu, variance = v)\n  for (i in n) {\n    h[i] ~ normal(0, variance = 1)\n    y[i] ~ normal(mu, variance = exp(h[i]))\n  }\ninfer: [mu, v, w, next, h, evidence]\niterate: {max: 300}\n",
		Data:       `{"n": 3, "y": [1, 2.5, -1], "m": 0}`,
		Next:       `{"n": 3, "y": [1, 4.5, -1], "m": 1}`,
		Iterations: 20,
	}}, codegen.Options{})
}
