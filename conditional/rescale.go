package conditional

import (
	"slices"

	"mpc/model"
)

// A Rescale moves the elements of a hierarchy away from their means or towards them, and
// their precision with them: drawn one given the other, both would move slowly where the
// data say little of each element.
type Rescale struct {
	// Variable is the precision, or the variance where Inverse is set, of a gamma or
	// inverse gamma prior of Shape and Rate.
	Variable    *model.Variable
	Inverse     bool
	Shape, Rate *model.Expr
	// Part is that of the elements, X about Mean in the instances of Term.
	Part    int
	Term    *Term
	X, Mean *model.Expr
	Rows    []*Moved
}

// Moved is what a row of the block says of it: where the elements are twice as far from
// their means, its mean moves by Move.
type Moved struct {
	Row  *Row
	Move *model.Expr
}

// Writes lists the variables that a draw changes.
func (d *Draw) Writes() []*model.Variable {
	list := d.Variables
	if d.Scale != nil {
		list = append(list[:len(list):len(list)], d.Scale.Of)
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

// rescale makes the hierarchy of a part, with the term that is the prior of its precision;
// nil where there is none.
func (b *builder) rescale(block *Block, part int) (*Rescale, *Term) {
	v := block.Parts[part].Variable()
	var own *Row
	for _, r := range block.Rows {
		if r.Term.Factor.Drawn != nil && r.Term.Factor.Drawn.Variable == v {
			if own != nil {
				return nil, nil
			}
			own = r
		}
	}
	if own == nil || own.Given != nil || len(v.Dims) == 0 || len(own.Term.Guards) > 0 {
		return nil, nil
	}
	f := own.Term.Factor
	r := &Rescale{Part: part, Term: own.Term, X: f.X, Mean: f.Dist.Arg("mean")}
	if mentions(r.Mean, v) || len(f.X.Args) != len(f.Loops) {
		return nil, nil
	}
	for k, a := range f.X.Args {
		if a.Op != model.OpIndex || slices.ContainsFunc(f.X.Args[:k], func(o *model.Expr) bool { return o.Index == a.Index }) || !bound(a.Index, f.Loops) {
			return nil, nil
		}
	}
	prior := b.scale(r, own)
	if prior == nil {
		return nil, nil
	}
	for _, row := range block.Rows {
		if row == own || !slices.ContainsFunc(row.Slopes, func(s *Slope) bool { return s.Part == part }) {
			continue
		}
		if row.Given != nil {
			return nil, nil
		}
		move := model.Number(0)
		for _, s := range row.Slopes {
			if s.Part == part {
				move = sum(move, r.moves(s))
			}
		}
		r.Rows = append(r.Rows, &Moved{row, move})
	}
	if len(r.Rows) == 0 {
		return nil, nil
	}
	return r, prior
}

// scale finds the precision of a hierarchy, and the term that is its prior.
func (b *builder) scale(r *Rescale, own *Row) *Term {
	for _, d := range b.program.Draws {
		t := d.Variable()
		if d.Method != Conjugate || len(d.Variables) != 1 || len(t.Dims) > 0 || len(d.Terms) != 2 || len(d.Prior) != 1 || !mentions(own.Precision, t) {
			continue
		}
		x := &model.Expr{Op: model.OpVariable, Type: t.Type, Variable: t, Random: true, At: t.At}
		c, power, ok := monomial(own.Precision, x)
		m := d.Prior[0].Message
		if !ok || mentions(c, t) || m == nil || len(d.Prior[0].Loops)+len(d.Prior[0].Guards) > 0 {
			continue
		}
		other := d.Terms[0]
		if other == d.Prior[0] {
			other = d.Terms[1]
		}
		if other.Factor != own.Term.Factor || other.Bounds != nil || d.Prior[0].Bounds != nil {
			continue
		}
		switch {
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

// moves is how far a mean moves by one slope.
func (r *Rescale) moves(s *Slope) *model.Expr {
	by := map[*model.Index]*model.Expr{}
	for k, a := range r.X.Args {
		by[a.Index] = s.At[k]
	}
	mean := r.Mean.Map(func(e *model.Expr) *model.Expr {
		if e.Op == model.OpIndex && by[e.Index] != nil {
			return by[e.Index]
		}
		return e
	})
	x := *r.X
	x.Args = s.At
	e := product(s.Slope, difference(&x, mean))
	if s.If != nil {
		e = choose(s.If, e, model.Number(0))
	}
	for k := len(s.Over) - 1; k >= 0; k-- {
		e = &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{e}, Random: true, Loop: s.Over[k], At: e.At}
	}
	return e
}
