package bugs

import (
	"fmt"
	"math"
	"slices"
	"sort"
	"strings"

	"mpc/lang"
	"mpc/lang/functions"
)

// maxInverse is how many rows a matrix may have whose inverse is written out.
const maxInverse = 5

// several writes a definition of several elements: an inverse, or an expression element by
// element.
func (t *translator) several(s *Relation) []lang.Stmt {
	if c, ok := s.Value.(*Call); ok && c.Fun == "inverse" {
		return t.inverse(s, c)
	}
	list := t.slices(s.Target)
	if len(list) == 0 {
		t.Errorf(s.Target.At, lang.CodeUnsupported, "%s is all of %s, and nothing says how many elements it has", s.Target, s.Target.Name).
			WithHint("write the element that is meant, or its bounds, %s[1:n]", s.Target.Name)
		return nil
	}
	if t.isNumber(s.Value) && s.Target.Subs != nil {
		t.Errorf(s.Value.Pos(), lang.CodeIndex, "%s is several elements, and %s is one number", s.Target, s.Value).
			WithHint("define them in a loop, or write rep(%s, n)", s.Value)
		return nil
	}
	outer := t.site
	site := *outer
	var loops []*For
	with := make([]Expr, len(list))
	for i := range list {
		name := t.fresh("k")
		loop := &For{At: s.At, Index: "of " + name}
		t.ours["for "+loop.Index] = name
		loops = append(loops, loop)
		with[i] = &Ref{At: s.At, Name: loop.Index}
	}
	site.loops = append(append([]*For{}, outer.loops...), loops...)
	t.site = &site
	target, _ := t.elementwise(s.Target, with).(*Ref)
	element := *s
	element.Target, element.Value = target, t.elementwise(s.Value, with)
	body := t.relation(&element)
	t.site = outer
	for i := len(list) - 1; i >= 0; i-- {
		body = []lang.Stmt{&lang.For{At: s.At, Index: lang.Name{At: s.At, Name: t.ours["for "+loops[i].Index]},
			Domain: lang.Domain{At: s.At, Lo: whole(s.At, 0), Hi: list[i].count}, Body: body}}
	}
	return body
}

// isNumber tells whether an expression is plainly one number: no array has a part in it, but in functions that make a number of one.
func (t *translator) isNumber(e Expr) bool {
	plain := t.sliced(e) == nil
	walkWithin(e, func(e Expr) {
		switch e := e.(type) {
		case *Call:
			plain = plain && (reduces(e) || functions.OfBUGS(alias(e.Fun)) != nil)
		case *Binary:
			plain = plain && e.Op != "%*%"
		}
	}, func(e Expr) bool {
		c, ok := e.(*Call)
		return !ok || !reduces(c)
	})
	return plain
}

// inverted is the matrix whose inverse a precision is, P[ , ] <- inverse(V[ , ]), where it is too
// large to be written out; nil for others.
func (t *translator) inverted(e Expr) *Ref {
	r, ok := e.(*Ref)
	if !ok {
		return nil
	}
	s := t.onlyDefinition(r.Name)
	if s == nil || s.Dist != nil || t.known[r.Name] || len(s.loops) > 0 || t.rows(s.Target) <= maxInverse || len(t.slices(r)) != len(t.dims[r.Name]) {
		return nil
	}
	if c, ok := s.Value.(*Call); ok && c.Fun == "inverse" && len(c.Args) == 1 {
		m, _ := c.Args[0].(*Ref)
		return m
	}
	return nil
}

// isPrecisionAlone tells whether all that wants a name are dmnorm, as their precision.
func (t *translator) isPrecisionAlone(name string) bool {
	alone, read := !slices.Contains(t.options.Monitor, name), false
	for _, s := range t.all {
		var ref Expr
		if s.Dist != nil && s.Dist.Fun == "dmnorm" && len(s.Dist.Args) == 2 {
			ref = s.Dist.Args[1]
		}
		s.each(func(e Expr) {
			if r, ok := e.(*Ref); ok && r.Name == name {
				read = true
				alone = alone && Expr(r) == ref && t.inverted(r) != nil
			}
		})
	}
	return alone && read
}

// keeps tells whether a target is several elements.
func (t *translator) keeps(r *Ref) bool {
	if r.Subs == nil {
		return false
	}
	for _, s := range r.Subs {
		if s.Empty || s.Hi != nil {
			return true
		}
	}
	return false
}

// inverse writes the inverse of a matrix by its minors: the size is that of the data.
func (t *translator) inverse(s *Relation, c *Call) []lang.Stmt {
	var m *Ref
	if len(c.Args) == 1 {
		m, _ = c.Args[0].(*Ref)
	}
	if m == nil {
		t.Errorf(c.At, lang.CodeArguments, "inverse takes a matrix, as inverse(P[ , ])")
		return nil
	}
	from, to := t.slices(m), t.slices(s.Target)
	n := t.rows(s.Target)
	if len(from) != 2 || len(to) != 2 || n == 0 || t.rows(m) != n {
		t.Errorf(s.At, lang.CodeIndex, "%s <- %s: both are matrices of as many rows", s.Target, c)
		return nil
	}
	if n > maxInverse && t.isPrecisionAlone(s.Target.Name) {
		return nil
	}
	at := c.At
	if n > maxInverse {
		w, out := t.sweep(m, t.leading(s.Target), n, at)
		return append(out, w.inverse(s.Target))
	}
	out, minor := t.minors(m, t.leading(s.Target), at)
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	det := minor(all, all)
	for i := range n {
		for j := range n {
			x := minor(without(all, j), without(all, i))
			if (i+j)%2 == 1 {
				x = &lang.Unary{At: at, Op: "-", X: x}
			}
			*out = append(*out, &lang.Assign{At: s.At, Target: t.element(t.entry(s.Target, i, j, at)), Value: binary(at, "/", x, det)})
		}
	}
	return *out
}

// entry is an element of a matrix that a reference keeps, counted from 0.
func (t *translator) entry(r *Ref, i, j int, at lang.Pos) *Ref {
	number := func(k int) Expr { return &Number{At: at, Value: float64(k + 1), Text: fmt.Sprint(k + 1)} }
	x, _ := t.elementwise(r, []Expr{number(i), number(j)}).(*Ref)
	return x
}

// minors makes determinants of rows and columns of a matrix, and the definitions of those that are
// more than an element. These have the subscripts lead.
func (t *translator) minors(m *Ref, lead []lang.Expr, at lang.Pos) (*[]lang.Stmt, func(rows, cols []int) lang.Expr) {
	var out []lang.Stmt
	minors := map[string]lang.Expr{}
	// minor is the determinant of some rows and columns, by the first of these rows.
	var minor func(rows, cols []int) lang.Expr
	minor = func(rows, cols []int) lang.Expr {
		if len(rows) == 0 {
			return whole(at, 1)
		}
		if len(rows) == 1 {
			return t.element(t.entry(m, rows[0], cols[0], at))
		}
		key := fmt.Sprint(rows, cols)
		if x := minors[key]; x != nil {
			return x
		}
		var total lang.Expr
		for k, c := range cols {
			part := lang.Expr(binary(at, "*", t.element(t.entry(m, rows[0], c, at)), minor(rows[1:], without(cols, k))))
			switch {
			case total == nil:
				total = part
			case k%2 == 1:
				total = binary(at, "-", total, part)
			default:
				total = binary(at, "+", total, part)
			}
		}
		name := t.fresh("minor_" + t.name(m.Name) + "_" + digits(rows) + "_" + digits(cols))
		var x lang.Expr = &lang.Name{At: at, Name: name}
		if len(lead) > 0 {
			x = &lang.Index{At: at, X: x, Args: lead}
		}
		out = append(out, &lang.Assign{At: at, Target: x, Value: total})
		minors[key] = x
		return x
	}
	return &out, minor
}

// logDeterminant is log(det(m)).
func (t *translator) logDeterminant(c *Call) lang.Expr {
	var m *Ref
	if len(c.Args) == 1 {
		m, _ = c.Args[0].(*Ref)
	}
	n := 0
	if m != nil && len(t.slices(m)) == 2 {
		n = t.rows(m)
	}
	if n == 0 {
		t.Errorf(c.At, lang.CodeArguments, "logdet takes a matrix, as logdet(P[ , ])")
		return &lang.Number{At: c.At}
	}
	var lead []lang.Expr
	for _, l := range t.loopsOf(m) {
		lead = append(lead, t.linear(&Ref{At: c.At, Name: l.Index}, -1))
	}
	if n > maxInverse {
		w, out := t.sweep(m, lead, n, c.At)
		for _, s := range out {
			t.ahead(m, s)
		}
		return w.logDeterminant()
	}
	out, minor := t.minors(m, lead, c.At)
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	det := minor(all, all)
	for _, s := range *out {
		t.ahead(m, s)
	}
	return call(c.At, "log", det)
}

func digits(list []int) string {
	var b strings.Builder
	for _, i := range list {
		fmt.Fprint(&b, i+1)
	}
	return b.String()
}

func without(list []int, k int) []int {
	out := append([]int{}, list[:k]...)
	return append(out, list[k+1:]...)
}

// leading are the subscripts of a target that are one element each.
func (t *translator) leading(r *Ref) (list []lang.Expr) {
	for _, s := range r.Subs {
		if !s.Empty && s.Hi == nil {
			list = append(list, t.linear(s.Lo, -1))
		}
	}
	return list
}

// rows is how many elements the first dimension that a reference keeps has, 0 where that is not
// known.
func (t *translator) rows(r *Ref) int {
	quiet := *t.values
	quiet.report = &lang.Collector{}
	dims := t.dims[r.Name]
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		if len(dims) > 0 {
			return dims[0]
		}
		return 0
	}
	for d, s := range r.Subs {
		if s.Empty && d < len(dims) {
			return dims[d]
		}
		if s.Hi != nil {
			lo, left := quiet.whole(s.Lo)
			hi, left2 := quiet.whole(s.Hi)
			if left == nil && left2 == nil {
				return hi - lo + 1
			}
			return 0
		}
	}
	return 0
}

// inverseOf is the inverse of a matrix of numbers, row by row; nil where there is none.
func inverseOf(x []float64) []float64 {
	n := int(math.Round(math.Sqrt(float64(len(x)))))
	if n*n != len(x) {
		return nil
	}
	a := make([][]float64, n)
	for i := range a {
		a[i] = make([]float64, 2*n)
		copy(a[i], x[i*n:(i+1)*n])
		a[i][n+i] = 1
	}
	for k := range n {
		sort.SliceStable(a[k:], func(i, j int) bool { return math.Abs(a[k+i][k]) > math.Abs(a[k+j][k]) })
		p := a[k][k]
		if p == 0 {
			return nil
		}
		for j := range a[k] {
			a[k][j] /= p
		}
		for i := range a {
			if f := a[i][k]; i != k && f != 0 {
				for j := range a[i] {
					a[i][j] -= f * a[k][j]
				}
			}
		}
	}
	var out []float64
	for i := range a {
		out = append(out, a[i][n:]...)
	}
	return out
}

// logDeterminantOf is the logarithm of the determinant of a matrix of numbers, where that is above 0.
func logDeterminantOf(x []float64) (total float64, above bool) {
	n := int(math.Round(math.Sqrt(float64(len(x)))))
	if n*n != len(x) || n == 0 {
		return 0, false
	}
	above = true
	a := append([]float64{}, x...)
	for k := range n { // elimination, of the largest pivot first
		p := k
		for i := k; i < n; i++ {
			if math.Abs(a[i*n+k]) > math.Abs(a[p*n+k]) {
				p = i
			}
		}
		if p != k {
			above = !above
			for j := range n {
				a[k*n+j], a[p*n+j] = a[p*n+j], a[k*n+j]
			}
		}
		pivot := a[k*n+k]
		above = above == (pivot > 0)
		total += math.Log(math.Abs(pivot))
		for i := k + 1; i < n; i++ {
			f := a[i*n+k] / pivot
			for j := k; j < n; j++ {
				a[i*n+j] -= f * a[k*n+j]
			}
		}
	}
	return total, above && !math.IsInf(total, -1)
}
