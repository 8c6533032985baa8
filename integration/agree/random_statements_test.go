package agree

import (
	"fmt"
	"strings"
)

// real draws an expression of random reals, or returns "" where there is none.
func (m *random) real(p *randomPlate) string {
	list := m.reads(p, "real")
	if len(list) == 0 {
		return ""
	}
	x, y := list[0], list[len(list)-1]
	terms := []string{x, x}
	if x != y {
		terms = append(terms, x+" - "+y, x+" - "+y, x+" + "+y, m.number(-2, 2)+" * "+x+" - "+y+" + "+m.number(-1, 1))
	}
	terms = append(terms, m.number(0.5, 2)+" * "+x, x+" + "+m.number(-1, 1), "-"+x)
	for _, v := range m.variables {
		if v.kind == "real" && v.plate == bPlate && (p == scalarPlate || p == aPlate) && m.size["b"] > 0 {
			terms = append(terms, fmt.Sprintf("sum(%s[r] : r in b)", v.name))
		}
		// Two elements of one array.
		if n := m.size[v.plate.name]; v.kind == "real" && (v.plate == aPlate || v.plate == bPlate) && v.plate != p && n > 1 {
			g := m.input(p, "g", "index("+v.plate.name+")", func() any { return m.rng.IntN(n / 2) })
			h := m.input(p, "g", "index("+v.plate.name+")", func() any {
				if m.rng.IntN(100) == 0 {
					return 0 // perhaps the same element, which is an error
				}
				return n/2 + m.rng.IntN(n-n/2)
			})
			terms = append(terms, v.name+"["+g+"] - "+v.name+"["+h+"]", v.name+"["+g+"] + "+v.name+"["+h+"]")
		}
	}
	if p == tPlate {
		for _, v := range m.variables {
			if v.kind == "real" && v.plate == tPlate {
				terms = append(terms, "@"+v.name) // an offset, which needs a condition
			}
		}
	}
	return pick(m, terms)
}

// guarded turns an expression with an offset into the read and its condition.
func (m *random) guarded(e string) (expr, condition string) {
	name, ok := strings.CutPrefix(e, "@")
	if !ok {
		return e, ""
	}
	switch m.rng.IntN(4) {
	case 0:
		return name + "[s] - " + name + "[s-1]", "s > 0"
	case 1:
		return name + "[s] - " + name + "[s-2]", "s > 1"
	case 2:
		return name + "[s+1] - 0.5 * " + name + "[s]", "s < T - 1"
	}
	return name + "[s+2] - " + name + "[s]", "s <= T - 3"
}

// define adds a variable over a plate.
func (m *random) define(p *randomPlate) {
	inputs := len(m.inputs)
	v := &randomVariable{plate: p}
	kinds := []string{"real", "real", "real", "real", "derived", "positive", "probability", "bool", "boolderived"}
	v.kind = pick(m, kinds)
	if p == tPlate && m.rng.IntN(4) > 0 {
		m.chain()
		return
	}
	var s string
	switch v.kind {
	case "real":
		v.name = m.name("x")
		s = v.name + p.at + " ~ " + m.normal(p)
		if m.rng.IntN(5) == 0 && p != scalarPlate {
			s = "if (" + m.boolInput(p) + ") { " + s + " } else { " + v.name + p.at + " ~ " + m.normal(p) + " }"
		}
	case "derived":
		v.name, v.kind = m.name("d"), "real"
		e := m.real(p)
		if e == "" || strings.HasPrefix(e, "@") {
			m.forget(inputs)
			return
		}
		s = v.name + p.at + " = " + e
	case "positive":
		v.name = m.name("r")
		rate := m.number(0.5, 3)
		if list := m.reads(p, "positive"); len(list) > 0 && m.rng.IntN(2) == 0 {
			rate = list[0]
		}
		s = fmt.Sprintf("%s%s ~ gamma(shape = %s, rate = %s)", v.name, p.at, m.number(1.5, 4), rate)
	case "probability":
		v.name = m.name("p")
		s = fmt.Sprintf("%s%s ~ beta(%s, %s)", v.name, p.at, m.number(1, 4), m.number(1, 4))
	case "bool":
		v.name = m.name("z")
		prob := m.number(0.2, 0.8)
		if list := m.reads(p, "probability"); len(list) > 0 && m.rng.IntN(3) > 0 {
			prob = list[0]
		}
		s = fmt.Sprintf("%s%s ~ bernoulli(%s)", v.name, p.at, prob)
	default:
		v.name, v.kind = m.name("q"), "bool"
		e := m.truth(p)
		if e == "" {
			m.forget(inputs)
			return
		}
		s = v.name + p.at + " = " + e
	}
	m.place(p, s)
	m.forget(inputs)
	m.variables = append(m.variables, v)
}

// normal draws a normal distribution whose mean may be random.
func (m *random) normal(p *randomPlate) string {
	mean := m.number(-2, 2)
	if e := m.real(p); e != "" && !strings.HasPrefix(e, "@") && m.rng.IntN(3) > 0 {
		mean = e
	}
	if list := m.reads(p, "positive"); len(list) > 0 && m.rng.IntN(2) == 0 {
		return fmt.Sprintf("normal(%s, precision = %s)", mean, list[0])
	}
	return fmt.Sprintf("normal(%s, %s = %s)", mean, pick(m, []string{"variance", "precision", "sd"}), m.number(0.5, 4))
}

// chain adds a variable over t whose elements depend on each other.
func (m *random) chain() {
	v := &randomVariable{name: m.name("c"), plate: tPlate, kind: "real"}
	first := fmt.Sprintf("%s[s] ~ normal(%s, variance = %s)", v.name, m.number(-1, 1), m.number(0.5, 4))
	drift := ""
	for _, w := range m.variables {
		if w.kind == "real" && (w.plate == scalarPlate || w.plate == tPlate) && m.rng.IntN(3) == 0 {
			drift = " + " + m.number(-1, 1) + " * " + w.name + w.plate.at
		}
	}
	step := func(at string) string {
		return fmt.Sprintf("%s[s] ~ normal(%s * %s[%s]%s, variance = %s)", v.name, m.number(0.5, 1.2), v.name, at, drift, m.number(0.5, 2))
	}
	var s string
	switch m.rng.IntN(6) {
	case 0, 1:
		s = "if (s == 0) { " + first + " } else { " + step("s-1") + " }"
	case 2:
		s = "if (s > 1) { " + step("s-2") + " } else { " + first + " }"
	case 3:
		s = "if (s == T - 1) { " + first + " } else { " + step("s+1") + " }"
	case 4:
		s = fmt.Sprintf("if (s >= 2) { %s[s] ~ normal(%s[s-1] - 0.5 * %s[s-2]%s, variance = 1) } else { %s }", v.name, v.name, v.name, drift, first)
	default:
		flag := m.boolInput(tPlate)
		s = "if (s > 0) { if (" + flag + ") { " + step("s-1") + " } else { " + first + " } } else { " + first + " }"
	}
	m.place(tPlate, s)
	m.variables = append(m.variables, v)
}

// truth draws a boolean expression of random variables.
func (m *random) truth(p *randomPlate) string {
	var terms []string
	if e := m.real(p); e != "" && !strings.HasPrefix(e, "@") {
		terms = append(terms, e+" > "+m.number(-1, 1), "between("+e+", "+m.number(-2, -0.5)+", "+m.number(0.5, 2)+")")
	}
	if list := m.reads(p, "bool"); len(list) > 0 {
		x, y := list[0], list[len(list)-1]
		if x != y {
			terms = append(terms, x+" && "+y, x+" || !"+y, "!("+x+" && !"+y+")", x+" == "+y)
		}
	}
	if len(terms) == 0 {
		return ""
	}
	return pick(m, terms)
}

// constrain adds an observation in a plate.
func (m *random) constrain(p *randomPlate) {
	inputs := len(m.inputs)
	s, condition := "", ""
	switch m.rng.IntN(7) {
	case 0, 1:
		if e := m.real(p); e != "" {
			e, condition = m.guarded(e)
			s = fmt.Sprintf("%s ~ normal(%s, variance = %s)", m.realInput(p), e, m.number(0.5, 4))
		}
	case 2:
		if e := m.real(p); e != "" {
			e, condition = m.guarded(e)
			s = fmt.Sprintf("observe %s ~ normal(%s, variance = %s)", e, m.number(-1, 1), m.number(0.5, 4))
		}
	case 3:
		if e := m.real(p); e != "" {
			e, condition = m.guarded(e)
			s = "observe " + e + " > " + m.number(-2, 0)
		}
	case 4:
		if e := m.truth(p); e != "" {
			s = m.boolInput(p) + " = " + e
			if m.rng.IntN(2) == 0 {
				s = "observe " + e + " ~ bernoulli(" + m.number(0.2, 0.9) + ")"
				if strings.Contains(e, "&&") || strings.Contains(e, "||") || strings.Contains(e, "==") {
					s = "observe (" + e + ") ~ bernoulli(" + m.number(0.2, 0.9) + ")"
				}
			}
		}
	case 5:
		if list := m.reads(p, "probability"); len(list) > 0 {
			s = m.boolInput(p) + " ~ bernoulli(" + list[0] + ")"
		} else if list := m.reads(p, "bool"); len(list) > 0 {
			s = fmt.Sprintf("observe %s ~ bernoulli(%s)", list[0], m.number(0.2, 0.9))
		}
	default:
		if list := m.reads(p, "positive"); len(list) > 0 {
			s = fmt.Sprintf("%s ~ normal(%s, precision = %s)", m.realInput(p), m.number(-1, 1), list[0])
		}
	}
	if s == "" {
		m.forget(inputs)
		return
	}
	if condition != "" {
		s = "if (" + condition + ") { " + s + " }"
	} else if p != scalarPlate && m.rng.IntN(5) == 0 {
		s = "if (" + m.boolInput(p) + ") { " + s + " }"
	}
	m.place(p, s)
	m.forget(inputs)
}
