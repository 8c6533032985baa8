package conditional

import (
	"slices"

	"mpc/model"
)

// A reading is the list of the variables that a factor reads, and what it was made of: a factor
// that is changed, or copied and changed, makes another.
type reading struct {
	of        Factor
	args      []*model.Expr
	variables []*model.Variable
}

// variables lists what a factor reads, and the variable that it defines, in the order in which
// they stand there.
func (f *Factor) variables() []*model.Variable {
	if r := f.reading; r != nil && r.current(f) {
		return r.variables
	}
	r := &reading{of: *f}
	if f.Dist != nil {
		r.args = slices.Clone(f.Dist.Args)
	}
	r.of.Guards = slices.Clone(f.Guards)
	seen := map[*model.Variable]bool{}
	var visit func(e *model.Expr)
	visit = func(e *model.Expr) {
		if e.Op == model.OpVariable && !seen[e.Variable] {
			seen[e.Variable] = true
			r.variables = append(r.variables, e.Variable)
		}
		if e.Loop != nil {
			visit(e.Loop.Lo)
			visit(e.Loop.Hi)
		}
		for _, a := range e.Args {
			visit(a)
		}
	}
	if f.Drawn != nil {
		visit(f.Drawn)
	}
	f.exprs(visit)
	f.reading = r
	return r.variables
}

// current tells whether the factor is as it was when it was read.
func (r *reading) current(f *Factor) bool {
	o := &r.of
	return o.Drawn == f.Drawn && o.X == f.X && o.Holds == f.Holds && o.Log == f.Log && o.Times == f.Times && o.Dist == f.Dist &&
		slices.Equal(o.Guards, f.Guards) && (f.Dist == nil || slices.Equal(r.args, f.Dist.Args))
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
