package code

import (
	"fmt"
	"strconv"
)

// Parse reads a program as String writes it. An error names the line and the column of file.
// What is read is well formed, and not yet checked: see Check.
func Parse(file, text string) (*Program, error) {
	tokens, err := lex(file, text)
	if err != nil {
		return nil, err
	}
	p := &parser{file: file, tokens: tokens, program: &Program{}}
	if err := p.parse(); err != nil {
		return nil, err
	}
	return p.program, nil
}

// A parser reads tokens. Errors are thrown as syntaxError, which parse catches.
type parser struct {
	file    string
	tokens  []token
	at      int
	program *Program
	values  map[string]*Value // of the function that is read
}

type syntaxError struct{ error }

func (p *parser) fail(t token, format string, args ...any) {
	panic(syntaxError{fmt.Errorf("%s:%d:%d: %s", p.file, t.line, t.column, fmt.Sprintf(format, args...))})
}

func (p *parser) peek() token { return p.tokens[p.at] }

func (p *parser) next() token {
	t := p.tokens[p.at]
	if t.text != "" {
		p.at++
	}
	return t
}

// accept reads a token if it is the one given.
func (p *parser) accept(text string) bool {
	if p.peek().text != text {
		return false
	}
	p.at++
	return true
}

func (p *parser) want(text string) token {
	t := p.next()
	if t.text != text {
		p.fail(t, "%s stands where %s is wanted", t, token{text: text})
	}
	return t
}

func (p *parser) name(what string) token {
	t := p.next()
	if !t.name() {
		p.fail(t, "%s stands where the name of %s is wanted", t, what)
	}
	return t
}

func (p *parser) whole(what string) int64 {
	negative := p.accept("-")
	t := p.next()
	text := t.text
	if negative {
		text = "-" + text
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		p.fail(t, "%s stands where %s is wanted", t, what)
	}
	return n
}

// parse reads declarations, then the bodies: a body may speak of all rows.
func (p *parser) parse() (err error) {
	defer func() {
		if r := recover(); r != nil {
			s, ok := r.(syntaxError)
			if !ok {
				panic(r)
			}
			err = s.error
		}
	}()
	p.want("program")
	p.program.Name = p.name("the program").text
	p.want("\n")
	var bodies []func()
	for p.peek().text != "" {
		switch t := p.next(); t.text {
		case "record":
			p.record()
		case "handle":
			p.program.Handles = append(p.program.Handles, Handle{p.name("a handle").text})
		case "table":
			p.table()
		case "row", "func":
			r := p.head()
			if t.text == "func" {
				start := p.at
				p.skip()
				bodies = append(bodies, func() { p.body(r, start) })
			}
		default:
			p.fail(t, "%s stands where record, handle, table, row or func is wanted", t)
		}
		p.want("\n")
	}
	for _, body := range bodies {
		body()
	}
	p.numberStatements()
	return nil
}

// numberStatements gives numbers to the statements that have none.
func (p *parser) numberStatements() {
	each := func(f func(*Stmt) bool) {
		for _, r := range p.program.Rows {
			if r.Body != nil {
				r.Body.Walk(f)
			}
		}
	}
	each(func(s *Stmt) bool {
		p.program.Statements = max(p.program.Statements, s.Number)
		return true
	})
	each(func(s *Stmt) bool {
		if s.Number == 0 {
			p.program.Statements++
			s.Number = p.program.Statements
		}
		return true
	})
}

// skip reads a body without looking into it.
func (p *parser) skip() {
	open := p.want("{")
	for depth := 1; depth > 0; {
		switch t := p.next(); t.text {
		case "{":
			depth++
		case "}":
			depth--
		case "":
			p.fail(open, "the body has no end: } is missing")
		}
	}
}

func (p *parser) record() {
	t := p.name("a record")
	if p.findType(t.text) != nil {
		p.fail(t, "there is a type %s", t)
	}
	r := &Record{Name: t.text}
	if s := p.peek(); s.name() {
		for sort, name := range sortNames {
			if s.text == name {
				r.Sort = Sort(sort)
			}
		}
		if r.Sort == Plain {
			p.fail(s, "a record is a message, a total or moments, and not %s", s)
		}
		p.next()
	}
	p.want("{")
	for !p.accept("}") {
		if len(r.Fields) > 0 {
			p.want(",")
		}
		f := p.name("a field")
		if r.Field(f.text) >= 0 {
			p.fail(f, "there is a field %s", f)
		}
		r.Fields = append(r.Fields, Field{f.text, p.typ()})
	}
	p.program.Records = append(p.program.Records, r)
}

func (p *parser) findType(name string) Type {
	for i, basic := range basicNames {
		if name == basic {
			return Basic(i)
		}
	}
	for _, r := range p.program.Records {
		if r.Name == name {
			return r
		}
	}
	for _, h := range p.program.Handles {
		if h.Name == name {
			return h
		}
	}
	return nil
}

// typ reads a type: a name and as many [] as it has dimensions.
func (p *parser) typ() Type {
	t := p.name("a type")
	typ := p.findType(t.text)
	if typ == nil {
		p.fail(t, "there is no type %s", t)
	}
	for p.peek().text == "[" && p.tokens[p.at+1].text == "]" {
		p.at += 2
		typ = Array{typ}
	}
	return typ
}

// head reads a row without its body.
func (p *parser) head() *Row {
	t := p.name("a row")
	if p.program.Row(t.text) != nil {
		p.fail(t, "there is a row %s", t)
	}
	r := &Row{Name: t.text}
	p.want("(")
	for !p.accept(")") {
		if len(r.Params) > 0 {
			p.want(",")
		}
		param := &Param{Value: &Value{Name: p.name("a parameter").text}}
		for access, word := range accessNames {
			if word != "" && p.accept(word) {
				param.Access = Access(access)
			}
		}
		param.Of = p.typ()
		r.Params = append(r.Params, param)
	}
	switch {
	case p.accept("("):
		for !p.accept(")") {
			if len(r.Results) > 0 {
				p.want(",")
			}
			r.Results = append(r.Results, p.typ())
		}
	case p.peek().name():
		r.Results = []Type{p.typ()}
	}
	p.program.Rows = append(p.program.Rows, r)
	return r
}
