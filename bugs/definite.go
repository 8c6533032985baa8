package bugs

import (
	"math"

	"mpc/lang"
)

// A parameter of a distribution of matrices that the data give is checked where the program reads it: the words of an
// error are those of the program then, and not those of what it is written as.

// matrices are the distributions that take a matrix, with the place of that, and what it stands for.
var matrices = map[string]struct {
	place int
	means string
}{"dwish": {0, "scale"}, "dmnorm": {1, "precision"}, "dmnorm.vcov": {1, "covariance"}, "dmt": {1, "precision"}}

// knownMatrices checks matrices that data give: they are symmetric and positive definite, and a dwish has as many degrees of
// freedom as rows.
func (t *translator) knownMatrices() {
	v := *t.values
	v.report = t.Collector
	for _, s := range t.all {
		if s.Dist == nil {
			continue
		}
		m, ok := matrices[alias(s.Dist.Fun)]
		if !ok || len(s.Dist.Args) <= m.place || !t.isKnown(s.Dist.Args[m.place], s) {
			continue
		}
		e := s.Dist.Args[m.place]
		v.loops(s, func() *unknown {
			a, left := v.array(e)
			if left != nil || t.HasErrors() || len(a.Dim) != 2 || a.Dim[0] != a.Dim[1] {
				return nil
			}
			t.definite(s, e, m.means, a, &v)
			if alias(s.Dist.Fun) == "dwish" && len(s.Dist.Args) == 2 && t.isKnown(s.Dist.Args[1], s) {
				if df, left := v.number(s.Dist.Args[1]); left == nil && df <= float64(a.Dim[0]-1) && !t.HasErrors() {
					t.Errorf(s.Dist.Args[1].Pos(), lang.CodeParameter, "the degrees of freedom of dwish are %g%s, and %s has %d rows", df, t.iteration(s, &v), e, a.Dim[0]).
						WithHint("they are at least as many as rows")
				}
			}
			return nil
		})
		if t.HasErrors() {
			return
		}
	}
}

// definite reports a matrix that is not symmetric and positive definite.
func (t *translator) definite(s *site, e Expr, means string, a *Array, v *evaluation) {
	const hint = "it stands for a %s: symmetric, and all of its variances above 0"
	n := a.Dim[0]
	name := e.String()
	if r, ok := e.(*Ref); ok {
		name = r.Name
	}
	for i := range n {
		for j := range i {
			x, y := a.Values[i*n+j], a.Values[j*n+i]
			if math.Abs(x-y) > 1e-10*math.Sqrt(math.Abs(a.Values[i*n+i])*math.Abs(a.Values[j*n+j])) {
				t.Errorf(e.Pos(), lang.CodeDataMatrix, "%s is not symmetric%s: %g in row %d and column %d, and %g in row %d and column %d", name, t.iteration(s, v), y, j+1, i+1, x, i+1, j+1).
					WithHint(hint, means)
				return
			}
		}
	}
	if !isDefinite(a.Values, n) {
		t.Errorf(e.Pos(), lang.CodeDataMatrix, "%s is not positive definite%s", name, t.iteration(s, v)).WithHint(hint, means)
	}
}

// isDefinite tells whether a symmetric matrix of n rows is positive definite: all pivots of its elimination are above 0.
func isDefinite(x []float64, n int) bool {
	a := append([]float64{}, x...)
	for k := range n {
		if !(a[k*n+k] > 0) {
			return false
		}
		for i := k + 1; i < n; i++ {
			f := a[i*n+k] / a[k*n+k]
			for j := k; j < n; j++ {
				a[i*n+j] -= f * a[k*n+j]
			}
		}
	}
	return true
}

// iteration says at which values of the indices of loops something is.
func (t *translator) iteration(s *site, v *evaluation) (text string) {
	for _, l := range s.loops {
		text += ", at " + l.Index + " = " + inShort(float64(v.index[l.Index]))
	}
	return text
}
