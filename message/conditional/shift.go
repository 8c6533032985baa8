package conditional

import (
	"slices"

	"mpc/model"
)

// A Shift moves a number and elements that it is tied to together, after the draw of the number: the number by a distance, each
// element by that times By, which leaves as they are the densities that tie them. Given the elements the number moves little, as
// they do given it. Of a translation the derivative is 1, so that the distance is drawn from all densities that change (Liu and
// Sabatti, "Generalised Gibbs sampler and multigrid Monte Carlo for Bayesian computation", Biometrika 87, 2000, theorem 1).
// The elements are drawn one by one without a closed form. Either the number is in their mean, as mu of
// theta[i] ~ normal(mu, sd), and they go with it; or it is added to them wherever they are read, as in exp(mu + b[i]), and they go
// against it.
type Shift struct {
	// Of are the elements: At, one for each pass of Loops.
	Of    *model.Variable
	Loops []*model.Loop
	At    []*model.Expr
	By    *model.Expr
	// Terms are all factors that change.
	Terms []*Term
	// Number is that of the move, from 0.
	Number int
}

// shifts finds numbers that are moved with elements, unless the model wants each variable drawn by itself.
func (b *builder) shifts() {
	if b.program.Model.NoBlocks {
		return
	}
	leaf := b.leaves()
	for _, d := range b.program.Draws {
		if !b.shiftable(d, leaf) {
			continue
		}
		for _, of := range b.program.Draws {
			if of == d || !b.oneByOne(of, leaf) {
				continue
			}
			if s := b.shift(d, of.Variable(), leaf); s != nil {
				s.Number = b.program.Shifts
				b.program.Shifts++
				d.Shifts = append(d.Shifts, s)
				d.Reason += "; " + d.Variable().Name + " and " + s.Of.Name + " are then moved together"
			}
		}
	}
}

// shiftable tells whether a draw is of a number that may be moved with others.
func (b *builder) shiftable(d *Draw, leaf map[*model.Variable]bool) bool {
	v := d.Variable()
	alone := d.Block == nil && d.Scale == nil && d.Seen == nil && len(d.At)+len(d.Guards) == 0
	number := v.Type.Kind == model.Real && v.Type.Dimensions == 0 && v.Input == nil && !leaf[v] && b.asked(v) == ""
	switch d.Method {
	case Slice, AdaptiveRejection:
	case Conjugate:
		number = number && d.normal()
	default:
		return false
	}
	if !alone || !number || len(d.Prior) != 1 || len(d.Prior[0].Loops)+len(d.Prior[0].Guards) > 0 || d.Prior[0].Dist == nil {
		return false
	}
	return !slices.ContainsFunc(d.Terms, func(t *Term) bool { return t != d.Prior[0] && t.Bounds != nil })
}

// oneByOne tells whether a draw is of the elements of an array, one by one and without a closed form.
func (b *builder) oneByOne(d *Draw, leaf map[*model.Variable]bool) bool {
	v := d.Variable()
	return (d.Method == Slice || d.Method == AdaptiveRejection) && d.Block == nil && d.Seen == nil && len(d.At) > 0 && len(d.Guards) == 0 &&
		v.Type.Kind == model.Real && v.Type.Dimensions == 0 && v.Input == nil && !leaf[v] && b.asked(v) == ""
}

// shift is the move of a number with the elements of an array; nil where nothing ties them so.
func (b *builder) shift(d *Draw, w *model.Variable, leaf map[*model.Variable]bool) *Shift {
	v := d.Variable()
	prior := b.prior(w)
	if prior == nil || prior.Dist == nil || prior.Times != nil || !prior.covers(prior.X) || len(prior.occurrences(w)) != 1 {
		return nil
	}
	s := &Shift{Of: w, Loops: prior.Loops, At: prior.X.Args}
	same := b.withMean(s, v, prior)
	if same == nil {
		same = b.againstSum(s, v, prior, leaf)
	}
	if same == nil {
		return nil
	}
	for _, f := range b.program.Factors {
		if f.Drawn != nil && leaf[f.Drawn.Variable] || slices.Contains(same, f) || len(f.occurrences(v))+len(f.occurrences(w)) == 0 {
			continue
		}
		if f.Holds != nil || f.silent(v) || f.silent(w) {
			return nil
		}
		s.Terms = append(s.Terms, &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Log: f.Log, Times: f.Times})
	}
	return s
}

// withMean tells what elements whose mean a number is in do not change, going with it: their prior.
func (b *builder) withMean(s *Shift, v *model.Variable, prior *Factor) []*Factor {
	mean := prior.Dist.Arg("mean") // none where the data give the distribution
	if mean == nil || !b.gaussian(s.Of) || slices.ContainsFunc(prior.Dist.Args, func(a *model.Expr) bool { return a != mean && mentions(a, v) }) {
		return nil
	}
	slope, _, ok := affine(mean, elementOf(v, nil))
	if !ok || slope.IsNumber(0) || mentions(slope, v) || mentions(slope, s.Of) {
		return nil
	}
	s.By = slope
	return []*Factor{prior}
}

// againstSum tells what elements do not change, going against a number that is added to them wherever they are read: all that
// reads them.
func (b *builder) againstSum(s *Shift, v *model.Variable, prior *Factor, leaf map[*model.Variable]bool) (same []*Factor) {
	w := s.Of
	if len(prior.occurrences(v)) > 0 {
		return nil
	}
	for _, f := range b.program.Factors {
		list := f.occurrences(w)
		if f == prior || len(list) == 0 || f.Drawn != nil && leaf[f.Drawn.Variable] {
			continue
		}
		if len(list) != 1 || len(list[0].around) > 0 || f.Dist == nil || f.X == nil || mentions(f.X, w) || mentions(f.X, v) || slices.ContainsFunc(f.Guards, func(g *model.Expr) bool { return mentions(g, w) || mentions(g, v) }) {
			return nil
		}
		top, rest := sumAround(f, list[0].element)
		if top == nil {
			return nil
		}
		slope, _, ok := affine(rest, elementOf(v, nil))
		if !ok || mentions(slope, v) || mentions(slope, w) || !f.only(v, top) {
			return nil
		}
		// The slope is that of an element, the same in all instances that read it.
		m := f.match(list[0], s.At, w.Dims)
		slope = m.apply(slope)
		if m.search && readsIndices(slope, f.Loops) || slices.ContainsFunc(m.loops, func(l *model.Loop) bool { return slope.Uses(l.Index) }) || s.By != nil && !negated(slope).Equal(s.By) {
			return nil
		}
		s.By = negated(slope)
		same = append(same, f)
	}
	if len(same) == 0 || s.By.IsNumber(0) {
		return nil
	}
	return same
}

// only tells whether a factor reads a variable in one part of its parameters only.
func (f *Factor) only(v *model.Variable, part *model.Expr) bool {
	key := part.Key()
	return f.Log == nil && f.Times == nil && !slices.ContainsFunc(f.Dist.Args, func(e *model.Expr) bool { return mentions(replaced(e, key, model.Number(0)), v) })
}

// readsIndices tells whether an expression reads an index of some loops.
func readsIndices(e *model.Expr, loops []*model.Loop) bool {
	return slices.ContainsFunc(loops, func(l *model.Loop) bool { return e.Uses(l.Index) })
}

// All is the draw of the number and the elements as one whose density is computed.
func (s *Shift) All(d *Draw) *Draw {
	return &Draw{Variables: []*model.Variable{d.Variable(), s.Of}, At: d.At, Method: Slice, Terms: s.Terms}
}
