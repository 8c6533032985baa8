package factor

import (
	"slices"

	"mpc/model"
)

// A Gate is a gate of the model with the factor that stands for it: what its
// branches say about the selector.
type Gate struct {
	Model  *model.Gate
	Factor *Factor // of kind gate, with the one slot selector
}

// gate adds the factors of a gate: what its branches say about the selector, and
// what joins variables with their copies.
func (b *builder) gate(c context, r *model.Relation) {
	selector := b.slot(c, r.Value)
	if selector == nil || !b.factor(c, "gate", selector) {
		return
	}
	f := b.graph.Factors[len(b.graph.Factors)-1]
	f.Gate = &Gate{Model: r.Gate, Factor: f}
	b.graph.Gates = append(b.graph.Gates, f.Gate)
	for _, cp := range b.copiesIn[r.Gate] {
		b.join(c, r, cp, selector)
	}
}

// join adds the factor that joins a variable with its copies in a gate.
func (b *builder) join(c context, r *model.Relation, cp *copied, selector *Slot) {
	g := r.Gate
	value := &model.Loop{Index: &model.Index{Name: "branch", At: g.At, Selects: true}, Lo: model.Number(0), Hi: g.Size, Full: g.Size}
	instance := func(e *model.Expr) *model.Expr {
		for p, l := range g.Plate {
			if x := r.Instance[p]; x.Op != model.OpIndex || x.Index != l.Index {
				e = e.Subst(l.Index, x)
			}
		}
		return e
	}
	inner := append(r.Instance[:len(r.Instance):len(r.Instance)], model.IndexExpr(value.Index))
	if cp.one {
		c.loops = append(c.loops[:len(c.loops):len(c.loops)], value)
	}
	outer := make([]*model.Expr, len(cp.fixed))
	for d, x := range cp.fixed {
		if x != nil {
			x = instance(x)
			x.Walk(func(e *model.Expr) {
				if e.Op == model.OpIndex && e.Index == cp.selects {
					x = x.Subst(e.Index, model.IndexExpr(value.Index))
				}
			})
			outer[d] = x
			continue
		}
		size := cp.outer.Dims[d].Map(func(e *model.Expr) *model.Expr {
			if e.Op == model.OpDim {
				return outer[e.Dim]
			}
			return e
		})
		index := &model.Index{Name: "e", At: g.At}
		for _, l := range c.loops {
			if l.Index.Name == index.Name {
				index.Name += "2"
			}
		}
		c.loops = append(c.loops[:len(c.loops):len(c.loops)], &model.Loop{Index: index, Lo: model.Number(cp.from[d]), Hi: size, Full: size})
		outer[d] = model.IndexExpr(index)
		inner = append(inner, outer[d])
	}
	c.text = g.Text
	c.guards = withGuards(c.guards, cp.reach...)
	if in := cp.outer.entries(); in != nil {
		entry := &model.Expr{Op: model.OpInput, Type: in.Type, Input: in, At: g.At}
		for _, x := range cp.outer.Origins() {
			entry.Args = append(entry.Args, x.Map(func(e *model.Expr) *model.Expr {
				if e.Op == model.OpDim {
					return outer[e.Dim]
				}
				return e
			}))
		}
		c.guards = withGuards(c.guards, model.Absent(entry))
	}
	o := &Slot{Edge: &Edge{Variable: cp.outer, Index: outer, Defines: cp.exit}}
	i := &Slot{Edge: &Edge{Variable: cp.inner, Index: inner, Defines: !cp.exit}}
	made := len(b.graph.Factors)
	switch {
	case cp.one:
		b.factor(c, "enter_one", i, selector, o, data(model.IndexExpr(value.Index)))
	case cp.exit:
		i.Over = value
		b.factor(c, "exit", o, selector, i)
	default:
		i.Over = value
		b.factor(c, "enter", i, selector, o)
	}
	for _, f := range b.graph.Factors[made:] {
		f.Gate = b.graph.Gates[len(b.graph.Gates)-1]
	}
}

// entries is the input whose absent entries v stands for, or is a copy of; nil for
// none.
func (v *Variable) entries() *model.Input {
	for v.CopyOf != nil {
		v = v.CopyOf
	}
	if v.Source == nil {
		return nil
	}
	return v.Source.Input
}

// Branch is the branch that what a factor defines lives in: the innermost that it
// stands in, or, of one that makes copies, that of the copy.
func (f *Factor) Branch() *model.Branch {
	for _, s := range f.Slots {
		if s.Edge != nil && s.Edge.Defines && s.Name == "inner" {
			return s.Edge.Branch()
		}
	}
	if len(f.Branches) == 0 {
		return nil
	}
	return f.Branches[len(f.Branches)-1]
}

// GateOf is the gate that a gate of the model became, nil if it is left out.
func (g *Graph) GateOf(m *model.Gate) *Gate {
	for _, x := range g.Gates {
		if x.Model == m {
			return x
		}
	}
	return nil
}

// Branch is the branch of the copy that an edge of slot inner leads to.
func (e *Edge) Branch() *model.Branch {
	g := e.Factor.Gate.Model
	return &model.Branch{Gate: g, Index: g.Relation.Instance, Value: e.Index[len(g.Plate)]}
}

// withGuards is a list of conditions with more of them, each once.
func withGuards(guards []*model.Expr, more ...*model.Expr) []*model.Expr {
	guards = guards[:len(guards):len(guards)]
	for _, g := range more {
		if !slices.ContainsFunc(guards, g.Equal) {
			guards = append(guards, g)
		}
	}
	return guards
}
