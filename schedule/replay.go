package schedule

import (
	"fmt"

	"mpc/depanalysis"
)

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
		for n := range inside(it.Body) {
			available[n] = true
		}
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
	miss := c.missing(n, depanalysis.Required|depanalysis.Declaration, func(i int) bool {
		e := c.g.Edges[i]
		if e.Kind&depanalysis.SkipIfUniform != 0 && !c.setOf[i].demanding {
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
