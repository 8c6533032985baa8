package conditional

import "slices"

// fewNumbers is how many numbers there are at most in a model of which all are integrated where EP would be off. EP is good where many
// rows that are log concave say what a normal is. One row of a square or of an absolute value, or two of which one is a condition, leave
// a posterior that no normal is near to; of few numbers the integral is known.
const fewNumbers = 5

// few finds a normal that is better integrated as a hyperparameter; -1 if there is none.
func (g *Gaussian) few() int {
	parts := g.Parts()
	if len(g.Singles)+len(g.Matrices) > 0 || len(parts)+len(g.Hyper) > fewNumbers || slices.ContainsFunc(parts, func(d *Draw) bool { return len(d.Variable().Dims) > 0 || d.Variable().Type.Dimensions > 0 }) {
		return -1
	}
	for _, r := range g.Sites() {
		if r.strange() || r.Site.Bound != "" && g.crowded(r) {
			return r.Slopes[0].Part
		}
	}
	return -1
}

// strange tells whether a site's density is no smooth log concave function of its combination.
func (r *Row) strange() bool {
	if r.Likelihood() != "Other" || r.Term.Mass != nil || r.Steps() || len(r.Slopes) == 0 {
		return false
	}
	return r.hasCorner() || !r.linked() || r.signs() && len(r.Term.Loops) == 0
}

// crowded tells whether others than normal densities say or ask something of what a condition reads: another site, or a function of several
// combinations.
func (g *Gaussian) crowded(bound *Row) bool {
	reads := func(r *Row) bool {
		return slices.ContainsFunc(r.Slopes, func(s *Slope) bool {
			return slices.ContainsFunc(bound.Slopes, func(b *Slope) bool { return b.Part == s.Part })
		})
	}
	return len(bound.Slopes) > 0 && slices.ContainsFunc(g.Rows(), func(r *Row) bool {
		switch {
		case r == bound || r.Site == nil || !reads(r):
			return false
		case r.Site.Answer == nil:
			return r.Site.Bound == ""
		}
		return r.Site.Answer.Kind == FunctionOfPair || r.Site.Answer.Kind >= Many
	})
}

// butOne is a list of draws without one.
func butOne(list []*Draw, k int) []*Draw { return slices.Delete(slices.Clone(list), k, k+1) }
