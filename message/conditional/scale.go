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
type Scale struct {
	// Of are the elements: At, one for each pass of Loops.
	Of    *model.Variable
	Loops []*model.Loop
	At    []*model.Expr
	Mean  *model.Expr
	// Power is that of the variable in the precision.
	Power float64
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
	if low, _ := d.Support(); !(low >= 0) || len(prior.Loops)+len(prior.Guards) > 0 || prior.Dist == nil {
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
	if of == nil || of.Drawn == nil || of.Times != nil || !of.Dist.IsNormal() || len(of.Loops) == 0 || !of.covers(of.X) || mentions(of.Dist.Arg("mean"), v) {
		return nil
	}
	w := of.X.Variable
	k := slices.IndexFunc(b.program.Draws, func(o *Draw) bool { return o.Variable() == w })
	if k < 0 || !b.scalable(d, b.program.Draws[k]) || b.prior(w) != of || len(of.occurrences(w)) != 1 {
		return nil
	}
	_, power, ok := monomial(precisionOf(of.Dist), elementOf(v, nil))
	if !ok || power == 0 {
		return nil
	}
	s := &Scale{Of: w, Loops: of.Loops, At: of.X.Args, Mean: of.Dist.Arg("mean"), Power: power, Terms: slices.Clone(d.Prior)}
	for _, f := range b.program.Factors {
		if f == of || f.silent(w) || f.Drawn != nil && leaf[f.Drawn.Variable] || len(f.occurrences(w)) == 0 {
			continue
		}
		if f.Holds != nil {
			return nil
		}
		s.Terms = append(s.Terms, &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Log: f.Log, Times: f.Times})
	}
	return s
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
