package evaluate

import (
	"mpc/codegen/code"
)

// A compiler makes steps of the statements of a function.
type compiler struct {
	machine *Machine
	*function
}

// unreplaced is the number of a draw that no pass has replaced.
type unreplaced int

func (c *compiler) block(b *code.Block) []step {
	var list []step
	for _, s := range b.Stmts {
		list = append(list, c.stmt(s))
	}
	return list
}

// given compiles a block and the moves of what it gives.
func (c *compiler) given(b *code.Block, to [][]slot) []step {
	list := c.block(b)
	if len(to) > 0 {
		list = append(list, c.move(to, b.Gives))
	}
	return list
}

// move makes a step that puts operands into slots, all at once: what is written may be read.
func (c *compiler) move(to [][]slot, list []code.Operand) step {
	var from, into []slot
	for i, o := range list {
		from = append(from, c.slotsOf(o)...)
		into = append(into, to[i]...)
	}
	if len(from) == 1 {
		return func(x *Numbers) bool {
			x.copyFrom(into, x, from)
			return true
		}
	}
	s := &slots{}
	var between []slot
	for _, a := range from {
		between = append(between, slot{a.kind, s.n[a.kind]})
		s.n[a.kind]++
	}
	n := makeNumbers(s.n)
	return func(x *Numbers) bool {
		n.copyFrom(between, x, from)
		x.copyFrom(into, &n, between)
		return true
	}
}

// stopAt ends the run at a statement.
func (c *compiler) stopAt(s *code.Stmt, reason any) {
	panic(&Stop{c.row.Name, s.Number, reason})
}

func (c *compiler) stmt(s *code.Stmt) step {
	var results [][]slot
	for _, v := range s.Results {
		results = append(results, c.define(v))
	}
	switch a := s.Do.(type) {
	case *code.Call:
		return c.call(s, a, results)
	case *code.Apply:
		return c.apply(s, a, results[0][0].at)
	case *code.Load:
		return c.load(s, a, results[0])
	case *code.Store:
		return c.store(s, a)
	case *code.Fill:
		return c.fill(s, a)
	case *code.Part:
		from := fieldSlots(c.slotsOf(a.Of), a.Of.Type().(*code.Record), a.Field)
		return copies(results[0], from)
	case *code.Make:
		var from []slot
		for _, o := range a.Fields {
			from = append(from, c.slotsOf(o)...)
		}
		return copies(results[0], from)
	case *code.Element:
		return c.element(s, a, results[0])
	case *code.Length:
		of, to := c.slotsOf(a.Of)[0].at, results[0][0].at
		return func(x *Numbers) bool {
			x.Wholes[to] = int64(length(x.Others[of]))
			return true
		}
	case *code.Position:
		_, find := c.place(s, a.Of)
		to := results[0][0].at
		return func(x *Numbers) bool {
			x.Wholes[to] = int64(find(x))
			return true
		}
	case *code.Fail:
		return c.fail(a)
	case *code.If:
		cond := c.slotsOf(a.Cond)[0].at
		then, otherwise := c.given(a.Then, results), c.given(a.Else, results)
		return func(x *Numbers) bool {
			if x.Wholes[cond] != 0 {
				return runAll(then, x)
			}
			return runAll(otherwise, x)
		}
	case *code.Switch:
		return c.choose(a, results)
	case *code.For:
		return c.loop(a, results)
	case *code.While:
		return c.while(a, results)
	case *code.Draw:
		panic(unreplaced(s.Number))
	}
	panic(s.Do)
}

func copies(to, from []slot) step {
	return func(x *Numbers) bool {
		x.copyFrom(to, x, from)
		return true
	}
}

func (c *compiler) fail(a *code.Fail) step {
	fault := c.slotsOf(a.With)[0].at
	last := len(c.results) - 1
	to := c.results[last][0].at
	return func(x *Numbers) bool {
		if x.Others[fault] == nil {
			return true
		}
		for _, r := range c.results[:last] {
			x.clear(r)
		}
		x.Others[to] = x.Others[fault]
		if c.machine.left == "" {
			c.machine.left = c.row.Name
		}
		return false
	}
}

// place makes a function that returns where the element of a place stands.
func (c *compiler) place(s *code.Stmt, p *code.Place) (*table, func(x *Numbers) int) {
	t := c.machine.tables[p.Table]
	var from []int
	for _, o := range p.Index {
		from = append(from, c.slotsOf(o)[0].at)
	}
	index := make([]int64, len(from))
	return t, func(x *Numbers) int {
		for d, at := range from {
			index[d] = x.Wholes[at]
		}
		at, err := t.position(index)
		if err != nil {
			c.stopAt(s, err)
		}
		return at
	}
}

// parts returns the slots of element 0 of the table of a place, or those of its field.
func parts(t *table, p *code.Place) []slot {
	if p.Field == "" {
		return t.parts
	}
	return fieldSlots(t.parts, t.Type.(*code.Record), p.Field)
}

func (c *compiler) load(s *code.Stmt, a *code.Load, to []slot) step {
	t, find := c.place(s, a.From)
	from := parts(t, a.From)
	var element []slot
	return func(x *Numbers) bool {
		element = t.element(find(x), from, element)
		x.copyFrom(to, &t.numbers, element)
		return true
	}
}

func (c *compiler) store(s *code.Stmt, a *code.Store) step {
	t, find := c.place(s, a.To)
	to, from := parts(t, a.To), c.slotsOf(a.Value)
	var element []slot
	return func(x *Numbers) bool {
		element = t.element(find(x), to, element)
		t.numbers.copyFrom(element, x, from)
		return true
	}
}

// fill stores a value in all elements that stand in memory.
func (c *compiler) fill(s *code.Stmt, a *code.Fill) step {
	t, from := c.machine.tables[a.Table], c.slotsOf(a.Value)
	var element []slot
	return func(x *Numbers) bool {
		if err := t.prepare(); err != nil {
			c.stopAt(s, err)
		}
		for at := range t.count {
			element = t.element(at, t.parts, element)
			t.numbers.copyFrom(element, x, from)
		}
		return true
	}
}

func length(a any) int {
	switch a := a.(type) {
	case []float64:
		return len(a)
	case []int64:
		return len(a)
	case []any:
		return len(a)
	}
	return 0
}

func (c *compiler) element(s *code.Stmt, a *code.Element, to []slot) step {
	of, index := c.slotsOf(a.Of)[0].at, c.slotsOf(a.Index)[0].at
	typ := a.Of.Type().(code.Array).Elem
	return func(x *Numbers) bool {
		i := x.Wholes[index]
		if i < 0 || i >= int64(length(x.Others[of])) {
			c.stopAt(s, "an index is not within its array")
		}
		switch list := x.Others[of].(type) {
		case []float64:
			x.Reals[to[0].at] = list[i]
		case []int64:
			x.Wholes[to[0].at] = list[i]
		case []any:
			if err := x.set(typ, to, list[i]); err != nil {
				c.stopAt(s, err)
			}
		}
		return true
	}
}
