package mpc_test

import (
	"strings"
	"testing"

	"mpc"
)

// TestJointWords: of a joint posterior mpc schedule says which statements tie what, and what it takes.
func TestJointWords(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       []string
	}{
		{"a walk with a sum", `model: walk
inputs: {n: range, y: "int[n]"}
program: |
  s ~ gamma(shape = 2, rate = 1)
  x[0] ~ normal(0, sd = 1)
  for (t in 1..<n) { x[t] ~ normal(x[t-1], precision = s) }
  for (t in n) { y[t] ~ poisson(exp(x[t])) }
  observe sum(x[t] : t in n) ~ normal(0, sd = 1)
infer: [x, s]
`, []string{
			"  x[t] ~ normal(x[t - 1], precision = s) (line 6) ties x[t - 1], x[t], for each t in 1..<n",
			"  observe sum(x[t] : t in n) ~ normal(0, sd = 1) (line 8) ties x[t] for all t in n",
			"  cost: at each point of a lattice over s, a factor of the precision in each sweep of EP over the sites: for each number the square of how many others it is tied to when its turn comes, by these statements or by numbers that were eliminated before",
		}},
		{"known noise, missing responses", `model: groups
inputs: {n: range, group: range, g: "index(group)[n]", x: "real[n]", y: {type: "real[n]", missing: true}}
program: |
  a ~ normal(0, sd = 5)
  for (j in group) { u[j] ~ normal(0, sd = 1) }
  for (i in n) { y[i] ~ normal(a + u[g[i]] * x[i], sd = 0.5) }
infer: [a, u, "y[0] - y[1]"]
`, []string{
			"  y[i] ~ normal(a + u[g[i]] * x[i], sd = 0.5) (line 6) ties a, u[g[i]], for each i in n",
			"  y[i] ~ normal(a + u[g[i]] * x[i], sd = 0.5) (line 6) ties a, u[g[i]], y[i], for each i in n",
			"  cost: a factor of the precision: for each number the square of how many others it is tied to when its turn comes, by these statements or by numbers that were eliminated before; where that is more than 2e+09 multiplications, messages are passed",
		}},
		{"rates by themselves", `model: rates
inputs: {n: range, x: "int[n]"}
program: |
  a ~ gamma(shape = 2, rate = 1)
  b ~ gamma(shape = 2, rate = 1)
  for (i in n) { r[i] ~ gamma(shape = a, rate = b) }
  for (i in n) { x[i] ~ poisson(r[i]) }
infer: [a, b]
`, nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			x, err := mpc.Compile("m.yaml", []byte(c.text), mpc.Options{NoPackage: true})
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, line := range strings.Split(x.ScheduleWords(), "\n") {
				if strings.HasPrefix(line, "  ") {
					got = append(got, line)
				}
			}
			if strings.Join(got, "\n") != strings.Join(c.want, "\n") {
				t.Errorf("the schedule says\n%s\nwant\n%s", strings.Join(got, "\n"), strings.Join(c.want, "\n"))
			}
		})
	}
}
