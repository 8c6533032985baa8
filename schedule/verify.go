package schedule

import (
	"fmt"
	"slices"

	"mpc/depanalysis"
)

// Verify replays a schedule on a few elements of each axis and names the first
// demand of the graph that it breaks: the steps in order, of an Iterate the
// initialization, one iteration and the final steps, then all of it anew with two
// iterations. It uses nothing of the planner. It checks that
//
//   - loops run over axes that all their updates have, but those that one with the
//     axis triggers; Iterates do not nest;
//   - what iterates over a range that the user wants sequential stands in one
//     forward loop along it, in a backward one if it reads ahead, or is listed in
//     s.Apart;
//   - each node that reaches an output and is not uniform runs;
//   - outside iterations every element that is read has been computed, and is
//     not computed again later;
//   - what an iteration reads runs in it, or ran before it;
//   - of each required set of sources one has run before their target first runs;
//   - no update reads an element that a trigger made invalid, nor a stale one
//     through a Fresh edge;
//   - every output has run and is valid at the end;
//   - s.Shortened lists the updates in iterations that may go too far, with the
//     bound that the iteration ends in.
//
// What has never run cannot be invalid; a value that the user gave is available,
// valid and fresh until it is computed for the first time.
func Verify(g *depanalysis.Graph, s *Schedule) error {
	if err := verify(g, s); err != nil {
		return err
	}
	return checkShortened(g, s)
}

func verify(g *depanalysis.Graph, s *Schedule) error {
	if err := checkGraph(g, nil); err != nil {
		return err
	}
	c := &checker{g: g, runs: make([]bool, len(g.Nodes)), looped: make([]bool, len(g.Axes))}
	if err := c.structure(s.Steps, nil, true); err != nil {
		return err
	}
	if err := c.sequential(s); err != nil {
		return err
	}
	if err := c.complete(); err != nil {
		return err
	}
	for iterations := 1; iterations <= 2; iterations++ {
		c.elements()
		if err := c.replay(s.Steps, iterations); err != nil {
			return err
		}
		if err := c.ending(); err != nil {
			return err
		}
		if !iterates(s.Steps) {
			break
		}
	}
	return nil
}

func iterates(steps []Step) bool {
	for _, s := range steps {
		if _, ok := s.(*Iterate); ok {
			return true
		}
	}
	return false
}

// A checker holds the state of a replay, per element of each node.
type checker struct {
	g        *depanalysis.Graph
	in, out  [][]int        // edges per node
	runs     []bool         // per node: some step runs it
	looped   []bool         // per axis: some Loop runs along it
	fresh    bool           // some edge is Fresh
	informed []bool         // per node: not uniform, whatever runs
	sets     [][]*sourceSet // per node
	setOf    []*sourceSet   // per edge

	size  []int         // per axis: the elements that are told apart
	rank  []map[int]int // per axis: the distance that stands for |Steps|
	first []int         // per node: the index of its first element

	step    int // of the top level
	updates int
	status
}

// A status is what has run, and what of that is stale, once some steps have run.
type status struct {
	ran, invalid, stale []bool
	nodeRan             []bool
	nodeStale           []int // stale elements per node
	own                 []int // the update that last ran the element
	told                []int // the update that last made it invalid
	faded               []int // the update that last made it stale
	lastRun             []int // per node: the step that last ran it
	lastOnce            []int // per node: likewise, if outside iterations, or -1
}

func (c *checker) name(n int) string {
	name := c.g.Nodes[n].Name
	if name == "" {
		name = fmt.Sprintf("#%d", n)
	}
	if line := c.g.Nodes[n].Line; line > 0 {
		return fmt.Sprintf("%s (line %d)", name, line)
	}
	return name
}

// structure checks the shape of the schedule and notes what runs.
func (c *checker) structure(steps []Step, loops []int, top bool) error {
	for _, s := range steps {
		switch s := s.(type) {
		case *Update:
			if s.Node < 0 || s.Node >= len(c.g.Nodes) {
				return fmt.Errorf("update of node %d of %d", s.Node, len(c.g.Nodes))
			}
			c.runs[s.Node] = true
		case *Loop:
			if s.Axis < 0 || s.Axis >= len(c.g.Axes) {
				return fmt.Errorf("loop along axis %d of %d", s.Axis, len(c.g.Axes))
			}
			if contain(loops, s.Axis) {
				return fmt.Errorf("loop along %s inside another", c.g.Axes[s.Axis])
			}
			c.looped[s.Axis] = true
			if err := c.belongs(s); err != nil {
				return err
			}
			inner := append(append([]int(nil), loops...), s.Axis)
			if err := c.structure(s.Body, inner, false); err != nil {
				return err
			}
		case *Iterate:
			if !top {
				return fmt.Errorf("an iteration inside another or inside a loop")
			}
			for _, part := range [][]Step{s.Init, s.Body, s.Final} {
				if err := c.structure(part, nil, false); err != nil {
					return err
				}
			}
		default:
			return fmt.Errorf("unknown step %T", s)
		}
	}
	return nil
}

// belongs checks that the updates in a loop run over its axis, or that an update in
// it that does triggers them.
func (c *checker) belongs(l *Loop) error {
	in, ok := inside(l.Body), make(map[int]bool)
	for n, node := range c.g.Nodes {
		ok[n] = in[n] && contain(node.Axes, l.Axis)
	}
	for again := true; again; {
		again = false
		for _, e := range c.g.Edges {
			if e.Kind&depanalysis.Trigger != 0 && in[e.From] && in[e.To] && ok[e.From] && !ok[e.To] {
				ok[e.To], again = true, true
			}
		}
	}
	for n := range c.g.Nodes {
		if in[n] && !ok[n] {
			return fmt.Errorf("%s stands in a loop along %s, over which it does not run", c.name(n), c.g.Axes[l.Axis])
		}
	}
	return nil
}

// inside tells which nodes steps update, in loops among them too.
func inside(steps []Step) map[int]bool {
	in := make(map[int]bool)
	var mark func(list []Step)
	mark = func(list []Step) {
		for _, s := range list {
			switch s := s.(type) {
			case *Update:
				in[s.Node] = true
			case *Loop:
				mark(s.Body)
			}
		}
	}
	mark(steps)
	return in
}

func contain(list []int, n int) bool {
	for _, m := range list {
		if m == n {
			return true
		}
	}
	return false
}

// complete checks that all that outputs need runs. What is uniform need not: its
// readers find the uniform value.
func (c *checker) complete() error {
	n := len(c.g.Nodes)
	c.in, c.out = make([][]int, n), make([][]int, n)
	for i, e := range c.g.Edges {
		c.in[e.To] = append(c.in[e.To], i)
		c.out[e.From] = append(c.out[e.From], i)
		c.fresh = c.fresh || e.Kind&depanalysis.Fresh != 0
	}
	c.findSets()
	c.findInformed()
	seen := make([]bool, n)
	var queue []int
	for id, node := range c.g.Nodes {
		if node.Output {
			seen[id] = true
			queue = append(queue, id)
		}
	}
	for k := 0; k < len(queue); k++ {
		if !c.runs[queue[k]] {
			return fmt.Errorf("%s never runs, but an output depends on it", c.name(queue[k]))
		}
		for _, i := range c.in[queue[k]] {
			if from := c.g.Edges[i].From; c.informed[from] && !seen[from] {
				seen[from] = true
				queue = append(queue, from)
			}
		}
	}
	return nil
}

// A sourceSet is a set of edges into a node of which one source is enough.
type sourceSet struct {
	edges     []int
	kinds     depanalysis.Kind // of any of them
	demanding bool             // an edge is Required, and not satisfied by leaving the target uniform
}

// findSets notes of each node the sets of edges of which one source is enough, in the order of
// their first edges, and of each edge its set.
func (c *checker) findSets() {
	c.sets = make([][]*sourceSet, len(c.g.Nodes))
	c.setOf = make([]*sourceSet, len(c.g.Edges))
	for n := range c.g.Nodes {
		groups := map[int]*sourceSet{}
		for _, i := range c.in[n] {
			e := c.g.Edges[i]
			alone := e.Group == 0 || e.Kind&(depanalysis.Required|depanalysis.SkipIfUniform) == 0
			set := groups[e.Group]
			if alone || set == nil {
				set = &sourceSet{}
				c.sets[n] = append(c.sets[n], set)
			}
			if !alone {
				groups[e.Group] = set
				set.demanding = set.demanding || e.Kind&depanalysis.SkipIfUniform == 0
			}
			set.edges = append(set.edges, i)
			set.kinds |= e.Kind
			c.setOf[i] = set
		}
	}
}

// missing goes through the sets of edges into node of which an edge has the kind, and returns
// the first edge of the first one that has no edge that is ok, or -1.
func (c *checker) missing(node int, kind depanalysis.Kind, ok func(edge int) bool) int {
	for _, set := range c.sets[node] {
		if set.kinds&kind != 0 && !slices.ContainsFunc(set.edges, ok) {
			return set.edges[0]
		}
	}
	return -1
}

// findInformed finds the least set of nodes that are not uniform: one by one, each with those
// that this makes known.
func (c *checker) findInformed() {
	c.informed = make([]bool, len(c.g.Nodes))
	known := func(i int) bool { return c.informed[c.g.Edges[i].From] }
	var queue []int
	for id := range c.g.Nodes {
		queue = append(queue, id)
	}
	for k := 0; k < len(queue); k++ {
		id := queue[k]
		node := c.g.Nodes[id]
		if c.informed[id] || node.Uniform && !node.Init {
			continue
		}
		if node.Init || c.missing(id, depanalysis.SkipIfUniform, known) < 0 {
			c.informed[id] = true
			for _, i := range c.out[id] {
				queue = append(queue, c.g.Edges[i].To)
			}
		}
	}
}

// ending checks the state after the last step.
func (c *checker) ending() error {
	for id, node := range c.g.Nodes {
		if !node.Output {
			continue
		}
		for x := c.first[id]; x < c.first[id+1]; x++ {
			if !c.ran[x] {
				return fmt.Errorf("the output %s does not run", c.name(id))
			}
			if c.invalid[x] {
				return fmt.Errorf("the output %s is invalid at the end", c.name(id))
			}
		}
	}
	for _, e := range c.g.Edges {
		if e.From != e.To && c.lastOnce[e.To] >= 0 && c.lastRun[e.To] == c.lastOnce[e.To] && c.lastRun[e.From] > c.lastRun[e.To] {
			return fmt.Errorf("%s reads %s, which runs again after it", c.name(e.To), c.name(e.From))
		}
	}
	return nil
}
