package exact

import (
	"fmt"
	"math/rand/v2"
	"slices"
)

// A gateGen draws programs with gates. It keeps a statement only if the factor graph
// then is a tree, or, if loopy, in any case.
type gateGen struct {
	rng    *rand.Rand
	m      *gateModel
	names  int
	budget int // draws that are left
	loopy  bool
	plain  bool // all elements of all arrays are defined
	soft   bool // nothing is certain: what is, VMP takes as it finds it at first
	open   map[*gateVar]*openArray
}

// An openArray is an array of which one loop defines element after element.
type openArray struct {
	loop    *gateStmt
	defined bool // at the loop index
	chain   bool // the element before is defined
}

func randomGates(seed, stream uint64, loopy bool) *gateModel {
	return (&gateGen{rng: rand.New(rand.NewPCG(seed, stream)), loopy: loopy}).model()
}

func (g *gateGen) model() *gateModel {
	g.budget, g.open = 10, map[*gateVar]*openArray{}
	g.m = &gateModel{size: []int{0, 1, 2, 2, 3}[g.rng.IntN(5)], body: &gateBlock{}}
	for range 2 + g.rng.IntN(3) {
		g.draw(g.m.body)
	}
	for range 3 + g.rng.IntN(5) {
		g.step(g.m.body)
	}
	g.m.prune()
	return g.m
}

// prune drops the inputs and variables of statements that were not kept.
func (m *gateModel) prune() {
	inputs, vars := map[*gateInput]bool{}, map[*gateVar]bool{}
	var expr func(e *gateExpr)
	expr = func(e *gateExpr) {
		if e == nil {
			return
		}
		inputs[e.in], vars[e.v] = true, true
		for _, a := range e.args {
			expr(a)
		}
	}
	var block func(b *gateBlock)
	block = func(b *gateBlock) {
		if b == nil {
			return
		}
		for _, s := range b.list {
			expr(s.target)
			expr(s.value)
			block(s.then)
			block(s.other)
		}
	}
	block(m.body)
	m.inputs = slices.DeleteFunc(slices.Clone(m.inputs), func(in *gateInput) bool { return !inputs[in] })
	m.vars = slices.DeleteFunc(slices.Clone(m.vars), func(v *gateVar) bool { return !vars[v] })
}

func (g *gateGen) chance(percent int) bool { return g.rng.IntN(100) < percent }

func (g *gateGen) probability() float64 {
	if g.chance(8) && !g.soft {
		return float64(g.rng.IntN(2))
	}
	return float64(3+g.rng.IntN(95)) / 100
}

func (g *gateGen) name(prefix string) string {
	g.names++
	return fmt.Sprintf("%s%d", prefix, g.names)
}

// times is how often a statement of a block stands there.
func (g *gateGen) times(b *gateBlock) int {
	if b.loop != nil {
		return max(g.m.size, 1)
	}
	return 1
}

// variable makes a variable that b defines.
func (g *gateGen) variable(b *gateBlock) (*gateVar, *gateExpr) {
	v := &gateVar{name: g.name("x"), random: true, first: g.m.elements}
	e := &gateExpr{v: v}
	g.m.elements++
	if b.loop != nil {
		v.array = true
		g.m.elements += max(0, g.m.size-1)
		e.at = &gateIndex{loop: b.loop.loop}
		g.open[v] = &openArray{loop: b.loop}
	}
	g.m.vars = append(g.m.vars, v)
	return v, e
}

// define makes a variable known, in b and in the blocks in it.
func (g *gateGen) define(b *gateBlock, v *gateVar) {
	if o := g.open[v]; o != nil {
		o.defined = true
	}
	if !slices.Contains(b.vars, v) {
		b.vars = append(b.vars, v)
	}
}

// add appends a statement, if the graph remains a tree.
func (g *gateGen) add(b *gateBlock, s *gateStmt) bool {
	b.list = append(b.list, s)
	if g.loopy || g.m.tree() {
		return true
	}
	b.list = b.list[:len(b.list)-1]
	return false
}

// input makes an input with random values.
func (g *gateGen) input(b *gateBlock) *gateExpr {
	in := &gateInput{name: g.name("y"), array: b.loop != nil}
	n := 1
	e := &gateExpr{in: in}
	if in.array {
		n = g.m.size
		e.at = &gateIndex{loop: b.loop.loop}
	}
	for range n {
		in.values = append(in.values, g.chance(50))
	}
	if in.values == nil {
		in.values = []bool{}
	}
	g.m.inputs = append(g.m.inputs, in)
	return e
}

// ref reads a variable that b sees, nil where there is none.
func (g *gateGen) ref(b *gateBlock) *gateExpr {
	var list []*gateExpr
	for x := b; x != nil; x = x.outer {
		for _, v := range x.vars {
			e := &gateExpr{v: v}
			switch o := g.open[v]; {
			case !v.array:
				list = append(list, e, e)
			case o != nil && o.defined:
				e.at = &gateIndex{loop: o.loop.loop}
				list = append(list, e, e, e)
				if o.chain {
					list = append(list, &gateExpr{v: v, at: &gateIndex{o.loop.loop, -1}})
				}
			case o != nil && o.chain:
				e.at = &gateIndex{o.loop.loop, -1}
				list = append(list, e, e, e, e)
			case o != nil:
			case b.loop != nil:
				e.at = &gateIndex{loop: b.loop.loop}
				list = append(list, e, e, e)
				if b.loop.from > 0 {
					list = append(list, &gateExpr{v: v, at: &gateIndex{b.loop.loop, -1}})
				}
			case g.m.size > 0:
				e.at = &gateIndex{offset: g.rng.IntN(g.m.size)}
				list = append(list, e)
			}
		}
	}
	if len(list) == 0 {
		return nil
	}
	return list[g.rng.IntN(len(list))]
}

// expr is an expression of what b sees, at least one variable in it.
func (g *gateGen) expr(b *gateBlock) *gateExpr {
	x := g.ref(b)
	switch k := g.rng.IntN(20); {
	case x == nil || k < 9:
	case k < 12:
		x = &gateExpr{op: "!", args: []*gateExpr{x}}
	case k < 13:
		y := g.input(b)
		x = &gateExpr{op: []string{"&&", "||", "==", "!="}[g.rng.IntN(4)], args: []*gateExpr{x, y}}
	default:
		y := g.ref(b)
		if y.text() == x.text() {
			break
		}
		if g.chance(15) {
			y = &gateExpr{op: "!", args: []*gateExpr{y}}
		}
		x = &gateExpr{op: []string{"&&", "||", "==", "!="}[g.rng.IntN(4)], args: []*gateExpr{x, y}}
		if g.chance(15) {
			x = &gateExpr{op: "!", args: []*gateExpr{x}}
		}
	}
	return x
}

func (g *gateGen) draw(b *gateBlock) bool {
	if g.budget < g.times(b) {
		return false
	}
	g.budget -= g.times(b)
	v, e := g.variable(b)
	b.list = append(b.list, &gateStmt{kind: gateDraw, target: e, p: g.probability()})
	g.define(b, v)
	return true
}

// step adds a statement to b, or does not find one.
func (g *gateGen) step(b *gateBlock) {
	for range 4 {
		if g.try(b) {
			return
		}
	}
}

func (g *gateGen) try(b *gateBlock) bool {
	k := g.rng.IntN(20)
	if k < 4 {
		return g.chance(25) && g.pick(b) || g.draw(b)
	}
	if k < 6 && b.loop == nil {
		return g.forEach(b)
	}
	x := g.expr(b)
	if x == nil {
		return false
	}
	switch {
	case k < 9:
		v, e := g.variable(b)
		if g.add(b, &gateStmt{kind: gateSet, target: e, value: x}) {
			v.random = x.random()
			g.define(b, v)
			return true
		}
		g.m.vars = g.m.vars[:len(g.m.vars)-1]
		g.m.elements = v.first
		return false
	case k < 12:
		return g.add(b, &gateStmt{kind: gateSoft, value: x, p: g.probability()})
	case k < 13:
		return !g.soft && g.chance(60) && g.add(b, &gateStmt{kind: gateHard, value: x})
	case k < 14:
		return !g.soft && g.add(b, &gateStmt{kind: gateSeen, target: g.input(b), value: x})
	case k < 15:
		return !g.plain && g.gate(b, g.input(b))
	}
	return g.gate(b, x)
}

// gate adds an if.
func (g *gateGen) gate(b *gateBlock, on *gateExpr) bool {
	if b.depth > 2 {
		return false
	}
	s := &gateStmt{kind: gateIf, value: on, then: &gateBlock{outer: b, loop: b.loop, depth: b.depth + 1}, other: &gateBlock{outer: b, loop: b.loop, depth: b.depth + 1}}
	if !g.add(b, s) {
		return false
	}
	for _, x := range []*gateBlock{s.then, s.other} {
		for range g.rng.IntN(3) {
			g.step(x)
		}
	}
	for range g.rng.IntN(3) {
		v, e := g.variable(b)
		random := on.random()
		for _, x := range []*gateBlock{s.then, s.other} {
			random = g.value(x, e) || random
		}
		v.random = random
		g.define(b, v)
	}
	for _, x := range []*gateBlock{s.then, s.other} {
		if g.chance(30) {
			g.step(x)
		}
	}
	if len(s.then.list)+len(s.other.list) == 0 {
		b.list = b.list[:len(b.list)-1]
		return false
	}
	return true
}

// value defines what a gate around b defines in each branch; it tells whether the
// value is random.
func (g *gateGen) value(b *gateBlock, target *gateExpr) bool {
	k := g.rng.IntN(20)
	if k < 5 && b.depth < 3 {
		if on := g.expr(b); on != nil {
			s := &gateStmt{kind: gateIf, value: on, then: &gateBlock{outer: b, loop: b.loop, depth: b.depth + 1}, other: &gateBlock{outer: b, loop: b.loop, depth: b.depth + 1}}
			if g.add(b, s) {
				random := g.value(s.then, target)
				if random = g.value(s.other, target) || random || on.random(); !g.m.tree() && !g.loopy {
					b.list = b.list[:len(b.list)-1]
				} else {
					return random
				}
			}
		}
	}
	if k < 10 {
		if x := g.expr(b); x != nil && g.add(b, &gateStmt{kind: gateSet, target: target, value: x}) {
			return x.random()
		}
	}
	if k < 17 && g.budget >= g.times(b) {
		g.budget -= g.times(b)
		if g.add(b, &gateStmt{kind: gateDraw, target: target, p: g.probability()}) {
			return true
		}
	}
	b.list = append(b.list, &gateStmt{kind: gateSet, target: target, value: &gateExpr{value: g.chance(50)}})
	return false
}

// forEach adds a loop, sometimes one over a chain.
func (g *gateGen) forEach(b *gateBlock) bool {
	s := &gateStmt{kind: gateFor, loop: g.name("i")}
	s.then = &gateBlock{outer: b, loop: s, depth: b.depth}
	before, budget := len(b.list), g.budget
	var chain *gateVar
	if g.m.size > 0 && g.chance(35) {
		if g.budget < g.m.size+2 {
			return false
		}
		s.from = 1
		chain = &gateVar{name: g.name("x"), array: true, random: true, first: g.m.elements}
		g.m.elements += g.m.size
		g.m.vars = append(g.m.vars, chain)
		b.list = append(b.list, &gateStmt{kind: gateDraw, target: &gateExpr{v: chain, at: &gateIndex{}}, p: g.probability()})
		g.budget--
		g.open[chain] = &openArray{loop: s, chain: true}
		s.then.vars = append(s.then.vars, chain)
	}
	b.list = append(b.list, s)
	g.draw(s.then)
	if chain != nil {
		target := &gateExpr{v: chain, at: &gateIndex{loop: s.loop}}
		on := g.expr(s.then)
		x := &gateStmt{kind: gateIf, value: on, then: &gateBlock{outer: s.then, loop: s, depth: b.depth + 1}, other: &gateBlock{outer: s.then, loop: s, depth: b.depth + 1}}
		if on != nil && g.add(s.then, x) {
			g.value(x.then, target)
			g.value(x.other, target)
		} else {
			g.value(s.then, target)
		}
		g.open[chain].defined = true
	}
	for range 1 + g.rng.IntN(3) {
		g.step(s.then)
	}
	for v, o := range g.open {
		if o.loop == s {
			delete(g.open, v)
		}
	}
	if len(s.then.list) == 0 {
		b.list, g.budget = b.list[:before], budget
		return false
	}
	for _, v := range s.then.vars {
		if s.from == 0 || v == chain {
			b.vars = append(b.vars, v)
		}
	}
	return true
}
