package model

import (
	"slices"

	"mpc/lang"
)

// repeat checks a power plate: its statements count so many times. What they draw
// is so many independent copies, of which a whole number makes sense.
func (c *checker) repeat(st *lang.Repeat, s scope) {
	n := c.expr(st.Count, s)
	switch {
	case n.Type.Kind == Invalid:
		return
	case !n.Type.number():
		c.Errorf(st.Count.Pos(), CodeType, "repeat wants a number of copies; %s is %s", st.Count, n.Type)
		return
	case n.Random:
		c.unsupported(st.Count.Pos(), "repeat with a random number of copies", "give the number as an input")
		return
	case n.Op == OpNumber && n.Value < 0:
		c.Errorf(st.Count.Pos(), CodeType, "repeat wants a number of copies that is not negative; it is %s", st.Count)
		return
	}
	inner := s
	inner.repeats = append(s.repeats[:len(s.repeats):len(s.repeats)], n)
	inner.stmts = append(s.stmts[:len(s.stmts):len(s.stmts)], st)
	whole := false
	for _, v := range c.model.Variables {
		if slices.Equal(c.inside[v], inner.stmts) {
			v.Repeats = inner.repeats
		}
		whole = whole || len(c.inside[v]) > 0 && slices.Contains(c.inside[v], st) && c.hasDraw(v)
	}
	if whole && !n.Type.whole() {
		c.Errorf(st.Count.Pos(), CodeType, "a repeat that draws makes a whole number of copies; %s is %s", st.Count, n.Type).
			WithHint("a fraction may hold observations only")
		return
	}
	if n.Op != OpNumber && n.Type.Kind != RangeKind {
		e := Call(">=", Type{Kind: Bool}, n, Number(0))
		e.At = n.At
		e.Says = "repeat counts 0 times or more; " + n.String() + " is %[1]v"
		c.model.Required = append(c.model.Required, &Requirement{Value: e, Loops: s.loops, Guards: s.guards, Text: c.textOf(st), At: n.At})
	}
	c.block(st.Body, inner)
}

// hasDraw tells whether a draw defines v.
func (c *checker) hasDraw(v *Variable) bool {
	for _, d := range c.defs[v.Name] {
		if d.dist != nil {
			return true
		}
	}
	return false
}

// reachable reports a variable of a repeat that is read outside of it, where it
// stands for several.
func (c *checker) reachable(v *Variable, at lang.Pos, s scope) bool {
	in := c.inside[v]
	if len(in) <= len(s.stmts) && slices.Equal(in, s.stmts[:len(in)]) {
		return true
	}
	c.Errorf(at, CodeType, "%s is defined inside repeat, where it stands for several copies; it is read outside", v.Name).
		WithHint("read it inside the repeat, or define it before")
	return false
}

// Product is the product of counts, nil of none.
func Product(list []*Expr) *Expr {
	var n *Expr
	for _, x := range list {
		if n == nil {
			n = x
			continue
		}
		t := Type{Kind: Real}
		if n.Type.whole() && x.Type.whole() {
			t.Kind = Int
		}
		n = Call("*", t, n, x)
	}
	return n
}

// firstCopies demands, of a model that is sampled, at least one copy of what is asked for:
// the posterior that is reported is that of the first.
func (c *checker) firstCopies() {
	if !c.model.Samples() {
		return
	}
	for _, v := range c.model.Infer {
		if len(v.Repeats) == 0 || !v.Random {
			continue
		}
		for _, r := range c.model.Relations {
			if r.Target == nil || r.Target.Op != OpVariable || r.Target.Variable != v {
				continue
			}
			for _, n := range r.Repeats {
				if n.Op == OpNumber && n.Value >= 1 {
					continue
				}
				e := Call(">=", Type{Kind: Bool}, n, Number(1))
				e.At = n.At
				e.Says = "the posterior of " + v.Name + " is that of one of the copies that repeat makes, and " + n.String() + " is %[1]v"
				c.model.Required = append(c.model.Required, &Requirement{Value: e, Loops: r.Loops, Guards: r.Guards, Text: r.Text, At: n.At})
			}
		}
	}
}
