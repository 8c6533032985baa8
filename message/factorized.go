package message

import (
	"slices"

	"mpc/factor"
	"mpc/model"
	"mpc/operators"
)

// A Shared names normal elements that several instances of a factor read together, in a sum:
// each closes a loop with every other one. The posterior ties the elements, and EP, whose
// posterior is a product, gives them standard deviations that are too small.
type Shared struct {
	Factor    *factor.Factor
	Variables []*factor.Variable
	// Loops are those of the factor whose index chooses none of the elements: over them the
	// instances share all of these.
	Loops []*model.Loop
	// Several is the loop over the elements of one of the variables, where only several of
	// them are shared; nil where there is more than one variable.
	Several *model.Loop
}

// linear are the functions that are sums of multiples of their arguments.
var linear = []string{"sum", "difference", "sum_of", "shift", "scale", "dot", "copy"}

// SharedSums lists the sums of normal variables of EP that several instances of a statement
// share, one for each statement.
func (p *Program) SharedSums() (list []Shared) {
	l := newLineage(p.Graph)
	for _, f := range p.Graph.Factors {
		switch f.Kind.Name {
		case "normal_variance", "normal_precision", "normal_linear":
		default:
			continue
		}
		if s, ok := l.sharedSum(f); ok {
			list = append(list, s)
		}
	}
	return list
}

// sharedSum finds what the instances of a normal factor share.
func (l *lineage) sharedSum(f *factor.Factor) (Shared, bool) {
	out := Shared{Factor: f}
	var roots []root
	for _, s := range f.Slots {
		if s.Edge == nil || !slices.Contains([]string{"x", "mean", "a"}, s.Name) {
			continue
		}
		// That it is linear also says that no variable on the way is defined by itself.
		if !linearly(s.Edge.Variable, map[*factor.Variable]bool{}) {
			return out, false
		}
		over := overOfSum(s.Edge, map[*factor.Variable]bool{})
		if over == nil {
			over = s.Over
		}
		for _, r := range l.rootsOf(s.Edge) {
			if r.variable.Algorithm != operators.EP || r.variable.Family != factor.Normal || r.variable.Point || r.variable.Depth > 0 {
				continue
			}
			roots = append(roots, r)
			if over != nil && r.vague() {
				out.Several = over
			}
		}
	}
	if len(f.Branches) > 0 {
		return out, false
	}
	for _, l := range f.Loops {
		if !slices.ContainsFunc(roots, func(r root) bool { return r.chosenBy(l.Index) }) {
			out.Loops = append(out.Loops, l)
		}
	}
	for _, r := range roots {
		if !slices.Contains(out.Variables, r.variable) {
			out.Variables = append(out.Variables, r.variable)
		}
	}
	if len(out.Variables) > 1 {
		out.Several = nil
	}
	return out, len(out.Loops) > 0 && (len(out.Variables) > 1 || out.Several != nil)
}

// chosenBy tells whether an index chooses the element.
func (r root) chosenBy(i *model.Index) bool {
	return uses(r.index, i)
}

// linearly tells whether a variable is drawn, or a sum of multiples of such. known holds the
// derived variables that were looked at: of one that is being looked at, which is defined by
// itself, it is false.
func linearly(v *factor.Variable, known map[*factor.Variable]bool) bool {
	if !v.Derived {
		return true
	}
	if yes, ok := known[v]; ok {
		return yes
	}
	known[v] = false
	for _, e := range v.Edges {
		if !e.Defines {
			continue
		}
		if !slices.Contains(linear, e.Factor.Kind.Name) {
			return false
		}
		for _, s := range e.Factor.Slots {
			if s.Edge != nil && !s.Edge.Defines && !linearly(s.Edge.Variable, known) {
				return false
			}
		}
	}
	known[v] = true
	return true
}

// overOfSum is the loop over the terms of a sum that defines the variable at an edge, nil
// where there is none. seen holds the variables that have none.
func overOfSum(e *factor.Edge, seen map[*factor.Variable]bool) *model.Loop {
	if !e.Variable.Derived || seen[e.Variable] {
		return nil
	}
	seen[e.Variable] = true
	for _, def := range e.Variable.Edges {
		if !def.Defines {
			continue
		}
		for _, s := range def.Factor.Slots {
			if s.Edge == nil || s.Edge.Defines {
				continue
			}
			if s.Over != nil {
				return s.Over
			}
			if l := overOfSum(s.Edge, seen); l != nil {
				return l
			}
		}
	}
	return nil
}
