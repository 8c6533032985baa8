package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// A vmpText is a random model of VMP with data.
type vmpText struct{ text, data string }

// A vmpDraw makes random statements about normals and gammas.
type vmpDraw struct {
	r       *rand.Rand
	lines   []string
	inputs  []string
	values  map[string]any
	normals []string // of one value
	rates   []string // gammas of one value
	arrays  []string // normals over n
	next    int
	infer   []string
}

const vmpSize = 4

func (d *vmpDraw) name(prefix string) string {
	d.next++
	return fmt.Sprintf("%s%d", prefix, d.next)
}

func (d *vmpDraw) line(format string, args ...any) {
	d.lines = append(d.lines, fmt.Sprintf(format, args...))
}

func (d *vmpDraw) number(low, high float64) string {
	return fmt.Sprintf("%.3f", low+(high-low)*d.r.Float64())
}

// input declares an array of numbers over n.
func (d *vmpDraw) input(kind string, value func() any) string {
	name := d.name("in")
	d.inputs = append(d.inputs, fmt.Sprintf("  %s: %s[n]", name, kind))
	list := make([]any, vmpSize)
	for i := range list {
		list[i] = value()
	}
	d.values[name] = list
	return name
}

func (d *vmpDraw) reals() string {
	return d.input("real", func() any { return math.Round(1000*d.r.NormFloat64()) / 1000 })
}

// spread is a second parameter of a normal.
func (d *vmpDraw) spread() string {
	if len(d.rates) > 0 && d.r.IntN(2) == 0 {
		return "precision = " + d.rates[d.r.IntN(len(d.rates))]
	}
	return "variance = " + d.number(0.1, 3)
}

// mean is an expression of single values.
func (d *vmpDraw) mean() string {
	if len(d.normals) == 0 {
		return d.number(-2, 2)
	}
	a := d.normals[d.r.IntN(len(d.normals))]
	b := d.normals[d.r.IntN(len(d.normals))]
	switch d.r.IntN(6) {
	case 0:
		return d.number(-2, 2)
	case 1:
		return d.number(0.2, 2) + " * " + a
	case 2:
		if a != b {
			return a + " + " + b
		}
	case 3:
		if a != b {
			return a + " - " + b
		}
	case 4:
		if a != b {
			return a + " * " + b
		}
	}
	return a
}

// element is an expression of values at i.
func (d *vmpDraw) element() string {
	switch d.r.IntN(5) {
	case 0:
		return d.mean()
	case 1:
		if len(d.normals) > 0 {
			return d.normals[d.r.IntN(len(d.normals))] + " * " + d.reals() + "[i]"
		}
	case 2:
		if len(d.arrays) > 0 {
			row := d.name("in")
			d.inputs = append(d.inputs, fmt.Sprintf("  %s: real[n][n]", row))
			list := make([]any, vmpSize)
			for i := range list {
				inner := make([]any, vmpSize)
				for j := range inner {
					inner[j] = math.Round(1000*(0.7+d.r.NormFloat64())) / 1000
				}
				list[i] = inner
			}
			d.values[row] = list
			return fmt.Sprintf("sum(%s[j] * %s[i][j] : j in n)", d.arrays[d.r.IntN(len(d.arrays))], row)
		}
	case 3:
		if len(d.arrays) > 0 && d.r.IntN(2) == 0 { // three elements, all different
			x := d.arrays[d.r.IntN(len(d.arrays))]
			var at [3]string
			for k, choices := range [3][]int{{0, 1}, {2}, {3}} {
				at[k] = d.input("index(n)", func() any { return choices[d.r.IntN(len(choices))] })
			}
			return fmt.Sprintf("%s[%s[i]] + %s[%s[i]] + %s[%s[i]]", x, at[0], x, at[1], x, at[2])
		}
		if len(d.arrays) > 0 {
			at := d.input("index(n)", func() any { return d.r.IntN(vmpSize) })
			return fmt.Sprintf("%s[%s[i]]", d.arrays[d.r.IntN(len(d.arrays))], at)
		}
	}
	if len(d.arrays) > 0 {
		return d.arrays[d.r.IntN(len(d.arrays))] + "[i]"
	}
	return d.mean()
}

// define makes a variable, or several.
func (d *vmpDraw) define() {
	switch d.r.IntN(7) {
	case 0, 1:
		g := d.name("g")
		rate := d.number(0.5, 3)
		if len(d.rates) > 0 && d.r.IntN(3) == 0 {
			rate = d.rates[d.r.IntN(len(d.rates))]
		}
		d.line("%s ~ gamma(shape = %s, rate = %s)", g, d.number(1, 3), rate)
		d.rates = append(d.rates, g)
		d.infer = append(d.infer, g)
	case 2, 3:
		x, mean := d.name("x"), d.mean()
		d.line("%s ~ normal(%s, %s)", x, mean, d.spread())
		d.normals = append(d.normals, x)
		d.infer = append(d.infer, x)
	case 4, 5:
		x, mean := d.name("a"), d.element()
		d.line("for (i in n) { %s[i] ~ normal(%s, %s) }", x, mean, d.spread())
		d.arrays = append(d.arrays, x)
		d.infer = append(d.infer, x)
	case 6:
		x, spread := d.name("c"), d.spread()
		d.line("%s[0] ~ normal(%s, variance = 1)", x, d.mean())
		d.line("for (i in 1..<n) { %s[i] ~ normal(%s[i-1], %s) }", x, x, spread)
		d.arrays = append(d.arrays, x)
		d.infer = append(d.infer, x)
	}
}

// observe makes a statement about data.
func (d *vmpDraw) observe() {
	switch d.r.IntN(6) {
	case 0:
		mean := d.element()
		d.line("for (i in n) { %s[i] ~ bernoulli(logit = %s) }", d.input("bool", func() any { return d.r.IntN(2) == 0 }), mean)
	case 1:
		if len(d.rates) > 0 {
			d.line("for (i in n) { %s[i] ~ poisson(%s) }", d.input("int", func() any { return d.r.IntN(5) }), d.rates[d.r.IntN(len(d.rates))])
			return
		}
		fallthrough
	default:
		mean := d.element()
		d.line("for (i in n) { %s[i] ~ normal(%s, %s) }", d.reals(), mean, d.spread())
	}
}

func randomVMP(r *rand.Rand) vmpText {
	d := &vmpDraw{r: r, values: map[string]any{"n": vmpSize}}
	for range 2 + r.IntN(5) {
		d.define()
	}
	for range 1 + r.IntN(3) {
		d.observe()
	}
	if r.IntN(4) == 0 && len(d.arrays) > 0 { // a leaf that is not observed
		d.line("leaf ~ normal(%s[1], variance = 2)", d.arrays[0])
		d.infer = append(d.infer, "leaf")
	}
	if r.IntN(2) == 0 {
		d.infer = append(d.infer, "evidence")
	}
	input, err := json.Marshal(d.values)
	if err != nil {
		panic(err)
	}
	return vmpText{
		text: "model: m\nalgorithm: vmp\ninputs:\n  n: range\n" + strings.Join(d.inputs, "\n") + "\nprogram: |\n  " + strings.Join(d.lines, "\n  ") +
			"\ninfer: [" + strings.Join(d.infer, ", ") + "]\n",
		data: string(input),
	}
}
