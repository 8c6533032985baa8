package model

import (
	"slices"
)

// tied lists the groups of numbers that data are drawn around sums of, as a regression's: a
// product of their posteriors has standard deviations that are too small, so that they are
// made blocks where the key blocks does not name them. A group is of numbers alone, of which the
// program says how many there are; arrays are joined where the key says so. What one datum reads
// alone closes no loop, and stays as it is.
func (c *checker) tied() []Block {
	if c.model.NoBlocks {
		return nil
	}
	j := &join{checker: c, members: map[*Variable]*member{}, functions: map[*Variable]*Relation{}, reading: map[*Variable]bool{}}
	for _, b := range c.model.Blocks {
		j.named = append(j.named, b.Variables...)
	}
	for _, v := range c.model.Variables {
		if m := j.number(v); m != nil {
			j.members[v] = m
		}
	}
	if len(j.members) < 2 {
		return nil
	}
	j.find()
	g := &ties{join: j, of: map[*Variable]*Variable{}, looped: map[*Variable]bool{}, apart: map[*Variable]bool{}}
	for _, r := range c.model.Relations {
		g.relation(r)
	}
	return g.blocks()
}

// number is a number that may be in a block which the model does not name, or nil.
func (j *join) number(v *Variable) *member {
	if !v.Random || v.Derived || len(v.Dims) > 0 || slices.Contains(j.named, v) {
		return nil
	}
	m := &member{variable: v, first: Number(0)}
	for _, r := range j.model.Relations {
		if r.Target != nil && r.Target.Op == OpVariable && r.Target.Variable == v {
			m.draws = append(m.draws, r)
		}
	}
	if why, _ := j.lacks(m); why != "" || len(m.draws) != 1 || len(m.draws[0].Guards) > 0 {
		return nil
	}
	return m
}

// Ties are groups of numbers that statements read in sums.
type ties struct {
	*join
	of     map[*Variable]*Variable // a number of its group, by which the group is known
	looped map[*Variable]bool      // groups that sums tie in a loop
	apart  map[*Variable]bool      // numbers that are read as a vector cannot be
}

func (g *ties) group(v *Variable) *Variable {
	for g.of[v] != nil {
		v = g.of[v]
	}
	return v
}

// tie notes a sum of numbers, of data, of several or of one, or of something else.
func (g *ties) tie(sum []*Variable, data, several bool) {
	if len(sum) < 2 {
		return
	}
	loop := several
	for _, v := range sum[1:] {
		a, b := g.group(sum[0]), g.group(v)
		if a == b {
			loop = loop || data
			continue
		}
		g.of[b] = a
		g.looped[a] = g.looped[a] || g.looped[b]
	}
	if loop {
		g.looped[g.group(sum[0])] = true
	}
}

// relation notes the sums that a relation reads. A factor that reads numbers of one group in
// several ways, as a product does, takes them as independent: these stay apart.
func (g *ties) relation(r *Relation) {
	var sums [][]*Variable
	sum := func(list ...*Expr) {
		var all []*Variable
		for _, e := range list {
			for k, s := range g.sums(e) {
				if k > 0 {
					sums = append(sums, s)
					continue
				}
				all = append(all, s...)
			}
		}
		if all = distinct(all); len(all) > 0 {
			sums = append(sums, all)
		}
	}
	if r.Kind == Assign && g.reading[r.Target.Variable] {
		if len(r.Target.Args) == 0 { // one sum, however often its value is read
			g.tie(append([]*Variable{r.Target.Variable}, g.sums(r.Value)[0]...), false, false)
		}
		return // else written out where it is read
	}
	if r.Kind == Draw && r.Dist.IsNormal() && g.members[r.Target.Variable] != nil {
		sum(r.Target, r.Dist.Arg("mean"))
		sum(g.scale(r.Dist))
	} else {
		sum(r.Value)
		sum(r.Other)
		if r.Dist != nil {
			for _, a := range r.Dist.Args {
				sum(a)
			}
		}
	}
	exact := r.Kind == ObserveEqual
	vmp := g.model.Algorithm == "vmp"
	if len(sums) > 1 || vmp && (g.readsVector(r) || g.multiplies(r)) || len(sums) > 0 && (exact || vmp && len(r.Branches) > 0 || len(r.Repeats) > 0) {
		for _, s := range sums {
			for _, v := range s {
				g.apart[v] = true
			}
		}
		return
	}
	data := r.Kind == Draw && (r.Target.Op == OpInput || r.Target.Variable.Input != nil || r.Target.Variable.Data != nil)
	for _, s := range sums {
		g.tie(s, data, data && len(r.Loops) > 0)
	}
}

// readsVector tells whether a relation reads several sums as one vector, as a softmax does: its bounds by VMP
// take the elements as independent.
func (g *ties) readsVector(r *Relation) (found bool) {
	look := func(e *Expr) {
		if e != nil {
			e.Walk(func(x *Expr) { found = found || x.Type.Dimensions > 0 && g.reads(x) })
		}
	}
	look(r.Value)
	if r.Dist != nil {
		for _, a := range r.Dist.Args {
			look(a)
		}
	}
	return found
}

// multiplies tells whether a relation multiplies one of the numbers by what may be missing: where it is, VMP takes the two as
// independent, and other terms of the sum too.
func (g *ties) multiplies(r *Relation) (found bool) {
	missing := func(e *Expr) (is bool) {
		e.Walk(func(x *Expr) {
			is = is || x.Op == OpVariable && (x.Variable.Data != nil || x.Variable.Input != nil) || x.Op == OpInput && x.Input.Missing
		})
		return is
	}
	look := func(e *Expr) {
		if e != nil {
			e.Walk(func(x *Expr) {
				if x.Fun == "*" && len(x.Args) == 2 {
					a, b := x.Args[0], x.Args[1]
					found = found || g.reads(a) && missing(b) || g.reads(b) && missing(a)
				}
			})
		}
	}
	look(r.Value)
	if r.Dist != nil {
		for _, a := range r.Dist.Args {
			look(a)
		}
	}
	return found
}

// sums lists what an expression reads of the numbers: first those of the sum that it is, or of
// the difference that it compares, then those of sums in its parts.
func (g *ties) sums(e *Expr) [][]*Variable {
	if e == nil || !g.reads(e) {
		return nil
	}
	var first []*Variable
	var others [][]*Variable
	var visit func(e *Expr)
	visit = func(e *Expr) {
		switch {
		case !g.reads(e):
		case !g.adds(e):
			others = append(others, g.sums(e)...)
		case e.Op == OpVariable && (g.members[e.Variable] != nil || len(e.Args) == 0):
			first = append(first, e.Variable)
		case e.Op == OpVariable:
			visit(g.written(e))
		default:
			for _, a := range e.Args {
				visit(a)
			}
		}
	}
	switch {
	case g.adds(e):
		visit(e)
	case compares[e.Fun] && len(e.Args) == 2:
		visit(e.Args[0])
		visit(e.Args[1])
	default:
		for _, a := range e.Args {
			others = append(others, g.sums(a)...)
		}
	}
	if len(first) == 0 {
		return others
	}
	return append([][]*Variable{distinct(first)}, others...)
}

// blocks are the groups that are tied in loops, in the order of the program.
func (g *ties) blocks() (list []Block) {
	var groups []*Variable
	for _, v := range g.model.Variables {
		if g.members[v] == nil || g.apart[v] {
			continue
		}
		a := g.group(v)
		if !g.looped[a] {
			continue
		}
		k := slices.Index(groups, a)
		if k < 0 {
			k = len(groups)
			groups, list = append(groups, a), append(list, Block{})
		}
		list[k].Variables, list[k].At = append(list[k].Variables, v), append(list[k].At, v.At)
	}
	return slices.DeleteFunc(list, func(b Block) bool { return len(b.Variables) < 2 || len(b.Variables) > mostJoined })
}

func distinct(list []*Variable) (out []*Variable) {
	for _, v := range list {
		if !slices.Contains(out, v) {
			out = append(out, v)
		}
	}
	return out
}
