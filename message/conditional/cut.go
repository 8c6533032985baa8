package conditional

import "mpc/model"

// A Cut is a bound that a condition on a hyperparameter alone gives it, as observe sigma > 0 does: it is integrated above At,
// if Low, else below. The prior is not normalised anew, so that the evidence counts how probable the condition is.
type Cut struct {
	Variable *model.Variable
	At       *model.Expr
	Low      bool
}

// cut notes the bound that a factor is, and tells whether it is one.
func (g *Gaussian) cut(f *Factor) bool {
	if f.Holds == nil || f.Times != nil || len(f.Loops)+len(f.Guards) > 0 {
		return false
	}
	above := positive(f.Holds)
	if above == nil {
		return false
	}
	for _, d := range g.Hyper {
		v := d.Variable()
		if len(v.Dims) > 0 {
			continue
		}
		slope, rest, ok := affine(above, elementOf(v, nil))
		if ok && slope.Op == model.OpNumber && slope.Value != 0 && !rest.Random {
			g.Cuts = append(g.Cuts, Cut{v, quotient(negated(rest), slope), slope.Value > 0})
			return true
		}
	}
	return false
}
