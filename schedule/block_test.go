package schedule_test

import (
	"fmt"
	"strings"
	"testing"

	"mpc/deadcode"
	"mpc/schedule"
)

// regressionGraph is a sum over d whose messages back go through a factor that reads
// the sum: each element of P makes s, back and all of toP invalid.
const regressionGraph = `
axes d i
node prior [d]
node P [d] output
node s [i]
node back [i]
node toP [i d]
edge s <- P required trigger
edge back <- s required trigger
edge toP <- back required trigger
edge toP <- P required trigger d?
edge P <- prior required
edge P <- toP
`

// gatherGraph has messages to two elements of P that inputs say.
const gatherGraph = `
axes p g
node prior [p]
node P [p] output
node a [g]
node b [g]
edge a <- P required trigger
edge b <- P required trigger
edge P <- prior required
edge P <- a
edge P <- b
`

// TestBlocks: elements that depend on each other are computed one after the other,
// with what each makes invalid for the next; where inputs say which, all at once
// with a step that can be shortened, unless the user wants them sequential.
func TestBlocks(t *testing.T) {
	for _, row := range []struct{ name, graph, want, short string }{
		{"sum", regressionGraph, "prior {P|>d(s back toP P)|}", ""},
		{"sum with a bound", regressionGraph + "node bound output bound\nedge bound <- P\nedge bound <- s", "prior {P|>d(s back toP P) s bound|}", ""},
		{"two axes", strings.NewReplacer("[d]", "[k d]", "[i]", "[i k]", "[i d]", "[i k d]").Replace(regressionGraph), "prior {P|>d(s back toP P)|}", ""},
		{"gradient", strings.Replace(regressionGraph, "P [d] output", "P [d] output overshoots", 1), "prior {P|>d(s back toP P)|}", "P unchecked"},
		{"gather", gatherGraph, "prior {|P a b|}", "P unchecked"},
		{"gather with a bound", gatherGraph + "node bound output bound\nedge bound <- P", "prior {|P a b bound|}", "P by bound"},
		{"gather, sequential", gatherGraph + "sequential players p", "prior {P|>p(a b P)|}", ""},
		{"nothing depends on others", "axes p g\nnode P [p] output\nnode Q [g]\nnode a [g]\nnode b [g]\nedge a <- Q required trigger\nedge b <- P required trigger\nedge P <- a\nedge Q <- b", "{|P b Q a|}", ""},
	} {
		g := schedule.ParseGraph(t, row.graph)
		keep, _ := deadcode.Live(g)
		s, err := schedule.Plan(g, keep)
		if err != nil {
			t.Errorf("%s: %v", row.name, err)
			continue
		}
		s = deadcode.Prune(g, s)
		if err := schedule.Verify(g, s); err != nil {
			t.Errorf("%s: %v", row.name, err)
		}
		if got := shape(g, s.Steps); got != row.want {
			t.Errorf("%s:\n%s, want\n%s", row.name, got, row.want)
		}
		var short []string
		for _, x := range s.Shortened {
			by := "unchecked"
			if x.Bound >= 0 {
				by = "by " + g.Nodes[x.Bound].Name
			}
			short = append(short, g.Nodes[x.Node].Name+" "+by)
		}
		if got := strings.Join(short, ", "); got != row.short {
			t.Errorf("%s: shortened is %q, want %q", row.name, got, row.short)
		}
	}
}

// TestVerifyBlocks plants faults in a loop in which updates run again for each
// element.
func TestVerifyBlocks(t *testing.T) {
	for _, row := range []struct{ graph, steps, err string }{
		{regressionGraph, "prior {P|>d(s back toP P)|}", ""},
		{regressionGraph, "prior {P|>d(P s back toP)|}", "P reads toP, which a trigger has made invalid"},
		{regressionGraph, "prior {P|s back >d(toP P)|}", "toP reads back, which a trigger has made invalid"},
		{regressionGraph, "prior {P|s >d(back toP P)|}", "back stands in a loop along d, over which it does not run"},
		{regressionGraph, "prior {P|>d(s toP back P)|}", "toP requires back, which has not run"},
		{regressionGraph, "{P|>d(prior s back toP P)|}", "requires prior, which has not run"},
		{regressionGraph, "prior {|P s back toP|}", "P may go too far and is not listed"},
		{strings.ReplaceAll(regressionGraph, " trigger", ""), "prior {P|>d(s back toP P)|}", "s stands in a loop along d, over which it does not run"},
		{gatherGraph, "prior {|P a b|}", "P may go too far and is not listed"},
	} {
		g := schedule.ParseGraph(t, row.graph)
		err := schedule.Verify(g, &schedule.Schedule{Steps: parseSteps(g, row.steps)})
		if got := fmt.Sprint(err); row.err == "" && err != nil || row.err != "" && !strings.Contains(got, row.err) {
			t.Errorf("%s: %v, want %s", row.steps, err, row.err)
		}
	}
	g := schedule.ParseGraph(t, gatherGraph)
	P := 1
	steps := parseSteps(g, "prior {|P a b|}")
	for _, row := range []struct {
		listed []schedule.Shortened
		err    string
	}{
		{[]schedule.Shortened{{Node: P, Bound: -1}}, ""},
		{[]schedule.Shortened{{Node: P, Bound: 2}}, "checked by node -1, not 2"},
		{[]schedule.Shortened{{Node: P, Bound: -1}, {Node: 0, Bound: -1}}, "need not be"},
	} {
		err := schedule.Verify(g, &schedule.Schedule{Steps: steps, Shortened: row.listed})
		if got := fmt.Sprint(err); row.err == "" && err != nil || row.err != "" && !strings.Contains(got, row.err) {
			t.Errorf("%v: %v, want %s", row.listed, err, row.err)
		}
	}
}
