package exact

import (
	"fmt"
	"math"
	"strings"

	"mpc/dist"
)

// A gatePick is a draw of the element of a random array that random indices pick:
// x = m[k, l], each element of m and each index drawn for it alone. So x is true with
// the average of the probabilities of the elements.
type gatePick struct {
	indices int // how many
	base    float64
	step    []float64 // by index: how much larger the probability of the next element is
	turned  bool      // x = !m[k, l]
	gates   bool      // with switches around, in place of the short form
}

// pick adds a draw by random indices.
func (g *gateGen) pick(b *gateBlock) bool {
	if b.loop != nil || g.m.size == 0 || g.budget < 1 {
		return false
	}
	g.budget--
	p := &gatePick{indices: 1 + g.rng.IntN(3), base: float64(3+g.rng.IntN(20)) / 100, turned: g.chance(30), gates: g.chance(25)}
	for range p.indices {
		p.step = append(p.step, float64(1+g.rng.IntN(9))/100)
	}
	v, e := g.variable(b)
	b.list = append(b.list, &gateStmt{kind: gateDraw, target: e, pick: p})
	g.define(b, v)
	return true
}

// each calls f for all values of the indices.
func (p *gatePick) each(size int, f func(index []int, element float64)) {
	index := make([]int, p.indices)
	for {
		x := p.base
		for k, i := range index {
			x += p.step[k] * float64(i)
		}
		f(index, x)
		k := 0
		for ; k < len(index); k++ {
			if index[k]++; index[k] < size {
				break
			}
			index[k] = 0
		}
		if k == len(index) {
			return
		}
	}
}

// chances are, for one index and each of its values, the probabilities that it has the
// value and x is true, or false.
func (p *gatePick) chances(size, of int) (yes, no []float64) {
	yes, no = make([]float64, size), make([]float64, size)
	weight := math.Pow(float64(size), -float64(p.indices))
	p.each(size, func(index []int, element float64) {
		if p.turned {
			element = 1 - element
		}
		yes[index[of]] += weight * element
		no[index[of]] += weight * (1 - element)
	})
	return yes, no
}

// chance is the probability that what s draws is true.
func (s *gateStmt) chance(size int) float64 {
	if s.pick == nil {
		return s.p
	}
	yes, _ := s.pick.chances(size, 0)
	total := 0.0
	for _, x := range yes {
		total += x
	}
	return total
}

// indexName is the name of an index by which x is picked.
func (p *gatePick) indexName(x string, k int) string { return fmt.Sprintf("%sk%d", x, k) }

// text prints the statements.
func (p *gatePick) text(w *strings.Builder, indent, x string) {
	var names, loops, around []string
	element := fmt.Sprint(p.base)
	for k := range p.indices {
		name := p.indexName(x, k)
		fmt.Fprintf(w, "%s%s ~ discreteuniform(n)\n", indent, name)
		names = append(names, name)
		loop := fmt.Sprintf("%si%d", x, k)
		loops = append(loops, loop)
		around = append(around, fmt.Sprintf("for (%s in n) { ", loop))
		element += fmt.Sprintf(" + %g * %s", p.step[k], loop)
	}
	end := strings.Repeat(" }", p.indices)
	fmt.Fprintf(w, "%s%s%sm[%s] ~ bernoulli(%s)%s\n", indent, strings.Join(around, ""), x, strings.Join(loops, ", "), element, end)
	not := ""
	if p.turned {
		not = "!"
	}
	set := fmt.Sprintf("%s = %s%sm[%s]", x, not, x, strings.Join(names, ", "))
	if p.gates {
		for _, name := range names {
			set = fmt.Sprintf("switch (%s) { %s }", name, set)
		}
	}
	fmt.Fprintf(w, "%s%s\n", indent, set)
}

// picks lists the draws by random indices of variables that are inferred.
func (m *gateModel) picks() (list []*gateStmt) {
	inferred := map[*gateVar]bool{}
	for _, v := range m.inferred() {
		inferred[v] = true
	}
	var visit func(b *gateBlock)
	visit = func(b *gateBlock) {
		if b == nil {
			return
		}
		for _, s := range b.list {
			if s.pick != nil && inferred[s.target.v] {
				list = append(list, s)
			}
			visit(s.then)
			visit(s.other)
		}
	}
	visit(m.body)
	return list
}

// comparePicks calls wrong for each posterior of an index that is not the exact one.
func (m *gateModel) comparePicks(posteriors map[string]any, total float64, there, yes []float64, tolerance float64, wrong func(string)) {
	for _, s := range m.picks() {
		at := s.target.v.first
		if there[at] < 1e-9*total {
			continue
		}
		x, p := yes[at]/there[at], s.chance(m.size)
		for k := range s.pick.indices {
			name := s.pick.indexName(s.target.v.name, k)
			got, _ := posteriors[name].(dist.Categorical)
			if got.Size() != m.size {
				wrong(fmt.Sprintf("%s has %d values, not %d", name, got.Size(), m.size))
				continue
			}
			a, b := s.pick.chances(m.size, k)
			for i, q := range got.P(nil) {
				if want := x*a[i]/p + (1-x)*b[i]/(1-p); !(math.Abs(q-want) <= tolerance) {
					wrong(fmt.Sprintf("P(%s = %d) is %.12g, want %.12g", name, i, q, want))
				}
			}
		}
	}
}

// extent tells of each element whether the program defines it with its inputs, by
// some values of the draws.
func (m *gateModel) extent() []bool {
	defined := make([]bool, m.elements)
	w := &gateWorld{m: m, free: true}
	w.all(func() {
		for k, x := range w.values {
			defined[k] = defined[k] || x >= 0
		}
	})
	return defined
}
