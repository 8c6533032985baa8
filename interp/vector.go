package interp

import (
	"reflect"

	"mpc/data"
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

// pool is the product of the pooled messages to an element, over one edge or over
// all of them, with the first port of them; nil where there is none.
func (r *run) pool(e *element, edge *factor.Edge) (any, *port) {
	f := r.family(e.variable)
	product := e.uniform
	var first *port
	for _, p := range e.ports {
		if !r.isPooled(p) || edge != nil && p.edge != edge {
			continue
		}
		product = f.Times(product, p.message)
		if first == nil {
			first = p
		}
	}
	return product, first
}

// meanTilt is the mean of the log of the pooled messages over an edge.
func (r *run) meanTilt(e *element, t *message.Term) (float64, error) {
	pool, p := r.pool(e, t.Edge)
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
func memory(t reflect.Type, uniform any) reflect.Value {
	v := reflect.New(t.Elem())
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
