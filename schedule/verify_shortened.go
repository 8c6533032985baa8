package schedule

import (
	"fmt"

	"mpc/depanalysis"
)

// checkShortened checks that the updates in iterations that may go too far are
// listed, with the bound that the iteration ends in, and no others.
func checkShortened(g *depanalysis.Graph, s *Schedule) error {
	want := make(map[int]int) // node to bound
	for _, x := range shortened(g, s) {
		want[x.Node] = x.Bound
	}
	for _, x := range s.Shortened {
		bound, ok := want[x.Node]
		switch {
		case !ok:
			return fmt.Errorf("node %d is listed to be shortened, and need not be", x.Node)
		case bound != x.Bound:
			return fmt.Errorf("the step of node %d is checked by node %d, not %d", x.Node, bound, x.Bound)
		}
		delete(want, x.Node)
	}
	for n, node := range g.Nodes {
		if _, ok := want[n]; ok {
			return fmt.Errorf("%s may go too far and is not listed", node.Name)
		}
	}
	return nil
}
