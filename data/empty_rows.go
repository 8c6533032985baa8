package data

import "mpc/model"

// A table has a row for each element, and none for an empty list. Those before an
// element are known from its indices, see tree; those behind the last element, at each
// depth, from the sizes alone.

// mostEmpty is how many lists may be added beyond as many as there are elements.
const mostEmpty = 1 << 20

// emptyRows adds to the nested arrays of tables the lists at their ends that have no
// row, as far as the sizes say that there are some: whether they are to be empty is
// checked like all lengths. Sizes that are arrays themselves come first.
func (a *assembly) emptyRows() {
	done := map[*model.Input]bool{}
	var visit func(in *model.Input)
	visit = func(in *model.Input) {
		if done[in] {
			return
		}
		done[in] = true
		for _, d := range in.Dims {
			d.Walk(func(e *model.Expr) {
				if e.Op == model.OpInput {
					visit(e.Input)
				}
			})
		}
		s := a.shapes[in]
		if s == nil || !s.source.table || len(in.Dims) < 2 || a.bad[in] {
			return
		}
		g := &growth{assembly: a, shape: s, starts: make([][]int32, len(in.Dims)), left: mostEmpty + s.leaves.len()}
		for k := range g.starts {
			g.starts[k] = make([]int32, 1, len(s.starts[k]))
		}
		if g.list(0, 0, nil, true); !g.added {
			return
		}
		s.starts = g.starts
		if c := a.set.columns[in]; c != nil {
			c.starts = s.starts
		}
	}
	for _, in := range a.model.Inputs {
		visit(in)
	}
}

// A growth is where the lists of an array begin, once there are empty ones too.
type growth struct {
	*assembly
	shape  *shape
	starts [][]int32
	left   int // how many lists may still be added
	added  bool
}

// list takes over list j of depth k, which has the index at, with those in it; -1 is one
// that is new. Empty lists are added to it where its size is known, and those around it
// are.
func (g *growth) list(k, j int, at []int, known bool) {
	first, have := 0, 0
	if j >= 0 {
		first = int(g.shape.starts[k][j])
		have = int(g.shape.starts[k][j+1]) - first
	}
	count := have
	dims := g.shape.input.Dims
	if known = known && k < len(dims)-1 && g.known(dims[k]); known {
		want, err := Int(dims[k], &Env{Set: g.set, Dims: at})
		if err == nil && want > have && want-have <= g.left {
			count, g.left, g.added = want, g.left-(want-have), true
		}
	}
	for i := 0; i < count && k < len(dims)-1; i++ {
		child := -1
		if i < have {
			child = first + i
		}
		g.list(k+1, child, append(at[:len(at):len(at)], i), known)
	}
	last := g.starts[k][len(g.starts[k])-1]
	g.starts[k] = append(g.starts[k], last+int32(count))
}
