package evaluate

import "mpc/codegen/code"

func (c *compiler) call(s *code.Stmt, a *code.Call, results [][]slot) step {
	if f := c.machine.functions[a.Row]; f != nil {
		return c.callFunction(a, f, results)
	}
	return c.callNative(s, a, results)
}

// callFunction runs the body of a row in a frame of its own. What it is given is no place: a
// function with a body reads and writes tables itself.
func (c *compiler) callFunction(a *code.Call, f *function, results [][]slot) step {
	var from, to, gives, into []slot
	for i, o := range a.Args {
		from = append(from, c.slotsOf(o)...)
		to = append(to, f.slots[a.Row.Params[i].Value]...)
	}
	for i, r := range results {
		into = append(into, r...)
		gives = append(gives, f.results[i]...)
	}
	return func(x *Numbers) bool {
		y := f.frame()
		y.copyFrom(to, x, from)
		f.run(y)
		x.copyFrom(into, y, gives)
		f.release(y)
		return true
	}
}

// An argument is how a place is given to a native.
type argument struct {
	table   *table
	find    func(x *Numbers) int
	parts   []slot
	in, out []slot // of the call
	element []slot
	read    bool
	written bool
}

func (c *compiler) callNative(s *code.Stmt, a *code.Call, results [][]slot) step {
	native := c.machine.natives[a.Row.Name]
	var ins, outs slots
	var from, to, gives, into []slot
	var places []*argument
	for i, o := range a.Args {
		at := ins.of(o.Type())
		if p, ok := o.(*code.Place); ok {
			arg := &argument{in: at, read: a.Row.Params[i].Access != code.Write, written: a.Row.Params[i].Access != code.Read}
			arg.table, arg.find = c.place(s, p)
			if p.Known {
				arg.find = c.edge(arg.table, p)
			}
			arg.parts = parts(arg.table, p)
			places = append(places, arg)
			continue
		}
		from, to = append(from, c.slotsOf(o)...), append(to, at...)
	}
	for i, r := range results {
		into, gives = append(into, r...), append(gives, outs.of(a.Row.Results[i])...)
	}
	k := 0
	for _, o := range a.Args {
		if p, ok := o.(*code.Place); ok {
			if places[k].written {
				places[k].out = outs.of(p.Type())
			}
			k++
		}
	}
	in, out := makeNumbers(ins.n), makeNumbers(outs.n)
	in.places = make([]Numbers, len(places))
	return func(x *Numbers) bool {
		in.copyFrom(to, x, from)
		in.direct = 0
		for k, p := range places {
			at := p.find(x)
			in.places[k] = p.table.from(at)
			if at == p.table.count {
				continue // known to be there: of an empty list
			}
			p.element = p.table.element(at, p.parts, p.element)
			if p.read {
				in.copyFrom(p.in, &p.table.numbers, p.element)
			}
		}
		c.native(s, native, &in, &out)
		x.copyFrom(into, &out, gives)
		for k, p := range places {
			if p.written && in.direct>>k&1 == 0 {
				p.table.numbers.copyFrom(p.element, &out, p.out)
			}
		}
		return true
	}
}

// edge makes a function that returns where the element of a place stands which is known to be there, or, where there is
// none, the end of the table: nothing of it is read then.
func (c *compiler) edge(t *table, p *code.Place) func(x *Numbers) int {
	var from []int
	for _, o := range p.Index {
		from = append(from, c.slotsOf(o)[0].at)
	}
	index := make([]int64, len(from))
	return func(x *Numbers) int {
		for d, at := range from {
			index[d] = x.Wholes[at]
		}
		at, err := t.position(index)
		if err != nil {
			return t.count
		}
		return at
	}
}

// native calls a native: its panic is a Stop at the statement.
func (c *compiler) native(s *code.Stmt, f Native, in, out *Numbers) {
	done := false
	defer func() {
		if !done {
			c.stopAt(s, recover())
		}
	}()
	f(in, out)
	done = true
}
