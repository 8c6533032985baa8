package interp

import (
	"context"

	"mpc/data"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// LookAtDefinitions finds, in data of any size, an element that is defined twice, and one
// that is read or asked for and never defined. It keeps a byte for each element. It leaves
// out what is defined in branches of gates, entries that may be missing, and what the
// walker refuses; and it ends with the context.
func LookAtDefinitions(ctx context.Context, p *message.Program, d *data.Set) error {
	r := newRun(p, nil, &schedule.Schedule{}, d, Options{Context: ctx}, 0)
	r.env.Variable = nil // a table of constants may be as large
	for _, v := range p.Graph.Variables {
		if r.plainlyDefined(v) {
			continue
		}
		if err := r.lookAtVariable(v); err != nil {
			return err
		}
	}
	return nil
}

// plainlyDefined tells whether nothing can be wrong with the definitions of a variable,
// or whether they are not looked at.
func (r *run) plainlyDefined(v *factor.Variable) bool {
	s := v.Source
	if s == nil || s.Input != nil || s.Data != nil || s.Part || v.CopyOf != nil || v.Depth > 0 {
		return true
	}
	var defining []*factor.Edge
	for _, e := range v.Edges {
		if e.Defines {
			defining = append(defining, e)
		}
		if e.Defines && len(e.Factor.Branches) > 0 {
			return true
		}
	}
	if len(defining) != 1 {
		return len(defining) == 0
	}
	e := defining[0]
	whole := len(e.Factor.Guards) == 0 && len(e.Index) == len(v.Dims) && len(e.Slot.Loops()) == 0
	for k, x := range e.Index {
		loop := -1
		for j, l := range e.Factor.Loops {
			if x.Op == model.OpIndex && x.Index == l.Index {
				loop = j
			}
		}
		whole = whole && loop == k && e.Factor.Loops[k].Lo.IsNumber(0) && len(e.Factor.Loops) == len(e.Index) &&
			v.Dims[k].Op == model.OpInput && len(v.Dims[k].Args) == 0 && e.Factor.Loops[k].Hi.String() == v.Dims[k].String()
	}
	return whole
}

// lookAtVariable looks at the definitions and the readings of a variable.
func (r *run) lookAtVariable(v *factor.Variable) error {
	elements, err := r.numbered(v.Dims)
	if err != nil || elements == nil {
		return nil // no size, or one that another check reports
	}
	defined := make([]bool, elements.count)
	var found error
	for _, reading := range []bool{false, true} {
		for _, e := range v.Edges {
			if e.Defines == reading || !reading && len(e.Slot.Loops()) > 0 || e.Slot.Silent() {
				continue
			}
			done := r.eachElement(e, elements, func(w *walker, k int, index []int) bool {
				switch {
				case !reading && defined[k]:
					found = r.definedTwice(e, w, elements, k, index)
				case !reading:
					defined[k] = true
				case !defined[k]:
					found = r.neverDefined(e, w, index)
				}
				return found == nil
			})
			if found != nil || !done {
				return found
			}
		}
	}
	return r.askedFor(v, elements, defined)
}

// eachElement calls f with the elements that an edge leads to, and their numbers. It
// returns false where that could not be, or where f does.
func (r *run) eachElement(e *factor.Edge, elements *numbering, f func(w *walker, k int, index []int) bool) bool {
	w := &walker{context: r.options.Context, set: r.env.Set, places: map[*model.Index]int{}}
	inner := e.Slot.Loops()
	var args []quick
	index := make([]int, len(e.Index))
	ok := true
	ended := w.walk(append(e.Factor.Loops[:len(e.Factor.Loops):len(e.Factor.Loops)], inner...), e.Factor.Guards, func() bool {
		if args == nil {
			if args = w.all(e.Index); args == nil {
				ok = false
				return false
			}
		}
		for d, x := range args {
			index[d] = w.whole(x())
		}
		k := elements.number(index)
		return !w.bad && k >= 0 && f(w, k, index)
	})
	return ok && ended
}

// definedTwice is the error of an element with two definitions, of which that of an edge
// is the second.
func (r *run) definedTwice(e *factor.Edge, w *walker, elements *numbering, k int, index []int) error {
	name := (&element{variable: e.Variable, index: index}).String()
	f := e.Factor
	at := w.instance(f.Loops)
	for _, other := range e.Variable.Edges {
		if !other.Defines || other.Slot.Silent() {
			continue
		}
		first, leads := "", false
		r.eachElement(other, elements, func(w *walker, j int, _ []int) bool {
			first, leads = w.instance(other.Factor.Loops), j == k
			return !leads
		})
		if !leads || first == at && other == e {
			continue
		}
		if first != "" {
			first = " at " + first
		}
		err := r.errorf(Double, f.At, f.Text, "%s is defined twice, in %s (line %d)%s and in %s", name, other.Factor.Text, other.Factor.At.Line, first, f.Text)
		err.Element = at
		return err
	}
	return nil
}

// neverDefined is the error of an element that is read and has no definition.
func (r *run) neverDefined(e *factor.Edge, w *walker, index []int) error {
	f := e.Factor
	err := r.errorf(Undefined, f.At, f.Text, "%s is used in %s, but it is never defined", &element{variable: e.Variable, index: index}, f.Text)
	err.Element = w.instance(f.Loops)
	return r.withLoop(err, e.Variable.Source, append([]int(nil), index...))
}

// askedFor checks that each element of a variable that is inferred has a definition.
func (r *run) askedFor(v *factor.Variable, elements *numbering, defined []bool) error {
	for _, u := range r.program.Updates {
		if u.Kind != message.Marginal || u.Variable != v {
			continue
		}
		for k, ok := range defined {
			if !ok {
				return r.askedInVain(v, elements.index(k))
			}
		}
	}
	return nil
}
