package codegen

import (
	"slices"

	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// definedOnce prints the check that every element of a variable is defined by
// one factor, where that is not seen from the text.
func (g *generator) definedOnce(f *function, v *factor.Variable) {
	var defs []*factor.Edge
	for _, e := range v.Edges {
		if e.Defines {
			defs = append(defs, e)
		}
	}
	if len(v.Dims) == 0 && len(defs) == 1 && len(defs[0].Factor.Guards) == 0 && len(defs[0].Factor.Loops) == 0 {
		return
	}
	if v.Source == nil || v.Source.Part || len(defs) == 1 && g.covers(defs[0]) {
		return
	}
	branches := g.chain && slices.ContainsFunc(defs, func(e *factor.Edge) bool { return len(e.Factor.Branches) > 0 })
	if branches { // one branch of each gate is there
		f.definedTogether(v, defs)
		if slices.ContainsFunc(defs, g.covers) {
			return
		}
	}
	f.open("{")
	f.body.line("defined := make([]bool, inf.%s)", g.count(v.Dims))
	for _, e := range defs {
		f.define(v, e, !branches)
	}
	if !g.inferred(v) && v.Source.Input == nil && v.Source.Data == nil {
		// What nothing reads may be without a definition.
		f.readDefined(v)
		for _, c := range g.program.Message.Graph.Chosen {
			if c.Variable == v {
				f.ifDefined(v, c.Loops, c.Guards, c.Element.Args)
			}
		}
		f.close()
		return
	}
	f.body.line("for i, ok := range defined {")
	f.skipPresent(v, "i")
	f.body.line("if !ok {\nreturn &DefinitionError{Line: %d, Variable: %q, Element: i}\n}\n}", v.At.Line, v.Name)
	f.close()
}

// inferred tells whether the posterior of a variable is asked for.
func (g *generator) inferred(v *factor.Variable) bool {
	return slices.ContainsFunc(g.program.Marginals, func(u *message.Update) bool { return u.Variable == v })
}

// readDefined prints the check that each element that a factor reads is defined.
func (f *function) readDefined(v *factor.Variable) {
	for _, e := range v.Edges {
		if e.Defines {
			continue
		}
		f.ifDefined(v, slices.Concat(e.Factor.Loops, e.Slot.Loops()), e.Factor.Guards, e.Index)
	}
}

// ifDefined prints the check that the elements of a variable at an index are defined.
func (f *function) ifDefined(v *factor.Variable, list []*model.Loop, guards, index []*model.Expr) {
	f.plate(list, guards, func() {
		at := "0"
		if len(v.Dims) > 0 {
			at = f.flat(f.g.shape(v.Dims), index, f.env())
		}
		f.body.line("if !defined[%s] {\nreturn &DefinitionError{Line: %d, Variable: %q, Element: %s}\n}", at, v.At.Line, v.Name, at)
	})
}

// covers tells whether a definition is seen to reach each element once. An input that
// selects has the size that it is declared with, which the loops need not reach.
func (g *generator) covers(e *factor.Edge) bool {
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

// definedTogether prints the checks that no element is defined twice by what stands in the
// same branches.
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
		if len(group) == 0 || len(group) == 1 && f.g.covers(group[0]) {
			continue
		}
		f.open("{")
		f.body.line("defined := make([]bool, inf.%s)", f.g.count(v.Dims))
		for _, e := range group {
			f.define(v, e, true)
		}
		f.close()
	}
}

// define prints how a definition marks its elements, each of which is to be unmarked if
// it is the only one.
func (f *function) define(v *factor.Variable, e *factor.Edge, only bool) {
	f.plate(e.Factor.Loops, e.Factor.Guards, func() {
		at := "0"
		if len(v.Dims) > 0 {
			at = f.flat(f.g.shape(v.Dims), e.Index, f.env())
		}
		if only {
			f.body.line("if defined[%s] {\nreturn &DefinitionError{Line: %d, Variable: %q, Element: %s, Twice: true}\n}", at, e.Factor.At.Line, v.Name, at)
		}
		f.body.line("defined[%s] = true", at)
	})
}

// notOfItself prints the check that a statement does not define an element from the element
// itself, where the text does not show it.
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
				at := func(e *factor.Edge) string {
					if len(v.Dims) == 0 {
						return "0"
					}
					return f.flat(f.g.shape(v.Dims), e.Index, f.env())
				}
				f.body.line("if element := %s; element == %s {\nreturn &DefinitionError{Line: %d, Variable: %q, Element: element, Itself: true}\n}", at(own.Edge), at(s.Edge), fac.At.Line, v.Name)
			})
		}
	}
}
