package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/mcmc"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// drawElements lowers the draws of all elements of a variable.
func (f *chain) drawElements(u *message.Update) {
	d := u.Sampled
	if scatters := d.Scatters(); len(scatters) > 0 {
		f.drawSums(u, scatters)
		return
	}
	f.drawing.of = d
	f.stretch(true, func() { f.elements(d, func() { f.stretch(true, func() { f.draw(u) }) }) })
	f.drawing.of = nil
}

// draw lowers the draw of one element.
func (f *chain) draw(u *message.Update) {
	d := u.Sampled
	if d.Seen == nil {
		f.drawOne(u)
		return
	}
	seen := f.realSlice(d.Seen)
	lacks := f.lowering.row("lacks", Callee{Kind: Function, Name: "mcmc.Lacks"}, types(code.Truth), param("seen", seen.Type()))
	f.choose(f.call("lacks", lacks, seen), func() { f.drawOne(u) }, nil) // else all of it is a datum
}

// conjugateVectors are the draws of vectors and matrices from their product with conjugate messages, by family.
var conjugateVectors = map[string]func(*chain, *message.Update){
	"dirichlet": (*chain).drawDirichlet,
	"mvnormal":  (*chain).drawMvNormal,
	"wishart":   (*chain).drawWishart,
}

func (f *chain) drawOne(u *message.Update) {
	d := u.Sampled
	draw := conjugateVectors[d.Family]
	switch {
	case d.Method == conditional.Conjugate && draw != nil:
		draw(f, u)
	case d.Method == conditional.Elliptical:
		f.drawElliptical(u)
	case d.Method == conditional.Simplex:
		f.drawSimplex(u)
	case d.Method == conditional.Conjugate && mcmc.Natural(d.Family) != nil:
		f.drawConjugate(u)
	case d.Method == conditional.Finite, d.Method == conditional.Summed:
		f.drawFinite(u)
	case d.Method == conditional.Slice, d.Method == conditional.AdaptiveRejection:
		f.drawSlice(u)
	case d.Method == conditional.Forward, d.Method == conditional.Augmented:
		for k, v := range d.Variables {
			f.drawVariable(u, k, v, anywhere)
		}
	default:
		notYet("a draw by %s %s", d.Method, d.Family)
	}
}

// elements runs over the elements of what is drawn.
func (f *chain) elements(d *conditional.Draw, body func()) {
	var dims []int
	for k := range d.Elements {
		dims = append(dims, k)
	}
	f.elementsAlong(d, dims, body)
}

// elementsAlong runs over the elements in loops over some dimensions, inside of those over the others.
func (f *chain) elementsAlong(d *conditional.Draw, dims []int, body func()) {
	var list []around
	for _, k := range dims {
		list = append(list, around{loop: d.Elements[k], down: d.Down != nil && d.Down[k]})
	}
	for _, c := range d.Guards {
		list = append(list, around{guard: c})
	}
	f.through(list, nil, func([]code.Operand) []code.Operand {
		body()
		return nil
	})
}

// An around is a loop or a condition around what is said of an instance.
type around struct {
	loop  *model.Loop
	down  bool
	list  *InstanceList // of the passes, or nil for all
	at    *model.Expr
	guard *model.Expr
}

// instances runs over the instances of a term, each of which makes other values of those that are carried.
func (f *chain) instances(t *conditional.Term, carried []code.Operand, body func(carried []code.Operand) []code.Operand) []code.Operand {
	f.about(t.Factor)
	guards := t.Guards
	first := around{}
	if l, s, ok := f.listed(t); ok {
		first.list, first.at = l, f.drawing.of.At[s.Dim]
		guards = slices.Delete(slices.Clone(guards), s.Guard, s.Guard+1)
	}
	var list []around
	ready := func(rest []*model.Loop) {
		var later []*model.Expr
		for _, c := range guards {
			bound := true
			for _, l := range rest {
				bound = bound && !c.Uses(l.Index)
			}
			if bound {
				list = append(list, around{guard: c})
			} else {
				later = append(later, c)
			}
		}
		guards = later
	}
	ready(t.Loops)
	for k, l := range t.Loops {
		if k > 0 {
			first = around{}
		}
		first.loop = l
		list = append(list, first)
		ready(t.Loops[k+1:])
	}
	origin := f.origin
	inside := func(carried []code.Operand) []code.Operand {
		f.origin = origin
		return body(carried)
	}
	if len(t.Loops) == 0 {
		return f.through(list, carried, inside)
	}
	var results []code.Operand
	f.stretch(false, func() { results = f.through(list, carried, inside) })
	return results
}

// through makes loops and conditions around a body; where a condition is false what is carried stays as it is.
func (f *chain) through(list []around, carried []code.Operand, body func(carried []code.Operand) []code.Operand) []code.Operand {
	if len(list) == 0 {
		return body(carried)
	}
	rest := func(carried []code.Operand) []code.Operand { return f.through(list[1:], carried, body) }
	if c := list[0].guard; c != nil {
		return f.selected(f.truth(c), carried, func() []code.Operand { return rest(carried) }, func() []code.Operand { return carried })
	}
	return f.carry(list[0], carried, rest)
}

// selected is what one of two blocks gives, of the types of others.
func (f *chain) selected(cond code.Operand, like []code.Operand, then, otherwise func() []code.Operand) []code.Operand {
	a := &code.If{Cond: cond, Then: &code.Block{}, Else: &code.Block{}}
	results, list := f.values(like)
	f.emit(a, results...)
	f.within(a.Then, func() { f.gives(then()...) })
	f.within(a.Else, func() { f.gives(otherwise()...) })
	return list
}

// values are new ones of the types of others.
func (f *chain) values(like []code.Operand) (results []*code.Value, list []code.Operand) {
	for i, x := range like {
		results = append(results, f.value(f.drawing.sums[i], x.Type()))
		list = append(list, results[len(results)-1])
	}
	return results, list
}

// carry makes a loop that carries values.
func (f *chain) carry(a around, carried []code.Operand, body func(carried []code.Operand) []code.Operand) []code.Operand {
	l := a.loop
	index := f.value(l.Index.Name, code.Whole)
	f.Indices[index] = l.Index
	s := &code.Strand{Index: index, Down: a.down, Body: &code.Block{}}
	if a.list != nil {
		s.List = f.passes(a.list, a.at)
	} else {
		s.Lo, s.Hi = f.whole(l.Lo), f.whole(l.Hi)
		f.loops = append(f.loops, &loops.For{Index: l.Index, Lo: l.Lo, Hi: l.Hi})
		defer func() { f.loops = f.loops[:len(f.loops)-1] }()
	}
	inner, given := f.values(carried)
	for i, v := range inner {
		s.Carry = append(s.Carry, &code.Carry{Value: v, First: carried[i]})
	}
	results, list := f.values(carried)
	f.emit(&code.For{Strands: []*code.Strand{s}}, results...)
	f.drawing.around = append(f.drawing.around, l)
	defer func() { f.drawing.around = f.drawing.around[:len(f.drawing.around)-1] }()
	f.within(s.Body, func() {
		f.scope.indices[l.Index] = index
		f.gives(body(given)...)
	})
	return list
}

// slot is the place of the element that is drawn, of the k-th variable.
func (f *chain) slot(d *conditional.Draw, k int) *code.Place {
	t := f.Loops.Constants[d.Variables[k]]
	return f.place(f.table(t), t.Dims, d.At)
}

// drawFrom adds a draw of an element from a distribution.
func (f *chain) drawFrom(d *conditional.Draw, k int, r *code.Row, args ...code.Operand) []code.Operand {
	var index []code.Operand
	for _, e := range d.At {
		index = append(index, f.whole(e))
	}
	var results []*code.Value
	var list []code.Operand
	for i, t := range r.Results {
		v := f.value([]string{"drawn", "ok"}[i], t)
		results, list = append(results, v), append(list, v)
	}
	f.emit(&code.Draw{Address: d.Variables[k].Name, Index: index, Row: r, Args: args}, results...)
	return list
}

// distribution is the row of a distribution from which a function of package mcmc draws, given a stream of
// random numbers before its parameters.
func (l *lowering) distribution(sampler string, results []code.Type, params ...*code.Param) *code.Row {
	return l.drawnBy(Function, sampler, results, params)
}

// vectorDistribution is distribution of one that writes as many numbers as its second parameter says from the place of the
// first one on.
func (l *lowering) vectorDistribution(sampler string, params ...*code.Param) *code.Row {
	return l.drawnBy(Vector, sampler, types(code.Truth), params)
}

func (l *lowering) drawnBy(kind Kind, sampler string, results []code.Type, params []*code.Param) *code.Row {
	name := lowerFirst(sampler[len("Draw"):])
	if sampler[:len("Draw")] != "Draw" {
		name = lowerFirst(sampler) // as StartGamma
	}
	r := l.row(name, Callee{Kind: Distribution}, results, params...)
	own := []*code.Param{param("s", code.Stream)}
	for _, p := range params {
		own = append(own, written(p.Name, p.Of, p.Access))
	}
	l.row(code.SamplerName(name), Callee{Kind: kind, Name: "mcmc." + sampler}, results, own...)
	return r
}

// mcmc is the row of a function of package mcmc.
func (l *lowering) mcmc(name string, result code.Type, params ...code.Type) *code.Row {
	var list []*code.Param
	for i, t := range params {
		list = append(list, param(string(rune('a'+i)), t))
	}
	return l.row(lowerFirst(name), Callee{Kind: Function, Name: "mcmc." + name}, types(result), list...)
}
