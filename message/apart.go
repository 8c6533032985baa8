package message

import (
	"slices"

	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// A use says how the element j of an array reads a variable: where it moves, for
// each j the element whose index in a dimension is j + offset; where only is set,
// for one j alone, that which this definition is of; else for all j alike.
type use struct {
	moves       bool
	dim, offset int
	only        *factor.Edge
}

// common finds a variable of which several elements of an array slot may be
// functions, by the same element of it: their posteriors are then not independent.
// It is nil where there is none. What is not seen to differ, as in x[z[j]], counts as
// the same.
func common(s *factor.Slot) *factor.Variable {
	uses := map[*factor.Variable]use{}
	var found *factor.Variable
	var read func(v *factor.Variable, u use)
	read = func(v *factor.Variable, u use) {
		old, again := uses[v]
		uses[v] = u
		switch {
		case found != nil || v.Point || again && old == u:
			return // a point estimate does not vary
		case again || !v.Derived && !u.moves && u.only == nil:
			found = v
			return
		case !v.Derived:
			return
		}
		for _, def := range v.Edges {
			if !def.Defines {
				continue
			}
			for _, in := range def.Factor.Slots {
				if in.Edge != nil && !in.Edge.Defines {
					read(in.Edge.Variable, u.through(def, in.Edge))
				}
			}
		}
	}
	read(s.Edge.Variable, useOf(s.Edge, s.Over.Index, 0))
	return found
}

// through is the use of what an edge leads to by what a factor defines over another,
// which is used as u says.
func (u use) through(def, in *factor.Edge) use {
	if !u.moves {
		return u
	}
	at := def.Index[u.dim]
	if i, c, ok := at.Affine(); ok {
		return useOf(in, i, u.offset-c)
	}
	if slices.ContainsFunc(def.Factor.Loops, func(l *model.Loop) bool { return at.Uses(l.Index) }) {
		return use{}
	}
	return use{only: def}
}

// useOf is the use of what an edge leads to, where index is j + offset.
func useOf(e *factor.Edge, index *model.Index, offset int) use {
	for k, x := range e.Index {
		if i, c, ok := x.Affine(); ok && i == index {
			return use{moves: true, dim: k, offset: offset + c}
		}
	}
	return use{}
}

// suits tells whether an operator is right for a factor: one that wants the elements
// of an array independent, for such ones.
func suits(f *factor.Factor, op *operators.Op) bool { return !op.Apart || dependence(f) == nil }

// dependence is a variable that several elements of the array of a factor have in
// common, nil where there is none.
func dependence(f *factor.Factor) *factor.Variable {
	for _, s := range f.Slots {
		if s.Over == nil || s.Edge == nil {
			continue
		}
		if v := common(s); v != nil {
			return v
		}
	}
	return nil
}

// refused reports that the operator that the model names for a factor, and which op
// stands in for, is not right for it.
func (l *lowering) refused(f *factor.Factor, op *operators.Op) bool {
	wanted := l.variant[f.Kind.Name]
	if wanted == "" || op.Variant == wanted || op.Algorithm == operators.EP {
		return false
	}
	for _, other := range l.table[f.Kind.Name] {
		if other.To != op.To || other.Variant != wanted || other.Algorithm != op.Algorithm || suits(f, other) {
			continue
		}
		if _, ok := fit(f, other); !ok {
			continue
		}
		v := dependence(f)
		name := v.Name
		if v.Source == nil {
			name = "an intermediate value"
		}
		l.Errorf(f.At, CodeNoOperator, "%s wants independent values; those of %s have %s in common", wanted, f.Text, name).
			WithHint("leave %s out of operators: the default suits all values", f.Kind.Name)
		return true
	}
	return false
}
