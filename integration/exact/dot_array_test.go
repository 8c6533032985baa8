package exact

import (
	"encoding/json"
	"fmt"
	"testing"
)

// TestDotOfArray compares dot(c, x) of an array c of random normals with the sum
// that it stands for, in both orders, by both algorithms.
func TestDotOfArray(t *testing.T) {
	const y = `"y": [1, 2, 3]`
	for _, v := range []struct{ declared, x, sum, data string }{
		{"  x: vector(K)[n]\n", "x[j]", "sum(c[i] * x[j, i] : i in K)", `{"x": [[1, 2], [3, 4], [2, 2]], ` + y + `}`},
		{"  x: real[n][K]\n", "x[j]", "sum(c[i] * x[j, i] : i in K)", `{"x": [[1, 2], [3, 4], [2, 2]], ` + y + `}`},
		{"  x: vector(K)\n", "x", "sum(c[i] * x[i] : i in K)", `{"x": [1, 2], ` + y + `}`},
		{"", "[1, 2]", "c[0] * 1 + c[1] * 2", `{"K": 2, ` + y + `}`},
	} {
		var inputs map[string]any
		if err := json.Unmarshal([]byte(v.data), &inputs); err != nil {
			t.Fatal(err)
		}
		for _, algorithm := range []string{"ep", "vmp"} {
			solved := func(value string) string {
				text := fmt.Sprintf("model: m\nalgorithm: %s\ninputs:\n  K: range\n  n: range\n  y: real[n]\n%sprogram: |\n"+
					"  for (k in K) { c[k] ~ normal(0, variance = 1) }\n  for (j in n) { y[j] ~ normal(%s, variance = 1) }\ninfer: [c]\n", algorithm, v.declared, value)
				r, err := interpretTree(t, text, inputs)
				if err != nil {
					t.Fatalf("%s\n%v", text, err)
				}
				return asJSON(t, r)
			}
			want := solved(v.sum)
			for _, value := range []string{"dot(c, " + v.x + ")", "dot(" + v.x + ", c)"} {
				if got := solved(value); got != want {
					t.Errorf("%s of %q by %s: %s, the sum %s", value, v.declared, algorithm, got, want)
				}
			}
		}
	}
}
