package interp

import (
	"fmt"
	"math"
	"reflect"

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
	net, f := r.network(n), s.factor
	table := message.TableOf(f)
	if table == nil {
		return r.errorf(Internal, f.At, f.Text, "a network has no table of %s", f.Kind.Name)
	}
	args := []reflect.Value{reflect.ValueOf(net)}
	for k, t := range table.Takes {
		if t == message.Terms {
			net.NoTerms()
			for _, p := range s.ports[f.Slots[k]] {
				net.Term(r.numberOf(n, p.element))
			}
			continue
		}
		x, err := r.told(n, s, f.Slots[k], t)
		if err != nil {
			return err
		}
		args = append(args, reflect.ValueOf(x))
	}
	reflect.ValueOf(table.Says).Call(args)
	return nil
}

// told is what a network is told of a slot of a factor.
func (r *run) told(n *message.Network, s *site, slot *factor.Slot, as message.Taken) (any, error) {
	f := s.factor
	switch {
	case as == message.Reals:
		p, err := data.Vector(slot.Data, s.env)
		if err != nil {
			err = r.evalError(err, f.At, f.Text, s.String())
		}
		return p, err
	case as == message.Columns && f.IsTruth(f.Slots[0]):
		return 0, nil
	case slot.Edge != nil:
		return r.numberOf(n, s.ports[slot][0].element), nil
	}
	x, err := r.datumOf(s, slot)
	switch as {
	case message.AReal:
		return x, err
	case message.AnElement:
		return r.network(n).Datum(int(x)), err
	}
	return int(x), err
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
