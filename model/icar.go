package model

import (
	"mpc/lang"
)

// u ~ icar(from, to, precision = t), the intrinsic autoregression of a graph (Besag, York and Mollie 1991), is written out as what
// it says: each element is flat, differences along edges are normals about 0, each connected part has the sum 0, and t counts
// once for each element that is not the first of its part, not once for each edge.

// Part is the name of a reduction over the edges of a graph, whose ends are Args: the first element of the part that an element
// is in, by the loop around. Only a constant of its own has it as its value, over all elements.
const Part = "part"

const icarName = "icar"

// isICAR tells whether a statement draws an intrinsic autoregression.
func isICAR(e lang.Expr) bool {
	call, ok := e.(*lang.Call)
	return ok && call.Fun == icarName
}

// A graph is what icar is given: the ends of edges, of index e, and its elements.
type graph struct {
	from, to, weight *Expr // of the edge
	edges            *Loop
	nodes            *Input
	scale            *Dist // a normal about 0
}

// icar adds the relations of an intrinsic autoregression.
func (c *checker) icar(st *lang.Sample, s scope) {
	call := st.Dist.(*lang.Call)
	name := targetName(st.Target)
	g := c.graph(call, s)
	if name == nil || g == nil {
		return
	}
	v := c.variables[name.Name]
	if v == nil {
		c.Errorf(st.At, CodeType, "%s is known here, and an intrinsic autoregression is drawn: its sum is 0 whatever data are", st.Target).
			WithHint("draw one, u ~ %s, and observe data around it, as in y[i] ~ normal(u[i], sd = s)", call)
		return
	}
	var outer []*Expr
	if x, ok := st.Target.(*lang.Index); ok {
		for _, a := range x.Args {
			e := c.expr(a, s)
			if e.Type.Kind == Invalid {
				return
			}
			outer = append(outer, e)
		}
	}
	element := func(at *Expr) *Expr {
		return &Expr{Op: OpVariable, Type: Type{Kind: Real}, Random: true, Variable: v, Args: append(outer[:len(outer):len(outer)], at), At: st.At}
	}
	part := c.part(st, g)
	truth := Type{Kind: Bool}

	i := c.loopOver("i", g.nodes, s, st.At)
	at := IndexExpr(i.Index)
	c.relate(Draw, st, s.with(i), func(r *Relation) {
		r.Target = element(at)
		r.Dist = &Dist{Name: "normal", Names: []string{"mean", "precision"}, Args: []*Expr{Number(0), Number(0)}, At: call.At}
	})
	c.relate(ObserveDraw, st, s.with(g.edges), func(r *Relation) {
		r.Value = Call("-", realType, element(g.from), element(g.to))
		r.Value.At = st.At
		r.Dist = g.weighted()
	})

	j := c.loopOver("j", g.nodes, s, st.At)
	later := Call("!=", truth, part(IndexExpr(j.Index)), IndexExpr(j.Index))
	count := &Expr{Op: OpReduce, Fun: "count", Type: Type{Kind: Int}, Args: []*Expr{later}, Loop: j, At: st.At}
	power := s
	power.repeats = append(s.repeats[:len(s.repeats):len(s.repeats)], Call("-", Type{Kind: Int}, count, g.edges.Hi))
	c.relate(ObserveDraw, st, power, func(r *Relation) { r.Value, r.Dist = Number(0), g.scale })

	k := c.loopOver("k", g.nodes, s, st.At)
	first, l := IndexExpr(k.Index), c.loopOver("l", g.nodes, s, st.At)
	of := IndexExpr(l.Index)
	inside := Call("==", truth, part(of), first)
	term := &Expr{Op: OpCall, Fun: Choose, Type: realType, Args: []*Expr{inside, element(of), realNumber(0)}, Random: true, At: st.At}
	c.relate(ObserveEqual, st, s.with(k).when(Call("==", truth, part(first), first)), func(r *Relation) {
		r.Value = &Expr{Op: OpReduce, Fun: "sum", Type: realType, Args: []*Expr{term}, Loop: l, Random: true, At: st.At}
		r.Other = realNumber(0)
	})
}

// relate adds a relation.
func (c *checker) relate(kind RelationKind, st lang.Stmt, s scope, fill func(*Relation)) {
	fill(c.relation(kind, st, s))
}

// part adds the constant that says which part each element is in.
func (c *checker) part(st *lang.Sample, g *graph) func(at *Expr) *Expr {
	name := "part_" + targetName(st.Target).Name
	for c.variables[name] != nil || c.inputs[name] != nil {
		name += "_"
	}
	of := &Variable{ID: len(c.model.Variables), Name: name, Type: Type{Kind: Int}, Derived: true, At: st.At, used: true}
	c.variables[name] = of
	c.model.Variables = append(c.model.Variables, of)
	element := func(at *Expr) *Expr {
		return &Expr{Op: OpVariable, Type: of.Type, Variable: of, Args: []*Expr{at}, At: st.At}
	}
	i := c.loopOver("i", g.nodes, scope{}, st.At)
	c.relate(Assign, st, scope{}.with(i), func(r *Relation) {
		r.Target = element(IndexExpr(i.Index))
		r.Value = &Expr{Op: OpReduce, Fun: Part, Type: of.Type, Args: []*Expr{g.from, g.to}, Loop: g.edges, At: st.At}
	})
	return element
}

// loopOver is a loop over a range, of an index that no loop around has.
func (c *checker) loopOver(name string, r *Input, s scope, at lang.Pos) *Loop {
	for s.index(name) != nil {
		name += "2"
	}
	n := &Expr{Op: OpInput, Type: r.Type, Input: r, At: at}
	l := &Loop{Index: &Index{ID: c.indices, Name: name, For: c.fors, Range: r, At: at}, Lo: Number(0), Hi: n, Full: n}
	c.indices++
	c.fors++
	c.usedInput[r], c.usedIndex[l.Index] = true, true
	return l
}

// weighted is the distribution of a difference along an edge.
func (g *graph) weighted() *Dist {
	if g.weight == nil {
		return g.scale
	}
	d := *g.scale
	d.Args = append([]*Expr(nil), d.Args...)
	for k, n := range d.Names {
		switch n {
		case "precision":
			d.Args[k] = Call("*", realType, d.Args[k], g.weight)
		case "variance":
			d.Args[k] = Call("/", realType, d.Args[k], g.weight)
		}
	}
	d.Require = append(d.Require[:len(d.Require):len(d.Require)], require("normal", "precision", g.weight)...)
	return &d
}

// graph types the arguments of icar; nil where one is wrong.
func (c *checker) graph(call *lang.Call, s scope) *graph {
	g := &graph{}
	ends := []lang.Expr{nil, nil}
	var weight lang.Expr
	normal := &lang.Call{At: call.At, Fun: "normal", Args: []lang.Arg{{Value: &lang.Number{At: call.At, Int: true}}}}
	positional := 0
	for _, a := range call.Args {
		n := a.Name.Name
		if n == "" && positional < 2 {
			n = []string{"from", "to"}[positional]
			positional++
		}
		switch n {
		case "from":
			ends[0] = a.Value
		case "to":
			ends[1] = a.Value
		case "weight":
			weight = a.Value
		case "precision", "variance", "sd":
			normal.Args = append(normal.Args, lang.Arg{Name: a.Name, Value: a.Value})
		default:
			c.Errorf(a.Value.Pos(), CodeArguments, "icar takes the two ends of edges, a scale and weights, not %s", a.Value).
				WithHint("as u ~ icar(from, to, precision = t), with inputs from and to of index(area)[edge]; weight = w, of real[edge], is optional")
			return nil
		}
	}
	if ends[0] == nil || ends[1] == nil || len(normal.Args) != 2 {
		c.Errorf(call.At, CodeArguments, "icar takes the two ends of edges and one scale").
			WithHint("as u ~ icar(from, to, precision = t), with inputs from and to of index(area)[edge]; a scale is precision, variance or sd")
		return nil
	}
	var inputs [2]*Input
	for k, e := range ends {
		if inputs[k] = c.ends(e); inputs[k] == nil {
			return nil
		}
	}
	a, b := inputs[0], inputs[1]
	switch {
	case a.Type.Range != b.Type.Range:
		c.Errorf(ends[1].Pos(), CodeType, "%s are elements of %s, and %s of %s: an edge joins two of one range", a.Name, a.Type.Range.Name, b.Name, b.Type.Range.Name)
		return nil
	case !a.Dims[0].Equal(b.Dims[0]):
		c.Errorf(ends[1].Pos(), CodeType, "%s has %s elements, and %s has %s: an edge has an end in each", a.Name, a.Dims[0], b.Name, b.Dims[0])
		return nil
	}
	g.nodes = a.Type.Range
	g.edges = c.loopOver("e", g.nodes, s, call.At)
	g.edges.Hi, g.edges.Full, g.edges.Index.Range = a.Dims[0], a.Dims[0], rangeOf(a.Dims[0])
	at := IndexExpr(g.edges.Index)
	end := func(in *Input, e lang.Expr) *Expr {
		return &Expr{Op: OpInput, Type: in.Type, Input: in, Args: []*Expr{at}, At: e.Pos()}
	}
	g.from, g.to = end(a, ends[0]), end(b, ends[1])
	if weight != nil {
		w := c.shaped(weight, 1, "weight of icar", s)
		sizes := w.Lengths()
		switch {
		case w.Type.Kind == Invalid:
			return nil
		case w.Random, w.Op != OpInput, len(sizes) != 1, !sizes[0].Equal(a.Dims[0]):
			c.Errorf(weight.Pos(), CodeType, "weight of icar is an input with a number for each edge, %s[%s]; %s is not", Type{Kind: Real}, a.Dims[0], weight)
			return nil
		}
		g.weight = w.at(at)
	}
	g.scale = c.dist(normal, s)
	if g.scale == nil {
		return nil
	}
	return g
}

// ends is the input that an end of edges is.
func (c *checker) ends(e lang.Expr) *Input {
	n, ok := e.(*lang.Name)
	if ok {
		if in := c.inputs[n.Name]; in != nil && in.Type.Kind == IndexKind && len(in.Dims) == 1 && in.Type.Range != nil && !in.Missing {
			c.usedInput[in] = true
			return in
		}
		if c.inputs[n.Name] == nil && c.variables[n.Name] == nil {
			c.expr(e, scope{}) // an unknown name
			return nil
		}
	}
	c.Errorf(e.Pos(), CodeType, "an end of edges is an input, an element of a range for each edge, and %s is none", e).
		WithHint("under inputs: from: \"index(area)[edge]\"")
	return nil
}
