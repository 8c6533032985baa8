package model

import (
	"fmt"

	"mpc/lang"
)

// An input with missing: true has entries that may be absent. The data decide
// which, so that a relation about such an entry is written twice: where the entry
// is there it reads the datum, as it would without the key, and where it is absent
// an element of a random variable of the same name. What defines the entry, a
// draw or an =, then defines that element. The variable has no element and its
// loops run over none while nothing of the input is absent.

// maxChoices is how many entries of a relation, or of a term of one that has more,
// are each told apart from their absence: twice as many relations for each.
const maxChoices = 3

// absences rewrites the relations of a model.
type absences struct {
	*checker
	variables map[*Input]*Variable // of absent entries
	drawn     map[*Input][]*Relation
	read      map[*Input]*Expr // where an entry is read by more than its definition
	parts     int
}

// missing rewrites the relations about inputs with entries that may be absent.
func (c *checker) missing() {
	a := &absences{checker: c, variables: map[*Input]*Variable{}, drawn: map[*Input][]*Relation{}, read: map[*Input]*Expr{}}
	any := false
	for _, in := range c.model.Inputs {
		any = any || in.Missing
	}
	if !any {
		return
	}
	a.uses()
	for _, in := range c.model.Inputs {
		if in.Missing && a.possible(in) {
			a.declare(in)
		}
	}
	if c.HasErrors() {
		return
	}
	var out []*Relation
	for _, r := range c.model.Relations {
		out = append(out, a.rewrite(r)...)
	}
	c.model.Relations = out
}

// uses finds which inputs are defined, and which are read.
func (a *absences) uses() {
	for _, name := range a.file.Infer {
		if in := a.inputs[name.Name]; in != nil && in.Missing {
			a.read[in] = &Expr{At: name.At}
		}
	}
	for _, r := range a.model.Relations {
		if r.Target != nil && r.Target.Op == OpInput {
			a.drawn[r.Target.Input] = append(a.drawn[r.Target.Input], r)
		}
		r.Exprs(func(e *Expr) {
			e.Walk(func(x *Expr) {
				if x.Op == OpInput && x.Input.Missing && len(x.Args) < len(x.Input.Dims) {
					a.unsupported(x.At, "a vector of "+x.Input.Name+", whose entries may be missing,", "entries that may be missing stand one by one, as in sum(w[j] * x[j] : j in k)")
				}
			})
		})
		for _, e := range r.chosen(false) {
			for _, x := range entries(e) {
				if a.read[x.Input] == nil {
					a.read[x.Input] = x
				}
			}
		}
	}
}

// possible reports an input whose absent entries nothing could infer.
func (a *absences) possible(in *Input) bool {
	whole := in.Type.whole()
	if in.Type.Kind == Invalid || in.Type.Kind == DistKind || a.file.Unread != nil {
		return false
	}
	if len(a.drawn[in]) == 0 {
		a.Errorf(in.At, CodeUndefined, "no statement says what a missing entry of %s is drawn from", in.Name).
			WithHint("draw it, as in %s ~ normal(0, variance = 1): where the datum is there, it is observed; or take missing: true away", a.element(in))
		return false
	}
	if use := a.read[in]; whole && use != nil {
		a.unsupported(use.At, "a missing entry of "+in.Name+", which would be a random whole number,", "a count or an index may be missing where nothing but its own distribution reads it, and infer does not ask for it")
		return false
	}
	return true
}

// element writes an entry of an input with its dimensions as indices.
func (a *absences) element(in *Input) string {
	e := &Expr{Op: OpInput, Input: in}
	for k := range in.Dims {
		e.Args = append(e.Args, IndexExpr(&Index{Name: string(rune('i' + k))}))
	}
	return e.String()
}

// declare makes the variable of the absent entries, unless nothing is to be
// learnt of or from them.
func (a *absences) declare(in *Input) {
	if a.read[in] == nil && a.once(in) {
		return
	}
	if in.Type.whole() {
		a.unsupported(in.At, "a missing entry of "+in.Name+", which would be a random whole number,", "define each entry in one statement")
		return
	}
	v := &Variable{ID: len(a.model.Variables), Name: in.Name, Random: true, Derived: true, Type: in.Type, Input: in, At: in.At, Dims: []*Expr{}, used: true}
	for k, d := range in.Dims {
		v.Ranges = append(v.Ranges, rangeOf(d))
		if k == 0 {
			d = times(d, []*Input{in})
		}
		v.Dims = append(v.Dims, d)
	}
	for _, r := range a.drawn[in] {
		if r.Kind == Draw {
			v.Derived = false
		}
	}
	a.variables[in] = v
	a.absent[in] = v
	a.model.Variables = append(a.model.Variables, v)
}

// once tells whether it is seen that no entry has two definitions. An absent one
// that nothing reads then changes nothing.
func (a *absences) once(in *Input) bool {
	for i, r := range a.drawn[in] {
		for _, s := range a.drawn[in][:i] {
			if !exclusive(r, s) {
				return false
			}
		}
	}
	return true
}

// exclusive tells whether two relations are seen to stand in branches that exclude
// each other, or to define entries at different places.
func exclusive(r, s *Relation) bool {
	if Exclusive(r.Guards, s.Guards) {
		return true
	}
	for k, x := range r.Target.Args {
		y := s.Target.Args[k]
		for range 2 {
			if i, off, ok := x.Affine(); ok && y.Op == OpNumber {
				if l := r.loop(i); l != nil && l.Lo.Op == OpNumber && l.Lo.Value+float64(off) > y.Value {
					return true
				}
			}
			x, y, r, s = y, x, s, r
		}
		if x.Op == OpNumber && y.Op == OpNumber && x.Value != y.Value {
			return true
		}
	}
	return false
}

// Exclusive tells whether it is seen that two lists of conditions never hold both.
func Exclusive(a, b []*Expr) bool {
	for _, g := range a {
		for _, h := range b {
			if negate(g).Equal(h) || negate(h).Equal(g) {
				return true
			}
		}
	}
	return false
}

// chosen lists the expressions of a relation that may hold an absent entry. What
// else may mention one, conditions, indices, bounds and constants, must be known.
// The target, which a definition has, is among them on demand.
func (r *Relation) chosen(target bool) (list []*Expr) {
	if r.Kind == Assign && !r.Target.Random {
		return nil
	}
	if target && r.Target != nil {
		list = append(list, r.Target)
	}
	if r.Dist != nil {
		list = append(list, r.Dist.Args...)
	}
	if r.Value != nil {
		list = append(list, r.Value)
	}
	if r.Other != nil && r.Target == nil {
		list = append(list, r.Other)
	}
	return list
}

// entries lists the entries of inputs in e that may be absent, each once, those
// in sums too.
func entries(e *Expr) (list []*Expr) {
	seen := map[string]bool{}
	e.visit(func(x *Expr, _ []*Loop) {
		if !seen[x.Key()] {
			seen[x.Key()] = true
			list = append(list, x)
		}
	}, nil)
	return list
}

// visit calls f for each entry that may be absent, with the loops of the
// reductions around it.
func (e *Expr) visit(f func(*Expr, []*Loop), loops []*Loop) {
	switch e.Op {
	case OpInput:
		if e.Input.Missing {
			f(e, loops)
		}
	case OpCall:
		for _, x := range e.Args {
			x.visit(f, loops)
		}
	case OpReduce:
		e.Args[0].visit(f, append(loops[:len(loops):len(loops)], e.Loop))
	}
}

// A choice is an entry of a relation that may be absent, with the loops of the
// reductions that it is in as far as it depends on them.
type choice struct {
	entry *Expr
	loops []*Loop
}

// choices lists the entries of expressions, each once.
func choices(list []*Expr) (out []choice) {
	seen := map[string]bool{}
	for _, e := range list {
		e.visit(func(x *Expr, loops []*Loop) {
			c := choice{entry: x}
			for _, l := range loops {
				if x.Uses(l.Index) {
					c.loops = append(c.loops, l)
				}
			}
			if !seen[x.Key()] {
				seen[x.Key()] = true
				out = append(out, c)
			}
		}, nil)
	}
	return out
}

// Absent is the condition that the data lack an entry of an input.
func Absent(x *Expr) *Expr {
	return &Expr{Op: OpCall, Type: Type{Kind: Bool}, Fun: "absent", Args: []*Expr{x}, At: x.At}
}

// Present is the condition that the data have an entry of an input.
func Present(x *Expr) *Expr { return Call("!", Type{Kind: Bool}, Absent(x)) }

// anyAbsent is the condition that an entry is absent, or one of those that the
// loops of a sum run over.
func (c choice) anyAbsent() *Expr {
	e := Absent(c.entry)
	for i := len(c.loops) - 1; i >= 0; i-- {
		e = &Expr{Op: OpReduce, Type: e.Type, Fun: "any", Args: []*Expr{e}, Loop: c.loops[i], At: c.entry.At}
	}
	return e
}

// noneAbsent is its opposite, which costs nothing while no entry of the input is
// absent.
func (c choice) noneAbsent() *Expr {
	boolean := Type{Kind: Bool}
	e := Call("!", boolean, c.anyAbsent())
	if len(c.loops) > 0 {
		e = Call("||", boolean, Call("==", boolean, some(c.entry.Input), Number(0)), e)
	}
	return e
}

// some is 1 if an entry of an input is absent in these data, else 0.
func some(in *Input) *Expr {
	whole := Type{Kind: Int}
	return &Expr{Op: OpCall, Type: whole, Fun: "some", Args: []*Expr{{Op: OpInput, Type: in.Type, Input: in, At: in.At}}, At: in.At}
}

// times is a size where an entry of one of the inputs is absent, and 0 where none
// is.
func times(size *Expr, list []*Input) *Expr {
	whole := Type{Kind: Int}
	var any *Expr
	for _, in := range list {
		if any == nil {
			any = some(in)
		} else {
			any = Call("max", whole, any, some(in))
		}
	}
	return Call("*", whole, size, any)
}

// Where returns the size and the 0 or 1 of a size that is 0 while no entry of some
// inputs is absent: nil and nil of another one.
func (e *Expr) Where() (size, some *Expr) {
	if e.Op != OpCall || e.Fun != "*" || len(e.Args) != 2 {
		return nil, nil
	}
	asks := false
	e.Args[1].Walk(func(x *Expr) { asks = asks || x.Op == OpCall && x.Fun == "some" })
	if !asks {
		return nil, nil
	}
	return e.Args[0], e.Args[1]
}

// where returns a copy of r for the elements at which conditions hold, and, where
// they say that entries of inputs are absent, for no element while none is.
func (r *Relation) where(conds []*Expr, absent []choice) *Relation {
	cp := *r
	cp.Guards = append(r.Guards[:len(r.Guards):len(r.Guards)], conds...)
	var inputs []*Input
	for _, c := range absent {
		known := false
		for _, in := range inputs {
			known = known || in == c.entry.Input
		}
		if !known {
			inputs = append(inputs, c.entry.Input)
		}
	}
	if len(inputs) > 0 && len(r.Loops) > 0 {
		l := *r.Loops[0]
		l.Hi, l.Full = times(l.Hi, inputs), times(l.Full, inputs)
		cp.Loops = append([]*Loop{&l}, r.Loops[1:]...)
	}
	return &cp
}

// rewrite returns the relations that stand for r.
func (a *absences) rewrite(r *Relation) []*Relation {
	target := choices(nil)
	if r.Target != nil {
		target = choices([]*Expr{r.Target})
	}
	args := choices(r.chosen(false))
	sums := false
	for _, c := range args {
		sums = sums || len(c.loops) > 0
	}
	switch {
	case len(target)+len(args) == 0:
		return []*Relation{r}
	case len(target)+len(args) <= maxChoices && !sums:
		return a.each(r, append(target, args...))
	case len(target) == 0:
		return a.apart(r, args)
	}
	var out []*Relation
	for _, s := range a.each(r, target) {
		out = append(out, a.apart(s, args)...)
	}
	return out
}

// each makes a relation for each way in which some of the entries are absent. The
// definition of an absent entry that nothing reads is left out.
func (a *absences) each(r *Relation, list []choice) (out []*Relation) {
next:
	for mask := range 1 << len(list) {
		var conds []*Expr
		var absent []choice
		for k, c := range list {
			if mask&(1<<k) == 0 {
				conds = append(conds, c.noneAbsent())
				continue
			}
			if a.variables[c.entry.Input] == nil {
				continue next
			}
			conds = append(conds, Absent(c.entry))
			absent = append(absent, c)
		}
		s := r.where(conds, absent)
		a.substitute(s, absent)
		out = append(out, s)
	}
	return out
}

// substitute puts elements of the variables in the place of absent entries.
func (a *absences) substitute(r *Relation, absent []choice) {
	if len(absent) == 0 {
		return
	}
	of := map[string]*Expr{}
	for _, c := range absent {
		v := a.variables[c.entry.Input]
		of[c.entry.Key()] = &Expr{Op: OpVariable, Type: v.Type, Random: true, Variable: v, Args: c.entry.Args, At: c.entry.At}
	}
	swap := func(x *Expr) *Expr { return of[x.Key()] }
	if r.Target != nil && r.Target.Op == OpInput && swap(r.Target) != nil {
		r.Target = swap(r.Target)
		if r.Kind == ObserveEqual { // y = e, where y is absent
			r.Kind, r.Other = Assign, nil
		}
	}
	a.replace(r, swap, func(x *Expr) bool { return swap(x) != nil })
}

// replace applies a replacement to what r states. Conditions on a parameter do not
// apply any more where an entry in it is gone.
func (a *absences) replace(r *Relation, swap func(*Expr) *Expr, gone func(*Expr) bool) {
	if r.Value != nil {
		r.Value = r.Value.replace(swap)
	}
	if r.Other != nil {
		r.Other = r.Other.replace(swap)
	}
	if r.Dist == nil {
		return
	}
	d := *r.Dist
	d.Args, d.Require = nil, nil
	for _, e := range r.Dist.Args {
		d.Args = append(d.Args, e.replace(swap))
	}
	for _, e := range r.Dist.Require {
		kept := true
		for _, x := range entries(e) {
			kept = kept && !gone(x)
		}
		if kept {
			d.Require = append(d.Require, e)
		}
	}
	r.Dist = &d
}

// replace returns e with the parts for which f gives another expression replaced.
func (e *Expr) replace(f func(*Expr) *Expr) *Expr {
	if x := f(e); x != nil {
		return x
	}
	switch e.Op {
	case OpCall:
		args := make([]*Expr, len(e.Args))
		for i, x := range e.Args {
			args[i] = x.replace(f)
		}
		x := Call(e.Fun, e.Type, args...)
		if x.Op == OpCall {
			x.At = e.At
		}
		return x
	case OpReduce:
		cp := *e
		cp.Args = []*Expr{e.Args[0].replace(f)}
		cp.Random = cp.Args[0].Random
		return &cp
	}
	return e
}

// apart makes two relations of r: for the elements at which all entries are there,
// and for those at which some are absent. In these each term that an entry stands
// in becomes a variable, whose elements are computed of a datum or of a variable.
func (a *absences) apart(r *Relation, args []choice) []*Relation {
	if len(args) == 0 {
		return []*Relation{r}
	}
	var all []*Expr
	var not *Expr
	for _, c := range args {
		all = append(all, c.noneAbsent())
		if not == nil {
			not = c.anyAbsent()
		} else {
			not = Call("||", Type{Kind: Bool}, not, c.anyAbsent())
		}
	}
	known := r.where(all, nil)
	mixed := r.where([]*Expr{not}, args)
	terms := &terms{absences: a, relation: mixed}
	a.replace(mixed, func(x *Expr) *Expr { return terms.part(x, nil) }, func(*Expr) bool { return true })
	return append([]*Relation{known, mixed}, terms.made...)
}

// terms makes variables of the terms of a relation.
type terms struct {
	*absences
	relation *Relation
	made     []*Relation
}

// part returns what stands for e in a relation some of whose entries are absent:
// nil for e itself, with its parts looked at, or an element of a new variable.
func (t *terms) part(e *Expr, loops []*Loop) *Expr {
	list := entries(e)
	sum := false
	e.visit(func(_ *Expr, inner []*Loop) { sum = sum || len(inner) > 0 }, nil)
	switch {
	case len(list) == 0:
		return e
	case e.Op == OpReduce:
		cp := *e
		inner := append(loops[:len(loops):len(loops)], e.Loop)
		cp.Args = []*Expr{e.Args[0].replace(func(x *Expr) *Expr { return t.part(x, inner) })}
		cp.Random = true
		return &cp
	case e.Op == OpCall && (sum || len(list) > 1 && (e.Fun == "+" || e.Fun == "-" || e.Fun == "neg")):
		var args []*Expr
		for _, x := range e.Args {
			args = append(args, x.replace(func(y *Expr) *Expr { return t.part(y, loops) }))
		}
		x := Call(e.Fun, e.Type, args...)
		x.At = e.At
		return x
	}
	return t.variable(e, loops)
}

// variable makes the variable of a term, which the loops of reductions surround.
func (t *terms) variable(e *Expr, loops []*Loop) *Expr {
	list := choices([]*Expr{e})
	if len(list) > maxChoices {
		t.unsupported(e.At, fmt.Sprintf("a product of %d values that may be missing", len(list)), "give some of its factors a variable of their own")
		return e
	}
	kind := e.Type
	if kind.whole() {
		kind = Type{Kind: Real}
	}
	v := &Variable{ID: len(t.model.Variables), Name: t.partName(), Random: true, Derived: true, Type: kind, Part: true, At: e.At, Dims: []*Expr{}, used: true}
	t.model.Variables = append(t.model.Variables, v)
	plate := append(t.relation.Loops[:len(t.relation.Loops):len(t.relation.Loops)], loops...)
	at := &Expr{Op: OpVariable, Type: kind, Random: true, Variable: v, At: e.At}
	for k, l := range plate {
		size := l.Full
		for j, outer := range plate[:k] {
			size = size.Subst(outer.Index, &Expr{Op: OpDim, Type: Type{Kind: Int}, Dim: j})
		}
		v.Dims, v.Ranges = append(v.Dims, size), append(v.Ranges, rangeOf(size))
		at.Args = append(at.Args, IndexExpr(l.Index))
	}
	def := &Relation{Kind: Assign, Loops: plate, Guards: t.relation.Guards, Target: at, Value: e, At: t.relation.At, Text: t.relation.Text}
	for _, r := range t.each(def, list) {
		r.Loops = plate // as many as the relation has, which is for absent entries alone
		t.made = append(t.made, r)
	}
	return at
}

// partName is a name that the model does not have yet.
func (a *absences) partName() string {
	for {
		a.parts++
		name := fmt.Sprintf("part%d", a.parts)
		if a.inputs[name] == nil && a.checker.variables[name] == nil {
			return name
		}
	}
}

// missingType reports an input whose type has no missing entries.
func (c *checker) missingType(in *lang.Input) {
	switch in.Type.Base {
	case "real", "int", "bool", "index":
		return
	}
	c.unsupported(in.Name.At, "missing: true of "+in.Type.Base, "entries of real, bool, int and index inputs may be missing")
}
