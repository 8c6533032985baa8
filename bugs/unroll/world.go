package unroll

import (
	"fmt"
	"maps"
	"math"
	"strconv"
	"strings"

	"mpc/bugs"
	"mpc/lang"
)

// maxInstances is how many statements a program may come to.
const maxInstances = 20_000_000

// An array is the elements of a name: numbers from base on, row by row.
type array struct {
	base int
	dims []int
	size int
}

// A World is a program with its data. Its elements have numbers.
type World struct {
	prog   *bugs.Program
	data   bugs.Data // of the caller, and what follows from it: for subscripts and bounds
	given  bugs.Data // of the caller alone
	names  []string
	arrays map[string]*array
	size   int
	isData []bool // elements that the caller gives
	sets   []bool // elements that a definition sets
}

// An Env is the values of the indices of loops.
type Env map[string]int

// An Instance is a statement for one iteration of its loops.
type Instance struct {
	Stmt          *bugs.Relation
	Env           Env
	Writes, Reads []int // elements that it defines, and that it needs from other statements
}

// New reads the data of a program and finds the sizes of its arrays.
func New(prog *bugs.Program, data bugs.Data) (*World, lang.Diagnostics) {
	values, sizes, d := bugs.Constants(prog, data)
	if d.HasErrors() {
		return nil, d
	}
	data = maps.Clone(data)
	for n, a := range data { // a number may be an array of one element
		if v := values[n]; len(a.Values) == 1 && v != nil && len(v.Values) == 1 {
			data[n] = &bugs.Array{Dim: v.Dim, Values: a.Values, Missing: a.Missing, Whole: a.Whole}
		}
	}
	w := &World{prog: prog, data: values, given: data, arrays: map[string]*array{}}
	report := &lang.Collector{File: prog.Name}
	w.names = w.shapes(sizes, report)
	if report.HasErrors() {
		return nil, report.List()
	}
	for _, n := range w.names {
		a := w.arrays[n]
		a.base, a.size = w.size, 1
		for _, k := range a.dims {
			a.size *= max(k, 0)
		}
		w.size += a.size
	}
	w.isData, w.sets = make([]bool, w.size), make([]bool, w.size)
	for n, x := range data {
		if a := w.arrays[n]; a != nil && a.size == len(x.Values) {
			for i := range x.Values {
				w.isData[a.base+i] = x.Missing == nil || !x.Missing[i]
			}
		}
	}
	w.visit(func(r *bugs.Relation, e Env, _ []bugs.Expr) error {
		if r.Dist == nil {
			list, _ := w.elements(r.Target, e)
			for _, x := range list {
				w.sets[x] = true
			}
		}
		return nil
	})
	return w, d
}

// shapes finds the names and the sizes of arrays: those of the data, those of names that stand alone on the left,
// and as far as targets reach.
func (w *World) shapes(sizes map[string][]int, report *lang.Collector) (names []string) {
	put := func(n string, dims []int, at lang.Pos) {
		a := w.arrays[n]
		if a == nil {
			a = &array{dims: append([]int{}, dims...)}
			w.arrays[n] = a
			names = append(names, n)
		}
		if len(a.dims) != len(dims) {
			report.Errorf(at, lang.CodeIndex, "%s has %d subscripts here, and %d elsewhere", n, len(dims), len(a.dims))
			return
		}
		for i, k := range dims {
			a.dims[i] = max(a.dims[i], k)
		}
	}
	err := w.visit(func(r *bugs.Relation, e Env, _ []bugs.Expr) error {
		if x := w.given[r.Target.Name]; x != nil {
			put(r.Target.Name, x.Dim, r.At)
		}
		if len(r.Target.Subs) == 0 && w.given[r.Target.Name] != nil {
			return nil
		}
		if r.Target.Subs == nil && sizes[r.Target.Name] != nil {
			put(r.Target.Name, sizes[r.Target.Name], r.At)
			return nil
		}
		dims := make([]int, len(r.Target.Subs))
		for i, s := range r.Target.Subs {
			if s.Empty {
				continue
			}
			lo, err := w.Whole(s.Lo, e)
			if err != nil {
				return err
			}
			if dims[i] = lo; s.Hi != nil {
				if dims[i], err = w.Whole(s.Hi, e); err != nil {
					return err
				}
			}
			if lo < 1 {
				return placed(s.At, lang.CodeIndex, "%s is %d here, and arrays start at 1", s, lo)
			}
		}
		if len(dims) == 1 && r.Target.Subs[0].Empty && w.given[r.Target.Name] != nil {
			return nil
		}
		put(r.Target.Name, dims, r.At)
		return nil
	})
	if err != nil {
		d := diagnostic(err)
		report.Errorf(d.Pos, d.Code, "%s", d.Message)
	}
	return names
}

// A placeError is a mistake at a place of the program.
type placeError struct{ lang.Diagnostic }

func (e *placeError) Error() string { return e.Diagnostic.Error() }

func placed(at lang.Pos, code, format string, args ...any) error {
	return &placeError{lang.Diagnostic{Pos: at, Code: code, Message: fmt.Sprintf(format, args...)}}
}

func diagnostic(err error) lang.Diagnostic {
	if p, ok := err.(*placeError); ok {
		return p.Diagnostic
	}
	return lang.Diagnostic{Pos: lang.Pos{Line: 1, Col: 1}, Code: lang.CodeDataType, Message: err.Error()}
}

// Diagnose is an error as a diagnostic of the program.
func (w *World) Diagnose(err error) lang.Diagnostics {
	d := diagnostic(err)
	d.File = w.prog.Name
	return lang.Diagnostics{d}
}

// visit calls f for each statement of the text in each iteration, with the bounds of its loops.
func (w *World) visit(f func(*bugs.Relation, Env, []bugs.Expr) error) error {
	env, count := Env{}, 0
	var list func(stmts []bugs.Stmt, bounds []bugs.Expr) error
	list = func(stmts []bugs.Stmt, bounds []bugs.Expr) error {
		for _, s := range stmts {
			switch s := s.(type) {
			case *bugs.Relation:
				if count++; count > maxInstances {
					return placed(s.At, lang.CodeTooLarge, "the program comes to more than %d statements", maxInstances)
				}
				if err := f(s, env, bounds); err != nil {
					return err
				}
			case *bugs.For:
				lo, err := w.Whole(s.Range.Lo, env)
				if err != nil {
					return err
				}
				hi, err := w.Whole(s.Range.Hi, env)
				if err != nil {
					return err
				}
				inner := append(bounds[:len(bounds):len(bounds)], s.Range.Lo, s.Range.Hi)
				for i := lo; i <= hi; i++ {
					env[s.Index] = i
					if err := list(s.Body, inner); err != nil {
						return err
					}
				}
				delete(env, s.Index)
			}
		}
		return nil
	}
	if err := list(w.prog.Data, nil); err != nil {
		return err
	}
	return list(w.prog.Model, nil)
}

// Whole is a whole number that data and indices give.
func (w *World) Whole(e bugs.Expr, env Env) (int, error) {
	x, err := w.Number(e, env)
	if err != nil {
		return 0, err
	}
	if x != math.Round(x) || math.Abs(x) > 1<<40 {
		return 0, placed(e.Pos(), lang.CodeIndex, "%s is %g here, and a subscript is a whole number", e, x)
	}
	return int(x), nil
}

// Number is a number that data and indices give.
func (w *World) Number(e bugs.Expr, env Env) (float64, error) {
	x, err := w.inspector(env).vector(e)
	if err == nil && len(x) != 1 {
		err = placed(e.Pos(), lang.CodeIndex, "%s has %d elements where one is wanted", e, len(x))
	}
	if err != nil {
		return 0, err
	}
	return x[0], nil
}

// inspector computes what data and indices give.
func (w *World) inspector(env Env) *values {
	return &values{world: w, env: env, inspect: true, read: func(x int, r *bugs.Ref) (float64, error) {
		return 0, placed(r.At, lang.CodeIndex, "%s is drawn, and a size or bound is not", r)
	}}
}

// elements lists the elements that a reference names, those that draws decide among them: of a
// subscript that is drawn all.
func (w *World) elements(r *bugs.Ref, env Env) ([]int, error) {
	a := w.arrays[r.Name]
	if a == nil {
		return nil, nil
	}
	if r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
		list := make([]int, a.size)
		for i := range list {
			list[i] = a.base + i
		}
		return list, nil
	}
	if len(r.Subs) != len(a.dims) {
		return nil, placed(r.At, lang.CodeIndex, "%s has %d subscripts, and %s %d dimensions", r, len(r.Subs), r.Name, len(a.dims))
	}
	list := []int{0}
	for i, s := range r.Subs {
		lo, hi := 1, a.dims[i]
		v := w.inspector(env)
		if !s.Empty && s.Hi == nil && !w.drawn(s, env) && s.IsRow(v.isArray) {
			var err error
			if list, _, err = v.chosen(s, list, nil, r, a.dims[i]); err != nil {
				return nil, err
			}
			continue
		}
		if !s.Empty && !w.drawn(s, env) {
			var err error
			if lo, err = w.Whole(s.Lo, env); err != nil {
				return nil, err
			}
			if hi = lo; s.Hi != nil {
				if hi, err = w.Whole(s.Hi, env); err != nil {
					return nil, err
				}
			}
		}
		if lo <= hi && (lo < 1 || hi > a.dims[i]) {
			k := hi
			if lo < 1 {
				k = lo
			}
			return nil, placed(s.At, lang.CodeUndefined, "%s is %d here, and no statement defines that of %s", s, k, r.Name)
		}
		next := make([]int, 0, len(list)*max(0, hi-lo+1))
		for _, p := range list {
			for k := lo; k <= hi; k++ {
				next = append(next, p*a.dims[i]+k-1)
			}
		}
		list = next
	}
	for i := range list {
		list[i] += a.base
	}
	return list, nil
}

// drawn tells whether a subscript reads what data do not give.
func (w *World) drawn(s bugs.Sub, env Env) bool {
	for _, e := range []bugs.Expr{s.Lo, s.Hi} {
		if e != nil && w.reads(e, env) {
			return true
		}
	}
	return false
}

// reads tells whether an expression reads what data do not give.
func (w *World) reads(e bugs.Expr, env Env) bool {
	some := false
	bugs.Each(e, func(e bugs.Expr) {
		r, ok := e.(*bugs.Ref)
		if !ok {
			return
		}
		if _, ok := env[r.Name]; ok && r.Subs == nil {
			return
		}
		some = some || w.lacks(r, env)
	})
	return some
}

// lacks tells whether a name, or the elements of it that are read, have no values in the data.
func (w *World) lacks(r *bugs.Ref, env Env) bool {
	x := w.data[r.Name]
	if x == nil || !x.HasMissing() || w.arrays[r.Name] != nil {
		return x == nil || x.HasMissing()
	}
	_, _, err := w.inspector(env).ref(r) // of what no statement gives a value
	return err != nil
}

// Name is the name of an element, as x[1,2].
func (w *World) Name(x int) string {
	for _, n := range w.names {
		a := w.arrays[n]
		if x < a.base || x >= a.base+a.size {
			continue
		}
		if len(a.dims) == 0 {
			return n
		}
		k := x - a.base
		subs := make([]string, len(a.dims))
		for i := len(subs) - 1; i >= 0; i-- {
			subs[i] = strconv.Itoa(k%a.dims[i] + 1)
			k /= a.dims[i]
		}
		return n + "[" + strings.Join(subs, ",") + "]"
	}
	return "?"
}

// NameOf is the name of the array that an element is of.
func (w *World) NameOf(x int) string {
	for _, n := range w.names {
		if w.isOf(n, x) {
			return n
		}
	}
	return "?"
}

// IsData tells whether the caller gives an element.
func (w *World) IsData(x int) bool { return w.isData[x] }

// Size is how many elements there are.
func (w *World) Size() int { return w.size }
