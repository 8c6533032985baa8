package conditional

import (
	"slices"

	"mpc/mcmc"
	"mpc/model"
)

// concave tells whether the log density of a conditional is seen to be concave as a
// function of an element, as adaptive rejection wants it; else it names the first
// factor that is not seen to be.
func (b *builder) concave(d *Draw) (bool, *Factor) {
	for _, t := range d.Terms {
		if t.Holds != nil && t.Bounds != nil {
			continue // an interval
		}
		if !b.concaveIn(t.Factor, d.Variable()) {
			return false, t.Factor
		}
	}
	return true, nil
}

// concaveIn tells whether a factor is log-concave in each element of a variable: by one of the ways that the row of its
// distribution lists.
func (b *builder) concaveIn(f *Factor, v *model.Variable) bool {
	for _, g := range f.Guards {
		if mentions(g, v) {
			return false
		}
	}
	if f.Times != nil && mentions(f.Times, v) {
		return false
	}
	for _, o := range f.occurrences(v) {
		for _, a := range o.element.Args {
			if mentions(a, v) {
				return false
			}
		}
	}
	switch {
	case f.Log != nil:
		return !mentions(f.Log, v)
	case f.Dist == nil:
		return false
	}
	if in := f.Dist.Given(); in != nil {
		return f.X.IsVariable(v) && model.Distribution(in.Type.Family).Normal()
	}
	return slices.ContainsFunc(f.Dist.Concave(), func(c mcmc.Concavity) bool { return b.concaveBy(c, f, v) })
}

// concaveBy tells whether a factor is log-concave in v as one way of its distribution says.
func (b *builder) concaveBy(c mcmc.Concavity, f *Factor, v *model.Variable) bool {
	for i, name := range f.Dist.Names {
		e := f.Dist.Args[i]
		switch {
		case slices.Contains(c.AtLeastOne, name) && !(e.Op == model.OpNumber && e.Value >= 1):
			return false
		case !mentions(e, v):
		case slices.Contains(c.Linear, name):
			if !b.linearIn(e, v) {
				return false
			}
		case c.Through.Parameter != name:
			return false
		}
	}
	if c.Through.Parameter != "" {
		e := f.Dist.Arg(c.Through.Parameter)
		if e == nil {
			return false
		}
		if c.Through.Link == "exp" {
			e = readingFactor(e, v)
		}
		if e = e.Inside(c.Through.Link); e == nil {
			return false
		}
		if e.Op == model.OpReduce {
			e = e.Args[0] // each of a vector
		}
		if mentions(e, v) && !b.linearIn(e, v) {
			return false
		}
	}
	switch {
	case c.Alone:
		return f.X.IsVariable(v)
	case !mentions(f.X, v):
		return true
	}
	return slices.Contains(c.Linear, mcmc.Value) && b.linearIn(f.X, v)
}

// readingFactor is the one factor of a product that reads v, where the others do not and
// it is not divided by; else e. What multiplies a density's rate is positive, or the
// parameter is none.
func readingFactor(e *model.Expr, v *model.Variable) *model.Expr {
	for {
		switch {
		case isCall(e, "*") && !mentions(e.Args[0], v):
			e = e.Args[1]
		case (isCall(e, "*") || isCall(e, "/")) && !mentions(e.Args[1], v):
			e = e.Args[0]
		default:
			return e
		}
	}
}
