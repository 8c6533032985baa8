package message

import (
	"fmt"
	"slices"
	"strings"

	"mpc/dist"
	"mpc/factor"
	"mpc/operators"
)

// A Network is a set of truths and whole numbers of EP that factors tie in loops. Its factors send no
// messages to each other: what they say together is computed exactly, by elimination in the order
// that the data give, as Gibbs sampling draws such variables jointly (conditional/networks.go). To the
// rest of the model it is one factor, which hears the cavity of each element and sends one message,
// over the edge that defines the element.
type Network struct {
	ID        int
	Variables []*factor.Variable
	Factors   []*factor.Factor // in the order of the program
	Why       *factor.Factor   // which closes a loop
}

// Name lists the variables of the program that are in the network, or, without any, all.
func (n *Network) Name() string {
	var names, all []string
	for _, v := range n.Variables {
		all = append(all, v.Name)
		if v.Source != nil {
			names = append(names, v.Name)
		}
	}
	if names == nil {
		names = all
	}
	return strings.Join(slices.Compact(names), ", ")
}

// Heard lists the edges over which the network sends to elements that factors beside it read too.
func (n *Network) Heard(p *Program) (list []*factor.Edge) {
	for _, v := range n.Variables {
		if !p.heard(n, v) {
			continue
		}
		for _, e := range v.Edges {
			if e.Defines {
				list = append(list, e)
			}
		}
	}
	return list
}

// heard tells whether factors beside the network read a variable.
func (p *Program) heard(n *Network, v *factor.Variable) bool {
	return slices.ContainsFunc(v.Edges, func(e *factor.Edge) bool { return p.NetworkOf(e.Factor) != n })
}

// Number is the number of a variable in the network.
func (n *Network) Number(v *factor.Variable) int { return slices.Index(n.Variables, v) }

// NetworkOf is the network that a factor is in, nil for none.
func (p *Program) NetworkOf(f *factor.Factor) *Network {
	return p.inNetwork[f]
}

// findNetworks finds the networks of a graph: of the truths and whole numbers that such factors alone
// define, those that are tied in loops. What is seen to be a chain or a tree keeps its messages, which
// are exact in one pass.
func (l *lowering) findNetworks() {
	p, g := l.program, l.program.Graph
	p.inNetwork = map[*factor.Factor]*Network{}
	if g.Model.Loopy {
		return
	}
	in, may := map[*factor.Variable]bool{}, map[*factor.Factor]bool{}
	for _, v := range g.Variables {
		in[v] = joinable(g, v)
	}
	for _, f := range g.Factors {
		may[f] = !l.barren[f] && tables(f)
	}
	for again := true; again; {
		again = false
		for _, f := range g.Factors {
			if may[f] && slices.ContainsFunc(f.Slots, func(s *factor.Slot) bool { return s.Edge != nil && !in[s.Edge.Variable] }) {
				may[f], again = false, true
			}
		}
		for _, v := range g.Variables {
			if in[v] && slices.ContainsFunc(v.Edges, func(e *factor.Edge) bool { return e.Defines && !may[e.Factor] }) {
				in[v], again = false, true
			}
		}
	}
	for _, n := range components(g, in, may) {
		if n.Why = closesLoop(n); n.Why == nil {
			continue
		}
		n.ID = len(p.Networks)
		p.Networks = append(p.Networks, n)
		for _, f := range n.Factors {
			p.inNetwork[f] = n
		}
	}
}

// joinable tells whether a variable may be in a network.
func joinable(g *factor.Graph, v *factor.Variable) bool {
	switch {
	case v.Algorithm != operators.EP, v.Point, v.Depth > 0, v.CopyOf != nil, len(v.Repeats) > 0:
		return false
	case v.Family != factor.Bernoulli && (v.Family != factor.Categorical || len(v.Sizes) != 1):
		return false
	}
	return !slices.ContainsFunc(g.Shared, func(s *factor.Shared) bool { return s.Variable == v }) &&
		slices.ContainsFunc(v.Edges, func(e *factor.Edge) bool { return e.Defines })
}

// tables tells whether a factor may be in a network.
func tables(f *factor.Factor) bool {
	random := false
	for _, s := range f.Slots {
		random = random || s.Edge != nil
		if s.Edge == nil && s.Over != nil {
			return false
		}
	}
	return random && TableOf(f) != nil && len(f.Branches) == 0 && len(f.Repeats) == 0 && f.Gate == nil && f.Part == factor.Batch
}

// components parts the variables and factors that may be in networks into those that are tied.
func components(g *factor.Graph, in map[*factor.Variable]bool, may map[*factor.Factor]bool) (list []*Network) {
	of := map[*factor.Variable]*Network{}
	var grow func(n *Network, v *factor.Variable)
	grow = func(n *Network, v *factor.Variable) {
		if of[v] != nil {
			return
		}
		of[v] = n
		for _, e := range v.Edges {
			if !may[e.Factor] {
				continue
			}
			for _, s := range e.Factor.Slots {
				if s.Edge != nil && in[s.Edge.Variable] {
					grow(n, s.Edge.Variable)
				}
			}
		}
	}
	for _, v := range g.Variables {
		if in[v] && of[v] == nil {
			n := &Network{}
			list = append(list, n)
			grow(n, v)
		}
	}
	for _, v := range g.Variables {
		if n := of[v]; n != nil {
			n.Variables = append(n.Variables, v)
		}
	}
	for _, f := range g.Factors {
		if !may[f] {
			continue
		}
		for _, s := range f.Slots {
			if s.Edge != nil && in[s.Edge.Variable] {
				n := of[s.Edge.Variable]
				n.Factors = append(n.Factors, f)
				break
			}
		}
	}
	return list
}

// networkOp is the operator of what a network says of an element of a family. Nothing calls it: what it
// gives is read from what the network has computed.
func networkOp(f factor.Family) *operators.Op {
	op := &operators.Op{Factor: "network", To: "x", Algorithm: operators.EP, Exact: true, Safe: true, Func: networkTruth}
	if f == factor.Categorical {
		op.Func, op.Args = networkWhole, []operators.Arg{{Name: "to"}}
	}
	return op
}

func networkTruth() dist.Bernoulli { panic("a network says it") }

func networkWhole(to *dist.Categorical) { panic("a network says it") }

// network adds the updates of a network: what solves it, and what it says of each element that somebody
// asks for.
func (l *lowering) network(n *Network) {
	l.add(&Update{Kind: Solve, Network: n, At: n.Why.At})
	for _, f := range n.Factors {
		e := f.Slots[0].Edge
		if e == nil || !e.Defines || !l.asked(n, e.Variable) {
			continue
		}
		u := l.add(&Update{Kind: Send, Network: n, Factor: f, Edge: e, Op: networkOp(e.Variable.Family), Loops: f.Loops, Guards: f.Guards, At: f.At, Sending: Sending{Immediate: true}})
		u.Args = l.args(f, u.Op, f.Slots[0], nil)
		l.program.To[e.ID] = u
	}
}

// asked tells whether somebody reads what a network says of a variable.
func (l *lowering) asked(n *Network, v *factor.Variable) bool {
	return v.Source != nil && slices.Contains(l.program.Graph.Model.Infer, v.Source) || l.program.heard(n, v)
}

// onlyNetwork tells whether a network alone says something of a variable: the product of all messages to an
// element is then one message.
func (l *lowering) onlyNetwork(v *factor.Variable) bool {
	return slices.ContainsFunc(l.program.Networks, func(n *Network) bool { return n.Number(v) >= 0 && !l.program.heard(n, v) })
}

// TooLargeHelp says what helps where a network is too large.
const TooLargeHelp = "blocks: [] leaves truths and whole numbers to messages, which are approximate in loops; algorithm: gibbs draws them"

// TooLarge says that a network needs too large a table.
func (n *Network) TooLarge() string {
	return fmt.Sprintf("so many elements of %s depend on each other that their exact marginals need a table of more than a million numbers: %s closes a loop", n.Name(), n.Why.Text)
}

// Exact tells whether a statement may read one element several times: where it is in a network, whose tables take
// what is one element as one, or reads one element of the network that is a function of the other; or where no
// messages are passed.
func (p *Program) Exact(m *Meeting) bool {
	if p.Gaussian != nil {
		return true
	}
	n := p.NetworkOf(m.Factor)
	if n != nil {
		return true
	}
	edges := 0
	for _, s := range m.Factor.Slots {
		if s.Edge == nil || s.Edge.Defines {
			continue
		}
		for _, o := range p.Networks {
			if o.Number(s.Edge.Variable) >= 0 {
				n = o
			}
		}
		if edges++; s.Over != nil {
			edges++
		}
	}
	return n != nil && edges == 1 && n.Number(m.Variable) >= 0
}
