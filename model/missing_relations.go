package model

import "fmt"

// rewrite returns the relations that stand for r.
func (a *absences) rewrite(r *Relation) []*Relation {
	target := choices(nil)
	if x := r.defines(); x != nil {
		target = choices([]*Expr{x})
	}
	args := choices(r.chosen())
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
	if x := r.defines(); x != nil && x.Op == OpInput && swap(x) != nil {
		r.Target = swap(x)
		if r.Sets { // y = e, where y is absent
			r.Kind, r.Other, r.Sets = Assign, nil, false
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
	d.Args, d.Require, d.Within = nil, nil, nil
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
	def := &Relation{Kind: Assign, Loops: plate, Guards: t.relation.Guards, Repeats: t.relation.Repeats, Branches: t.relation.Branches, Target: at, Value: e, At: t.relation.At, Text: t.relation.Text}
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
