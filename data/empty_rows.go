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
		left := mostEmpty + len(s.leaves)
		if !a.addEmpty(s, &s.node, nil, &left) {
			return
		}
		if grown := flatten(in, s.entry); grown != nil {
			a.shapes[in] = grown
			if c := a.set.columns[in]; c != nil {
				c.starts = grown.starts
			}
		}
	}
	for _, in := range a.model.Inputs {
		visit(in)
	}
}

// addEmpty adds empty lists to the list n, which has the index at, and to those in it.
// It tells whether it has added any.
func (a *assembly) addEmpty(s *shape, n *node, at []int, left *int) bool {
	in := s.input
	if len(at) == len(in.Dims)-1 || !a.known(in.Dims[len(at)]) {
		return false
	}
	want, err := Int(in.Dims[len(at)], &Env{Set: a.set, Dims: at})
	added := false
	if err == nil && want-len(n.list) <= *left {
		for len(n.list) < want {
			n.list = append(n.list, node{kind: list, at: n.at})
			*left--
			added = true
		}
	}
	for i := range n.list {
		if a.addEmpty(s, &n.list[i], append(at[:len(at):len(at)], i), left) {
			added = true
		}
	}
	return added
}
