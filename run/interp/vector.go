package interp

import (
	"reflect"

	"mpc/data"
	"mpc/dist"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// uniform is the message that says nothing about an element of a variable.
func (r *run) uniform(v *factor.Variable, index []int) (any, error) {
	sizes := make([]int, len(v.Sizes))
	env := *r.env
	env.Dims = index
	for k, s := range v.Sizes {
		n, err := data.Int(s, &env)
		if err != nil {
			return nil, err
		}
		sizes[k] = max(0, n)
	}
	return r.family(v).Uniform(sizes...), nil
}

// isPooled tells whether the message over a port is one of those of which the
// generated code keeps the product alone.
func (r *run) isPooled(p *port) bool {
	u := r.program.To[p.edge.ID]
	return u != nil && u.Pooled
}

// A pool is the product of the pooled messages over one edge to an element.
type pool struct {
	edge    *factor.Edge
	first   *port
	product reflect.Value // a pointer to the message
}

func (p *pool) value() any { return p.product.Elem().Interface() }

// poolOf is the pool of an edge, which is made where there is none.
func (e *element) poolOf(edge *factor.Edge) *pool {
	for _, p := range e.pools {
		if p.edge == edge {
			return p
		}
	}
	p := &pool{edge: edge, product: memory(e.uniform)}
	e.pools = append(e.pools, p)
	return p
}

// empty makes the pools of an edge say nothing.
func (r *run) empty(edge *factor.Edge) {
	for _, e := range r.elements[edge.Variable.ID] {
		for _, p := range e.pools {
			if p.edge == edge {
				p.product = memory(e.uniform)
			}
		}
	}
}

// add multiplies the message of one instance of a factor into its pool.
func (r *run) add(u *message.Update, s *site) error {
	p := s.ports[u.Edge.Slot][0]
	c := &call{r: r, site: s, to: []*port{p}}
	in := u.Op.In()
	args := make([]reflect.Value, len(u.Args))
	for i, a := range u.Args {
		if a.Source == message.Into {
			args[i] = p.pool.product
			continue
		}
		v, err := c.arg(a, in[i])
		if err != nil {
			return err
		}
		args[i] = v
	}
	_, fault := c.do(u.Op.Func, args, true)
	p.tried = true
	if p.pool.first == nil {
		p.pool.first = p
	}
	if fault == dist.NoFault {
		return nil
	}
	if err := r.fault(u, s, fault); err != nil {
		return err
	}
	r.skip(u, p)
	return nil
}

// pool is the product of the pooled messages to an element, over one edge or over
// all of them, with the first port of them; nil where there is none.
func (r *run) pool(e *element, edge *factor.Edge) (any, *port) {
	f := r.family(e.variable)
	product := e.uniform
	var first *port
	for _, p := range e.pools {
		if edge != nil && p.edge != edge || p.first == nil {
			continue
		}
		product = f.Times(product, p.value())
		if first == nil {
			first = p.first
		}
	}
	return product, first
}

// meanTilt is the mean of the log of the pooled messages over an edge, nil for all.
func (r *run) meanTilt(e *element, edge *factor.Edge) (float64, error) {
	pool, p := r.pool(e, edge)
	if p == nil {
		return 0, nil
	}
	m, err := r.marginal(e)
	if err != nil {
		return 0, err
	}
	z := r.family(e.variable).MeanLogTilt(m, pool)
	return z, r.valued(z, &site{instance: p.inst, factor: p.edge.Factor})
}

// memory is what an operator writes its message to: the uniform message of the
// target's size.
func memory(uniform any) reflect.Value {
	v := reflect.New(reflect.TypeOf(uniform))
	v.Elem().Set(reflect.ValueOf(uniform).MethodByName("Copy").Call(nil)[0])
	return v
}

// vector reads data that are a vector or a matrix as an operator wants them.
func (c *call) vector(a message.Arg, t reflect.Type, e *model.Expr, env *data.Env) (reflect.Value, error) {
	f := c.site.factor
	x, err := data.Vector(e, env)
	if err != nil {
		return reflect.Value{}, c.r.evalError(err, f.At, f.Text, c.site.String())
	}
	if fam := a.Point.Row(); fam != nil {
		return reflect.ValueOf(fam.Point(x)), nil
	}
	list := reflect.MakeSlice(t, len(x), len(x))
	for i, v := range x {
		list.Index(i).Set(reflect.ValueOf(v).Convert(t.Elem()))
	}
	return list, nil
}
