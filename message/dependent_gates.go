package message

import (
	"fmt"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// dependentGates tells of gates in a branch of another, and of what else stands in a branch, that read
// a variable which the condition of the branch is a function of: what the condition says of
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
			if g == nil || told[g.Factor] {
				continue
			}
			selector := l.selector(f, br).Slot.Edge
			if from, to := l.drawnAcross(f, selector); from != nil {
				told[g.Factor] = true
				l.Warnf(f.At, CodeDependent, "%s is drawn from %s, and %s, in a branch of %s, reads both as independent: the answer is approximate", to, from, f.Text, g.Factor.Text)
				continue
			}
			r := l.rereads(f, selector)
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

// drawnAcross finds, of a statement in a branch of EP, an element that it reads and one that the
// branch is chosen by, of which one is drawn from the other; or nil. Of a draw it looks at truths and whole
// numbers alone: others are as loopy as every hierarchical model.
func (l *lowering) drawnAcross(f *factor.Factor, selector *factor.Edge) (from, to *root) {
	if selector.Variable.Algorithm != operators.EP {
		return nil, nil
	}
	defines := slices.ContainsFunc(f.Slots, func(s *factor.Slot) bool { return s.Edge != nil && s.Edge.Defines })
	condition := !defines && (f.Kind.Name == "is_true" || f.Kind.Deterministic)
	for _, c := range l.lineage.rootsOf(selector) {
		for _, s := range f.Slots {
			if s.Edge == nil || s.Edge.Defines {
				continue
			}
			for _, r := range l.lineage.rootsOf(s.Edge) {
				if !condition && !discreteFamily(r.variable) {
					continue
				}
				if p := l.lineage.ancestorOf(c, r.meets); p != nil {
					return p, &c
				}
				if p := l.lineage.ancestorOf(r, c.meets); p != nil {
					return p, &r
				}
			}
		}
	}
	return nil, nil
}

func discreteFamily(v *factor.Variable) bool {
	return v.Family == factor.Bernoulli || v.Family == factor.Categorical
}

// rereads finds an element that both a selector and a factor in its branch are functions of.
func (l *lowering) rereads(f *factor.Factor, selector *factor.Edge) *root {
	on := l.lineage.rootsOf(selector)
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines {
			continue
		}
		if !selector.Variable.Derived && !computedOutside(s.Edge.Variable) {
			continue // the branch knows the value of what its gate is on
		}
		for _, r := range l.lineage.rootsOf(s.Edge) {
			r.over = append(slices.Clip(r.over), s.Loops()...)
			if r.variable.Algorithm == operators.VMP && !discreteFamily(r.variable) {
				continue // operators of VMP tell
			}
			if slices.ContainsFunc(on, r.meets) {
				return &r
			}
		}
	}
	return nil
}

// escaped reports the factors of VMP that read what branches define and what their gate is on: the posterior
// within the gate is a joint one, of which such a factor knows the marginals alone, so that the
// bound would be none.
func (l *lowering) escaped() {
	for _, f := range l.program.Graph.Factors {
		if l.barren[f] || joins(f) || f.Kind.Name == "gate" {
			continue
		}
		edges := l.readBy(f)
		for k, e := range edges {
			if e.Variable.Algorithm != operators.VMP {
				continue
			}
			others := slices.Delete(slices.Clone(edges), k, k+1)
			for _, out := range l.lineage.rootsOf(e) {
				if on := l.gateOf(out, others); on != nil {
					l.Errorf(f.At, CodeDependent, "%s reads %s, which branches of a gate on %s define, and %s itself: VMP takes the two as independent", f.Text, out, on, on).
						WithHint("write it in these branches, where the value of %s is known; or choose algorithm: ep", on)
				}
			}
		}
	}
}

// readBy lists what a factor reads, and what its branches are chosen by.
func (l *lowering) readBy(f *factor.Factor) (edges []*factor.Edge) {
	for _, s := range f.Slots {
		if s.Edge != nil && !s.Edge.Defines {
			edges = append(edges, s.Edge)
		}
	}
	for _, br := range f.Branches {
		if l.program.Graph.GateOf(br.Gate) != nil {
			edges = append(edges, l.selector(f, br).Slot.Edge)
		}
	}
	return edges
}

// gateOf finds among edges an element that the gate is on whose branches define a root, or nil.
func (l *lowering) gateOf(out root, edges []*factor.Edge) *root {
	for _, def := range out.variable.Edges {
		if !def.Defines || def.Factor.Kind.Name != "exit" {
			continue
		}
		for _, s := range def.Factor.Slots {
			if s.Name != "selector" || s.Edge == nil {
				continue
			}
			for _, on := range l.lineage.rootsOf(s.Edge) {
				index := make([]*model.Expr, len(on.index))
				for k, x := range on.index {
					index[k] = moved(x, def, out.index)
				}
				on.index = index
				for _, e := range edges {
					for _, r := range l.lineage.rootsOf(e) {
						if r.meets(on) && r.variable != out.variable {
							return &r
						}
					}
				}
			}
		}
	}
	return nil
}

// computedOutside tells whether a variable that a branch reads is a function that stands outside of the
// gate: it may also have entered the branch.
func computedOutside(v *factor.Variable) bool {
	for _, def := range v.Edges {
		if def.Defines && strings.HasPrefix(def.Factor.Kind.Name, "enter") {
			return def.Factor.Slot("outer").Edge.Variable.Derived
		}
	}
	return v.Derived && v.Depth == 0
}

// gateOn says that gates are to be on an element itself.
func gateOn(r *root) string {
	name := r.variable.Name
	switch {
	case r.vague():
		return "write gates on the elements of " + name + " themselves, in place of a function of them"
	case !discreteFamily(r.variable):
		return "algorithm: gibbs knows in each branch what the condition says of " + name
	case r.variable.Family == factor.Bernoulli:
		return fmt.Sprintf("write gates on %s itself, if (%s) {...}", name, r)
	}
	return fmt.Sprintf("write gates on %s itself, switch (%s) {...}", name, r)
}
