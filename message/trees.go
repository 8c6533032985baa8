package message

import (
	"slices"

	"mpc/factor"
	"mpc/model"
)

// A peeling takes leaves off the factors and variables of a network, as long as there are any: of a
// forest nothing is left. A variable is all of its elements, a factor all of its instances.
type peeling struct {
	edges  map[*factor.Factor][]*factor.Edge // that are left
	of     map[*factor.Variable]int          // how many are left
	merged map[*factor.Variable][]bool       // dimensions along which the elements are one node
}

// closesLoop finds a factor of a network that closes a loop, as far as the text shows it; nil of a forest,
// whatever the data are.
func closesLoop(n *Network) *factor.Factor {
	p := &peeling{edges: map[*factor.Factor][]*factor.Edge{}, of: map[*factor.Variable]int{}, merged: map[*factor.Variable][]bool{}}
	for _, v := range n.Variables {
		p.merged[v] = make([]bool, len(v.Dims))
	}
	for _, f := range n.Factors {
		for _, s := range f.Slots {
			if s.Edge != nil && n.Number(s.Edge.Variable) >= 0 {
				p.edges[f] = append(p.edges[f], s.Edge)
				p.of[s.Edge.Variable]++
			}
		}
	}
	for again := true; again; {
		again = false
		for _, f := range n.Factors {
			if p.leaf(f) || p.chain(f) || p.leaves(f) {
				again = true
			}
		}
	}
	var last *factor.Factor
	tied := map[*factor.Variable]*factor.Variable{}
	top := func(v *factor.Variable) *factor.Variable {
		for tied[v] != nil {
			v = tied[v]
		}
		return v
	}
	for _, f := range n.Factors {
		for k, e := range p.edges[f] {
			last = f
			if k == 0 {
				continue
			}
			a, b := top(p.edges[f][0].Variable), top(e.Variable)
			if a == b {
				return f
			}
			tied[a] = b
		}
	}
	return last
}

func (p *peeling) remove(f *factor.Factor, e *factor.Edge) {
	p.edges[f] = slices.DeleteFunc(p.edges[f], func(o *factor.Edge) bool { return o == e })
	p.of[e.Variable]--
}

// leaf takes off a factor each instance of which reads one element.
func (p *peeling) leaf(f *factor.Factor) bool {
	list := p.edges[f]
	if len(list) != 1 || list[0].Slot.Over != nil && !single(list[0].Slot.Over) {
		return false
	}
	p.remove(f, list[0])
	return true
}

// leaves takes off the elements of variables that one instance of the factor alone reads.
func (p *peeling) leaves(f *factor.Factor) bool {
	for _, e := range p.edges[f] {
		if p.of[e.Variable] == 1 && p.injective(e) {
			p.remove(f, e)
			return true
		}
	}
	return false
}

// injective tells whether each node of a variable meets at most one instance of a factor over an edge.
func (p *peeling) injective(e *factor.Edge) bool {
	for _, l := range append(slices.Clone(e.Factor.Loops), e.Slot.Loops()...) {
		found := false
		for d, x := range e.Index {
			if i, _, ok := x.Affine(); ok && i == l.Index && !p.merged[e.Variable][d] {
				found = true
			}
		}
		if !found {
			return false
		}
	}
	return true
}

// chain makes one node of the elements of a variable that a factor ties one by one along a dimension, as
// z[t] and z[t-1]: a chain, for each of the other indices.
func (p *peeling) chain(f *factor.Factor) bool {
	list := p.edges[f]
	for i, a := range list {
		for _, b := range list[:i] {
			if a.Variable != b.Variable || a.Slot.Over != nil || b.Slot.Over != nil || !p.injective(a) || !p.injective(b) {
				continue
			}
			if d := along(a.Index, b.Index); d >= 0 && !p.merged[a.Variable][d] {
				p.remove(f, a)
				p.merged[a.Variable][d] = true
				return true
			}
		}
	}
	return false
}

// along is the only dimension in which two elements differ, by a constant, or -1.
func along(a, b []*model.Expr) int {
	dim := -1
	for d := range a {
		if a[d].Equal(b[d]) {
			continue
		}
		i, c, ok := a[d].Affine()
		j, e, ok2 := b[d].Affine()
		if !ok || !ok2 || i == nil || i != j || c == e || dim >= 0 {
			return -1
		}
		dim = d
	}
	return dim
}
