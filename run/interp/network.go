package interp

import (
	"fmt"
	"math"

	"mpc/data"
	"mpc/dist"
	"mpc/factor"
	"mpc/mcmc"
	"mpc/message"
)

// network is the memory of a network, kept from one iteration to the next.
func (r *run) network(n *message.Network) *mcmc.FiniteNetwork {
	if r.networks == nil {
		r.networks = map[*message.Network]*mcmc.FiniteNetwork{}
	}
	if r.networks[n] == nil {
		r.networks[n] = &mcmc.FiniteNetwork{}
	}
	return r.networks[n]
}

// numberOf is the number of an element in a network.
func (r *run) numberOf(n *message.Network, e *element) int {
	if r.places == nil {
		r.places = map[*element]int{}
		count := map[*factor.Variable]int{}
		for _, x := range r.order {
			r.places[x] = count[x.variable]
			count[x.variable]++
		}
	}
	values := 2
	if u, ok := e.uniform.(dist.Categorical); ok {
		values = u.Size()
	}
	return r.network(n).Element(n.Number(e.variable), r.places[e], values)
}

// solve computes what a network says of all its elements.
func (r *run) solve(u *message.Update) error {
	n := u.Network
	net := r.network(n)
	net.Begin()
	for k, f := range n.Factors {
		net.Statement(k)
		for _, s := range r.sites[f.ID] {
			if err := r.tell(n, s); err != nil {
				return err
			}
		}
	}
	for _, e := range n.Heard(r.program) {
		for _, s := range r.sites[e.Factor.ID] {
			for _, p := range s.ports[e.Slot] {
				q, err := r.cavity(p.element, p)
				if err != nil {
					return err
				}
				switch q := q.(type) {
				case dist.Bernoulli:
					net.HearTruth(r.numberOf(n, p.element), q)
				case dist.Categorical:
					net.HearWhole(r.numberOf(n, p.element), q)
				}
			}
		}
	}
	fault := net.Solve()
	if fault == dist.NoFault {
		return nil
	}
	f := n.Why
	if k := net.Culprit(); k >= 0 {
		f = n.Factors[k]
	}
	switch fault {
	case dist.Contradiction:
		return r.errorf(Contradiction, f.At, f.Text, "contradictory observation, its probability is zero: %s", f.Text)
	case dist.NotFinite:
		return r.errorf(NotFinite, f.At, f.Text, "a message is not finite, in %s", f.Text)
	}
	err := r.errorf(Block, f.At, f.Text, "%s", n.TooLarge())
	err.Hint = message.TooLargeHelp
	return err
}

// tell tells a network what an instance of a factor says.
func (r *run) tell(n *message.Network, s *site) error {
	net := r.network(n)
	f := s.factor
	at := func(name string) (int, error) {
		slot := f.Slot(name)
		if slot.Edge != nil {
			return r.numberOf(n, s.ports[slot][0].element), nil
		}
		x, err := r.datumOf(s, slot)
		return net.Datum(int(x)), err
	}
	number := func(name string) (float64, error) { return r.datumOf(s, f.Slot(name)) }
	list := func(name string) ([]float64, error) {
		p, err := data.Vector(f.Slot(name).Data, s.env)
		if err != nil {
			return nil, r.evalError(err, f.At, f.Text, s.String())
		}
		return p, nil
	}
	var failed error
	slot := func(name string) int {
		x, err := at(name)
		if err != nil && failed == nil {
			failed = err
		}
		return x
	}
	known := func(name string) float64 {
		x, err := number(name)
		if err != nil && failed == nil {
			failed = err
		}
		return x
	}
	numbers := func(name string) []float64 {
		x, err := list(name)
		if err != nil && failed == nil {
			failed = err
		}
		return x
	}
	columns := func() int {
		if f.IsTruth(f.Slots[0]) {
			return 0
		}
		return int(known("n"))
	}
	terms := func() {
		net.NoTerms()
		for _, p := range s.ports[f.Slot("terms")] {
			net.Term(r.numberOf(n, p.element))
		}
	}
	switch f.Kind.Name {
	case "bernoulli":
		net.Bernoulli(slot("x"), known("p"))
	case "categorical":
		net.Categorical(slot("x"), numbers("p"))
	case "table":
		net.Table(slot("x"), slot("a"), numbers("p"), columns())
	case "table_two":
		net.TableTwo(slot("x"), slot("a"), slot("b"), numbers("p"), int(known("m")), columns())
	case "discrete_uniform":
		net.DiscreteUniform(slot("x"), int(known("n")))
	case "constant":
		net.Copy(slot("out"), slot("value"))
	case "copy":
		net.Copy(slot("out"), slot("a"))
	case "shift":
		net.Shift(slot("out"), slot("a"), int(known("k")))
	case "sum":
		net.Sum(slot("out"), slot("a"), slot("b"))
	case "difference":
		net.Difference(slot("out"), slot("a"), slot("b"))
	case "max":
		net.Max(slot("out"), slot("a"), slot("b"))
	case "min":
		net.Min(slot("out"), slot("a"), slot("b"))
	case "at_least":
		net.AtLeast(slot("out"), slot("a"), slot("b"), int(known("k")))
	case "equal_int", "equal_bool":
		net.Equal(slot("out"), slot("a"), slot("b"))
	case "is_true":
		net.IsTrue(slot("a"))
	case "not":
		net.Not(slot("out"), slot("a"))
	case "and":
		net.And(slot("out"), slot("a"), slot("b"))
	case "or":
		net.Or(slot("out"), slot("a"), slot("b"))
	case "all":
		terms()
		net.All(slot("out"))
	case "any":
		terms()
		net.Any(slot("out"))
	case "count":
		terms()
		net.Count(slot("out"))
	default:
		return r.errorf(Internal, f.At, f.Text, "a network has no table of %s", f.Kind.Name)
	}
	return failed
}

// datumOf is the number in a slot.
func (r *run) datumOf(s *site, slot *factor.Slot) (float64, error) {
	f := s.factor
	x, err := data.Eval(slot.Data, s.env)
	if err != nil {
		return 0, r.evalError(err, f.At, f.Text, s.String())
	}
	if math.IsNaN(x) {
		err := r.errorf(NotFinite, slot.Data.At, f.Text, "%s is not a number, in %s", slot.Data, f.Text)
		err.Element = s.String()
		return 0, err
	}
	return x, nil
}

// fromNetwork stores what a network says of an element.
func (r *run) fromNetwork(u *message.Update, s *site) error {
	for _, p := range s.ports[u.Edge.Slot] {
		net, e := r.network(u.Network), r.numberOf(u.Network, p.element)
		switch p.element.uniform.(type) {
		case dist.Bernoulli:
			p.message = net.Truth(e)
		case dist.Categorical:
			m := dist.Categorical{}
			net.Whole(e, &m)
			p.message = m
		default:
			return r.errorf(Internal, u.At, u.Factor.Text, "a network has an element of type %s", fmt.Sprintf("%T", p.element.uniform))
		}
		p.tried, p.skipped = true, false
	}
	return nil
}
