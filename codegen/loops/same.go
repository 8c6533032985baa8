package loops

import (
	"mpc/factor"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// A message that reads nothing of the element that it goes to is the same for all: that
// of z[i] ~ categorical(w), or of a prior of constants. It is computed and stored once.

// shareSame lets the messages of a variable that are the same for all its elements, or
// along a dimension, share one element of their table.
func (b *builder) shareSame(v *factor.Variable, s *Store) {
	if v.Point || b.program.Message.Known[v.ID] == message.Product && v.Init != nil || len(b.program.Message.Graph.Shared) > 0 || variesInSize(v) {
		return
	}
	definitions := 0
	for _, e := range v.Edges {
		if e.Defines {
			definitions++
		}
	}
	for _, e := range v.Edges {
		t := s.byEdge[e.ID]
		if t == nil || t.Role != Definition && t.Role != Use || t.Role == Definition && definitions > 1 || t.Seen != nil || t.Sparse || s.InTotal(t) {
			continue
		}
		u := b.program.Message.To[e.ID]
		loops := b.sameLoops(u)
		same := make([]bool, len(v.Dims))
		n := 0
		for k, is := range loops {
			if is {
				d, _ := dimOf(e, u.Loops[k].Index)
				same[d] = true
				n++
			}
		}
		// What is asked of one element by its position finds it in an array of posteriors,
		// or of one element.
		if n == 0 || n < len(v.Dims) && s.Posterior == nil {
			continue
		}
		var dims []*model.Expr
		for d, size := range t.Dims {
			if !same[d] {
				dims = append(dims, size)
			}
		}
		if n < len(v.Dims) && holdsDim(dims) {
			continue
		}
		b.same[u.ID] = loops
		t.Same, t.Dims = same, dims
	}
}

// holdsDim tells whether a size depends on an outer dimension.
func holdsDim(dims []*model.Expr) bool {
	for _, size := range dims {
		found := false
		size.Walk(func(e *model.Expr) { found = found || e.Op == model.OpDim })
		if found {
			return true
		}
	}
	return false
}

// variesInSize tells whether values of the elements differ in size.
func variesInSize(v *factor.Variable) bool { return holdsDim(v.Sizes) }

// sameLoops tells of each loop of an update whether its messages are the same in all
// passes, and each to an element of its own, so that all elements get it.
func (b *builder) sameLoops(u *message.Update) []bool {
	same := make([]bool, len(u.Loops))
	if u.Network != nil || u.Op.Array() || u.Damping != 0 || u.Checked() || u.Pooled {
		return same
	}
	var reads []*model.Expr
	reads = append(reads, u.Guards...)
	if u.Power != nil {
		reads = append(reads, u.Power)
	}
	args := append([]message.Arg(nil), u.Args...)
	for _, w := range u.Weights {
		args = append(args, w.Selector)
		reads = append(reads, w.Value)
	}
	for i := 0; i < len(args); i++ {
		a := args[i]
		switch {
		case a.Source == message.Into || a.Source == message.Work || a.Source == message.Scratch:
		case a.Buffer != nil && a.Buffer.Kind == message.Branches || a.Source == message.Position || a.Source == message.Cavity:
			return same // read at the element itself
		case a.Buffer != nil:
			args = append(args, a.Buffer.Args...)
		case a.Slot == nil: // how often the message counts
		case a.Slot.Edge != nil:
			reads = append(reads, a.Slot.Edge.Index...)
		default:
			reads = append(reads, a.Slot.Data)
		}
		if a.Slot != nil && a.Slot.Over != nil && a.Source != message.Into {
			reads = append(reads, a.Slot.Over.Lo, a.Slot.Over.Hi)
		}
	}
	uses := func(list []*model.Expr, i *model.Index) bool {
		for _, e := range list {
			if e.Uses(i) {
				return true
			}
		}
		return false
	}
	for _, l := range u.Loops { // the first pass may have none inside, where others have some
		reads = append(reads, l.Lo, l.Hi)
	}
	for k, l := range u.Loops {
		same[k] = !uses(reads, l.Index) && b.covers(u.Edge, l) && !b.inside[u.ID][b.graph.Nodes[u.ID].Axes[k]]
	}
	return same
}

// covers tells whether a loop is over all of one dimension of the variable that an
// edge leads to.
func (b *builder) covers(e *factor.Edge, l *model.Loop) bool {
	found := -1
	for d, x := range e.Index {
		if !x.Uses(l.Index) {
			continue
		}
		if found >= 0 || x.Op != model.OpIndex {
			return false
		}
		found = d
	}
	return found >= 0 && l.Lo.IsNumber(0) && l.Hi.Equal(atDims(e.Variable.Dims[found], e.Index))
}

// sameOver tells whether an update does the same in all passes of a loop of its.
func (b *builder) sameOver(u *message.Update, k int) bool {
	same := b.same[u.ID]
	return same != nil && same[k]
}

// sequential notes the axes of the loops that updates are scheduled in.
func (b *builder) sequential(steps []schedule.Step, around []int) {
	for _, st := range steps {
		switch st := st.(type) {
		case *schedule.Update:
			for _, axis := range around {
				if b.inside[st.Node] == nil {
					b.inside[st.Node] = map[int]bool{}
				}
				b.inside[st.Node][axis] = true
			}
		case *schedule.Loop:
			b.sequential(st.Body, append(around[:len(around):len(around)], st.Axis))
		case *schedule.Iterate:
			b.sequential(st.Init, around)
			b.sequential(st.Body, around)
			b.sequential(st.Final, around)
		}
	}
}

// Distinct is an index of an element of the variable without the dimensions that the
// table does not have.
func (t *Table) Distinct(index []*model.Expr) []*model.Expr {
	if t.Same == nil {
		return index
	}
	var out []*model.Expr
	for d, x := range index {
		if !t.Same[d] {
			out = append(out, x)
		}
	}
	return out
}
