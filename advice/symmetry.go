package advice

import (
	"fmt"
	"slices"

	"mpc/lang"
	"mpc/model"
	"mpc/schedule"
)

// symmetric warns of selectors whose values start alike and which the iterations then
// keep alike.
func (c *Stages) symmetric() (list lang.Diagnostics) {
	var wasted []*model.Variable
	for _, v := range c.wastedInits() {
		wasted = append(wasted, v.Source)
	}
	for _, s := range c.Model.Symmetries(wasted...) {
		for _, step := range c.Schedule.Steps {
			it, ok := step.(*schedule.Iterate)
			if !ok || !c.keeps(s, it) {
				continue
			}
			d := lang.Diagnostic{Severity: lang.Warning, File: c.File.Name, Pos: s.Selector.At, Code: model.CodeSymmetry}
			z, of := s.Selector.Name, s.Parts[0]
			switch {
			case len(s.Parts) == 1 && s.Selector.Type.Kind == model.Bool:
				d.Message = fmt.Sprintf("nothing tells %s from its negation, and elements of %s start alike: every iteration keeps them alike", z, of.Name)
			case len(s.Parts) == 1:
				d.Message = fmt.Sprintf("nothing tells the values of %s apart, and the elements of %s start alike: every iteration keeps them alike", z, of.Name)
			default:
				d.Message = fmt.Sprintf("nothing tells %s from its negation, and %s and %s start alike: every iteration keeps them alike", z, of.Name, s.Parts[1].Name)
			}
			list = append(list, *d.WithHint("start at random: init: {%s: random}", z).WithRelated(of.At, "%s is drawn here", of.Name))
			break
		}
	}
	return list
}

// keeps tells whether an iteration computes what a selector chooses among, and treats
// all of it alike: no loop runs over it element by element, and between two runs of the
// selector as much is computed of the one part as of the other.
func (c *Stages) keeps(s *model.Symmetry, it *schedule.Iterate) bool {
	over := map[int]bool{} // the axes along which the values lie
	for _, u := range c.Program.Updates {
		for k, l := range u.Loops {
			if s.Over(l) {
				over[c.Deps.Nodes[u.ID].Axes[k]] = true
			}
		}
	}
	computes, alike := false, true
	var since [2]int // the last run of the selector: what was computed of each part
	balanced := func() bool { return len(s.Parts) == 1 || since[0] == since[1] }
	var walk func(list []schedule.Step)
	walk = func(list []schedule.Step) {
		for _, step := range list {
			switch step := step.(type) {
			case *schedule.Loop:
				alike = alike && !over[step.Axis]
				walk(step.Body)
			case *schedule.Update:
				v := written(c.Program.Updates[step.Node])
				if v == nil || v.Source == nil {
					continue
				}
				if v.Source == s.Selector {
					alike = alike && balanced()
				} else if k := slices.Index(s.Parts, v.Source); k >= 0 {
					computes = true
					since[k]++
				}
			}
		}
	}
	walk(it.Body)
	return computes && alike && balanced()
}
