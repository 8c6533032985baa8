package draws

import (
	"encoding/json"
	"testing"
)

// TestRecurrences: functions that read their own element before, of a tree of normals or of
// truths, have the posteriors of EP, which is exact there and reads them as they are.
func TestRecurrences(t *testing.T) {
	jobs := []job{{
		data: `{"y": [1, 2, 0.5, 3], "x": [0.3, 0.2, -1, 2]}`,
		model: `model: counted
algorithm: gibbs
inputs: {n: range, y: "real[n]", x: "real[n]"}
program: |
  for (t in n) { w[t] ~ normal(x[t], variance = 1) }
  s[0] = w[0]
  for (t in 1..<n) { s[t] = w[t] + s[t-1] }
  for (t in n) { y[t] ~ normal(s[t], variance = 2) }
infer: [w, s]
`}, {
		data: `{"y": [1, 2, 0.5, 3], "x": [0.3, 0.2, -1, 2]}`,
		model: `model: counted
algorithm: gibbs
inputs: {n: range, y: "real[n]", x: "real[n]"}
program: |
  for (t in n) { w[t] ~ normal(0, variance = 1) }
  for (t in n) {
    if (t == 0) { s[t] = w[t] } else { s[t] = 0.7 * s[t-1] + 2 * w[t] - x[t] }
    y[t] ~ normal(s[t], variance = 2)
  }
infer: [w, s]
`}, {
		data: `{"z": [false, true, true, true], "q": [false, false, true, true]}`,
		model: `model: counted
algorithm: gibbs
inputs: {n: range, z: "bool[n]", q: "bool[n]"}
program: |
  for (t in n) { b[t] ~ bernoulli(0.3); c[t] ~ bernoulli(0.8) }
  some[0] = b[0]
  for (t in 1..<n) { some[t] = some[t-1] || b[t] }
  every[0] = c[0]
  for (t in 1..<n) { every[t] = c[t] && every[t-1] }
  for (t in n) {
    if (some[t]) { z[t] ~ bernoulli(0.9) } else { z[t] ~ bernoulli(0.2) }
    if (every[t]) { q[t] ~ bernoulli(0.7) } else { q[t] ~ bernoulli(0.4) }
  }
infer: [b, c, some, every]
`}}
	asByEP(t, jobs)
}

// asByEP compares the posteriors of models with those of EP, which is to be exact.
func asByEP(t *testing.T, jobs []job) {
	t.Helper()
	for k := range jobs {
		jobs[k].name, jobs[k].burnIn, jobs[k].samples, jobs[k].thin, jobs[k].chains, jobs[k].seed = "by_ep", 500, 10000, 1, 4, 21
	}
	for k, o := range sampledRun(t, jobs) {
		if o.Error != "" {
			t.Errorf("%s: %s", jobs[k].model, o.Error)
			continue
		}
		for name, want := range exactly(t, "ep", jobs[k]) {
			var got any
			if err := json.Unmarshal(o.Posteriors[name], &got); err != nil {
				t.Fatal(err)
			}
			for _, wrong := range sampledCompare(name, want, got, 0.01) {
				t.Errorf("%s: %s", jobs[k].model, wrong)
			}
		}
	}
}
