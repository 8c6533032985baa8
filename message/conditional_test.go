package message_test

import (
	"strings"
	"testing"

	"mpc"
)

// TestConditionals: what the program of a model that is sampled says, line by line.
func TestConditionals(t *testing.T) {
	for _, row := range []struct {
		name, inputs, program string
		want                  []string
	}{
		{"a chain reads both neighbours", "n: range, y: \"real[n]\"", `x[0] ~ normal(0, variance = 1)
  for (t in 1..<n) { x[t] ~ normal(0.5 * x[t-1], variance = 2) }
  for (t in n) { y[t] ~ normal(x[t], variance = 3) }`, []string{
			"NormalResidual(0, 1, 1) if 0 == t",
			"NormalResidual(0.5 * x[t - 1], 1, 0.5) if t >= 1",
			"NormalResidual(-x[t + 1], -0.5, 0.5) if t + 1 >= 1 if t + 1 < n",
			"NormalResidual(-y[t], -1, 0.3333333333333333) if t < n",
		}},
		{"a gather looks for its instances", "n: range, k: range, g: \"index(k)[n]\", y: \"real[n]\"", `for (j in k) { mu[j] ~ normal(0, variance = 1) }
  for (i in n) { y[i] ~ normal(mu[g[i]], variance = 1) }`, []string{
			"NormalResidual(-y[i], -1, 1) for i in 0..<n if g[i] == j",
		}},
		{"a drawn index too", "n: range, k: range, p: vector(k), y: \"real[n]\"", `for (j in k) { mu[j] ~ normal(0, variance = 1) }
  for (i in n) { z[i] ~ categorical(p)
    y[i] ~ normal(mu[z[i]], variance = 1) }`, []string{
			"NormalResidual(-y[i], -1, 1) for i in 0..<n if z[i] == j",
			"y[i] ~ normal(mean = mu[z[i]], variance = 1)",
			"draw z by finite",
		}},
		{"two elements that may be one", "n: range, k: range, a: \"index(k)[n]\", b: \"index(k)[n]\", y: \"real[n]\"", `for (j in k) { s[j] ~ normal(0, variance = 1) }
  for (i in n) { y[i] ~ normal(s[a[i]] - s[b[i]], variance = 1) }`, []string{
			"for i in 0..<n if a[i] == j", "for i in 0..<n if b[i] == j if !(a[i] == j)",
		}},
		{"a sum of one array", "n: range, p: range, x: \"real[n, p]\", y: \"real[n]\"", `for (j in p) { w[j] ~ normal(0, variance = 1) }
  for (i in n) { y[i] ~ normal(sum(w[j] * x[i, j] : j in p), variance = 1) }`, []string{
			"-x[i, j], 1) for i in 0..<n",
		}},
		{"a loop of a sum that another index ends", "n: range, c: range, y: \"index(c)[n]\"", `for (j in c) { r[j] ~ beta(1, 1); p[j] = exp(sum(log(r[k]) : k in 0..<j)) }
  for (i in n) { y[i] ~ categorical(p) }`, []string{
			"for i in 0..<n if any(j < i : i in 0..<c)",
		}},
		{"a standard deviation is a power of a precision", "n: range, y: \"real[n]\"", `t ~ gamma(shape = 1, rate = 1)
  s = 1 / sqrt(t)
  for (i in n) { y[i] ~ normal(0, sd = s) }`, []string{"GammaResidual(y[i], 1)", "draw t by conjugate"}},
		{"leaves are drawn after", "y: real", `x ~ normal(0, variance = 1)
  y ~ normal(x, variance = 1)
  z ~ normal(x, variance = 1)`, []string{"draw z by forward: no data depend on it"}},
		{"missing counts that are read take part", "n: range, y: {type: \"int[n]\", missing: true}, z: \"real[n]\"", `r ~ gamma(shape = 2, rate = 1)
  for (i in n) { y[i] ~ poisson(r); z[i] ~ normal(y[i], variance = 1) }`, []string{"draw y by slice: a count without an upper bound"}},
		{"a bound that may be met, and one that may not", "", `w ~ gamma(shape = 2, rate = 1)
  v ~ normal(0, variance = 1)
  observe w >= 0.25
  observe v < 0.5`, []string{"w >= 0.25 where (1)*x + -0.25 >= 0  #", "v < 0.5 where (-1)*x + 0.5 > 0  #"}},
		{"a variance that is cut off", "y: real", `v ~ inversegamma(shape = 2, rate = 1)
  observe v < 2
  y ~ normal(0, variance = v)`, []string{"draw v by conjugate: the prior and all that is said of it are inversegamma, cut off by conditions"}},
		{"conditions tie", "", `a ~ bernoulli(0.2)
  b ~ bernoulli(0.7)
  observe a != b`, []string{"draw a, b by joint: observe a != b (line 8) ties them"}},
		{"no closed form", "n: range, y: \"bool[n]\", x: \"real[n]\"", `w ~ normal(0, variance = 1)
  for (i in n) { y[i] ~ bernoulli(logistic(w * x[i])) }`, []string{"draw w by slice: "}},
	} {
		text := "model: m\nalgorithm: gibbs\nblocks: []\ninputs: {" + row.inputs + "}\nprogram: |\n  " + row.program + "\n"
		c, err := mpc.Plan("m.yaml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		got, _ := c.Dump("program")
		for _, w := range row.want {
			if !strings.Contains(got, w) {
				t.Errorf("%s: no %q in\n%s", row.name, w, got)
			}
		}
	}
}

// TestSchedule: a draw follows its conditional, which follows the draws that it reads; what
// nothing depends on runs once, after.
func TestSchedule(t *testing.T) {
	c, err := mpc.Plan("m.yaml", []byte("model: m\nalgorithm: gibbs\ninputs: {y: real}\nprogram: |\n  m ~ normal(0, variance = 1)\n  t ~ gamma(shape = 1, rate = 1)\n  y ~ normal(m, precision = t)\n  z = m + 1\ninfer: [m, t, z]\n"))
	if err != nil {
		t.Fatal(err)
	}
	got, _ := c.Dump("schedule")
	at := 0
	for _, line := range []string{"\n  conditional m ", "\n  draw m ", "\n  conditional t ", "\n  draw t ", "\nfunction z "} {
		k := strings.Index(got[at:], line)
		if k < 0 {
			t.Fatalf("no %q after what comes before it, in\n%s", line, got)
		}
		at += k + 1
	}
}
