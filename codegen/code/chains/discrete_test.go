package chains_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"

	"mpc/codegen/code/chains"
	"mpc/run/interp"
)

const (
	hidden = `inputs: {n: range, k: range, first: vector(k), next: "vector(k)[k]", y: "real[n]"}
program: |
  z[0] ~ categorical(first)
  for (t in 1..<n) { z[t] ~ categorical(next[z[t-1]]) }
  for (t in n) { y[t] ~ normal(z[t], variance = 0.5) }
infer: [z]`
	tree = `inputs: {n: range, k: range, parent: "index(n)[n]", next: "vector(k)[k]", y: "real[n]"}
program: |
  z[0] ~ discreteuniform(k)
  for (i in 1..<n) { z[i] ~ categorical(next[z[parent[i]]]) }
  for (i in n) { y[i] ~ normal(z[i], variance = 0.5) }
infer: [z]`
	grid = `inputs: {n: range, m: range, y: "real[n, m]"}
program: |
  c ~ normal(0, variance = 2)
  for (i in n) { for (j in m) { z[i, j] ~ bernoulli(0.4); if (z[i, j]) { y[i, j] ~ normal(c, variance = 0.7) } else { y[i, j] ~ normal(0, variance = 1.7) } } }
  for (i in 1..<n) { for (j in m) { if (z[i, j] == z[i-1, j]) { observe 0.1 ~ normal(0, variance = 0.1) } else { observe 0.4 ~ normal(0, variance = 0.1) } } }
  for (i in n) { for (j in 1..<m) { if (z[i, j] == z[i, j-1]) { observe 0.1 ~ normal(0, variance = 0.1) } else { observe 0.4 ~ normal(0, variance = 0.1) } } }
infer: [c, z]`
	pairs = `inputs: {n: range, m: range, q: range, a: "index(n)[q]", b: "index(n)[q]"}
program: |
  for (i in n) { u[i] ~ discreteuniform(3); for (j in m) { z[i, j] ~ bernoulli(0.3) } }
  for (k in q) { if (u[a[k]] == u[b[k]]) { observe z[a[k], 0] } else { observe z[b[k], m - 1] || z[a[k], 0] } }
infer: [u, z]`
	rows = `{"k": 3, "first": [0.2, 0.3, 0.5], "next": [[0.9, 0.1, 0], [0.2, 0.7, 0.1], [0.25, 0.25, 0.5]], `
)

// discrete are models whose whole numbers and truths are drawn together, and counts that are drawn by slices.
func discrete() []trial {
	list := []trial{
		{"a chain", hidden, rows + `"y": [0.4, 1.7, 0.6, 1.1]}`},
		{"a chain of one element", hidden, rows + `"y": [0.4]}`},
		{"a chain whose elements have one value", hidden, `{"k": 1, "first": [1], "next": [[1]], "y": [0.4, 1.7]}`},
		{"a tree whose parents the data say", tree, `{"k": 3, "parent": [0, 0, 0, 1, 1], "next": [[0.9, 0.1, 0], [0.2, 0.7, 0.1], [0.25, 0.25, 0.5]], "y": [1, 0.5, 2, 0.6, 1.2]}`},
		{"a grid", grid, table(3, 4)},
		{"a grid of one element", grid, table(1, 1)},
		{"a grid without elements", grid, `{"n": 0, "m": 0, "y": []}`},
		{"a grid that is drawn one after the other", grid, table(11, 11)},
		{"pairs that the data say", pairs, `{"n": 3, "m": 2, "a": [0, 1, 1], "b": [1, 1, 2]}`},
		{"no pairs", pairs, `{"n": 3, "m": 2, "a": [], "b": []}`},
		{"one truth and an array", `inputs: {n: range, p: "vector(2)[2]", y: "real[n]"}
program: |
  s ~ bernoulli(0.3)
  z[0] ~ discreteuniform(2)
  for (t in 1..<n) { if (s) { z[t] ~ categorical(p[z[t-1]]) } else { z[t] ~ discreteuniform(2) } }
  for (t in n) { y[t] ~ normal(z[t], variance = 0.5) }
infer: [s, z]
blocks: [[z, s]]`, `{"p": [[0.9, 0.1], [0.2, 0.8]], "y": [0.4, 1.7, 0.6, 1.1]}`},
		{"one truth and no elements", `inputs: {n: range, y: "real[n]", x: real}
program: |
  s ~ bernoulli(0.3)
  for (t in n) { if (s) { z[t] ~ bernoulli(0.2) } else { z[t] ~ bernoulli(0.7) } }
  for (t in n) { if (z[t]) { y[t] ~ normal(1, variance = 0.7) } else { y[t] ~ normal(0, variance = 1.7) } }
  if (s) { x ~ normal(1, variance = 0.7) } else { x ~ normal(0, variance = 1.7) }
infer: [s, z]`, `{"n": 0, "y": [], "x": 0.4}`},
		{"some are known", strings.Replace(hidden, `y: "real[n]"`, `y: "real[n]", z: {type: "index(k)[n]", missing: true}`, 1), rows + `"y": [0.4, 1.7, 0.6, 1.1], "z": [null, null, 1, null]}`},
		{"a chain that is not asked for", `inputs: {n: range, first: vector(2), next: "vector(2)[2]", y: "real[n]"}
program: |
  m ~ normal(0, variance = 4)
  z[0] ~ categorical(first)
  for (t in 1..<n) { z[t] ~ categorical(next[z[t-1]]) }
  for (t in n) { y[t] ~ normal(z[t] - m, variance = 0.5) }
infer: [m]`, `{"first": [0.4, 0.6], "next": [[0.9, 0.1], [0.2, 0.8]], "y": [0.4, 1.7, 0.6]}`},
		{"counts of a rate", `inputs: {n: range, g: "index(n)[n]", y: "int[n]"}
program: |
  r ~ gamma(shape = 2, rate = 0.5)
  for (i in n) { u[i] ~ poisson(r) }
  for (i in n) { y[i] ~ binomial(u[g[i]], 0.4) }
infer: [r, u]`, `{"n": 3, "g": [1, 2, 2], "y": [2, 0, 1]}`},
		{"counts within bounds", `inputs: {c: int}
program: |
  n ~ poisson(4)
  m ~ poisson(4)
  k ~ poisson(40)
  l ~ poisson(4)
  observe n > 5
  observe 2 * m <= 7
  observe k >= 150 && k < 152
  observe l == c
infer: [n, m, k, l]`, `{"c": 9}`},
		{"no counts", `inputs: {n: range, y: "int[n]"}
program: |
  r ~ gamma(shape = 2, rate = 0.5)
  for (i in n) { u[i] ~ poisson(r); y[i] ~ binomial(u[i], 0.4) }
infer: [r, u]`, `{"n": 0, "y": []}`},
	}
	for i := range list {
		list[i].model = "model: m\nalgorithm: gibbs\n" + list[i].model
	}
	return list
}

// table is data of a grid.
func table(n, m int) string {
	var rows []string
	for i := range n {
		var row []string
		for j := range m {
			row = append(row, fmt.Sprintf("%.1f", 0.3*float64((i*j+i)%7)-0.7))
		}
		rows = append(rows, "["+strings.Join(row, ", ")+"]")
	}
	return fmt.Sprintf(`{"n": %d, "m": %d, "y": [%s]}`, n, m, strings.Join(rows, ", "))
}

// TestDiscrete: as TestChains, of whole numbers and truths.
func TestDiscrete(t *testing.T) {
	for _, x := range discrete() {
		t.Run(x.name, func(t *testing.T) { agree(t, x) })
	}
}

// TestNoValues: where nothing is left of what is drawn together, or of a count, the error is about that element, and so is
// what the interpreter makes of it, of a statement on the same line.
func TestNoValues(t *testing.T) {
	for _, x := range []struct {
		name, model, data, of string
		element               []int64 // none of lists that differ in length
	}{
		{"a chain that stays where it is", `inputs: {n: range}
program: |
  for (t in n) { z[t] ~ bernoulli(0.5) }
  for (t in 1..<n) { observe z[t] == z[t-1] }
  observe z[0] != z[n-1]
infer: [z]`, `{"n": 4}`, "z[2]", []int64{2}},
		{"an element of a table", `inputs: {n: range, m: range, a: "index(n)", b: "index(m)"}
program: |
  for (i in n) { u[i] ~ discreteuniform(3) }
  for (i in n) { for (j in m) { z[i, j] ~ bernoulli(0.3); observe z[i, j] || u[i] < 2 } }
  observe z[a, b]
  observe !z[a, b]
infer: [u, z]`, `{"n": 3, "m": 4, "a": 2, "b": 1}`, "z[2][1]", []int64{2, 1}},
		{"the first of two", `inputs: {n: range, a: "index(n)"}
program: |
  for (i in n) { u[i] ~ discreteuniform(3) }
  for (i in n) { z[i] ~ bernoulli(0.3); observe z[i] || u[i] < 2 }
  observe u[a] > 1
  observe u[a] < 1
infer: [u, z]`, `{"n": 3, "a": 1}`, "u[1]", []int64{1}},
		{"an element of a list", `inputs: {n: range, size: "int[n]"}
program: |
  for (i in n) { for (j in 0..<size[i]) { z[i][j] ~ bernoulli(0.3) }; for (j in 1..<size[i]) { observe z[i][j] != z[i][j-1]; observe z[i][j] == z[i][j-1] } }
infer: [z]`, `{"n": 2, "size": [1, 2]}`, "z[1][0]", nil},
		{"a count", `inputs: {n: range, c: "int[n]"}
program: |
  for (i in n) { u[i] ~ poisson(4); observe u[i] > c[i]; observe u[i] < 5 }
infer: [u]`, `{"n": 2, "c": [3, 7]}`, "u[1]", []int64{1}},
	} {
		t.Run(x.name, func(t *testing.T) {
			c, set := read(t, trial{x.name, "model: m\nalgorithm: gibbs\n" + x.model, x.data})
			_, err := run(c, set)
			fault := new(chains.Fault)
			if !errors.As(err, &fault) {
				t.Fatalf("the error is %v", err)
			}
			line := 0
			if k := fault.Statement - len(c.Program.Updates); k < 0 {
				line = c.Program.Updates[fault.Statement].At.Line
			} else {
				line = c.Program.Sampling.Factors[k].At.Line
			}
			if !slices.Equal(fault.Element, x.element) {
				t.Errorf("the error is about the element %v, not %v", fault.Element, x.element)
			}
			_, said := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
			if said == nil || !strings.HasPrefix(said.Error(), fmt.Sprintf("m.yaml:%d:", line)) || !strings.Contains(said.Error(), x.of) {
				t.Errorf("the error is about line %d, and %s; the interpreter's is %v", line, x.of, said)
			}
		})
	}
}

// TestTooMany: elements that cannot be drawn one after the other are an error where too many depend on each other.
func TestTooMany(t *testing.T) {
	const stripes = `model: m
algorithm: gibbs
inputs: {n: range}
program: |
  for (i in n) { for (j in n) { z[i, j] ~ bernoulli(0.3) } }
  for (i in 1..<n) { for (j in n) { observe z[i, j] || !z[i-1, j] } }
  for (i in n) { for (j in 1..<n) { observe z[i, j] || !z[i, j-1] } }
infer: [z]`
	agree(t, trial{"few", stripes, `{"n": 3}`})
	c, set := read(t, trial{"many", stripes, `{"n": 40}`})
	_, err := run(c, set)
	_, said := interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{})
	for _, e := range []error{err, said} {
		if e == nil || !strings.Contains(e.Error(), "so many elements of z depend on each other that they cannot be drawn together") {
			t.Errorf("the error is %v", e)
		}
	}
}
