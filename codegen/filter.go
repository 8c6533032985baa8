package codegen

import (
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A chain is a variable x[t] over a range of times whose definition reads x[t-1]
// alone, with what stands at each time: functions of them, and what is seen. What
// is known of x[t] from the past is then one message, and a filter needs no other
// memory.
type chain struct {
	g        *generator
	variable *factor.Variable
	time     *model.Input
	before   *factor.Edge // to x[t-1]

	first   bool // whether the time is 0
	f       *function
	names   map[*factor.Edge]string
	buffers map[*message.Update]string
	busy    map[*factor.Edge]bool
	// seen holds the inputs that are given at each time, fixed those that never
	// change, in the order in which they are met; now stands for the time.
	seen, fixed []*model.Input
	stands      map[*model.Input]*model.Input
	stood       map[*model.Input]bool // what stands for others
	now         *model.Input
	ok          bool
}

// filter prints a streaming filter where the model is a chain over time.
func (g *generator) filter() string {
	graph := g.program.Message.Graph
	if graph.Shared != nil || len(graph.Data) > 0 {
		return ""
	}
	for _, v := range graph.Variables {
		if v.Derived {
			continue
		}
		c := &chain{g: g, variable: v, stands: map[*model.Input]*model.Input{}, stood: map[*model.Input]bool{}}
		if !c.find() {
			return ""
		}
		return c.print()
	}
	return ""
}

// find tells whether the model is a chain of the variable.
func (c *chain) find() bool {
	v := c.variable
	if len(v.Dims) != 1 {
		return false
	}
	v.Dims[0].Walk(func(e *model.Expr) { // n, or max(1, n) where x[0] is there for n = 0 too
		if e.Op == model.OpInput && e.Input.Type.Kind == model.RangeKind {
			c.time = e.Input
		}
	})
	if c.time == nil {
		return false
	}
	c.now = &model.Input{Name: c.time.Name + "Now", Type: model.Type{Kind: model.Int}}
	graph := c.g.program.Message.Graph
	for _, w := range graph.Variables {
		if c.g.program.Message.Known[w.ID] != message.Product || w.Point || w.Family.Row().Vector() && w.Family != "mvnormal" || w != v && !w.Derived {
			return false
		}
	}
	start := false
	for _, f := range graph.Factors {
		edges := 0
		for _, s := range f.Slots {
			if s.Over != nil {
				return false
			}
			if s.Edge == nil {
				continue
			}
			edges++
			at, ok := c.at(s.Edge)
			if !ok || c.g.update(s.Edge) == nil || c.g.update(s.Edge).Proper {
				return false
			}
			if at < 0 && c.before != nil || at < 0 && !c.loops(f, 1) {
				return false
			}
			if at < 0 {
				c.before = s.Edge
			}
			start = start || s.Edge.Defines && s.Edge.Variable == v && len(f.Loops) == 0
		}
		if edges == 0 || c.guarded(f.Guards) || !c.loops(f, 0) && !c.loops(f, 1) && len(f.Loops) > 0 {
			return false
		}
	}
	return start && c.before != nil
}

// guarded tells whether something stands under a condition, other than that there is a
// first time.
func (c *chain) guarded(list []*model.Expr) bool {
	for _, e := range list {
		if !(e.Op == model.OpCall && e.Fun == "<" && e.Args[0].IsNumber(0) && c.times(e.Args[1])) {
			return true
		}
	}
	return false
}

// times tells whether an expression is the number of times.
func (c *chain) times(e *model.Expr) bool { return e.Op == model.OpInput && e.Input == c.time }

// loops tells whether a factor stands in one loop over the times from lo on.
func (c *chain) loops(f *factor.Factor, lo float64) bool {
	if len(f.Loops) != 1 {
		return false
	}
	l := f.Loops[0]
	return l.Lo.IsNumber(lo) && l.Hi.Op == model.OpInput && l.Hi.Input == c.time
}

// at is the time of the element that an edge leads to, beside that of its factor: 0
// or -1. The first element is at time 0 of a factor without a loop.
func (c *chain) at(e *factor.Edge) (int, bool) {
	switch {
	case len(e.Factor.Loops) == 0 && len(e.Index) == 0:
		return 0, e.Variable != c.variable
	case len(e.Index) != 1:
		return 0, false
	case len(e.Factor.Loops) == 0:
		return 0, e.Variable == c.variable && e.Index[0].IsNumber(0)
	}
	i, offset, ok := e.Index[0].Affine()
	switch {
	case !ok || i != e.Factor.Loops[0].Index:
		return 0, false
	case e.Variable == c.variable && offset == -1:
		return -1, true
	}
	return 0, offset == 0
}

// active tells whether a factor stands at the time that is printed.
func (c *chain) active(f *factor.Factor) bool {
	if len(f.Loops) == 0 {
		return c.first
	}
	return !c.first || f.Loops[0].Lo.IsNumber(0)
}

// timeOf is the time in a plate, nil outside.
func timeOf(list []*model.Loop) *model.Index {
	if len(list) == 1 {
		return list[0].Index
	}
	return nil
}

// present writes an expression at the present time: an input that has a value for
// each time is what is seen now.
func (c *chain) present(e *model.Expr, index *model.Index) *model.Expr {
	return e.Map(func(x *model.Expr) *model.Expr {
		switch x.Op {
		case model.OpVariable, model.OpReduce, model.OpDim:
			c.ok = false
		case model.OpIndex:
			if x.Index != index {
				c.ok = false
				break
			}
			return &model.Expr{Op: model.OpInput, Type: model.Type{Kind: model.Int}, Input: c.now, At: x.At}
		case model.OpInput:
			return c.input(x)
		}
		return x
	})
}
