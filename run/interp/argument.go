package interp

import (
	"fmt"
	"math"
	"reflect"

	"mpc/data"
	"mpc/factor/families"
	"mpc/message"
	"mpc/model"
)

// arg evaluates an argument.
func (c *call) arg(a message.Arg, t reflect.Type) (reflect.Value, error) {
	switch a.Source {
	case message.Position:
		return reflect.ValueOf(c.k), nil
	case message.Work:
		return reflect.Zero(t), nil
	case message.Power:
		return reflect.ValueOf(1.0), nil // what is stored is the message to its power
	case message.Into:
		if t.Kind() == reflect.Pointer {
			return memory(c.to[0].element.uniform), nil
		}
		list := reflect.MakeSlice(t, len(c.to), len(c.to))
		for i, p := range c.to {
			if fam := families.Of(t.Elem()); fam != nil && fam.Vector() {
				list.Index(i).Set(memory(p.element.uniform).Elem())
			}
		}
		return list, nil
	case message.Empty:
		return reflect.MakeSlice(t, 0, 0), nil
	case message.Scratch:
		n := 0
		if a.Slot != nil {
			envs, err := c.envs(a)
			if err != nil {
				return reflect.Value{}, err
			}
			n = (len(envs) + 1) * (len(envs) + 1) // the most that an operator asks for
		}
		return reflect.MakeSlice(t, n, n), nil
	case message.FromBuffer:
		b, err := c.r.buffer(a.Buffer, c.site)
		if err != nil {
			return reflect.Value{}, err
		}
		if b.bad {
			c.bad = true
			return reflect.Value{}, nil
		}
		return reflect.ValueOf(b.value), nil
	}
	if a.Moments {
		return c.moments(a, t)
	}
	return c.read(a, t)
}

// moments evaluates an argument that is the moments of a message, or of several.
func (c *call) moments(a message.Arg, t reflect.Type) (reflect.Value, error) {
	elem := t
	if t.Kind() == reflect.Slice {
		elem = t.Elem()
	}
	fam := families.OfMoments(elem)
	a.Moments = false
	if t.Kind() != reflect.Slice {
		m, err := c.read(a, fam.Message)
		if err != nil {
			return m, err
		}
		return reflect.ValueOf(fam.MomentsOf(m.Interface())), nil
	}
	list, err := c.read(a, reflect.SliceOf(fam.Message))
	if err != nil {
		return list, err
	}
	out := reflect.MakeSlice(t, list.Len(), list.Len())
	for i := range list.Len() {
		out.Index(i).Set(reflect.ValueOf(fam.MomentsOf(list.Index(i).Interface())))
	}
	return out, nil
}

// read evaluates an argument that is a message or data.
func (c *call) read(a message.Arg, t reflect.Type) (reflect.Value, error) {
	if a.Slot.Edge != nil {
		return c.incoming(a, t)
	}
	if a.Slot.Over == nil {
		v, err := c.datum(a, t, c.site.env)
		return v, err
	}
	envs, err := c.envs(a)
	if err != nil {
		return reflect.Value{}, err
	}
	list := reflect.MakeSlice(t, len(envs), len(envs))
	for i, env := range envs {
		v, err := c.datum(a, t.Elem(), env)
		if err != nil {
			return reflect.Value{}, err
		}
		list.Index(i).Set(v)
	}
	return list, nil
}

func (c *call) envs(a message.Arg) ([]*data.Env, error) {
	return c.r.over(a.Slot.Over, c.site.instance, c.site.factor.At, c.site.factor.Text)
}

// incoming reads the messages that come to a slot.
func (c *call) incoming(a message.Arg, t reflect.Type) (reflect.Value, error) {
	if a.Source == message.Sent {
		return reflect.ValueOf(c.site.ports[c.site.factor.Slot("inner")][0].message), nil
	}
	ports := c.site.ports[c.site.factor.Slot(a.Name)]
	messages := make([]any, len(ports))
	for i, p := range ports {
		var err error
		switch a.Source {
		case message.Cavity:
			if messages[i], err = c.r.cavity(p.element, p); err == nil && a.Power != nil {
				messages[i], err = c.r.copies(messages[i], p, a.Power)
			}
		case message.Product:
			messages[i], err = c.r.product(p.element)
		case message.Stored:
			messages[i] = p.element.posterior
		case message.Forward:
			messages[i] = p.element.defining().message
		default:
			messages[i], err = c.r.value(p.element)
		}
		if err != nil {
			return reflect.Value{}, err
		}
	}
	if a.Slot.Over == nil {
		return reflect.ValueOf(messages[0]), nil
	}
	list := reflect.MakeSlice(t, len(messages), len(messages))
	for i, m := range messages {
		list.Index(i).Set(reflect.ValueOf(m))
	}
	return list, nil
}

// datum reads the expression in a slot as an operator wants it.
func (c *call) datum(a message.Arg, t reflect.Type, env *data.Env) (reflect.Value, error) {
	e, f := a.Slot.Data, c.site.factor
	if m, ok, err := c.r.given(e, env); ok {
		if err != nil {
			return reflect.Value{}, c.r.evalError(err, f.At, f.Text, c.site.String())
		}
		return reflect.ValueOf(m), nil
	}
	if e.Type.Kind == model.DistKind {
		d, err := data.Dist(e, env)
		if err != nil {
			return reflect.Value{}, c.r.evalError(err, f.At, f.Text, c.site.String())
		}
		return reflect.ValueOf(d), nil
	}
	if e.Type.Dimensions > 0 {
		return c.vector(a, t, e, env)
	}
	x, err := data.Eval(e, env)
	if err != nil {
		return reflect.Value{}, c.r.evalError(err, f.At, f.Text, c.site.String())
	}
	if math.IsNaN(x) {
		err := c.r.errorf(NotFinite, e.At, f.Text, "%s is not a number, in %s", e, f.Text)
		err.Element = c.site.String()
		return reflect.Value{}, err
	}
	if fam := a.Point.Row(); fam != nil {
		return reflect.ValueOf(fam.Point(x)), nil
	}
	switch t.Kind() {
	case reflect.Bool:
		return reflect.ValueOf(x != 0), nil
	case reflect.Int:
		return reflect.ValueOf(int(x)), nil
	case reflect.Float64:
		return reflect.ValueOf(x), nil
	}
	return reflect.Value{}, c.r.errorf(Internal, f.At, f.Text, "an argument of type %s cannot be read from %s", fmt.Sprint(t), e)
}
