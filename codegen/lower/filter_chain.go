package lower

import (
	"mpc/codegen/code"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// A Filter says what a model that is a chain over time is, one time after the other: a variable x[t] over a range of
// times whose definition reads x[t-1] alone, with what stands at each time: functions of them, and what is seen. What
// is known of x[t] from the past is then one message, and a filter needs no other memory. Its functions are atFirst
// and later, which write what is known now, and always, the checks of what never changes.
type Filter struct {
	Variable *factor.Variable
	Before   *factor.Edge // to x[t-1]
	// Seen holds the inputs that are given at each time, Fixed those that never
	// change, in the order in which they are met; Now stands for the time, Stands for what is seen.
	Seen, Fixed []*model.Input
	Stands      map[*model.Input]*model.Input
	Now         *model.Input
	// Improper is the update that the error of an improper posterior names.
	Improper int
}

// A filtering looks for a filter over a variable.
type filtering struct {
	*lowering
	Filter
	time  *model.Input
	stood map[*model.Input]bool // what stands for others

	f        *function
	first    bool // whether the time is 0
	messages map[*factor.Edge]code.Operand
	buffers  map[*message.Update]code.Operand
	busy     map[*factor.Edge]bool
}

// unfit panics where the messages at one time are no filter.
type unfit struct{}

// find tells whether the model is a chain of the variable.
func (c *filtering) find() bool {
	v := c.Variable
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
	c.Now = &model.Input{Name: c.time.Name + "Now", Type: model.Type{Kind: model.Int}}
	graph := c.Loops.Message.Graph
	for _, w := range graph.Variables {
		if c.Loops.Message.Known[w.ID] != message.Product || w.Point || w.Family.Row().Vector() && w.Family != factor.MvNormal || w != v && !w.Derived {
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
			if !ok || c.Loops.Message.To[s.Edge.ID] == nil || c.Loops.Message.To[s.Edge.ID].Proper {
				return false
			}
			if at < 0 && c.Before != nil || at < 0 && !c.loops(f, 1) {
				return false
			}
			if at < 0 {
				c.Before = s.Edge
			}
			start = start || s.Edge.Defines && s.Edge.Variable == v && len(f.Loops) == 0
		}
		if edges == 0 || c.guarded(f.Guards) || !c.loops(f, 0) && !c.loops(f, 1) && len(f.Loops) > 0 {
			return false
		}
	}
	return start && c.Before != nil
}

// guarded tells whether something stands under a condition, other than that there is a
// first time.
func (c *filtering) guarded(list []*model.Expr) bool {
	for _, e := range list {
		if !(e.Op == model.OpCall && e.Fun == "<" && e.Args[0].IsNumber(0) && c.times(e.Args[1])) {
			return true
		}
	}
	return false
}

// times tells whether an expression is the number of times.
func (c *filtering) times(e *model.Expr) bool { return e.Op == model.OpInput && e.Input == c.time }

// loops tells whether a factor stands in one loop over the times from lo on.
func (c *filtering) loops(f *factor.Factor, lo float64) bool {
	if len(f.Loops) != 1 {
		return false
	}
	l := f.Loops[0]
	return l.Lo.IsNumber(lo) && l.Hi.Op == model.OpInput && l.Hi.Input == c.time
}

// at is the time of the element that an edge leads to, beside that of its factor: 0
// or -1. The first element is at time 0 of a factor without a loop.
func (c *filtering) at(e *factor.Edge) (int, bool) {
	switch {
	case len(e.Factor.Loops) == 0 && len(e.Index) == 0:
		return 0, e.Variable != c.Variable
	case len(e.Index) != 1:
		return 0, false
	case len(e.Factor.Loops) == 0:
		return 0, e.Variable == c.Variable && e.Index[0].IsNumber(0)
	}
	i, offset, ok := e.Index[0].Affine()
	switch {
	case !ok || i != e.Factor.Loops[0].Index:
		return 0, false
	case e.Variable == c.Variable && offset == -1:
		return -1, true
	}
	return 0, offset == 0
}

// active tells whether a factor stands at the time that is printed.
func (c *filtering) active(f *factor.Factor) bool {
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
func (c *filtering) present(e *model.Expr, index *model.Index) *model.Expr {
	return e.Map(func(x *model.Expr) *model.Expr {
		switch x.Op {
		case model.OpVariable, model.OpReduce, model.OpDim:
			panic(unfit{})
		case model.OpIndex:
			if x.Index != index {
				panic(unfit{})
			}
			return &model.Expr{Op: model.OpInput, Type: model.Type{Kind: model.Int}, Input: c.Now, At: x.At}
		case model.OpInput:
			return c.inputNow(x)
		}
		return x
	})
}
