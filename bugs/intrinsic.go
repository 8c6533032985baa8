package bugs

import (
	"math"

	"mpc/lang"
)

// maxIntrinsic is how many elements an intrinsic autoregression may have: as many squared are data.
const maxIntrinsic = 2000

// intrinsic writes b[1:n] ~ car.normal(adj[], weights[], num[], tau), the intrinsic autoregression of Besag, York and
// Mollie (1991): the density of differences of neighbours,
//
//	tau^((n-c)/2) exp(-tau/2 sum(w[i,j] (b[i] - b[j])^2 : neighbours i, j)),
//
// where each of the c connected parts has the sum 0; what has no neighbours is 0. It is b = B z of as many
// independent z ~ normal(0, precision = tau) as there are elements less parts. B follows from the data.
func (t *translator) intrinsic(s *Relation) []lang.Stmt {
	at := s.Dist.At
	list := t.slices(s.Target)
	if len(s.Dist.Args) != 4 || len(list) != 1 || t.isInput(s) || s.Bounds != nil {
		t.Errorf(at, lang.CodeArguments, "car.normal(adj[], weights[], num[], tau) draws a row of values that the data do not give, without bounds")
		return nil
	}
	given := t.followed(s, 0, 1, 2) // adj, weights, num
	if given == nil {
		return nil
	}
	n := t.rows(s.Target)
	q := t.neighbours(s, given, n)
	if q == nil {
		return nil
	}
	b := centeredRoot(q, n)
	tau := t.value(s.Dist.Args[3])
	return t.autoregression(s, n, b, nil, func(*lang.Name) lang.Expr { return tau })
}

// followed are parameters that follow from data; nil where one does not.
func (t *translator) followed(s *Relation, which ...int) (list [][]float64) {
	v := t.quiet()
	for _, k := range which {
		x, left := v.vector(s.Dist.Args[k])
		if left != nil || v.report.HasErrors() {
			t.Errorf(s.Dist.Args[k].Pos(), lang.CodeParameter, "%s of %s does not follow from data", s.Dist.Args[k], s.Dist.Fun)
			return nil
		}
		list = append(list, x)
	}
	return list
}

// autoregression writes the elements of a target as sums of independent normals z with the rows of b, n in all, as
// factors, and as what is added to them, if it is not nil. The z have a precision each.
func (t *translator) autoregression(s *Relation, n int, b []float64, plus Expr, precision func(part *lang.Name) lang.Expr) []lang.Stmt {
	at, list := s.Dist.At, t.slices(s.Target)
	size, matrix := t.fresh("free_"+t.name(s.Target.Name)), t.fresh("basis_"+t.name(s.Target.Name))
	rows := &lang.Number{At: at, Value: float64(n), Int: true}
	t.own = append(t.own, &lang.Input{Name: lang.Name{At: at, Name: size}, Type: lang.TypeExpr{Base: "range"}},
		&lang.Input{Name: lang.Name{At: at, Name: matrix}, Type: lang.TypeExpr{Base: "real", Dims: []lang.Expr{rows, &lang.Name{At: at, Name: size}}}})
	t.out.Data[size] = &Array{Values: []float64{float64(len(b) / n)}, Whole: true}
	t.out.Data[matrix] = &Array{Dim: []int{n, len(b) / n}, Values: b}
	t.before = nil
	z := t.helperName(t.name(s.Target.Name), "part")
	k, j, i := t.fresh("k"), t.fresh("k"), t.fresh("k")
	loop := &For{At: at, Index: "part " + i}
	t.ours["for "+loop.Index] = i
	outer := t.site
	inner := *outer
	inner.loops = append(append([]*For{}, outer.loops...), loop)
	t.site = &inner
	here := []Expr{&Ref{At: at, Name: loop.Index}}
	target := t.element(t.elementwise(s.Target, here).(*Ref))
	var mean lang.Expr
	if plus != nil {
		mean = t.value(t.elementwise(plus, here))
	}
	t.site = outer
	name := func(n string) *lang.Name { return &lang.Name{At: at, Name: n} }
	of := func(n string, list ...string) lang.Expr {
		x := &lang.Index{At: at, X: name(n)}
		for _, i := range list {
			x.Args = append(x.Args, name(i))
		}
		return x
	}
	all := lang.Domain{At: at, Lo: name(size)}
	draw := &lang.Sample{At: s.At, Target: of(z, k), Dist: named(call(at, "normal", whole(at, 0)), "precision", precision(name(k)))}
	var sum lang.Expr = &lang.Reduce{At: at, Fun: "sum", Body: binary(at, "*", of(matrix, i, j), of(z, j)), Index: *name(j), Domain: all}
	if mean != nil {
		sum = binary(at, "+", mean, sum)
	}
	return append(t.before, &lang.For{At: at, Index: *name(k), Domain: all, Body: []lang.Stmt{draw}},
		&lang.For{At: at, Index: *name(i), Domain: lang.Domain{At: at, Lo: whole(at, 0), Hi: list[0].count}, Body: []lang.Stmt{&lang.Assign{At: s.At, Target: target, Value: sum}}})
}

// neighbours is the matrix of a sum of squares of differences, n rows; nil where the data do not fit.
func (t *translator) neighbours(s *Relation, given [][]float64, n int) []float64 {
	adj, weights, num := given[0], given[1], given[2]
	if len(num) != n || n == 0 || n > maxIntrinsic {
		t.Errorf(s.Dist.Args[2].Pos(), lang.CodeParameter, "%s has %d elements, and %s %d: there are as many, at most %d", s.Dist.Args[2], len(num), s.Target, n, maxIntrinsic)
		return nil
	}
	total := 0.0
	for _, k := range num {
		total += k
	}
	if int(total) != len(adj) || len(weights) != len(adj) {
		t.Errorf(s.Dist.Args[0].Pos(), lang.CodeParameter, "%s has the sum %v, and there are %d neighbours in %s and %d weights in %s", s.Dist.Args[2], total, len(adj), s.Dist.Args[0], len(weights), s.Dist.Args[1])
		return nil
	}
	w := make([]float64, n*n)
	at := 0
	for i := range n {
		for range int(num[i]) {
			j := int(adj[at]) - 1
			if j < 0 || j >= n || j == i || !(weights[at] >= 0) {
				t.Errorf(s.Dist.Args[0].Pos(), lang.CodeParameter, "%d is a neighbour of %d with the weight %v: neighbours are others of 1 to %d, and weights are not below 0", j+1, i+1, weights[at], n)
				return nil
			}
			w[i*n+j] = weights[at]
			at++
		}
	}
	q := make([]float64, n*n)
	for i := range n {
		for j := range n {
			if w[i*n+j] != w[j*n+i] {
				t.Errorf(s.Dist.Args[0].Pos(), lang.CodeParameter, "%d is a neighbour of %d with the weight %v, and %d of %d with the weight %v: these are equal", j+1, i+1, w[i*n+j], i+1, j+1, w[j*n+i])
				return nil
			}
			q[i*n+j] -= w[i*n+j]
			q[i*n+i] += w[i*n+j]
		}
	}
	return q
}

// centeredRoot returns B of b = B z, row by row: z independent of variance 1 give b the precision q, which is
// singular, with the sum 0 in each connected part. The first element of each part is left out, the others have a Cholesky
// factor, q = L L', and are L'^-1 z; means of parts are taken off.
func centeredRoot(q []float64, n int) []float64 {
	part := make([]int, n)
	for i := range part {
		part[i] = -1
	}
	var free, first []int
	var sizes []int
	for i := range n {
		if part[i] >= 0 {
			continue
		}
		first = append(first, i)
		sizes = append(sizes, 0)
		for list := []int{i}; len(list) > 0; list = list[1:] {
			k := list[0]
			if part[k] >= 0 {
				continue
			}
			part[k] = len(first) - 1
			sizes[part[k]]++
			for j := range n {
				if q[k*n+j] != 0 && part[j] < 0 {
					list = append(list, j)
				}
			}
		}
	}
	for i := range n {
		if first[part[i]] != i {
			free = append(free, i)
		}
	}
	m := len(free)
	l := make([]float64, m*m)
	for i := range m {
		for j := range i + 1 {
			x := q[free[i]*n+free[j]]
			for k := range j {
				x -= l[i*m+k] * l[j*m+k]
			}
			if i == j {
				l[i*m+i] = math.Sqrt(x)
			} else {
				l[i*m+j] = x / l[j*m+j]
			}
		}
	}
	b := make([]float64, n*m)
	for c := range m { // column c solves L' x = e_c
		for i := c; i >= 0; i-- {
			x := 0.0
			if i == c {
				x = 1
			}
			for k := i + 1; k <= c; k++ {
				x -= l[k*m+i] * b[free[k]*m+c]
			}
			b[free[i]*m+c] = x / l[i*m+i]
		}
		means := make([]float64, len(first))
		for i := range n {
			means[part[i]] += b[i*m+c] / float64(sizes[part[i]])
		}
		for i := range n {
			b[i*m+c] -= means[part[i]]
		}
	}
	return b
}
