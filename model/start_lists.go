package model

import (
	"fmt"
	"math"
	"slices"

	"mpc/lang"
	"mpc/mcmc"
)

// Listed is the name of an initial marginal that a list of values gives,
// init: {mu: [20, 60, 120]}: of each element that member of the family of its messages
// which stands for the value.
const Listed = "list"

// startList is the initial marginal that a list gives: a value for each element, in lists
// as deep as the array and its vectors are.
func (c *checker) startList(v *Variable, list *lang.List) *Dist {
	sizes := slices.Clone(v.Dims)
	if len(sizes) > 0 {
		if whole, _ := sizes[0].Where(); whole != nil { // of missing entries: a list has values of the others too
			sizes[0] = whole
		}
	}
	if v.Type.Dimensions > 0 {
		sizes = slices.Concat(sizes, v.Sizes) // a whole number has the number of its values as a size
	}
	switch {
	case len(v.Dims)+v.Type.Dimensions == 0:
		c.Errorf(list.At, CodeType, "%s is a single value, and starts as a distribution, random, or an input, not a list", v.Name).WithHint("%s", c.startHint(v, list))
		return nil
	case len(sizes) < len(v.Dims)+v.Type.Dimensions:
		return nil // an error says that the size of the vector is not known
	}
	for _, n := range slices.Concat(v.Dims, v.Sizes) {
		varies := false
		n.Walk(func(x *Expr) { varies = varies || x.Op == OpDim })
		if varies {
			c.unsupported(list.At, "a list of starts of "+v.Name+", whose sizes vary,",
				fmt.Sprintf("declare an input of the same sizes that has a %s for each element, start, and write %s: start", c.startFamily(v), v.Name))
			return nil
		}
	}
	s := &startList{checker: c, v: v, sizes: sizes, lengths: make([]int, len(sizes)), ok: true}
	values := s.list(list, 0)
	if !s.ok {
		return nil
	}
	if s.require(list, values); !s.ok {
		return nil
	}
	return c.listed(values.ofElements(len(v.Dims)), list.At)
}

// listed is the initial marginal at values that are written out.
func (c *checker) listed(values *Expr, at lang.Pos) *Dist {
	d := &Dist{Name: Listed, Names: []string{"value"}, Args: []*Expr{values}, At: at}
	if c.model.Samples() {
		d.Name = "point"
	}
	return d
}

// startNumber is the initial marginal that one value gives, of all elements of an array.
func (c *checker) startNumber(v *Variable, e lang.Expr) *Dist {
	s := &startList{checker: c, v: v, ok: true}
	value := s.value(e)
	if value == nil {
		return nil
	}
	if s.requireMost(e.Pos(), value); !s.ok {
		return nil
	}
	return c.listed(value, e.Pos())
}

// A startList is what is known of the list of the starts of a variable.
type startList struct {
	*checker
	v       *Variable
	sizes   []*Expr // of the array, and of its vectors
	lengths []int   // of the lists of each depth, 0 where none was met
	at      []int   // which element is read
	ok      bool
}

// list reads a list at a depth.
func (s *startList) list(list *lang.List, depth int) *Expr {
	e := &Expr{Op: OpList, Type: Type{Kind: s.v.Type.Kind, Dimensions: len(s.sizes) - depth}, At: list.At}
	s.length(list, depth)
	for k, x := range list.Elems {
		s.at = append(s.at[:depth], k)
		inner, nested := x.(*lang.List)
		switch deepest := depth == len(s.sizes)-1; {
		case nested && deepest:
			s.wrong(x, "the elements of %s start each as a number, not as a list", s.v.Name)
		case nested:
			e.Args = append(e.Args, s.list(inner, depth+1))
		case !deepest:
			s.wrong(x, "%s is %s: its starts are lists in a list, %s is none", s.v.Name, s.shape(), x)
		default:
			if value := s.value(x); value != nil {
				e.Args = append(e.Args, value)
			}
		}
	}
	if s.ok && depth == len(s.sizes)-1 && mcmc.Row(s.startFamily(s.v)).Simplex {
		s.probabilities(e)
	}
	if s.ok && depth == len(s.v.Dims) && Distribution(s.startFamily(s.v)).Dimensions == 2 {
		s.definite(e)
	}
	return e
}

func (s *startList) wrong(at lang.Expr, format string, args ...any) *lang.Diagnostic {
	s.ok = false
	return s.Errorf(at.Pos(), CodeType, format, args...)
}

// shape says what the lists are about.
func (s *startList) shape() string {
	switch {
	case s.v.Type.Dimensions > 1 && len(s.v.Dims) == 0:
		return "a matrix"
	case s.v.Type.Dimensions > 1:
		return "an array of matrices"
	case s.v.Type.Dimensions > 0:
		return "an array of vectors"
	}
	return fmt.Sprintf("an array of %d dimensions", len(s.sizes))
}

// length notes the length of a list. The lists of one depth have one, as far as is seen
// that of what they are about.
func (s *startList) length(list *lang.List, depth int) {
	n := len(list.Elems)
	size := s.sizes[depth]
	switch was := s.lengths[depth]; {
	case size.Op == OpNumber && int(size.Value) != n:
		s.wrong(list, "%s", fmt.Sprintf(s.says(depth), n, size))
	case n == 0:
		s.wrong(list, "the list of starts is empty").WithHint("%s", s.startHint(s.v, &lang.List{}))
	case was != 0 && was != n:
		s.wrong(list, "the lists of starts of %s differ in length: this one has %d values, the first %d", s.v.Name, n, was)
	case was == 0:
		s.lengths[depth] = n
	}
}

// says is a format for a list that is of another length than what it is about.
func (s *startList) says(depth int) string {
	of := s.v.Name
	if depth > 0 {
		of = "each element of " + of
		if depth < len(s.v.Dims) {
			of = fmt.Sprintf("dimension %d of %s", depth+1, s.v.Name)
		}
		if depth > len(s.v.Dims) {
			of = "each row of " + s.v.Name
		}
	}
	return "the list has %v values, " + of + " has %v elements" + s.sizes[depth].origin()
}

// require adds checks of what the data give: each length, and the number of values of a
// whole number.
func (s *startList) require(list *lang.List, values *Expr) {
	for k, size := range s.sizes {
		s.requireOf(list.At, "==", s.says(k), float64(s.lengths[k]), size)
	}
	s.requireMost(list.At, values)
}

// requireMost adds the check that the values of whole numbers are some of theirs.
func (s *startList) requireMost(at lang.Pos, values *Expr) {
	if !s.v.Type.whole() || len(s.v.Sizes) == 0 {
		return
	}
	most := 0.0
	values.Walk(func(x *Expr) { most = max(most, x.Value) })
	s.requireOf(at, "<", s.element()+" starts at %v, and has %v values"+s.v.Sizes[0].origin()+", from 0 on", most, s.v.Sizes[0])
}

// requireOf adds the check of a number against a size.
func (s *startList) requireOf(at lang.Pos, fun, says string, x float64, size *Expr) {
	e := fold(&Expr{Op: OpCall, Fun: fun, Type: Type{Kind: Bool}, Args: []*Expr{Number(x), size}, Says: says, At: at})
	switch {
	case e.Op != OpBool:
		s.model.Required = append(s.model.Required, &Requirement{Value: e, Text: "init: " + s.v.Name, At: at})
	case e.Value == 0:
		s.ok = false
		s.Errorf(at, CodeType, "%s", fmt.Sprintf(says, x, size))
	}
}

// element is what starts at a value: the variable, or an element of it.
func (s *startList) element() string {
	if len(s.v.Dims) == 0 {
		return s.v.Name
	}
	return "an element of " + s.v.Name
}

// value reads the start of one element: a number, a whole number or a truth as the
// variable is, where its prior draws it.
func (s *startList) value(x lang.Expr) *Expr {
	if call, ok := x.(*lang.Call); ok && Distribution(call.Fun) != nil {
		s.wrong(x, "a list of starts has a number for each element, not a distribution").WithHint("%s", s.startHint(s.v, &lang.List{}))
		return nil
	}
	e := s.expr(x, scope{})
	kind := s.v.Type.Kind
	switch {
	case e.Type.Kind == Invalid:
		s.ok = false
		return nil
	case e.Op != OpNumber && e.Op != OpBool:
		s.wrong(x, "%s starts at numbers that are written out; %s is none", s.v.Name, x).WithHint("%s", s.startHint(s.v, &lang.List{}))
		return nil
	case (e.Op == OpBool) != (kind == Bool), s.v.Type.whole() && (e.Value != math.Trunc(e.Value) || e.Value < 0 && len(s.v.Sizes) > 0):
		s.wrong(x, "%s is %s, and does not start at %s", s.v.Name, s.v.Type, x)
		return nil
	}
	for _, r := range s.model.Relations {
		if r.Kind != Draw || r.Target.Op != OpVariable || r.Target.Variable != s.v || s.v.Type.Dimensions > 0 || !r.mayDraw(s.at) {
			continue
		}
		if from, to := r.Dist.reach(); e.Value < from || e.Value > to {
			s.ok = false
			s.Errorf(x.Pos(), CodeArguments, "%s starts at %s: %s draws %s", s.element(), x, s.file.Origin.Distribution(r.At, r.Dist.Family()), interval(from, to)).
				WithHint("start it at a value there").WithRelated(r.At, "drawn here")
			return nil
		}
	}
	return e
}

// mayDraw tells whether a statement may draw an element, as far as its subscripts show.
func (r *Relation) mayDraw(at []int) bool {
	for k, a := range r.Target.Args {
		if k >= len(at) {
			break
		}
		if a.Op == OpNumber && int(a.Value) != at[k] {
			return false
		}
		i, off, affine := a.Affine()
		for _, l := range r.Loops {
			if affine && l.Index == i && l.Lo.Op == OpNumber && at[k] < int(l.Lo.Value)+off {
				return false
			}
		}
	}
	return true
}

// probabilities checks a start that a dirichlet is to draw.
func (s *startList) probabilities(e *Expr) {
	sum, above := 0.0, true
	for _, a := range e.Args {
		sum += a.Value
		above = above && a.Value > 0
	}
	if !above || math.Abs(sum-1) > 1e-9 {
		s.ok = false
		s.Errorf(e.At, CodeArguments, "%s starts at %s: %s draws numbers above 0 that sum to 1", s.v.Name, e, "dirichlet")
	}
}

// definite checks a start that a wishart is to draw.
func (s *startList) definite(e *Expr) {
	n := len(e.Args)
	a, _ := ConstantVector(e)
	if len(a) != n*n {
		s.ok = false
		s.Errorf(e.At, CodeType, "%s starts at %s: wishart draws matrices of as many rows as columns", s.v.Name, e)
		return
	}
	ok := true
	for i := range n {
		for j := range i {
			ok = ok && math.Abs(a[i*n+j]-a[j*n+i]) <= 1e-9*math.Sqrt(math.Abs(a[i*n+i]*a[j*n+j]))
		}
	}
	for i := range n { // by elimination: all pivots of such a matrix are above 0
		ok = ok && a[i*n+i] > 0
		for j := i + 1; ok && j < n; j++ {
			f := a[j*n+i] / a[i*n+i]
			for k := i; k < n; k++ {
				a[j*n+k] -= f * a[i*n+k]
			}
		}
	}
	if !ok {
		s.ok = false
		s.Errorf(e.At, CodeArguments, "%s starts at %s: %s draws matrices that are symmetric and positive definite", s.v.Name, e, "wishart")
	}
}

// ofElements is the part of a list that is of the element at hand of an array of so many
// dimensions, or the one that all elements have alike.
func (e *Expr) ofElements(dims int) *Expr {
	first, alike := e, true
	for range dims {
		first = first.Args[0]
	}
	var compare func(e *Expr, depth int)
	compare = func(e *Expr, depth int) {
		if depth == dims {
			alike = alike && e.Equal(first)
			return
		}
		for _, a := range e.Args {
			compare(a, depth+1)
		}
	}
	if compare(e, 0); alike {
		return first
	}
	part := &Expr{Op: OpCall, Fun: "component", Type: first.Type, Args: []*Expr{e}, At: e.At}
	for k := range dims {
		part.Args = append(part.Args, &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: k, At: e.At})
	}
	return part
}

// MapList replaces each value in what ofElements returns by a real number.
func (e *Expr) MapList(f func(value float64) float64) *Expr {
	return e.Map(func(x *Expr) *Expr {
		switch x.Op {
		case OpNumber, OpBool:
			return &Expr{Op: OpNumber, Type: Type{Kind: Real}, Value: f(x.Value), At: x.At}
		case OpList, OpCall:
			x.Type.Kind = Real
		}
		return x
	})
}

// OfElement is a distribution that is one for each element of an array, for the element
// at an index.
func (d *Dist) OfElement(index []*Expr) *Dist {
	cp := *d
	cp.Args = make([]*Expr, len(d.Args))
	for k, a := range d.Args {
		cp.Args[k] = sized(a, index)
	}
	return &cp
}

// ByElement tells whether a distribution is one for each element of an array.
func (d *Dist) ByElement() bool {
	found := false
	for _, a := range d.Args {
		a.Walk(func(x *Expr) { found = found || x.Op == OpDim })
	}
	return found
}
