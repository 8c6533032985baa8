package conditional

import (
	"math"
	"slices"

	"mpc/mcmc"
	"mpc/model"
)

// A Site stands for the linear combination of normals that a factor reads which is no normal density.
type Site struct {
	// Of is the combination, At what stands for it in X and Dist of the row's Term.
	Of *model.Expr
	At *model.Variable
	// Bound is set of a condition, which has no At: > where the combination is above 0, < where it is below.
	Bound string
	// Answer is set where nothing is said of the combination, which is asked for.
	Answer *Answer
	// Single is the element, integrated by itself, whose value At stands for in place of a combination; nil of none. Where it is read beside a
	// combination, Value stands for its value.
	Single *model.Expr
	Value  *model.Variable
	// Selection is what was summed out of the density, in terms of At; nil of nothing.
	Selection *Selection
}

// Beside tells whether a number that is integrated by itself is read beside a combination.
func (s *Site) Beside() bool { return s.Value != nil }

// site makes the row of a factor that reads normals by one linear combination alone; nil where it
// does not.
func (p parts) site(f *Factor) *Row {
	switch {
	case f.Holds != nil:
		return p.bound(f)
	case f.Selector != nil:
		return p.summedOut(f)
	}
	if f.Log != nil || f.Times != nil || f.Dist == nil || slices.ContainsFunc(f.Guards, p.read) || f.Drawn != nil {
		return nil
	}
	exprs := []*model.Expr{p.compared(f.X)}
	for _, a := range f.Dist.Args {
		exprs = append(exprs, p.compared(a))
	}
	var of *model.Expr
	for _, e := range exprs {
		switch found, ok := p.combination(e); {
		case !ok, found != nil && of != nil && !found.Equal(of):
			return nil
		case found != nil:
			of = found
		}
	}
	if of == nil {
		return nil
	}
	slopes := p.slopesOf(of)
	if slopes == nil {
		return nil
	}
	at := &model.Variable{ID: -1, Name: "combination", Type: realType, Random: true, At: f.At}
	by := elementOf(at, nil)
	dist := *f.Dist
	dist.Args = make([]*model.Expr, len(f.Dist.Args))
	for i, a := range exprs[1:] {
		dist.Args[i] = replaced(a, of.Key(), by)
	}
	row := &Row{
		Term:   &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: replaced(exprs[0], of.Key(), by), Dist: &dist},
		Rest:   of,
		Slopes: slopes,
		Site:   &Site{Of: of, At: at},
	}
	return row.wide()
}

// compared is an expression in which a comparison of two linear combinations is one of their difference with 0: it then reads
// one. Of two comparisons of the same two the differences are the same.
func (p parts) compared(e *model.Expr) *model.Expr {
	if !p.read(e) {
		return e
	}
	return e.Map(func(x *model.Expr) *model.Expr {
		if x.Op != model.OpCall || mirrored[x.Fun] == "" || !p.read(x.Args[0]) || !p.read(x.Args[1]) {
			return x
		}
		a, b, fun := x.Args[0], x.Args[1], x.Fun
		if a.Key() > b.Key() {
			a, b, fun = b, a, mirrored[fun]
		}
		of := difference(a, b)
		if !p.isCombination(of) {
			return x
		}
		return model.Call(fun, boolean, of, model.Number(0))
	})
}

// bound makes the row of a condition that compares linear combinations, or nil: their difference is on
// one side of 0.
func (p parts) bound(f *Factor) *Row {
	e := f.Holds
	if e.Op != model.OpCall || opposite[e.Fun] == "" || e.Args[0].Type.Kind != model.Real && e.Args[1].Type.Kind != model.Real ||
		slices.ContainsFunc(f.Guards, p.read) {
		return nil
	}
	of := difference(e.Args[0], e.Args[1])
	slopes := p.slopesOf(of)
	if slopes == nil {
		return nil
	}
	row := &Row{
		Term:   &Term{Factor: f, Loops: f.Loops, Guards: f.Guards},
		Rest:   of,
		Slopes: slopes,
		Site:   &Site{Of: of, Bound: e.Fun[:1]},
	}
	return row.wide()
}

// slopesOf are those of a linear combination, nil where an expression is none.
func (p parts) slopesOf(of *model.Expr) []*Slope {
	l := &slopes{parts: p}
	if !l.add(of, model.Number(1), nil, nil) {
		return nil
	}
	return l.merged()
}

// wide makes a row one that is said by itself, whatever it reads; nil where it cannot be said.
func (r *Row) wide() *Row {
	if r.shape(r.Term.Factor) != "" {
		return nil
	}
	r.Wide, r.Outer = true, len(r.Term.Loops)
	return r
}

// combination finds the linear combination in an expression that alone reads normals: nil where
// none does, and ok is false where another part reads them.
func (p parts) combination(e *model.Expr) (of *model.Expr, ok bool) {
	if !p.read(e) {
		return nil, true
	}
	if l := (&slopes{parts: p}); l.add(e, model.Number(1), nil, nil) {
		return e, true
	}
	if e.Op != model.OpCall {
		return nil, false
	}
	for _, a := range e.Args {
		switch found, ok := p.combination(a); {
		case !ok, found != nil && of != nil && !found.Equal(of):
			return nil, false
		case found != nil:
			of = found
		}
	}
	return of, of != nil
}

// Likelihood is what package latent calls what a site says: Interval, Logit, Probit, Poisson,
// BinomialLogit, or Other, whose log density is asked for.
func (r *Row) Likelihood() string {
	switch {
	case r.Site.Bound != "":
		return "Interval"
	case r.Site.Beside():
		return "Beside"
	case r.Site.Single != nil:
		return "Single"
	}
	if r.Term.Mass != nil || r.Term.Log != nil {
		return "Other"
	}
	if s, e := siteOf(r.Term.Dist); s != nil && e.IsVariable(r.Site.At) {
		return s.Likelihood
	}
	return "Other"
}

// siteOf is the way in which a distribution reads a number that has a form of its own, with that number; nil where it
// has none.
func siteOf(d *model.Dist) (*mcmc.Site, *model.Expr) {
	for _, s := range predictor(d).Sites {
		if taken := d.Taken([]mcmc.Take{s.Of}); taken != nil {
			return &s, taken[0]
		}
	}
	return nil, nil
}

// predictor is what the row of a distribution says of it as a likelihood.
func predictor(d *model.Dist) mcmc.Predictor {
	if row := mcmc.Row(d.Name); row != nil {
		return row.Predictor
	}
	return mcmc.Predictor{}
}

// Bounds are those that a condition sets to the combination.
func (s *Site) Bounds() (low, high float64) {
	if s.Bound == ">" {
		return 0, math.Inf(1)
	}
	return math.Inf(-1), 0
}

// links are functions that take any number to one that parameters with bounds may be.
var links = []string{"exp", "logistic", "probit"}

// linked tells whether a site's density reads its combination by links alone, or as a location.
func (r *Row) linked() bool {
	if r.Term.Log != nil {
		return true // of others there is no site
	}
	return linkedBy(r.Term.Dist, r.Term.Mass != nil, r.Site.At)
}

// linkedBy tells whether a distribution reads what stands for a combination by links alone, or as a location, or as the mean of a normal where
// that is one.
func linkedBy(d *model.Dist, mean bool, at *model.Variable) bool {
	is := func(e *model.Expr) bool { return e != nil && e.Op == model.OpVariable && e.Variable == at }
	ok := true
	for _, a := range d.Args {
		if is(a) {
			ok = ok && (a == d.Arg("location") || mean && a == d.Arg("mean"))
			continue
		}
		a.Walk(func(e *model.Expr) {
			if slices.ContainsFunc(e.Args, is) && !slices.Contains(links, e.Fun) {
				ok = false
			}
		})
	}
	return ok
}

// Steps tells whether a site's density compares its combination with numbers.
func (r *Row) Steps() (found bool) {
	if r.Site == nil || r.Site.Bound != "" || r.Site.Single != nil || r.Term.Dist == nil {
		return false
	}
	for _, e := range append([]*model.Expr{r.Term.X}, r.Term.Dist.Args...) {
		e.Walk(func(x *model.Expr) {
			if x.Op == model.OpCall && mirrored[x.Fun] != "" {
				found = found || slices.ContainsFunc(x.Args, func(a *model.Expr) bool { return mentions(a, r.Site.At) })
			}
		})
	}
	return found
}

// hasCorner tells whether what a site says may be no smooth function of its combination.
func (r *Row) hasCorner() bool {
	return r.Site.Bound == "" && r.Site.Single == nil && r.Term.Mass == nil && (r.Term.Log == nil && predictor(r.Term.Dist).Corner ||
		slices.ContainsFunc(r.densities(), func(d *model.Dist) bool { return predictor(d).Corner }))
}

// signs tells whether what a site says may have a negative precision.
func (r *Row) signs() bool {
	if r.Site != nil && (r.Site.Beside() || r.Term.Log != nil && r.Site.Answer == nil) {
		return true
	}
	if r.Site == nil || r.Site.Answer != nil || r.Likelihood() != "Other" {
		return false
	}
	if d := r.Term.Dist; r.Term.Mass != nil && isNormal(d) {
		return slices.ContainsFunc(d.Args, func(e *model.Expr) bool { return e != d.Arg("mean") && mentions(e, r.Site.At) }) // a bound of a location is log concave
	}
	return !predictor(r.Term.Dist).LogConcave
}
