package conditional

import "mpc/model"

// How an observation of a latent Gaussian model depends on the others.
type Dependence int

const (
	// ByNormal: it has a normal density around a combination of normals.
	ByNormal Dependence = iota
	// BySite: it has another density, that reads a combination of normals.
	BySite
	// BySingle: it reads a number that is integrated by itself.
	BySingle
	// ByHypers: it reads hyperparameters alone.
	ByHypers
	// Uncounted is no observation, but is counted among the sites.
	Uncounted
)

// An Observed is a statement of a latent Gaussian model whose instances see data, of which each is left out of all others.
type Observed struct {
	By   Dependence
	Term *Term
	Row  *Row // nil of ByHypers
	// Given is what was summed out of the density; nil of nothing.
	Given *Selection
}

// Observed lists these, but of vectors and of numbers that are integrated beside a combination, in the order in which rows are said.
func (g *Gaussian) Observed() (list []Observed) {
	for _, r := range g.Rows() {
		x := Observed{Term: &Term{Factor: r.Term.Factor, Loops: r.Term.Loops, Guards: r.Term.Guards, X: r.Term.X, Dist: r.Term.Dist, Log: r.Term.Log}, Row: r}
		if r.Site != nil {
			x.Given = r.Site.Selection
		}
		sees := r.Term.Factor.seesData() || x.Given != nil
		counted := true // among the sites
		switch {
		case r.Site == nil:
			counted = false
			sees = sees && !r.Held && r.Given == nil && r.Term.Factor.Of == nil && r.Term.Dist.IsNormal()
		case r.Site.Answer != nil:
			continue
		case r.Site.Single == nil:
			x.By = BySite
			sees = sees && r.Site.Bound == "" && r.Term.Mass == nil
		case r.Site.Bound != "":
			continue
		case r.Site.Beside():
			sees = false // by draws
		default:
			_, _, prior := r.Ends()
			x.By, counted = BySingle, prior
			sees = sees && !prior && !g.Besides(r.Site.Single.Variable)
		}
		if !sees {
			x.By = Uncounted
		}
		if sees || counted {
			list = append(list, x)
		}
	}
	for _, f := range g.Priors {
		if f.seesData() || f.Selector != nil {
			list = append(list, Observed{By: ByHypers, Term: &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: f.X, Dist: f.Dist, Log: f.Log}, Given: f.Selector})
		}
	}
	return list
}

// seesData tells whether a factor is the density of data, each of which counts once.
func (f *Factor) seesData() bool {
	return f.Dist != nil && f.Drawn == nil && f.X != nil && !f.X.Random && f.X.Type.Dimensions == 0 && !f.Exact && f.Times == nil && f.Holds == nil && f.Log == nil
}

// Seen is the one density of data in each branch, nil where several may be seen: an observation is then all of them.
func (x *Observed) Seen() *Term {
	if x.Given == nil {
		return x.Term
	}
	var one *Term
	for k := range x.Given.Branches {
		seen, ok := x.Given.Seen(k)
		if !ok || one != nil && seen.X.Key() != one.X.Key() {
			return nil
		}
		one = seen
	}
	return one
}

// Seen is the one density of data where the element has a value: false where the data say which of several it is.
func (s *Selection) Seen(value int) (one *Term, ok bool) {
	for _, t := range s.Branches[value] {
		if t.Factor.Drawn != nil {
			continue
		}
		counts, known := true, len(t.Loops) == 0
		for _, g := range t.Guards {
			yes, settled := settledTruth(g)
			counts, known = counts && (yes || !settled), known && settled
		}
		switch {
		case !counts:
		case one != nil, !known:
			return nil, false
		default:
			one = t
		}
	}
	return one, one != nil
}

// settledTruth is the truth of a condition that has constants alone; otherwise it is not settled.
func settledTruth(e *model.Expr) (yes, settled bool) {
	switch {
	case e.Op == model.OpBool:
		return e.Value != 0, true
	case e.Op != model.OpCall:
		return false, false
	case e.Fun == "!":
		yes, settled = settledTruth(e.Args[0])
		return !yes, settled
	case (e.Fun == "==" || e.Fun == "!=") && e.Args[0].Op == model.OpNumber && e.Args[1].Op == model.OpNumber:
		return (e.Args[0].Value == e.Args[1].Value) == (e.Fun == "=="), true
	}
	return false, false
}

// Data is the input whose elements a density sees, and which element; nil where that has no name.
func (t *Term) Data() (in *model.Input, at []*model.Expr) {
	switch t.X.Op {
	case model.OpInput:
		return t.X.Input, t.X.Args
	case model.OpVariable:
		if in := t.X.Variable.Data; in != nil {
			return in, t.X.Args
		}
	}
	return nil, nil
}
