package bugs

import "mpc/lang"

// Distributions that are written as draws of others, whose conditionals Gibbs sampling has in closed form.

// pareto writes dpar(a, c) as c times exp of an exponential.
func (t *translator) pareto(s *Relation, target lang.Expr) []lang.Stmt {
	at := s.Dist.At
	h := t.helper(target, "log")
	return []lang.Stmt{
		&lang.Sample{At: s.At, Target: h, Dist: named(call(at, "exponential"), "rate", t.value(s.Dist.Args[0]))},
		&lang.Assign{At: s.At, Target: target, Value: binary(at, "*", t.value(s.Dist.Args[1]), call(at, "exp", h))},
	}
}

// student writes dt(m, p, k) as a normal whose precision is p times a gamma.
func (t *translator) student(s *Relation, target lang.Expr) []lang.Stmt {
	at := s.Dist.At
	h := t.helper(target, "scale")
	half := func() lang.Expr { return binary(at, "/", t.value(s.Dist.Args[2]), whole(at, 2)) }
	dist := named(call(at, "normal", t.value(s.Dist.Args[0])), "precision", binary(at, "*", t.value(s.Dist.Args[1]), h))
	return append([]lang.Stmt{&lang.Sample{At: s.At, Target: h, Dist: named(named(call(at, "gamma"), "shape", half()), "rate", half())}},
		t.bounded(s, target, dist)...)
}

// fewNumbers is up to how many numbers are proposed all at once; see mcmc.Directions.
const fewNumbers = 20

// ofFewNumbers tells whether data are of few numbers alone, whose priors are known, their degrees of freedom among them. These are drawn
// together from the density itself: as long as the weights of a mixture stand, degrees of freedom do not move far.
func (t *translator) ofFewNumbers(s *Relation) bool {
	if given := t.values.data[s.Target.Name]; !t.isInput(s) || given == nil || given.HasMissing() || t.isKnown(s.Dist.Args[2], t.site) {
		return false
	}
	few := &fewWalk{t: t, seen: map[string]bool{}}
	for _, a := range s.Dist.Args {
		few.visit(a, t.site)
	}
	return !few.no && few.count <= fewNumbers
}

// A fewWalk counts the numbers that expressions come from; no tells that there are others, as effects of a hierarchy.
type fewWalk struct {
	t     *translator
	seen  map[string]bool
	count int
	no    bool
}

func (f *fewWalk) visit(e Expr, at *site) {
	walk(e, func(e Expr) {
		r, ok := e.(*Ref)
		if !ok || at.loop(r.Name) != nil || f.t.known[r.Name] || f.t.given[r.Name] != nil || f.seen[r.Name] {
			return
		}
		f.seen[r.Name] = true
		for _, s := range f.t.all {
			switch {
			case s.Target.Name != r.Name:
			case s.Dist == nil:
				f.visit(s.Value, s)
			default:
				f.draw(s)
			}
		}
		if drawn(f.t.all, r.Name) {
			n := 1
			for _, d := range f.t.dims[r.Name] {
				n *= d
			}
			f.count += n
			f.no = f.no || f.t.core[r.Name] > 0 || len(r.Subs) != len(f.t.dims[r.Name])
		}
	})
}

// draw takes a draw into account, whose parameters are to be known.
func (f *fewWalk) draw(s *site) {
	for _, a := range s.Dist.Args {
		f.no = f.no || !f.t.isKnown(a, s)
	}
	if b := s.Bounds; b != nil {
		f.no = f.no || b.Lo != nil && !f.t.isKnown(b.Lo, s) || b.Hi != nil && !f.t.isKnown(b.Hi, s)
	}
}

// laplace writes ddexp(m, r) as a normal whose variance is exponential.
func (t *translator) laplace(s *Relation, target lang.Expr) []lang.Stmt {
	at := s.Dist.At
	h := t.helper(target, "scale")
	rate := binary(at, "/", binary(at, "^", t.value(s.Dist.Args[1]), whole(at, 2)), whole(at, 2))
	return append([]lang.Stmt{&lang.Sample{At: s.At, Target: h, Dist: named(call(at, "exponential"), "rate", rate)}},
		t.bounded(s, target, named(call(at, "normal", t.value(s.Dist.Args[0])), "variance", h))...)
}
