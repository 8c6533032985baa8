package code

// table reads the declaration of a table.
func (p *parser) table() {
	name := p.name("a table")
	if p.program.Table(name.text) != nil {
		p.fail(name, "there is a table %s", name)
	}
	t := &Table{Name: name.text, Type: p.typ()}
	if p.accept("<") {
		t.Bound = p.size(t)
	}
	if p.accept("[") {
		for {
			index := p.name("an index")
			if t.dim(index.text) >= 0 {
				p.fail(index, "there is an index %s", index)
			}
			p.want("<")
			t.Dims = append(t.Dims, &Dim{Index: index.text, Size: p.size(t)})
			if p.accept("]") {
				break
			}
			p.want(",")
		}
	}
	for keep, word := range keepNames {
		if Keep(keep) != Scratch && p.accept(word) {
			t.Keep = Keep(keep)
		}
	}
	if p.peek().name() {
		p.layout(t)
	}
	p.program.Tables = append(p.program.Tables, t)
}

// dim returns the dimension with an index, or -1.
func (t *Table) dim(index string) int {
	for i, d := range t.Dims {
		if d.Index == index {
			return i
		}
	}
	return -1
}

// size reads a size: a constant, or an element of a table at indices of dimensions of t.
func (p *parser) size(t *Table) *Size {
	if !p.peek().name() {
		return &Size{Constant: p.whole("a size")}
	}
	name := p.next()
	s := &Size{Table: p.program.Table(name.text)}
	if s.Table == nil {
		p.fail(name, "there is no table %s", name)
	}
	p.want("[")
	for !p.accept("]") {
		if len(s.At) > 0 {
			p.want(",")
		}
		index := p.name("an index")
		d := t.dim(index.text)
		if d < 0 {
			p.fail(index, "no dimension before has the index %s", index)
		}
		s.At = append(s.At, d)
	}
	return s
}

func (p *parser) layout(t *Table) {
	word := p.next()
	for a, name := range arrangementNames {
		if word.text == name {
			t.Layout.Arrangement = Arrangement(a)
		}
	}
	switch t.Layout.Arrangement {
	case Dense:
		p.fail(word, "a table is packed, shared, byvalue or sparse, and not %s", word)
	case Packed:
		return
	}
	p.want("(")
	if t.Layout.Arrangement == Shared {
		for !p.accept(")") {
			if len(t.Layout.Along) > 0 {
				p.want(",")
			}
			index := p.name("an index")
			d := t.dim(index.text)
			if d < 0 {
				p.fail(index, "%s has no index %s", t.Name, index)
			}
			t.Layout.Along = append(t.Layout.Along, d)
		}
		return
	}
	of := p.name("a table")
	t.Layout.Of = p.program.Table(of.text)
	if t.Layout.Of == nil {
		p.fail(of, "there is no table %s", of)
	}
	p.want(")")
}
