package model

import (
	"slices"
	"strings"

	"mpc/mcmc"
)

// An Applied is a function of the row of a distribution with the expressions that it takes.
type Applied struct {
	Function any
	Args     []*Expr
}

// rowOf is the row that has the functions of a distribution, of families of messages too.
func (d *Dist) rowOf() (row *mcmc.Distribution, truncated bool) {
	name, truncated := strings.CutPrefix(d.Name, between)
	return mcmc.Row(name), truncated
}

// Simplex tells whether what it draws are probabilities of the sum 1.
func (d *Dist) Simplex() bool {
	row, _ := d.rowOf()
	return row != nil && row.Simplex
}

// LogDensity is the log density of a distribution at what is given to it first, and what it takes behind that; nil
// where it has none.
func (d *Dist) LogDensity() *Applied {
	row, truncated := d.rowOf()
	switch {
	case row == nil:
		return nil
	case truncated:
		if of := d.first(row.TruncatedForms, nil); of != nil {
			return of
		}
		return &Applied{row.TruncatedDensity, d.Parameters()}
	}
	return d.first(row.LogDensities(), nil)
}

// Kernel is the log density of x without the terms in which nothing changes; nil where it has no such form. Shared tells whether
// a vector that is computed is of use for several values.
func (d *Dist) Kernel(x *Expr, changes, shared func(*Expr) bool) *Applied {
	row, truncated := d.rowOf()
	if row == nil || truncated {
		return nil
	}
	return d.first(row.Kernels, func(f mcmc.Form) bool {
		if slices.ContainsFunc(f.Takes, func(t mcmc.Take) bool { return t.As == mcmc.LogOfEach && !shared(d.Arg(t.Parameter)) }) {
			return false
		}
		return !slices.ContainsFunc(f.Fixed, func(name string) bool {
			if name == mcmc.Value {
				return changes(x)
			}
			return changes(d.Arg(name))
		})
	})
}

// Several is how the log densities of many x are computed at once, where the same may change in all: what each adds to a sum,
// of x, and what is computed of the sum; nil where there is no such way.
func (d *Dist) Several(x *Expr, changes func(*Expr) bool) (each, of *Applied) {
	row, truncated := d.rowOf()
	if row == nil || truncated {
		return nil, nil
	}
	for _, f := range row.Kernels {
		if f.Several == nil || changes(x) {
			continue
		}
		each, of = &Applied{Function: f.Several.Each}, &Applied{Function: f.Several.Of}
		for _, t := range f.Takes {
			switch e := d.Arg(t.Parameter); {
			case !slices.Contains(f.Fixed, t.Parameter):
				of.Args = append(of.Args, e)
			case changes(e):
				return nil, nil
			default:
				each.Args = append(each.Args, e)
			}
		}
		return each, of
	}
	return nil, nil
}

// LogMass is the log probability of an interval, whose ends are given to it first; nil where it has none.
func (d *Dist) LogMass() *Applied {
	row, truncated := d.rowOf()
	if row == nil || truncated {
		return nil
	}
	return d.first(row.LogMasses(), nil)
}

// Draw is a draw from a distribution, and what it takes behind a stream of random numbers; nil where no number or truth
// is drawn by a function alone.
func (d *Dist) Draw() *Applied {
	row, truncated := d.rowOf()
	switch {
	case row == nil:
		return nil
	case truncated:
		if of := d.first(row.TruncatedDraws, nil); of != nil {
			return of
		}
		return &Applied{row.TruncatedDraw, d.Parameters()}
	}
	return d.first(row.AllDraws(), nil)
}

// Start is a draw at the start of a chain, or, if wide, in place of it; nil where it has none of its own.
func (d *Dist) Start(wide bool) *Applied {
	row, truncated := d.rowOf()
	switch {
	case row == nil || truncated:
		return nil
	case wide:
		return d.first(row.Wide, nil)
	}
	return d.first(row.Starts, nil)
}

// Concave says as a function of what the log density is seen to be concave.
func (d *Dist) Concave() []mcmc.Concavity {
	if row, truncated := d.rowOf(); row != nil && !truncated {
		return row.Concave
	}
	return nil
}

// Linked is what a parameter is a function of, such as exp, where a draw takes that and not the parameter; nil of others.
func (d *Dist) Linked(parameter *Expr, link string) *Expr {
	of, draw := parameter.Inside(link), d.Draw()
	if of == nil || draw == nil || !slices.Contains(draw.Args, of) {
		return nil
	}
	return of
}

// first is the first form of which all that it takes is there and that is good.
func (d *Dist) first(forms []mcmc.Form, good func(mcmc.Form) bool) *Applied {
	for _, f := range forms {
		if good != nil && !good(f) {
			continue
		}
		if args := d.Taken(f.Takes); args != nil {
			return &Applied{f.Function, args}
		}
	}
	return nil
}

// Taken are the parameters as a function takes them, nil where one is not there or not through its link.
func (d *Dist) Taken(list []mcmc.Take) []*Expr {
	args := []*Expr{}
	for _, t := range list {
		e := d.Arg(t.Parameter)
		if e == nil {
			return nil
		}
		if t.Link != "" {
			if e = e.Inside(t.Link); e == nil {
				return nil
			}
		}
		args = append(args, converted(t.As, e))
	}
	return args
}

// converted is what is computed from an expression.
func converted(as mcmc.Conversion, e *Expr) *Expr {
	re := Type{Kind: Real}
	switch as {
	case mcmc.OneOver:
		return Call("/", re, Number(1), e)
	case mcmc.OneOverSquare:
		return Call("/", re, Number(1), square(e))
	case mcmc.Root:
		return Call("sqrt", re, e)
	case mcmc.OneOverRoot:
		return Call("/", re, Number(1), Call("sqrt", re, e))
	case mcmc.LogOfEach:
		each := *e
		each.Args = []*Expr{Call("log", re, e.Args[0])}
		return &each
	}
	return e
}

// Inside is what e is this function of, nil where it is none of it. A softmax is of the vector of its log odds.
func (e *Expr) Inside(link string) *Expr {
	switch {
	case e.Op == OpCall && e.Fun == link:
		return e.Args[0]
	case e.Op == OpReduce && e.Fun == link:
		each := *e
		each.Fun = Elements
		return &each
	}
	return nil
}
