package agree

import (
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"strings"
)

// A random model is a model text made by chance, with data for it.
type random struct {
	rng       *rand.Rand
	inputs    []*randomInput
	variables []*randomVariable
	lines     []string
	names     int
	text      string
	size      map[string]int // of the ranges a, b and t
	rows      []int          // lengths of the ragged rows, over a
}

// A randomInput is an input with a generator of its values.
type randomInput struct {
	name, declaration string
	plate             *randomPlate // an array over it
	value             func() any   // of an element
}

// A randomVariable is a random variable over a plate.
type randomVariable struct {
	name  string
	plate *randomPlate
	kind  string // real, positive, probability, bool
}

// A randomPlate is where statements stand.
type randomPlate struct {
	name  string
	open  string   // the for statements
	close string   // their ends
	at    string   // the index of an element, as [i]
	dims  []string // of an input over it
	sizes []string
}

var (
	scalarPlate = &randomPlate{name: "scalar"}
	aPlate      = &randomPlate{"a", "for (i in a) { ", " }", "[i]", []string{"a"}, []string{"a"}}
	bPlate      = &randomPlate{"b", "for (j in b) { ", " }", "[j]", []string{"b"}, []string{"b"}}
	abPlate     = &randomPlate{"ab", "for (i in a) { for (j in b) { ", " } }", "[i, j]", []string{"a", "b"}, []string{"a", "b"}}
	tPlate      = &randomPlate{"t", "for (s in 0..<T) { ", " }", "[s]", []string{"T"}, []string{"t"}}
	rowPlate    = &randomPlate{"row", "for (i in a) { for (k in 0..<rows[i]) { ", " } }", "[i][k]", []string{"a", "rows[a]"}, []string{"a", "rows"}}
	plates      = []*randomPlate{scalarPlate, aPlate, bPlate, abPlate, tPlate, rowPlate}
)

// randomModel draws a model.
func randomModel(rng *rand.Rand) *random {
	m := &random{rng: rng, size: map[string]int{}}
	sizes := []int{0, 1, 1, 2, 2, 3, 3, 4, 5}
	m.size["a"], m.size["b"], m.size["t"] = pick(m, sizes), pick(m, sizes), pick(m, sizes)
	for range m.size["a"] {
		m.rows = append(m.rows, rng.IntN(4))
	}
	for len(m.variables) < 2+rng.IntN(3) {
		m.define(pick(m, plates))
	}
	for range 2 + rng.IntN(5) {
		if rng.IntN(4) == 0 {
			m.define(pick(m, plates))
		} else {
			m.constrain(pick(m, plates))
		}
	}
	var b strings.Builder
	b.WriteString("model: random\n")
	if len(m.inputs) > 0 || m.uses("a") || m.uses("b") || m.uses("T") {
		b.WriteString("inputs:\n")
	}
	for _, size := range []struct{ word, line string }{{"a", "a: range"}, {"b", "b: range"}, {"T", "T: int"}, {"rows", "rows: int[a]"}} {
		if m.uses(size.word) {
			fmt.Fprintf(&b, "  %s\n", size.line)
		}
	}
	for _, in := range m.inputs {
		fmt.Fprintf(&b, "  %s: %s\n", in.name, in.declaration)
	}
	b.WriteString("program: |\n")
	rng.Shuffle(len(m.lines), func(i, j int) { m.lines[i], m.lines[j] = m.lines[j], m.lines[i] })
	for _, l := range m.lines {
		fmt.Fprintf(&b, "  %s\n", l)
	}
	var infer []string
	for _, v := range m.variables {
		infer = append(infer, v.name)
	}
	if rng.IntN(3) > 0 {
		infer = append(infer, "evidence")
	}
	fmt.Fprintf(&b, "infer: [%s]\n", strings.Join(infer, ", "))
	switch rng.IntN(6) {
	case 0:
		b.WriteString("iterate: {damping: 0.3}\n")
	case 1:
		b.WriteString("iterate: {messages: proper}\n")
	case 2:
		b.WriteString("iterate: {projection: log}\n")
	}
	m.text = b.String()
	return m
}

func pick[T any](m *random, list []T) T { return list[m.rng.IntN(len(list))] }

// uses tells whether the text mentions a size.
func (m *random) uses(word string) bool {
	text := strings.Join(m.lines, "\n")
	for _, in := range m.inputs {
		text += "\n" + in.declaration
	}
	if word == "a" && m.uses("rows") {
		return true
	}
	for _, field := range strings.FieldsFunc(text, func(r rune) bool {
		return r != '_' && (r < '0' || r > '9') && (r < 'a' || r > 'z') && (r < 'A' || r > 'Z')
	}) {
		if field == word {
			return true
		}
	}
	return false
}

func (m *random) name(prefix string) string {
	m.names++
	return fmt.Sprintf("%s%d", prefix, m.names)
}

// values draws data; the sizes stay.
func (m *random) values() string {
	all := map[string]any{}
	for _, k := range []string{"a", "b"} {
		if m.uses(k) {
			all[k] = m.size[k]
		}
	}
	if m.uses("T") {
		all["T"] = m.size["t"]
	}
	if m.uses("rows") {
		all["rows"] = append([]int{}, m.rows...)
	}
	for _, in := range m.inputs {
		all[in.name] = m.array(in.plate.sizes, 0, in.value)
	}
	text, err := json.Marshal(all)
	if err != nil {
		panic(err)
	}
	return string(text)
}

// array draws nested values over sizes; row is the element of the range before.
func (m *random) array(sizes []string, row int, value func() any) any {
	if len(sizes) == 0 {
		return value()
	}
	n := 0
	if sizes[0] == "rows" {
		n = m.rows[row]
	} else {
		n = m.size[sizes[0]]
	}
	list := []any{}
	for i := range n {
		list = append(list, m.array(sizes[1:], i, value))
	}
	return list
}

// input adds an input over a plate and returns its element there.
func (m *random) input(p *randomPlate, prefix, kind string, value func() any) string {
	in := &randomInput{name: m.name(prefix), plate: p, value: value, declaration: kind}
	for _, d := range p.dims {
		in.declaration += "[" + d + "]"
	}
	in.declaration = strings.Replace(in.declaration, "[rows[a]]", "[rows[a]]", 1)
	m.inputs = append(m.inputs, in)
	return in.name + p.at
}

func (m *random) realInput(p *randomPlate) string {
	return m.input(p, "y", "real", func() any { return float64(m.rng.IntN(4000)-2000) / 1000 })
}

func (m *random) boolInput(p *randomPlate) string {
	return m.input(p, "f", "bool", func() any { return m.rng.IntN(2) == 0 })
}

// number draws a constant between lo and hi.
func (m *random) number(lo, hi float64) string {
	return fmt.Sprintf("%.2g", lo+(hi-lo)*m.rng.Float64())
}

// place writes statements into a plate.
func (m *random) place(p *randomPlate, statements ...string) {
	m.lines = append(m.lines, p.open+strings.Join(statements, "; ")+p.close)
}

// reads lists the elements of a kind that a statement in a plate can read.
func (m *random) reads(p *randomPlate, kind string) []string {
	var list []string
	for _, v := range m.variables {
		if v.kind != kind {
			continue
		}
		inside := p
		switch {
		case v.plate == p || v.plate == scalarPlate:
			list = append(list, v.name+v.plate.at)
		case v.plate == aPlate && (p == abPlate || p == rowPlate) || v.plate == bPlate && p == abPlate:
			list = append(list, v.name+v.plate.at)
		case (v.plate == aPlate || v.plate == bPlate) && m.size[v.plate.name] > 0:
			n := m.size[v.plate.name]
			at := m.input(inside, "g", "index("+v.plate.name+")", func() any { return m.rng.IntN(n) })
			list = append(list, v.name+"["+at+"]")
		case p == scalarPlate && v.plate == tPlate && m.size["t"] > 1:
			list = append(list, v.name+"[T-1]", v.name+"[0]")
		}
	}
	// An input of an index that is not used is an error.
	if len(list) > 3 {
		m.rng.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	}
	return list
}

// forget removes the inputs from from on that no line and none of the texts reads.
func (m *random) forget(from int, texts ...string) {
	all := strings.Join(m.lines, "\n") + strings.Join(texts, "\n")
	kept := m.inputs[:from:from]
	for _, in := range m.inputs[from:] {
		if strings.Contains(all, in.name+"[") || strings.Contains(all, in.name+" ") || strings.Contains(all, in.name+")") || strings.Contains(all, in.name+"]") {
			kept = append(kept, in)
		}
	}
	m.inputs = kept
}
