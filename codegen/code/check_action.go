package code

import "slices"

// action checks the types of a statement, and its blocks.
func (c *checker) action(s *Stmt) {
	switch a := s.Do.(type) {
	case *Call:
		c.call(a.Row, a.Args)
		c.results(s, a.Row.Results)
	case *Apply:
		if len(a.Args) != len(a.Operation.Args) {
			c.report("%s has %d arguments", a.Operation.Symbol, len(a.Operation.Args))
			return
		}
		for i, x := range a.Args {
			c.want(x, a.Operation.Args[i], "an argument of "+a.Operation.Symbol)
		}
		c.results(s, []Type{a.Operation.Result})
	case *Load:
		c.place(a.From)
		c.results(s, []Type{a.From.Type()})
	case *Store:
		c.place(a.To)
		c.written(a.To)
		c.want(a.Value, a.To.Type(), "what is stored")
		c.results(s, nil)
	case *Fill:
		c.written(&Place{Table: a.Table})
		c.want(a.Value, a.Table.Type, "what is stored")
		c.results(s, nil)
	case *Part:
		c.part(s, a)
	case *Element:
		c.want(a.Index, Whole, "an index")
		if t, ok := a.Of.Type().(Array); ok {
			c.results(s, []Type{t.Elem})
		} else {
			c.report("%s is %s: it has no elements", a.Of, a.Of.Type())
		}
	case *Length:
		if _, ok := a.Of.Type().(Array); !ok {
			c.report("%s is %s: it has no length", a.Of, a.Of.Type())
		}
		c.results(s, []Type{Whole})
	case *Position:
		c.place(a.Of)
		c.results(s, []Type{Whole})
	case *Make:
		c.make(s, a)
	case *Fail:
		c.want(a.With, Fault, "what a function fails with")
		if !c.row.Fails() {
			c.report("the last result of %s is no fault", c.row.Name)
		}
		c.results(s, nil)
	case *Draw:
		for _, x := range a.Index {
			c.want(x, Whole, "an index of an address")
		}
		c.call(a.Row, a.Args)
		c.results(s, a.Row.Results)
	default:
		c.nested(s)
	}
}

// results checks what a statement defines. Where it has blocks, these were checked against it.
func (c *checker) results(s *Stmt, want []Type) {
	if len(s.Results) != len(want) {
		c.report("the statement gives %d values, and %d are named", len(want), len(s.Results))
		return
	}
	for i, v := range s.Results {
		if v.Of != want[i] {
			c.report("%s is %s, and the statement gives %s", v, v.Of, want[i])
		}
	}
}

// call checks arguments: places and handles where the row writes, values elsewhere.
func (c *checker) call(r *Row, args []Operand) {
	if len(args) != len(r.Params) {
		c.report("%s has %d arguments, and %d are given", r.Name, len(r.Params), len(args))
		return
	}
	for i, x := range args {
		p := r.Params[i]
		c.want(x, p.Of, "argument "+p.Name+" of "+r.Name)
		_, handle := x.Type().(Handle)
		place, ok := x.(*Place)
		switch {
		case ok && p.Access == Read && r.Body != nil:
			c.report("%s reads %s: load it", r.Name, place)
		case ok:
			c.place(place)
			if p.Access != Read {
				c.written(place)
			}
		case p.Access != Read && !handle:
			c.report("%s writes to %s, which is neither a place nor a handle", r.Name, p.Name)
		}
	}
}

func (c *checker) written(p *Place) {
	if p.Table.Keep == Input {
		c.report("%s holds data, to which nothing writes", p.Table.Name)
	}
}

// place checks the indices of a place.
func (c *checker) place(p *Place) {
	if p.Type() == nil {
		c.report("%s has no field %s", p.Table.Type, p.Field)
	}
	if len(p.Index) != len(p.Table.Dims) {
		c.report("%s has %d dimensions, and %d indices are given", p.Table.Name, len(p.Table.Dims), len(p.Index))
		return
	}
	for d, x := range p.Index {
		if x.Type() != Whole {
			c.want(x, Whole, "an index")
			continue
		}
		if !p.Known && !c.extents.within(p, d) {
			c.report("nothing shows that index %s of %s is within %s", x, p.Table.Name, p.Table.sizeText(p.Table.Dims[d].Size))
		}
	}
}

func (c *checker) part(s *Stmt, a *Part) {
	r, ok := a.Of.Type().(*Record)
	if !ok || r.Field(a.Field) < 0 {
		c.report("%s is %s: it has no field %s", a.Of, a.Of.Type(), a.Field)
		return
	}
	c.results(s, []Type{r.Fields[r.Field(a.Field)].Type})
}

func (c *checker) make(s *Stmt, a *Make) {
	if len(a.Fields) != len(a.Record.Fields) {
		c.report("%s has %d fields, and %d are given", a.Record, len(a.Record.Fields), len(a.Fields))
		return
	}
	for i, x := range a.Fields {
		c.want(x, a.Record.Fields[i].Type, "field "+a.Record.Fields[i].Name)
	}
	c.results(s, []Type{a.Record})
}

// nested checks statements with blocks.
func (c *checker) nested(s *Stmt) {
	var want []Type
	for _, v := range s.Results {
		want = append(want, v.Of)
	}
	switch a := s.Do.(type) {
	case *If:
		c.want(a.Cond, Truth, "a condition")
		c.block(a.Then, want)
		c.block(a.Else, want)
	case *Switch:
		c.want(a.On, Whole, "what a switch looks at")
		seen := map[int64]bool{}
		for _, x := range a.Cases {
			for _, v := range x.Values {
				if seen[v] {
					c.report("two cases are %d", v)
				}
				seen[v] = true
			}
			c.block(x.Block, want)
		}
		c.block(a.Default, want)
	case *For:
		c.loop(s, a)
	case *While:
		c.carry(a.Carry)
		c.block(a.Test, []Type{Truth})
		c.block(a.Body, carried(a.Carry))
		c.leave(a)
		c.results(s, carried(a.Carry))
	}
}

func (c *checker) carry(list []*Carry) {
	for _, x := range list {
		c.want(x.First, x.Of, "what "+x.Name+" begins with")
		c.define(x.Value)
		delete(c.faults, x.Value) // what it becomes is looked at where the loop gives it
	}
}

// leave takes indices and what is carried out of the scope.
func (c *checker) leave(a Action) {
	for _, v := range Locals(a) {
		delete(c.scope, v)
	}
}

func (c *checker) loop(s *Stmt, a *For) {
	if len(a.Strands) == 0 {
		c.report("a loop has no strand")
	}
	var gives []Type
	for _, strand := range a.Strands {
		if strand.List == nil {
			c.want(strand.Lo, Whole, "the first index")
			c.want(strand.Hi, Whole, "the end of the indices")
		} else {
			c.want(strand.List, Array{Whole}, "what a loop runs over")
		}
		c.define(strand.Index)
		c.carry(strand.Carry)
		c.block(strand.Body, carried(strand.Carry))
		for _, x := range strand.Carry {
			delete(c.scope, x.Value)
		}
		delete(c.scope, strand.Index)
		gives = append(gives, carried(strand.Carry)...)
	}
	c.results(s, gives)
	if a.Parallel {
		c.parallel(a)
	}
}

// parallel checks that passes do not depend on each other: they carry and draw nothing, and what
// they write to they index by the pass, all alike.
func (c *checker) parallel(a *For) {
	for _, strand := range a.Strands {
		if len(strand.Carry) > 0 {
			c.report("a parallel loop carries %s", strand.Carry[0].Name)
		}
		written := map[*Table]bool{}
		apart := map[*Table][]shift{} // by which passes have elements of their own
		strand.Body.Walk(func(s *Stmt) bool {
			e := EffectsOf(s, c.effects)
			for t := range e.Writes {
				written[t] = t.Keep != Local
			}
			if e.Draws {
				c.report("statement %d draws in a parallel loop", s.Number)
			}
			return true
		})
		strand.Body.Walk(func(s *Stmt) bool {
			if call, ok := s.Do.(*Call); ok && call.Row.Body != nil {
				e := c.effects[call.Row]
				for _, t := range c.program.Tables {
					if written[t] && (e.Reads[t] || e.Writes[t]) {
						c.report("statement %d calls what reads or writes %s, in a parallel loop that writes it", s.Number, t.Name)
					}
				}
			}
			for _, p := range Places(s.Do) {
				if !written[p.Table] {
					continue
				}
				now := c.extents.ofPass(p, strand.Index)
				if before, ok := apart[p.Table]; ok {
					now = slices.DeleteFunc(now, func(s shift) bool { return !slices.Contains(before, s) })
				}
				apart[p.Table] = now
				if len(now) == 0 {
					c.report("statement %d reads or writes %s of other passes of a parallel loop", s.Number, p.Table.Name)
				}
			}
			return true
		})
	}
}

// A shift says that an index of a dimension is that of the pass plus a number.
type shift struct {
	dim  int
	plus int64
}

// ofPass lists the dimensions by which a place is another one in each pass of a loop.
func (x *extents) ofPass(p *Place, index *Value) []shift {
	var list []shift
	layout := p.Table.Layout
	for d, o := range p.Index {
		if layout.Arrangement == ByValue || slices.Contains(layout.Along, d) {
			continue
		}
		if v, ok := o.(*Value); ok {
			if at := x.term(v); v == index || at.key == index.Name && !at.size {
				list = append(list, shift{d, at.plus})
			}
		}
	}
	return list
}

// Places returns the places that an action names.
func Places(a Action) []*Place {
	switch a := a.(type) {
	case *Load:
		return []*Place{a.From}
	case *Store:
		return []*Place{a.To}
	case *Position:
		return []*Place{a.Of}
	case *Call:
		return given(a.Args)
	case *Draw:
		return given(a.Args)
	}
	return nil
}

// given lists the places among arguments.
func given(args []Operand) []*Place {
	var list []*Place
	for _, x := range args {
		if p, ok := x.(*Place); ok {
			list = append(list, p)
		}
	}
	return list
}

// OwnPlaces gives an action copies of the places that it names: a pass that changes the place
// of one statement changes that of no other.
func OwnPlaces(a Action) {
	switch a := a.(type) {
	case *Load:
		a.From = a.From.copy()
	case *Store:
		a.To = a.To.copy()
	case *Position:
		a.Of = a.Of.copy()
	case *Call:
		a.Args = ownPlaces(a.Args)
	case *Draw:
		a.Args = ownPlaces(a.Args)
	}
}

func ownPlaces(args []Operand) []Operand {
	args = slices.Clone(args)
	for i, x := range args {
		if p, ok := x.(*Place); ok {
			args[i] = p.copy()
		}
	}
	return args
}

func (p *Place) copy() *Place {
	own := *p
	own.Index = slices.Clone(p.Index)
	return &own
}
