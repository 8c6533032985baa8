package codegen

import (
	"mpc/factor"
	"mpc/model"
)

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
		if len(group) == 0 || len(group) == 1 && f.g.covers(group[0]) || v.Source == nil || v.Source.Part {
			continue
		}
		f.open("{")
		f.body.line("defined := make([]bool, inf.%s)", f.g.count(v.Dims))
		for _, e := range group {
			f.define(v, e)
		}
		f.close()
	}
}

// define prints how a definition marks its elements, each of which is to be unmarked.
func (f *function) define(v *factor.Variable, e *factor.Edge) {
	f.plate(e.Factor.Loops, e.Factor.Guards, func() {
		at := "0"
		if len(v.Dims) > 0 {
			at = f.flat(f.g.shape(v.Dims), e.Index, f.env())
		}
		f.body.line("if defined[%s] {\nreturn &DefinitionError{Line: %d, Variable: %q, Element: %s, Twice: true}\n}\ndefined[%s] = true", at, e.Factor.At.Line, v.Name, at, at)
	})
}
