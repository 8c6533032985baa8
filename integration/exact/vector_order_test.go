package exact

import (
	"math"
	"strings"
	"testing"

	"mpc"
)

// TestVectorBeforeItsMean: vectors that are drawn around one that the program defines later have its size, not that of their matrix.
func TestVectorBeforeItsMean(t *testing.T) {
	const head = "model: m\ninputs: {P: \"real[2][2]\", g: \"int[4]\", y: \"real[4]\"}\nprogram: |\n"
	const tail = "  for (j in 0..<4) { y[j] ~ normal(b[g[j]][0] + b[g[j]][1], sd = 1) }\ninfer: [b, mu, evidence]\n"
	of, mean := "  for (i in 0..<3) { b[i] ~ mvnormal(mu, precision = P) }\n", "  mu ~ mvnormal([0, 1], precision = P)\n"
	inputs := map[string]any{"P": [][]float64{{1, 0.2}, {0.2, 2}}, "g": []int{0, 0, 1, 1}, "y": []float64{1, 2, 0.5, -1}}
	want := vectorNumbers(t, head+mean+of+tail, inputs)
	got := vectorNumbers(t, head+of+mean+tail, inputs)
	if len(got) != len(want) {
		t.Fatalf("%d numbers, want %d", len(got), len(want))
	}
	for i := range want {
		if math.Abs(got[i]-want[i]) > 1e-9*math.Max(1, math.Abs(want[i])) {
			t.Errorf("number %d is %.12g, want %.12g", i, got[i], want[i])
		}
	}
	text := strings.Replace(head+of+mean+strings.Replace(tail, ", evidence", "", 1), "model: m\n", "model: m\nalgorithm: gibbs\n", 1)
	if _, err := mpc.Compile("model.yaml", []byte(text), mpc.Options{}); err != nil {
		t.Error(err)
	}
}
