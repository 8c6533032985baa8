package draws

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// maxStates is how many values all discrete variables of a small model have together.
const maxStates = 36

// randomSmall draws a model of discrete, normal and gamma variables: with gates, random
// indices, conditions and data.
func randomSmall(seed, stream uint64, prefix string) *smallModel {
	m := &smallModel{prefix: prefix, rng: rand.New(rand.NewPCG(seed, stream)), states: 1, data: map[string]any{}}
	reals := []int{0, 1, 2, 2, 2}[m.rng.IntN(5)]
	for range 2 + m.rng.IntN(3) {
		m.draw(reals)
	}
	for len(m.reals) < reals {
		m.real(reals)
	}
	for range 2 + m.rng.IntN(4) {
		m.say()
	}
	return m
}

// draw adds a variable.
func (m *smallModel) draw(reals int) {
	switch k := m.rng.IntN(10); {
	case k < 4 && 2*m.states <= maxStates:
		name := m.name("b")
		var v *smallVar
		x := func(w world) float64 { return w[v.slot] }
		f := m.gated(name, func() (string, weight) {
			p := m.number(0.1, 0.9)
			return fmt.Sprintf("bernoulli(%g)", p), bernoulli(p, x)
		})
		v = m.variable(name, 2, true, false)
		m.factors = append(m.factors, f)
	case k < 7 && 3*m.states <= maxStates:
		name, n := m.name("k"), []int{2, 3, 3}[m.rng.IntN(3)]
		var v *smallVar
		x := func(w world) float64 { return w[v.slot] }
		f := m.gated(name, func() (string, weight) { return m.whole(n, x, nil) })
		v = m.variable(name, n, false, false)
		m.factors = append(m.factors, f)
	default:
		m.real(reals)
	}
}

// real adds a normal, a gamma, or two normals that one index chooses between.
func (m *smallModel) real(reals int) {
	room := reals - len(m.reals)
	switch k := m.rng.IntN(10); {
	case room <= 0:
	case k < 4 && room == 2 && 4*m.states <= maxStates:
		m.mixture()
	case k < 7:
		name := m.name("x")
		var v *smallVar
		f := m.gated(name, func() (string, weight) {
			return m.normal(func(w world) float64 { return w[v.slot] })
		})
		v = m.variable(name, 0, false, false)
		m.factors = append(m.factors, f)
	default:
		name := m.name("t")
		var v *smallVar
		f := m.gated(name, func() (string, weight) {
			return m.gamma(func(w world) float64 { return w[v.slot] }, nil)
		})
		v = m.variable(name, 0, false, true)
		m.factors = append(m.factors, f)
	}
}

// mixture adds an array of two normals, and data each of which is of one of them.
func (m *smallModel) mixture() {
	mu, z, y, n := m.name("m"), m.name("z"), m.name("y"), m.name("n")
	m.inputs = append(m.inputs, n+": range", fmt.Sprintf("%s: real[%s]", y, n))
	var means [2]*smallVar
	for k := range 2 {
		a, v := m.number(-1, 1), m.number(0.5, 2)
		m.line("%s[%d] ~ normal(%g, variance = %g)", mu, k, a, v)
		x := m.variable(fmt.Sprintf("%s[%d]", mu, k), 0, false, false)
		means[k] = x
		m.factors = append(m.factors, func(w world) float64 {
			r := w[x.slot] - a
			return -r * r / v / 2
		})
	}
	size, p, v := 2, m.number(0.2, 0.8), m.number(0.4, 1.5)
	m.line("for (i in %s) {", n)
	kind := m.rng.IntN(3)
	switch kind {
	case 0:
		m.line("  %s[i] ~ bernoulli(%g)", z, p)
		m.line("  if (%s[i]) { %s[i] ~ normal(%s[1], variance = %g) } else { %[2]s[i] ~ normal(%[3]s[0], variance = %[4]g) }", z, y, mu, v)
	case 1:
		m.line("  %s[i] ~ categorical([%g, %g])", z, 1-p, p)
		m.line("  %s[i] ~ normal(%s[%s[i]], variance = %g)", y, mu, z, v)
	default:
		m.line("  %s[i] ~ categorical([%g, %g])", z, 1-p, p)
		m.line("  switch (%s[i]) { %s[i] ~ normal(%s[%[1]s[i]], variance = %[4]g) }", z, y, mu, v)
	}
	m.line("}")
	var data []float64
	for i := range size {
		d := m.number(-2, 2)
		data = append(data, d)
		s := m.variable(fmt.Sprintf("%s[%d]", z, i), 2, kind == 0, false)
		m.factors = append(m.factors, bernoulli(p, func(w world) float64 { return w[s.slot] }), func(w world) float64 {
			r := d - w[means[int(w[s.slot])].slot]
			return -r * r / v / 2
		})
	}
	m.data[n], m.data[y] = size, data
}

// say adds a datum or a condition.
func (m *smallModel) say() {
	switch k := m.rng.IntN(20); {
	case k < 8: // a datum
		y := m.name("y")
		m.inputs = append(m.inputs, y+": real")
		if t := m.of(isGamma); t != nil && m.chance(40) {
			d := m.number(0.2, 3)
			m.data[y] = d
			m.factors = append(m.factors, m.gated(y, func() (string, weight) { return m.gamma(func(world) float64 { return d }, nil) }))
			return
		}
		d := m.number(-2, 2)
		m.data[y] = d
		m.factors = append(m.factors, m.gated(y, func() (string, weight) { return m.normal(func(world) float64 { return d }) }))
	case k < 10: // a count
		t := m.of(isGamma)
		if t == nil {
			return
		}
		y, d, f := m.name("y"), float64(m.rng.IntN(4)), m.number(0.5, 2)
		m.inputs = append(m.inputs, y+": int")
		m.data[y] = d
		m.line("%s ~ poisson(%g * %s)", y, f, t.name)
		m.factors = append(m.factors, func(w world) float64 { return d*math.Log(w[t.slot]) - f*w[t.slot] })
	case k < 13: // a condition on reals
		x := m.of(isNormal)
		if x == nil {
			return
		}
		y := m.of(func(v *smallVar) bool { return isNormal(v) && v != x })
		c := m.number(-0.8, 0.3)
		if y != nil && m.chance(60) {
			m.line("observe %s > %s + (%g)", x.name, y.name, c)
			m.cut(x, 1, y, -1, -c)
			m.factors = append(m.factors, hard(func(w world) bool { return w[x.slot] > w[y.slot]+c }))
			return
		}
		if m.chance(30) {
			m.line("observe between(%s, %g, %g)", x.name, c-1, c+1.5)
			m.cut(x, 1, nil, 0, 1-c)
			m.cut(x, 1, nil, 0, -c-1.5)
			m.factors = append(m.factors, hard(func(w world) bool { return w[x.slot] > c-1 && w[x.slot] < c+1.5 }))
			return
		}
		m.line("observe %s > %g", x.name, c)
		m.cut(x, 1, nil, 0, -c)
		m.factors = append(m.factors, hard(func(w world) bool { return w[x.slot] > c }))
	case k < 17: // a condition on two whole numbers or truths
		of := isTruth
		if m.chance(50) {
			of = isWhole
		}
		// Elements of an array are drawn one by one: from where they are the same, none
		// of two could move alone.
		kind := func(v *smallVar) bool { return of(v) && !strings.Contains(v.name, "[") }
		a := m.of(kind)
		b := m.of(func(v *smallVar) bool { return v != a && kind(v) && a.values == v.values })
		if a == nil || b == nil {
			return
		}
		if m.chance(50) {
			m.line("observe %s != %s", a.name, b.name)
			m.factors = append(m.factors, hard(func(w world) bool { return w[a.slot] != w[b.slot] }))
			return
		}
		m.line("observe %s == %s", a.name, b.name)
		m.factors = append(m.factors, hard(func(w world) bool { return w[a.slot] == w[b.slot] }))
	default: // a soft condition
		on := m.condition()
		if on == nil {
			return
		}
		p := m.number(0.1, 0.9)
		m.line("observe (%s) ~ bernoulli(%g)", on.text, p)
		m.factors = append(m.factors, bernoulli(p, on.at))
	}
}

func hard(holds func(w world) bool) weight {
	return func(w world) float64 {
		if holds(w) {
			return 0
		}
		return math.Inf(-1)
	}
}
