package message

import (
	"mpc/factor"
	"mpc/operators"
)

// A Link is a factor and the elements that it reads: messages between them are about one of them each. Where instances of links close a
// loop, in given data, posteriors of EP are approximate.
type Link struct {
	Factor   *factor.Factor
	Elements []ChosenElement
	// Selector, of what stands for an element in the branches of a gate, is the element that selects them: all that is read in branches of
	// one selector is joined by it, once.
	Selector *ChosenElement
	// Exactly is set of what is computed with all others that it is tied to.
	Exactly bool
}

// Links lists these, where data say something of them. There are none where other algorithms than EP have a part, or a posterior is computed
// as a whole.
func (p *Program) Links() (list []Link) {
	if p.Gaussian != nil {
		return nil
	}
	for _, v := range p.Graph.Variables {
		if v.Algorithm != operators.EP {
			return nil
		}
	}
	heard := hearing(p.Graph, barren(p.Graph))
	for _, f := range p.Graph.Factors {
		if !heard[f] || len(f.Branches) > 0 || f.Kind.Name == "gate" {
			continue // what is read in branches stands for elements outside
		}
		l := Link{Factor: f, Exactly: p.NetworkOf(f) != nil}
		for _, s := range f.Slots {
			if s.Edge == nil {
				continue
			}
			e := ChosenElement{s.Edge.Variable, s.Edge.Index, s.Loops()}
			if s.Name == "selector" {
				l.Selector = &e
			} else {
				l.Elements = append(l.Elements, e)
			}
		}
		list = append(list, l)
	}
	return list
}
