package message

import (
	"fmt"
	"slices"

	"mpc/factor"
	"mpc/operators"
)

// dependentGates tells of gates in a branch of another, and of what else stands in a branch, that read
// a discrete variable which the condition of the branch is a function of: what the condition says of
// the variable is not known in the branch, where messages take the two as independent. A gate on the
// variable itself knows it.
func (l *lowering) dependentGates() {
	told := map[*factor.Factor]bool{}
	for _, f := range l.program.Graph.Factors {
		if l.barren[f] || joins(f) && f.Kind.Name != "gate" {
			continue
		}
		for _, br := range f.Branches {
			g := l.program.Graph.GateOf(br.Gate)
			if g == nil || told[g.Factor] || !g.Factor.Slots[0].Edge.Variable.Derived {
				continue
			}
			r := l.rereads(f, l.selector(f, br).Slot.Edge)
			if r == nil {
				continue
			}
			told[g.Factor] = true
			what := "reads " + r.variable.Name + ", which its condition is on too"
			if r.variable.Algorithm == operators.VMP {
				l.Errorf(f.At, CodeDependent, "%s, in a branch of %s, %s: VMP takes the two as independent", f.Text, g.Factor.Text, what).
					WithHint("%s; or choose algorithm: ep", gateOn(r))
				continue
			}
			l.Warnf(f.At, CodeDependent, "%s, in a branch of %s, %s: EP takes the two as independent at first, so that the answer is approximate", f.Text, g.Factor.Text, what).
				WithHint("%s", gateOn(r))
		}
	}
}

// rereads finds an element that both a selector and a factor in its branch are functions of.
func (l *lowering) rereads(f *factor.Factor, selector *factor.Edge) *root {
	on := l.lineage.rootsOf(selector)
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines {
			continue
		}
		for _, r := range l.lineage.rootsOf(s.Edge) {
			r.over = append(slices.Clip(r.over), s.Loops()...)
			discrete := r.variable.Family == factor.Bernoulli || r.variable.Family == factor.Categorical
			if discrete && slices.ContainsFunc(on, r.meets) {
				return &r
			}
		}
	}
	return nil
}

// gateOn says that gates are to be on an element itself.
func gateOn(r *root) string {
	name := r.variable.Name
	switch {
	case r.vague():
		return "write gates on the elements of " + name + " themselves, in place of a function of them"
	case r.variable.Family == factor.Bernoulli:
		return fmt.Sprintf("write gates on %s itself, if (%s) {...}", name, r)
	}
	return fmt.Sprintf("write gates on %s itself, switch (%s) {...}", name, r)
}
