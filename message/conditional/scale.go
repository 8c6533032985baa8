package conditional

import (
	"slices"

	"mpc/model"
)

// A Scale moves a precision and what it is the precision of together, after the draw of
// the precision: all distances of normal elements from their means times a number, and the
// precision over its square, which leaves their densities as they are but for a constant.
// Given the elements a precision moves little, as they do given it, and where data say
// little of each of them this is how it gets on. The number is drawn from what invariance
// under the group of scales demands (Liu and Sabatti, "Generalised Gibbs sampler and
// multigrid Monte Carlo for Bayesian computation", Biometrika 87, 2000, theorem 1): of
// its log s the density is that of all other factors at what s makes of the values, times
// the derivative exp(-2 s/power) of the precision's variable. Where the elements are drawn
// jointly, Rescale moves them. The variable may also be a standard deviation, or another power of a precision, of any prior.
//
// Where the precision is no power of the variable, or the means depend on it too, the variable is drawn given the elements in units
// of their standard deviations from their means, with which they go: a priori these are independent of it (Yu and Meng, "To center
// or not to center: that is not the question", Journal of Computational and Graphical Statistics 20, 2011). Of the variable the
// density is then its prior times all that reads the elements.
type Scale struct {
	// Of are the elements: At, one for each pass of Loops.
	Of    *model.Variable
	Loops []*model.Loop
	At    []*model.Expr
	Mean  *model.Expr
	// Precision is that of the elements, and Power that of the variable in it; 0 where it is no power.
	Precision *model.Expr
	Power     float64
	// Terms are all factors that change: the priors of the variable, and what reads the
	// elements.
	Terms []*Term
}

// scales finds the precisions that can be moved with what they are the precision of: where
// it has no closed form.
func (b *builder) scales() {
	leaf := b.leaves()
	for _, d := range b.program.Draws {
		gamma := d.Method == Conjugate && len(d.At) == 0 && len(d.Guards) == 0 && ofScale(d.Family) && b.asked(d.Variable()) != "conjugate" &&
			!slices.ContainsFunc(d.Terms, func(t *Term) bool { return t.Bounds != nil })
		if gamma || b.freeScale(d) {
			if d.Scale = b.scaleOf(d, leaf); d.Scale != nil {
				d.Reason += "; " + d.Scale.Of.Name + " and " + d.Variable().Name + " are then scaled together"
			}
		}
	}
}

// freeScale tells whether a draw is of one positive number by a slice, whose prior alone sets it bounds: a scale that is moved
// with what it is the scale of, as far as Ends.
func (b *builder) freeScale(d *Draw) bool {
	if d.Method != Slice || d.Variable().Type.Kind != model.Real || len(d.At)+len(d.Guards) > 0 || b.asked(d.Variable()) != "" || b.program.Model.NoBlocks || len(d.Prior) != 1 {
		return false
	}
	prior := d.Prior[0]
	if len(prior.Loops)+len(prior.Guards) > 0 || prior.Dist == nil {
		return false
	}
	return !slices.ContainsFunc(d.Terms, func(t *Term) bool { return t != prior && t.Bounds != nil })
}

// Ends are where the one prior of a number ends.
func (d *Draw) Ends() (low, high *model.Expr) {
	l, h := d.Support()
	low, high = model.Number(l), model.Number(h)
	dist := d.Prior[0].Dist
	if e := dist.Arg("low"); e != nil {
		low = e
	}
	if e := dist.Arg("high"); e != nil {
		high = e
	}
	return low, high
}

// scaleOf finds what a draw is the precision of; nil where it is not of one array alone.
func (b *builder) scaleOf(d *Draw, leaf map[*model.Variable]bool) *Scale {
	v := d.Variable()
	var of *Factor
	for _, f := range b.program.Factors {
		if f.silent(v) || f.Drawn != nil && (f.Drawn.Variable == v || leaf[f.Drawn.Variable]) || len(f.occurrences(v)) == 0 {
			continue
		}
		if of != nil {
			return nil
		}
		of = f
	}
	if of == nil || of.Drawn == nil || of.Times != nil || !of.Dist.IsNormal() || len(of.Loops) == 0 || !of.runs(of.X) {
		return nil
	}
	w := of.X.Variable
	k := slices.IndexFunc(b.program.Draws, func(o *Draw) bool { return o.Variable() == w })
	if k < 0 || !b.scalable(d, b.program.Draws[k]) || !b.drawsAlone(of) || len(of.occurrences(w)) != 1 {
		return nil
	}
	s := &Scale{Of: w, Loops: of.Loops, At: of.X.Args, Mean: of.Dist.Arg("mean"), Precision: precisionOf(of.Dist), Terms: slices.Clone(d.Prior)}
	_, power, ok := monomial(s.Precision, elementOf(v, nil))
	low, _ := d.Support()
	switch {
	case ok && power != 0 && low >= 0 && !mentions(s.Mean, v):
		s.Power = power
	case d.Method != Slice || !mentions(s.Precision, v):
		return nil
	}
	for _, f := range b.program.Factors {
		list := f.occurrences(w)
		if f == of || f.silent(w) || f.Drawn != nil && leaf[f.Drawn.Variable] || len(list) == 0 {
			continue
		}
		if f.Holds != nil {
			return nil
		}
		if t := f.aboutPart(list, of, w); t == nil || !t.never() {
			if t == nil {
				t = &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Log: f.Log, Times: f.Times}
			}
			s.Terms = append(s.Terms, t)
		}
	}
	return s
}

// drawsAlone tells whether no other factor draws elements that one draws: as those of theta[0, k] and of theta[1, k].
func (b *builder) drawsAlone(of *Factor) bool {
	return !slices.ContainsFunc(b.program.Factors, func(f *Factor) bool {
		return f != of && f.Drawn != nil && f.Drawn.Variable == of.Drawn.Variable && !differ(f.Drawn, of.Drawn)
	})
}

// differ tells whether two elements of an array are seen to be different ones.
func differ(x, y *model.Expr) bool {
	for k, a := range x.Args {
		if c := y.Args[k]; a.Op == model.OpNumber && c.Op == model.OpNumber && a.Value != c.Value {
			return true
		}
	}
	return false
}

// aboutPart is what a factor says of the elements that another one draws, where that is a part of their array: nil where it is not, or
// where all instances must be looked at.
func (f *Factor) aboutPart(list []*occurrence, of *Factor, w *model.Variable) *Term {
	if of.covers(of.X) || len(list) != 1 || len(list[0].inside) > 0 {
		return nil
	}
	t, m := f.term(list, 0, of.X.Args, w.Dims)
	if m.search {
		return nil
	}
	t.Loops = append(slices.Clone(of.Loops), t.Loops...)
	return t
}

// scalable tells whether elements are such as are moved with a scale: drawn one by one, and with a precision of a gamma prior by
// slices.
func (b *builder) scalable(scale, elements *Draw) bool {
	switch elements.Method {
	case Slice, AdaptiveRejection:
		return true
	case Conjugate:
		return scale.Method == Slice && elements.normal() && !elements.vector()
	}
	return false
}

// all is the draw of the variable and the elements as one whose density is computed.
func (s *Scale) all(d *Draw) *Draw {
	return &Draw{Variables: []*model.Variable{d.Variable(), s.Of}, At: d.At, Method: Slice, Terms: s.Terms}
}

// Moved is the move of a precision as a draw of all that it changes; nil where there is
// none.
func (d *Draw) Moved() *Draw {
	if d.Scale == nil {
		return nil
	}
	return d.Scale.all(d)
}
