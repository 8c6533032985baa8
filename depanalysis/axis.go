package depanalysis

import (
	"mpc/message"
	"mpc/model"
)

// axes groups the loops of a program: two loops run over the same axis if they
// run over the same dimension of a variable, so that element t of one means
// element t of the other up to a constant offset.
type axes struct {
	parent map[any]any
	owners map[any]map[owner]any // per group: which loop or dimension of each owner is in it
	number map[any]int
	names  []string
}

// An owner is a plate or a variable: it must not have two loops or dimensions
// in one group.
type owner any

type dimension struct {
	variable any // *factor.Variable or *model.Variable
	k        int
}

func findAxes(p *message.Program) *axes {
	a := &axes{parent: map[any]any{}, owners: map[any]map[owner]any{}, number: map[any]int{}}
	for _, u := range p.Updates {
		for _, l := range u.Loops {
			a.own(l.Index, plateOf(u))
		}
	}
	for _, f := range p.Graph.Factors {
		for _, s := range f.Slots {
			if s.Edge == nil {
				continue
			}
			a.join(f.Loops, s.Edge.Variable, s.Edge.Index)
		}
	}
	for _, d := range p.Graph.Data {
		a.join(d.Loops, d.Variable, d.Index)
	}
	for _, r := range p.Graph.Model.Iterate.Sequential {
		a.joinRange(p, r)
	}
	for _, u := range p.Updates {
		switch {
		case u.Kind == message.Posterior:
			a.join(u.Loops, u.Variable, indices(u.Loops))
		case u.Kind == message.Send && len(u.Loops) > len(u.Factor.Loops): // one element of an array each
			a.join(u.Loops, u.Edge.Variable, u.Edge.Index)
		}
	}
	for _, u := range p.Updates {
		for _, l := range u.Loops {
			root := a.find(l.Index)
			if _, ok := a.number[root]; !ok {
				a.number[root] = len(a.names)
				a.names = append(a.names, l.Index.Name)
			}
		}
	}
	return a
}

func plateOf(u *message.Update) owner {
	switch u.Kind {
	case message.Assign:
		return u.Assign
	case message.Check:
		return u.Check
	case message.Posterior:
		return u
	}
	return u.Factor
}

// join puts loops and the dimensions that they run over into one group.
func (a *axes) join(loops []*model.Loop, variable any, index []*model.Expr) {
	for k, x := range index {
		i, _, ok := x.Affine()
		if !ok {
			continue
		}
		for _, l := range loops {
			if l.Index == i && a.parent[i] != nil { // else no update runs over it
				d := dimension{variable, k}
				a.own(d, variable)
				a.union(i, d)
			}
		}
	}
}

// A nest stands for the loops over a range that is to be sequential: the
// outermost of each plate, the next one, and so on.
type nest struct {
	over  *model.Input
	depth int
}

// joinRange puts the loops over a range that is to be sequential into one group,
// also where no variable joins them: their elements are to run in step. Of a
// plate with several such loops each goes into a group of its own.
func (a *axes) joinRange(p *message.Program, r *model.Input) {
	for _, u := range p.Updates {
		for _, l := range u.Loops {
			if l.Index.Range != r && (l.Full.Op != model.OpInput || l.Full.Input != r) {
				continue
			}
			for depth, joined := 0, false; !joined; depth++ {
				n := nest{r, depth}
				if _, ok := a.parent[n]; !ok {
					a.parent[n] = n
					a.owners[n] = map[owner]any{}
				}
				a.union(n, l.Index)
				joined = a.find(n) == a.find(l.Index)
			}
		}
	}
}

// over lists the axes of a range that joinRange has joined, outermost first.
func (a *axes) over(r *model.Input) []int {
	var list []int
	for n := (nest{r, 0}); a.parent[n] != nil; n.depth++ {
		if axis, ok := a.number[a.find(n)]; ok && !contains(list, axis) {
			list = append(list, axis)
		}
	}
	return list
}

func (a *axes) own(x any, o owner) {
	if _, ok := a.parent[x]; !ok {
		a.parent[x] = x
		a.owners[x] = map[owner]any{}
	}
	a.owners[a.find(x)][o] = x
}

func (a *axes) find(x any) any {
	for a.parent[x] != x {
		x = a.parent[x]
	}
	return x
}

// union joins two groups, unless a plate or a variable would then have two
// loops or dimensions in one.
func (a *axes) union(x, y any) {
	rx, ry := a.find(x), a.find(y)
	if rx == ry {
		return
	}
	for o, member := range a.owners[ry] {
		if other, ok := a.owners[rx][o]; ok && other != member {
			return
		}
	}
	a.parent[ry] = rx
	for o, member := range a.owners[ry] {
		a.owners[rx][o] = member
	}
}

// of returns the axes that an update runs over, outermost first.
func (a *axes) of(u *message.Update) []int {
	var list []int
	for _, l := range u.Loops {
		list = append(list, a.number[a.find(l.Index)])
	}
	return list
}

// is tells whether i is the loop of u over that axis.
func (a *axes) is(u *message.Update, i *model.Index, axis int) bool {
	for _, l := range u.Loops {
		if l.Index == i {
			return a.number[a.find(i)] == axis
		}
	}
	return false
}

// LoopOf returns the loop of update u that runs over an axis of the graph, or nil.
func LoopOf(g *Graph, u *message.Update, axis int) *model.Loop {
	for k, x := range g.Nodes[u.ID].Axes {
		if x == axis {
			return u.Loops[k]
		}
	}
	return nil
}
