package conditional

import (
	"slices"

	"mpc/model"
)

// A recursion is the form of definitions that read earlier elements of their own, or of each other, in any way, as
//
//	n[t] = n[t-1] * exp(r - n[t-1])
//
// does: what an element needs of those before it are the states, which each pass computes from those of the pass before.
// A function that another of them is computed from in the same pass, or before it, is written out in it; where that leads back to
// it, or before the first pass, it is a state too.
type recursion struct {
	b      *builder
	loop   *model.Loop // of the elements that the definition defines
	around []*model.Loop
	lo     int
	pass   *model.Index
	states []*state
	open   []string // elements that are being written out, at pass
	lags   []int    // how many passes before
	size   int
	failed bool
}

// A state is an element at the pass, or as it was back passes before.
type state struct {
	element *model.Expr
	back    int
	index   *model.Index
	read    bool // a later pass reads it
}

// maxStates is how many states a recursion may have.
const maxStates = 40

// recursions writes the definitions that read earlier elements as reductions, or else as recursions, where they have that form.
func (b *builder) recursions() {
	var list []*definition
	for _, v := range b.program.Model.Variables {
		if w := b.copies[v]; w != nil {
			v = w
		}
		if b.returns(v, v) {
			list = append(list, b.definitions[v]...)
		}
	}
	alone := func(d *definition) bool {
		return !slices.ContainsFunc(b.group(d.of), func(w *model.Variable) bool { return w != d.of })
	}
	for _, d := range list {
		switch {
		case len(d.guards) > 0:
		case alone(d):
			b.unroll(d)
		default:
			b.align(d)
		}
	}
	values := map[*definition]*model.Expr{}
	for _, d := range list {
		if len(d.guards) == 0 && !d.reduced {
			values[d] = b.asRecursion(d)
		}
	}
	for _, d := range list {
		switch value := values[d]; {
		case value == nil:
			b.unroll(d)
		case alone(d):
			d.step, d.value, d.reduced = d.value, value, true
		default:
			d.value, d.reduced = value, true
		}
	}
}

// group are the functions of variables that one is computed from and that are computed from it, each as its definitions say.
func (b *builder) group(v *model.Variable) (list []*model.Variable) {
	for w := range b.sources(v) {
		if b.returns(w, v) {
			list = append(list, w)
		}
	}
	return list
}

// returns tells whether a function is computed from elements of another one, directly or through others.
func (b *builder) returns(v, to *model.Variable) bool { return b.sources(v)[to] }

// sources are the functions of variables that one is computed from.
func (b *builder) sources(v *model.Variable) map[*model.Variable]bool {
	if found := b.computedFrom[v]; found != nil {
		return found
	}
	found := map[*model.Variable]bool{}
	var add func(v *model.Variable)
	add = func(v *model.Variable) {
		for _, d := range b.definitions[v] {
			d.value.Walk(func(x *model.Expr) {
				if x.Op == model.OpVariable && len(b.definitions[x.Variable]) > 0 && !found[x.Variable] {
					found[x.Variable] = true
					add(x.Variable)
				}
			})
		}
	}
	add(v)
	b.computedFrom[v] = found
	return found
}

// asRecursion is the value of a definition as the last state of a recursion; nil where it has no such form.
func (b *builder) asRecursion(d *definition) *model.Expr {
	if d.of.Type.Kind != model.Real || d.of.Type.Dimensions > 0 {
		return nil
	}
	for k, e := range d.target {
		n := slices.IndexFunc(d.loops, func(l *model.Loop) bool { return e.Op == model.OpIndex && l.Index == e.Index })
		if n < 0 || d.loops[n].Lo.Op != model.OpNumber || d.loops[n].Lo.Value < 1 {
			continue
		}
		b.indices++
		t := d.loops[n].Index
		pass := &model.Index{ID: -b.indices, Name: t.Name + "Before", Range: t.Range, At: t.At}
		r := &recursion{b: b, loop: d.loops[n], around: d.loops, lo: int(d.loops[n].Lo.Value), pass: pass}
		own := elementOf(d.of, slices.Clone(d.target))
		own.Args[k] = model.IndexExpr(r.pass)
		r.state(own, 0)
		if value := r.value(d); value != nil {
			return value
		}
	}
	return nil
}

// value is the recursion: where a state is found on the way all is written again.
func (r *recursion) value(d *definition) *model.Expr {
	var steps, firsts []*model.Expr
	for n := -1; n != len(r.states); {
		n, steps = len(r.states), nil
		for _, s := range r.states {
			s.read = false
		}
		for k := 0; k < len(r.states); k++ {
			s := r.states[k]
			if s.back > 0 {
				steps = append(steps, r.read(s.element, s.back))
				continue
			}
			steps = append(steps, r.writtenOut(s.element, 0))
		}
		if r.failed || len(r.states) > maxStates {
			return nil
		}
	}
	list := func(of []*model.Expr) *model.Expr {
		return &model.Expr{Op: model.OpList, Type: model.Type{Kind: model.Real, Dimensions: 1}, Args: of, Random: true, At: d.at}
	}
	out := &model.Expr{Op: model.OpReduce, Fun: model.Recursion, Type: realType, Random: true, At: d.at}
	for _, s := range r.states {
		first := model.Number(0) // of what no pass reads, as of an element before the first that there is
		if s.read {
			first = s.element.Subst(r.pass, model.Number(float64(r.lo-1-s.back)))
		}
		firsts, out.States = append(firsts, first), append(out.States, s.index)
		if s.read && r.lo-1-s.back < 0 {
			return nil
		}
	}
	after := shifted(model.IndexExpr(r.loop.Index), 1)
	out.Args = []*model.Expr{list(steps), list(firsts)}
	out.Loop = &model.Loop{Index: r.pass, Lo: model.Number(float64(r.lo - 1)), Hi: after, Full: after}
	return out
}

// state is the state of an element, which is made where there is none.
func (r *recursion) state(element *model.Expr, back int) *state {
	for _, s := range r.states {
		if s.back == back && s.element.Key() == element.Key() {
			return s
		}
	}
	r.b.indices++
	s := &state{element: element, back: back, index: &model.Index{ID: -r.b.indices, Name: element.Variable.Name + "State", At: element.At}}
	r.states = append(r.states, s)
	return s
}

// read is an element some passes before, which is 1 or more, as the pass before has left it.
func (r *recursion) read(element *model.Expr, lag int) *model.Expr {
	s := r.state(element, lag-1)
	for back := range lag {
		r.state(element, back)
	}
	s.read = true
	return &model.Expr{Op: model.OpState, Type: realType, Index: s.index, Random: true, At: element.At}
}

// writtenOut is what an element some passes before is computed from.
func (r *recursion) writtenOut(element *model.Expr, lag int) *model.Expr {
	d := r.definition(element, lag)
	if d == nil || r.size > maxOperations {
		r.failed = true
		return element
	}
	r.open, r.lags = append(r.open, element.Key()), append(r.lags, lag)
	defer func() { r.open, r.lags = r.open[:len(r.open)-1], r.lags[:len(r.lags)-1] }()
	return d.value.Map(func(x *model.Expr) *model.Expr {
		r.size++
		if r.failed || x.Op != model.OpVariable || x.Variable != element.Variable && !(r.b.returns(x.Variable, element.Variable) && r.b.returns(element.Variable, x.Variable)) {
			return x
		}
		at, back, ok := r.place(x)
		if !ok {
			r.failed = r.failed || x.Uses(r.pass) || slices.ContainsFunc(x.Args, func(a *model.Expr) bool { return a.Random })
			return x
		}
		key := at.Key()
		isState := slices.ContainsFunc(r.states, func(s *state) bool { return s.back == 0 && s.element.Key() == key })
		for k, o := range r.open {
			if o == key && r.lags[k] == back {
				r.failed = true // it is computed from itself
				return x
			}
			isState = isState || o == key
		}
		if back > 0 && (isState || r.definition(at, back) == nil) {
			return r.read(at, back)
		}
		return r.writtenOut(at, back)
	})
}

// place takes an element apart into that at the pass, and how many passes before it is; false where it is no such element.
func (r *recursion) place(x *model.Expr) (at *model.Expr, lag int, ok bool) {
	cp := *x
	cp.Args = slices.Clone(x.Args)
	for k, a := range x.Args {
		if !a.Uses(r.pass) {
			continue
		}
		i, c, affine := a.Affine()
		if ok || !affine || i != r.pass || c > 0 {
			return nil, 0, false
		}
		ok, lag = true, -c
		cp.Args[k] = model.IndexExpr(r.pass)
	}
	return &cp, lag, ok
}

// definition is the one that defines an element some passes before, in all passes but the first, in terms of the pass; nil where
// none is seen to.
func (r *recursion) definition(element *model.Expr, lag int) *definition {
	var found *definition
	for _, d := range r.b.definitions[element.Variable] {
		value, ok := r.at(d, element, lag)
		if ok && found != nil {
			return nil
		}
		if ok {
			found = &definition{value: value}
		}
	}
	return found
}

// at is what a definition says of an element some passes before; false where it does not define it in all passes but the first.
func (r *recursion) at(d *definition, element *model.Expr, lag int) (*model.Expr, bool) {
	if element.Variable.Type.Kind != model.Real || element.Variable.Type.Dimensions > 0 || d.reduced || len(d.guards) > 0 || len(d.target) != len(element.Args) {
		return nil, false
	}
	value, target, _, loops := d.renamed()
	solved := map[*model.Index]bool{}
	for k, e := range target {
		a := element.Args[k]
		n := slices.IndexFunc(loops, func(l *model.Loop) bool { return e.Op == model.OpIndex && l.Index == e.Index })
		switch {
		case n < 0 && e.Op == model.OpNumber && a.Op == model.OpNumber && e.Value == a.Value:
			continue
		case n < 0 || solved[e.Index]:
			return nil, false
		case a.Op == model.OpIndex && a.Index == r.pass:
			if l := loops[n]; l.Lo.Op != model.OpNumber || int(l.Lo.Value) > r.lo-lag || !r.ends(l, lag) {
				return nil, false
			}
			a = shifted(a, -lag)
		case !r.within(a, loops[n]):
			return nil, false
		}
		solved[e.Index] = true
		value = value.Subst(e.Index, a)
	}
	return value, len(solved) == len(loops)
}

// ends tells whether a loop ends where that of the recursion does, or as many passes before as the lag is.
func (r *recursion) ends(l *model.Loop, lag int) bool {
	for k := range lag + 1 {
		if l.Hi.Equal(shifted(r.loop.Hi, -k)) {
			return true
		}
	}
	return false
}

// within tells whether an index that is the same in all passes is one of a loop.
func (r *recursion) within(a *model.Expr, l *model.Loop) bool {
	if a.Op == model.OpNumber {
		return l.Lo.Op == model.OpNumber && l.Hi.Op == model.OpNumber && l.Lo.Value <= a.Value && a.Value < l.Hi.Value
	}
	return slices.ContainsFunc(r.around, func(o *model.Loop) bool {
		return a.Op == model.OpIndex && o.Index == a.Index && o.Lo.Equal(l.Lo) && o.Hi.Equal(l.Hi)
	})
}
