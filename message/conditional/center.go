package conditional

import (
	"fmt"
	"slices"

	"mpc/model"
)

// A normal variable that data read in a sum alone, as the effect b[i] in
//
//	b[i] ~ normal(0, precision = tau)
//	r[i] ~ binomial(n[i], logistic(alpha + beta * x[i] + b[i]))
//
// is drawn as that sum, s[i] ~ normal(alpha + beta * x[i], precision = tau), and is
// s[i] - alpha - beta * x[i] (hierarchical centering: Gelfand, Sahu and Carlin, "Efficient
// parametrisations for normal linear mixed models", Biometrika 82, 1995). The change of
// variables has the Jacobian 1. Of the coefficients there are normal factors alone then,
// so that they have a closed form, and no density of the data is computed for them.

// center centers the variables that can be.
func (b *builder) center() {
	leaf := b.leaves()
	for _, v := range b.program.Model.Variables {
		if c := b.centered(v, leaf); c != nil {
			b.recenter(v, c, leaf)
		}
	}
}

// A centering is the sum that a variable stands in.
type centering struct {
	prior *Factor
	at    []*model.Expr // indices of an element
	loops []*model.Loop // over all elements
	rest  *model.Expr   // what is added to it
	tops  map[*Factor]*model.Expr
}

// centered finds the sum in which all data read a variable; nil where there is none, or
// where that does not pay.
func (b *builder) centered(v *model.Variable, leaf map[*model.Variable]bool) *centering {
	if slices.ContainsFunc(b.program.Model.Blocks, func(l model.Block) bool { return slices.Contains(l.Variables, v) }) {
		return nil
	}
	if !v.Random || v.Derived || v.Input != nil || len(v.Home) > 0 || v.Type.Kind != model.Real || v.Type.Dimensions > 0 || leaf[v] ||
		b.solved[v] != nil || b.definitions[v] != nil || b.program.Given(v) || b.asked(v) != "" && b.asked(v) != "centered" {
		return nil
	}
	c := &centering{prior: b.prior(v), tops: map[*Factor]*model.Expr{}}
	if c.prior == nil || !c.prior.Dist.IsNormal() || c.prior.Dist.Flat() || !c.prior.covers(c.prior.X) || len(c.prior.occurrences(v)) != 1 {
		return nil
	}
	c.loops, c.at = elements(v)
	for _, f := range b.program.Factors {
		list := f.occurrences(v)
		if f == c.prior || len(list) == 0 || f.Drawn != nil && leaf[f.Drawn.Variable] {
			continue
		}
		if len(list) != 1 || len(list[0].around) > 0 || f.Dist == nil || f.X == nil || mentions(f.X, v) || slices.ContainsFunc(f.Guards, func(g *model.Expr) bool { return mentions(g, v) }) {
			return nil
		}
		if len(predictor(f.Dist).Sites) == 0 {
			return nil
		}
		top, rest := sumAround(f, list[0].element)
		if top == nil {
			return nil
		}
		m := f.match(list[0], c.at, v.Dims)
		rest = m.apply(rest)
		if slices.ContainsFunc(m.loops, func(l *model.Loop) bool { return rest.Uses(l.Index) }) || c.rest != nil && !rest.Equal(c.rest) {
			return nil
		}
		c.rest, c.tops[f] = rest, top
	}
	if c.rest == nil || len(drawnIn(c.rest)) == 0 {
		return nil
	}
	for _, u := range drawnIn(c.rest) {
		if u == v || b.asked(u) == "augmented" || !b.gaussian(u) || mentionsIn(c.prior.Dist, u) || !b.linearIn(c.rest, u) {
			return nil
		}
	}
	return c
}

func mentionsIn(d *model.Dist, v *model.Variable) bool {
	return slices.ContainsFunc(d.Args, func(a *model.Expr) bool { return mentions(a, v) })
}

// linearIn tells whether an expression is linear in all elements of a variable together.
func (b *builder) linearIn(e *model.Expr, v *model.Variable) bool {
	f := &Factor{X: e}
	for _, o := range f.occurrences(v) {
		s, ok := slopeOf(e, o.element, o.around)
		if !ok || mentions(s, v) || slices.ContainsFunc(o.element.Args, func(a *model.Expr) bool { return len(drawnIn(a)) > 0 }) {
			return false
		}
	}
	return true
}

// sumAround is the largest part of a parameter of a factor in which an element stands
// with the slope 1, and what is added to it there; nil where there is none.
func sumAround(f *Factor, x *model.Expr) (top, rest *model.Expr) {
	var found *model.Expr
	for _, a := range f.Dist.Args {
		if reads(a, x) {
			if found != nil {
				return nil, nil
			}
			found = a
		}
	}
	for e := found; e != nil; {
		if slope, rest, ok := affine(e, x); ok {
			if !slope.IsNumber(1) {
				return nil, nil
			}
			return e, rest
		}
		if e.Op != model.OpCall {
			return nil, nil
		}
		var next *model.Expr
		for _, a := range e.Args {
			if reads(a, x) {
				if next != nil {
					return nil, nil
				}
				next = a
			}
		}
		e = next
	}
	return nil, nil
}

// recenter puts the sum in place of a variable.
func (b *builder) recenter(v *model.Variable, c *centering, leaf map[*model.Variable]bool) {
	w := b.latent(v.Name, "Sum", v.Dims, v.Ranges, v.At)
	b.program.described[w] = description{"the sum that %s stands in", v}
	value := difference(elementOf(w, c.at), c.rest)
	// at is what e, which stands in the loops of c, is of the element with other indices.
	at := func(e *model.Expr, args []*model.Expr) *model.Expr {
		for k, l := range c.loops {
			e = e.Subst(l.Index, args[k])
		}
		return e
	}
	for n, f := range b.program.Factors {
		switch {
		case f == c.prior:
			g := *f
			x := elementOf(w, f.X.Args)
			d := *f.Dist
			d.Args = slices.Clone(f.Dist.Args)
			for k, name := range d.Names {
				if name == "mean" {
					d.Args[k] = sum(d.Args[k], at(c.rest, f.X.Args))
				}
			}
			g.X, g.Drawn, g.Dist = x, x, &d
			b.program.Factors[n] = &g
		case c.tops[f] != nil:
			x := f.occurrences(v)[0].element
			b.program.Factors[n] = f.mapped(func(e *model.Expr) *model.Expr {
				return replaced(e, c.tops[f].Key(), elementOf(w, x.Args))
			})
		case len(f.occurrences(v)) > 0:
			b.program.Factors[n] = f.mapped(func(e *model.Expr) *model.Expr {
				return e.Map(func(x *model.Expr) *model.Expr {
					if x.Op == model.OpVariable && x.Variable == v {
						return at(value, x.Args)
					}
					return x
				})
			})
		}
	}
	b.solved[v] = &definition{loops: c.loops, target: c.at, value: value, at: v.At, text: c.prior.Text}
	b.notes[w] = fmt.Sprintf("; it is %s + %s, in place of %s: the coefficients in it have a closed form given it", elementOf(v, c.at), c.rest, v.Name)
}
