package message

import "mpc/factor"

// cycles groups the variables of a graph by what they are defined from: those that are defined
// from each other are of one group (strongly connected components, Tarjan 1972).
type cycles struct {
	group  []int  // by variable
	cyclic []bool // by group: a definition leads back to its variable
}

func findCycles(g *factor.Graph) *cycles {
	c := &cycles{group: make([]int, len(g.Variables))}
	var (
		stack []*factor.Variable
		count int
		order = make([]int, len(g.Variables)) // when it was met, from 1 on
		low   = make([]int, len(g.Variables)) // the first met of what it leads to, and that is on the stack
		done  = make([]bool, len(g.Variables))
		visit func(v *factor.Variable)
	)
	visit = func(v *factor.Variable) {
		count++
		order[v.ID], low[v.ID] = count, count
		stack = append(stack, v)
		self := false
		for _, w := range definedFrom(v) {
			self = self || w == v
			if order[w.ID] == 0 {
				visit(w)
			}
			if !done[w.ID] {
				low[v.ID] = min(low[v.ID], low[w.ID])
			}
		}
		if low[v.ID] < order[v.ID] {
			return
		}
		group := len(c.cyclic)
		c.cyclic = append(c.cyclic, self || stack[len(stack)-1] != v)
		for {
			w := stack[len(stack)-1]
			stack = stack[:len(stack)-1]
			c.group[w.ID], done[w.ID] = group, true
			if w == v {
				return
			}
		}
	}
	for _, v := range g.Variables {
		if order[v.ID] == 0 {
			visit(v)
		}
	}
	return c
}

// definedFrom lists the variables that the definitions of v read.
func definedFrom(v *factor.Variable) []*factor.Variable {
	var list []*factor.Variable
	for _, def := range v.Edges {
		if !def.Defines {
			continue
		}
		for _, s := range def.Factor.Slots {
			if s.Edge != nil && !s.Edge.Defines {
				list = append(list, s.Edge.Variable)
			}
		}
	}
	return list
}

// closed tells whether a definition of v leads back to it.
func (c *cycles) closed(v *factor.Variable) bool { return c.cyclic[c.group[v.ID]] }

// join tells whether one cycle leads through v and w.
func (c *cycles) join(v, w *factor.Variable) bool {
	return c.group[v.ID] == c.group[w.ID] && c.closed(v)
}
