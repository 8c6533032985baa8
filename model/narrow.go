package model

// narrow takes conditions on loop indices into the bounds of the loops: t > 0
// moves the start, t == 0 fixes the index and removes the loop. What cannot be
// taken in stays a condition that the run decides.
func (c *checker) narrow() {
	var kept []*Relation
	for _, r := range c.model.Relations {
		loops := make([]*Loop, len(r.Loops))
		none := map[*Index]bool{} // of loops that are written over nothing, as those over n where n is 0
		for i, l := range r.Loops {
			cp := *l
			loops[i] = &cp
			none[l.Index] = l.Empty()
		}
		r.Loops = loops
		guards := r.Guards
		r.Guards = nil
		for len(guards) > 0 {
			g := guards[0]
			guards = guards[1:]
			if g.Op == OpCall && g.Fun == "&&" {
				guards = append([]*Expr{g.Args[0], g.Args[1]}, guards...)
				continue
			}
			if more, ok := r.absorb(g, &guards); ok {
				r.Guards = append(r.Guards, more...)
				continue
			}
			r.Guards = append(r.Guards, g)
		}
		never := false
		var guard []*Expr
		for _, g := range r.Guards {
			switch {
			case g.Op == OpBool && g.Value == 0:
				never = true
			case g.Op == OpBool:
			default:
				guard = append(guard, g)
			}
		}
		for _, l := range r.Loops {
			never = never || l.Empty() && !none[l.Index]
		}
		r.Guards = guard
		if !never {
			kept = append(kept, r)
		}
	}
	c.model.Relations = kept
	c.never()
}

// Empty tells whether a loop is known to run over nothing.
func (l *Loop) Empty() bool {
	return l.Lo.Op == OpNumber && l.Hi.Op == OpNumber && l.Lo.Value >= l.Hi.Value
}

// never leaves out the variables that no statement that can hold defines: those in
// if (false), or in if (c) in a branch where c is known to be false. What only such
// statements draw is a function of others.
func (c *checker) never() {
	if c.HasErrors() || c.file.Unread != nil {
		return
	}
	defined, drawn, read := map[*Variable]bool{}, map[*Variable]bool{}, map[*Variable]*Relation{}
	for _, r := range c.model.Relations {
		if r.Target != nil && r.Target.Op == OpVariable && (r.Kind == Draw || r.Kind == Assign) {
			defined[r.Target.Variable] = true
			drawn[r.Target.Variable] = drawn[r.Target.Variable] || r.Kind == Draw
		}
		r.Reads(func(v *Variable) {
			if read[v] == nil {
				read[v] = r
			}
		})
	}
	var kept []*Variable
	for _, v := range c.model.Variables {
		if defined[v] || v.Input != nil {
			kept = append(kept, v)
			if v.Input == nil { // whichever statement stands first
				v.Derived = !drawn[v]
			}
			continue
		}
		if r := read[v]; r != nil {
			c.Errorf(r.At, CodeUndefined, "%s is read, but never defined: the conditions around its definition never hold", v.Name).
				WithRelated(v.At, "defined here")
		} else {
			c.Warnf(v.At, CodeUndefined, "%s is never defined: the conditions around its definition never hold", v.Name)
		}
		v.never = true
	}
	c.model.Variables = kept
}

// absorb takes the condition g into the loops of r. It returns conditions that
// must be kept instead.
func (r *Relation) absorb(g *Expr, rest *[]*Expr) (more []*Expr, ok bool) {
	if g.Op != OpCall || len(g.Args) != 2 {
		return nil, false
	}
	for side := range 2 {
		a, b := g.Args[side], g.Args[1-side]
		fun := g.Fun
		if side == 1 {
			fun = mirrored[fun]
		}
		i, off, affine := a.Affine()
		if !affine || fun == "" || !b.Type.whole() {
			continue
		}
		l := r.loop(i)
		if l == nil || !r.outside(b, i) {
			continue
		}
		whole := Type{Kind: Int}
		end := Call("-", whole, b, Number(float64(off))) // index fun end
		after := Call("+", whole, end, Number(1))
		switch fun {
		case "<":
			l.Hi = smaller(l.Hi, end)
		case "<=":
			l.Hi = smaller(l.Hi, after)
		case ">":
			l.Lo = larger(l.Lo, after)
		case ">=":
			l.Lo = larger(l.Lo, end)
		case "==":
			if r.asksInside(i) {
				l.Lo, l.Hi = larger(l.Lo, end), smaller(l.Hi, after)
				return nil, true
			}
			boolean := Type{Kind: Bool}
			more = []*Expr{Call("<=", boolean, l.Lo, end), Call("<", boolean, end, l.Hi)}
			r.fix(i, end, rest)
			return more, true
		case "!=":
			last := Call("-", whole, l.Hi, Number(1))
			switch {
			case end.Equal(l.Lo):
				l.Lo = after
			case end.Equal(last):
				l.Hi = last
			default:
				return nil, false
			}
		}
		return nil, true
	}
	return nil, false
}

var mirrored = map[string]string{"<": ">", "<=": ">=", ">": "<", ">=": "<=", "==": "==", "!=": "!="}

// outside tells whether e reads no index of the loop of i nor of loops inside it.
func (r *Relation) outside(e *Expr, i *Index) bool {
	inside := false
	for _, l := range r.Loops {
		inside = inside || l.Index == i
		if inside && e.Uses(l.Index) {
			return false
		}
	}
	return true
}

// asksInside tells whether the bounds of a loop inside that of i are read from arrays at i:
// where there is no such element they have no value.
func (r *Relation) asksInside(i *Index) bool {
	for _, l := range r.Loops {
		if l.Lo.readsAt(i) || l.Hi.readsAt(i) {
			return true
		}
	}
	return false
}

// fix replaces the index i by to and drops its loop.
func (r *Relation) fix(i *Index, to *Expr, rest *[]*Expr) {
	// What stands for the index keeps the index's type, so that it still indexes
	// arrays over the same range.
	if i.Range != nil {
		cp := *to
		cp.Type = Type{Kind: IndexKind, Range: i.Range}
		to = &cp
	}
	var loops []*Loop
	for _, l := range r.Loops {
		if l.Index == i {
			continue
		}
		l.Lo, l.Hi, l.Full = l.Lo.Subst(i, to), l.Hi.Subst(i, to), l.Full.Subst(i, to)
		loops = append(loops, l)
	}
	r.Loops = loops
	for k, g := range *rest {
		(*rest)[k] = g.Subst(i, to)
	}
	for k, g := range r.Guards {
		r.Guards[k] = g.Subst(i, to)
	}
	repeats := make([]*Expr, len(r.Repeats)) // those of r may be of other statements too
	for k, n := range r.Repeats {
		repeats[k] = n.Subst(i, to)
	}
	r.Repeats = repeats
	sub := func(e *Expr) *Expr {
		if e == nil {
			return nil
		}
		return e.Subst(i, to)
	}
	r.Target, r.Value, r.Other = sub(r.Target), sub(r.Value), sub(r.Other)
	r.Dist = r.Dist.mapArgs(sub)
	branches := make([]*Branch, len(r.Branches))
	for k, b := range r.Branches {
		branches[k] = b.subst(i, to)
	}
	r.Branches = branches
	for k, x := range r.Instance {
		r.Instance[k] = x.Subst(i, to)
	}
}

func (d *Dist) mapArgs(f func(*Expr) *Expr) *Dist {
	if d == nil {
		return nil
	}
	cp := *d
	cp.Args = make([]*Expr, len(d.Args))
	for i, a := range d.Args {
		cp.Args[i] = f(a)
	}
	cp.Require, cp.Within, cp.Over = nil, nil, nil
	for _, l := range d.Over {
		cp.Over = append(cp.Over, &Loop{Index: l.Index, Lo: f(l.Lo), Hi: f(l.Hi), Full: f(l.Full)})
	}
	for _, e := range d.Require {
		cp.Require = append(cp.Require, f(e))
	}
	for _, e := range d.Within {
		cp.Within = append(cp.Within, f(e))
	}
	return &cp
}

// Exprs calls f for each expression of the relation.
func (r *Relation) Exprs(f func(*Expr)) {
	for _, l := range r.Loops {
		f(l.Lo)
		f(l.Hi)
	}
	for _, g := range r.Guards {
		f(g)
	}
	if r.Target != nil {
		f(r.Target)
	}
	if r.Dist != nil {
		for _, a := range append(r.Dist.Args[:len(r.Dist.Args):len(r.Dist.Args)], r.Dist.Require...) {
			f(a)
		}
	}
	if r.Value != nil {
		f(r.Value)
	}
	if r.Other != nil {
		f(r.Other)
	}
}

// checkIndices checks that every variable is used with as many indices as it is
// defined with, that indices are of the right range, and that it is seen to be
// defined once.
func (c *checker) checkIndices() {
	first := map[string]*Relation{}
	for _, r := range c.model.Relations {
		r.Exprs(func(e *Expr) {
			e.Walk(func(x *Expr) { c.checkIndex(x) })
		})
		c.checkEnds(r)
		c.onlyOnce(r, first)
	}
}

// onlyOnce checks that two statements do not define the same elements: their targets
// are the same in every letter, without a condition that could keep them apart. An
// input that two statements observe counts twice, which is seldom meant.
func (c *checker) onlyOnce(r *Relation, first map[string]*Relation) {
	target := r.Target
	if r.Kind == ObserveEqual {
		target = nil
		if r.Sets {
			target = r.Other
		}
	}
	if target == nil || len(r.Guards) > 0 || target.Op != OpVariable && target.Op != OpInput {
		return
	}
	key := r.targetKey(target)
	old := first[key]
	if old == nil {
		first[key] = r
		return
	}
	at := old.Target
	if old.Kind == ObserveEqual {
		at = old.Other
	}
	if target.Op == OpInput {
		by := map[bool]string{true: "==", false: "~"}[r.Kind == ObserveEqual]
		c.Warnf(target.At, CodeDouble, "%s is observed twice: it counts as two observations", target).WithRelated(at.At, "first observed here").
			WithHint("if that is meant, write observe %s %s ... for the second", target, by)
		return
	}
	c.Errorf(target.At, CodeDouble, "%s is defined twice", target).WithRelated(at.At, "first defined here").
		WithHint("every element has one definition; a further statement about it is written observe %s ~ ...", target)
}

// targetKey is the target with loop indices replaced by the bounds of their loops.
func (r *Relation) targetKey(e *Expr) string {
	key := ""
	bounds := func(a *Expr) {
		if i, off, ok := a.Affine(); ok {
			if l := r.loop(i); l != nil {
				key += "[" + l.Lo.String() + ".." + l.Hi.String() + "+" + Number(float64(off)).String() + "]"
				return
			}
		}
		key += "[" + a.String() + "]"
	}
	for _, a := range e.Args {
		bounds(a)
	}
	for _, b := range r.Branches {
		if !b.Gate.Switch {
			key += " " + b.String()
		} else if l := r.loop(b.Value.Index); l == nil || !l.Lo.IsNumber(0) || !l.Hi.Equal(l.Full) {
			bounds(b.Value) // some branches of a switch
		}
	}
	if e.Op == OpInput {
		return e.Input.Name + key
	}
	return e.Variable.Name + key
}
