package model

import (
	"slices"

	"mpc/lang"
)

// A Gate is an if or a switch on a random value, or an array of them (Minka and
// Winn, "Gates", 2008): what stands in a branch is part of the model where the
// selector has the value of the branch, and only there.
type Gate struct {
	ID       int
	Selector *Expr // a truth, or a whole number
	// Size is how many branches there are: 2 of an if, of which branch 0 is that of
	// false; of a switch as many as the selector has values.
	Size *Expr
	// Switch tells that the branches are one statement for all values of the selector.
	Switch bool
	// Plate holds the loops around the gate as they are written: a gate has an
	// instance for each element.
	Plate []*Loop
	// Relation is of kind Select: the loops and conditions under which the gate is
	// there, and the branches around it.
	Relation *Relation
	Text     string
	At       lang.Pos
}

// A Branch is a branch of a gate, as seen from what stands in it: of the gate's
// plate the instance Index, of its branches that of Value.
type Branch struct {
	Gate  *Gate
	Index []*Expr
	Value *Expr
}

// same tells whether two branches are one: all of a switch, which is written once.
func (b *Branch) same(o *Branch) bool {
	return b.Gate == o.Gate && (b.Gate.Switch || b.Value.Equal(o.Value))
}

// subst returns the branch with a loop index replaced.
func (b *Branch) subst(i *Index, to *Expr) *Branch {
	c := &Branch{Gate: b.Gate, Value: b.Value.Subst(i, to)}
	for _, x := range b.Index {
		c.Index = append(c.Index, x.Subst(i, to))
	}
	return c
}

// A knownValue is what a selector is inside a branch: the value that the branch is of.
type knownValue struct {
	key   string
	value *Expr
}

// knownAs returns what e is known to be in s, nil for nothing.
func (s scope) knownAs(e *Expr) *Expr {
	if len(s.known) == 0 {
		return nil
	}
	key := e.Key()
	for _, k := range s.known {
		if k.key == key {
			return k.value
		}
	}
	return nil
}

// gate opens a gate on a selector.
func (c *checker) gate(on *Expr, st lang.Stmt, s scope) *Gate {
	g := &Gate{ID: len(c.model.Gates), Selector: on, Plate: s.loops, Text: c.textOf(st), At: on.At}
	g.Relation = c.relation(Select, st, s)
	g.Relation.Value, g.Relation.Gate = on, g
	for _, l := range s.loops {
		g.Relation.Instance = append(g.Relation.Instance, IndexExpr(l.Index))
	}
	c.model.Gates = append(c.model.Gates, g)
	return g
}

// in returns the scope of a branch.
func (s scope) in(g *Gate, value *Expr) scope {
	b := &Branch{Gate: g, Value: value}
	for _, l := range g.Plate {
		b.Index = append(b.Index, IndexExpr(l.Index))
	}
	s.branches = append(s.branches[:len(s.branches):len(s.branches)], b)
	s.known = append(s.known[:len(s.known):len(s.known)], knownValue{g.Selector.Key(), value})
	return s
}

// gated checks an if on a random condition.
func (c *checker) gated(st *lang.If, on *Expr, s scope) {
	then, other := st.Then, st.Else
	for on.Op == OpCall && on.Fun == "!" {
		on = on.Args[0]
		then, other = other, then
	}
	g := c.gate(on, st, s)
	g.Size = Number(2)
	truth := func(v float64) *Expr {
		return &Expr{Op: OpBool, Type: Type{Kind: Bool}, Value: v, At: on.At}
	}
	c.block(then, s.in(g, truth(1)))
	c.block(other, s.in(g, truth(0)))
}

// choose checks a switch.
func (c *checker) choose(st *lang.Switch, s scope) {
	on := c.expr(st.On, s)
	switch {
	case on.Type.Kind == Invalid:
		return
	case !on.Type.whole():
		d := c.Errorf(st.On.Pos(), CodeType, "switch wants an index, a whole number; %s is %s", st.On, on.Type)
		if on.Type.Kind == Bool {
			d.WithHint("write if (%s) { ... } else { ... }", st.On)
		}
		return
	case !on.Random: // the data say which
		c.block(st.Body, s)
		return
	}
	c.each(on, st, s, func(inner scope) { c.block(st.Body, inner) })
}

// each opens a gate with a branch for each value of a whole number, and calls f for
// the scope of the branches: inside, a loop index stands for the number.
func (c *checker) each(on *Expr, st lang.Stmt, s scope, f func(scope)) {
	g := c.gate(on, st, s)
	g.Switch = true
	l := c.values(on)
	g.Size = l.Hi
	f(s.with(l).in(g, IndexExpr(l.Index)))
}

// randomIndex finds a random whole number by which a statement indexes, itself
// indexed by nothing random: x[z] is short for a switch on z around it.
func (c *checker) randomIndex(st lang.Stmt, s scope) *Expr {
	var found *Expr
	var visit func(e lang.Expr, local map[string]bool)
	indexing := func(e lang.Expr, local map[string]bool) {
		c.references(e, func(ref lang.Expr) {
			n := targetName(ref)
			if n == nil || found != nil || s.index(n.Name) != nil {
				return
			}
			v := c.variables[n.Name]
			if v == nil || !v.Random || v.Type.Kind != Int && v.Type.Kind != IndexKind {
				return
			}
			bound := false
			walkNames(ref, func(m *lang.Name) { bound = bound || local[m.Name] })
			if bound {
				c.unsupported(ref.Pos(), "a random index inside a reduction", "give it a name outside: t[i] = x["+ref.String()+"], and reduce t[i]")
				return
			}
			if x := c.expr(ref, s); x.Type.Kind != Invalid && x.Random {
				found = x
			}
		})
	}
	visit = func(e lang.Expr, local map[string]bool) {
		switch e := e.(type) {
		case *lang.Index:
			visit(e.X, local)
			for _, a := range e.Args {
				visit(a, local)
			}
			for _, a := range e.Args {
				if found == nil {
					indexing(a, local)
				}
			}
		case *lang.Call:
			for _, a := range e.Args {
				visit(a.Value, local)
			}
		case *lang.Reduce:
			inner := map[string]bool{e.Index.Name: true}
			for n := range local {
				inner[n] = true
			}
			visit(e.Body, inner)
		case *lang.Unary:
			visit(e.X, local)
		case *lang.Binary:
			visit(e.X, local)
			visit(e.Y, local)
		case *lang.List:
			for _, a := range e.Elems {
				visit(a, local)
			}
		}
	}
	switch st := st.(type) {
	case *lang.Sample:
		visit(st.Dist, nil)
	case *lang.Assign:
		visit(st.Value, nil)
	case *lang.Observe:
		visit(st.Value, nil)
		if st.Dist != nil {
			visit(st.Dist, nil)
		}
	}
	return found
}

// references calls f for each name, with its indices, that e reads.
func (c *checker) references(e lang.Expr, f func(lang.Expr)) {
	switch e := e.(type) {
	case *lang.Name:
		f(e)
	case *lang.Index:
		f(e)
	case *lang.Call:
		for _, a := range e.Args {
			c.references(a.Value, f)
		}
	case *lang.Unary:
		c.references(e.X, f)
	case *lang.Binary:
		c.references(e.X, f)
		c.references(e.Y, f)
	}
}

// branchCounts puts the number of values of each selector in the place of its name.
func (c *checker) branchCounts() {
	resolve := func(e *Expr) *Expr {
		return e.Map(func(x *Expr) *Expr {
			if x.Op != OpCall || x.Fun != "cardinality" {
				return x
			}
			if n := x.Args[0].Cardinality(); n != nil {
				return n
			}
			return x
		})
	}
	for _, g := range c.model.Gates {
		if g.Size = resolve(g.Size); g.Size.Op == OpCall && g.Size.Fun == "cardinality" && !c.HasErrors() {
			c.Errorf(g.At, CodeIndex, "how many values %s has is not known", g.Selector).
				WithHint("draw it from categorical(p) or discreteuniform(n)")
		}
	}
	for _, v := range c.model.Variables {
		for k, d := range v.Dims {
			v.Dims[k] = resolve(d)
		}
	}
	for _, r := range c.model.Relations {
		loops := r.Loops
		if r.Dist != nil {
			for k, a := range r.Dist.Args {
				if a.IsTable() && a.Op == OpReduce {
					r.Dist.Args[k] = resolve(a)
				}
			}
			loops = append(loops[:len(loops):len(loops)], r.Dist.Over...)
		}
		for _, l := range loops {
			l.Lo, l.Hi, l.Full = resolve(l.Lo), resolve(l.Hi), resolve(l.Full)
		}
	}
}

// Together tells whether what stands in the branches a is there whenever what stands in b
// is: the branches are the same ones of the same gates, of which there is one each.
func Together(a, b []*Branch) bool {
	return slices.EqualFunc(a, b, func(x, y *Branch) bool {
		return x.Gate == y.Gate && !x.Gate.Switch && len(x.Gate.Plate) == 0 && x.Value.Equal(y.Value)
	})
}
