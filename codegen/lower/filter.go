package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// filter lowers the filter of a model that is a chain over time.
func (l *lowering) filter() {
	graph := l.Loops.Message.Graph
	if graph.Shared == nil && len(graph.Data) == 0 {
		for _, v := range graph.Variables {
			if v.Derived {
				continue
			}
			c := &filtering{lowering: l, Filter: Filter{Variable: v, Stands: map[*model.Input]*model.Input{}}, stood: map[*model.Input]bool{}}
			if c.find() && c.lower() {
				c.Improper = FirstUpdate(l.Loops, c.Before.Factor)
				l.Filter = &c.Filter
				return
			}
			break
		}
	}
	l.NoFilter = l.noFilter()
}

// lower lowers what is done at the first time, at later ones, and before all; it is false where the messages at one
// time are no filter.
func (c *filtering) lower() (fits bool) {
	free := c.free
	c.free = map[code.Type][]*code.Table{} // a filter works in memory of its own
	rows, tables, numbers := len(c.Rows), len(c.lowering.Program.Program.Tables), c.Statements
	defer func() {
		c.free = free
		if _, ok := recover().(unfit); ok || !fits {
			fits = false
			c.forget(rows, tables, numbers)
			for _, name := range []string{"atFirst", "later", "always"} {
				delete(c.Functions, name)
			}
		}
	}()
	fam := c.family(c.Variable.Family.String())
	last := c.declare(&code.Table{Name: "past", Type: fam, Keep: code.State}, Source{InRun: InRun{Filter: "last"}})
	next := c.declare(&code.Table{Name: "present", Type: fam, Keep: code.State}, Source{InRun: InRun{Filter: "next"}})
	c.phase(Streaming.has("atFirst", "sets next to what is known at the first time."), true, last, next)
	c.phase(Streaming.has("later", "sets next to what is known at a later time, of what was known at the last."), false, last, next)
	if len(c.Seen) == 0 {
		return false
	}
	c.seen()
	if checks := c.Loops.Message.Graph.Checks; slices.ContainsFunc(checks, c.always) {
		c.make(Streaming.has("always", "checks what is the same at all times.").on(OfFilter), types(code.Fault), func(f *function) {
			c.f = f
			for _, check := range checks {
				if c.always(check) {
					c.check(check)
				}
			}
		})
	}
	return true
}

// phase lowers what a step does at the first time, or later.
func (c *filtering) phase(m *Declaration, first bool, last, next *code.Table) {
	c.first = first
	c.make(m.on(OfFilter), types(code.Fault), func(f *function) {
		c.f = f
		c.messages, c.buffers, c.busy = map[*factor.Edge]code.Operand{}, map[*message.Update]code.Operand{}, map[*factor.Edge]bool{}
		for _, check := range c.Loops.Message.Graph.Checks {
			if len(check.Loops) > 1 || c.guarded(check.Guards) {
				panic(unfit{})
			}
			if c.always(check) || first && len(check.Loops) == 1 && !check.Loops[0].Lo.IsNumber(0) {
				continue // it is checked before all, or is of the later times
			}
			c.check(check)
		}
		f.origin = code.Origin{}
		now := c.product(c.Variable, nil, last)
		if to := (&code.Place{Table: next}); isHandle(next.Type) {
			f.change(to, "Set", now)
		} else {
			f.store(to, now)
		}
	})
}

// check lowers a check at the present time.
func (c *filtering) check(check *factor.Check) {
	f := c.f
	f.origin = code.Origin{Line: check.At.Line}
	holds := f.truth(c.present(check.Value, timeOf(check.Loops)))
	f.choose(holds, nil, func() {
		f.complain(InputError, "inputError", Complaint{Name: check.Text, Help: escaped(unmet(check))}, 0)
	})
}

// unmet says what is wrong where a check fails.
func unmet(check *factor.Check) string {
	switch demand := model.Demand(check.Value.Fun); {
	case check.Value.IsFinite():
		return check.Subject() + " is not finite"
	case demand != "":
		return "of " + check.Value.Args[0].String() + " this must hold: " + demand
	case check.Parameter:
		return "an impossible parameter: " + check.Value.String() + " is false"
	}
	return "contradictory observation: " + check.Value.String() + " is false"
}

// product is the product of the messages at this time to the variable of an edge,
// but the one over that edge; of all to a variable, where except is nil.
func (c *filtering) product(v *factor.Variable, except *factor.Edge, last *code.Table) code.Operand {
	f := c.f
	if except != nil && except == c.Before {
		if at := (&code.Place{Table: last}); isHandle(last.Type) {
			return at
		} else {
			return f.load("last", at)
		}
	}
	var parts []code.Operand
	for _, e := range v.Edges {
		if e != except && e != c.Before && c.active(e.Factor) {
			parts = append(parts, c.message(e, last))
		}
	}
	if v.Family.Row().Vector() {
		return c.vectors(v, parts)
	}
	if len(parts) == 0 {
		return f.call("none", c.uniform(v.Family))
	}
	m := parts[0]
	for _, x := range parts[1:] {
		m = f.call("p", c.method(m.Type(), "Times", types(m.Type()), param("y", m.Type())), m, x)
	}
	return m
}

// vectors is a product of messages about a vector.
func (c *filtering) vectors(v *factor.Variable, parts []code.Operand) code.Operand {
	f := c.f
	if len(parts) == 1 {
		return parts[0]
	}
	to := f.message(f.family(v.Family.String()))
	if len(parts) == 0 {
		c.resize(to, v)
		return to
	}
	f.change(to, "SetTimes", parts[0], parts[1])
	for _, x := range parts[2:] {
		f.change(to, "SetTimes", to, x)
	}
	return to
}

// resize makes a message as long as a vector, and uniform.
func (c *filtering) resize(m *code.Place, v *factor.Variable) {
	n := c.f.whole(c.present(v.Sizes[0], nil))
	c.f.change(m, "Resize", c.f.call("n", c.math("max", code.Whole, code.Whole, code.Whole), whole(0), n))
}

// message lowers the update of a message.
func (c *filtering) message(e *factor.Edge, last *code.Table) code.Operand {
	if m, ok := c.messages[e]; ok {
		return m
	}
	if c.busy[e] {
		panic(unfit{}) // the messages at one time depend on each other
	}
	c.busy[e] = true
	defer delete(c.busy, e)
	f, u := c.f, c.Loops.Message.To[e.ID]
	r := c.operator(u.Op)
	var into *code.Place
	if e.Variable.Family.Row().Vector() {
		into = f.message(f.family(e.Variable.Family.String()))
	}
	args := c.arguments(u, r, e, into, last)
	c.of(u)
	if into != nil {
		c.resize(into, e.Variable)
	}
	got := f.calls(r, args, results(u, into != nil)...)
	if u.Op.Faulty() {
		c.heed(u, got[len(got)-1])
	}
	var m code.Operand = into
	if into == nil {
		m = got[0]
	}
	c.messages[e] = m
	if !u.Op.Safe {
		own := c.product(e.Variable, e, last)
		c.of(u)
		c.proper(u, own, m)
	}
	return m
}

// of says that the statements to come are of an update.
func (c *filtering) of(u *message.Update) {
	c.f.origin = code.Origin{Line: u.At.Line, Update: fmt.Sprintf("u%d", u.ID)}
}

// results are names for what an operator gives; one that writes to memory gives a fault alone.
func results(u *message.Update, into bool) []string {
	fault := fmt.Sprintf("fault%d", u.ID)
	if into {
		return []string{fault}
	}
	return []string{fmt.Sprintf("m%d", u.ID), fault}
}

// heed ends the step where an update has a fault.
func (c *filtering) heed(u *message.Update, fault code.Operand) {
	c.f.choose(c.f.apply("!=", fault, code.None), func() { c.fault(u, fault) }, nil)
}

// fault ends the step with the error of an update.
func (c *filtering) fault(u *message.Update, fault code.Operand) {
	r := c.row("filterFault", Callee{Kind: FilterFault}, types(code.Fault), param("update", code.Whole), param("why", code.Fault))
	c.f.fail(c.f.call("e", r, whole(u.ID), fault))
}

// proper ends the step where a message makes what is known improper.
func (c *filtering) proper(u *message.Update, own, m code.Operand) {
	f := c.f
	fam := u.Edge.Variable.Family.Row()
	improper := f.both(func() code.Operand { return f.ask(fam, own, "IsProper", code.Truth) }, func() code.Operand {
		if !fam.Vector() {
			both := f.call("p", c.method(m.Type(), "Times", types(m.Type()), param("y", m.Type())), own, m)
			return f.apply("!", f.ask(fam, both, "IsProper", code.Truth))
		}
		both := f.message(m.Type())
		f.change(both, "SetTimes", own, m)
		return f.apply("!", f.ask(fam, both, "IsProper", code.Truth))
	})
	f.choose(improper, func() { c.fault(u, f.call("improper", c.lowering.fault("Improper"))) }, nil)
}

// arguments are what an operator reads at the present time.
func (c *filtering) arguments(u *message.Update, r *code.Row, to *factor.Edge, into *code.Place, last *code.Table) []code.Operand {
	var list []code.Operand
	for i, a := range u.Args {
		t := r.Params[i].Of
		c.of(u)
		switch a.Source {
		case message.Data:
			list = append(list, c.f.single(loops.Value{Arg: a, Data: c.present(a.Slot.Data, timeOf(to.Factor.Loops))}, t))
		case message.Cavity:
			list = append(list, c.product(a.Slot.Edge.Variable, a.Slot.Edge, last))
		case message.Product:
			if a.Slot.Edge == c.Before {
				panic(unfit{})
			}
			list = append(list, c.product(a.Slot.Edge.Variable, nil, last))
		case message.Into:
			list = append(list, into)
		case message.Work:
			list = append(list, c.f.work(t))
		case message.FromBuffer:
			list = append(list, c.buffer(a.Buffer, to, last))
		default:
			panic(unfit{})
		}
	}
	return list
}

// buffer lowers what several messages of a factor share.
func (c *filtering) buffer(u *message.Update, to *factor.Edge, last *code.Table) code.Operand {
	if b, ok := c.buffers[u]; ok {
		return b
	}
	r := c.operator(u.Op)
	args := c.arguments(u, r, to, nil, last)
	c.of(u)
	got := c.f.calls(r, args, fmt.Sprintf("b%d", u.ID), fmt.Sprintf("fault%d", u.ID))
	if u.Op.Faulty() {
		c.heed(u, got[1])
	}
	c.buffers[u] = got[0]
	return got[0]
}
