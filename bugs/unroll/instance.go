package unroll

import (
	"fmt"
	"maps"
	"strconv"

	"mpc/bugs"
	"mpc/lang"
)

// Instances are all statements of the text in all iterations, in its order.
func (w *World) Instances() (list []*Instance, err error) {
	err = w.visit(func(r *bugs.Relation, env Env, bounds []bugs.Expr) error {
		in, err := w.instance(r, env, bounds)
		list = append(list, in)
		return err
	})
	return list, err
}

// Instance is a statement for given values of indices.
func (w *World) Instance(r *bugs.Relation, env Env) (*Instance, error) {
	return w.instance(r, env, nil)
}

func (w *World) instance(r *bugs.Relation, env Env, bounds []bugs.Expr) (*Instance, error) {
	in := &Instance{Stmt: r, Env: maps.Clone(env)}
	list, err := w.elements(r.Target, env)
	if err != nil {
		return nil, err
	}
	seen := map[int]bool{}
	need := func(x int) {
		if !w.isData[x] && !seen[x] {
			seen[x] = true
			in.Reads = append(in.Reads, x)
		}
	}
	for _, x := range list {
		switch {
		case w.isData[x]:
		case r.Dist != nil && w.sets[x]:
			need(x) // it is observed: the definition comes before
		default:
			in.Writes = append(in.Writes, x)
		}
	}
	exprs := bounds[:len(bounds):len(bounds)]
	if r.Dist == nil {
		exprs = append(exprs, r.Value)
	} else {
		exprs = append(exprs, r.Dist.Args...)
		if r.Bounds != nil {
			exprs = append(exprs, r.Bounds.Lo, r.Bounds.Hi)
		}
	}
	for _, s := range r.Target.Subs {
		exprs = append(exprs, s.Lo, s.Hi)
	}
	var bad error
	for _, e := range exprs {
		bugs.Each(e, func(e bugs.Expr) {
			ref, ok := e.(*bugs.Ref)
			if !ok || bad != nil {
				return
			}
			if _, ok := env[ref.Name]; ok && ref.Subs == nil {
				return
			}
			list, err := w.elements(ref, env)
			if err != nil {
				bad = err
				return
			}
			for _, x := range list {
				need(x)
			}
		})
	}
	return in, bad
}

// Observed are the elements of a statement's left side that data give, or, of a draw, that definitions set.
func (w *World) Observed(in *Instance) (list []int, err error) {
	all, err := w.elements(in.Stmt.Target, in.Env)
	for _, x := range all {
		if w.isData[x] || in.Stmt.Dist != nil && w.sets[x] {
			list = append(list, x)
		}
	}
	return list, err
}

// Text is the statement with numbers in place of indices and of subscripts that data give: what
// tells it from all other instances.
func (w *World) Text(in *Instance) string { return w.ground(in.Stmt, in.Env).String() }

func (w *World) ground(r *bugs.Relation, env Env) *bugs.Relation {
	return r.Copied(func(e bugs.Expr, subscript bool) bugs.Expr {
		if r, ok := e.(*bugs.Ref); ok && r.Subs == nil {
			if i, ok := env[r.Name]; ok {
				return whole(i)
			}
		}
		if subscript && !w.reads(e, env) {
			if n, err := w.Whole(e, env); err == nil {
				return whole(n)
			}
		}
		return nil
	})
}

func whole(n int) bugs.Expr {
	if n < 0 {
		return &bugs.Unary{Op: "-", X: &bugs.Number{Value: float64(-n), Text: strconv.Itoa(-n)}}
	}
	return &bugs.Number{Value: float64(n), Text: strconv.Itoa(n)}
}

// Draws tells of the elements of a name which of them statements draw, whatever the data give.
func (w *World) Draws(name string) ([]bool, error) {
	a := w.arrays[name]
	if a == nil {
		return nil, nil
	}
	drawn := make([]bool, a.size)
	err := w.visit(func(r *bugs.Relation, env Env, _ []bugs.Expr) error {
		if r.Dist == nil || r.Target.Name != name {
			return nil
		}
		list, err := w.elements(r.Target, env)
		for _, x := range list {
			drawn[x-a.base] = true
		}
		return err
	})
	return drawn, err
}

// Order sorts instances so that each element is defined before it is read. Elements that none of
// them defines are taken to be there. The error is a cycle, with its elements.
func (w *World) Order(list []*Instance) ([]*Instance, error) {
	by := map[int]int{}
	for i, in := range list {
		for _, x := range in.Writes {
			by[x] = i
		}
	}
	out := make([]*Instance, 0, len(list))
	state := make([]byte, len(list)) // 1: on the way, 2: done
	type step struct{ at, next int }
	for start := range list {
		if state[start] != 0 {
			continue
		}
		way := []step{{start, 0}}
		state[start] = 1
		for len(way) > 0 {
			top := &way[len(way)-1]
			reads := list[top.at].Reads
			if top.next == len(reads) {
				state[top.at] = 2
				out = append(out, list[top.at])
				way = way[:len(way)-1]
				continue
			}
			i, ok := by[reads[top.next]]
			top.next++
			if !ok || state[i] == 2 {
				continue
			}
			if state[i] == 1 {
				var names []string
				from := 0
				for k, s := range way {
					if s.at == i {
						from = k
					}
				}
				for _, s := range way[from:] {
					names = append(names, w.Name(first(list[s.at])))
				}
				return nil, w.cycle(list[i], names)
			}
			state[i] = 1
			way = append(way, step{i, 0})
		}
	}
	return out, nil
}

func first(in *Instance) int {
	if len(in.Writes) > 0 {
		return in.Writes[0]
	}
	return -1
}

func (w *World) cycle(in *Instance, names []string) error {
	text := names[0]
	if len(names) > 7 {
		names = append(names[:3:3], append([]string{"..."}, names[len(names)-3:]...)...)
	}
	for _, n := range append(names[1:], text) {
		text += " <- " + n
	}
	err := placed(in.Stmt.At, lang.CodeCycle, "%s depends on itself: %s", names[0], text).(*placeError)
	err.Hint = fmt.Sprintf("let %s read only what is defined before it", names[0])
	return err
}

// Check looks for elements that are read and never defined, and for those that are defined twice.
func (w *World) Check(list []*Instance) lang.Diagnostics {
	report := &lang.Collector{File: w.prog.Name}
	by := map[int]*Instance{}
	for _, in := range list {
		for _, x := range in.Writes {
			if o := by[x]; o != nil && !report.Full() {
				report.Errorf(in.Stmt.At, lang.CodeDouble, "%s is defined twice", w.Name(x)).WithRelated(o.Stmt.At, "the first one")
			}
			by[x] = in
		}
	}
	told := map[int]bool{}
	for _, in := range list {
		for _, x := range in.Reads {
			if by[x] == nil && !told[x] && !report.Full() {
				told[x] = true
				at := in.Stmt.At
				for _, e := range append([]bugs.Expr{in.Stmt.Value}, args(in.Stmt)...) {
					bugs.Each(e, func(e bugs.Expr) {
						if r, ok := e.(*bugs.Ref); ok && w.isOf(r.Name, x) {
							at = r.At
						}
					})
				}
				report.Errorf(at, lang.CodeUndefined, "%s is read here, and no statement defines it", w.Name(x))
			}
		}
	}
	w.unread(list, by, told, report)
	return report.List()
}

// unread warns of an element that a draw makes and nothing reads, while definitions read all others
// of it: a loop that goes one too far.
func (w *World) unread(list []*Instance, by map[int]*Instance, told map[int]bool, report *lang.Collector) {
	read := map[int]bool{}
	for _, in := range list {
		for _, x := range in.Reads {
			read[x] = read[x] || in.Stmt.Dist == nil
		}
	}
	type count struct{ read, not, last int }
	of := map[*bugs.Relation]*count{}
	var order []*bugs.Relation
	for _, in := range list {
		c := of[in.Stmt]
		if c == nil {
			c = &count{}
			of[in.Stmt] = c
			order = append(order, in.Stmt)
		}
		for _, x := range in.Writes {
			if defines, ok := read[x]; defines {
				c.read++
			} else if !ok {
				c.not, c.last = c.not+1, x
			}
		}
	}
	for _, r := range order {
		if c := of[r]; r.Dist != nil && c.not == 1 && c.read > 1 && !report.Full() {
			report.Warnf(r.At, lang.CodeUnused, "%s is drawn, and nothing reads it; the other elements of this statement are read", w.Name(c.last)).
				WithHint("does the loop go one too far?")
		}
	}
}

// isOf tells whether an element is one of a name.
func (w *World) isOf(name string, x int) bool {
	a := w.arrays[name]
	return a != nil && a.base <= x && x < a.base+a.size
}

func args(r *bugs.Relation) []bugs.Expr {
	if r.Dist == nil {
		return nil
	}
	return r.Dist.Args[:len(r.Dist.Args):len(r.Dist.Args)]
}
