package exact

import (
	"encoding/json"
	"fmt"
	"math"
	"strings"
)

// probabilityTable draws a table of rows for all values of its parents, as an input of
// the model; at returns the log of an element.
func (m *discreteModel) probabilityTable(parents []discreteVariable, n int) (name string, at func(values []int, x int) float64) {
	name = fmt.Sprintf("t%d", len(m.types))
	rows := 1
	dims := ""
	for _, p := range parents {
		rows *= p.size
		dims += fmt.Sprintf("[%d]", p.size)
	}
	flat := make([][]float64, rows)
	for i := range flat {
		if n > 0 {
			flat[i], _ = m.probabilities(n)
		} else {
			one, _ := m.probabilities(2)
			flat[i] = []float64{1 - one[1], one[1]}
		}
	}
	var nest func(depth, row int) any
	nest = func(depth, row int) any {
		if depth == len(parents) {
			if n == 0 {
				return flat[row][1]
			}
			return flat[row]
		}
		list := make([]any, parents[depth].size)
		for k := range list {
			list[k] = nest(depth+1, row*parents[depth].size+k)
		}
		return list
	}
	m.inputs[name] = nest(0, 0)
	base := "real"
	if n > 0 {
		base = fmt.Sprintf("vector(%d)", n)
	}
	m.types = append(m.types, fmt.Sprintf("  %s: \"%s%s\"\n", name, base, dims))
	return name, func(values []int, x int) float64 {
		row := 0
		for k, v := range values {
			row = row*parents[k].size + v
		}
		return math.Log(flat[row][x])
	}
}

// apart picks whole numbers of different trees, as many as there are up to n.
func (m *discreteModel) apart(n int) (list []int) {
next:
	for range 10 * n {
		i := m.whole()
		if i < 0 || len(list) == n {
			break
		}
		for _, j := range list {
			if m.trees.root(i) == m.trees.root(j) {
				continue next
			}
		}
		list = append(list, i)
	}
	return list
}

// pick returns variables by their numbers, and a function from a state to their values.
func (m *discreteModel) pick(list []int) ([]discreteVariable, func(s []int) []int) {
	var vars []discreteVariable
	for _, i := range list {
		vars = append(vars, m.variables[i])
	}
	return vars, func(s []int) []int {
		values := make([]int, len(vars))
		for k, v := range vars {
			values[k] = v.value(s)
		}
		return values
	}
}

// reference is an element of a table.
func reference(name string, parents []discreteVariable) string {
	var parts []string
	for _, p := range parents {
		parts = append(parts, p.name)
	}
	return name + "[" + strings.Join(parts, ", ") + "]"
}

// table adds a draw by a table of one to three random parents, plain, in a switch on one
// of them, or in a branch of a gate on a boolean, whose other branch has another table.
func (m *discreteModel) table() {
	list := m.apart(1 + m.rng.IntN(3))
	if len(list) == 0 {
		return
	}
	parents, values := m.pick(list)
	n := m.rng.IntN(4) // 0 of a boolean
	draws, states := "categorical", n
	if n == 0 {
		draws, states = "bernoulli", 2
	}
	name, at := m.probabilityTable(parents, n)
	seen := -1 // the value of a draw that is observed
	if m.rng.IntN(5) == 0 {
		seen = m.rng.IntN(states)
	}
	drawn := len(m.drawn)
	value := func(s []int) int {
		if seen >= 0 {
			return seen
		}
		return s[drawn]
	}
	text := fmt.Sprintf("%s(%s)", draws, reference(name, parents))
	x := fmt.Sprintf("v%d", len(m.variables))
	if seen >= 0 {
		x = fmt.Sprintf("y%d", len(m.types))
		m.inputs[x] = any(seen)
		if kind := "int"; n == 0 {
			m.inputs[x] = seen == 1
			m.types = append(m.types, fmt.Sprintf("  %s: bool\n", x))
		} else {
			m.types = append(m.types, fmt.Sprintf("  %s: %s\n", x, kind))
		}
	} else {
		m.drawn = append(m.drawn, states)
	}
	line := fmt.Sprintf("%s ~ %s", x, text)
	weight := func(s []int) float64 { return at(values(s), value(s)) }
	switch m.rng.IntN(3) {
	case 0:
		if on := parents[m.rng.IntN(len(parents))]; true {
			line = fmt.Sprintf("switch (%s) { %s }", on.name, line)
		}
	case 1:
		b, ok := m.boolean(list)
		if !ok || seen >= 0 {
			break
		}
		on := m.variables[b]
		few := list[:m.rng.IntN(len(list))+1]
		others, otherValues := m.pick(few)
		otherName, otherAt := m.probabilityTable(others, n)
		line = fmt.Sprintf("if (%s) { %s } else { %s ~ %s(%s) }", on.name, line, x, draws, reference(otherName, others))
		weight = func(s []int) float64 {
			if on.value(s) == 1 {
				return at(values(s), value(s))
			}
			return otherAt(otherValues(s), value(s))
		}
		list = append(list, b)
	}
	k := list[0]
	if seen < 0 {
		k = m.add(n, value)
		m.trees.join(list[0], k)
	}
	for _, i := range list[1:] {
		m.trees.join(i, k)
	}
	m.lines = append(m.lines, line)
	m.weights = append(m.weights, weight)
}

// boolean picks a boolean of another tree than those of some variables.
func (m *discreteModel) boolean(list []int) (int, bool) {
next:
	for range 20 {
		i := m.rng.IntN(len(m.variables))
		if m.variables[i].size > 0 {
			continue
		}
		for _, j := range list {
			if m.trees.root(i) == m.trees.root(j) {
				continue next
			}
		}
		return i, true
	}
	return 0, false
}

// data are the values of the inputs.
func (m *discreteModel) data() string {
	b, err := json.Marshal(m.inputs)
	if err != nil {
		panic(err)
	}
	return string(b)
}
