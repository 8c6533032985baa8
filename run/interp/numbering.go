package interp

import (
	"sort"

	"mpc/data"
	"mpc/model"
)

// mostNumbered is the largest array whose elements are numbered.
const mostNumbered = 1 << 28

// A numbering numbers the elements of an array, whose inner sizes may vary: where the
// elements of each list begin, by depth.
type numbering struct {
	starts [][]int
	count  int
}

// numbered numbers the elements of an array of these sizes, nil where there are too many.
func (r *run) numbered(dims []*model.Expr) (*numbering, error) {
	n := &numbering{count: 1}
	for _, d := range dims {
		varies := false
		d.Walk(func(e *model.Expr) { varies = varies || e.Op == model.OpDim })
		starts := make([]int, 1, n.count+1)
		size := 0
		for j := range n.count {
			if j == 0 || varies {
				env := *r.env
				if varies {
					env.Dims = n.index(j)
				}
				var err error
				if size, err = data.Int(d, &env); err != nil {
					return nil, err
				}
			}
			next := starts[j] + max(size, 0)
			if next > mostNumbered {
				return nil, nil
			}
			starts = append(starts, next)
		}
		n.starts = append(n.starts, starts)
		n.count = starts[len(starts)-1]
	}
	return n, nil
}

// number is the number of an element, -1 where an index is out of its range.
func (n *numbering) number(index []int) int {
	at := 0
	for k, starts := range n.starts {
		if i := index[k]; i < 0 || i >= starts[at+1]-starts[at] {
			return -1
		}
		at = starts[at] + index[k]
	}
	return at
}

// index is the index of the element with a number.
func (n *numbering) index(at int) []int {
	index := make([]int, len(n.starts))
	for k := len(n.starts) - 1; k >= 0; k-- {
		starts := n.starts[k]
		list := sort.Search(len(starts)-1, func(j int) bool { return starts[j+1] > at })
		index[k], at = at-starts[list], list
	}
	return index
}
