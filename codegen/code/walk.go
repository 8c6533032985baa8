package code

// Blocks returns the blocks of an action, in the order in which they are written.
func Blocks(a Action) []*Block {
	switch a := a.(type) {
	case *If:
		return []*Block{a.Then, a.Else}
	case *Switch:
		var list []*Block
		for _, c := range a.Cases {
			list = append(list, c.Block)
		}
		return append(list, a.Default)
	case *For:
		var list []*Block
		for _, s := range a.Strands {
			list = append(list, s.Body)
		}
		return list
	case *While:
		return []*Block{a.Test, a.Body}
	}
	return nil
}

// Operands returns what an action reads itself, without what its blocks read. The indices of
// places stand in it, and the places that are arguments of calls.
func Operands(a Action) []Operand {
	switch a := a.(type) {
	case *Call:
		var list []Operand
		for _, x := range a.Args {
			list = append(list, x)
			if p, ok := x.(*Place); ok {
				list = append(list, p.Index...)
			}
		}
		return list
	case *Apply:
		return a.Args
	case *Load:
		return a.From.Index
	case *Fill:
		return []Operand{a.Value}
	case *Store:
		return append(append([]Operand(nil), a.To.Index...), a.Value)
	case *Part:
		return []Operand{a.Of}
	case *Element:
		return []Operand{a.Of, a.Index}
	case *Length:
		return []Operand{a.Of}
	case *Position:
		return a.Of.Index
	case *Make:
		return a.Fields
	case *Fail:
		return []Operand{a.With}
	case *Draw:
		list := append([]Operand(nil), a.Index...)
		for _, x := range a.Args {
			list = append(list, x)
			if p, ok := x.(*Place); ok {
				list = append(list, p.Index...)
			}
		}
		return list
	case *If:
		return []Operand{a.Cond}
	case *Switch:
		return []Operand{a.On}
	case *For:
		var list []Operand
		for _, s := range a.Strands {
			if s.List != nil {
				list = append(list, s.List)
			} else {
				list = append(list, s.Lo, s.Hi)
			}
			list = append(list, firsts(s.Carry)...)
		}
		return list
	case *While:
		return firsts(a.Carry)
	}
	return nil
}

func firsts(carry []*Carry) []Operand {
	var list []Operand
	for _, c := range carry {
		list = append(list, c.First)
	}
	return list
}

// Walk calls f for each statement of a block and of the blocks in it, in the order in which
// they are written, until f returns false. It tells whether f always returned true.
func (b *Block) Walk(f func(*Stmt) bool) bool {
	for _, s := range b.Stmts {
		if !f(s) {
			return false
		}
		for _, inner := range Blocks(s.Do) {
			if !inner.Walk(f) {
				return false
			}
		}
	}
	return true
}

// Values returns the values of a function: parameters, results of statements, indices and what loops carry.
func (r *Row) Values() []*Value {
	var list []*Value
	for _, p := range r.Params {
		list = append(list, p.Value)
	}
	r.Body.Walk(func(s *Stmt) bool {
		list = append(append(list, s.Results...), Locals(s.Do)...)
		return true
	})
	return list
}

// Locals returns the values that an action defines for its blocks: indices and what is carried.
func Locals(a Action) []*Value {
	var list []*Value
	carried := func(carry []*Carry) {
		for _, c := range carry {
			list = append(list, c.Value)
		}
	}
	switch a := a.(type) {
	case *For:
		for _, s := range a.Strands {
			list = append(list, s.Index)
			carried(s.Carry)
		}
	case *While:
		carried(a.Carry)
	}
	return list
}

// Replace puts other operands in the place of values in a block and the blocks in it.
func Replace(b *Block, by map[*Value]Operand) {
	list := func(xs []Operand) {
		for i, x := range xs {
			if v, ok := x.(*Value); ok && by[v] != nil {
				xs[i] = by[v]
			}
		}
	}
	one := func(x *Operand) {
		if v, ok := (*x).(*Value); ok && by[v] != nil {
			*x = by[v]
		}
	}
	carry := func(cs []*Carry) {
		for _, c := range cs {
			one(&c.First)
		}
	}
	b.Walk(func(s *Stmt) bool {
		for _, p := range Places(s.Do) {
			list(p.Index)
		}
		for _, inner := range Blocks(s.Do) {
			list(inner.Gives)
		}
		switch a := s.Do.(type) {
		case *Call:
			list(a.Args)
		case *Apply:
			list(a.Args)
		case *Fill:
			one(&a.Value)
		case *Store:
			one(&a.Value)
		case *Part:
			one(&a.Of)
		case *Element:
			one(&a.Of)
			one(&a.Index)
		case *Length:
			one(&a.Of)
		case *Make:
			list(a.Fields)
		case *Fail:
			one(&a.With)
		case *Draw:
			list(a.Index)
			list(a.Args)
		case *If:
			one(&a.Cond)
		case *Switch:
			one(&a.On)
		case *For:
			for _, strand := range a.Strands {
				if strand.List != nil {
					one(&strand.List)
				} else {
					one(&strand.Lo)
					one(&strand.Hi)
				}
				carry(strand.Carry)
			}
		case *While:
			carry(a.Carry)
		}
		return true
	})
	list(b.Gives)
}
