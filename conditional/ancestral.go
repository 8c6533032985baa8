package conditional

import "mpc/model"

// ancestral tells whether a factor defines an element of a variable from elements that are
// drawn before it where a draw runs over them in order, as x[t] from x[t-1]: drawn from
// their priors one after the other, they are a draw of the whole.
func (f *Factor) ancestral(v *model.Variable) bool {
	if f.Drawn == nil || f.Drawn.Variable != v {
		return false
	}
	own := f.Drawn.Args[:min(len(f.Drawn.Args), len(v.Dims))]
	for _, o := range f.occurrences(v) {
		if o.element != f.Drawn && !before(o.args(), own) {
			return false
		}
	}
	return true
}

// before tells whether an element is seen to come before another, the last index running
// fastest.
func before(a, b []*model.Expr) bool {
	for k := range a {
		if a[k].Equal(b[k]) {
			continue
		}
		i, c, ok := a[k].Affine()
		j, d, and := b[k].Affine()
		return ok && and && i == j && c < d
	}
	return false
}
