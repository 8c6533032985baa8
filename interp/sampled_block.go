package interp

import (
	"mpc/conditional"
	"mpc/data"
	"mpc/dist"
	"mpc/mcmc"
	"mpc/model"
)

// A block is what a chain draws normals together with.
type block struct {
	pattern *mcmc.NormalPattern
	work    mcmc.NormalBlock
	from    []int // where the coordinates of each variable begin
	// integral is over some of them, of the precisions that are drawn before.
	integral mcmc.NormalIntegral
	// known is what the data say of them, nil where that is not all.
	known *mcmc.NormalSums
}

// block finds which elements of a joint draw are tied, once.
func (c *chain) block(d *conditional.Draw) (*block, error) {
	if b := c.blocks[d]; b != nil {
		return b, nil
	}
	b := &block{}
	if d.Block.Each {
		b.pattern = mcmc.NewNormalPattern(len(d.Variables))
		for _, r := range d.Block.Rows {
			var parts []int
			for _, s := range r.Slopes {
				parts = append(parts, s.Part)
			}
			b.pattern.Say(parts...)
		}
		b.pattern.Signed = d.Block.Signed()
		b.pattern.Order()
		c.blocks[d] = b
		return b, nil
	}
	size := 0
	for _, part := range d.Block.Parts {
		b.from = append(b.from, size)
		size += len(c.values[part.Variable()].numbers)
	}
	b.pattern = mcmc.NewNormalPattern(size)
	for _, r := range d.Block.Rows {
		err := c.instances(r.Instances(), func() error {
			var list []int
			for _, s := range r.Slopes {
				err := c.over(s.Over, func() error {
					at, err := c.coordinate(d, b, r, s)
					list = append(list, at)
					return err
				})
				if err != nil {
					return err
				}
			}
			if r.Wide {
				b.pattern.SayRow(list)
			} else {
				b.pattern.Say(list...)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	b.pattern.Signed = d.Block.Signed()
	b.pattern.Order()
	if err := c.sumBlock(d, b); err != nil {
		return nil, err
	}
	c.blocks[d] = b
	return b, nil
}

// coordinate is that of the element that a slope is about, -1 where there is none.
func (c *chain) coordinate(d *conditional.Draw, b *block, r *conditional.Row, s *conditional.Slope) (int, error) {
	if s.If != nil && r.Planned(s.If) {
		if yes, err := data.Eval(s.If, c.env); err != nil || yes == 0 {
			return -1, err
		}
	}
	at, err := c.position(d.Variables[s.Part], s.At)
	return b.from[s.Part] + at, err
}

// position is that of an element in the list of a variable's.
func (c *chain) position(v *model.Variable, args []*model.Expr) (int, error) {
	index, err := data.Index(args, c.env)
	if err != nil {
		return 0, err
	}
	at, _, err := c.values[v].part(index)
	return at, err
}

// drawBlock draws normals together.
func (c *chain) drawBlock(d *conditional.Draw) error {
	for _, r := range d.Block.Rows {
		if err := c.instances(r.Term, func() error { return c.parameters(r.Term, r.Term.Dist) }); err != nil {
			return err
		}
	}
	b, err := c.block(d)
	if err != nil {
		return err
	}
	if d.Block.Each {
		return c.drawEach(d, b)
	}
	if d.Block.Integral != nil {
		if err := c.integrate(d, &b.integral); err != nil {
			return err
		}
	}
	w := &b.work
	w.Reset(b.pattern)
	if b.known != nil {
		if err := c.addSums(d, b); err != nil {
			return err
		}
	} else if err := c.sayBlock(d.Block.Rows, w, nil); err != nil {
		return err
	}
	if !w.Factor() {
		w.Again()
		if err := c.sayBlock(d.Block.Rows, w, nil); err != nil {
			return err
		}
		if !w.FactorRows() {
			return c.improperBlock(d, b)
		}
	}
	ok := w.Draw(&c.course.Stream)
	step := w.Step
	for k, v := range d.Variables[:len(d.Block.Parts)] {
		values := c.values[v].numbers
		for i := range values {
			values[i] += step[b.from[k]+i]
			if ok = ok && !notFinite(values[i]); !ok {
				return c.errorf(NotFinite, d.Prior[0].Factor.At, d.Prior[0].Factor.Text, "%s has been drawn as %v", c.nameOf(v), values[i])
			}
		}
	}
	for _, r := range d.Block.Rescales {
		if err := c.rescale(d, r); err != nil {
			return err
		}
	}
	return nil
}

// improperBlock is the error of normals of which one is not determined.
func (c *chain) improperBlock(d *conditional.Draw, b *block) error {
	k := 0
	for k+1 < len(b.from) && b.from[k+1] <= b.work.Lost {
		k++
	}
	if d.Block.Each {
		k = b.work.Lost
	}
	part := d.Block.Parts[k]
	v := part.Variable()
	name := c.nameOf(v)
	if d.Block.Each {
		name = c.elementAt(v, d.At)
	} else if index := c.values[v].indexAt(b.work.Lost - b.from[k]); index != nil {
		name = c.elementName(v, index)
	}
	f := part.Prior[0].Factor
	e := c.errorf(Improper, f.At, f.Text, "the conditional of %s is improper: what is said of it and what is drawn with it does not determine it", name)
	e.Hint = narrower
	return e
}

// indexAt is the index of the element at a position.
func (v *values) indexAt(position int) []int {
	index := make([]int, len(v.starts))
	for k := len(v.starts) - 1; k >= 0; k-- {
		s := v.starts[k]
		list := 0
		for list+2 < len(s) && s[list+1] <= position {
			list++
		}
		index[k], position = position-s[list], list
	}
	if len(index) == 0 {
		return nil
	}
	return index
}

// sayBlock adds up what rows say of a block, and calls said, if not nil, behind each.
func (c *chain) sayBlock(rows []*conditional.Row, w *mcmc.NormalBlock, said func(*conditional.Row)) error {
	for _, r := range rows {
		err := c.instances(r.Instances(), func() error {
			if r.Wide {
				return c.sayWide(r, w)
			}
			return c.sayFew(r, w)
		})
		if err != nil {
			return err
		}
		if said != nil {
			said(r)
		}
	}
	return nil
}

// slope is how a row depends on an element.
func (o *operands) slope(s *conditional.Slope) float64 {
	if s.If != nil && !o.Truth(s.If) {
		return 0
	}
	return o.Real(s.Slope)
}

// restOf are how far the mean of a row is from where it stands, and its precision.
func (c *chain) restOf(r *conditional.Row, o *operands) (rest, precision float64, err error) {
	rest, precision = o.Real(r.Rest), o.Real(r.Precision)
	if o.Err == nil && (notFinite(rest) || notFinite(precision)) {
		e := c.fault(NotFinite, r.Term, "what %s says is not finite", r.Term.Factor.Text)
		e.Element = c.place(r.Term.Loops)
		return 0, 0, e
	}
	return rest, precision, o.Err
}

// sayWide says what a factor says of as many elements as there are.
func (c *chain) sayWide(r *conditional.Row, w *mcmc.NormalBlock) error {
	for _, g := range r.Said().Guards {
		yes, err := data.Eval(g, c.env)
		if err != nil {
			return err
		}
		if yes == 0 {
			w.Skip()
			return nil
		}
	}
	k := 0
	o := c.operands()
	for _, s := range r.Slopes {
		err := c.over(s.Over, func() error {
			w.Slope[k] = o.slope(s)
			k++
			return o.Err
		})
		if err != nil {
			return err
		}
	}
	if r.Site != nil {
		c.saySite(r, w, o)
		return o.Err
	}
	rest, precision, err := c.restOf(r, o)
	if err == nil {
		w.AddRow(rest, precision)
	}
	return err
}

// sayFew says what a factor says of a few elements, all that it says of the same ones
// added up.
func (c *chain) sayFew(r *conditional.Row, w *mcmc.NormalBlock) error {
	n := len(r.Slopes)
	h, p := make([]float64, n), make([]float64, n*(n+1)/2)
	if err := c.addUp(r, h, p, func(k int) int { return k }); err != nil {
		return err
	}
	switch n {
	case 1:
		w.Add1(h[0], p[0])
	case 2:
		w.Add2(h[0], h[1], p[0], p[1], p[2])
	case 3:
		w.Add3(h[0], h[1], h[2], p[0], p[1], p[2], p[3], p[4], p[5])
	case 4:
		w.Add4(h[0], h[1], h[2], h[3], p[0], p[1], p[2], p[3], p[4], p[5], p[6], p[7], p[8], p[9])
	default:
		return c.errorf(Internal, r.Term.Factor.At, r.Term.Factor.Text, "a row of %d slopes", n)
	}
	return nil
}

// addUp adds what a row says of the elements that at numbers to h, precision times mean,
// and to the lower triangle p of a precision matrix.
func (c *chain) addUp(r *conditional.Row, h, p []float64, at func(k int) int) error {
	slopes := make([]float64, len(r.Slopes))
	entry := func(k, j int) int {
		a, b := at(k), at(j)
		a, b = max(a, b), min(a, b)
		return a*(a+1)/2 + b
	}
	return c.instances(r.Said(), func() error {
		o := c.operands()
		if r.Given != nil {
			g, _ := o.Given(r.Given).(dist.Normal)
			h[at(0)] += g.H - g.P*o.Real(r.Term.X)
			p[entry(0, 0)] += g.P
			return o.Err
		}
		for k, s := range r.Slopes {
			slopes[k] = o.slope(s)
		}
		rest, precision, err := c.restOf(r, o)
		if err != nil {
			return err
		}
		for k, s := range slopes {
			t := precision * s
			h[at(k)] += t * rest
			for j, z := range slopes[:k+1] {
				p[entry(k, j)] += t * z
			}
		}
		return nil
	})
}

// drawEach draws one element of several variables together.
func (c *chain) drawEach(d *conditional.Draw, b *block) error {
	n := len(d.Variables)
	h, p := make([]float64, n), make([]float64, n*(n+1)/2)
	for _, r := range d.Block.Rows {
		if err := c.addUp(r, h, p, func(k int) int { return r.Slopes[k].Part }); err != nil {
			return err
		}
	}
	step, ok := make([]float64, 3), false
	if n == 2 {
		var f mcmc.Normals2
		if f, ok = mcmc.FactorNormals2(p[0], p[1], p[2]); ok {
			step[0], step[1] = f.Draw(&c.course.Stream, h[0], h[1])
		}
	} else {
		var f mcmc.Normals3
		if f, ok = mcmc.FactorNormals3(p[0], p[1], p[2], p[3], p[4], p[5]); ok {
			step[0], step[1], step[2] = f.Draw(&c.course.Stream, h[0], h[1], h[2])
		}
	}
	if !ok {
		w := &b.work
		w.Reset(b.pattern)
		w.Again()
		if err := c.sayBlock(d.Block.Rows, w, nil); err != nil {
			return err
		}
		if !w.FactorRows() {
			return c.improperBlock(d, b)
		}
		w.Draw(&c.course.Stream)
		step = w.Step
	}
	for k, v := range d.Variables {
		slot, err := c.slot(v, d.At)
		if err != nil {
			return err
		}
		slot[0] += step[k]
		if notFinite(slot[0]) {
			return c.drawFault(NotFinite, d, "%s has been drawn as %v", c.elementAt(v, d.At), slot[0])
		}
	}
	return nil
}
