package schedule_test

import (
	"fmt"
	"strings"
	"testing"

	"mpc/deadcode"
	"mpc/schedule"
)

// The tests of this file are the worked examples of the page "Scheduling transform" in the
// description of Infer.NET's compiler (Infer.NET development: Compiler transforms).

// TestRedundantLastUpdateIsPruned: A invalidates B. A scheduler that leaves all valid at the end
// of an iteration appends an update of B to "B A"; as the next iteration begins with B, and A
// alone is wanted after the last, nothing reads it.
func TestRedundantLastUpdateIsPruned(t *testing.T) {
	const graph = `
node A output
node B
edge B <- A required trigger
edge A <- B
`
	for _, row := range []struct{ graph, steps, want string }{
		{graph, "{A|B A B|}", "{A|B A|}"},
		{graph, "{A|B A|}", "{A|B A|}"},
		// Where B is wanted after the last iteration it runs behind that; where C reads it before
		// it runs again it stays.
		{strings.Replace(graph, "node B", "node B output", 1), "{A|B A B|}", "{A|B A|B}"},
		{graph + "node C\nedge C <- B\nedge A <- C", "{A B|C A B|}", "{A B|C A B|}"},
	} {
		g := schedule.ParseGraph(t, row.graph)
		s := &schedule.Schedule{Steps: parseSteps(g, row.steps)}
		if err := schedule.Verify(g, s); err != nil {
			t.Errorf("%s: %v", row.steps, err)
		}
		s = deadcode.Prune(g, s)
		if got := shape(g, s.Steps); got != row.want {
			t.Errorf("%s is pruned to\n%s, want\n%s", row.steps, got, row.want)
		}
		if err := schedule.Verify(g, s); err != nil {
			t.Errorf("%s, pruned: %v", row.steps, err)
		}
	}
}

// TestReadThoughNotRequired: A invalidates B, C reads B and does not require it, and the
// iteration begins with C. An initialization that does not update A need not care for B. One that
// updates A after B must update B again. Where B has never run, C may read its uniform start
// although A has run, which that page forbids: here what has never run cannot be invalid.
func TestReadThoughNotRequired(t *testing.T) {
	const graph = `
node A
node B
node C output
edge B <- A required trigger
edge C <- B
edge A <- C
`
	g := schedule.ParseGraph(t, graph)
	for _, row := range []struct{ steps, err string }{
		{"{|C A B|}", ""},
		{"{A B|C A B|}", ""},
		{"{A B A|C A B|}", "C reads B, which a trigger has made invalid"},
		{"{A B A B|C A B|}", ""},
		{"{A|C A B|}", ""},
		{"{B A B|C A B|}", "B requires A, which has not run"},
	} {
		err := schedule.Verify(g, &schedule.Schedule{Steps: parseSteps(g, row.steps)})
		if got := fmt.Sprint(err); row.err == "" && err != nil || row.err != "" && !strings.Contains(got, row.err) {
			t.Errorf("%s: %v, want %s", row.steps, err, row.err)
		}
	}
	// The planner begins the iteration elsewhere, where nothing is read that has not run, and where
	// C has to come first, as what the user gives for B is to be used, it holds all of this.
	for _, row := range []struct{ graph, want string }{
		{graph, "{|A B C|}"},
		{strings.Replace(graph, "node B", "node B init", 1), "{|C A B|}"},
	} {
		g := schedule.ParseGraph(t, row.graph)
		keep, _ := deadcode.Live(g)
		s, err := schedule.Plan(g, keep)
		if err != nil {
			t.Fatal(err)
		}
		if got := shape(g, deadcode.Prune(g, s).Steps); got != row.want {
			t.Errorf("planned\n%s, want\n%s, for\n%s", got, row.want, row.graph)
		}
	}
}
