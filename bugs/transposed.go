package bugs

import "slices"

// Our language keeps a vector or a matrix as the last dimensions of an array. A program may have them anywhere, p[1:3, i] ~
// ddirch(alpha[]) or T[1:2, 1:2, k] ~ dwish(R[, ], 3). Such an array is stored with these dimensions last, and so are its
// data and starts; what is said of it has the order of the program.

// An order tells, of each dimension as it is stored, which one of the program it is; nil where they are the same.
type order []int

// stored is a list by dimensions of the program in the order in which these are stored.
func stored[T any](o order, list []T) []T {
	if len(o) != len(list) {
		return list
	}
	out := make([]T, len(list))
	for k, d := range o {
		out[k] = list[d]
	}
	return out
}

// program is a list by dimensions as they are stored in the order of the program.
func program[T any](o order, list []T) []T {
	if len(o) != len(list) {
		return list
	}
	out := make([]T, len(list))
	for k, d := range o {
		out[d] = list[k]
	}
	return out
}

// of is the dimension of the program that a stored one is.
func (o order) of(d int) int {
	if d < len(o) {
		return o[d]
	}
	return d
}

// transpose stores the arrays whose vectors and matrices are not their last dimensions with these last.
func (t *translator) transpose(inits []Data) []Data {
	t.orders = map[string]order{}
	wanted, mixed := t.wantedLast()
	for name, last := range wanted {
		if n := t.subscriptsOf(name); last != nil && n > 0 && !mixed[name] {
			if o := lastOf(last, n); o != nil && t.keepsOrder(name, o) {
				t.orders[name] = o
			}
		}
	}
	if len(t.orders) == 0 {
		return inits
	}
	seen := map[*Ref]bool{}
	turn := func(e Expr) {
		r, ok := e.(*Ref)
		if !ok || seen[r] || t.orders[r.Name] == nil || len(r.Subs) != len(t.orders[r.Name]) {
			return
		}
		seen[r] = true
		r.Order = t.orders[r.Name]
		r.Subs = stored(r.Order, r.Subs)
	}
	for _, s := range t.all {
		s.each(turn)
		turn(s.Target)
	}
	prog := *t.prog
	prog.Vars = nil
	for _, d := range t.prog.Vars {
		c := *d
		c.Dims = stored(t.orders[d.Name], d.Dims)
		prog.Vars = append(prog.Vars, &c)
	}
	t.prog = &prog
	t.given = t.given.stored(t.orders)
	var turned []Data
	for _, d := range inits {
		turned = append(turned, d.stored(t.orders))
	}
	return turned
}

// wantedLast finds which dimensions of names are those of vectors or matrices: of what is drawn, else of parameters of distributions.
// mixed are names that want several.
func (t *translator) wantedLast() (last map[string][]int, mixed map[string]bool) {
	last, mixed = map[string][]int{}, map[string]bool{}
	drawn := map[string]bool{}
	want := func(r *Ref, core int) {
		var kept []int
		for d, u := range r.Subs {
			if u.Empty || u.Hi != nil {
				kept = append(kept, d)
			}
		}
		if len(r.Subs) < 2 || len(kept) == 0 || core > 0 && len(kept) != core {
			return
		}
		if had, ok := last[r.Name]; ok && !slices.Equal(had, kept) {
			mixed[r.Name] = true
		}
		last[r.Name] = kept
	}
	for _, s := range t.all {
		if s.Dist != nil && vectors[alias(s.Dist.Fun)] > 0 {
			want(s.Target, vectors[alias(s.Dist.Fun)])
			drawn[s.Target.Name] = true
		}
	}
	for _, s := range t.all {
		if s.Dist == nil {
			continue
		}
		for _, a := range s.Dist.Args {
			if r, ok := a.(*Ref); ok && s.loop(r.Name) == nil && !drawn[r.Name] {
				want(r, 0)
			}
		}
	}
	return last, mixed
}

// subscriptsOf is how many subscripts a name has wherever it has some, 0 where they differ or it has none.
func (t *translator) subscriptsOf(name string) (n int) {
	same := true
	look := func(r *Ref) {
		if r.Name != name || r.Subs == nil || len(r.Subs) == 1 && r.Subs[0].Empty {
			return
		}
		same = same && (n == 0 || n == len(r.Subs))
		n = len(r.Subs)
	}
	for _, s := range t.all {
		look(s.Target)
		s.each(func(e Expr) {
			if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil {
				look(r)
			}
		})
	}
	if a := t.given[name]; a != nil && len(a.Dim) != n || !same {
		return 0
	}
	return n
}

// lastOf is the order in which some of n dimensions come last; nil where they do so already.
func lastOf(last []int, n int) (o order) {
	for d := range n {
		if !slices.Contains(last, d) {
			o = append(o, d)
		}
	}
	o = append(o, last...)
	if slices.IsSorted(o) {
		return nil
	}
	return o
}

// keepsOrder tells whether all that reads or defines a name keeps its dimensions in one order, stored so or as the program has
// them: what takes rows and columns of it at once would take them the other way round.
func (t *translator) keepsOrder(name string, o order) bool {
	good := true
	keeps := func(r *Ref) {
		if r.Name != name {
			return
		}
		last := -1
		for _, d := range o {
			if len(r.Subs) != len(o) {
				good = false // all of it
				return
			}
			if u := r.Subs[d]; u.Empty || u.Hi != nil {
				good = good && d > last
				last = d
			}
		}
	}
	for _, s := range t.all {
		keeps(s.Target)
		s.eachWithin(func(e Expr) {
			walkWithin(e, func(e Expr) {
				if r, ok := e.(*Ref); ok && s.loop(r.Name) == nil {
					keeps(r)
				}
			}, func(e Expr) bool { return !ofAll(e) })
		})
		s.each(func(e Expr) {
			if ofAll(e) { // subscripts there are numbers, and the order of what is kept does not matter
				for _, u := range e.(*Call).Args[0].(*Ref).Subs {
					walk(u.Lo, func(e Expr) {
						if r, ok := e.(*Ref); ok {
							keeps(r)
						}
					})
				}
			}
		})
	}
	return good
}

// ofAll tells whether an expression is a function of numbers whose order does not matter, of a name alone: sum(x[, ]).
func ofAll(e Expr) bool {
	c, ok := e.(*Call)
	if !ok || len(c.Args) != 1 {
		return false
	}
	_, ok = c.Args[0].(*Ref)
	return ok && reduces(c) && !OfSize(c)
}

// stored are the data with the arrays that are stored in other orders in these.
func (d Data) stored(orders map[string]order) Data {
	out := Data{}
	for n, a := range d {
		out[n] = a
		if o := orders[n]; o != nil && len(o) == len(a.Dim) {
			out[n] = a.turned(o)
		}
	}
	return out
}

// turned is an array with its dimensions in another order.
func (a *Array) turned(o order) *Array {
	b := &Array{Dim: stored(o, a.Dim), Values: make([]float64, len(a.Values)), Whole: a.Whole, File: a.File, At: a.At}
	if a.Missing != nil {
		b.Missing = make([]bool, len(a.Missing))
	}
	steps := make([]int, len(a.Dim)) // of the program
	step := 1
	for d := len(a.Dim) - 1; d >= 0; d-- {
		steps[d], step = step, step*a.Dim[d]
	}
	for p := range b.Values {
		from, q := 0, p
		for k := len(b.Dim) - 1; k >= 0; k-- {
			from += q % b.Dim[k] * steps[o[k]]
			q /= b.Dim[k]
		}
		b.Values[p] = a.Values[from]
		if a.Missing != nil {
			b.Missing[p] = a.Missing[from]
		}
	}
	return b
}

// InProgram are values of a name of the file, in lists row by row, in the order that the program has of its dimensions.
func (t *Translation) InProgram(name string, x any) any {
	o := t.orders[name]
	if o == nil {
		return x
	}
	inverse := make(order, len(o))
	dim := make([]int, len(o))
	y := x
	for k, d := range o {
		inverse[d] = k
		list, ok := y.([]any)
		if !ok || len(list) == 0 {
			return x
		}
		dim[k], y = len(list), list[0]
	}
	var build func(at []int) any
	build = func(at []int) any {
		if len(at) == len(o) {
			y := x
			for _, i := range stored(o, at) {
				y = y.([]any)[i]
			}
			return y
		}
		list := make([]any, dim[inverse[len(at)]])
		for i := range list {
			list[i] = build(append(at[:len(at):len(at)], i))
		}
		return list
	}
	return build(nil)
}
