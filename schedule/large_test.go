package schedule_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"mpc/deadcode"
	"mpc/schedule"
)

// TestLarge plans a ring of coupled chains, one component of 400 nodes, each
// chain with a forward and a backward message and messages to its neighbours.
func TestLarge(t *testing.T) {
	const chains = 100
	var b strings.Builder
	for k := 0; k < chains; k++ {
		fmt.Fprintf(&b, "node F%d [t]\nnode B%d [t]\nnode up%d [t]\nnode down%d [t] output\n", k, k, k, k)
	}
	for k := 0; k < chains; k++ {
		next, last := (k+1)%chains, (k+chains-1)%chains
		for _, m := range []string{"F%d <- F%d t-1", "F%d <- up%d t-1", "B%d <- B%d t+1", "B%d <- up%d t+1",
			"up%d <- F%d", "up%d <- B%d", "down%d <- F%d", "down%d <- B%d"} {
			fmt.Fprintf(&b, "edge "+m+"\n", k, k)
		}
		fmt.Fprintf(&b, "edge F%d <- up%d t-1\nedge B%d <- down%d t+1\nedge up%d <- up%d skip\nedge down%d <- down%d\n",
			k, last, k, next, k, last, k, next)
	}
	g := schedule.ParseGraph(t, b.String())
	start := time.Now()
	s, err := schedule.Plan(g, nil)
	if err != nil {
		t.Fatal(err)
	}
	planned := time.Since(start)
	if err := schedule.Verify(g, s); err != nil {
		t.Fatal(err)
	}
	p := deadcode.Prune(g, s)
	if err := schedule.Verify(g, p); err != nil {
		t.Fatal(err)
	}
	t.Logf("%d nodes, %d edges: planned in %v, in all %v, %d updates per iteration",
		len(g.Nodes), len(g.Edges), planned, time.Since(start), p.Count().Iteration)
	if n := p.Count().Iteration; n > 2*len(g.Nodes) {
		t.Errorf("%d updates per iteration", n)
	}
	if d := time.Since(start); d > time.Minute {
		t.Errorf("took %v", d)
	}
}
