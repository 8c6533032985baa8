package conditional

import (
	"slices"

	"mpc/model"
)

// steps lists the steps of a group inside of loops over some of the dimensions of its variables, given what they read of each
// other that these loops do not put in order; nil where no loops do it.
func (s *starter) steps(group []*Draw, reads []*startRead, around map[*Draw][]int) []*Start {
	list := []*Start{}
	next := func(d *Draw) (of []*Draw) {
		for _, r := range reads {
			if r.by == d {
				of = append(of, r.of)
			}
		}
		return of
	}
	for _, part := range groups(group, next) {
		if len(part) == 1 && !slices.Contains(next(part[0]), part[0]) {
			list = append(list, whole(part[0], around[part[0]]))
			continue
		}
		var own []*startRead
		for _, r := range reads {
			if slices.Contains(part, r.by) && slices.Contains(part, r.of) {
				own = append(own, r)
			}
		}
		step := s.loop(part, own, around)
		if step == nil {
			return nil
		}
		list = append(list, step)
	}
	return list
}

// loop is a step that runs over the elements of a group in a common loop, upward or downward, over the first dimensions that do
// it; nil where none do. A loop is best that leaves nothing but an order of variables to its body.
func (s *starter) loop(group []*Draw, reads []*startRead, around map[*Draw][]int) *Start {
	for _, strict := range []bool{true, false} {
		for _, down := range []bool{false, true} {
			a := &attempt{starter: s, group: group, reads: reads, around: around, down: down, strict: strict, dims: map[*Draw]int{}}
			if step := a.choose(0); step != nil {
				return step
			}
		}
	}
	return nil
}

// An attempt looks for the dimension of each variable that a common loop runs over.
type attempt struct {
	*starter
	group        []*Draw
	reads        []*startRead
	around       map[*Draw][]int
	down, strict bool
	dims         map[*Draw]int
}

// choose chooses the dimensions of variable k and of those behind it.
func (a *attempt) choose(k int) *Start {
	if a.tries--; a.tries < 0 {
		return nil
	}
	if k == len(a.group) {
		return a.solve()
	}
	d := a.group[k]
	for dim := range d.Elements {
		if !a.free(d, dim) {
			continue
		}
		a.dims[d] = dim
		if a.seen(k) {
			if step := a.choose(k + 1); step != nil {
				return step
			}
		}
	}
	return nil
}

// free tells whether a loop may run over a dimension: none around does, and how long it is the indices of others do not say,
// but of a variable by itself those of loops around.
func (a *attempt) free(d *Draw, dim int) bool {
	if slices.Contains(a.around[d], dim) {
		return false
	}
	for k, l := range d.Elements {
		if d.Elements[dim].Hi.Uses(l.Index) && (len(a.group) > 1 || !slices.Contains(a.around[d], k)) {
			return false
		}
	}
	return true
}

// seen tells whether it is seen what reads among the first variables are ahead by.
func (a *attempt) seen(k int) bool {
	chosen := a.group[:k+1]
	for _, r := range a.reads {
		if !slices.Contains(chosen, r.by) || !slices.Contains(chosen, r.of) {
			continue
		}
		if _, ok := r.ahead(a.dims[r.by], a.dims[r.of], a.down); !ok {
			return false
		}
	}
	return true
}

// solve shifts the variables against each other, so that no pass of the loop reads what later ones draw; nil where that cannot
// be. The position of a variable is n times its shift and, of n variables, its place in a pass: each must lie behind what it
// reads, or, where the loop need not be strict, its shift must not lie before it.
func (a *attempt) solve() *Start {
	n, least := len(a.group), 1
	if !a.strict {
		n, least = 1, 0
	}
	position := map[*Draw]int{}
	for round := 0; ; round++ {
		changed := false
		for _, r := range a.reads {
			most, _ := r.ahead(a.dims[r.by], a.dims[r.of], a.down)
			if want := position[r.of] + n*most + least; position[r.by] < want {
				position[r.by], changed = want, true
			}
		}
		if !changed {
			break
		}
		if round > len(a.group) {
			return nil // they read each other in a circle that no loop opens
		}
	}
	step := &Start{Down: a.down}
	inside := map[*Draw][]int{}
	for _, d := range a.group {
		shift := position[d] / n
		if a.down {
			shift = -shift
		}
		step.Members = append(step.Members, &Member{d, a.dims[d], shift})
		inside[d] = append(slices.Clone(a.around[d]), a.dims[d])
	}
	var left []*startRead
	for _, r := range a.reads {
		most, _ := r.ahead(a.dims[r.by], a.dims[r.of], a.down)
		if position[r.of]/n+most == position[r.by]/n {
			left = append(left, r)
		}
	}
	if step.Body = a.steps(a.group, left, inside); step.Body == nil {
		return nil
	}
	return step.settled()
}

// settled is the step with shifts that begin at 0, and of which the loop has its bounds: from 0 to where the last of its members
// ends.
func (s *Start) settled() *Start {
	first := s.Members[0].Shift
	for _, m := range s.Members {
		first = min(first, m.Shift)
	}
	for _, m := range s.Members {
		m.Shift -= first
	}
	return s
}

// Member is the member that a variable is.
func (s *Start) Member(d *Draw) *Member {
	return s.Members[slices.IndexFunc(s.Members, func(m *Member) bool { return m.Draw == d })]
}

// Index is the index of the loop: that of a member which is not shifted.
func (s *Start) Index() *model.Index {
	return s.Members[slices.IndexFunc(s.Members, func(m *Member) bool { return m.Shift == 0 })].Index()
}

// Index is the index of the member's loop over its elements.
func (m *Member) Index() *model.Index { return m.Draw.Elements[m.Dim].Index }

// End is where the passes of a common loop end that have elements of the member.
func (m *Member) End() *model.Expr { return shifted(m.Draw.Elements[m.Dim].Hi, m.Shift) }

// End is where the passes of the loop end.
func (s *Start) End() *model.Expr {
	var list []*model.Expr
	for _, m := range s.Members {
		if e := m.End(); !slices.ContainsFunc(list, e.Equal) {
			list = append(list, e)
		}
	}
	if len(list) == 1 {
		return list[0]
	}
	return model.Call("max", wholeType, list...)
}
