package draws

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
)

// A smallVar is a variable with one value: of one of few values, or a real.
type smallVar struct {
	name   string
	values int // of a whole number or a truth; 0 of a real
	truth  bool
	above  bool // zero
	slot   int  // of its value in a world
}

// A world has a value for each variable.
type world []float64

// A weight is the logarithm of a factor.
type weight func(w world) float64

// A term is an expression: its text and its value.
type term struct {
	text string
	at   func(w world) float64
}

// A cut is a function of the reals, a0 x + a1 y + c, where densities jump as it changes sign.
type cut struct {
	a [2]float64
	c float64
}

// A smallModel is a model of a few discrete variables and at most two reals, as a program
// and as the factors that it says.
type smallModel struct {
	prefix  string
	rng     *rand.Rand
	program strings.Builder
	vars    []*smallVar
	reals   []*smallVar
	states  int // of the discrete variables
	factors []weight
	cuts    []cut
	data    map[string]any
	inputs  []string
	names   int
}

func (m *smallModel) chance(percent int) bool { return m.rng.IntN(100) < percent }

func (m *smallModel) number(lo, hi float64) float64 {
	return math.Round((lo+(hi-lo)*m.rng.Float64())*100) / 100
}

func (m *smallModel) name(kind string) string {
	m.names++
	return fmt.Sprintf("%s%s%d", m.prefix, kind, m.names)
}

func (m *smallModel) line(format string, args ...any) {
	fmt.Fprintf(&m.program, "  "+format+"\n", args...)
}

func (m *smallModel) variable(name string, values int, truth, above bool) *smallVar {
	v := &smallVar{name: name, values: values, truth: truth, above: above, slot: len(m.vars)}
	m.vars = append(m.vars, v)
	if values > 0 {
		m.states *= values
	} else {
		m.reals = append(m.reals, v)
	}
	return v
}

func (v *smallVar) term() term {
	return term{v.name, func(w world) float64 { return w[v.slot] }}
}

// of picks a variable that f accepts, nil where there is none.
func (m *smallModel) of(f func(*smallVar) bool) *smallVar {
	var list []*smallVar
	for _, v := range m.vars {
		if f(v) {
			list = append(list, v)
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[m.rng.IntN(len(list))]
}

func isTruth(v *smallVar) bool  { return v.truth }
func isWhole(v *smallVar) bool  { return v.values > 0 && !v.truth }
func isNormal(v *smallVar) bool { return v.values == 0 && !v.above }
func isGamma(v *smallVar) bool  { return v.above }

// condition is a random truth: a variable, a comparison of whole numbers, or a function of
// two of them; of reals too where the cut is at a known place.
func (m *smallModel) condition() *term {
	var list []term
	for _, v := range m.vars {
		x := v.term()
		switch {
		case v.truth:
			list = append(list, x, term{"!" + x.text, func(w world) float64 { return 1 - x.at(w) }})
		case v.values > 0:
			k := float64(m.rng.IntN(v.values))
			list = append(list, term{fmt.Sprintf("%s == %g", x.text, k), func(w world) float64 { return truthOf(x.at(w) == k) }})
			if k > 0 {
				list = append(list, term{fmt.Sprintf("%s < %g", x.text, k), func(w world) float64 { return truthOf(x.at(w) < k) }})
			}
		default:
			at := m.number(-0.5, 1)
			if v.above {
				at = m.number(0.5, 1.5)
			}
			list = append(list, term{fmt.Sprintf("%s > %g", x.text, at), func(w world) float64 { return truthOf(x.at(w) > at) }})
			m.cut(v, 1, nil, 0, -at)
		}
	}
	if len(list) == 0 {
		return nil
	}
	a := list[m.rng.IntN(len(list))]
	if b := list[m.rng.IntN(len(list))]; m.chance(35) && strings.Trim(a.text, "!") != strings.Trim(b.text, "!") {
		if m.chance(50) {
			return &term{"(" + a.text + ") && (" + b.text + ")", func(w world) float64 { return a.at(w) * b.at(w) }}
		}
		return &term{"(" + a.text + ") || (" + b.text + ")", func(w world) float64 { return max(a.at(w), b.at(w)) }}
	}
	return &a
}

func truthOf(x bool) float64 {
	if x {
		return 1
	}
	return 0
}

// cut notes that densities jump where p u + q v + c changes sign.
func (m *smallModel) cut(u *smallVar, p float64, v *smallVar, q, c float64) {
	x := cut{c: c}
	for k, r := range m.reals {
		if r == u {
			x.a[k] += p
		}
		if r == v {
			x.a[k] += q
		}
	}
	m.cuts = append(m.cuts, x)
}

// gated says one of two things of a variable or a datum: by a gate, or the first alone.
func (m *smallModel) gated(target string, say func() (string, weight)) weight {
	on := m.condition()
	if on == nil || m.chance(50) {
		text, f := say()
		m.line("%s ~ %s", target, text)
		return f
	}
	text1, f1 := say()
	text2, f2 := say()
	m.line("if (%s) { %s ~ %s } else { %s ~ %s }", on.text, target, text1, target, text2)
	return func(w world) float64 {
		if on.at(w) == 1 {
			return f1(w)
		}
		return f2(w)
	}
}

// mean is a number, or a linear function of normals; of whole numbers by a table.
func (m *smallModel) mean() term {
	c := m.number(-1.5, 1.5)
	known := term{fmt.Sprint(c), func(world) float64 { return c }}
	x := m.of(isNormal)
	if x == nil || m.chance(25) {
		if k := m.of(isWhole); k != nil && m.chance(50) {
			name := m.name("c")
			list := make([]float64, k.values)
			for i := range list {
				list[i] = m.number(-2, 2)
			}
			m.inputs = append(m.inputs, fmt.Sprintf("%s: real[%d]", name, k.values))
			m.data[name] = list
			return term{fmt.Sprintf("%s[%s]", name, k.name), func(w world) float64 { return list[int(w[k.slot])] }}
		}
		return known
	}
	if m.chance(40) {
		return x.term()
	}
	a := m.number(-1.5, 1.5)
	return term{fmt.Sprintf("%g * %s + (%g)", a, x.name, c), func(w world) float64 { return a*w[x.slot] + c }}
}

// normal is a normal distribution of the value of x.
func (m *smallModel) normal(x func(w world) float64) (string, weight) {
	mean := m.mean()
	v := m.number(0.3, 2)
	t := m.of(isGamma)
	switch {
	case t != nil && m.chance(60):
		f := 1.0
		text := t.name
		if m.chance(40) {
			f = m.number(0.5, 2)
			text = fmt.Sprintf("%g * %s", f, t.name)
		}
		return fmt.Sprintf("normal(%s, precision = %s)", mean.text, text), func(w world) float64 {
			p, r := f*w[t.slot], x(w)-mean.at(w)
			return (math.Log(p) - p*r*r) / 2
		}
	case m.chance(50):
		return fmt.Sprintf("normal(%s, precision = %g)", mean.text, v), func(w world) float64 {
			r := x(w) - mean.at(w)
			return (math.Log(v) - v*r*r) / 2
		}
	}
	return fmt.Sprintf("normal(%s, variance = %g)", mean.text, v), func(w world) float64 {
		r := x(w) - mean.at(w)
		return (-math.Log(v) - r*r/v) / 2
	}
}

// gamma is a gamma distribution of the value of x, whose rate may be random.
func (m *smallModel) gamma(x func(w world) float64, self *smallVar) (string, weight) {
	a, b := m.number(1.5, 4), m.number(0.6, 2)
	if t := m.of(func(v *smallVar) bool { return v.above && v != self }); t != nil && m.chance(60) {
		return fmt.Sprintf("gamma(shape = %g, rate = %s)", a, t.name), func(w world) float64 {
			return a*math.Log(w[t.slot]) - logGamma(a) + (a-1)*math.Log(x(w)) - w[t.slot]*x(w)
		}
	}
	return fmt.Sprintf("gamma(shape = %g, rate = %g)", a, b), func(w world) float64 {
		return a*math.Log(b) - logGamma(a) + (a-1)*math.Log(x(w)) - b*x(w)
	}
}

// probabilities of n values.
func (m *smallModel) probabilities(n int) []float64 {
	p := make([]float64, n)
	left := 100
	for i := range n - 1 {
		c := 10 + m.rng.IntN(left-10*(n-i))
		p[i] = float64(c) / 100
		left -= c
	}
	p[n-1] = float64(left) / 100
	return p
}

// whole is a distribution of a whole number, by a table where there is another one.
func (m *smallModel) whole(n int, x func(w world) float64, self *smallVar) (string, weight) {
	k := m.of(func(v *smallVar) bool { return isWhole(v) && v != self })
	if k == nil || m.chance(40) {
		p := m.probabilities(n)
		return fmt.Sprintf("categorical(%s)", list(p)), func(w world) float64 { return math.Log(p[int(x(w))]) }
	}
	name := m.name("p")
	var table [][]float64
	for range k.values {
		table = append(table, m.probabilities(n))
	}
	m.inputs = append(m.inputs, fmt.Sprintf("%s: \"vector(%d)[%d]\"", name, n, k.values))
	m.data[name] = table
	return fmt.Sprintf("categorical(%s[%s])", name, k.name), func(w world) float64 {
		return math.Log(table[int(w[k.slot])][int(x(w))])
	}
}

func list(p []float64) string {
	return strings.ReplaceAll(strings.ReplaceAll(fmt.Sprint(p), " ", ", "), "  ", " ")
}

func logGamma(x float64) float64 {
	g, _ := math.Lgamma(x)
	return g
}

func bernoulli(p float64, x func(w world) float64) weight {
	return func(w world) float64 {
		if x(w) == 1 {
			return math.Log(p)
		}
		return math.Log1p(-p)
	}
}
