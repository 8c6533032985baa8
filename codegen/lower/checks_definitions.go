package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// definedOnce checks that every element of a variable is defined by one factor, where that is not seen from
// the text.
func (f *function) definedOnce(v *factor.Variable) {
	var defs []*factor.Edge
	for _, e := range v.Edges {
		if e.Defines {
			defs = append(defs, e)
		}
	}
	if len(v.Dims) == 0 && len(defs) == 1 && len(defs[0].Factor.Guards) == 0 && len(defs[0].Factor.Loops) == 0 {
		return
	}
	if v.Source == nil || v.Source.Part || len(defs) == 1 && covers(defs[0]) {
		return
	}
	branches := f.Loops.Message.Sampling != nil && slices.ContainsFunc(defs, func(e *factor.Edge) bool { return len(e.Factor.Branches) > 0 })
	if branches { // one branch of each gate is there
		f.definedTogether(v, defs)
		if slices.ContainsFunc(defs, covers) {
			return
		}
	}
	// What nothing reads may be without a definition.
	all := f.inferredAll(v) || v.Source.Input != nil || v.Source.Data != nil
	readings := f.readings(v)
	if branches && !all && len(readings) == 0 {
		return
	}
	d := f.definitions(v)
	for _, e := range defs {
		d.define(e, !branches)
	}
	if !all {
		for _, r := range readings {
			f.plate(r.loops, r.guards, func() { d.demand(r.index) })
		}
		return
	}
	f.elementwise(v, func(index []*model.Expr) {
		if v.Source.Input == nil {
			d.demand(index)
			return
		}
		f.choose(f.absent(v.Source.Input, index), func() { d.demand(index) }, nil)
	})
}

// inferredAll tells whether the posterior of a variable is asked for.
func (f *function) inferredAll(v *factor.Variable) bool {
	return slices.ContainsFunc(f.Loops.Marginals, func(u *message.Update) bool { return u.Variable == v })
}

// An elementRead is where elements of a variable are read.
type elementRead struct {
	loops         []*model.Loop
	guards, index []*model.Expr
}

// readings lists where elements of a variable are read.
func (f *function) readings(v *factor.Variable) []elementRead {
	var list []elementRead
	for _, e := range v.Edges {
		if !e.Defines {
			list = append(list, elementRead{slices.Concat(e.Factor.Loops, e.Slot.Loops()), e.Factor.Guards, e.Index})
		}
	}
	for _, c := range f.Loops.Message.Graph.Chosen {
		if c.Variable == v {
			list = append(list, elementRead{c.Loops, c.Guards, c.Element.Args})
		}
	}
	return list
}

// definitions marks which elements of a variable have a definition.
type definitions struct {
	f       *function
	v       *factor.Variable
	defined *code.Table
}

// definitions begins with none.
func (f *function) definitions(v *factor.Variable) definitions {
	d := definitions{f, v, f.array("defined", code.Truth, v)}
	f.emit(&code.Fill{Table: d.defined, Value: truth(false)})
	return d
}

func (d definitions) at(index []*model.Expr) *code.Place {
	return d.f.place(d.defined, d.v.Dims, index)
}

// define marks the elements of a definition. Unless it is the only one, they may be marked before.
func (d definitions) define(e *factor.Edge, only bool) {
	f := d.f
	f.plate(e.Factor.Loops, e.Factor.Guards, func() {
		at := d.at(e.Index)
		if !only {
			f.choose(f.load("v", at), nil, func() { f.store(at, truth(true)) })
			return
		}
		f.choose(f.load("v", at), func() {
			f.complain(DefinitionError, "definedTwice", Complaint{Line: e.Factor.At.Line, Name: d.v.Name, Twice: true}, 0, at)
		}, nil)
		f.store(at, truth(true))
	})
}

// demand checks that an element is defined.
func (d definitions) demand(index []*model.Expr) {
	f, at := d.f, d.at(index)
	f.choose(f.load("v", at), nil, func() {
		f.complain(DefinitionError, "undefined", Complaint{Line: d.v.At.Line, Name: d.v.Name}, 0, at)
	})
}

// covers tells whether a definition is seen to reach each element once. An input that
// selects has the size that it is declared with, which the loops need not reach.
func covers(e *factor.Edge) bool {
	if len(e.Factor.Guards) > 0 || len(e.Factor.Loops) != len(e.Index) {
		return false
	}
	for k, x := range e.Index {
		i, off, ok := x.Affine()
		l := e.Factor.Loops[k]
		if !ok || off != 0 || l.Index != i || !l.Lo.IsNumber(0) || !l.Hi.Equal(l.Full) || e.Variable.Source.Data != nil && !safe(e.Factor.Loops, e.Variable.Dims, e.Index, k) {
			return false
		}
	}
	return true
}

// definedTogether checks that no element is defined twice by what stands in the same branches.
func (f *function) definedTogether(v *factor.Variable, defs []*factor.Edge) {
	done := map[*factor.Edge]bool{}
	for n, first := range defs {
		var group []*factor.Edge
		for _, e := range defs[n:] {
			if !done[e] && model.Together(first.Factor.Branches, e.Factor.Branches) {
				group = append(group, e)
				done[e] = true
			}
		}
		if len(group) == 0 || len(group) == 1 && covers(group[0]) {
			continue
		}
		d := f.definitions(v)
		for _, e := range group {
			d.define(e, true)
		}
	}
}

// notOfItself checks that a statement does not define an element from the element itself, where the text does not
// show it.
func (f *function) notOfItself(fac *factor.Factor) {
	random := func(e *factor.Edge) bool {
		return slices.ContainsFunc(e.Index, func(x *model.Expr) bool { return x.Random })
	}
	for _, own := range fac.Slots {
		if own.Edge == nil || !own.Edge.Defines || own.Over != nil || random(own.Edge) {
			continue
		}
		v := own.Edge.Variable
		for _, s := range fac.Slots {
			if s.Edge == nil || s.Edge.Defines || s.Edge.Variable != v || random(s.Edge) || factor.Apart(own.Edge.Index, s.Edge.Index) {
				continue
			}
			f.plate(slices.Concat(fac.Loops, s.Loops()), fac.Guards, func() {
				f.choose(f.same(own.Edge.Index, s.Edge.Index), func() {
					f.complain(DefinitionError, "ofItself", Complaint{Line: fac.At.Line, Name: v.Name, Itself: true}, 0, f.place(f.elements(v), v.Dims, own.Edge.Index))
				}, nil)
			})
		}
	}
}

// same tells whether two indices are of one element.
func (f *function) same(a, b []*model.Expr) code.Operand {
	var differ []int
	for k := range a {
		if !a[k].Equal(b[k]) {
			differ = append(differ, k)
		}
	}
	var from func(list []int) code.Operand
	from = func(list []int) code.Operand {
		equal := func() code.Operand { return f.apply("==", f.whole(a[list[0]]), f.whole(b[list[0]])) }
		if len(list) == 1 {
			return equal()
		}
		return f.both(equal, func() code.Operand { return from(list[1:]) })
	}
	if differ == nil {
		return truth(true) // the stages before refuse it
	}
	return from(differ)
}
