package model

import (
	"slices"
	"strings"
)

// checkCycles reports variables that are defined by themselves: each element by
// the same element, through one statement or through several. Chains, which read
// other elements, are no cycles; those that only the data could close are left
// to the schedule and to the run.
func (c *checker) checkCycles() {
	definitions := map[*Variable][]*Relation{}
	for _, r := range c.model.Relations {
		if r.Target != nil && r.Target.Op == OpVariable && (r.Kind == Draw || r.Kind == Assign) {
			definitions[r.Target.Variable] = append(definitions[r.Target.Variable], r)
		}
	}
	// Outside of all branches of gates, and inside each: what one branch reads does not
	// close a cycle with what another one reads.
	paths := [][]*Branch{nil}
	for _, r := range c.model.Relations {
		if len(r.Branches) > 0 && !slices.ContainsFunc(paths, func(p []*Branch) bool { return len(p) == len(r.Branches) && len(common(p, r.Branches)) == len(p) }) {
			paths = append(paths, r.Branches)
		}
	}
	reported := map[*Variable]bool{}
	for _, p := range paths {
		c.cyclesIn(p, definitions, reported)
	}
}

// cyclesIn reports the variables that depend on themselves in a branch of gates.
func (c *checker) cyclesIn(branch []*Branch, definitions map[*Variable][]*Relation, reported map[*Variable]bool) {
	// The variables whose same element the only definition of v, or its definition in
	// the branch, reads: the selectors of the gates around it too.
	reads := func(v *Variable) (out []*Variable) {
		for _, r := range definitions[v] {
			if len(r.Guards) > 0 || len(definitions[v]) > 1 && (len(r.Branches) == 0 || len(common(r.Branches, branch)) < len(r.Branches)) {
				continue
			}
			for _, e := range append(r.arguments(), r.selectors()...) {
				e.Walk(func(x *Expr) {
					if x.Op == OpVariable && sameElement(x, r.Target) {
						out = append(out, x.Variable)
					}
				})
			}
		}
		return out
	}
	state := map[*Variable]int{} // 1: on the path, 2: done
	var path []*Variable
	var visit func(v *Variable)
	visit = func(v *Variable) {
		state[v] = 1
		path = append(path, v)
		for _, w := range reads(v) {
			if state[w] == 1 && !reported[w] {
				reported[w] = true
				c.reportCycle(path, w, definitions)
			} else if state[w] == 0 {
				visit(w)
			}
		}
		path = path[:len(path)-1]
		state[v] = 2
	}
	for _, v := range c.model.Variables {
		if state[v] == 0 {
			visit(v)
		}
	}
}

// arguments lists what the right side of a definition holds.
func (r *Relation) arguments() []*Expr {
	var out []*Expr
	if r.Dist != nil {
		out = append(out, r.Dist.Args...)
	}
	if r.Value != nil {
		out = append(out, r.Value)
	}
	return out
}

// selectors lists what decides whether the branches are there that r stands in.
func (r *Relation) selectors() (out []*Expr) {
	for _, b := range r.Branches {
		on := b.Gate.Selector
		for p, l := range b.Gate.Plate {
			on = on.Subst(l.Index, b.Index[p])
		}
		out = append(out, on)
	}
	return out
}

// sameElement tells whether x reads, under the indices of the target, the
// element that these indices say: x[i] beside target y[i].
func sameElement(x, target *Expr) bool {
	if len(x.Args) != len(target.Args) {
		return false
	}
	for k, a := range x.Args {
		if t := target.Args[k]; t.Op != OpIndex || !a.Equal(t) {
			return false
		}
	}
	return true
}

func (c *checker) reportCycle(path []*Variable, from *Variable, definitions map[*Variable][]*Relation) {
	start := 0
	for path[start] != from {
		start++
	}
	var names []string
	for _, v := range path[start:] {
		names = append(names, v.Name)
	}
	first := definitions[from][0]
	if len(names) == 1 {
		c.Errorf(first.Target.At, CodeCycle, "%s is defined by itself", first.Target).
			WithHint("read an earlier element, as in x[t] ~ normal(x[t-1], variance = 1), or give the new value a name of its own")
		return
	}
	d := c.Errorf(first.Target.At, CodeCycle, "%s are defined by each other", strings.Join(names, " and "))
	d.WithHint("give one of them a prior that does not read the others, and state the relation as observe a == b, or observe a ~ normal(b, variance = v)")
	for _, v := range path[start+1:] {
		d.WithRelated(definitions[v][0].Target.At, "%s is defined here", v.Name)
	}
}
