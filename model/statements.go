package model

import (
	"sort"
	"strings"

	"mpc/lang"
	"mpc/lang/functions"
)

func sortStrings(s []string) { sort.Strings(s) }

// block turns statements into relations.
func (c *checker) block(list []lang.Stmt, s scope) {
	for _, st := range list {
		if on := c.randomIndex(st, s); on != nil {
			if c.asTable(st, s) {
				c.statement(st, s)
				continue
			}
			c.each(on, st, s, func(inner scope) { c.block([]lang.Stmt{st}, inner) })
			continue
		}
		c.statement(st, s)
	}
}

func (c *checker) statement(st lang.Stmt, s scope) {
	switch st := st.(type) {
	case *lang.Sample:
		c.sample(st, s)
	case *lang.Assign:
		c.assign(st, s)
	case *lang.Observe:
		c.observe(st, s)
	case *lang.For:
		if l := c.loop(st.Index, st.Domain, s); l != nil {
			c.block(st.Body, s.with(l))
			if !c.usedIndex[l.Index] {
				c.Warnf(st.Index.At, CodeUnused, "loop index %s is never used", st.Index.Name)
			}
		}
	case *lang.If:
		c.branch(st, s)
	case *lang.Switch:
		c.choose(st, s)
	case *lang.Repeat:
		c.repeat(st, s)
	}
}

func (c *checker) branch(st *lang.If, s scope) {
	cond := c.expr(st.Cond, s)
	switch {
	case cond.Type.Kind == Invalid:
		return
	case cond.Type.Kind != Bool:
		c.Errorf(st.Cond.Pos(), CodeType, "the condition of if is a boolean; %s is %s", st.Cond, cond.Type)
		return
	case cond.Random:
		if on := c.chained(st, cond); on != nil {
			c.each(on, st, s, func(inner scope) { c.branch(st, inner) })
			return
		}
		c.gated(st, cond, s)
		return
	}
	c.block(st.Then, s.when(cond))
	if len(st.Else) > 0 {
		c.block(st.Else, s.when(negate(cond)))
	}
}

var opposite = map[string]string{"<": ">=", ">=": "<", ">": "<=", "<=": ">", "==": "!=", "!=": "=="}

// negate returns the condition that holds where e does not.
func negate(e *Expr) *Expr {
	if e.Op == OpCall && opposite[e.Fun] != "" {
		n := *e
		n.Fun = opposite[e.Fun]
		return &n
	}
	if e.Op == OpCall && e.Fun == "||" {
		return Call("&&", e.Type, negate(e.Args[0]), negate(e.Args[1]))
	}
	if e.Op == OpCall && e.Fun == "!" {
		return e.Args[0]
	}
	return Call("!", e.Type, e)
}

func (c *checker) textOf(st lang.Stmt) string { return c.file.Origin.Text(st.Pos(), textOf(st)) }

// textOf is the text of a statement for messages and comments: of a block its head.
func textOf(st lang.Stmt) string { return strings.TrimSuffix(st.String(), " {") }

func (c *checker) relation(kind RelationKind, st lang.Stmt, s scope) *Relation {
	r := &Relation{Kind: kind, Loops: s.loops, Guards: s.guards, Repeats: s.repeats, Branches: s.branches, At: st.Pos(), Text: c.textOf(st)}
	c.model.Relations = append(c.model.Relations, r)
	return r
}

// target types the left side of ~ and =.
func (c *checker) target(e lang.Expr, s scope) *Expr {
	name := targetName(e)
	if name == nil {
		return invalid(e.Pos()) // reported by declareVariables
	}
	v := c.variables[name.Name]
	used := v != nil && v.used
	t := c.expr(e, s)
	if t.Op == OpBool || t.Op == OpIndex && t.Index.Selects {
		c.Errorf(e.Pos(), CodeCycle, "%s decides whether this branch is there, so that it cannot be defined in it", e).
			WithHint("define it outside, and give what the branch defines a name of its own")
		t = invalid(e.Pos())
	}
	if v != nil {
		v.used = used // a definition is no use
	}
	return t
}

func (c *checker) sample(st *lang.Sample, s scope) {
	if isICAR(st.Dist) {
		c.icar(st, s)
		return
	}
	if value := pointOf(st.Dist); value != nil && st.Dist.(*lang.Call).Args[0].Name.Name == "" {
		if x := c.expr(value, s); x.Type.Kind == Bool || x.Type.whole() && x.Type.Kind != RangeKind && !x.Random && c.discrete(st.Target) {
			c.assign(&lang.Assign{At: st.At, Target: st.Target, Value: value}, s)
			return
		}
	}
	target := c.drawn(st.Target, c.distDimensions(st.Dist), s)
	d := c.dist(st.Dist, s)
	if target.Type.Kind == Invalid || d == nil {
		return
	}
	if target.Op == OpIndex {
		c.Errorf(st.At, CodeType, "%s is a loop index and cannot be drawn", st.Target)
		return
	}
	if !d.fits(target.Type) {
		c.Errorf(st.At, CodeType, "%s is %s, but %s draws %s", st.Target, target.Type, c.file.Origin.Distribution(st.At, d.Name), d.article())
		return
	}
	if d.Given() != nil && c.model.Samples() && !c.file.Algorithm.Unread && !sampledGiven(d) && target.Op == OpVariable {
		instead := map[string]string{"mvnormal": "mvnormal(m, covariance = S)", "wishart": "wishart(df = d, scale = S)"}[d.Family()]
		c.unsupported(st.Dist.Pos(), "a prior that the data give, "+d.Family()+", by Gibbs sampling", "give its parameters as inputs: "+st.Target.String()+" ~ "+instead)
		return
	}
	if d.Flat() && !target.Random {
		c.saysNothing(st.At, st.Target)
		return
	}
	c.someNumbers(d, st, s)
	r := c.relation(Draw, st, s)
	r.Target, r.Dist = target, d
	if in := d.Given(); in != nil && in.Op == OpInput && c.model.Samples() {
		in.Input.Prior = true
	}
}

// saysNothing reports what is observed to be drawn from flat().
func (c *checker) saysNothing(at lang.Pos, what lang.Expr) {
	c.Errorf(at, CodeType, "%s is known here, and flat() says nothing of it: its density is 1 everywhere", what).
		WithHint("leave the statement out, or name a distribution")
}

// article names what d draws.
func (d *Dist) article() string {
	switch n := d.dimensions(); {
	case n > 0 && d.draws() == Int:
		return "a list of counts, such as an input int[K]"
	case n > 0:
		return "a " + dimensionNames[n]
	}
	switch d.draws() {
	case Int:
		return "an int"
	case Bool:
		return "a bool"
	}
	return "a real"
}

// fits tells whether a value of type t can be drawn from d.
func (d *Dist) fits(t Type) bool {
	k, n := d.draws(), d.dimensions()
	if t.Dimensions != n {
		return false
	}
	if n > 0 {
		return t.Kind == k || t.Kind == Int && k == Real
	}
	switch k {
	case Bool:
		return t.Kind == Bool
	case Int:
		return t.whole()
	}
	return t.Kind == Real || t.Kind == Int
}

func (c *checker) assign(st *lang.Assign, s scope) {
	target := c.target(st.Target, s)
	if pointOf(st.Value) != nil {
		c.unsupported(st.Value.Pos(), "point as a value", "write x = v")
		return
	}
	if call, ok := st.Value.(*lang.Call); ok && Distribution(call.Fun) != nil && functions.Called(call.Fun) == nil {
		c.Errorf(call.At, CodeType, "%s is a distribution, and not a value", call.Fun).WithHint("write %s ~ %s", st.Target, st.Value)
		return
	}
	value := c.expr(st.Value, s)
	if target.Type.Kind == Invalid || value.Type.Kind == Invalid {
		return
	}
	kind := target.Type.Kind
	if target.Type.Dimensions != value.Type.Dimensions {
		c.Errorf(st.At, CodeType, "%s is %s, its value %s is %s", st.Target, target.Type, st.Value, value.Type)
		return
	}
	if (kind == Bool) != (value.Type.Kind == Bool) || kind == DistKind {
		c.Errorf(st.At, CodeType, "%s is %s, its value %s is %s", st.Target, target.Type, st.Value, value.Type)
		return
	}
	if target.Op == OpInput {
		r := c.relation(ObserveEqual, st, s)
		r.Value, r.Other, r.Sets = value, target, true
		return
	}
	r := c.relation(Assign, st, s)
	r.Target, r.Value = target, value
}

func (c *checker) observe(st *lang.Observe, s scope) {
	value := c.observed(st, s)
	if st.Dist != nil {
		d := c.dist(st.Dist, s)
		if value.Type.Kind == Invalid || d == nil {
			return
		}
		if !d.fits(value.Type) {
			c.Errorf(st.Value.Pos(), CodeType, "%s is %s, but %s draws %s", st.Value, value.Type, c.file.Origin.Distribution(st.At, d.Name), d.article())
			return
		}
		if d.Flat() {
			c.saysNothing(st.At, st.Value)
			return
		}
		c.someNumbers(d, st, s)
		r := c.relation(ObserveDraw, st, s)
		r.Value, r.Dist = value, d
		return
	}
	if value.Type.Kind == Invalid {
		return
	}
	if value.Type.Kind != Bool {
		c.Errorf(st.Value.Pos(), CodeType, "observe wants a boolean; %s is %s", st.Value, value.Type).
			WithHint("write observe %s == v, or observe %s ~ normal(...)", st.Value, st.Value)
		return
	}
	if value.Op == OpCall && value.Fun == "==" && value.Random {
		a, b := value.Args[0], value.Args[1]
		if a.Type.Kind == Real || b.Type.Kind == Real {
			if c.tautology(st, a, b) {
				return
			}
			r := c.relation(ObserveEqual, st, s)
			r.Value, r.Other = a, b
			return
		}
	}
	r := c.relation(ObserveTrue, st, s)
	r.Value = value
}

// discrete tells whether what a statement defines is a whole number.
func (c *checker) discrete(target lang.Expr) bool {
	n := targetName(target)
	if n == nil || c.variables[n.Name] == nil {
		return false
	}
	k := c.variables[n.Name].Type.Kind
	return k == Int || k == IndexKind
}
