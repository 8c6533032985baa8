package codegen

import (
	"fmt"
	"reflect"
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
)

// product is the product of the messages at this time to the variable of an edge,
// but the one over that edge; of all to a variable, where except is nil.
func (c *chain) product(v *factor.Variable, except *factor.Edge) string {
	if except != nil && except == c.before {
		return "f.last"
	}
	var parts []string
	for _, e := range v.Edges {
		if e != except && e != c.before && c.active(e.Factor) {
			parts = append(parts, c.message(e))
		}
	}
	switch {
	case v.Family.Row().Vector() && len(parts) == 1:
		return parts[0]
	case v.Family.Row().Vector():
		return c.f.multiply("", v, parts, "", "", func() string { return c.size(v) })
	}
	text := ""
	for _, m := range parts {
		if text == "" {
			text = m
		} else {
			text += ".Times(" + m + ")"
		}
	}
	if text == "" {
		return uniform(v.Family)
	}
	return text
}

// size prints the size of a vector.
func (c *chain) size(v *factor.Variable) string {
	return c.f.env().whole(c.present(v.Sizes[0], nil))
}

// message prints the update of a message, and returns the variable that it is in.
func (c *chain) message(e *factor.Edge) string {
	if name, ok := c.names[e]; ok {
		return name
	}
	if c.busy[e] {
		c.ok = false // the messages at one time depend on each other
		return ""
	}
	c.busy[e] = true
	defer delete(c.busy, e)
	u := c.g.update(e)
	if e.Variable.Family.Row().Vector() {
		c.vectorMessage(u, e)
		return c.names[e]
	}
	name := messagePrefix.name(u.ID)
	fault := faultPrefix.name(u.ID)
	call := c.call(u.Op.Name(), u.Op.In(), u.Args, e, "")
	c.comment(u, e)
	if u.Op.Faulty() {
		c.f.body.line("%s, %s := %s", name, fault, call)
		c.f.body.line("if %s != dist.NoFault {\nreturn %s, f.fault(%d, %s)\n}", fault, c.none(), u.ID, fault)
	} else {
		c.f.body.line("%s := %s", name, call)
	}
	c.names[e] = name
	if !u.Op.Safe {
		own := c.product(e.Variable, e)
		c.f.body.line("if q := %s; q.IsProper() && !q.Times(%s).IsProper() {\nreturn %s, f.fault(%d, dist.Improper)\n}", own, name, c.none(), u.ID)
	}
	return name
}

func (c *chain) comment(u *message.Update, e *factor.Edge) {
	c.f.body.comment(fmt.Sprintf("u%d: message to %s, line %d: %s", u.ID, e.Element(), u.At.Line, e.Factor.Text))
}

// vectorMessage prints the update of a message about a vector, into memory of its own.
func (c *chain) vectorMessage(u *message.Update, e *factor.Edge) {
	fam := e.Variable.Family.Row()
	m := c.f.scratchVector(e.Variable.Family)
	call := c.call(u.Op.Name(), u.Op.In(), u.Args, e, m)
	c.comment(u, e)
	c.f.body.line("%s.Resize(max(0, %s))", m, c.size(e.Variable))
	if u.Op.Faulty() {
		c.f.body.line("if fault := %s; fault != dist.NoFault {\nreturn %s, f.fault(%d, fault)\n}", call, c.none(), u.ID)
	} else {
		c.f.body.line("%s", call)
	}
	c.names[e] = "*" + m
	if !u.Op.Safe {
		own := c.product(e.Variable, e)
		both := c.f.scratchVector(e.Variable.Family)
		c.f.body.line("%s.SetTimes(%s, *%s)", both, own, m)
		c.f.body.line("if %s && !%s {\nreturn %s, f.fault(%d, dist.Improper)\n}", c.f.method(fam, operand(own), "IsProper"), c.f.method(fam, both, "IsProper"), c.none(), u.ID)
	}
}

// call prints the call of an operator.
func (c *chain) call(name string, in []reflect.Type, args []message.Arg, to *factor.Edge, into string) string {
	var list []string
	for i, a := range args {
		switch a.Source {
		case message.Data:
			list = append(list, c.f.single(loops.Value{Arg: a, Data: c.present(a.Slot.Data, timeOf(to.Factor.Loops))}, in[i]))
		case message.Cavity:
			list = append(list, c.product(a.Slot.Edge.Variable, a.Slot.Edge))
		case message.Product:
			if a.Slot.Edge == c.before {
				c.ok = false
			}
			list = append(list, c.product(a.Slot.Edge.Variable, nil))
		case message.Into:
			list = append(list, into)
		case message.Work:
			list = append(list, c.f.workOf(in[i]))
		case message.FromBuffer:
			list = append(list, c.buffer(a.Buffer, to))
		default:
			c.ok = false
		}
	}
	return "operators." + name + "(" + strings.Join(list, ", ") + ")"
}

// buffer prints what several messages of a factor share.
func (c *chain) buffer(u *message.Update, to *factor.Edge) string {
	if name, ok := c.buffers[u]; ok {
		return name
	}
	call := c.call(u.Op.Name(), u.Op.In(), u.Args, to, "")
	name, fault := bufferPrefix.name(u.ID), faultPrefix.name(u.ID)
	if u.Op.Faulty() {
		c.f.body.line("%s, %s := %s", name, fault, call)
		c.f.body.line("if %s != dist.NoFault {\nreturn %s, f.fault(%d, %s)\n}", fault, c.none(), u.ID, fault)
	} else {
		c.f.body.line("%s := %s", name, call)
	}
	c.buffers[u] = name
	return name
}
