package schedule

import (
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
				c.targets(i, p.element, func(y int) {
					if !e.Others || !c.same(e, p.element, y) {
						waiting = append(waiting, place{e.To, y})
					}
				})
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
	return c.missing(n, depanalysis.SkipIfUniform, func(i int) bool {
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

// same tells whether element x of From and element y of To are one, and not a whole plate, which has others.
func (c *checker) same(e depanalysis.Edge, x, y int) bool {
	for _, o := range e.Offsets {
		at, _ := c.coordinate(e.From, x, o.Axis)
		other, _ := c.coordinate(e.To, y, o.Axis)
		if at != other || (o.Any || o.Steps != 0) && c.size[o.Axis] == 1 {
			return false
		}
	}
	return true
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
