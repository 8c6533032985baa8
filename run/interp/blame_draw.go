package interp

import (
	"errors"
	"math"
	"slices"

	"mpc/codegen/code/chains"
	"mpc/data"
	"mpc/mcmc"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// failed is the error of a draw of an element that failed.
func (c *scene) failed(d *conditional.Draw, u *message.Update, f *chains.Fault) error {
	slice, sliced := chains.SliceError(0), false
	sliced = errors.As(f.Fault, &slice)
	fault := mcmc.SliceFault(slice)
	var err error
	switch d.Method {
	case conditional.Conjugate:
		err = c.unconjugate(d, fault, sliced)
	case conditional.Finite, conditional.Summed:
		err = c.noValueOf(d)
	case conditional.Slice, conditional.AdaptiveRejection:
		if !sliced && f.Fault != chains.Contradiction {
			err = c.undrawn(d, f, nil)
			break
		}
		if d.Variable().Type.Kind != model.Real {
			err = c.unslicedWhole(d, fault, sliced)
		} else {
			err = c.unsliced(d, fault, sliced)
		}
	case conditional.Elliptical, conditional.Simplex:
		if sliced {
			to, wrong := c.slot(d.Variable(), d.At)
			if wrong != nil {
				return wrong
			}
			return c.sliceFault(d, fault, to, to[0], math.Inf(-1), math.Inf(1))
		}
		err = c.undrawn(d, f, nil)
	case conditional.Forward, conditional.Augmented:
		err = c.undrawn(d, f, nil)
	case conditional.Joint:
		if d.Block.Tables != nil {
			return c.noValues(d, c.chain.code.LostAt(u))
		}
		err = c.unblocked(d, u, f)
	}
	if err != nil {
		return err
	}
	return c.unexplained(d, f)
}

// skipped is the error of the first draw that has no possible value where the chain stands: the first scan leaves such
// variables as they are.
func (c *scene) skipped() error {
	if !c.chain.code.Skipped() {
		return nil
	}
	for _, u := range c.code.Draws() {
		d := u.Sampled
		if err := c.elements(d, func() error { return c.impossible(d) }); err != nil {
			return err
		}
	}
	return nil
}

// impossible is the error of an element that has no possible value; nil of one that has some, or is drawn so that this
// is not seen.
func (c *scene) impossible(d *conditional.Draw) error {
	switch d.Method {
	case conditional.Conjugate:
		if !slices.ContainsFunc(d.Terms, func(t *conditional.Term) bool { return t.Bounds != nil }) {
			return nil
		}
		if n, _, err := c.product(d); err != nil || n.lo <= n.hi {
			return err
		}
		return c.empty(d)
	case conditional.Finite, conditional.Summed:
		slot, err := c.slot(d.Variable(), d.At)
		if err != nil {
			return err
		}
		size, err := data.Int(d.Values(), c.env)
		if err != nil {
			return err
		}
		before := slot[0]
		for k := range size {
			slot[0] = float64(k)
			if log, err := c.density(d); err != nil || !notFinite(log) {
				slot[0] = before
				return err
			}
		}
		return c.noValue(d, size, slot)
	case conditional.Slice, conditional.AdaptiveRejection:
		log, err := c.density(d)
		possible := err != nil || !notFinite(log)
		switch {
		case d.Variable().Type.Kind == model.Real:
			return c.unsliced(d, mcmc.SliceStart, !possible)
		case possible:
			return err
		}
		return c.unslicedWhole(d, mcmc.SliceStart, true)
	}
	return nil
}

// unexplained is the error of a draw of which no statement alone is at fault.
func (c *scene) unexplained(d *conditional.Draw, f *chains.Fault) error {
	switch f.Fault {
	case chains.Improper:
		return c.improperVector(d)
	case chains.NotFinite:
		return c.drawFault(NotFinite, d, "%s has been drawn as a number that is not finite", c.name(d))
	}
	return c.drawFault(Contradiction, d, "no value is left for %s", c.name(d))
}

// allParameters checks those of all terms.
func (c *scene) allParameters(list []*conditional.Term) error {
	for _, t := range list {
		if err := c.instances(t, func() error { return c.parameters(t, t.Dist) }); err != nil {
			return err
		}
	}
	return nil
}

// unconjugate is the error of a draw from a product of messages.
func (c *scene) unconjugate(d *conditional.Draw, fault mcmc.SliceFault, moved bool) error {
	if moved {
		at, err := c.slot(d.Variable(), d.At)
		if err != nil {
			return err
		}
		return c.moveFault(d, fault, at, at[0])
	}
	if err := c.allParameters(d.Terms); err != nil {
		return err
	}
	if d.Variable().Type.Dimensions > 0 {
		return c.improperVector(d)
	}
	n, cut, err := c.product(d)
	if err != nil {
		return err
	}
	if !n.proper(d.Family, cut) {
		return c.improper(d, n)
	}
	if cut && !(n.lo <= n.hi) || d.Fixed() && n.lo == n.hi {
		return c.empty(d)
	}
	to, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	return c.notDrawn(d, d.Prior[0], to)
}

// noValueOf is the error of a whole number or a truth of which no value is possible.
func (c *scene) noValueOf(d *conditional.Draw) error {
	slot, err := c.slot(d.Variable(), d.At)
	if err != nil {
		return err
	}
	size, err := data.Int(d.Values(), c.env)
	if err != nil {
		return err
	}
	return c.noValue(d, size, slot)
}

// unsliced is the error of a number that is drawn by a slice: of bounds, or of where the slice begins.
func (c *scene) unsliced(d *conditional.Draw, fault mcmc.SliceFault, sliced bool) error {
	lo, hi := d.Support()
	for _, t := range d.Terms {
		if t.Bounds == nil {
			continue
		}
		err := c.instances(t, func() error {
			o := c.operands()
			if !o.bounds(t, &lo, &hi) && o.Err == nil {
				return c.excluded(d, t)
			}
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	if d.Fixed() && !(lo < hi) {
		return c.empty(d)
	}
	at, err := c.slot(d.Variable(), d.At)
	if err != nil || !sliced {
		return err
	}
	return c.sliceFault(d, fault, at, at[0], lo, hi)
}

// unslicedWhole is the error of a count that is drawn by a slice.
func (c *scene) unslicedWhole(d *conditional.Draw, fault mcmc.SliceFault, sliced bool) error {
	low, _ := d.Support()
	lo, hi, bounded := int(max(low, 0)), math.MaxInt, false
	if n := d.Values(); n != nil { // as many as are kept
		values, err := data.Int(n, c.env)
		if err != nil {
			return err
		}
		hi = values - 1
	}
	for _, t := range d.Terms {
		if t.Bounds == nil {
			continue
		}
		bounded = true
		err := c.instances(t, func() error {
			o := c.operands()
			for _, b := range t.Bounds {
				if slope, rest := o.Real(b.Slope), o.Real(b.Rest); o.Err == nil {
					lo, hi = mcmc.WholeBounds(lo, hi, slope, rest, b.Closed)
				}
			}
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	at, err := c.slot(d.Variable(), d.At)
	switch {
	case err != nil:
		return err
	case bounded && lo == hi:
		return c.sliceFault(d, mcmc.SliceStart, at, float64(lo), float64(lo), float64(lo))
	case bounded && lo > hi:
		return c.drawFault(Contradiction, d, "no value is left: %s is at least %d and at most %d", c.name(d), lo, hi)
	case !sliced:
		return nil
	}
	return c.sliceFault(d, fault, at, at[0], float64(lo), float64(hi))
}

// undrawn is the error of a draw from a prior, or, where init is not nil, of a first value.
func (c *scene) undrawn(d *conditional.Draw, f *chains.Fault, init func(*model.Variable) *model.Dist) error {
	for _, v := range d.Variables {
		to, err := c.slot(v, d.At)
		if err != nil {
			return err
		}
		if init != nil && init(v) != nil {
			from := init(v).OfElement(d.At)
			if from.Point() != nil {
				if notFinite(to...) {
					return c.drawFault(NotFinite, d, "%s begins with %v", c.name(d), to[0])
				}
				continue
			}
			if err := c.notFrom(d, d.Prior[0], from, to, f); err != nil {
				return err
			}
			continue
		}
		for _, t := range d.Prior {
			if t.Factor.Drawn.Variable != v {
				continue
			}
			if err := c.instances(t, func() error { return c.notFrom(d, t, t.Dist, to, f) }); err != nil {
				return err
			}
		}
	}
	return nil
}

// notFrom is the error of a draw from a distribution of a term.
func (c *scene) notFrom(d *conditional.Draw, t *conditional.Term, from *model.Dist, to []float64, f *chains.Fault) error {
	if err := c.parameters(t, from); err != nil {
		return err
	}
	if f.Fault == chains.NotFinite {
		return c.notDrawn(d, t, to)
	}
	return c.noDistribution(t, from)
}

// unblocked is the error of normals that are drawn together.
func (c *scene) unblocked(d *conditional.Draw, u *message.Update, f *chains.Fault) error {
	for _, r := range d.Block.Rows {
		if err := c.instances(r.Term, func() error { return c.parameters(r.Term, r.Term.Dist) }); err != nil {
			return err
		}
	}
	if d.Block.Integral != nil {
		if err := c.unintegrated(d.Block.Integral); err != nil {
			return err
		}
	}
	for _, r := range d.Block.Rows {
		if r.Given != nil {
			continue
		}
		err := c.instances(r.Instances(), func() error {
			return c.instances(r.Said(), func() error { return c.notFiniteRow(r.Term, r.Rest, r.Precision) })
		})
		if err != nil {
			return err
		}
	}
	if f.Fault == chains.Improper {
		return c.improperBlock(d, c.chain.code.LostAt(u))
	}
	for _, v := range d.Variables {
		for i, x := range c.values[v].numbers {
			if notFinite(x) {
				return c.drawFault(NotFinite, d, "%s has been drawn as %v", c.elementName(v, c.values[v].indexAt(i)), x)
			}
		}
	}
	return nil
}

// notFiniteRow is the error of an instance of a row that says what is not finite.
func (c *scene) notFiniteRow(t *conditional.Term, list ...*model.Expr) error {
	o := c.operands()
	for _, e := range list {
		if x := o.Real(e); o.Err == nil && notFinite(x) {
			e := c.fault(NotFinite, t, "what %s says is not finite", t.Factor.Text)
			e.Element = c.place(t.Loops)
			return e
		}
	}
	return o.Err
}

// unintegrated is the error of precisions that are drawn with normals integrated out.
func (c *scene) unintegrated(i *conditional.Integral) error {
	for _, r := range i.Rows {
		if err := c.instances(r.Row.Term, func() error { return c.notFiniteRow(r.Row.Term, r.Slope, r.Rest, r.Weight) }); err != nil {
			return err
		}
	}
	for _, q := range i.Precisions {
		if err := c.allParameters(q.Terms); err != nil {
			return err
		}
		n, _, err := c.product(&conditional.Draw{Variables: q.Draw.Variables, At: q.Draw.At, Elements: q.Draw.Elements, Prior: q.Draw.Prior, Family: q.Draw.Family, Terms: q.Terms})
		if err != nil {
			return err
		}
		if !n.proper(q.Draw.Family, false) {
			return c.improper(q.Draw, n)
		}
	}
	return nil
}

// improperBlock is the error of normals of which the one at a coordinate is not determined.
func (c *scene) improperBlock(d *conditional.Draw, lost int) error {
	k, name := c.partAt(d, lost)
	f := d.Block.Parts[k].Prior[0].Factor
	e := c.errorf(Improper, f.At, f.Text, "the conditional of %s is improper: what is said of it and what is drawn with it does not determine it", name)
	e.Hint = narrower
	return e
}

// partAt is the part of a block that a coordinate is of, and the name of its element.
func (c *scene) partAt(d *conditional.Draw, at int) (k int, name string) {
	if d.Block.Each {
		return at, c.elementAt(d.Block.Parts[at].Variable(), d.At)
	}
	for k+1 < len(d.Block.Parts) && at >= len(c.values[d.Block.Parts[k].Variable()].numbers) {
		at -= len(c.values[d.Block.Parts[k].Variable()].numbers)
		k++
	}
	v := d.Block.Parts[k].Variable()
	return k, c.elementName(v, c.values[v].indexAt(at))
}
