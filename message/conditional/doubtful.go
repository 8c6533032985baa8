package conditional

import (
	"slices"

	"mpc/lang/functions"
	"mpc/model"
)

// Doubtful lists the factors that the draws read and that may have no density whatever is
// drawn, as data have a say in a parameter: in poisson(r * e[i]) where e[i] is below 0. The
// messages of a closed form do not show that. Those that read nothing drawn are among them.
func (p *Program) Doubtful() (list []*Factor) {
	for _, d := range p.Draws {
		if d.After() {
			continue
		}
		for _, t := range d.Terms {
			if f := t.Factor; p.doubtful(f) && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	list = append(list, p.Certain...)
	slices.SortFunc(list, func(a, b *Factor) int { return a.ID - b.ID })
	return list
}

// Suspects lists the factors, but for the doubtful ones, that draws and moves by slices
// read: these begin where the chain stands, which one of them may leave no density.
func (p *Program) Suspects() (list []*Factor) {
	note := func(d *Draw) {
		for _, t := range d.Terms {
			if f := t.Factor; f.Latent == nil && f.Given == nil && f.For == nil && !f.Dist.Flat() && !p.doubtful(f) && !slices.Contains(list, f) {
				list = append(list, f)
			}
		}
	}
	for _, d := range p.Draws {
		switch d.Method {
		case Slice, AdaptiveRejection, Elliptical, Simplex:
			note(d)
		}
		if d.Scale != nil {
			note(d.Moved())
		}
	}
	slices.SortFunc(list, func(a, b *Factor) int { return a.ID - b.ID })
	return list
}

func (p *Program) doubtful(f *Factor) bool {
	if f.Dist == nil || f.Dist.Given() != nil || f.Latent != nil || f.Given != nil || f.For != nil {
		return false
	}
	for i, name := range f.Dist.Names {
		e := f.Dist.Args[i]
		low, high, _, known := model.Domain(f.Dist.Name, name)
		if !known || !e.Random || e.Type.Dimensions > 0 || e.Op == model.OpList || e.Type.Kind != model.Real {
			continue
		}
		if !(functions.Interval{Low: low, High: high}).Has(p.within(e)) {
			return true
		}
	}
	return false
}

// within is where the values of an expression are seen to lie: of a variable, where its
// prior has its density.
func (p *Program) within(e *model.Expr) functions.Interval {
	return reach(e, func(v *model.Variable) functions.Interval {
		for _, d := range p.Draws {
			if slices.Contains(d.Variables, v) {
				low, high := d.Support()
				return functions.Interval{Low: low, High: high}
			}
		}
		return functions.Anywhere
	})
}

// reach is where the values of an expression are seen to lie, given where those of variables do.
func reach(e *model.Expr, variable func(*model.Variable) functions.Interval) functions.Interval {
	switch e.Op {
	case model.OpNumber:
		return functions.Interval{Low: e.Value, High: e.Value}
	case model.OpVariable:
		return variable(e.Variable)
	case model.OpCall:
		f := functions.Named(e.Fun)
		if f == nil || f.Takes != len(e.Args) {
			return functions.Anywhere
		}
		var args []functions.Interval
		for _, a := range e.Args {
			args = append(args, reach(a, variable))
		}
		if e.Fun == "*" && e.Args[0].Equal(e.Args[1]) {
			return f.Within(args[0].Size(), args[0].Size())
		}
		return f.Within(args...)
	}
	return functions.Anywhere
}
