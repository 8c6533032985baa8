package schedule

import "fmt"

// sequential checks that of the updates in the body of an iteration those over a
// range of Graph.Sequential are in one forward loop along it, or in a backward
// one that has a reason to be, or listed as apart.
func (c *checker) sequential(s *Schedule) error {
	for k, r := range c.g.Sequential {
		listed := make(map[int]bool)
		for _, a := range s.Apart {
			if a.Range == k {
				listed[a.Node] = true
			}
		}
		for _, axis := range r.Axes {
			for _, step := range s.Steps {
				it, ok := step.(*Iterate)
				if !ok {
					continue
				}
				if err := c.oneLoop(it, axis, r.Name, listed); err != nil {
					return err
				}
			}
		}
	}
	return nil
}

// oneLoop checks one iteration and one axis.
func (c *checker) oneLoop(it *Iterate, axis int, name string, listed map[int]bool) error {
	var only *Loop // the forward loop along the axis
	var walk func(list []Step, along *Loop) error
	walk = func(list []Step, along *Loop) error {
		for _, s := range list {
			switch s := s.(type) {
			case *Loop:
				inner := along
				if s.Axis == axis {
					inner = s
				}
				if err := walk(s.Body, inner); err != nil {
					return err
				}
			case *Update:
				if listed[s.Node] || !contain(c.g.Nodes[s.Node].Axes, axis) {
					continue
				}
				switch {
				case along == nil:
					return fmt.Errorf("%s iterates outside the loop along %s, which is to be sequential", c.name(s.Node), name)
				case along.Reverse:
					if !c.ahead(along, axis) {
						return fmt.Errorf("%s iterates backward along %s, and nothing there reads ahead", c.name(s.Node), name)
					}
				case only != nil && only != along:
					return fmt.Errorf("%s iterates in a second loop along %s, which is to be sequential", c.name(s.Node), name)
				default:
					only = along
				}
			}
		}
		return nil
	}
	return walk(it.Body, nil)
}

// ahead reports whether some update of a loop reads another, or itself, at a
// later element.
func (c *checker) ahead(l *Loop, axis int) bool {
	in := inside(l.Body)
	for _, e := range c.g.Edges {
		for _, o := range e.Offsets {
			if in[e.From] && in[e.To] && o.Axis == axis && !o.Any && o.Steps > 0 {
				return true
			}
		}
	}
	return false
}
