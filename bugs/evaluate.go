package bugs

import (
	"math"
	"slices"
	"strconv"

	"mpc/lang"
)

// maxElements is how many elements a name may have that is computed from data.
const maxElements = 50_000_000

// maxSteps is how many iterations of loops are looked at.
const maxSteps = 200_000_000

// An evaluation computes what follows from data.
type evaluation struct {
	report *lang.Collector
	data   Data // of the caller, and what was computed
	all    []*site
	known  map[string]bool
	index  map[string]int
	steps  *int // how many iterations there were

	lacks  string         // an element without a value in the data that was read since this was emptied
	lacked map[*site]bool // definitions that have no values where that was so
}

// unknown is what an expression reads that has no value yet.
type unknown struct {
	at   lang.Pos
	what string
	hole bool // an element beside others that have values
}

// run computes all known names. It reports elements whose definitions are in a circle.
func (v *evaluation) run() {
	var defs []*site
	for _, s := range v.all {
		if s.Dist == nil && v.known[s.Target.Name] {
			defs = append(defs, s)
		}
	}
	v.shapes(defs)
	if v.report.HasErrors() {
		return
	}
	done := make([]bool, len(defs))
	for progress := true; progress; {
		progress = false
		for i, s := range defs {
			if done[i] {
				continue
			}
			n, left := v.define(s)
			if n > 0 {
				progress = true
			}
			done[i] = left == nil
			if v.report.HasErrors() {
				return
			}
		}
	}
	for i, s := range defs {
		if !done[i] {
			_, left := v.define(s)
			if left != nil {
				v.noValue(s, left)
			}
		}
	}
	for name := range v.known {
		if a := v.data[name]; a != nil {
			a.tidy()
		}
	}
}

// noValue reports a definition that reads what has no value.
func (v *evaluation) noValue(s *site, left *unknown) {
	if left.hole {
		v.report.Errorf(left.at, lang.CodeUndefined, "%s is read here, and nothing defines it", left.what).
			WithHint("give it a value in the data, or a statement %s <-", left.what)
		return
	}
	v.report.Errorf(left.at, lang.CodeCycle, "%s has no value: %s is not given by data, and no definition gives it", s.Target.Name, left.what)
}

// loops calls f for each iteration of the loops of a site.
func (v *evaluation) loops(s *site, f func() *unknown) (left *unknown) {
	var each func(k int) *unknown
	each = func(k int) *unknown {
		if k == len(s.loops) {
			return f()
		}
		l := s.loops[k]
		lo, hi, bad := v.bounds(l.Range)
		if bad != nil {
			return bad
		}
		var first *unknown
		if hi-lo >= maxSteps {
			*v.steps = maxSteps // before any of them is looked at
		}
		for i := lo; i <= hi; i++ {
			if *v.steps++; *v.steps > maxSteps {
				v.report.Errorf(l.At, lang.CodeTooLarge, "the loops around this have more iterations than can be looked at here, %d in all", maxSteps)
				return &unknown{at: l.At, what: l.Index}
			}
			v.index[l.Index] = i
			if u := each(k + 1); u != nil && first == nil {
				first = u
			}
			if v.report.HasErrors() {
				break
			}
		}
		delete(v.index, l.Index)
		return first
	}
	return each(0)
}

func (v *evaluation) bounds(r Range) (lo, hi int, left *unknown) {
	lo, left = v.whole(r.Lo)
	if left == nil {
		hi, left = v.whole(r.Hi)
	}
	return lo, hi, left
}

// whole is a whole number: a subscript, or a bound.
func (v *evaluation) whole(e Expr) (n int, left *unknown) {
	x, left := v.number(e)
	if left != nil {
		return 0, left
	}
	if r := math.Round(x); math.Abs(x-r) < 1e-9 && math.Abs(r) < 1<<31 {
		return int(r), nil
	}
	v.report.Errorf(e.Pos(), lang.CodeIndex, "%s is %g here, and a subscript is a whole number", e, x)
	return 0, &unknown{at: e.Pos(), what: e.String()}
}

// shapes makes an array for each known name, with as many elements as its definitions reach.
func (v *evaluation) shapes(defs []*site) {
	top := map[string][]int{}
	// A subscript or bound may itself be computed: these names come first.
	for range len(defs) + 1 {
		again, waits := false, false
		for _, s := range defs {
			name := s.Target.Name
			if top[name] == nil && len(s.Target.Subs) > 0 {
				top[name] = make([]int, len(s.Target.Subs)) // which loops that run over nothing leave so
			}
			left := v.loops(s, func() *unknown {
				if top[name] == nil {
					top[name] = make([]int, len(s.Target.Subs))
				}
				if len(top[name]) != len(s.Target.Subs) {
					v.report.Errorf(s.Target.At, lang.CodeIndex, "%s has %d subscripts here, and %d elsewhere", name, len(s.Target.Subs), len(top[name]))
					return nil
				}
				for i, sub := range s.Target.Subs {
					hi := sub.Hi
					if hi == nil {
						hi = sub.Lo
					}
					if sub.Empty {
						continue
					}
					k, left := v.whole(hi)
					if left != nil {
						return left
					}
					if top[name][i] < k {
						top[name][i], again = k, true
					}
				}
				return nil
			})
			waits = waits || left != nil
			if v.report.HasErrors() {
				return
			}
		}
		for name, dim := range top {
			n := 1
			for _, d := range dim {
				n *= max(d, 0)
				if n > maxElements {
					v.report.Errorf(v.first(name), lang.CodeTooLarge, "%s has more than %d elements", name, maxElements)
					return
				}
			}
			if a := v.data[name]; a == nil || len(a.Values) != n && len(dim) > 0 {
				v.data[name] = newArray(append([]int{}, dim...))
			}
		}
		v.bareNames(defs)
		for _, s := range defs {
			n, _ := v.define(s)
			again = again || waits && n > 0 // what waits for a number that is known now
		}
		if !again {
			return
		}
	}
}

func (v *evaluation) first(name string) lang.Pos {
	for _, s := range v.all {
		if s.Target.Name == name {
			return s.Target.At
		}
	}
	return lang.Pos{}
}

// define computes what it can of a definition, and says how many elements, and what is left.
func (v *evaluation) define(s *site) (n int, left *unknown) {
	left = v.loops(s, func() *unknown {
		a := v.data[s.Target.Name]
		if a == nil {
			return &unknown{at: s.At, what: s.Target.Name}
		}
		places, _, left := v.places(s.Target, a)
		if left != nil {
			return left
		}
		open := false
		for _, p := range places {
			open = open || a.Missing != nil && a.Missing[p]
		}
		if !open {
			return nil
		}
		v.lacks = ""
		x, left := v.vector(s.Value)
		if left != nil {
			return left
		}
		if len(x) != len(places) && len(x) != 1 {
			v.report.Errorf(s.At, lang.CodeIndex, "%s has %d elements, and %s %d", s.Target, len(places), s.Value, len(x))
			return nil
		}
		for i, p := range places {
			y := x[min(i, len(x)-1)]
			y = Linked(s.Link, y)
			if math.IsNaN(y) {
				if v.noNumber(s); v.report.HasErrors() {
					return nil
				}
				continue
			}
			if a.Missing != nil && a.Missing[p] {
				a.Values[p], a.Missing[p] = y, false
				n++
			}
		}
		return nil
	})
	return n, left
}

// noNumber says of a definition that its value is no number: an error, but where it is computed from what the data lack. That is
// missing too, and drawn where a statement draws it, of which a warning tells.
func (v *evaluation) noNumber(s *site) {
	where := ""
	for _, l := range s.loops {
		where += ", at " + l.Index + " = " + strconv.Itoa(v.index[l.Index])
	}
	if v.lacks == "" {
		v.report.Errorf(s.Value.Pos(), lang.CodeNotFinite, "%s is no number%s", s.Value, where).
			WithHint("what is missing is NA in the data of %s itself", s.Target.Name)
		return
	}
	drawn := slices.ContainsFunc(v.all, func(o *site) bool { return o.Dist != nil && o.Target.Name == s.Target.Name })
	if !drawn || v.lacked[s] {
		return
	}
	if v.lacked == nil {
		v.lacked = map[*site]bool{}
	}
	v.lacked[s] = true
	v.report.Warnf(s.Value.Pos(), lang.CodeUndefined, "%s is missing%s, as %s is: it is drawn, and no datum", s.Target, where, v.lacks)
}

func (v *evaluation) number(e Expr) (float64, *unknown) {
	if x, ok := v.scalar(e); ok {
		return x, nil
	}
	x, left := v.vector(e)
	if left != nil {
		return 0, left
	}
	if len(x) != 1 {
		v.report.Errorf(e.Pos(), lang.CodeIndex, "%s has %d elements where one is wanted", e, len(x))
		return 0, &unknown{at: e.Pos(), what: e.String()}
	}
	return x[0], nil
}

// vector is the value of an expression, element by element.
func (v *evaluation) vector(e Expr) ([]float64, *unknown) {
	switch e := e.(type) {
	case *Number:
		return []float64{e.Value}, nil
	case *Ref:
		return v.elements(e)
	case *Unary:
		x, left := v.vector(e.X)
		if left != nil {
			return nil, left
		}
		y := make([]float64, len(x))
		for i := range x {
			y[i] = -x[i]
			if e.Op == "!" {
				y[i] = truth(x[i] == 0)
			}
		}
		return y, nil
	case *Binary:
		return v.operation(e)
	case *Call:
		return v.called(e)
	}
	return nil, &unknown{at: e.Pos(), what: e.String()}
}

// missing is what is said of an element that has no value: its own name, where it is one of several that are read and others have values.
func (v *evaluation) missing(e *Ref, a *Array, p, read int) *unknown {
	some := false
	for _, is := range a.Missing {
		some = some || !is
	}
	if read < 2 || !some {
		return &unknown{at: e.At, what: e.String()}
	}
	return &unknown{e.At, elementOf(e.Name, a, p, e.Order), true}
}

// elements are the values of a variable, or of a part of it.
func (v *evaluation) elements(e *Ref) ([]float64, *unknown) {
	if i, ok := v.index[e.Name]; ok && e.Subs == nil {
		return []float64{float64(i)}, nil
	}
	a := v.data[e.Name]
	if a == nil {
		return nil, &unknown{at: e.At, what: e.String()}
	}
	places, _, left := v.places(e, a)
	if left != nil {
		return nil, left
	}
	x := make([]float64, len(places))
	for i, p := range places {
		x[i] = a.Values[p]
		if a.Missing != nil && a.Missing[p] {
			if v.known[e.Name] {
				return nil, v.missing(e, a, p, len(places))
			}
			x[i], v.lacks = math.NaN(), elementOf(e.Name, a, p, e.Order)
		}
	}
	return x, nil
}

// operation applies an operator element by element, or multiplies matrices.
func (v *evaluation) operation(e *Binary) ([]float64, *unknown) {
	if e.Op == "%*%" {
		a, left := v.array(e)
		if left != nil {
			return nil, left
		}
		return a.Values, nil
	}
	x, left := v.vector(e.X)
	if left != nil {
		return nil, left
	}
	y, left := v.vector(e.Y)
	if left != nil {
		return nil, left
	}
	f := operators[e.Op]
	n := max(len(x), len(y))
	if f == nil || len(x) == 0 || len(y) == 0 || len(x) != n && len(x) != 1 || len(y) != n && len(y) != 1 {
		v.report.Errorf(e.At, lang.CodeType, "%s of data alone is not computed here", e)
		return []float64{0}, nil
	}
	z := make([]float64, n)
	for i := range z {
		z[i] = f(x[min(i, len(x)-1)], y[min(i, len(y)-1)])
	}
	return z, nil
}

// sizes is length(x) or dim(x) of what the data do not give.
func (v *evaluation) sizes(e *Call, r *Ref) ([]float64, *unknown) {
	dims, left := v.sizeOf(r)
	if left != nil {
		return nil, left
	}
	list, n := make([]float64, len(dims)), 1.0
	for i, k := range dims {
		list[i] = float64(k)
		n *= list[i]
	}
	if e.Fun == "length" {
		return []float64{n}, nil
	}
	return list, nil
}

// called computes a function of data.
func (v *evaluation) called(e *Call) ([]float64, *unknown) {
	if e.Fun == "t" && len(e.Args) == 1 {
		a, left := v.array(e)
		if left != nil {
			return nil, left
		}
		return a.Values, nil
	}
	if x := writtenOut(e); x != nil {
		return v.vector(x)
	}
	if OfSize(e) {
		if r := e.Args[0].(*Ref); v.data[r.Name] == nil {
			return v.sizes(e, r)
		}
	}
	args := make([][]float64, len(e.Args))
	for i, a := range e.Args {
		x, left := v.vector(a)
		if left != nil {
			return nil, left
		}
		args[i] = x
	}
	x, err := apply(e.Fun, args, func(i int) []int {
		if r, ok := e.Args[i].(*Ref); ok && v.data[r.Name] != nil {
			_, dim, _ := v.places(r, v.data[r.Name])
			return dim
		}
		return nil
	})
	if err != nil {
		v.report.Errorf(e.At, lang.CodeArguments, "%s: %v", e.Fun, err)
		return []float64{0}, nil
	}
	return x, nil
}
