package model

import (
	"fmt"
	"strings"
	"testing"

	"mpc/lang"
)

// TestBlocks: what of a model reads or draws the members of a block, as products with its vector.
func TestBlocks(t *testing.T) {
	for _, row := range []struct {
		name, inputs, program, blocks string
		want                          []string // relations that are there
	}{
		{"two numbers", `n: range, x: "real[n]", y: "real[n]"`, "a ~ normal(3, sd = 2)\nc ~ normal(0, variance = x[0])\nfor (i in n) { y[i] ~ normal(2 * (a - c * x[i]) + 1, variance = 1) }", "a, c", []string{
			"block_a_c_mean[0] = 3",
			"block_a_c_precision[0, 0] = 0.25",
			"block_a_c_precision[1, 1] = 1 / x[0]",
			"y[i] ~ normal(mean = dot(block_a_c, [2, (-2) * x[i]]) + 1, variance = 1) for i in 0..<n",
			"a = block_a_c[0]",
		}},
		{"effects around a mean that is drawn", `n: range, k: range, g: "index(k)[n]", b: "bool[n]"`, "m ~ normal(0, variance = 4)\nt ~ gamma(shape = 2, rate = 4)\nfor (j in k) { u[j] ~ normal(m, precision = t) }\nfor (i in n) { b[i] ~ bernoulli(logit = u[g[i]]) }", "m, u", []string{
			"block_m_u_precision[1 + j, 1 + j] = 5e-13 for j in 0..<k",
			"block_m_u_row[j, place] = choose(place == 1 + j, 1, 0) + choose(place == 0, -1, 0) for j in 0..<k for place in 0..<1 + k",
			"observe 0 ~ normal(mean = dot(block_m_u, block_m_u_row[j]), precision = t) for j in 0..<k",
			"b[i] ~ bernoulli(logit = block_m_u[1 + g[i]]) for i in 0..<n",
			"u[j] = block_m_u[1 + j] for j in 0..<k",
		}},
		{"sums and functions", `n: range, k: range, x: "real[n]", z: "real[n][k]", y: "real[n]"`, "m ~ normal(0, variance = 4)\nfor (j in k) { u[j] ~ normal(0, variance = 1) }\nfor (i in n) { s[i] = m + x[i]; y[i] ~ normal(s[i] + sum(z[i, j] * u[j] : j in k), variance = 1) }", "m, u", []string{
			"block_m_u_row[i, place] = choose(place == 0, 1, 0) + choose(between(place, 1, 1 + k), z[i, place - 1], 0) for i in 0..<n for place in 0..<1 + k",
			"y[i] ~ normal(mean = dot(block_m_u, block_m_u_row[i]) + x[i], variance = 1) for i in 0..<n",
			"s[i] = block_m_u[0] + x[i] for i in 0..<n",
		}},
		{"what is not linear is read apart", `n: range, y: "real[n]"`, "a ~ normal(0, variance = 4)\nc ~ normal(0, variance = 1)\nfor (i in n) { y[i] ~ normal(exp(a - c) + a * c, variance = 1) }", "a, c", []string{
			"y[i] ~ normal(mean = exp(dot(block_a_c, [1, -1])) + block_a_c[0] * block_a_c[1], variance = 1) for i in 0..<n",
		}},
		{"a comparison of two members is one of their difference", ``, "a ~ normal(0, variance = 4)\nc ~ normal(a, variance = 1)\nobserve a > c + 1", "a, c", []string{
			"observe dot(block_a_c, [1, -1]) + (-1) > 0",
		}},
		{"tables", `n: range, k: range, g: "index(k)[n]", y: "real[n]"`, "for (i in n) { for (j in k) { w[i, j] ~ normal(0, variance = 1) } }\nfor (i in n) { y[i] ~ normal(w[i, 0] + w[0, g[i]], variance = 1) }", "w", []string{
			"block_w_row[i, place] = choose(place == i * k, 1, 0) + choose(place == 0 * k + g[i], 1, 0) for i in 0..<n for place in 0..<n * k",
		}},
	} {
		t.Run(row.name, func(t *testing.T) {
			text := fmt.Sprintf("model: m\ninputs: {%s}\nprogram: |\n  %s\nblocks: [[%s]]\n", row.inputs, strings.ReplaceAll(row.program, "\n", "\n  "), row.blocks)
			f, d := lang.Parse("m.yaml", []byte(text))
			if d.HasErrors() {
				t.Fatal(d)
			}
			m, d := Check(f)
			if m == nil || d.HasErrors() {
				t.Fatalf("%v in\n%s", d, text)
			}
			have := map[string]bool{}
			for _, r := range m.Relations {
				line, _, _ := strings.Cut(r.String(), "  # ")
				have[line] = true
			}
			for _, w := range row.want {
				if !have[w] {
					t.Errorf("%q is not in\n%s", w, m)
				}
			}
		})
	}
}
