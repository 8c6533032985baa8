package loops_test

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"mpc"
)

var place = regexp.MustCompile(`(?m)  # .*$`)

// TestBuild: what is stored, which updates share a loop, in which direction loops run, and
// what a pass takes from the one before.
func TestBuild(t *testing.T) {
	const data = `n: range, y: "real[n]"`
	for _, row := range []struct{ name, algorithm, inputs, program, infer, want string }{
		{"a chain: a pass forward and one back, each with the last message at hand", "ep", data, `x[0] ~ normal(0, variance = 1)
  for (t in 1..<n) { x[t] ~ normal(x[t-1], variance = 2) }
  for (t in n) { y[t] ~ normal(x[t], variance = 1) }`, "x", `
table0: definition normal of x[max(1, n)]
table1: use normal of x[max(1, n)]
table2: use normal of x[max(1, n)]
step0: once
  u0 normal_variance.x>x -> table0[0]
  for t in 0..<n parallel
    u3 normal_variance.mean>x -> table2[t]
  for t in 1..<n
    beside the next loop
    carry table0[t - 1]
    u1 normal_variance.x>x -> table0[t] mean(table0[t - 1] * table2[t - 1])
  for t in 1..<n descending
    carry table1[t]
    u2 normal_variance.mean>x -> table1[t - 1] x(table1[t] * table2[t])
`},
		// The product of all messages to an element is kept, and each is taken out of it.
		{"elements that an input picks are read ahead", "ep", `n: range, k: range, a: "index(n)[k]", b: "index(n)[k]"`, `for (i in n) { s[i] ~ normal(0, variance = 1) }
  for (j in k) { observe s[a[j]] > s[b[j]] }`, "s]\nblocks: [", `
table0: definition normal of s[n]
table1: replicated normal of s[k]
table2: replicated normal of s[k]
table3: total normal of s[n]
step0: once
  for i in 0..<n parallel
    u0 normal_variance.x>s -> table0[i]
step1: init
step1: iterate
  for j in 0..<k
    ahead table3[a[j]]
    ahead table3[b[j]]
    u1 greater_than.tilt a(table3[a[j]] without table1[j]) b(table3[b[j]] without table2[j])
    u2 greater_than.a>s -> table1[j]
    u1 greater_than.tilt a(table3[a[j]] without table1[j]) b(table3[b[j]] without table2[j])
    u3 greater_than.b>s -> table2[j]
step1: final
`},
		{"VMP adds messages up that nothing reads one by one, and computes what is the same for all once", "vmp", data, `m ~ normal(0, variance = 1)
  t ~ gamma(shape = 1, rate = 1)
  for (i in n) { x[i] ~ normal(m, variance = 1); y[i] ~ normal(x[i], precision = t) }`, "m", `
table0: definition normal of m
table1: sum normal of m
table2: posterior normal of m
table3: moments normal of m
table4: definition gamma of t
table5: sum gamma of t
table6: posterior gamma of t
table7: moments gamma of t
table8: definition normal of x the same for all
table9: use normal of x[n]
table10: posterior normal of x[n]
step0: once
  u0 normal_variance.x>m -> table0[]
  u1 gamma.x>t -> table4[]
step1: init
step1: iterate
  u6 posterior m -> table2[]
  for i in 0..<n once
    u2 normal_variance.x>x -> table8[i] mean(table3[])
  clear table1
  clear table5
  for i in 0..<n
    u8 posterior x -> table10[i]
    u3 normal_variance.mean>m -> table1[] x(table10[i])
    u5 normal_precision.precision>t -> table5[] mean(table10[i])
  u7 posterior t -> table6[]
  for i in 0..<n parallel
    u4 normal_precision.mean>x -> table9[i] precision(table7[])
step1: final
`},
		{"a scan draws what data depend on, and what they do not is computed of what is kept", "gibbs", data + `, k: range, p: vector(k)`, `for (j in k) { m[j] ~ normal(0, variance = 1) }
  for (i in n) { z[i] ~ categorical(p); y[i] ~ normal(m[z[i]], variance = 1) }
  d = m[0] * 2
  u ~ normal(m[0], variance = 1)`, "m, z, d, u", `
table0: drawn of m[k]
table1: drawn of z[n]
table2: drawn of u
table3: drawn of d
step0: once
  u0 check probabilities(p)
scan
  for j in 0..<k
    u2 draw m by conjugate -> table0[j] reads table1
  for i in 0..<n
    u4 draw z by finite -> table1[i] reads table0
kept
  u6 draw u by forward -> table2 reads table0
  u7 function d -> table3 = m[0] * 2
reported
  u8 table0
  u9 table1
  u10 table3
  u11 table2
`},
		{"a joint draw is of rows, and a variable of a branch is reported where it is there", "gibbs", data + `, x: "real[n]"`, `t ~ gamma(shape = 1, rate = 1)
  for (i in n) { a[i] ~ normal(0, precision = t); b[i] ~ normal(1, variance = 1); y[i] ~ normal(a[i] + b[i] * x[i], variance = 2) }
  z ~ bernoulli(0.5)
  if (z) { c ~ normal(t, variance = 1); observe c > 0 }`, "a, c", `
table0: drawn of t
table1: drawn of a[n]
table2: drawn of b[n]
table3: drawn of z
table4: drawn of c
table5: drawn of cThere
scan
  for i in 0..<n
    u3 draw a, b by joint -> table1[i], table2[i] reads table0
      element by element
      row -a[i] of precision t, a[i] by 1
      row 1 - b[i] of precision 1, b[i] by 1
      row y[i] - (a[i] + b[i] * x[i]) of precision 0.5, a[i] by 1, b[i] by x[i]
  u5 draw z by finite -> table3 reads table4
  u1 draw t by slice -> table0 reads table1, table4
    then table0 proposed
  u7 draw c by conjugate -> table4 reads table0, table3
kept
  u8 function cThere -> table5 = z
reported
  u9 table1
  u10 table4 where table5
`},
	} {
		text := fmt.Sprintf("model: m\nalgorithm: %s\ninputs: {%s}\nprogram: |\n  %s\ninfer: [%s]\n", row.algorithm, row.inputs, row.program, row.infer)
		c, err := mpc.Compile("m.yaml", []byte(text), mpc.Options{})
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		if got := "\n" + place.ReplaceAllString(c.Loops.String(), ""); got != row.want {
			t.Errorf("%s:\n%s\nwant\n%s", row.name, strings.TrimSpace(got), strings.TrimSpace(row.want))
		}
	}
}
