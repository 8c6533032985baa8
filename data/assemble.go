package data

import (
	"fmt"
	"math"
	"strings"

	"mpc/lang"
	"mpc/model"
)

// maxSize is the largest size that a range may have.
const maxSize = math.MaxInt32

// An assembly builds a set from what the files give.
type assembly struct {
	model  *model.Model
	given  *entries
	main   *source // where what is missing is reported
	all    []*source
	set    *Set
	shapes map[*model.Input]*shape
	ranges map[*model.Input]*extent
	bad    map[*model.Input]bool // inputs with values that are wrong
	// fillings: inputs of which the data give not each element
	fillings map[*model.Input]*filling
}

func (a *assembly) failed() bool {
	for _, s := range a.all {
		if s.report.HasErrors() {
			return true
		}
	}
	return false
}

// take takes what is given of an input, or its default.
func (a *assembly) take(in *model.Input) {
	e, ok := a.given.given[in.Name]
	switch {
	case ok:
	case in.Type.Kind == model.RangeKind:
		return // found from the arrays over it, or its default, or reported there
	case in.Labelled:
		return // found from the labels of its range
	case in.DefaultDist != nil:
		a.fillings[in] = &filling{value: a.defaultOf(in)}
		return
	case in.Default != nil:
		n := node{kind: number, number: in.Default.Value}
		if in.Default.Op == model.OpBool {
			n.kind = boolean
		}
		e = entry{source: a.main, node: n}
	default:
		if a.given.missing(in.Name) {
			a.missing(in)
		}
		return
	}
	if in.Type.Kind == model.RangeKind {
		a.givenRange(in, e)
		return
	}
	if a.bare(in, e) {
		return
	}
	if s := flatten(in, e); s != nil {
		a.shapes[in] = s
	}
	if e.open && a.shapes[in] != nil {
		a.fillings[in] = &filling{value: a.defaultOf(in)}
	}
}

// build returns the set; after a mistake, which is reported, it is nil. What does
// not depend on the mistake is checked all the same.
func (a *assembly) build() *Set {
	a.set = &Set{Model: a.model, Labels: map[string][]string{}, Orders: map[string]Order{}, columns: map[*model.Input]*column{}}
	a.shapes = map[*model.Input]*shape{}
	a.ranges = map[*model.Input]*extent{}
	a.bad = map[*model.Input]bool{}
	a.fillings = map[*model.Input]*filling{}
	for _, in := range a.model.Inputs {
		a.take(in)
	}
	for _, in := range a.model.Inputs {
		if in.Type.Kind == model.RangeKind {
			a.findRange(in)
		}
	}
	for _, in := range a.model.Inputs {
		if in.Labelled && a.shapes[in] == nil {
			a.findElement(in)
		}
	}
	for _, in := range a.model.Inputs {
		if s := a.shapes[in]; s != nil && a.fillings[in] == nil {
			before := s.source.report.Errors()
			a.set.columns[in] = a.convert(s)
			a.bad[in] = s.source.report.Errors() > before
		}
	}
	a.emptyRows()
	for _, in := range a.model.Inputs {
		if f := a.fillings[in]; f != nil && !a.bad[in] {
			a.set.columns[in] = a.fill(in, f)
			a.checkFilling(in, f, a.set.columns[in])
		}
	}
	for _, in := range a.model.Inputs {
		if s := a.shapes[in]; s != nil && a.fillings[in] == nil {
			a.checkShape(s)
			a.checkSizes(s)
		}
	}
	for _, in := range a.model.Inputs {
		if s := a.shapes[in]; s != nil {
			a.checkVectors(s)
		}
	}
	if !a.failed() {
		a.checkCells()
	}
	if a.failed() {
		return nil
	}
	return a.set
}

// known tells whether the values that a size depends on are all there and right.
func (a *assembly) known(size *model.Expr) bool {
	ok := true
	size.Walk(func(e *model.Expr) {
		if e.Op == model.OpInput && (a.set.columns[e.Input] == nil || a.bad[e.Input]) {
			ok = false
		}
	})
	return ok
}

// inModel reports what is wrong at a place in the model.
func (a *assembly) inModel(at lang.Pos, code, format string, args ...any) *lang.Diagnostic {
	d := a.main.errorf(0, code, format, args...)
	d.File, d.Pos = a.model.File.Name, at
	return d
}

// mostUnread is how many columns a hint lists.
const mostUnread = 6

// missing reports an input that the data lack.
func (a *assembly) missing(in *model.Input) *lang.Diagnostic {
	if a.main.name == "" {
		// No file was given: the place is where the input is declared.
		a.main.report.File = a.model.File.Name
		d := a.main.report.Errorf(in.At, CodeMissing, "there are no data for %s, which is %s", in.Name, describeInput(in))
		d.Input = in.Name
		return d.WithHint("give a file with --data, or --set %s=value", in.Name)
	}
	d := a.main.errorf(0, CodeMissing, "the data have no %s, which is %s", in.Name, describeInput(in))
	d.Input = in.Name
	d.Related = append(d.Related, lang.Related{File: a.model.File.Name, Pos: in.At, Message: "declared here"})
	if column := a.given.near[in.Name]; column != "" {
		d.WithHint("the column %s may be it: name it %s", column, in.Name)
	} else if n := len(a.given.unread); n > 0 && n <= mostUnread && len(in.Dims) > 0 {
		one := "the column"
		if n > 1 {
			one = "one of the columns"
		}
		d.WithHint("if %s %s is it, name that %s", one, strings.Join(a.given.unread, ", "), in.Name)
	}
	return d
}

// describeInput prints the type of an input as written.
func describeInput(in *model.Input) string {
	return in.TypeText(func(d *model.Expr) string { return dimText(in, d) }) + describeDims(in)
}

// describeDims prints the dimensions of an input as written.
func describeDims(in *model.Input) string {
	s := ""
	for _, d := range in.Plates() {
		s += "[" + dimText(in, d) + "]"
	}
	return s
}

// dimText prints a size, with the names of the outer dimensions in it.
func dimText(in *model.Input, d *model.Expr) string {
	if d.Op != model.OpInput || len(d.Args) == 0 {
		return d.String()
	}
	s := d.Input.Name
	for _, x := range d.Args {
		if x.Op == model.OpDim && x.Dim < len(in.Dims) {
			s += "[" + dimText(in, in.Dims[x.Dim]) + "]"
		} else {
			s += "[" + x.String() + "]"
		}
	}
	return s
}

// sizeText prints a size with the indices of one element in it, as m[1].
func sizeText(d *model.Expr, env *Env) string {
	return d.Map(func(x *model.Expr) *model.Expr {
		if x.Op == model.OpDim && x.Dim < len(env.Dims) {
			return model.Number(float64(env.Dims[x.Dim]))
		}
		return x
	}).String()
}

// sizePlace is where a size is given that is an element of an input; false elsewhere.
func (a *assembly) sizePlace(d *model.Expr, env *Env) (int, bool) {
	s := a.shapes[d.Input]
	if d.Op != model.OpInput || s == nil || len(d.Args) != len(s.starts) {
		return 0, false
	}
	at := 0
	for k, x := range d.Args {
		i, err := Int(x, env)
		if err != nil {
			return 0, false
		}
		at = int(s.starts[k][at]) + i
	}
	if at >= s.leaves.len() {
		return 0, false
	}
	return s.place(at), true
}

// path returns the index of item number at of depth k.
func (s *shape) path(k, at int) []int {
	index := make([]int, k)
	for d := k - 1; d >= 0; d-- {
		starts := s.starts[d]
		lo, hi := 0, len(starts)-1 // the list with starts[lo] <= at < starts[lo+1]
		for lo+1 < hi {
			if mid := (lo + hi) / 2; int(starts[mid]) <= at {
				lo = mid
			} else {
				hi = mid
			}
		}
		// Empty lists share their start with the next one.
		for lo+1 < len(starts)-1 && int(starts[lo+1]) <= at {
			lo++
		}
		index[d] = at - int(starts[lo])
		at = lo
	}
	return index
}

// name prints item number at of depth k, as x[2][0], or within is of it.
func (s *shape) name(k, at int, within ...int) string {
	var origin *lang.Origin
	if s.source != nil {
		origin = s.source.report.Origin
	}
	return origin.Element(s.input.Name, append(s.path(k, at), within...))
}

// checkShape compares the lengths of all lists of an input with its sizes.
func (a *assembly) checkShape(s *shape) {
	for k, dim := range s.input.Dims {
		if !a.known(dim) || s.short && k == 0 {
			continue
		}
		env := &Env{Set: a.set}
		fixed := len(dim.Args) == 0
		want := 0
		for j := range s.lists(k) {
			if j == 0 || !fixed {
				env.Dims = s.path(k, j)
				v, err := Int(dim, env)
				if err != nil {
					s.source.errorf(s.listPlace(k, j), CodeShape, "the length of %s is %s, which has no value: %v", s.name(k, j), dimText(s.input, dim), err)
					return
				}
				if v < 0 {
					at, source := s.listPlace(k, j), s.source
					if place, ok := a.sizePlace(dim, env); ok {
						at, source = place, a.shapes[dim.Input].source
					}
					source.errorf(at, CodeRange, "the length of %s is %s, which is negative: %d", s.name(k, j), sizeText(dim, env), v)
					return
				}
				want = v
			}
			if got := int(s.starts[k][j+1] - s.starts[k][j]); got != want {
				d := s.source.errorf(s.listPlace(k, j), CodeShape, "%s has %s, %s is %d", s.name(k, j), elements(got), sizeText(dim, env), want)
				if x := a.ranges[dim.Input]; dim.Op == model.OpInput && x != nil {
					d.Code = CodeConflict
					d.WithHint("%s", x.why)
				}
				return
			}
		}
	}
}

func elements(n int) string {
	if n == 1 {
		return "1 element"
	}
	return fmt.Sprintf("%d elements", n)
}
