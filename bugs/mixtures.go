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

// studentVector writes dmt(m, T, k) as a normal whose precision is T times a gamma.
func (t *translator) studentVector(s *Relation, target lang.Expr) []lang.Stmt {
	at, args := s.Dist.At, s.Dist.Args
	h := t.helper(target, "scale")
	half := func() lang.Expr { return binary(at, "/", t.value(args[2]), whole(at, 2)) }
	out := []lang.Stmt{&lang.Sample{At: s.At, Target: h, Dist: named(named(call(at, "gamma"), "shape", half()), "rate", half())}}
	var precision lang.Expr
	if r, ok := args[1].(*Ref); ok && len(t.slices(r)) == 2 && t.core[r.Name] != 2 { // element by element
		p := t.helper(target, "precision")
		cell := &lang.Index{At: at, X: p}
		if x, ok := p.(*lang.Index); ok {
			cell = &lang.Index{At: at, X: x.X, Args: append([]lang.Expr{}, x.Args...)}
		}
		list := t.slices(r)
		outer := t.site
		site := *outer
		var loops []*For
		var with []Expr
		for range list {
			name := t.fresh("k")
			loop := &For{At: at, Index: "part " + name}
			t.ours["for "+loop.Index] = name
			loops, with = append(loops, loop), append(with, &Ref{At: at, Name: loop.Index})
			cell.Args = append(cell.Args, &lang.Name{At: at, Name: name})
		}
		site.loops = append(append([]*For{}, outer.loops...), loops...)
		t.site = &site
		body := lang.Stmt(&lang.Assign{At: at, Target: cell, Value: binary(at, "*", h, t.value(t.elementwise(r, with, nil)))})
		t.site = outer
		for i := len(list) - 1; i >= 0; i-- {
			body = &lang.For{At: at, Index: lang.Name{At: at, Name: t.ours["for "+loops[i].Index]},
				Domain: lang.Domain{At: at, Lo: whole(at, 0), Hi: list[i].count}, Body: []lang.Stmt{body}}
		}
		out, precision = append(out, body), p
	} else {
		precision = binary(at, "*", h, t.array(args[1], 2))
	}
	dist := named(call(at, "mvnormal", t.array(args[0], 1)), "precision", precision)
	return append(out, t.bounded(s, target, dist)...)
}

// laplace writes ddexp(m, r) as a normal whose variance is exponential.
func (t *translator) laplace(s *Relation, target lang.Expr) []lang.Stmt {
	at := s.Dist.At
	h := t.helper(target, "scale")
	rate := binary(at, "/", binary(at, "^", t.value(s.Dist.Args[1]), whole(at, 2)), whole(at, 2))
	return append([]lang.Stmt{&lang.Sample{At: s.At, Target: h, Dist: named(call(at, "exponential"), "rate", rate)}},
		t.bounded(s, target, named(call(at, "normal", t.value(s.Dist.Args[0])), "variance", h))...)
}
