package bugs

import "mpc/lang"

// A swept matrix is a symmetric positive definite one of many rows, swept row by row: after k sweeps the
// corner of k rows is minus the inverse of that corner, and what is to be divided by next is a ratio of
// leading minors (Goodnight, "A tutorial on the SWEEP operator", American Statistician 33, 1979). So n sweeps give
// minus the inverse, and the log determinant is the sum of the logs of the n pivots. No draw may read these:
// they are loops, which are computed for each draw that is kept.
type swept struct {
	t    *translator
	at   lang.Pos
	name string
	lead []lang.Expr
	rows int
}

// sweep writes the sweeps of a matrix; one of the same elements is written once.
func (t *translator) sweep(m *Ref, lead []lang.Expr, n int, at lang.Pos) (*swept, []lang.Stmt) {
	w := &swept{t, at, "", lead, n}
	key := "swept " + m.String()
	if w.name = t.ours[key]; w.name != "" {
		return w, nil
	}
	w.name = t.fresh("swept_" + t.name(m.Name))
	t.ours[key] = w.name
	i, j, k := t.fresh("k"), t.fresh("k"), t.fresh("k")
	of := func(n string) lang.Expr { return &lang.Name{At: at, Name: n} }
	all, none := whole(at, n), whole(at, 0)
	after := func() lang.Expr { return binary(at, "+", of(k), whole(at, 1)) }
	over := func(index string, lo, hi lang.Expr, body ...lang.Stmt) lang.Stmt {
		return &lang.For{At: at, Index: lang.Name{At: at, Name: index}, Domain: lang.Domain{At: at, Lo: lo, Hi: hi}, Body: body}
	}
	set := func(row, column string, value lang.Expr) lang.Stmt {
		return &lang.Assign{At: at, Target: w.element(after(), of(row), of(column)), Value: value}
	}
	was := func(row, column string) lang.Expr { return w.element(of(k), of(row), of(column)) }
	ratio := func(row, column string) lang.Expr { return binary(at, "/", was(row, column), was(k, k)) }
	// A part is what a sweep makes of the rows from lo on below hi.
	part := func(lo, hi lang.Expr) lang.Stmt {
		rest := func() lang.Stmt {
			return set(i, j, binary(at, "-", was(i, j), binary(at, "/", binary(at, "*", was(i, k), was(k, j)), was(k, k))))
		}
		return over(i, lo, hi, set(i, k, ratio(i, k)), set(k, i, ratio(k, i)), over(j, none, of(k), rest()), over(j, after(), all, rest()))
	}
	first := w.each(i, j, func(with []Expr) lang.Stmt {
		return &lang.Assign{At: at, Target: w.element(none, of(i), of(j)), Value: t.value(t.elementwise(m, with))}
	})
	pivot := set(k, k, binary(at, "/", &lang.Unary{At: at, Op: "-", X: whole(at, 1)}, was(k, k)))
	return w, []lang.Stmt{
		first,
		over(k, none, all, pivot, part(none, of(k)), part(after(), all)),
	}
}

// element is an element after k sweeps.
func (w *swept) element(k, i, j lang.Expr) lang.Expr {
	args := append(append([]lang.Expr{}, w.lead...), k, i, j)
	return &lang.Index{At: w.at, X: &lang.Name{At: w.at, Name: w.name}, Args: args}
}

// each writes a statement for each row and column, whose indices it is given as subscripts of the program.
func (w *swept) each(i, j string, body func(with []Expr) lang.Stmt) lang.Stmt {
	t, outer, site := w.t, w.t.site, *w.t.site
	site.loops = append([]*For{}, outer.loops...)
	with := make([]Expr, 2)
	for d, name := range []string{i, j} {
		loop := &For{At: w.at, Index: "row " + name}
		t.ours["for "+loop.Index] = name
		site.loops, with[d] = append(site.loops, loop), &Ref{At: w.at, Name: loop.Index}
	}
	t.site = &site
	s := body(with)
	t.site = outer
	for _, name := range []string{j, i} {
		s = &lang.For{At: w.at, Index: lang.Name{At: w.at, Name: name}, Domain: lang.Domain{At: w.at, Lo: whole(w.at, 0), Hi: whole(w.at, w.rows)}, Body: []lang.Stmt{s}}
	}
	return s
}

// inverse writes the elements of the inverse.
func (w *swept) inverse(target *Ref) lang.Stmt {
	i, j := w.t.fresh("k"), w.t.fresh("k")
	return w.each(i, j, func(with []Expr) lang.Stmt {
		x := w.element(whole(w.at, w.rows), &lang.Name{At: w.at, Name: i}, &lang.Name{At: w.at, Name: j})
		return &lang.Assign{At: w.at, Target: w.t.element(w.t.elementwise(target, with).(*Ref)), Value: &lang.Unary{At: w.at, Op: "-", X: x}}
	})
}

// logDeterminant is the log of the determinant.
func (w *swept) logDeterminant() lang.Expr {
	k := lang.Name{At: w.at, Name: w.t.fresh("k")}
	pivot := w.element(&k, &k, &k)
	return &lang.Reduce{At: w.at, Fun: "sum", Body: call(w.at, "log", pivot), Index: k, Domain: lang.Domain{At: w.at, Lo: whole(w.at, 0), Hi: whole(w.at, w.rows)}}
}
