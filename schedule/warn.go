package schedule

import "fmt"

// wastedInits warns of each node with a value from the user that runs before
// anything has read that value.
func (v *view) wastedInits(s *Schedule) []Warning {
	read := make([]bool, len(v.g.Nodes))
	ran := make([]bool, len(v.g.Nodes))
	warned := make([]bool, len(v.g.Nodes))
	var warnings []Warning
	var walk func(list []Step)
	walk = func(list []Step) {
		for _, step := range list {
			switch step := step.(type) {
			case *Update:
				for _, i := range v.in[step.Node] {
					if from := v.g.Edges[i].From; !ran[from] {
						read[from] = true
					}
				}
				n := step.Node
				if v.g.Nodes[n].Given() && !ran[n] && !read[n] && !warned[n] {
					warned[n] = true
					warnings = append(warnings, Warning{Node: n, Message: fmt.Sprintf(
						"the initial value of %s has no effect: it is computed before anything reads it", v.name(n))})
				}
				ran[n] = true
			case *Loop:
				walk(step.Body)
			case *Iterate:
				walk(step.Init)
				walk(step.Body)
				walk(step.Final)
			}
		}
	}
	walk(s.Steps)
	return warnings
}
