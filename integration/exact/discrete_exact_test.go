package exact

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
)

// A discreteModel is a tree of draws, sums, comparisons and logic of whole numbers and
// booleans, with all that its joint distribution needs: how the log weight of a draw
// and each value follow from the draws.
type discreteModel struct {
	rng       *rand.Rand
	variables []discreteVariable
	drawn     []int // how many values each draw has
	weights   []func(state []int) float64
	trees     trees
	lines     []string
	types     []string // of inputs, as they are declared
	inputs    map[string]any
}

// A discreteVariable has the value of a draw or what a function makes of draws; size is
// 0 for a boolean.
type discreteVariable struct {
	name  string
	size  int
	value func(state []int) int
}

// randomDiscrete draws a model.
func randomDiscrete(rng *rand.Rand) *discreteModel {
	m := &discreteModel{rng: rng, inputs: map[string]any{}}
	for range 2 + rng.IntN(3) {
		m.draw()
	}
	for range 1 + rng.IntN(5) {
		switch rng.IntN(6) {
		case 0, 1:
			m.child()
		case 2, 3:
			m.table()
		default:
			m.function()
		}
	}
	for range rng.IntN(4) {
		m.observe()
	}
	return m
}

// text is the model as it is written; the statements in any order.
func (m *discreteModel) text() string {
	lines := slices.Clone(m.lines)
	m.rng.Shuffle(len(lines), func(i, j int) { lines[i], lines[j] = lines[j], lines[i] })
	var names []string
	for _, v := range m.variables {
		names = append(names, v.name)
	}
	inputs := ""
	if len(m.types) > 0 {
		inputs = "inputs:\n" + strings.Join(m.types, "")
	}
	return "model: discrete\n" + inputs + "program: |\n  " + strings.Join(lines, "\n  ") + "\ninfer: [" + strings.Join(names, ", ") + ", evidence]\n"
}

func (m *discreteModel) add(size int, value func([]int) int) int {
	m.variables = append(m.variables, discreteVariable{fmt.Sprintf("v%d", len(m.variables)), size, value})
	return m.trees.add()
}

// probabilities draws some of one sum, a few of them 0 or tiny.
func (m *discreteModel) probabilities(n int) (p []float64, text string) {
	sum := 0.0
	for range n {
		x := m.rng.Float64()
		switch m.rng.IntN(8) {
		case 0:
			x = 0
		case 1:
			x *= 1e-12
		}
		p = append(p, x)
		sum += x
	}
	if sum == 0 {
		p[0], sum = 1, 1
	}
	var parts []string
	for k := range p {
		p[k] /= sum
		parts = append(parts, fmt.Sprint(p[k]))
	}
	return p, "[" + strings.Join(parts, ", ") + "]"
}

func logBinomial(x, n int, p float64) float64 {
	if x < 0 || x > n {
		return math.Inf(-1)
	}
	choose := 1.0
	for k := range x {
		choose = choose * float64(n-k) / float64(k+1)
	}
	return math.Log(choose * math.Pow(p, float64(x)) * math.Pow(1-p, float64(n-x)))
}

// draw adds a draw that reads no other variable.
func (m *discreteModel) draw() {
	at := len(m.drawn)
	value := func(s []int) int { return s[at] }
	name := fmt.Sprintf("v%d", len(m.variables))
	switch m.rng.IntN(4) {
	case 0:
		p := float64(1+m.rng.IntN(9)) / 10
		m.drawn = append(m.drawn, 2)
		m.add(0, value)
		m.weights = append(m.weights, func(s []int) float64 { return logBinomial(s[at], 1, p) })
		m.lines = append(m.lines, fmt.Sprintf("%s ~ bernoulli(%v)", name, p))
	case 1:
		n, p := 1+m.rng.IntN(4), float64(1+m.rng.IntN(9))/10
		m.drawn = append(m.drawn, n+1)
		m.add(n+1, value)
		m.weights = append(m.weights, func(s []int) float64 { return logBinomial(s[at], n, p) })
		m.lines = append(m.lines, fmt.Sprintf("%s ~ binomial(%d, %v)", name, n, p))
	case 2:
		n := 1 + m.rng.IntN(4)
		m.drawn = append(m.drawn, n)
		m.add(n, value)
		m.weights = append(m.weights, func([]int) float64 { return -math.Log(float64(n)) })
		m.lines = append(m.lines, fmt.Sprintf("%s ~ discreteuniform(%d)", name, n))
	default:
		n := 1 + m.rng.IntN(5)
		p, text := m.probabilities(n)
		m.drawn = append(m.drawn, n)
		m.add(n, value)
		m.weights = append(m.weights, func(s []int) float64 { return math.Log(p[s[at]]) })
		m.lines = append(m.lines, fmt.Sprintf("%s ~ categorical(%s)", name, text))
	}
}

// whole returns a whole number of the model, -1 where there is none.
func (m *discreteModel) whole() int {
	for range 20 {
		if i := m.rng.IntN(len(m.variables)); m.variables[i].size > 0 {
			return i
		}
	}
	return -1
}

// child adds a draw whose size is a random whole number.
func (m *discreteModel) child() {
	i := m.whole()
	if i < 0 || m.variables[i].size > 12 {
		return
	}
	n, at := m.variables[i], len(m.drawn)
	name := fmt.Sprintf("v%d", len(m.variables))
	value := func(s []int) int { return s[at] }
	if m.rng.IntN(2) == 0 && n.size > 1 {
		m.drawn = append(m.drawn, n.size-1)
		m.trees.join(i, m.add(n.size-1, value))
		m.weights = append(m.weights, func(s []int) float64 {
			if k := n.value(s); s[at] < k {
				return -math.Log(float64(k))
			}
			return math.Inf(-1)
		})
		m.lines = append(m.lines, fmt.Sprintf("%s ~ discreteuniform(%s)", name, n.name))
		return
	}
	p := float64(1+m.rng.IntN(9)) / 10
	m.drawn = append(m.drawn, n.size)
	m.trees.join(i, m.add(n.size, value))
	m.weights = append(m.weights, func(s []int) float64 { return logBinomial(s[at], n.value(s), p) })
	m.lines = append(m.lines, fmt.Sprintf("%s ~ binomial(%s, %v)", name, n.name, p))
}

func truthOf(b bool) int {
	if b {
		return 1
	}
	return 0
}

var discreteCompare = map[string]func(a, b int) bool{
	"==": func(a, b int) bool { return a == b }, "!=": func(a, b int) bool { return a != b },
	"<": func(a, b int) bool { return a < b }, "<=": func(a, b int) bool { return a <= b },
	">": func(a, b int) bool { return a > b }, ">=": func(a, b int) bool { return a >= b },
}

// function adds a function of one or two variables.
func (m *discreteModel) function() {
	i, j, ok := m.trees.pair(m.rng)
	if !ok || m.rng.IntN(3) == 0 {
		i, j = m.rng.IntN(len(m.variables)), -1
	}
	a := m.variables[i]
	if j >= 0 && (m.variables[j].size > 0) != (a.size > 0) {
		j = -1
	}
	size, text, value := m.expression(a, j)
	if size < 0 {
		return
	}
	k := m.add(size, value)
	if m.trees.join(i, k); j >= 0 {
		m.trees.join(j, k)
	}
	m.lines = append(m.lines, fmt.Sprintf("v%d = %s", k, text))
}

// expression makes an expression of a and of variable j, or of a alone where that is
// negative; the size is -1 where there is none.
func (m *discreteModel) expression(a discreteVariable, j int) (size int, text string, value func([]int) int) {
	op := []string{"==", "!=", "<", "<=", ">", ">="}[m.rng.IntN(6)]
	compare := discreteCompare[op]
	switch c := m.rng.IntN(5); {
	case j < 0 && a.size == 0:
		if m.rng.IntN(2) == 0 {
			return 0, a.name, a.value
		}
		return 0, "!" + a.name, func(s []int) int { return 1 - a.value(s) }
	case j < 0:
		switch m.rng.IntN(6) {
		case 0:
			return a.size + c, fmt.Sprintf("%s + %d", a.name, c), func(s []int) int { return a.value(s) + c }
		case 1:
			n := a.size - 1 + c
			return n + 1, fmt.Sprintf("%d - %s", n, a.name), func(s []int) int { return n - a.value(s) }
		case 2:
			return max(a.size, c+1), fmt.Sprintf("max(%s, %d)", a.name, c), func(s []int) int { return max(a.value(s), c) }
		case 3:
			return min(a.size, c+1), fmt.Sprintf("min(%d, %s)", c, a.name), func(s []int) int { return min(a.value(s), c) }
		case 4:
			return a.size, a.name, a.value
		}
		if m.rng.IntN(2) == 0 {
			return 0, fmt.Sprintf("%d %s %s", c, op, a.name), func(s []int) int { return truthOf(compare(c, a.value(s))) }
		}
		return 0, fmt.Sprintf("%s %s %d", a.name, op, c), func(s []int) int { return truthOf(compare(a.value(s), c)) }
	case a.size == 0:
		b := m.variables[j]
		switch m.rng.IntN(4) {
		case 0:
			return 0, a.name + " && " + b.name, func(s []int) int { return a.value(s) & b.value(s) }
		case 1:
			return 0, a.name + " || !" + b.name, func(s []int) int { return a.value(s) | (1 - b.value(s)) }
		case 2:
			return 0, a.name + " == " + b.name, func(s []int) int { return truthOf(a.value(s) == b.value(s)) }
		}
		return 0, a.name + " != " + b.name, func(s []int) int { return a.value(s) ^ b.value(s) }
	}
	b, c := m.variables[j], m.rng.IntN(3)
	switch m.rng.IntN(6) {
	case 0:
		return a.size + b.size - 1, a.name + " + " + b.name, func(s []int) int { return a.value(s) + b.value(s) }
	case 1:
		return max(a.size, b.size), fmt.Sprintf("max(%s, %s)", a.name, b.name), func(s []int) int { return max(a.value(s), b.value(s)) }
	case 2:
		return min(a.size, b.size), fmt.Sprintf("min(%s, %s)", a.name, b.name), func(s []int) int { return min(a.value(s), b.value(s)) }
	case 3:
		return 0, fmt.Sprintf("%s - %s %s %d", a.name, b.name, op, c), func(s []int) int { return truthOf(compare(a.value(s)-b.value(s), c)) }
	case 4:
		return 0, fmt.Sprintf("%s + %d %s %s", a.name, c, op, b.name), func(s []int) int { return truthOf(compare(a.value(s)+c, b.value(s))) }
	}
	return 0, fmt.Sprintf("%s %s %s", a.name, op, b.name), func(s []int) int { return truthOf(compare(a.value(s), b.value(s))) }
}

// observe adds an observation.
func (m *discreteModel) observe() {
	i := m.rng.IntN(len(m.variables))
	v := m.variables[i]
	var line string
	var weight func([]int) float64
	switch j, _, ok := m.trees.pair(m.rng); {
	case v.size == 0 && m.rng.IntN(2) == 0:
		line, weight = "observe "+v.name, func(s []int) float64 { return math.Log(float64(v.value(s))) }
	case v.size == 0:
		p := float64(1+m.rng.IntN(9)) / 10
		line, weight = fmt.Sprintf("observe %s ~ bernoulli(%v)", v.name, p), func(s []int) float64 { return logBinomial(v.value(s), 1, p) }
	case ok && m.variables[j].size > 0 && m.trees.root(i) != m.trees.root(j) && m.rng.IntN(2) == 0:
		b, sum := m.variables[j], m.rng.IntN(v.size+m.variables[j].size-1)
		line = fmt.Sprintf("observe %s + %s == %d", v.name, b.name, sum)
		weight = func(s []int) float64 { return math.Log(float64(truthOf(v.value(s)+b.value(s) == sum))) }
		m.trees.join(i, j)
	case m.rng.IntN(2) == 0:
		c := m.rng.IntN(v.size)
		line, weight = fmt.Sprintf("observe %s == %d", v.name, c), func(s []int) float64 { return math.Log(float64(truthOf(v.value(s) == c))) }
	default:
		p, text := m.probabilities(v.size)
		line, weight = fmt.Sprintf("observe %s ~ categorical(%s)", v.name, text), func(s []int) float64 { return math.Log(p[v.value(s)]) }
	}
	m.lines = append(m.lines, line)
	m.weights = append(m.weights, weight)
}

// enumerate returns the probabilities of the values of each variable and the log
// evidence, -Inf where nothing is possible; false where there are too many states.
func (m *discreteModel) enumerate() (p [][]float64, logZ float64, ok bool) {
	states := 1
	for _, n := range m.drawn {
		if states *= n; states > 40000 {
			return nil, 0, false
		}
	}
	for _, v := range m.variables {
		p = append(p, make([]float64, max(v.size, 2*truthOf(v.size == 0))))
	}
	sum := 0.0
	state := make([]int, len(m.drawn))
	for {
		log := 0.0
		for _, w := range m.weights {
			if log += w(state); math.IsInf(log, -1) {
				break
			}
		}
		if w := math.Exp(log); w > 0 {
			sum += w
			for i, v := range m.variables {
				p[i][v.value(state)] += w
			}
		}
		k := 0
		for ; k < len(state); k++ {
			if state[k]++; state[k] < m.drawn[k] {
				break
			}
			state[k] = 0
		}
		if k == len(state) {
			break
		}
	}
	for _, x := range p {
		for k := range x {
			x[k] /= sum
		}
	}
	return p, math.Log(sum), true
}
