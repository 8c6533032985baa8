package conditional

import (
	"slices"

	"mpc/model"
)

// A reading is what a factor reads, and what it was made of: a factor
// that is changed, or copied and changed, makes another.
type reading struct {
	of        Factor
	args      []*model.Expr
	variables []*model.Variable
	places    map[*model.Variable][]*occurrence
}

// variables lists what a factor reads, and first the variable that it defines, in the order in
// which they stand there.
func (f *Factor) variables() []*model.Variable { return f.read().variables }

// read reads a factor, once.
func (f *Factor) read() *reading {
	if r := f.reading; r != nil && r.current(f) {
		return r
	}
	r := &reading{of: *f, places: map[*model.Variable][]*occurrence{}}
	if f.Dist != nil {
		r.args = slices.Clone(f.Dist.Args)
	}
	r.of.Guards = slices.Clone(f.Guards)
	type element struct {
		of  *model.Variable
		key string
	}
	known := map[element]bool{}
	var only *model.Variable // nil for all
	var visit func(e *model.Expr, inside []*model.Loop)
	visit = func(e *model.Expr, inside []*model.Loop) {
		if e.Op == model.OpVariable && (only == nil || only == e.Variable) {
			if r.places[e.Variable] == nil {
				r.variables = append(r.variables, e.Variable)
			}
			if key := (element{e.Variable, e.Key()}); !known[key] {
				known[key] = true
				r.places[e.Variable] = append(r.places[e.Variable], occurrenceOf(e, inside))
			}
		}
		if e.Loop != nil {
			visit(e.Loop.Lo, inside)
			visit(e.Loop.Hi, inside)
		}
		for _, a := range e.Args {
			if e.Loop != nil {
				visit(a, append(inside[:len(inside):len(inside)], e.Loop))
			} else {
				visit(a, inside)
			}
		}
	}
	if f.Drawn != nil {
		only = f.Drawn.Variable
		visit(f.Drawn, nil)
		only = nil
	}
	f.exprs(func(e *model.Expr) { visit(e, nil) })
	f.reading = r
	return r
}

// current tells whether the factor is as it was when it was read.
func (r *reading) current(f *Factor) bool {
	o := &r.of
	return o.Drawn == f.Drawn && o.X == f.X && o.Holds == f.Holds && o.Log == f.Log && o.Times == f.Times && o.Dist == f.Dist &&
		slices.Equal(o.Guards, f.Guards) && (f.Dist == nil || slices.Equal(r.args, f.Dist.Args))
}

// occurrences lists where a factor reads a variable: first the element that it defines.
func (f *Factor) occurrences(v *model.Variable) []*occurrence {
	list := f.read().places[v]
	return list[:len(list):len(list)]
}

// occurrenceOf is that of an element inside of the loops of reductions.
func occurrenceOf(e *model.Expr, inside []*model.Loop) *occurrence {
	o := &occurrence{element: e, around: inside}
	reads := o.args()
	for _, l := range slices.Backward(inside) {
		if slices.ContainsFunc(reads, func(a *model.Expr) bool { return a.Uses(l.Index) }) {
			o.inside = append(o.inside, l)
			reads = append(reads[:len(reads):len(reads)], l.Lo, l.Hi)
		}
	}
	slices.Reverse(o.inside)
	return o
}

// readers lists the factors that read each variable, in their order.
func (p *Program) readers() map[*model.Variable][]*Factor {
	of := map[*model.Variable][]*Factor{}
	for _, f := range p.Factors {
		for _, v := range f.variables() {
			of[v] = append(of[v], f)
		}
	}
	return of
}
