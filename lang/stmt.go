package lang

// statements reads until the } of the block, or the end.
func (p *parser) statements() []Stmt {
	list := []Stmt{}
	for {
		for p.tok.kind == tokenLine || p.tok.is(";") {
			p.next()
		}
		if p.tok.kind == tokenEnd || p.stopped {
			return list
		}
		if p.tok.is("}") {
			if p.blocks > 0 {
				return list
			}
			if p.strays > 0 {
				p.strays--
			} else {
				p.errorf(p.at(), CodeUnclosed, "this } closes nothing")
			}
			p.skipped(0) // what it was to close is not known
			p.next()
			continue
		}
		from := p.tok.from
		s, ok := p.statement()
		if ok {
			list = append(list, s)
			if draw, is := s.(*Sample); is && p.tok.kind == tokenName && p.tok.text == "censored" {
				var within []Stmt
				within, ok = p.censored(draw)
				list = append(list, within...)
			}
			ok = ok && p.endStatement(s)
		}
		if !ok {
			p.recover()
			if p.tok.from == from && p.tok.kind != tokenEnd && !p.tok.is("}") {
				p.next() // never stay
			}
			p.skipped(from)
		}
	}
}

// endStatement checks that nothing follows a statement on its line.
func (p *parser) endStatement(s Stmt) bool {
	switch s.(type) {
	case *For, *If, *Switch, *Repeat:
		return true // a block ends its statement
	}
	if p.tok.kind == tokenLine || p.tok.kind == tokenEnd || p.tok.is(";") || p.tok.is("}") {
		return true
	}
	d := p.unexpected("the end of the statement")
	if d.Hint != "" || d.Code != CodeSyntax {
		return false
	}
	switch t := p.tok; {
	case t.is("if"):
		if a, ok := s.(*Assign); ok {
			d.WithHint("%s", p.lateChoiceHint(a))
			return false
		}
		d.WithHint("put each statement on a line of its own, or ; between")
	case t.kind == tokenName && endsInNot(s):
		d.WithHint("write !%s", t.text)
	case t.is(")") || t.is("]"):
		d.Code, d.Message = CodeUnclosed, "this "+t.text+" closes nothing"
	case t.is("~"):
		d.WithHint("write observe e ~ d to say that the value of an expression is a draw")
	case t.kind == tokenName && t.text == "T":
		d.WithHint("write truncated(d, low, high) in place of the distribution d")
	case t.kind == tokenName && (t.text == "I" || t.text == "C"):
		d.WithHint("write censored(low, high)")
	case t.kind == tokenName && (t.text == "and" || t.text == "or"):
		d.WithHint("write %s", map[string]string{"and": "&&", "or": "||"}[t.text])
	case t.kind == tokenName || t.kind == tokenKeyword:
		d.WithHint("put each statement on a line of its own, or ; between")
	}
	return false
}

// endsInNot tells whether the value of a definition is the word not, of other languages.
func endsInNot(s Stmt) bool {
	a, ok := s.(*Assign)
	if !ok {
		return false
	}
	n, ok := a.Value.(*Name)
	return ok && n.Name == "not"
}

// block reads { statements }.
func (p *parser) block() ([]Stmt, bool) {
	if p.tooDeep() {
		return nil, false
	}
	open := p.tok
	p.next()
	p.nesting++
	p.blocks++
	list := p.statements()
	p.blocks--
	p.nesting--
	if p.stopped {
		return list, false
	}
	if !p.tok.is("}") {
		p.errorf(p.pos(open.from), CodeUnclosed, "this { is not closed")
		p.stop()
		return list, false
	}
	p.next()
	return list, true
}

// body reads the block of a statement whose head has been read.
func (p *parser) body(head string) ([]Stmt, bool) {
	if p.tok.kind == tokenLine { // { may stand on the next line
		if t := p.afterLines(); t.is("{") {
			p.seek(t.from)
		}
	}
	if !p.tok.is("{") {
		d := p.unexpected(`"{"`)
		if d.Code == CodeSyntax && d.Hint == "" {
			d.WithHint("what belongs to %s stands in { }", head)
		}
		if p.tok.kind == tokenLine || p.tok.kind == tokenEnd || p.closesLine() {
			p.strays++
		}
		return nil, false
	}
	return p.block()
}

// closesLine reports whether the rest of the line has a } whose { is missing.
func (p *parser) closesLine() bool {
	depth := 0
	for t := p.tok; ; t = scan(p.text, t.to) {
		switch {
		case t.kind == tokenLine || t.kind == tokenEnd:
			return false
		case t.is("{"):
			depth++
		case t.is("}"):
			if depth--; depth < 0 {
				return true
			}
		}
	}
}

// afterLines is the first token of the lines after this one.
func (p *parser) afterLines() token {
	t := p.tok
	for t.kind == tokenLine {
		t = scan(p.text, t.to)
	}
	return t
}

func (p *parser) statement() (Stmt, bool) {
	at := p.at()
	if p.tok.kind == tokenKeyword {
		switch p.tok.text {
		case "for":
			return p.forStatement(at)
		case "if":
			return p.ifStatement(at)
		case "switch":
			on, body, ok := p.headed("switch", "(z)")
			return &Switch{At: at, On: on, Body: body}, ok
		case "repeat":
			count, body, ok := p.headed("repeat", "(n)")
			return &Repeat{At: at, Count: count, Body: body}, ok
		case "observe":
			return p.observe(at)
		case "else":
			p.errorf(at, CodeSyntax, "else without an if").
				WithHint("else follows the } of an if, on the same line or the next")
			p.next()
			return nil, false
		}
	}
	if p.tok.is("{") {
		p.errorf(at, CodeSyntax, "a block without a head").
			WithHint("a block belongs to for, if, switch or repeat")
		return nil, false
	}
	return p.definition(at)
}

// headed reads word (expr) { body }.
func (p *parser) headed(word, example string) (head Expr, body []Stmt, ok bool) {
	p.next()
	if !p.tok.is("(") {
		p.noHead(word, example)
		return nil, nil, false
	}
	p.openBracket()
	if head, _, ok = p.expr(bindAny); !ok {
		return nil, nil, false
	}
	if p.tok.is("=") {
		p.unexpected(`an operator or ")"`).WithHint("write == to compare")
		return nil, nil, false
	}
	if !p.closeBracket(`an operator or ")"`) {
		return nil, nil, false
	}
	body, ok = p.body(word)
	return head, body, ok
}

func (p *parser) noHead(word, example string) {
	if d := p.unexpected(`"(" after ` + word); d.Hint == "" {
		d.WithHint("write %s %s { ... }", word, example)
	}
}

func (p *parser) forStatement(at Pos) (Stmt, bool) {
	f := &For{At: at}
	p.next()
	if !p.tok.is("(") {
		p.noHead("for", "(i in R)")
		return nil, false
	}
	p.openBracket()
	var ok bool
	if f.Index, f.Domain, ok = p.indexIn(); !ok {
		return nil, false
	}
	if p.tok.is(",") {
		p.errorf(p.at(), CodeSyntax, "a loop runs over one index").
			WithHint("nest them: for (i in R) { for (j in S) { ... } }")
		return nil, false
	}
	if !p.closeBracket(`")"`) {
		return nil, false
	}
	f.Body, ok = p.body("for")
	return f, ok
}

func (p *parser) ifStatement(at Pos) (Stmt, bool) {
	first := &If{At: at}
	levels := 0
	defer func() { p.nesting -= levels }()
	for s := first; ; {
		var ok bool
		if s.Cond, s.Then, ok = p.headed("if", "(c)"); !ok {
			return nil, false
		}
		if !p.acceptElse() {
			return first, true
		}
		if !p.tok.is("if") {
			s.Else, ok = p.body("else")
			return first, ok
		}
		if p.tooDeep() {
			return nil, false
		}
		p.nesting++
		levels++
		inner := &If{At: p.at()}
		s.Else = []Stmt{inner}
		s = inner
	}
}

// acceptElse goes past else, which may stand on a line of its own.
func (p *parser) acceptElse() bool {
	if t := p.afterLines(); t.is("else") {
		p.seek(t.from)
		p.next()
		return true
	}
	return false
}

func (p *parser) observe(at Pos) (Stmt, bool) {
	s := &Observe{At: at}
	p.next()
	var ok bool
	if s.Value, _, ok = p.expr(bindAny); !ok {
		return nil, false
	}
	if p.accept("~") {
		if s.Dist, ok = p.dist(); !ok {
			return nil, false
		}
		return s, true
	}
	if p.tok.is("=") || p.tok.is("<-") {
		hint := "write == to compare"
		if p.tok.is("<-") {
			hint = "to compare with a negative number write a space: x < -1"
		}
		p.errorf(p.at(), CodeSyntax, "observe takes a condition, not a definition").
			WithHint("%s", hint)
		return nil, false
	}
	return s, true
}
