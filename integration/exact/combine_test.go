package exact

import (
	"encoding/json"
	"maps"
	"math"
	"slices"
	"testing"
)

// TestComponentsTogether: a linear combination of components of one vector is a
// dot product, so that their posterior is joint and exact.
func TestComponentsTogether(t *testing.T) {
	const head = "model: m\ninputs: {n: range, x: \"real[n]\", y: \"real[n]\", S: \"matrix(3, 3)\"}\nprogram: |\n  w ~ mvnormal([0, 1, 2], covariance = S)\n  v ~ normal(0, variance = 2)\n"
	const tail = "\ninfer: [w, v, evidence]\niterate: {tolerance: 1e-13}\n"
	inputs := map[string]any{"n": 3, "x": []float64{1, 2, -3}, "y": []float64{1, 2.5, 3.5},
		"S": [][]float64{{4, 1, 0}, {1, 3, 0.5}, {0, 0.5, 2}}}
	want := vectorNumbers(t, head+"  for (i in n) { y[i] ~ normal(dot(w, [-1, x[i] / 2, 2]) + v + x[i], variance = 1) }"+tail, inputs)
	for _, line := range []string{
		"y[i] ~ normal(v + w[1] * x[i] / 2 - (w[0] - 2 * w[2]) + x[i], variance = 1)",
		"y[i] ~ normal(-w[0] + w[2] + 0.5 * (x[i] * w[1]) + v + x[i] + w[2], variance = 1)",
		"m[i] = x[i] * (w[1] / 2 + 1) + v - w[0] + 2 * w[2]; y[i] ~ normal(m[i], variance = 1)",
	} {
		got := vectorNumbers(t, head+"  for (i in n) { "+line+" }"+tail, inputs)
		if len(got) != len(want) {
			t.Fatalf("%d numbers, want %d", len(got), len(want))
		}
		for i := range want {
			if math.Abs(got[i]-want[i]) > 1e-9*math.Max(1, math.Abs(want[i])) {
				t.Errorf("%s: number %d is %.15g, want %.15g", line, i, got[i], want[i])
			}
		}
	}
}

// TestSidesOfComparisons: what both sides of a comparison share is taken from both, so
// that it is one sum or dot product that is compared with a known value.
func TestSidesOfComparisons(t *testing.T) {
	const head = "model: m\ninputs: {k: real}\nprogram: |\n  a ~ normal(1, variance = 2)\n  b ~ normal(0, variance = 1)\n  c ~ normal(k, variance = 3)\n" +
		"  w ~ mvnormal([0.3, -1], covariance = [[2, 0.5], [0.5, 1]])\n"
	const tail = "\ninfer: [a, b, c, w, evidence]\nblocks: []\niterate: {tolerance: 1e-13}\n"
	inputs := map[string]any{"k": 0.5}
	for _, test := range [][2]string{
		{"observe a + b > b + 3", "observe a > 3"},
		{"observe b + 3 < b + a", "observe a > 3"},
		{"observe a + b > b + c + 3", "observe a - c > 3"},
		{"observe 2 * a - k < 3 * a + k * c - (b + 1)", "observe a - b + k * c > 1 - k"},
		{"observe w[0] > w[1] + 3", "observe w[0] - w[1] > 3"},
		{"observe w[0] + a > w[1] + 2 * a + k", "observe w[0] - w[1] - a > k"},
		{"d = a + 2 * b > 2 * b + c\n  observe d ~ bernoulli(0.8)", "d = a > c\n  observe d ~ bernoulli(0.8)"},
	} {
		got := vectorNumbers(t, head+"  "+test[0]+tail, inputs)
		want := vectorNumbers(t, head+"  "+test[1]+tail, inputs)
		for i := range want {
			if len(got) != len(want) || math.Abs(got[i]-want[i]) > 1e-9*math.Max(1, math.Abs(want[i])) {
				t.Errorf("%s:\n%.12g, want\n%.12g", test[0], got, want)
				break
			}
		}
	}
}

// vectorNumbers lists the numbers of a result.
func vectorNumbers(t *testing.T, text string, inputs map[string]any) []float64 {
	t.Helper()
	r, err := interpretTree(t, text, inputs)
	if err != nil {
		t.Fatal(err)
	}
	out := []float64{r.LogEvidence}
	for _, p := range r.Posteriors {
		out = append(out, leaves(t, p.Value)...)
	}
	return out
}

// leaves lists the numbers of a posterior's JSON form, by the order of its keys.
func leaves(t *testing.T, value any) []float64 {
	t.Helper()
	b, err := json.Marshal(value)
	if err != nil {
		t.Fatal(err)
	}
	var tree any
	if err := json.Unmarshal(b, &tree); err != nil {
		t.Fatal(err)
	}
	var out []float64
	var walk func(x any)
	walk = func(x any) {
		switch x := x.(type) {
		case float64:
			out = append(out, x)
		case []any:
			for _, y := range x {
				walk(y)
			}
		case map[string]any:
			for _, key := range slices.Sorted(maps.Keys(x)) {
				walk(x[key])
			}
		}
	}
	walk(tree)
	return out
}
