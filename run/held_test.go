package run_test

import (
	"math"
	"strings"
	"testing"
)

// TestHeldDraws: Gibbs sampling draws normals given sums that are known exactly, under conditions on data too, and intrinsic
// autoregressions with an island, as the joint posterior of EP has them.
func TestHeldDraws(t *testing.T) {
	for _, test := range []struct{ name, text, data string }{
		{"sums", `model: m
algorithm: gibbs
inputs: {n: range, c: "bool[n]", s: "real[n]", y: "real[n]"}
program: |
  t ~ gamma(shape = 2, rate = 1)
  for (i in n) { a[i] ~ normal(0, precision = t); b[i] ~ normal(1, sd = 2) }
  for (i in n) { if (c[i]) { observe a[i] + 2 * b[i] == s[i] } }
  observe sum(b[i] : i in n) == 2
  for (i in n) { y[i] ~ normal(a[i] + b[i], sd = 1) }
infer: [a, b, t]
`, `{"n": 4, "c": [true, false, true, false], "s": [1, 2, 3, 4], "y": [1, 0, 2, -1]}`},
		{"graph", `model: m
algorithm: gibbs
inputs: {area: range, edge: range, from: "index(area)[edge]", to: "index(area)[edge]", y: "real[area]"}
program: |
  t ~ gamma(shape = 2, rate = 1)
  a ~ flat()
  b ~ icar(from, to, precision = t)
  for (i in area) { y[i] ~ normal(a + b[i], sd = 1) }
infer: [a, b, t]
`, `{"area": 7, "edge": 6, "from": [0, 1, 2, 3, 5, 0], "to": [1, 2, 3, 0, 6, 2], "y": [1, 2, 3, 5, 2, 3, 1]}`},
	} {
		t.Run(test.name, func(t *testing.T) {
			want := runText(t, strings.Replace(test.text, "algorithm: gibbs\n", "", 1), test.data, true)
			got := runText(t, test.text+"iterate: {samples: 4000}\n", test.data, true)
			for name, p := range want.Posteriors {
				for at, element := range p.Elements() {
					other, _ := got.Posteriors[name].At(at...)
					w, err := element.Marginals()
					g, err2 := other.Marginals()
					if err != nil || err2 != nil {
						t.Fatal(name, at, err, err2)
					}
					if sd := w[0].SD; !(math.Abs(g[0].Mean-w[0].Mean) <= 0.06*sd+1e-9) || !(math.Abs(g[0].SD-sd) <= 0.06*sd+1e-9) {
						t.Errorf("%s%v: mean %.4g and sd %.4g, want %.4g and %.4g", name, at, g[0].Mean, g[0].SD, w[0].Mean, sd)
					}
				}
			}
		})
	}
}
