package interp

import (
	"mpc/data"
	"mpc/dist"
	"mpc/mcmc"
	"mpc/message/conditional"
	"mpc/model"
)

// A block is what the normals of a latent Gaussian model are computed together with.
type block struct {
	pattern *mcmc.NormalPattern
	from    []int // where the coordinates of each variable begin
}

// newBlock finds which elements are tied. fixed tells which rows are priors by themselves.
func (c *scene) newBlock(d *conditional.Draw, fixed func(*conditional.Row) bool) (*block, error) {
	b := &block{}
	size := 0
	for _, part := range d.Block.Parts {
		b.from = append(b.from, size)
		size += len(c.values[part.Variable()].numbers)
	}
	b.pattern = mcmc.NewNormalPattern(size)
	for k, part := range d.Block.Parts {
		table := c.values[part.Variable()]
		for i := range table.numbers {
			if index := table.indexAt(i); part.Variable().Type.Dimensions > 0 && index[len(index)-1] == 0 {
				_, to, _ := table.part(index[:len(index)-1])
				b.pattern.Vector(b.from[k]+i, to-i)
			}
		}
	}
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
			switch {
			case r.Held:
				for _, c := range list {
					b.pattern.Tie(c)
				}
				b.pattern.Hold(r.Term.Factor.At.Line)
			case fixed(r):
				b.pattern.SayPrior(list[0])
			case r.Wide:
				b.pattern.SayRow(list)
			default:
				b.pattern.Say(list...)
			}
			return nil
		})
		if err != nil {
			return nil, err
		}
	}
	b.pattern.Signed = d.Block.Signed()
	b.pattern.Limit(d.Block.MostWork)
	b.pattern.OrderForMoments()
	return b, nil
}

// coordinate is that of the element that a slope is about, -1 where there is none.
func (c *scene) coordinate(d *conditional.Draw, b *block, r *conditional.Row, s *conditional.Slope) (int, error) {
	if s.If != nil && r.Planned(s.If) {
		if yes, err := data.Eval(s.If, c.env); err != nil || yes == 0 {
			return -1, err
		}
	}
	at, err := c.position(d.Variables[s.Part], s.At)
	return b.from[s.Part] + at, err
}

// position is that of an element in the list of a variable's.
func (c *scene) position(v *model.Variable, args []*model.Expr) (int, error) {
	index, err := data.Index(args, c.env)
	if err != nil {
		return 0, err
	}
	at, _, err := c.values[v].part(index)
	return at, err
}

// sayBlock adds up what rows say of a block.
func (c *scene) sayBlock(rows []*conditional.Row, w *mcmc.NormalBlock) error {
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
func (c *scene) restOf(r *conditional.Row, o *operands) (rest, precision float64, err error) {
	rest, precision = o.Real(r.Rest), o.Real(r.Precision)
	if o.Err == nil && r.Term.Factor.Of == nil && (notFinite(rest) || notFinite(precision)) { // else a matrix is not positive definite here
		e := c.fault(NotFinite, r.Term, "what %s says is not finite", r.Term.Factor.Text)
		e.Element = c.place(r.Term.Loops)
		return 0, 0, e
	}
	return rest, precision, o.Err
}

// sayWide says what a factor says of as many elements as there are.
func (c *scene) sayWide(r *conditional.Row, w *mcmc.NormalBlock) error {
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
	switch {
	case err != nil:
	case r.Held:
		if k == 0 && rest != 0 {
			f := r.Term.Factor
			return c.fault(Contradiction, r.Term, "contradictory observation, its probability is zero: %s, and there is nothing to add up", f.Text)
		}
		w.Hold(rest)
	default:
		w.AddRow(rest, precision)
	}
	return err
}

// sayFew says what a factor says of a few elements, all that it says of the same ones
// added up.
func (c *scene) sayFew(r *conditional.Row, w *mcmc.NormalBlock) error {
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
func (c *scene) addUp(r *conditional.Row, h, p []float64, at func(k int) int) error {
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
