package conditional

import (
	"slices"

	"mpc/model"
)

// A Site stands for the linear combination of normals that a factor reads which is no normal density.
type Site struct {
	// Of is the combination, At what stands for it in X and Dist of the row's Term.
	Of *model.Expr
	At *model.Variable
	// Answer is set where nothing is said of the combination, which is asked for.
	Answer *Answer
}

// site makes the row of a factor that reads normals by one linear combination alone; nil where it
// does not.
func (p parts) site(f *Factor) *Row {
	if f.Log != nil || f.Times != nil || f.Dist == nil || slices.ContainsFunc(f.Guards, p.read) || f.Drawn != nil {
		return nil
	}
	exprs := append([]*model.Expr{f.X}, f.Dist.Args...)
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
	l := &slopes{parts: p}
	if !l.add(of, model.Number(1), nil, nil) {
		return nil
	}
	at := &model.Variable{ID: -1, Name: "combination", Type: realType, Random: true, At: f.At}
	by := elementOf(at, nil)
	dist := *f.Dist
	dist.Args = make([]*model.Expr, len(f.Dist.Args))
	for i, a := range f.Dist.Args {
		dist.Args[i] = replaced(a, of.Key(), by)
	}
	row := &Row{
		Term:   &Term{Factor: f, Loops: f.Loops, Guards: f.Guards, X: replaced(f.X, of.Key(), by), Dist: &dist},
		Rest:   of,
		Slopes: l.merged(),
		Site:   &Site{Of: of, At: at},
	}
	if row.shape(f) != "" {
		return nil
	}
	row.Wide, row.Outer = true, len(f.Loops)
	return row
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

// Likelihood is what package latent calls what a site says: Logit, Probit, Poisson, BinomialLogit, or
// Other, whose log density is asked for.
func (r *Row) Likelihood() string {
	d := r.Term.Dist
	is := func(e *model.Expr) bool { return e != nil && e.Op == model.OpVariable && e.Variable == r.Site.At }
	linked := func(name, fun string) bool { a := d.Arg(name); return isCall(a, fun) && is(a.Args[0]) }
	switch {
	case d.Name == "bernoulli" && (is(d.Arg("logit")) || linked("p", "logistic")):
		return "Logit"
	case d.Name == "bernoulli" && linked("p", "probit"):
		return "Probit"
	case d.Name == "poisson" && linked("rate", "exp"):
		return "Poisson"
	case d.Name == "binomial" && linked("p", "logistic"):
		return "BinomialLogit"
	}
	return "Other"
}
