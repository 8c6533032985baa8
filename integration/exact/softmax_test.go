package exact

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/agree"
	"mpc/integration/bounds"
)

// TestSoftmaxBounds: the tilted bound is taken where no two values are functions of
// one element of a variable, that for dependent values elsewhere.
func TestSoftmaxBounds(t *testing.T) {
	const (
		w    = "for (j in k) { w[j] ~ normal(0, variance = 1) }\n  "
		a    = "a ~ normal(0, variance = 1)\n  "
		draw = "\n  for (i in n) { y[i] ~ categorical(softmax(s[i])) }"
	)
	rows := func(value string) string { return "for (i in n) { for (j in k) { s[i, j] = " + value + " } }" + draw }
	for _, row := range []struct {
		name, text string
		apart      bool
	}{
		{"drawn", w + "for (i in n) { y[i] ~ categorical(softmax(w)) }", true},
		{"a row", "for (i in n) { for (j in k) { s[i, j] ~ normal(0, variance = 1) } }" + draw, true},
		{"weights", w + rows("w[j] * f[i, j]"), true},
		{"sums of weights", "for (j in k) { for (l in k) { w[j, l] ~ normal(0, variance = 1) } }\n  " + rows("sum(w[j, l] * f[i, l] : l in k)"), true},
		{"through a function", w + "for (j in k) { v[j] = 2 * w[j] }\n  " + rows("v[j] + f[i, j]"), true},
		{"one known", w + "for (i in n) { s[i, 0] = 0; for (j in k) { s[i, j + 1] = w[j] * f[i, j] } }" + draw, true},
		{"one of its own", a + w + "for (i in n) { s[i, 0] = a * f[i, 0]; for (j in k) { s[i, j + 1] = w[j] * f[i, j] } }" + draw, true},
		{"two of one", a + w + "for (i in n) { s[i, 0] = a * f[i, 0]; s[i, 1] = a * f[i, 1]; for (j in k) { s[i, j + 2] = w[j] * f[i, j] } }" + draw, false},
		{"in common", a + rows("a * f[i, j]"), false},
		{"in common through a function", a + w + "b = 2 * a\n  " + rows("w[j] + b * f[i, j]"), false},
		{"neighbours", "w[0] ~ normal(0, variance = 1)\n  for (j in k) { w[j + 1] ~ normal(0, variance = 1) }\n  " + rows("w[j] + f[i, j] * w[j + 1]"), false},
		{"an index that is data", w + rows("w[z[j]] * f[i, j]"), false},
	} {
		keys := "inputs:\n  k: range\n  n: range\n  y: int[n]\n"
		for name, kind := range map[string]string{"f": "real[n][k]", "z": "index(k)[k]"} {
			if strings.Contains(row.text, name+"[") {
				keys += "  " + name + ": " + kind + "\n"
			}
		}
		for variant, want := range map[string][2]string{"": {"Tangent", ""}, "km11": {"", ""}, "bl06": {"Tangent", "Tangent"}, "bohning": {"BohningDependent", "Bohning"}} {
			choice := ""
			if variant != "" {
				choice = "operators: {softmax: " + variant + "}\n"
			}
			c, err := mpc.Plan("m", []byte("model: m\nalgorithm: vmp\n"+choice+keys+"program: |\n  "+row.text+"\n"))
			if variant == "km11" && !row.apart {
				if err == nil || !strings.Contains(err.Error(), "km11 wants independent values") {
					t.Errorf("%s: km11: %v", row.name, err)
				}
				continue
			}
			if err != nil {
				t.Errorf("%s: %v", row.name, err)
				continue
			}
			name := want[0]
			if row.apart {
				name = want[1]
			}
			for _, op := range []string{"SoftmaxToXAverage", "SoftmaxToOutAverage"} {
				if got := c.Program.String(); !strings.Contains(got, op+name+"(") {
					t.Errorf("%s, operators %q: no %s%s in\n%s", row.name, variant, op, name, got)
				}
			}
		}
	}
}

// TestSoftmaxOfRandomModels: models of softmax and data drawn by chance: no iteration
// lowers the bound, and generated packages do what the interpreter does.
func TestSoftmaxOfRandomModels(t *testing.T) {
	var list []*agree.Trial
	for seed := range uint64(12) {
		text, input := randomSoftmax(rand.New(rand.NewPCG(seed, 3)))
		name := fmt.Sprintf("softmax%d", seed)
		c, ok := bounds.Watch(t, name, text)
		if !ok {
			_, err := mpc.Plan(name, []byte(text))
			t.Errorf("%s: %v\n%s", name, err, text)
			continue
		}
		run := bounds.Climb(c, input, 25)
		if run.Err != nil || run.Bounds < 2 {
			t.Errorf("%s: %v, %d bounds\n%s\n%s", name, run.Err, run.Bounds, text, input)
			continue
		}
		if run.Worst > bounds.Noise {
			t.Errorf("%s: the bound falls by %.2g\n%s\n%s", name, run.Worst, text, input)
		}
		list = append(list, &agree.Trial{Name: name, Model: text, Data: input, Iterations: 6})
	}
	agree.All(t, list, codegen.Options{})
}

// randomSoftmax draws a model of softmax and data for it.
func randomSoftmax(rng *rand.Rand) (text, input string) {
	k, n, m := 1+rng.IntN(4), 1+rng.IntN(5), 1+rng.IntN(3)
	values := []string{
		"w[j] * f[i, j]", "a * f[i, j]", "w[j] + a * f[i, j]", "sum(v[j, l] * g[i, l] : l in m)", "sum(v[j, l] * g[i, l] : l in m) + w[j]",
	}
	value := values[rng.IntN(len(values))]
	var inputs, program string
	add := func(name, kind, definition string) {
		if strings.Contains(value, name+"[") || name == "a" && strings.Contains(value, "a *") {
			if kind != "" {
				inputs += "  " + name + ": " + kind + "\n"
			}
			program += definition
		}
	}
	add("w", "", "  for (j in k) { w[j] ~ normal(0.5, variance = 2) }\n")
	add("a", "", "  a ~ normal(-1, variance = 30)\n")
	add("v", "", "  for (j in k) { for (l in m) { v[j, l] ~ normal(0, variance = 1) } }\n")
	add("f", "real[n][k]", "")
	add("g", "real[n][m]", "")
	size := func(name string) string {
		if strings.Contains(value, "in "+name) {
			return "  " + name + ": range\n"
		}
		return ""
	}
	program += "  for (i in n) {\n    for (j in k) { s[i, j] = " + value + " }\n"
	counts := rng.IntN(2) == 0
	if counts {
		inputs += "  total: int[n]\n  y: int[n][k]\n"
		program += "    p[i] = softmax(s[i])\n    y[i] ~ multinomial(total[i], p[i])\n  }\n"
	} else {
		inputs += "  y: index(k)[n]\n"
		program += "    y[i] ~ categorical(softmax(s[i]))\n  }\n"
	}
	choice := []string{"", "operators: {softmax: bohning}\n", "operators: {softmax: bl06}\n"}[rng.IntN(3)]
	text = "model: m\nalgorithm: vmp\ninputs:\n  k: range\n  n: range\n" + size("m") + inputs + "program: |\n" + program + choice
	normals := func(rows, columns int) (out [][]float64) {
		for range rows {
			var row []float64
			for range columns {
				row = append(row, 2*rng.NormFloat64())
			}
			out = append(out, row)
		}
		return out
	}
	d := map[string]any{"k": k, "n": n, "m": m, "f": normals(n, k), "g": normals(n, m)}
	var index, total []int
	var table [][]int
	for range n {
		index = append(index, rng.IntN(k))
		row, sum := make([]int, k), 0
		for j := range row {
			row[j] = rng.IntN(20)
			sum += row[j]
		}
		table, total = append(table, row), append(total, sum)
	}
	d["y"], d["total"] = index, total
	if counts {
		d["y"] = table
	}
	for name := range d {
		if !strings.Contains(text, "\n  "+name+": ") {
			delete(d, name)
		}
	}
	out, _ := json.Marshal(d)
	return text, string(out)
}
