package conditional

import (
	"slices"

	"mpc/model"
)

// A lattice is the graph of rows and of elements that each instance reads by its own indices, less a number: x[t] and x[t-1]. It
// repeats itself from instance to instance, so that one node stands for all elements of an array, one for all instances of a
// row, and an edge says how far the index of what is read lies behind that of the instance. It is a forest where no way
// around leads back to where it began: where each of its parts has at most one way around, which leads elsewhere. Of two ways
// around, one after the other and both backwards lead back, as a grid's do.
type lattice struct {
	of     map[int]int       // the node that a node hangs on
	behind map[int][]float64 // how far a node lies behind that
	around map[int]bool      // whether the part of a node that hangs on none has a way around
	loop   bool
}

func newLattice() *lattice {
	return &lattice{of: map[int]int{}, behind: map[int][]float64{}, around: map[int]bool{}}
}

// root is the node that the part of a node hangs on, and how far the node lies behind it.
func (l *lattice) root(node int) (root int, behind []float64) {
	for {
		next, hangs := l.of[node]
		if !hangs {
			return node, behind
		}
		behind = added(behind, l.behind[node], 1)
		node = next
	}
}

// tie adds an edge between two nodes, of which b lies behind a.
func (l *lattice) tie(a, b int, behind []float64) {
	ra, la := l.root(a)
	rb, lb := l.root(b)
	lag := added(added(la, behind, 1), lb, -1) // of rb behind ra
	if ra != rb {
		l.of[rb], l.behind[rb] = ra, lag
		l.loop = l.loop || l.around[ra] && l.around[rb]
		l.around[ra] = l.around[ra] || l.around[rb]
		return
	}
	l.loop = l.loop || l.around[ra] || !slices.ContainsFunc(lag, func(x float64) bool { return x != 0 })
	l.around[ra] = true
}

// added is a + times * b; a shorter one has zeros at its end.
func added(a, b []float64, times float64) []float64 {
	out := make([]float64, max(len(a), len(b)))
	copy(out, a)
	for i, x := range b {
		out[i] += times * x
	}
	return out
}

// add adds a row, as the node of that number, which reads elements by its own indices. A slope whose indices stand in another
// order than the loops do is of no lattice: any way around by it is taken for a loop.
func (l *lattice) add(node int, r *Row) {
	for _, s := range r.Slopes {
		lag, inOrder := s.lag(r.Term.Loops)
		part := -1 - s.Part
		before := l.around[l.rootOf(part)] || l.rootOf(part) == l.rootOf(node)
		l.tie(node, part, lag)
		l.loop = l.loop || !inOrder && before
	}
}

func (l *lattice) rootOf(node int) int {
	root, _ := l.root(node)
	return root
}

// lag is how far an element lies behind the indices of loops, each of which chooses one of its own; inOrder tells whether these
// stand in the order of the loops.
func (s *Slope) lag(loops []*model.Loop) (lag []float64, inOrder bool) {
	last := -1
	inOrder = true
	for _, l := range loops {
		at := slices.IndexFunc(s.At, func(e *model.Expr) bool {
			i, _, ok := e.Affine()
			return ok && i == l.Index
		})
		_, c, _ := s.At[at].Affine()
		lag, inOrder, last = append(lag, -float64(c)), inOrder && at > last, at
	}
	return lag, inOrder
}
