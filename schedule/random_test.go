package schedule_test

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"reflect"
	"testing"

	"mpc/deadcode"
	"mpc/depanalysis"
	"mpc/schedule"
)

// randomGraph makes a small annotated graph. Every kind of edge occurs, and a
// node runs over some of two axes.
func randomGraph(r *rand.Rand) *depanalysis.Graph {
	n := 2 + r.IntN(6)
	g := &depanalysis.Graph{Axes: []string{"t", "s"}}
	style := r.IntN(4)
	for i := 0; i < n; i++ {
		node := depanalysis.Node{
			Name: string(rune('a' + i)), Line: i + 1,
			Output: r.IntN(4) == 0, Init: r.IntN(12) == 0, Uniform: r.IntN(25) == 0,
		}
		switch style {
		case 1:
			node.Axes = []int{0}
		case 2:
			node.Axes = []int{0, 1}
		case 3:
			for a := range g.Axes {
				if r.IntN(2) == 0 {
					node.Axes = append(node.Axes, a)
				}
			}
		}
		g.Nodes = append(g.Nodes, node)
	}
	g.Nodes[n-1].Output = true
	for to := 0; to < n; to++ {
		for from := 0; from < n; from++ {
			if r.Float64() > 1.7/float64(n) || from == to && r.IntN(3) > 0 {
				continue
			}
			e := depanalysis.Edge{From: from, To: to}
			for _, k := range []struct {
				kind depanalysis.Kind
				odds int
			}{
				{depanalysis.Required, 5}, {depanalysis.SkipIfUniform, 4}, {depanalysis.Trigger, 8},
				{depanalysis.Fresh, 12}, {depanalysis.NoInit, 8},
			} {
				if r.IntN(k.odds) == 0 {
					e.Kind |= k.kind
				}
			}
			if e.Kind&(depanalysis.Required|depanalysis.SkipIfUniform) != 0 && r.IntN(3) == 0 {
				e.Group = 1
			}
			for _, a := range g.Nodes[to].Axes {
				for _, b := range g.Nodes[from].Axes {
					if a != b {
						continue
					}
					o := depanalysis.Offset{Axis: a}
					switch r.IntN(8) {
					case 0:
						o.Any = true
					case 1, 2:
						o.Steps = -1 - r.IntN(2)
					case 3:
						o.Steps = 1 + r.IntN(2)
					}
					e.Offsets = append(e.Offsets, o)
				}
			}
			e.Others = len(e.Offsets) > 0 && e.Offsets[0].Any && r.IntN(2) == 0
			g.Edges = append(g.Edges, e)
		}
	}
	return g
}

// TestRandom plans, verifies, prunes, verifies and prunes again random graphs, a
// quarter of them in schedules that run something more often than they must. A
// graph that is stuck must be one that an exhaustive search over whole-plate
// orders cannot solve either.
func TestRandom(t *testing.T) {
	for seed := uint64(1); seed <= 4; seed++ {
		t.Run(fmt.Sprint(seed), func(t *testing.T) {
			t.Parallel()
			testRandom(t, rand.New(rand.NewPCG(seed, 2)))
		})
	}
}

func testRandom(t *testing.T, r *rand.Rand) {
	stuck, pruned, iterated, searched, whole, apart := 0, 0, 0, 0, 0, 0
	for k := 0; k < graphs; k++ {
		g := randomGraph(r)
		if k%8 == 1 {
			g.Sequential = []depanalysis.Sequential{{Name: "S", Axes: []int{1}}, {Name: "T", Axes: []int{0}}}[k/8%2:]
		}
		keep, dropped := deadcode.Live(g)
		s, err := schedule.Plan(g, keep)
		if err != nil {
			var e *schedule.StuckError
			if !errors.As(err, &e) {
				t.Fatalf("graph %d: %v\n%s", k, err, g)
			}
			if len(e.Nodes) == 0 || len(e.Edges) == 0 {
				t.Fatalf("graph %d: %v names no nodes or edges\n%s", k, err, g)
			}
			stuck++
			if searched < searches {
				if found := search(g, keep); found != nil {
					t.Fatalf("graph %d: %v\n%s\nbut this is valid:\n%s", k, err, g, found.Text(g))
				}
				searched++
			}
			continue
		}
		s.Dropped = dropped
		if err := schedule.Verify(g, s); err != nil {
			t.Fatalf("graph %d: %v\n%s\n%s", k, err, g, s.Text(g))
		}
		if k%4 == 0 {
			s = padded(r, g, s)
		}
		p := deadcode.Prune(g, s)
		if err := schedule.Verify(g, p); err != nil {
			t.Fatalf("graph %d, pruned: %v\n%s\n%s", k, err, g, p.Text(g))
		}
		if again := deadcode.Prune(g, p); !reflect.DeepEqual(p, again) {
			t.Fatalf("graph %d: pruned again\n%s\n%s\n%s", k, g, p.Text(g), again.Text(g))
		}
		if p.String() != s.String() {
			pruned++
		}
		if s.Count().Iteration > 0 {
			iterated++
			switch {
			case len(s.Apart) > 0:
				apart++
			case g.Sequential != nil:
				whole++
			}
		}
	}
	t.Logf("%d graphs: %d iterate, %d pruned, %d stuck, of which %d searched; sequential ranges: %d met, %d not altogether", graphs, iterated, pruned, stuck, searched, whole, apart)
	if iterated < graphs/5 || pruned < graphs/100 || stuck > graphs/4 || whole < graphs/100 || apart < graphs/100 {
		t.Errorf("the graphs do not test much")
	}
}

// padded is s with updates that run once more than they must, if it stays valid.
func padded(r *rand.Rand, g *depanalysis.Graph, s *schedule.Schedule) *schedule.Schedule {
	for k, step := range s.Steps {
		it, ok := step.(*schedule.Iterate)
		if !ok {
			continue
		}
		var nodes []int
		each(it.Body, func(n int) { nodes = append(nodes, n) })
		more := *it
		more.Body = append([]schedule.Step(nil), it.Body...)
		at := r.IntN(len(more.Body) + 1)
		more.Body = append(more.Body[:at:at], &schedule.Update{Node: nodes[r.IntN(len(nodes))]})
		more.Body = append(more.Body, it.Body[at:]...)
		p := *s
		p.Steps = append([]schedule.Step(nil), s.Steps...)
		p.Steps[k] = &more
		if schedule.Verify(g, &p) == nil {
			return &p
		}
	}
	return s
}

// search looks for a valid schedule of at most five cyclic nodes in one
// component: every order of initialization and body over whole plates, with one
// node repeated.
func search(g *depanalysis.Graph, keep []bool) *schedule.Schedule {
	n := len(g.Nodes)
	reach := make([][]bool, n)
	live := make([]bool, n)
	for i := range reach {
		reach[i] = make([]bool, n)
	}
	for _, e := range g.Edges {
		if keep[e.From] && keep[e.To] {
			reach[e.From][e.To] = true
		}
	}
	for k := range reach {
		for i := range reach {
			for j := range reach {
				reach[i][j] = reach[i][j] || reach[i][k] && reach[k][j]
			}
		}
	}
	for i := range live {
		for j, node := range g.Nodes {
			live[i] = live[i] || node.Output && keep[i] && (i == j || reach[i][j])
		}
	}
	var cycle, before, after []int
	for i := range live {
		if live[i] && reach[i][i] {
			cycle = append(cycle, i)
		}
	}
	if len(cycle) == 0 || len(cycle) > 5 {
		return nil
	}
	for _, i := range cycle {
		if !reach[i][cycle[0]] || !reach[cycle[0]][i] {
			return nil // more than one component
		}
	}
	// In order of dependency: fewer nodes reach an earlier one.
	depth := func(i int) int {
		d := 0
		for j := range reach {
			if reach[j][i] {
				d++
			}
		}
		return d
	}
	for d := 0; d <= n; d++ {
		for i := range live {
			if !live[i] || reach[i][i] || depth(i) != d {
				continue
			}
			if reach[cycle[0]][i] {
				after = append(after, i)
			} else {
				before = append(before, i)
			}
		}
	}
	updates := func(nodes []int) []schedule.Step {
		var steps []schedule.Step
		for _, i := range nodes {
			steps = append(steps, &schedule.Update{Node: i})
		}
		return steps
	}
	budget := 30_000
	var found *schedule.Schedule
	sequences(cycle, 0, len(cycle), false, func(init []int) bool {
		return sequences(cycle, len(cycle), min(len(cycle)+1, 5), true, func(body []int) bool {
			budget--
			s := &schedule.Schedule{Steps: updates(before)}
			s.Steps = append(s.Steps, &schedule.Iterate{Init: updates(init), Body: updates(body)})
			s.Steps = append(s.Steps, updates(after)...)
			if schedule.Verify(g, s) == nil {
				found = s
			}
			return found != nil || budget < 0
		})
	})
	return found
}

// sequences visits the sequences of nodes with a length from low to high; with
// all those that hold each node at least once. It stops when yield returns true.
func sequences(nodes []int, low, high int, all bool, yield func([]int) bool) bool {
	for length := low; length <= high; length++ {
		seq := make([]int, length)
		var fill func(k int) bool
		fill = func(k int) bool {
			if k < length {
				for _, n := range nodes {
					if k > 0 && seq[k-1] == n {
						continue
					}
					seq[k] = n
					if fill(k + 1) {
						return true
					}
				}
				return false
			}
			if all {
				for _, n := range nodes {
					has := false
					for _, m := range seq {
						has = has || m == n
					}
					if !has {
						return false
					}
				}
			}
			return yield(seq)
		}
		if fill(0) {
			return true
		}
	}
	return false
}
