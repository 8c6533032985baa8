package lower

import (
	"fmt"

	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// noFilter says why a model with a chain over time has no filter, "" where there is no
// such chain.
func (l *lowering) noFilter() string {
	graph := l.Loops.Message.Graph
	for _, v := range graph.Variables {
		if v.Derived || v.Source == nil || v.Source.Input != nil || len(v.Dims) != 1 {
			continue
		}
		for _, e := range v.Edges {
			if e.Defines && readsBefore(e.Factor, v, map[*factor.Factor]bool{}) {
				c := &filtering{lowering: l, Filter: Filter{Variable: v}}
				return fmt.Sprintf("no filter over %s: %s", v.Name, c.why())
			}
		}
	}
	return ""
}

// readsBefore tells whether a factor reads an element of a variable before the one that
// its loop is at, directly or through functions. seen holds the factors that were looked at.
func readsBefore(f *factor.Factor, v *factor.Variable, seen map[*factor.Factor]bool) bool {
	if seen[f] {
		return false // a function of another element of its own variable
	}
	seen[f] = true
	for _, s := range f.Slots {
		switch {
		case s.Edge == nil || s.Edge.Defines:
		case s.Edge.Variable == v:
			if len(s.Edge.Index) == 1 {
				if _, offset, ok := s.Edge.Index[0].Affine(); ok && offset < 0 {
					return true
				}
			}
		case s.Edge.Variable.Derived:
			for _, e := range s.Edge.Variable.Edges {
				if e.Defines && readsBefore(e.Factor, v, seen) {
					return true
				}
			}
		}
	}
	return false
}

// why finds what keeps a chain from a filter, in the order of what is easiest to change.
func (c *filtering) why() string {
	v, graph := c.Variable, c.Loops.Message.Graph
	v.Dims[0].Walk(func(e *model.Expr) {
		if e.Op == model.OpInput && e.Input.Type.Kind == model.RangeKind {
			c.time = e.Input
		}
	})
	switch {
	case graph.Shared != nil:
		return "the model shares variables between batches"
	case c.time == nil:
		return "its size is not a range"
	case c.Loops.Message.Known[v.ID] == message.Stored:
		return "its messages read posteriors, which all data change"
	case v.Family.Row().Vector() && v.Family != factor.MvNormal:
		return "filters are of numbers and of mvnormals"
	}
	for _, in := range c.Loops.Message.Graph.Model.Inputs {
		if in.Missing {
			return "entries of " + in.Name + " may be missing"
		}
	}
	for _, w := range graph.Variables {
		switch {
		case w == v || w.Derived:
		case len(w.Dims) > 0 && w.Source != nil:
			return w.Name + " is drawn too: what stands at each time can be one vector, an mvnormal"
		case w.Source != nil:
			return w.Name + " is learned, and what is known of it changes with each time"
		}
	}
	for _, w := range graph.Variables {
		if w.Point || c.Loops.Message.Known[w.ID] != message.Product {
			return w.Name + " is a point estimate"
		}
	}
	for _, a := range graph.Data {
		return fmt.Sprintf("%s is computed by the program, in line %d: give it as an input", a.Variable.Name, a.At.Line)
	}
	for _, f := range graph.Factors {
		if c.guarded(f.Guards) || len(f.Branches) > 0 {
			return fmt.Sprintf("line %d stands under a condition", f.At.Line)
		}
		for _, s := range f.Slots {
			if s.Edge == nil {
				continue
			}
			if at, ok := c.at(s.Edge); s.Over != nil || !ok || at < 0 && !c.loops(f, 1) {
				return fmt.Sprintf("line %d is about more than %[2]s[0], and %[2]s[t] and %[2]s[t-1] for t in 1..<%[3]s", f.At.Line, v.Name, c.time.Name)
			}
		}
	}
	return "the messages at one time wait for each other, or nothing is seen there"
}
