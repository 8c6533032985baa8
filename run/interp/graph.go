package interp

import (
	"mpc/data"
	"mpc/dist"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/lang"
	"mpc/message"
)

// A port is one edge of one factor instance: the message that the factor sends
// over it.
type port struct {
	edge    *factor.Edge
	inst    *instance
	element *element
	at      int // of an array slot: the value of its loop
	message any
	pool    *pool // of a pooled message, what it is multiplied into
	// tried and skipped tell whether the last update ran, and whether it gave no
	// message.
	tried, skipped bool
}

// An element is one element of a random variable, with all messages to it: in
// the order of the edges, then of the instances.
type element struct {
	variable *factor.Variable
	index    []int
	ports    []*port
	uniform  any // the message that says nothing
	pools    []*pool
	estimate any // of a point variable: a point mass, nil before the first
	// posterior is what messages of VMP read of the element; the uniform one at
	// first, or what the user gave.
	posterior any
	search    dist.PointSearch
}

func (e *element) String() string {
	index, _ := e.variable.Origin(e.index)
	return elementName(e.variable.Name, index)
}

// A site is one instance of a factor.
type site struct {
	*instance
	factor *factor.Factor
	ports  map[*factor.Slot][]*port // one, or one for each element of an array
}

// A buffer is what several messages of a site share.
type buffer struct {
	value any
	bad   bool // there was a fault
}

// expand makes the sites, ports and elements of the graph.
func (r *run) expand() error {
	r.sites = make([][]*site, len(r.program.Graph.Factors))
	r.elements = make([]map[string]*element, len(r.program.Graph.Variables))
	for i := range r.elements {
		r.elements[i] = map[string]*element{}
	}
	for _, f := range r.program.Graph.Factors {
		list, err := r.instances(f.Loops, f.Guards, f.At, f.Text)
		if err != nil {
			return err
		}
		for _, inst := range list {
			s := &site{instance: inst, factor: f, ports: map[*factor.Slot][]*port{}}
			r.sites[f.ID] = append(r.sites[f.ID], s)
		}
		for _, slot := range f.Slots {
			if slot.Edge == nil {
				continue
			}
			for _, s := range r.sites[f.ID] {
				if err := r.connect(s, slot); err != nil {
					return err
				}
			}
		}
	}
	if err := r.distinct(); err != nil {
		return err
	}
	if err := r.missingDefined(); err != nil {
		return err
	}
	if err := r.definedOnce(); err != nil {
		return err
	}
	return r.inferredDefined()
}

// indexAt is where the element is written that a slot leads to.
func indexAt(s *factor.Slot) lang.Pos {
	if list := s.Edge.Index; len(list) > 0 && list[0].At.IsKnown() {
		return list[0].At
	}
	return s.Edge.Factor.At
}

// connect adds the ports of a slot.
func (r *run) connect(s *site, slot *factor.Slot) error {
	envs := []*data.Env{s.env}
	if slot.Over != nil {
		var err error
		if envs, err = r.over(slot.Over, s.instance, s.factor.At, s.factor.Text); err != nil {
			return err
		}
	}
	v := slot.Edge.Variable
	for _, env := range envs {
		index, err := data.Index(slot.Edge.Index, env)
		if err == nil {
			err = r.inside(v.Name, v.Dims, index)
		}
		if err != nil {
			return r.evalError(err, indexAt(slot), s.factor.Text, s.String())
		}
		e := r.elements[v.ID][key(index)]
		if e == nil {
			e = &element{variable: v, index: index}
			if e.uniform, err = r.uniform(v, index); err != nil {
				return r.evalError(err, s.factor.At, s.factor.Text, s.String())
			}
			e.posterior = e.uniform
			r.elements[v.ID][key(index)] = e
			r.order = append(r.order, e)
		}
		p := &port{edge: slot.Edge, inst: s.instance, element: e, message: e.uniform}
		if slot.Over != nil {
			p.at = env.Index[slot.Over.Index]
		}
		if slot.Edge.Defines {
			start, err := r.initial(v, index)
			if err != nil {
				return r.evalError(err, v.Init.At, "init "+v.Name, "")
			}
			if r.posteriors[v] {
				e.posterior = start
			} else {
				p.message = start
			}
		}
		if r.isPooled(p) {
			p.pool = e.poolOf(slot.Edge)
		}
		if !slot.Silent() {
			e.ports = append(e.ports, p)
		}
		s.ports[slot] = append(s.ports[slot], p)
	}
	return nil
}

// defining is the message of the factor that defines an element.
func (e *element) defining() *port {
	for _, p := range e.ports {
		if p.edge.Defines {
			return p
		}
	}
	return e.ports[0]
}

func (r *run) family(v *factor.Variable) *families.Family { return v.Family.Row() }

// cavity multiplies all messages to an element but the one of except.
func (r *run) cavity(e *element, except *port) (any, error) {
	f := r.family(e.variable)
	product := e.uniform
	for _, p := range e.ports {
		if p == except || p.pool != nil {
			continue
		}
		next := f.Times(product, p.message)
		if !f.IsFinite(next) {
			if e.variable.Depth > 0 {
				return e.uniform, nil // the branch is impossible, as its evidence says
			}
			return nil, r.clash(e, p)
		}
		product = next
	}
	for _, p := range e.pools {
		product = f.Times(product, p.value())
	}
	return product, nil
}

// marginal is what is known of an element: its posterior, the message from its
// definition, or the product of all messages.
func (r *run) marginal(e *element) (any, error) {
	switch v := e.variable; {
	case r.posteriors[v]:
		return e.posterior, nil
	case r.program.Known[v.ID] == message.Forward:
		return e.defining().message, nil
	}
	return r.product(e)
}

// product multiplies all messages to an element.
func (r *run) product(e *element) (any, error) { return r.cavity(e, nil) }

// clash is the error of messages that contradict each other.
func (r *run) clash(e *element, with *port) error {
	f := r.family(e.variable)
	var other *port
	for _, p := range e.ports {
		if p == with {
			break
		}
		if f.IsPoint(p.message) && !f.IsFinite(f.Times(p.message, with.message)) {
			other = p
		}
	}
	if _, discrete := with.message.(dist.Categorical); discrete && other == nil {
		err := r.errorf(Contradiction, with.edge.Factor.At, with.edge.Factor.Text,
			"contradictory observations: no value is left for %s, with %s", e, with.edge.Factor.Text)
		err.Element = with.inst.String()
		return err
	}
	if other == nil || r.overflowed(with) || r.overflowed(other) {
		err := r.errorf(NotFinite, with.edge.Factor.At, with.edge.Factor.Text, "the messages to %s overflow, with that of %s", e, with.edge.Factor.Text)
		err.Element = with.inst.String()
		return err
	}
	err := r.errorf(Contradiction, with.edge.Factor.At, with.edge.Factor.Text,
		"contradictory observations: %s cannot satisfy both %s (line %d) and %s", e, other.edge.Factor.Text, other.edge.Factor.At.Line, with.edge.Factor.Text)
	err.Element = with.inst.String()
	return err
}

// overflowed tells whether a message is a point mass only because its precision is too large
// for a number: what it is computed from has noise.
func (r *run) overflowed(p *port) bool {
	s, noisy := p.edge.Factor.Noise()
	switch {
	case s == nil || !r.family(p.element.variable).IsPoint(p.message):
		return false
	case s.Data == nil:
		return true
	}
	x, err := data.Eval(s.Data, p.inst.env)
	return err == nil && noisy(x)
}

// position is the place that an update is reported at.
func position(u *message.Update) (lang.Pos, string) {
	switch {
	case u.Factor != nil:
		return u.Factor.At, u.Factor.Text
	case u.Check != nil:
		return u.Check.At, u.Check.Text
	case u.Assign != nil:
		return u.Assign.At, u.Assign.Text
	}
	return u.At, u.Name()
}
