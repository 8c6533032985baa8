package message

import (
	"slices"

	"mpc/factor"
)

// A structure is what is looked at to find the truths and whole numbers that VMP can give one posterior, together.
type structure struct {
	in  map[*factor.Variable]bool // truths and whole numbers of EP
	may map[*factor.Factor]bool   // draws, functions and conditions of these
}

// Tied lists, of the names of truths and whole numbers that a graph has EP for, those that draws tie in chains and trees:
// messages about them are exact, so that VMP can learn all else from their posterior, together. What is tied in loops, also
// in such as the text does not show to be none, or over branches, is left out.
func Tied(g *factor.Graph, names []string) (list []string) {
	s := &structure{in: map[*factor.Variable]bool{}, may: map[*factor.Factor]bool{}}
	for _, v := range g.Variables {
		s.in[v] = joinable(g, v) && (v.Source == nil || slices.Contains(names, v.Source.Name))
	}
	for _, f := range g.Factors {
		s.may[f] = (TableOf(f) != nil || f.Kind.Name == "table_random") && len(f.Branches) == 0 && len(f.Repeats) == 0 && f.Gate == nil && f.Part == factor.Batch
	}
	for s.narrow(g) {
	}
	for _, n := range components(g, s.in, s.may) {
		if !s.ties(n) || closesLoop(n) != nil {
			continue
		}
		for _, v := range n.Variables {
			if v.Source != nil && !slices.Contains(list, v.Source.Name) {
				list = append(list, v.Source.Name)
			}
		}
	}
	slices.Sort(list)
	return list
}

// narrow leaves out what other statements define or tie, and tells whether there was something.
func (s *structure) narrow(g *factor.Graph) (again bool) {
	for _, f := range g.Factors {
		here, other := s.reads(f)
		if s.may[f] && other {
			s.may[f], again = false, true
		}
		if s.may[f] {
			continue
		}
		for _, slot := range f.Slots {
			if e := slot.Edge; e != nil && s.in[e.Variable] && (e.Defines || here > 1 || len(f.Branches) > 0) {
				s.in[e.Variable], again = false, true
			}
		}
	}
	return again
}

// reads counts what a factor reads of the truths and whole numbers, and tells whether it reads one that is none of them.
func (s *structure) reads(f *factor.Factor) (here int, other bool) {
	for _, slot := range f.Slots {
		if slot.Edge == nil {
			continue
		}
		v := slot.Edge.Variable
		switch {
		case s.in[v]:
			here++
			if slot.Over != nil {
				here++
			}
		case v.Family == factor.Bernoulli || v.Family == factor.Categorical:
			other = true
		}
	}
	return here, other
}

// ties tells whether draws make elements depend on each other that VMP would take as independent, and nothing else does: a
// function of several truths stays an error, which says what to write.
func (s *structure) ties(n *Network) (ties bool) {
	for _, f := range n.Factors {
		here, _ := s.reads(f)
		if f.Kind.Deterministic && here > 2 {
			return false
		}
		ties = ties || here > 1 && !f.Kind.Deterministic
	}
	return ties
}
