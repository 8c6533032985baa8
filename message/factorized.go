package message

import (
	"slices"
	"strings"

	"mpc/factor"
	"mpc/model"
)

// A Shared names normal elements that several instances of a factor read together, in a sum or a
// comparison: each closes a loop with every other one. The posterior ties the elements, and a product
// of posteriors gives them standard deviations that are too small.
type Shared struct {
	Factor    *factor.Factor // the first, where several statements share the elements
	Variables []*factor.Variable
	// Loops are those of the factor over which the instances share elements.
	Loops []*model.Loop
	// Statements is how many share the elements.
	Statements int
	// Several is the loop over the elements of one of the variables, where only several of
	// them are shared; nil where there is more than one element besides.
	Several *model.Loop
}

// adding are the functions of several normal values whose instances tie these: sums and comparisons.
var adding = []string{"sum", "difference", "sum_of", "dot", "greater_than"}

// SharedSums lists the sums of normal variables that several instances of a statement, or
// several statements, share, where data say something of them: one for each statement.
func (p *Program) SharedSums() (list []Shared) {
	if p.Gaussian != nil {
		return nil
	}
	l := newLineage(p.Graph)
	heard := hearing(p.Graph, barren(p.Graph))
	byElements := map[string]int{} // in the list
	byText := map[string]int{}
	for _, f := range p.Graph.Factors {
		if !heard[f] || len(f.Branches) > 0 || !slices.Contains(adding, f.Kind.Name) {
			continue
		}
		args := l.normalArgs(f)
		s := sharedSum(f, args)
		if len(s.Variables) == 0 {
			continue
		}
		if len(s.Loops) == 0 {
			key := elementsOf(f, args)
			if k, ok := byElements[key]; ok {
				list[k].Statements++
				continue
			}
			byElements[key] = len(list)
		} else if k, ok := byText[f.Text]; ok { // a sum of sums: the last has all variables
			list[k] = s
			continue
		} else {
			byText[f.Text] = len(list)
		}
		list = append(list, s)
	}
	return slices.DeleteFunc(list, func(s Shared) bool { return len(s.Loops) == 0 && s.Statements < 2 })
}

// normalArgs lists for each argument of a factor the normal elements that it is a function of.
func (l *lineage) normalArgs(f *factor.Factor) (args []normalArg) {
	for _, s := range f.Slots {
		if s.Edge == nil || s.Edge.Defines {
			continue
		}
		arg := normalArg{over: s.Over}
		for _, r := range l.rootsOf(s.Edge) {
			if r.variable.Family != factor.Normal || r.variable.Point || r.variable.Depth > 0 {
				continue
			}
			r.over = append(slices.Clip(r.over), s.Loops()...)
			arg.roots = append(arg.roots, r)
		}
		args = append(args, arg)
	}
	return args
}

// A normalArg is an argument: the elements it is a function of, and the loop over its terms or nil.
type normalArg struct {
	roots []root
	over  *model.Loop
}

// sharedSum finds what the instances of a factor share. It has no variables where its arguments are not
// functions of two elements.
func sharedSum(f *factor.Factor, args []normalArg) Shared {
	s := Shared{Factor: f, Statements: 1}
	shared := func(i *model.Index) (found []root, several *model.Loop) {
		n := 0 // arguments
		for _, a := range args {
			var here []root
			for _, r := range a.roots {
				if i != nil && r.chosenBy(i) || slices.ContainsFunc(found, r.same) {
					continue
				}
				here = append(here, r)
				if a.over != nil && uses(r.index, a.over.Index) {
					several = a.over
				}
			}
			found = append(found, here...)
			if len(here) > 0 {
				n++
			}
		}
		switch {
		case n > 1:
			return found, nil
		case several != nil:
			return found, several
		}
		return nil, nil
	}
	roots, several := shared(nil)
	for _, l := range f.Loops {
		if found, over := shared(l.Index); len(found) > 0 {
			s.Loops = append(s.Loops, l)
			roots, several = found, over
		}
	}
	s.Several = several
	for _, r := range roots {
		if !slices.Contains(s.Variables, r.variable) {
			s.Variables = append(s.Variables, r.variable)
		}
	}
	return s
}

// elementsOf names the elements of the arguments of a factor, as text that is the same in all
// statements.
func elementsOf(f *factor.Factor, args []normalArg) string {
	var parts []string
	for _, a := range args {
		var places []string
		for _, r := range a.roots {
			places = append(places, placeOf(r.variable, r.index, append(slices.Clip(r.over), f.Loops...)))
		}
		slices.Sort(places)
		parts = append(parts, strings.Join(places, "+"))
	}
	slices.Sort(parts)
	return strings.Join(parts, ", ")
}

// chosenBy tells whether an index chooses the element.
func (r root) chosenBy(i *model.Index) bool {
	return uses(r.index, i)
}
