package code

// open reads the { that opens the blocks of a statement, with what stands on its line.
func (p *parser) open(s *Stmt) {
	p.want("{")
	p.origin(s)
}

// blocks reads a statement that has blocks.
func (p *parser) blocks(keyword token, s *Stmt) (Action, []Type) {
	switch keyword.text {
	case "if":
		a := &If{Cond: p.operand(), Else: &Block{}}
		p.open(s)
		a.Then = p.block()
		p.want("}")
		if p.accept("else") {
			p.want("{")
			p.want("\n")
			a.Else = p.block()
			p.want("}")
		}
		p.want("\n")
		return a, types(a.Then.Gives)
	case "switch":
		return p.cases(s)
	case "while":
		a := &While{}
		a.Carry = p.carry()
		p.open(s)
		a.Test = p.block()
		p.want("}")
		p.want("do")
		p.want("{")
		p.want("\n")
		a.Body = p.block()
		p.want("}")
		p.want("\n")
		return a, carried(a.Carry)
	}
	a := &For{Parallel: p.accept("parallel")}
	var types []Type
	for {
		strand := p.strand()
		if len(a.Strands) == 0 {
			p.open(s)
		} else {
			p.want("{")
			p.want("\n")
		}
		strand.Body = p.block()
		p.want("}")
		a.Strands = append(a.Strands, strand)
		types = append(types, carried(strand.Carry)...)
		if !p.accept("beside") {
			break
		}
	}
	p.want("\n")
	return a, types
}

func (p *parser) cases(s *Stmt) (Action, []Type) {
	a := &Switch{On: p.operand(), Default: &Block{}}
	p.open(s)
	for p.accept("case") {
		c := &Case{Values: []int64{p.whole("a value")}}
		for p.accept(",") {
			c.Values = append(c.Values, p.whole("a value"))
		}
		p.want(":")
		p.want("\n")
		c.Block = p.block()
		a.Cases = append(a.Cases, c)
	}
	p.want("default")
	p.want(":")
	p.want("\n")
	a.Default = p.block()
	p.want("}")
	p.want("\n")
	return a, types(a.Default.Gives)
}

// strand reads the head of a loop. Its first and last index are read before the index is
// known, and what it carries first before what it carries.
func (p *parser) strand() *Strand {
	index := p.name("an index")
	s := &Strand{}
	switch t := p.next(); t.text {
	case "in":
		s.List = p.operand()
	case "up", "down":
		s.Down = t.text == "down"
		s.Lo = p.operand()
		p.want("..")
		s.Hi = p.operand()
	default:
		p.fail(t, "%s stands where up, down or in is wanted", t)
	}
	s.Carry = p.carry()
	s.Index = p.define(index, Whole)
	return s
}

// carry reads what a loop carries, if anything.
func (p *parser) carry() []*Carry {
	if !p.accept("carry") {
		return nil
	}
	p.want("(")
	var list []*Carry
	var names []token
	for !p.accept(")") {
		if len(list) > 0 {
			p.want(",")
		}
		names = append(names, p.name("what is carried"))
		c := &Carry{Value: &Value{Of: p.typ()}}
		p.want("=")
		c.First = p.operand()
		list = append(list, c)
	}
	for i, c := range list {
		c.Value = p.define(names[i], c.Of)
	}
	return list
}

func carried(list []*Carry) []Type {
	var types []Type
	for _, c := range list {
		types = append(types, c.Of)
	}
	return types
}
