package conditional

import (
	"slices"
	"strings"

	"mpc/model"
)

// An Integral is over the elements of a hierarchy, X about Mean in the instances of Term:
// with these integrated out the precisions of the elements, and of what is said of them,
// are drawn before the block, which then draws the elements (partially collapsed Gibbs
// sampling: van Dyk and Park, "Partially collapsed Gibbs samplers", Journal of the American
// Statistical Association 103, 2008). Given elements, their precision could move no more
// than they leave it. Nothing may read the elements in between: so both are one draw.
type Integral struct {
	// Part is that of the elements.
	Part    int
	Term    *Term
	X, Mean *model.Expr
	// Rows are what is said of elements.
	Rows []*Integrated
	// Between is the precision of the elements, Within what all weights of Rows are times:
	// a number, or one that is drawn.
	Between, Within *model.Expr
	// Precisions are drawn, the one of Within before that of Between.
	Precisions []*Precision
}

// Integrated is what one row says of an element: with it at its mean, the row is Rest away
// from its own, and moves by Slope, at a precision of Within times Weight.
type Integrated struct {
	Row                 *Row
	At                  []*model.Expr
	Slope, Rest, Weight *model.Expr
}

// A Precision is a precision, or a variance where Inverse is set, whose conditional by
// itself is Draw; Terms are those that do not read the elements.
type Precision struct {
	Draw    *Draw
	Inverse bool
	Within  bool
	Terms   []*Term
}

// integrate finds the hierarchy of a block whose elements are integrated out.
func (b *builder) integrate(d *Draw) {
	if d.Block.Each {
		return
	}
	for k, part := range d.Block.Parts {
		i := b.integral(d.Block, k)
		if i == nil {
			continue
		}
		d.Block.Integral = i
		var names []string
		for _, p := range i.Precisions {
			names = append(names, p.Draw.Name())
			d.Variables = append(d.Variables, p.Draw.Variable())
			d.Prior = append(d.Prior, p.Draw.Prior...)
			d.Terms = append(d.Terms, p.Terms...)
			b.program.Draws = slices.DeleteFunc(b.program.Draws, func(o *Draw) bool { return o == p.Draw })
		}
		d.Reason += "; " + strings.Join(names, " and ") + " before the others, with " + part.Variable().Name + " integrated out"
		return
	}
}

// integral makes that of a part; nil where there is none.
func (b *builder) integral(block *Block, part int) *Integral {
	h := block.hierarchy(part)
	if h == nil {
		return nil
	}
	own := h.own
	if slices.ContainsFunc(own.Term.Loops, func(l *model.Loop) bool { return own.Precision.Uses(l.Index) }) {
		return nil
	}
	i := &Integral{Part: part, Term: own.Term, X: h.X, Mean: h.Mean, Between: own.Precision, Within: model.Number(1)}
	said, prior := []*Factor{}, []*Factor{own.Term.Factor}
	for _, row := range h.rows {
		if row.Term.Factor.Times != nil {
			return nil
		}
		var s *Slope
		for _, o := range row.Slopes {
			if o.Part == part {
				if s != nil || o.If != nil || len(o.Over) > 0 {
					return nil
				}
				s = o
			}
		}
		i.Rows = append(i.Rows, &Integrated{Row: row, At: s.At, Slope: s.Slope, Rest: sum(row.Rest, h.moves(s)), Weight: row.Precision})
		said = append(said, row.Term.Factor)
	}
	var within, between *Precision
	for _, d := range b.program.Draws {
		if p := b.precision(d, said, prior); p != nil && within == nil && i.scaled(p) {
			p.Within, within = true, p
		} else if p := b.precision(d, prior, said); p != nil {
			if c, _, ok := monomial(own.Precision, elementOf(d.Variable(), nil)); ok && c.IsNumber(1) {
				between = p
			}
		}
	}
	for _, p := range []*Precision{within, between} {
		if p != nil {
			i.Precisions = append(i.Precisions, p)
		}
	}
	if len(i.Precisions) == 0 {
		return nil
	}
	return i
}

// scaled takes a precision out of the weights of all rows.
func (i *Integral) scaled(p *Precision) bool {
	t := elementOf(p.Draw.Variable(), nil)
	var weights []*model.Expr
	for _, r := range i.Rows {
		c, power, ok := monomial(r.Row.Precision, t)
		if !ok || power == 0 {
			return false
		}
		weights = append(weights, c)
	}
	for k, r := range i.Rows {
		r.Weight = weights[k]
	}
	if i.Within = t; p.Inverse {
		i.Within = quotient(model.Number(1), t)
	}
	return true
}

// precision is what a draw is of a precision that some of these factors read, none of
// others, and else has a gamma distribution, or of a variance, which has an inverse one.
func (b *builder) precision(d *Draw, factors, others []*Factor) *Precision {
	if d.Method != Conjugate || !ofScale(d.Family) || len(d.Variable().Dims)+len(d.Guards) > 0 || b.asked(d.Variable()) != "" {
		return nil
	}
	p := &Precision{Draw: d, Inverse: model.Distribution(d.Family).Spread == "variance"}
	for _, t := range d.Terms {
		switch {
		case t.Bounds != nil || t.Message == nil || slices.Contains(others, t.Factor):
			return nil
		case slices.Contains(factors, t.Factor):
			if t.Message.Operator != "GammaResidual" && t.Message.Operator != "InverseGammaResidual" {
				return nil
			}
		default:
			p.Terms = append(p.Terms, t)
		}
	}
	if len(p.Terms) == len(d.Terms) {
		return nil
	}
	return p
}
