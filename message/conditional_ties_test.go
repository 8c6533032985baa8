package message_test

import (
	"fmt"
	"strings"
	"testing"

	"mpc"
)

// TestStuck: what conditions bind is drawn together, or there is a warning.
func TestStuck(t *testing.T) {
	for _, row := range []struct{ name, keys, condition, want string }{
		{"equal", "", "observe z[0] == z[1]", ""},
		{"equal, no blocks", "blocks: []", "observe z[0] == z[1]", ""},
		{"equal, one after the other", "methods: {z: finite}", "observe z[0] == z[1]", "elements of z"},
		{"a count", "", "observe count(z[i] : i in 0..<4) == 2", "elements of z"},
		{"a count that is bounded", "", "observe count(z[i] : i in 0..<4) <= 2", ""},
		{"two variables", "methods: {a: finite}", "observe a != z[0]", "z and a"},
		{"two variables, one in a block", "blocks: [[z]]", "observe a != z[0]\n  observe z[0] == z[1]", "z and a"},
		{"a drawn element", "", "observe z[g] == z[0]", "z and g"},
		{"one that is known", "", "observe z[0] == true", ""},
	} {
		text := "model: m\nalgorithm: gibbs\n" + row.keys + "\nprogram: |\n  for (i in 0..<4) { z[i] ~ bernoulli(0.3) }\n  a ~ bernoulli(0.6)\n  g ~ discreteuniform(4)\n  if (a) { observe 1 ~ normal(0, variance = 1) }\n  if (g == 1) { observe 1 ~ normal(0, variance = 1) }\n  observe z[2] || z[3]\n  " + row.condition + "\n"
		c, err := mpc.Plan("m.yaml", []byte(text))
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		got := fmt.Sprint(c.Warnings)
		if found := strings.Contains(got, "one after the other"); found != (row.want != "") || !strings.Contains(got, row.want) {
			t.Errorf("%s: the warnings are %s, want one of %q", row.name, got, row.want)
		}
	}
}
