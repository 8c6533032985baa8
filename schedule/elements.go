package schedule

import (
	"fmt"
	"sort"

	"mpc/depanalysis"
)

const maxElements = 100_000

// elements begins a replay: nothing has run. It decides how many elements of each
// axis the replay tells apart. An axis along which no loop runs has one, its whole
// plate. Along the others distances are replaced by their rank, so that an axis
// stays short: whether a loop has passed an element depends on the sign alone.
func (c *checker) elements() {
	g := c.g
	c.size = make([]int, len(g.Axes))
	c.rank = make([]map[int]int, len(g.Axes))
	for a := range g.Axes {
		c.rank[a] = make(map[int]int)
	}
	for _, e := range g.Edges {
		if !c.runs[e.From] || !c.runs[e.To] {
			continue
		}
		for _, o := range e.Offsets {
			if o.Axis >= 0 && o.Axis < len(g.Axes) && !o.Any && o.Steps != 0 {
				c.rank[o.Axis][abs(o.Steps)] = 0
			}
		}
	}
	for limit := 6; ; limit-- {
		for a := range g.Axes {
			var far []int
			for d := range c.rank[a] {
				far = append(far, d)
			}
			sort.Ints(far)
			c.size[a] = 1
			if !c.looped[a] {
				continue
			}
			// One step reaches the next element, all others pass over some.
			r := 0
			for _, d := range far {
				r++
				if d > 1 {
					r = max(r, 2)
				}
				c.rank[a][d] = min(r, limit-1)
			}
			c.size[a] = min(max(r+2, 3), limit)
		}
		total := 0
		c.first = make([]int, len(g.Nodes)+1)
		for n, node := range g.Nodes {
			count := 1
			for _, a := range node.Axes {
				count *= c.size[a]
			}
			total += count
			c.first[n+1] = total
		}
		if total <= maxElements || limit == 2 {
			c.ran = make([]bool, total)
			c.invalid = make([]bool, total)
			c.stale = make([]bool, total)
			c.own = make([]int, total)
			c.told = make([]int, total)
			c.faded = make([]int, total)
			break
		}
	}
	c.step, c.updates = 0, 0
	c.nodeRan = make([]bool, len(g.Nodes))
	c.nodeStale = make([]int, len(g.Nodes))
	c.lastRun = make([]int, len(g.Nodes))
	c.lastOnce = make([]int, len(g.Nodes))
	for n := range c.lastRun {
		c.lastRun[n], c.lastOnce[n] = -1, -1
	}
}

func abs(n int) int {
	if n < 0 {
		return -n
	}
	return n
}

// A phase says what an update may read that has not run.
type phase uint8

const (
	once    phase = iota // nothing
	opening              // what no requirement names
	body                 // likewise, if it runs in the same body or ran before
)

// replay runs the steps of the top level, with so many iterations.
func (c *checker) replay(steps []Step, iterations int) error {
	for k, s := range steps {
		c.step = k
		it, ok := s.(*Iterate)
		if !ok {
			if err := c.run([]Step{s}, once, nil, nil); err != nil {
				return err
			}
			continue
		}
		available := append([]bool(nil), c.nodeRan...)
		var mark func(list []Step)
		mark = func(list []Step) {
			for _, s := range list {
				switch s := s.(type) {
				case *Update:
					available[s.Node] = true
				case *Loop:
					mark(s.Body)
				}
			}
		}
		mark(it.Body)
		if err := c.run(it.Init, opening, available, nil); err != nil {
			return fmt.Errorf("initialization: %w", err)
		}
		where := "first iteration"
		for range iterations {
			if err := c.run(it.Body, body, available, nil); err != nil {
				return fmt.Errorf("%s: %w", where, err)
			}
			where = "next iteration"
		}
		if err := c.run(it.Final, once, available, nil); err != nil {
			return fmt.Errorf("final steps after %s: %w", map[int]string{1: "one iteration", 2: "two iterations"}[iterations], err)
		}
	}
	return nil
}

// run runs steps for the current elements of the loops around, at[axis].
func (c *checker) run(steps []Step, ph phase, available []bool, at map[int]int) error {
	for _, s := range steps {
		switch s := s.(type) {
		case *Update:
			if err := c.update(s.Node, ph, available, at); err != nil {
				return err
			}
		case *Loop:
			inner := map[int]int{}
			for a, x := range at {
				inner[a] = x
			}
			n := c.size[s.Axis]
			for k := 0; k < n; k++ {
				inner[s.Axis] = k
				if s.Reverse {
					inner[s.Axis] = n - 1 - k
				}
				if err := c.run(s.Body, ph, available, inner); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// update runs a node over the elements that the loops around leave: all of them
// read before any of them is written.
func (c *checker) update(n int, ph phase, available []bool, at map[int]int) error {
	var elements []int
	c.each(n, func(axis int) (int, int) {
		if x, ok := at[axis]; ok {
			return x, x
		}
		return 0, c.size[axis] - 1
	}, func(x int) { elements = append(elements, x) })
	for _, x := range elements {
		if err := c.reads(n, x, ph, available); err != nil {
			return err
		}
	}
	c.updates++
	c.lastRun[n], c.lastOnce[n] = c.step, -1
	if ph == once && available == nil {
		c.lastOnce[n] = c.step
	}
	c.nodeRan[n] = true
	for _, x := range elements {
		c.ran[x], c.invalid[x], c.own[x] = true, false, c.updates
		c.fade(n, x, false)
	}
	c.spread(n, elements)
	return nil
}

// reads checks all that element x of node n reads.
func (c *checker) reads(n, x int, ph phase, available []bool) error {
	for _, i := range c.in[n] {
		e := c.g.Edges[i]
		var err error
		c.sources(i, x, func(y int) {
			switch {
			case err != nil:
			case c.invalid[y]:
				err = fmt.Errorf("%s reads %s, which a trigger has made invalid", c.name(n), c.name(e.From))
			case e.Kind&depanalysis.Fresh != 0 && c.stale[y]:
				err = fmt.Errorf("%s wants %s fresh, but it is stale", c.name(n), c.name(e.From))
			case c.runs[e.From] && !c.ran[y] && ph == once:
				err = fmt.Errorf("%s reads %s before it runs", c.name(n), c.name(e.From))
			case c.runs[e.From] && ph == body && !available[e.From]:
				err = fmt.Errorf("%s reads %s, which does not run in the iteration", c.name(n), c.name(e.From))
			}
		})
		if err != nil {
			return err
		}
	}
	miss := c.eachSet(n, depanalysis.Required|depanalysis.Declaration, func(i int) bool {
		e := c.g.Edges[i]
		if e.Kind&depanalysis.SkipIfUniform != 0 && (e.Group == 0 || !c.demanding(n, e.Group)) {
			return true
		}
		ok := true
		if !c.g.Nodes[e.From].Init {
			c.sources(i, x, func(y int) { ok = ok && c.ran[y] })
		}
		return ok
	})
	if miss >= 0 {
		return fmt.Errorf("%s requires %s, which has not run", c.name(n), c.name(c.g.Edges[miss].From))
	}
	return nil
}

// demanding reports whether a set of alternatives has a Required edge that is
// not satisfied by leaving the target uniform.
func (c *checker) demanding(n, group int) bool {
	for _, i := range c.in[n] {
		e := c.g.Edges[i]
		if e.Group == group && e.Kind&depanalysis.Required != 0 && e.Kind&depanalysis.SkipIfUniform == 0 {
			return true
		}
	}
	return false
}

// spread tells the readers of the elements of n, which have just run: what they
// trigger becomes invalid, transitively; what reads them or reads what became
// invalid becomes stale, and so on along Fresh edges.
func (c *checker) spread(n int, elements []int) {
	type place struct{ node, element int }
	changed := make([]place, 0, len(elements))
	for _, x := range elements {
		changed = append(changed, place{n, x})
	}
	for k := 0; k < len(changed); k++ {
		p := changed[k]
		for _, i := range c.out[p.node] {
			e := c.g.Edges[i]
			if e.Kind&depanalysis.Trigger == 0 || e.From == e.To {
				continue
			}
			c.targets(i, p.element, func(y int) {
				// What was invalid already passes the trigger on as well.
				if c.own[y] != c.updates && c.ran[y] && c.told[y] != c.updates {
					c.told[y] = c.updates
					c.invalid[y] = true
					changed = append(changed, place{e.To, y})
				}
			})
		}
	}
	if !c.fresh {
		return
	}
	var waiting []place
	for _, p := range changed {
		for _, i := range c.out[p.node] {
			e := c.g.Edges[i]
			if e.From != e.To {
				c.targets(i, p.element, func(y int) { waiting = append(waiting, place{e.To, y}) })
			}
		}
	}
	for again := true; again; {
		again = false
		var left []place
		for k := 0; k < len(waiting); k++ {
			p := waiting[k]
			// What was stale already passes it on as well.
			if c.own[p.element] == c.updates || c.faded[p.element] == c.updates {
				continue
			}
			if !c.mayChange(p.node) {
				left = append(left, p)
				continue
			}
			again = true
			c.fade(p.node, p.element, true)
			c.faded[p.element] = c.updates
			for _, i := range c.out[p.node] {
				e := c.g.Edges[i]
				if e.Kind&depanalysis.Fresh != 0 && e.From != e.To {
					c.targets(i, p.element, func(y int) { waiting = append(waiting, place{e.To, y}) })
				}
			}
		}
		waiting = left
	}
}

// mayChange reports whether a run of the node can give another value than it
// has: not if it is uniform as long as a source is.
func (c *checker) mayChange(n int) bool {
	node := c.g.Nodes[n]
	if !c.informed[n] || node.Init && !c.nodeRan[n] {
		return false
	}
	return c.eachSet(n, depanalysis.SkipIfUniform, func(i int) bool {
		e := c.g.Edges[i]
		return c.nodeRan[e.From] || c.g.Nodes[e.From].Init ||
			e.Kind&depanalysis.Fresh != 0 && c.nodeStale[e.From] > 0
	}) < 0
}

func (c *checker) fade(n, x int, stale bool) {
	if c.stale[x] != stale {
		c.stale[x] = stale
		if stale {
			c.nodeStale[n]++
		} else {
			c.nodeStale[n]--
		}
	}
}

// sources visits the elements of From that element x of To reads along edge i.
func (c *checker) sources(i, x int, visit func(y int)) {
	e := c.g.Edges[i]
	c.across(e, e.To, x, e.From, 1, visit)
}

// targets visits the elements of To that read element y of From along edge i.
func (c *checker) targets(i, y int, visit func(x int)) {
	e := c.g.Edges[i]
	c.across(e, e.From, y, e.To, -1, visit)
}

// across visits the elements of node far that element x of node near is joined
// with: those at x + sign*Steps along the axes of both, all along the others.
func (c *checker) across(e depanalysis.Edge, near, x, far, sign int, visit func(int)) {
	c.each(far, func(axis int) (int, int) {
		size := c.size[axis]
		at, common := c.coordinate(near, x, axis)
		if !common || size == 1 {
			return 0, size - 1
		}
		for _, o := range e.Offsets {
			if o.Axis != axis {
				continue
			}
			if o.Any {
				return 0, size - 1
			}
			if o.Steps < 0 {
				at -= sign * c.rank[axis][-o.Steps]
			} else if o.Steps > 0 {
				at += sign * c.rank[axis][o.Steps]
			}
		}
		if at < 0 || at >= size {
			return 0, -1
		}
		return at, at
	}, visit)
}

// coordinate is the position of element x of node n along axis.
func (c *checker) coordinate(n, x, axis int) (int, bool) {
	x -= c.first[n]
	axes := c.g.Nodes[n].Axes
	for k := len(axes) - 1; k >= 0; k-- {
		size := c.size[axes[k]]
		if axes[k] == axis {
			return x % size, true
		}
		x /= size
	}
	return 0, false
}

// each visits the elements of node n within the bounds along each axis.
func (c *checker) each(n int, bounds func(axis int) (low, high int), visit func(x int)) {
	axes := c.g.Nodes[n].Axes
	var walk func(k, x int)
	walk = func(k, x int) {
		if k == len(axes) {
			visit(c.first[n] + x)
			return
		}
		low, high := bounds(axes[k])
		for t := low; t <= high; t++ {
			walk(k+1, x*c.size[axes[k]]+t)
		}
	}
	walk(0, 0)
}
