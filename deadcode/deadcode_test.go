package deadcode

import (
	"strings"
	"testing"

	"mpc/depanalysis"
	"mpc/schedule"
)

// parse reads the text form of a dependency graph.
func parse(t testing.TB, text string) *depanalysis.Graph {
	t.Helper()
	g, err := depanalysis.Parse(text)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

func TestLive(t *testing.T) {
	g := parse(t, `node prior
node zero uniform
node like
node like2
node F
node B
node spare
node ring1
node ring2
node either
node x output
edge F <- prior
edge B <- zero skip
edge B <- like
edge x <- F
edge x <- B
edge spare <- F
edge ring1 <- ring2 skip
edge ring2 <- ring1 skip
edge x <- ring1
edge either <- zero skip any=1
edge either <- like2 skip any=1
edge x <- either`)
	keep, dropped := Live(g)
	var kept []string
	for n, k := range keep {
		if k {
			kept = append(kept, g.Nodes[n].Name)
		}
	}
	if got := strings.Join(kept, " "); got != "prior like2 F either x" {
		t.Errorf("kept %s", got)
	}
	why := map[string]string{}
	for _, d := range dropped {
		why[g.Nodes[d.Node].Name] = d.Why
	}
	for name, want := range map[string]string{
		"zero": "uniform: its operator", "B": "uniform: reads zero", "like": "not needed",
		"spare": "not needed", "ring1": "uniform: reads ring2", "ring2": "uniform: reads ring1",
	} {
		if !strings.HasPrefix(why[name], want) {
			t.Errorf("%s: %q, want %q", name, why[name], want)
		}
	}
}

func update(n int) schedule.Step { return &schedule.Update{Node: n} }

func TestPrune(t *testing.T) {
	// a and b on a cycle, c reads both of a cycle but only the output reads it.
	g := parse(t, "node a\nnode b\nnode c\nnode out output\nedge a <- b\nedge b <- a\nedge c <- a\nedge out <- c")
	s := &schedule.Schedule{Steps: []schedule.Step{
		&schedule.Iterate{
			Init: []schedule.Step{update(0)},
			Body: []schedule.Step{update(0), update(2), update(1), update(1), update(2)},
		},
		update(3),
	}}
	p := Prune(g, s)
	it := p.Steps[0].(*schedule.Iterate)
	if len(it.Init) != 0 || len(it.Body) != 2 || len(it.Final) != 1 || it.Final[0].(*schedule.Update).Node != 2 {
		t.Errorf("\n%s", p.Text(g))
	}
	if len(p.Dropped) != 3 {
		t.Errorf("dropped %v", p.Dropped)
	}
	if Prune(g, p) != p {
		t.Error("pruned again")
	}
	if len(it.Body) > 0 && schedule.Verify(g, p) != nil {
		t.Error("broken")
	}
}

func TestPruneKeepsWhatBreaks(t *testing.T) {
	g := parse(t, "node a output\nnode b\nedge a <- b")
	s := &schedule.Schedule{Steps: []schedule.Step{update(0), update(1)}}
	if Prune(g, s) != s {
		t.Error("a broken schedule was changed")
	}
}

// TestPruneBlocks: in a loop in which updates run again for each element, what the
// next element reads is kept, and a second run that nothing reads is not.
func TestPruneBlocks(t *testing.T) {
	g := parse(t, `
axes d i
node prior [d]
node P [d] output
node s [i]
node toP [i d]
edge s <- P required trigger
edge toP <- s required trigger
edge P <- prior required
edge P <- toP`)
	up := func(n int) schedule.Step { return &schedule.Update{Node: n} }
	loop := func(body ...schedule.Step) schedule.Step { return &schedule.Loop{Axis: 0, Body: body} }
	s := &schedule.Schedule{Steps: []schedule.Step{up(0), &schedule.Iterate{
		Init: []schedule.Step{up(1)},
		Body: []schedule.Step{loop(up(2), up(3), up(1)), up(2)},
	}}}
	if err := schedule.Verify(g, s); err != nil {
		t.Fatal(err)
	}
	p := Prune(g, s)
	it := p.Steps[1].(*schedule.Iterate)
	if len(it.Body) != 1 || len(it.Final) != 0 || len(it.Body[0].(*schedule.Loop).Body) != 3 {
		t.Errorf("pruned to\n%s", p.Text(g))
	}
}
