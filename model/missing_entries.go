package model

// defines is the element that a relation defines, or observes where it is an entry
// of an input that is there; or nil.
func (r *Relation) defines() *Expr {
	if r.Sets {
		return r.Other
	}
	return r.Target
}

// chosen lists the expressions of a relation that may hold an absent entry. What
// else may mention one, conditions, indices, bounds and constants, must be known.
func (r *Relation) chosen() (list []*Expr) {
	if r.Kind == Assign && !r.Target.Random {
		return nil
	}
	if r.Dist != nil {
		list = append(list, r.Dist.Args...)
	}
	if r.Value != nil {
		list = append(list, r.Value)
	}
	if r.Other != nil && !r.Sets {
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

// Shows tells whether a condition is that an entry is absent of an input that some asks for: some is then 1.
func (e *Expr) Shows(some *Expr) bool {
	if e.Op != OpCall || e.Fun != "absent" || e.Args[0].Op != OpInput {
		return false
	}
	asks := false
	some.Walk(func(x *Expr) { asks = asks || x.Op == OpCall && x.Fun == "some" && x.Args[0].Input == e.Args[0].Input })
	return asks
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
