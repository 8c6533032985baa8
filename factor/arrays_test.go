package factor

import (
	"strings"
	"testing"

	"mpc/lang"
	"mpc/model"
)

// TestArraysAsVectors: what stands for a vector before its size is known, an element
// that is a whole number in an array of reals, a plate of what is left out.
func TestArraysAsVectors(t *testing.T) {
	for _, row := range []struct{ name, text, want string }{
		{"dot of an array of draws", "inputs:\n  k: range\n  n: range\n  x: real[n][k]\n  y: real[n]\nprogram: |\n" +
			"  for (i in n) { y[i] ~ normal(dot(w, x[i]), variance = 1) }\n  for (j in k) { w[j] ~ normal(0, variance = 1) }\nblocks: []\n", "dot("},
		{"a whole number among reals", "inputs:\n  k: range\n  y: real[k]\nprogram: |\n  a ~ normal(0, variance = 1)\n  s[0] = 0\n" +
			"  for (j in 1..<k) { s[j] = j * a }\n  for (j in k) { y[j] ~ normal(s[j], variance = 1) }\n", "s[max(1, k)] normal"},
		{"a plate that is left out", "algorithm: vmp\ninputs:\n  n: range\nprogram: |\n  x ~ normal(0, variance = 1)\n" +
			"  for (i in 1..<n) { p[i] = 2 * x }\n  p[0] ~ normal(0, variance = 1)\ninfer: [x]\n",
			"v1: p[max(n, 1)] normal derived"},
	} {
		f, d := lang.Parse("m", []byte("model: m\n"+row.text))
		if d.HasErrors() {
			t.Errorf("%s: %v", row.name, d)
			continue
		}
		m, d := model.Check(f)
		if d.HasErrors() {
			t.Errorf("%s: %v", row.name, d)
			continue
		}
		g, d := Build(m)
		if d.HasErrors() {
			t.Errorf("%s: %v", row.name, d)
			continue
		}
		if got := g.String(); !strings.Contains(got, row.want) {
			t.Errorf("%s: no %s in\n%s", row.name, row.want, got)
		}
	}
}
