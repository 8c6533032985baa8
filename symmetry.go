package mpc

import (
	"fmt"
	"slices"

	"mpc/depanalysis"
	"mpc/factor"
	"mpc/lang"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// symmetric warns of selectors whose values start alike and which the iterations then
// keep alike.
func (c *Compilation) symmetric() (list lang.Diagnostics) {
	for _, s := range c.Model.Symmetries() {
		for _, step := range c.Schedule.Steps {
			it, ok := step.(*schedule.Iterate)
			if !ok || !c.keeps(s, it) {
				continue
			}
			d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: s.Selector.At, Code: model.CodeSymmetry}
			z, of := s.Selector.Name, s.Parts[0]
			if len(s.Parts) == 1 {
				d.Message = fmt.Sprintf("nothing tells the values of %s apart, and the elements of %s start alike: every iteration keeps them alike", z, of.Name)
			} else {
				d.Message = fmt.Sprintf("nothing tells %s from its negation, and %s and %s start alike: every iteration keeps them alike", z, of.Name, s.Parts[1].Name)
			}
			list = append(list, *d.WithHint("start at random: init: {%s: random}", z).WithRelated(of.At, "%s is drawn here", of.Name))
			break
		}
	}
	return list
}

// keeps tells whether an iteration computes what a selector chooses among, and treats
// all of it alike: no loop runs over it element by element, and the selector does not
// run between one part and the other.
func (c *Compilation) keeps(s *model.Symmetry, it *schedule.Iterate) bool {
	const none, part, selector = 0, 1, 2
	var order []int
	alike := true
	var walk func(list []schedule.Step, axes []int)
	walk = func(list []schedule.Step, axes []int) {
		for _, step := range list {
			switch step := step.(type) {
			case *schedule.Loop:
				walk(step.Body, append(axes[:len(axes):len(axes)], step.Axis))
			case *schedule.Update:
				u := c.Program.Updates[step.Node]
				for _, a := range axes {
					alike = alike && !s.Over(depanalysis.LoopOf(c.Deps, u, a))
				}
				switch v := written(u); {
				case v == nil:
				case v.Source == s.Selector:
					order = append(order, selector)
				case slices.Contains(s.Parts, v.Source):
					order = append(order, part)
				}
			}
		}
	}
	walk(it.Body, nil)
	first := slices.Index(order, part)
	if !alike || first < 0 {
		return false
	}
	if len(s.Parts) == 1 {
		return true
	}
	last := len(order) - 1
	for order[last] != part {
		last--
	}
	return !slices.Contains(order[first:last], selector)
}

// written is the variable that an update sends to or computes.
func written(u *message.Update) *factor.Variable {
	if u.Edge != nil {
		return u.Edge.Variable
	}
	return u.Variable
}
