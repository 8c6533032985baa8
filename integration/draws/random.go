package draws

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// RandomTrials are random small models of all kinds of draws.
func RandomTrials(count int) (list []*Trial) {
	for s := range count {
		m := &random{rng: rand.New(rand.NewPCG(uint64(s), 77)), data: map[string]any{}}
		list = append(list, m.trial(fmt.Sprintf("random%d", s)))
	}
	return list
}

// A random model is put together of parts, which read what the parts before have drawn.
type random struct {
	rng             *rand.Rand
	inputs, lines   []string
	infer           []string
	init            []string
	data            map[string]any
	names           int
	reals           []string // numbers that statements without a loop can read
	arrays          []string // arrays of numbers over n
	positive, truth []string
}

func (m *random) trial(name string) *Trial {
	m.input("n", "range", 4)
	parts := []func(){m.normal, m.scale, m.array, m.coins, m.categories, m.gate, m.gather, m.chain, m.condition, m.counts, m.vector, m.derived, m.missing, m.truncated, m.logistic, m.choice, m.matrix, m.given, m.groups, m.table, m.states, m.missingTruths, m.branches}
	m.normal()
	m.scale()
	m.array()
	for range 3 + m.rng.IntN(3) {
		parts[m.rng.IntN(len(parts))]()
	}
	var b strings.Builder
	b.WriteString("model: random\nalgorithm: gibbs\ninputs:\n")
	for _, in := range m.inputs {
		b.WriteString("  " + in + "\n")
	}
	b.WriteString("program: |\n")
	for _, l := range m.lines {
		b.WriteString("  " + l + "\n")
	}
	fmt.Fprintf(&b, "infer: [%s]\n", strings.Join(m.infer, ", "))
	if len(m.init) > 0 {
		fmt.Fprintf(&b, "init: {%s}\n", strings.Join(m.init, ", "))
	}
	text, err := json.Marshal(m.data)
	if err != nil {
		panic(err)
	}
	return &Trial{Name: name, Model: b.String(), Data: string(text)}
}

func (m *random) pick(list []string) string { return list[m.rng.IntN(len(list))] }

// number is a constant between lo and hi, whose digits are no binary fraction.
func (m *random) number(lo, hi float64) string {
	return fmt.Sprintf("%.2g", lo+(hi-lo)*m.rng.Float64())
}

func (m *random) line(format string, args ...any) {
	m.lines = append(m.lines, fmt.Sprintf(format, args...))
}

func (m *random) input(name, kind string, value any) {
	m.inputs = append(m.inputs, fmt.Sprintf("%s: %s", name, kind))
	m.data[name] = value
}

// unnamed is a new name for an input.
func (m *random) unnamed(prefix string) string {
	m.names++
	return fmt.Sprintf("%s%d", prefix, m.names)
}

// fresh is a new name for a variable that is asked for.
func (m *random) fresh(prefix string) string {
	m.names++
	name := fmt.Sprintf("%s%d", prefix, m.names)
	m.infer = append(m.infer, name)
	return name
}

// datum adds an input array over n.
func (m *random) datum(kind string, value func() any) string {
	m.names++
	name := fmt.Sprintf("y%d", m.names)
	list := []any{}
	for range 4 {
		list = append(list, value())
	}
	m.input(name, `"`+kind+`[n]"`, list)
	return name
}

func (m *random) realDatum() string {
	return m.datum("real", func() any { return float64(m.rng.IntN(6000)-3000) / 1000 })
}

// mean is an expression of numbers.
func (m *random) mean() string {
	if len(m.reals) == 0 {
		return m.number(-1, 1)
	}
	x, y := m.pick(m.reals), m.pick(m.reals)
	return m.pick([]string{m.number(-1, 1), x, x, m.number(-1, 1) + " + " + x, m.number(0.1, 0.9) + " * " + x + " - " + y, x + " / 3 + " + y, "-(" + x + " + " + y + ")"})
}

func (m *random) width() string {
	if len(m.positive) > 0 && m.rng.IntN(2) == 0 {
		p := m.pick(m.positive)
		return m.pick([]string{"precision = " + p, "variance = " + p, "precision = 0.7 * " + p, "sd = " + p})
	}
	return m.pick([]string{"variance = ", "precision = ", "sd = "}) + m.number(0.3, 3)
}

func (m *random) normal() {
	x := m.fresh("x")
	m.line("%s ~ normal(%s, %s)", x, m.mean(), m.width())
	m.reals = append(m.reals, x)
	if m.rng.IntN(4) == 0 {
		m.init = append(m.init, x+": "+m.pick([]string{"point(0.5)", "random"}))
	}
}

func (m *random) scale() {
	p := m.fresh("p")
	switch m.rng.IntN(4) {
	case 0:
		m.line("%s ~ gamma(shape = %s, rate = %s)", p, m.number(0.5, 3), m.number(0.5, 3))
	case 1:
		m.line("%s ~ inversegamma(shape = %s, rate = %s)", p, m.number(1, 3), m.number(0.5, 3))
	case 2:
		m.line("%s ~ uniform(%s, %s)", p, m.number(0.1, 0.5), m.number(2, 5))
	default:
		m.line("%s ~ gamma(shape = 2, rate = %s)", p, m.pick(append([]string{"1.1"}, m.positive...)))
	}
	m.positive = append(m.positive, p)
	m.line("for (i in n) { %s[i] ~ normal(%s, %s = %s) }", m.realDatum(), m.mean(), m.pick([]string{"precision", "variance"}), p)
}

func (m *random) array() {
	a := m.fresh("a")
	m.line("for (i in n) { %s[i] ~ normal(%s, %s) }", a, m.mean(), m.width())
	m.line("for (i in n) { %s[i] ~ normal(%s[i] + %s, %s) }", m.realDatum(), a, m.mean(), m.width())
	m.arrays = append(m.arrays, a)
}

func (m *random) coins() {
	q, z := m.fresh("q"), m.fresh("z")
	m.line("%s ~ beta(%s, %s)", q, m.number(0.5, 3), m.number(1, 3))
	m.line("for (i in n) { %s[i] ~ bernoulli(%s) }", z, q)
	y := m.datum("bool", func() any { return m.rng.IntN(2) == 0 })
	m.line("for (i in n) { %s[i] ~ bernoulli(%s) }", y, m.pick([]string{q, "1 - " + q}))
	m.line("for (i in n) { if (%[2]s[i]) { %[1]s[i] ~ normal(%[3]s, variance = 1.3) } else { %[1]s[i] ~ normal(0.2, variance = 0.7) } }", m.realDatum(), z, m.pick(m.reals))
	m.truth = append(m.truth, z)
}

func (m *random) categories() {
	w, c := m.fresh("w"), m.fresh("c")
	m.line("%s ~ dirichlet([1, %s, 2])", w, m.number(0.5, 2))
	m.line("for (i in n) { %s[i] ~ categorical(%s) }", c, w)
	mu := m.fresh("mu")
	m.line("for (k in 0..<3) { %s[k] ~ normal(%s, variance = 4.4) }", mu, m.mean())
	m.line("for (i in n) { %s[i] ~ normal(%s[%s[i]], %s) }", m.realDatum(), mu, c, m.width())
}

func (m *random) gate() {
	z, x := m.fresh("z"), m.fresh("x")
	m.line("for (i in n) { %s[i] ~ bernoulli(%s) }", z, m.number(0.2, 0.8))
	m.line("%s ~ normal(0.3, variance = 2)", x)
	y := m.realDatum()
	m.line("for (i in n) { if (%[1]s[i]) { %[2]s[i] ~ normal(%[3]s, variance = 0.6) } else { %[2]s[i] ~ normal(%[4]s, %[5]s) } }", z, y, x, m.mean(), m.width())
	m.reals = append(m.reals, x)
}

func (m *random) gather() {
	g := m.datum("index(n)", func() any { return m.rng.IntN(4) })
	h := m.datum("index(n)", func() any { return m.rng.IntN(4) })
	a := m.pick(m.arrays)
	m.line("for (i in n) { %s[i] ~ normal(%s[%s[i]] - %s[%s[i]], variance = %s) }", m.realDatum(), a, g, a, h, m.number(0.5, 2))
}

func (m *random) chain() {
	s := m.fresh("s")
	m.line("%s[0] ~ normal(%s, variance = 2.2)", s, m.mean())
	m.line("for (t in 1..<n) { %s[t] ~ normal(%s * %s[t-1] + %s, %s) }", s, m.pick(append([]string{"0.9"}, m.reals...)), s, m.number(-1, 1), m.width())
	m.line("for (i in n) { %s[i] ~ normal(%s[i], variance = %s) }", m.realDatum(), s, m.number(0.3, 2))
	m.arrays = append(m.arrays, s)
}

func (m *random) condition() {
	a, x := m.pick(m.arrays), m.pick(m.reals)
	m.line("%s", m.pick([]string{
		"for (i in n) { observe " + a + "[i] > -40 }",
		"observe " + x + " < " + a + "[1] + 30.1",
		"observe between(" + x + ", -30, 30)",
		"observe " + a + "[0] - 0.7 * " + a + "[2] < 60",
		"observe sum(" + a + "[i] : i in n) > -90",
	}))
}

func (m *random) counts() {
	r := m.fresh("r")
	m.line("%s ~ gamma(shape = %s, rate = 0.9)", r, m.number(0.5, 3))
	m.line("for (i in n) { %s[i] ~ poisson(%s * %s) }", m.datum("int", func() any { return m.rng.IntN(6) }), r, m.number(0.5, 2))
	q := m.fresh("q")
	m.line("%s ~ beta(1, 1.5)", q)
	m.line("for (i in n) { %s[i] ~ binomial(7, %s) }", m.datum("int", func() any { return m.rng.IntN(8) }), q)
	if m.rng.IntN(2) == 0 {
		k := m.fresh("k")
		m.line("%s ~ poisson(%s)", k, m.number(0.5, 4))
		m.line("for (i in n) { %s[i] ~ poisson(%s * (%s + 0.4)) }", m.datum("int", func() any { return m.rng.IntN(6) }), m.number(0.5, 2), k)
	}
	m.positive = append(m.positive, r)
}

func (m *random) vector() {
	b := m.fresh("b")
	m.names++
	x, p := fmt.Sprintf("v%d", m.names), fmt.Sprintf("P%d", m.names)
	var rows []any
	for range 4 {
		rows = append(rows, []float64{1, float64(m.rng.IntN(100)) / 33})
	}
	m.input(x, `"vector(2)[n]"`, rows)
	m.input(p, `"matrix(2, 2)"`, []any{[]float64{0.7, 0.1}, []float64{0.1, 0.9}})
	m.line("%s ~ mvnormal([0, 0.3], %s = %s)", b, m.pick([]string{"precision", "covariance"}), p)
	m.line("for (i in n) { %s[i] ~ normal(dot(%s, %s[i]) + %s, %s) }", m.realDatum(), b, x, m.mean(), m.width())
}

func (m *random) derived() {
	d := m.fresh("d")
	m.line("for (i in n) { %s[i] = %s[i] * %s - %s }", d, m.pick(m.arrays), m.pick(m.reals), m.mean())
	m.line("for (i in n) { %s[i] ~ normal(%s[i] / 1.7, variance = 2.1) }", m.realDatum(), d)
	e := m.fresh("e")
	m.line("%s = exp(%s / 9) + max(%s, %s)", e, m.pick(m.reals), m.pick(m.reals), m.pick(m.reals))
}

func (m *random) missing() {
	m.names++
	y := fmt.Sprintf("y%d", m.names)
	m.input(y, `{type: "real[n]", missing: true}`, []any{1.5, nil, -0.3, nil})
	m.infer = append(m.infer, y)
	m.line("for (i in n) { %s[i] ~ normal(%s[i], %s) }", y, m.pick(m.arrays), m.width())
}

func (m *random) truncated() {
	x := m.fresh("x")
	m.line("%s ~ truncated(normal(%s, variance = 1.9), %s, %s)", x, m.number(-1, 1), m.number(-3, -2), m.number(2, 4))
	m.reals = append(m.reals, x)
}

func (m *random) logistic() {
	y := m.datum("bool", func() any { return m.rng.IntN(2) == 0 })
	m.line("for (i in n) { %s[i] ~ bernoulli(%s(%s[i] + %s)) }", y, m.pick([]string{"logistic", "probit"}), m.pick(m.arrays), m.mean())
}

func (m *random) choice() {
	if len(m.truth) == 0 {
		m.coins()
	}
	z := m.pick(m.truth)
	u, f := m.fresh("u"), m.fresh("f")
	m.line("for (i in n) { %s[i] ~ bernoulli(0.4) }", u)
	m.line("for (i in n) { %s[i] = %s }", f, m.pick([]string{z + "[i] && " + u + "[i]", z + "[i] || !" + u + "[i]", "!(" + z + "[i] && " + u + "[i])"}))
	m.line("for (i in n) { observe %s[i] ~ bernoulli(%s) }", f, m.number(0.2, 0.9))
}

func (m *random) matrix() {
	w := m.fresh("W")
	m.names++
	r, y, mu := fmt.Sprintf("R%d", m.names), fmt.Sprintf("v%d", m.names), m.fresh("b")
	m.input(r, `"matrix(2, 2)"`, []any{[]float64{1.3, 0.2}, []float64{0.2, 0.8}})
	var rows []any
	for range 4 {
		rows = append(rows, []float64{float64(m.rng.IntN(200))/70 - 1, float64(m.rng.IntN(200))/70 - 1})
	}
	m.input(y, `"vector(2)[n]"`, rows)
	m.line("%s ~ wishart(df = 3, %s = %s)", w, m.pick([]string{"scale", "inverse"}), r)
	m.line("%s ~ mvnormal([0, 0], precision = %s)", mu, r)
	m.line("for (i in n) { %s[i] ~ mvnormal(%s, precision = %s) }", y, mu, w)
}

func (m *random) given() {
	m.names++
	g := fmt.Sprintf("g%d", m.names)
	m.input(g, "normal[n]", []any{map[string]any{"dist": "normal", "mean": 0.3, "variance": 1.7}, map[string]any{"dist": "normal", "mean": -0.3, "variance": 0.7}, map[string]any{"dist": "normal", "mean": 1, "variance": 3}, map[string]any{"dist": "normal", "mean": 0.1, "variance": 1}})
	a := m.fresh("a")
	m.line("for (i in n) { %s[i] ~ %s[i] }", a, g)
	m.line("for (i in n) { %s[i] ~ normal(%s[i], %s) }", m.realDatum(), a, m.width())
	m.arrays = append(m.arrays, a)
}
