package schedule_test

import (
	"strings"
	"testing"

	"mpc/schedule"
)

// TestSequentialShapes has graphs with sequential ranges: what becomes of them,
// and which updates stay outside the loop.
func TestSequentialShapes(t *testing.T) {
	const twoLoops = `
node a [t] output
node A [t]
node b [t]
node B [t]
node m
node n
edge A <- a
edge a <- A t?
edge a <- m
edge B <- b
edge b <- B t?
edge b <- n
edge n <- A
edge m <- B`
	const chain = `
node F [t]
node B [t]
node x [t] output
node m
edge F <- F t-1
edge F <- m
edge B <- B t+1
edge B <- m
edge m <- x
edge x <- F
edge x <- B`
	const scalar = `
node x [t] line=2
node y [t] line=3
node s
node out output
edge y <- s fresh
edge s <- x
edge x <- y t?
edge x <- x t?
edge out <- y`
	const nested = `
node x [t s] line=2
node y [t s] line=3
node z [s] line=4
node out output
edge x <- y t? s?
edge y <- x t? s?
edge z <- x
edge y <- z
edge out <- y`
	const again = `
node x [t]
node w [t]
node y [t]
node z [t]
node out output
edge w <- x fresh
edge x <- z
edge y <- w fresh
edge x <- y
edge z <- w fresh
edge z <- y t?
edge out <- z`
	for _, row := range []struct{ name, graph, want, apart string }{
		{"without the key", twoLoops, "{|>t(a A) n >t(b B) m|}", ""},
		{"one loop", "sequential T t" + twoLoops, "{|m >t(a A b B) n|}", ""},
		{"a chain keeps its backward loop", "sequential T t" + chain, "{|m <t(B) >t(F x)|}", ""},
		{"a fresh source that is outside", "sequential T t" + scalar, "{|>t(x) s >t(y)|}", "y in T"},
		{"the outer of two axes", "sequential T t" + nested, "{|>t(x y) z|}", ""},
		{"the inner of two axes", "sequential S s" + nested, "{|>s(x z y)|}", ""},
		{"both", "sequential S s\nsequential T t" + nested, "{|>s(>t(x y) z)|}", ""},
		{"outside the outer loop", "sequential T t\nsequential S s" + nested, "{|>t(>s(x y)) >s(z)|}", "z in S"},
		{"a fresh source within the loop", "sequential T t" + again, "{|>t(x w y x w z)|}", ""},
		{"no axis", "sequential T" + twoLoops, "{|>t(a A) n >t(b B) m|}", "T"},
		{"one pass", "sequential T t\nnode x [t] output\nedge x <- x t-1", ">t(x)", "T"},
	} {
		t.Run(row.name, func(t *testing.T) {
			g := schedule.ParseGraph(t, row.graph)
			s, err := schedule.Plan(g, nil)
			if err != nil {
				t.Fatal(err)
			}
			if got := shape(g, s.Steps); !strings.HasPrefix(got, row.want) {
				t.Errorf("%s, want %s", got, row.want)
			}
			if err := schedule.Verify(g, s); err != nil {
				t.Errorf("%v\n%s", err, s.Text(g))
			}
			var apart []string
			for _, a := range s.Apart {
				name := g.Sequential[a.Range].Name
				if a.Node >= 0 {
					name = g.Nodes[a.Node].Name + " in " + name
				}
				apart = append(apart, name)
				if a.Why == "" || !strings.Contains(s.Text(g), a.Why) {
					t.Errorf("%s: no reason in\n%s", name, s.Text(g))
				}
			}
			if got := strings.Join(apart, ", "); got != row.apart {
				t.Errorf("apart are %q, want %q\n%s", got, row.apart, s.Text(g))
			}
			// What is apart and not listed is found.
			s.Apart = nil
			if err := schedule.Verify(g, s); (err != nil) != strings.Contains(row.apart, " in ") {
				t.Errorf("nothing listed: %v", err)
			}
		})
	}
}

// TestSequentialVerify plants faults in schedules of a range that is to be
// sequential.
func TestSequentialVerify(t *testing.T) {
	g := schedule.ParseGraph(t, `
sequential T t
node a [t]
node b [t]
node m output
edge a <- b t?
edge b <- a
edge m <- b`)
	for _, row := range []struct{ steps, want string }{
		{"{| >t(a b) |} m", ""},
		{"{| a >t(b) |} m", "a iterates outside the loop along T"},
		{"{| >t(a) >t(b) |} m", "b iterates in a second loop along T"},
		{"{| <t(a b) |} m", "a iterates backward along T"},
		{"{| >t(a b) | b} m", ""},
	} {
		err := schedule.Verify(g, &schedule.Schedule{Steps: parseSteps(g, row.steps)})
		if row.want == "" && err != nil || row.want != "" && (err == nil || !strings.Contains(err.Error(), row.want)) {
			t.Errorf("%s: %v, want %q", row.steps, err, row.want)
		}
	}
}
