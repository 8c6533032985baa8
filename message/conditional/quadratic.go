package conditional

import (
	"cmp"
	"slices"

	"mpc/model"
)

// A normal vector whose mean is computed from normal numbers, component by component, has
// no message to these as it stands. What it says of them is a quadratic form of its
// residuals, each linear in them, and with P the precision
//
//	r' P r = sum_j (sum_k P[j,k]) r[j]^2 - sum_(j<k) P[j,k] (r[j] - r[k])^2
//
// so that it is a product of densities of numbers, each with a weight in the place of a
// precision, which may be negative, as messages and blocks take them. The factor itself then says nothing of these variables.

// A form is a factor with the quadratic forms that stand for it in some variables.
type form struct {
	factor    *Factor
	parts     []*Factor
	variables []*model.Variable
}

// quadratics gives quadratic forms to the factors for which that gives variables a closed
// form.
func (b *builder) quadratics() {
	leaf := b.leaves()
	forms := map[*Factor]*form{}
	for _, f := range b.program.Factors {
		if f.Dist == nil || f.Dist.Name != "mvnormal" || f.Drawn != nil && leaf[f.Drawn.Variable] {
			continue
		}
		if q := b.form(f); q != nil {
			forms[f] = q
		}
	}
	before := b.program.Factors
	for len(forms) > 0 {
		b.program.Factors = nil
		for _, f := range before {
			q := forms[f]
			if q == nil {
				b.program.Factors = append(b.program.Factors, f)
				continue
			}
			whole := *f
			whole.But = q.variables
			b.program.Factors = append(b.program.Factors, &whole)
			for _, p := range q.parts {
				part := *p
				part.For = q.variables
				b.program.Factors = append(b.program.Factors, &part)
			}
		}
		closed := map[*model.Variable]bool{}
		for _, d := range b.trial() {
			closed[d.Variable()] = d.Method == Conjugate
		}
		again := false
		for f, q := range forms {
			n := len(q.variables)
			q.variables = slices.DeleteFunc(slices.Clone(q.variables), func(v *model.Variable) bool { return !closed[v] })
			again = again || len(q.variables) < n
			if len(q.variables) == 0 {
				delete(forms, f)
			}
		}
		if !again {
			return
		}
	}
	b.program.Factors = before
}

// form makes the quadratic forms of a factor; nil where no variable gains by them.
func (b *builder) form(f *Factor) *form {
	mean := f.Dist.Arg("mean")
	if mean.Op == model.OpVariable && mean.Type.Dimensions == 1 && !mean.PartOfArray() {
		return nil
	}
	q := &form{factor: f}
	for _, v := range drawnIn(model.Call("-", mean.Type, f.X, mean)) {
		if v.Type.Kind == model.Real && v.Type.Dimensions < 2 && b.gaussian(v) && (f.Drawn == nil || f.Drawn.Variable != v) && !slices.ContainsFunc(precisionsOf(f.Dist), func(e *model.Expr) bool { return mentions(e, v) }) {
			q.variables = append(q.variables, v)
		}
	}
	if len(q.variables) == 0 {
		return nil
	}
	if q.parts = b.squares(f); q.parts == nil {
		return nil
	}
	return q
}

// precisionsOf are the precision of a normal vector, or its covariance, as far as it has one.
func precisionsOf(d *model.Dist) (list []*model.Expr) {
	for _, name := range []string{"precision", "covariance"} {
		if e := d.Arg(name); e != nil {
			list = append(list, e)
		}
	}
	return list
}

// squares are the density of a normal vector as densities of its components and of differences of two; nil where these are not
// seen.
func (b *builder) squares(f *Factor) []*Factor {
	mean := f.Dist.Arg("mean")
	covariance := f.Dist.Arg("covariance")
	matrix, times := multiple(cmp.Or(f.Dist.Arg("precision"), covariance))
	if covariance != nil {
		times = quotient(model.Number(1), times)
	}
	sizes := mean.Lengths()
	if len(sizes) == 0 {
		return nil
	}
	j, k := b.over("j", f), b.over("k", f)
	at, other := model.IndexExpr(j), model.IndexExpr(k)
	x, ok := b.entry(f.X, at)
	m, ok2 := b.entry(mean, at)
	entry, ok3 := b.entryOf(matrix, covariance != nil, at, other)
	if !ok || !ok2 || !ok3 {
		return nil
	}
	y, n := x.Subst(j, other), m.Subst(j, other)
	size := sizes[0]
	every := &model.Loop{Index: k, Lo: model.Number(0), Hi: size, Full: size}
	total := &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{entry}, Random: entry.Random, Loop: every, At: f.At}
	part := func(x, m, precision *model.Expr, low ...*model.Expr) *Factor {
		p := *f
		p.Drawn, p.Loops = nil, nil
		for i, lo := range low {
			p.Loops = append(p.Loops, &model.Loop{Index: []*model.Index{j, k}[i], Lo: lo, Hi: size, Full: size})
		}
		if slices.ContainsFunc(f.Loops, func(l *model.Loop) bool { return size.Uses(l.Index) }) {
			p.Loops = slices.Concat(f.Loops, p.Loops)
		} else { // what all vectors say of the same components is added up
			p.Loops = slices.Concat(p.Loops, f.Loops)
		}
		p.X = x
		p.Dist = &model.Dist{Name: "quadratic", Names: []string{"mean", "weight"}, Args: []*model.Expr{m, product(times, precision)}, At: f.Dist.At}
		return &p
	}
	return []*Factor{
		part(x, m, total, model.Number(0)),
		part(difference(x, y), difference(m, n), negated(entry), model.Number(0), sum(at, model.Number(1))),
	}
}

// entry is a component of a vector or a matrix: of a list of data as it stands.
func (b *builder) entry(e *model.Expr, at ...*model.Expr) (*model.Expr, bool) {
	if e.Op == model.OpList && !readsDrawn(e) {
		return model.Call("component", realType, append([]*model.Expr{e}, at...)...), true
	}
	return b.component(e, at)
}

// entryOf is an entry of a precision: of the inverse of a covariance where that is known.
func (b *builder) entryOf(matrix *model.Expr, inverse bool, at ...*model.Expr) (*model.Expr, bool) {
	switch {
	case !inverse:
		return b.entry(matrix, at...)
	case matrix.Op == model.OpList:
		known := inverseOf(matrix)
		if known == nil {
			return nil, false
		}
		return b.entry(known, at...)
	}
	return model.Call(model.Inverse, realType, append([]*model.Expr{matrix}, at...)...), matrix.Op == model.OpInput && !readsDrawn(matrix)
}

// inverseOf is the inverse of a matrix of constants, by elimination, which keeps the digits of
// one that is positive definite (Higham 2002, section 10.1); nil of others.
func inverseOf(matrix *model.Expr) *model.Expr {
	n := len(matrix.Args)
	rows := make([][]float64, n)
	for i, r := range matrix.Args {
		if r.Op != model.OpList || len(r.Args) != n {
			return nil
		}
		rows[i] = make([]float64, 2*n)
		for j, x := range r.Args {
			if x.Op != model.OpNumber {
				return nil
			}
			rows[i][j] = x.Value
		}
		rows[i][n+i] = 1
	}
	for k, pivot := range rows {
		if !(pivot[k] > 0) {
			return nil
		}
		for i, row := range rows {
			if i == k {
				continue
			}
			by := row[k] / pivot[k]
			for j := range row {
				row[j] -= by * pivot[j]
			}
		}
	}
	out := *matrix
	out.Args = nil
	for i, row := range rows {
		r := *matrix.Args[i]
		r.Args = nil
		for j := range n {
			// The mean of both sides: symmetric to the last digit.
			r.Args = append(r.Args, model.Number((row[n+j]/row[i]+rows[j][n+i]/rows[j][j])/2))
		}
		out.Args = append(out.Args, &r)
	}
	return &out
}

// over is an index over the components of the vector of a factor, whose name no loop of the factor has.
func (b *builder) over(name string, f *Factor) *model.Index {
	b.indices++
	for slices.ContainsFunc(f.Loops, func(l *model.Loop) bool { return l.Index.Name == name }) {
		name += "2"
	}
	return &model.Index{ID: -b.indices, Name: name, At: f.At}
}
