package conditional

import (
	"slices"

	"mpc/model"
)

// A Rescale moves the elements of a hierarchy away from their means or towards them, and
// their precision with them: drawn one given the other, both would move slowly where the
// data say little of each element. Elements that have no closed form Scale moves.
type Rescale struct {
	// Variable is the precision, or the variance where Inverse is set, of a gamma or
	// inverse gamma prior of Shape and Rate.
	Variable    *model.Variable
	Inverse     bool
	Shape, Rate *model.Expr
	// Free is the draw of a Variable of another prior, the Power of which the precision is; nil of a gamma.
	Free  *Draw
	Power float64
	// Part is that of the elements, X about Mean in the instances of Term.
	Part    int
	Term    *Term
	X, Mean *model.Expr
	Rows    []*MovedRow
}

// A MovedRow is what a row of the block says of it: where the elements are twice as far from
// their means, its mean moves by Move.
type MovedRow struct {
	Row  *Row
	Move *model.Expr
}

// Writes lists the variables that a draw changes.
func (d *Draw) Writes() []*model.Variable {
	list := d.Variables
	if d.Scale != nil {
		list = append(list[:len(list):len(list)], d.Scale.Of)
	}
	for _, s := range d.Shifts {
		list = append(list[:len(list):len(list)], s.Of)
	}
	for _, a := range d.Along {
		for _, p := range a.Parts[:len(a.Parts)-1] {
			list = append(list[:len(list):len(list)], p.Variable())
		}
	}
	if d.Collapse != nil {
		for _, p := range d.Collapse.Parts {
			list = append(list[:len(list):len(list)], p.Variable())
		}
	}
	if o := d.OneBlock; o != nil {
		for _, v := range o.All().Variables {
			if !slices.Contains(list, v) {
				list = append(list[:len(list):len(list)], v)
			}
		}
	}
	if d.Block != nil {
		for _, r := range d.Block.Rescales {
			list = append(list[:len(list):len(list)], r.Variable)
		}
	}
	return list
}

// rescales finds the hierarchies of a block.
func (b *builder) rescales(d *Draw) {
	if d.Block.Each {
		return
	}
	for k := range d.Block.Parts {
		if r, prior := b.rescale(d.Block, k); r != nil {
			d.Block.Rescales = append(d.Block.Rescales, r)
			d.Terms = append(d.Terms, prior)
			d.Reason += "; " + d.Block.Parts[k].Variable().Name + " and " + r.Variable.Name + " are then scaled together"
		}
	}
}

// rescale makes the move of the hierarchy of a part, with the term that is the prior of its
// precision; nil where there is none.
func (b *builder) rescale(block *Block, part int) (*Rescale, *Term) {
	h := block.hierarchy(part)
	if h == nil {
		return nil, nil
	}
	r := &Rescale{Part: part, Term: h.own.Term, X: h.X, Mean: h.Mean}
	prior := b.scaled(r, h.own)
	if prior == nil {
		return nil, nil
	}
	for _, row := range h.rows {
		move := model.Number(0)
		for _, s := range row.Slopes {
			if s.Part == part {
				move = sum(move, h.moves(s))
			}
		}
		r.Rows = append(r.Rows, &MovedRow{row, move})
	}
	return r, prior
}

// scaled finds the precision of a hierarchy, and the term that is its prior.
func (b *builder) scaled(r *Rescale, own *Row) *Term {
	for _, d := range b.program.Draws {
		t := d.Variable()
		free := b.freeScale(d)
		if d.Method != Conjugate && !free || len(d.Variables) != 1 || len(t.Dims) > 0 || len(d.Terms) != 2 || len(d.Prior) != 1 || !mentions(own.Precision, t) || mentions(r.Mean, t) {
			continue
		}
		x := &model.Expr{Op: model.OpVariable, Type: t.Type, Variable: t, Random: true, At: t.At}
		c, power, ok := monomial(own.Precision, x)
		m := d.Prior[0].Message
		if !ok || mentions(c, t) || !free && m == nil || len(d.Prior[0].Loops)+len(d.Prior[0].Guards) > 0 {
			continue
		}
		other := d.Terms[0]
		if other == d.Prior[0] {
			other = d.Terms[1]
		}
		if other.Factor != own.Term.Factor || other.Bounds != nil || d.Prior[0].Bounds != nil && !free {
			continue
		}
		switch {
		case free && power != 0:
			r.Variable, r.Free, r.Power = t, d, power
			return d.Prior[0]
		case m.Operator == "GammaPrior" && power == 1:
		case m.Operator == "InverseGammaPrior" && power == -1:
			r.Inverse = true
		default:
			continue
		}
		r.Variable, r.Shape, r.Rate = t, m.Args[0], m.Args[1]
		return d.Prior[0]
	}
	return nil
}
