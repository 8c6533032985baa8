package schedule_test

import (
	"math/rand/v2"
	"strings"
	"testing"

	"mpc/deadcode"
	"mpc/depanalysis"
	"mpc/schedule"
)

// parseSteps reads the notation of shape: names, >t( ), <t( ), { | | }.
func parseSteps(g *depanalysis.Graph, text string) []schedule.Step {
	for _, c := range "(){}|" {
		text = strings.ReplaceAll(text, string(c), " "+string(c)+" ")
	}
	words := strings.Fields(text)
	at := 0
	var list func() []schedule.Step
	list = func() []schedule.Step {
		var steps []schedule.Step
		for at < len(words) {
			w := words[at]
			switch {
			case w == ")" || w == "}" || w == "|":
				return steps
			case w == "{":
				at++
				it := &schedule.Iterate{Init: list()}
				at++
				it.Body = list()
				at++
				it.Final = list()
				steps = append(steps, it)
			case w[0] == '>' || w[0] == '<':
				l := &schedule.Loop{Reverse: w[0] == '<'}
				for a, name := range g.Axes {
					if name == w[1:] {
						l.Axis = a
					}
				}
				at += 2
				l.Body = list()
				steps = append(steps, l)
			default:
				node := -1
				for n := range g.Nodes {
					if g.Nodes[n].Name == w {
						node = n
					}
				}
				steps = append(steps, &schedule.Update{Node: node})
			}
			at++
		}
		return steps
	}
	return list()
}

// TestVerifyRows plants one fault of each kind beside a valid schedule.
func TestVerifyRows(t *testing.T) {
	const chain = `
node p
node x [t] output
edge x <- p
edge x <- x t-1`
	const pair = `
node p
node a output
node b
edge a <- p
edge a <- b required
edge b <- a`
	const trigger = `
node a
node b
node c output
edge b <- a trigger
edge c <- a
edge c <- b
edge a <- c`
	const fresh = `
node a
node b
node c output
edge b <- a
edge c <- b fresh
edge a <- c`
	const grid = `
node x [r c] output
edge x <- x r-1 c+1
edge x <- x c-1`
	for _, row := range []struct{ graph, steps, err string }{
		{chain, "p >t(x)", ""},
		{chain, "p <t(x)", "x reads x before it runs"},
		{chain, "p x", "x reads x before it runs"},
		{chain, ">t(x) p", "x reads p before it runs"},
		{chain, "p", "x never runs"},
		{chain, ">t(x)", "p never runs"},
		{chain, ">t(p x)", "over which it does not run"},
		{chain, "p >t(>t(x))", "inside another"},
		{chain, "p >t(x) p", "runs again after it"},
		{chain, "p {|>t(x)|}", ""},
		{chain, "p {|{|x|}|}", "inside another"},
		{chain, "p nothing >t(x)", "update of node -1"},
		{pair, "p {b|a b|}", ""},
		{pair, "p {|b a|}", ""},
		{pair, "p {|a b|}", "first iteration: a requires b, which has not run"},
		{pair, "p b a", "b reads a before it runs"},
		{pair, "{b|a b|} p", "a reads p, which does not run in the iteration"},
		{pair, "p {b|a|}", "a reads b, which does not run in the iteration"},
		{trigger, "{|a b c|}", ""},
		{trigger, "{|b a c|}", "c reads b, which a trigger has made invalid"},
		{trigger, "{|a b c a|}", ""},
		{trigger, "{|a b c|a c}", "final steps after one iteration: c reads b, which a trigger has made invalid"},
		{fresh, "{|a b c|}", ""},
		{fresh, "{|a c b|}", "c wants b fresh, but it is stale"},
		{"node a output\nnode b\nedge a <- b trigger\nedge b <- a", "{|b a|}", ""},
		{"node a output\nnode b\nedge a <- b trigger\nedge b <- a", "{|a b|}", "the output a is invalid at the end"},
		{"node a output\nnode b\nedge a <- b trigger\nedge b <- a", "{|a b|a}", ""},
		{"node a output\nnode b\nedge a <- b declaration\nedge b <- a", "{|a b|}", "a requires b, which has not run"},
		{"node a output\nnode b\nnode c\nedge a <- b required any=1\nedge a <- c required any=1\nedge b <- a\nedge c <- a required", "{|a b c|}", "a requires b"},
		{"node a output\nnode b\nnode c\nedge a <- b required any=1\nedge a <- c required any=1\nedge b <- a\nedge c <- a required", "{|b a c|}", ""},
		{"node a output\nnode b init\nedge a <- b required\nedge b <- a", "{|a b|}", ""},
		{"node a output\nnode b\nedge a <- b required skip\nedge b <- a", "{|a b|}", ""},
		{"node x [t] output\nnode y [t]\nedge x <- y required t?\nedge y <- x", "{|>t(y x)|}", "x requires y"},
		{"node x [t] output\nnode y [t]\nedge x <- y required t-1\nedge y <- x", "{|>t(x y)|}", ""},
		{"node x [t] output\nnode y [t]\nedge x <- y required t-1\nedge y <- x", "{|<t(x y)|}", "x requires y"},
		{grid, ">r(>c(x))", ""},
		{grid, ">r(<c(x))", "x reads x before it runs"},
		{grid, "<r(>c(x))", "x reads x before it runs"},
		{grid, ">c(>r(x))", "x reads x before it runs"},
		{grid, ">c(<r(x))", "x reads x before it runs"},
	} {
		g := schedule.ParseGraph(t, row.graph)
		s := &schedule.Schedule{Steps: parseSteps(g, row.steps)}
		err := schedule.Verify(g, s)
		switch {
		case row.err == "" && err != nil:
			t.Errorf("%s:%s\n%v", row.steps, row.graph, err)
		case row.err != "" && err == nil:
			t.Errorf("%s:%s\nno error, want %s", row.steps, row.graph, row.err)
		case row.err != "" && !strings.Contains(err.Error(), row.err):
			t.Errorf("%s:%s\n%v, want %s", row.steps, row.graph, err, row.err)
		}
	}
}

// TestPlantedFaults breaks the schedules of random graphs in ways that are wrong
// whatever the graph, and requires that Verify rejects each.
func TestPlantedFaults(t *testing.T) {
	graphs := 10_000
	if testing.Short() {
		graphs = 2_000
	}
	r := rand.New(rand.NewPCG(3, 4))
	counts := map[string]int{}
	reject := func(kind string, g *depanalysis.Graph, steps []schedule.Step) {
		t.Helper()
		counts[kind]++
		bad := &schedule.Schedule{Steps: steps}
		if schedule.Verify(g, bad) == nil {
			t.Fatalf("%s accepted:\n%s\n%s", kind, g, bad.Text(g))
		}
	}
	for k := 0; k < graphs; k++ {
		g := randomGraph(r)
		keep, _ := deadcode.Live(g)
		s, err := schedule.Plan(g, keep)
		if err != nil {
			continue
		}
		steps := s.Steps
		for i := range steps {
			// A step that runs after one that reads it.
			if a, ok := steps[i].(*schedule.Update); ok {
				for j := i + 1; j < len(steps); j++ {
					b, ok := steps[j].(*schedule.Update)
					if !ok || !reads(g, b.Node, a.Node) {
						continue
					}
					swapped := append([]schedule.Step(nil), steps...)
					swapped[i], swapped[j] = swapped[j], swapped[i]
					reject("swap", g, swapped)
				}
			}
			// A sequential loop in the other direction.
			if l, ok := steps[i].(*schedule.Loop); ok {
				c := *l
				c.Reverse = !c.Reverse
				turned := append([]schedule.Step(nil), steps...)
				turned[i] = &c
				reject("reverse", g, turned)
			}
		}
		// An output that does not run, an update that follows nothing.
		for n, node := range g.Nodes {
			if node.Output {
				reject("drop", g, without(steps, n))
			}
		}
		// A required source, first run before its target, runs after it.
		if len(steps) > 0 {
			for _, e := range g.Edges {
				hard := e.Kind&depanalysis.Required != 0 && e.Kind&depanalysis.SkipIfUniform == 0 && e.Group == 0
				if !hard || !keep[e.From] || g.Nodes[e.From].Init || !runs(steps, e.To) || len(e.Offsets) > 0 {
					continue
				}
				late := append(without(steps, e.From), &schedule.Update{Node: e.From})
				reject("required too late", g, late)
			}
		}
	}
	for _, kind := range []string{"swap", "reverse", "drop", "required too late"} {
		if counts[kind] < graphs/50 {
			t.Errorf("only %d faults of kind %s", counts[kind], kind)
		}
	}
	t.Log(counts)
}

func reads(g *depanalysis.Graph, to, from int) bool {
	for _, e := range g.Edges {
		if e.To == to && e.From == from {
			return true
		}
	}
	return false
}

func runs(steps []schedule.Step, node int) bool {
	found := false
	each(steps, func(n int) { found = found || n == node })
	return found
}

func each(steps []schedule.Step, visit func(int)) {
	for _, s := range steps {
		switch s := s.(type) {
		case *schedule.Update:
			visit(s.Node)
		case *schedule.Loop:
			each(s.Body, visit)
		case *schedule.Iterate:
			each(s.Init, visit)
			each(s.Body, visit)
			each(s.Final, visit)
		}
	}
}

// without is a copy of the steps that never runs the node.
func without(steps []schedule.Step, node int) []schedule.Step {
	var kept []schedule.Step
	for _, s := range steps {
		switch s := s.(type) {
		case *schedule.Update:
			if s.Node != node {
				kept = append(kept, s)
			}
		case *schedule.Loop:
			c := *s
			c.Body = without(s.Body, node)
			kept = append(kept, &c)
		case *schedule.Iterate:
			c := *s
			c.Init, c.Body, c.Final = without(s.Init, node), without(s.Body, node), without(s.Final, node)
			kept = append(kept, &c)
		}
	}
	return kept
}

// TestSameAndRenumbered plans a graph twice, with the same result, and with its
// nodes renumbered, with a valid one.
func TestSameAndRenumbered(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for k := 0; k < 2000; k++ {
		g := randomGraph(r)
		keep, _ := deadcode.Live(g)
		s, err := schedule.Plan(g, keep)
		again, err2 := schedule.Plan(g, keep)
		if (err == nil) != (err2 == nil) || err == nil && s.Text(g) != again.Text(g) {
			t.Fatalf("two schedules for\n%s", g)
		}
		if err != nil {
			if err.Error() != err2.Error() {
				t.Fatalf("two errors for\n%s\n%v\n%v", g, err, err2)
			}
			continue
		}
		number := r.Perm(len(g.Nodes))
		h := &depanalysis.Graph{Axes: g.Axes, Nodes: make([]depanalysis.Node, len(g.Nodes))}
		for n, node := range g.Nodes {
			h.Nodes[number[n]] = node
		}
		for _, e := range g.Edges {
			e.From, e.To = number[e.From], number[e.To]
			h.Edges = append(h.Edges, e)
		}
		keep, _ = deadcode.Live(h)
		s, err = schedule.Plan(h, keep)
		if err != nil {
			t.Fatalf("renumbered: %v\n%s", err, h)
		}
		if err := schedule.Verify(h, s); err != nil {
			t.Fatalf("renumbered: %v\n%s", err, h)
		}
	}
}

// TestWarnings has an initialization that is honoured and two that are not.
func TestWarnings(t *testing.T) {
	for _, row := range []struct {
		graph string
		want  int
	}{
		{"node a output\nnode b init\nedge a <- b\nedge b <- a", 0},
		{"node a init\nnode b output\nedge b <- a", 1},
		{"node p\nnode a init\nnode b init output\nedge a <- b\nedge b <- a\nedge b <- p", 1},
	} {
		g := schedule.ParseGraph(t, row.graph)
		s, err := schedule.Plan(g, nil)
		if err != nil {
			t.Fatal(err)
		}
		if len(s.Warnings) != row.want {
			t.Errorf("%s\n%s: %d warnings, want %d", row.graph, s.Text(g), len(s.Warnings), row.want)
		}
	}
}

// TestStuckError has the smallest set named, with lines and what to initialize.
func TestStuckError(t *testing.T) {
	g := schedule.ParseGraph(t, `node a line=3
node b line=4
node c line=5
node d output line=6
edge a <- d
edge a <- c required
edge b <- a required
edge a <- b required
edge c <- b
edge d <- b
edge b <- d`)
	_, err := schedule.Plan(g, nil)
	e, ok := err.(*schedule.StuckError)
	if !ok {
		t.Fatalf("%v", err)
	}
	if len(e.Nodes) != 2 || len(e.Edges) != 2 || e.Initialize < 0 {
		t.Errorf("%+v", e)
	}
	if s := err.Error(); !strings.Contains(s, "a (line 3)") || !strings.Contains(s, "b (line 4)") ||
		strings.Contains(s, "line 6") || !strings.Contains(s, "; initialize ") {
		t.Error(s)
	}
}
