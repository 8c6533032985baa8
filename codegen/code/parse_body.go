package code

import (
	"math"
	"strconv"
	"strings"
)

// keywords cannot be names of values, tables, rows and the like.
var keywords = map[string]bool{
	"give": true, "if": true, "else": true, "switch": true, "case": true, "default": true,
	"for": true, "parallel": true, "up": true, "down": true, "in": true, "beside": true,
	"carry": true, "while": true, "do": true, "fail": true, "fill": true, "draw": true, "len": true, "position": true,
	"true": true, "false": true, "none": true, "inf": true, "nan": true,
	"floor": true, "within": true, "real": true,
}

// body reads the body of a function, whose tokens begin at start.
func (p *parser) body(r *Row, start int) {
	p.at, p.values = start, map[string]*Value{}
	for _, param := range r.Params {
		p.values[param.Name] = param.Value
	}
	p.want("{")
	p.want("\n")
	r.Body = p.block()
	p.want("}")
}

// block reads statements, and what the block gives, up to the line that ends it.
func (p *parser) block() *Block {
	b := &Block{}
	for {
		switch p.peek().text {
		case "}", "case", "default":
			return b
		case "give":
			p.next()
			b.Gives = p.list("\n")
			return b
		}
		b.Stmts = append(b.Stmts, p.stmt())
	}
}

// list reads operands up to an end, which it takes.
func (p *parser) list(end string) []Operand {
	var list []Operand
	for !p.accept(end) {
		if len(list) > 0 {
			p.want(",")
		}
		list = append(list, p.operand())
	}
	return list
}

// operand reads a value, a constant, or a place behind &.
func (p *parser) operand() Operand {
	if p.accept("&") {
		t := p.name("a table")
		return p.place(t)
	}
	negative := p.accept("-")
	t := p.next()
	switch {
	case t.number() || negative || t.text == "inf" || t.text == "nan":
		return p.numeral(t, negative)
	case t.text == "true" || t.text == "false":
		return Constant{Of: Truth, Truth: t.text == "true"}
	case t.text == "none":
		return None
	case !t.name():
		p.fail(t, "%s stands where a value is wanted", t)
	}
	v := p.values[t.text]
	if v == nil {
		p.fail(t, "there is no value %s here", t)
	}
	return v
}

func (p *parser) numeral(t token, negative bool) Constant {
	c := Constant{Of: Real}
	switch {
	case t.text == "inf":
		c.Real = math.Inf(1)
	case t.text == "nan":
		c.Real = math.NaN()
	case t.number() && strings.ContainsAny(t.text, ".eE"):
		x, err := strconv.ParseFloat(t.text, 64)
		if err != nil {
			p.fail(t, "%s is no real number", t)
		}
		c.Real = x
	case t.number():
		text := t.text
		if negative {
			text = "-" + text
		}
		n, err := strconv.ParseInt(text, 10, 64)
		if err != nil {
			p.fail(t, "%s is no whole number of 64 bits", text)
		}
		return Constant{Of: Whole, Whole: n}
	default:
		p.fail(t, "%s stands where a number is wanted", t)
	}
	if negative {
		c.Real = -c.Real
	}
	return c
}

// place reads the indices and the field of a table.
func (p *parser) place(name token) *Place {
	place := &Place{Table: p.program.Table(name.text)}
	if place.Table == nil {
		p.fail(name, "there is no table %s", name)
	}
	p.want("[")
	place.Index = p.list("]")
	place.Known = p.accept("!")
	if p.accept(".") {
		field := p.name("a field")
		place.Field = field.text
		if place.Type() == nil {
			p.fail(field, "%s has no field %s", place.Table.Type, field)
		}
	}
	return place
}

// define makes a value.
func (p *parser) define(t token, typ Type) *Value {
	switch {
	case keywords[t.text]:
		p.fail(t, "%s is a word of the language, and no name", t)
	case p.values[t.text] != nil:
		p.fail(t, "there is a value %s", t)
	}
	v := &Value{t.text, typ}
	p.values[t.text] = v
	return v
}

// stmt reads a statement with its number, results, action and origin.
func (p *parser) stmt() *Stmt {
	s := &Stmt{}
	if p.peek().number() {
		s.Number = int(p.whole("the number of a statement"))
	}
	first := p.peek()
	if first.name() && p.tokens[p.at+1].text == "[" && p.stores() {
		p.next()
		to := p.place(first)
		p.want("=")
		s.Do = &Store{to, p.operand()}
		p.origin(s)
		return s
	}
	results := p.results()
	t := p.peek()
	var types []Type
	s.Do, types = p.action(s)
	if len(results) != len(types) {
		p.fail(t, "the statement gives %d values, and %d are named", len(types), len(results))
	}
	for i, r := range results {
		s.Results = append(s.Results, p.define(r, types[i]))
	}
	if Blocks(s.Do) == nil {
		p.origin(s)
	}
	return s
}

// stores tells whether the line is a place, = and a value.
func (p *parser) stores() bool {
	depth := 0
	for _, t := range p.tokens[p.at:] {
		switch t.text {
		case "[":
			depth++
		case "]":
			depth--
		case "=":
			return depth == 0
		case "\n", "", "(", "{":
			return false
		}
	}
	return false
}

// results reads names and =, if the line begins so.
func (p *parser) results() []token {
	var list []token
	for at := p.at; p.tokens[at].name(); at += 2 {
		list = append(list, p.tokens[at])
		switch p.tokens[at+1].text {
		case "=":
			p.at = at + 2
			return list
		case ",":
			continue
		}
		break
	}
	return nil
}

// origin reads where a statement comes from, and the end of its line.
func (p *parser) origin(s *Stmt) {
	if p.accept("@") {
		s.Origin.Line = int(p.whole("a line of the model"))
	}
	if p.accept("#") {
		s.Origin.Update = p.name("an update").text
	}
	p.want("\n")
}

func types(list []Operand) []Type {
	var types []Type
	for _, x := range list {
		types = append(types, x.Type())
	}
	return types
}

// action reads what a statement does, and says of which types its results are.
func (p *parser) action(s *Stmt) (Action, []Type) {
	t := p.peek()
	switch t.text {
	case "if", "switch", "for", "while":
		p.next()
		return p.blocks(t, s)
	case "fail":
		p.next()
		return &Fail{p.operand()}, nil
	case "fill":
		p.next()
		name := p.name("a table")
		table := p.program.Table(name.text)
		if table == nil {
			p.fail(name, "there is no table %s", name)
		}
		p.want("=")
		return &Fill{table, p.operand()}, nil
	case "draw":
		p.next()
		return p.draw()
	case "len":
		p.next()
		p.want("(")
		of := p.operand()
		p.want(")")
		return &Length{of}, []Type{Whole}
	case "position":
		p.next()
		p.want("(")
		place := p.place(p.name("a table"))
		p.want(")")
		return &Position{place}, []Type{Whole}
	case "!":
		p.next()
		return p.apply(t, p.operand())
	case "-":
		if after := p.tokens[p.at+1]; !after.number() && after.text != "inf" && after.text != "nan" {
			p.next()
			return p.apply(t, p.operand())
		}
	}
	after := p.tokens[p.at+1].text
	switch {
	case t.name() && after == "(":
		p.at += 2
		args := p.list(")")
		if r := p.program.Row(t.text); r != nil {
			return &Call{r, args}, r.Results
		}
		return p.apply(t, args...)
	case t.name() && after == "{":
		return p.make()
	case t.name() && after == "[" && p.values[t.text] == nil:
		p.next()
		place := p.place(t)
		return &Load{place}, []Type{place.Type()}
	}
	return p.after(t, p.operand())
}

// after reads an action that begins with an operand, of which t is the first token.
func (p *parser) after(t token, x Operand) (Action, []Type) {
	op := p.next()
	switch op.text {
	case "[":
		index := p.operand()
		p.want("]")
		a, ok := x.Type().(Array)
		if !ok {
			p.fail(t, "%s is %s: it has no elements", x, x.Type())
		}
		return &Element{x, index}, []Type{a.Elem}
	case ".":
		field := p.name("a field")
		r, ok := x.Type().(*Record)
		if !ok || r.Field(field.text) < 0 {
			p.fail(field, "%s has no field %s", x.Type(), field)
		}
		return &Part{x, field.text}, []Type{r.Fields[r.Field(field.text)].Type}
	case "\n":
		p.fail(t, "%s has a name already", x)
	}
	return p.apply(op, x, p.operand())
}

// apply finds the operation of a symbol.
func (p *parser) apply(symbol token, args ...Operand) (Action, []Type) {
	o := FindOperation(symbol.text, types(args)...)
	if o == nil {
		var names []string
		for _, t := range types(args) {
			names = append(names, t.String())
		}
		p.fail(symbol, "there is no %s of %s", symbol, strings.Join(names, " and "))
	}
	return &Apply{o, args}, []Type{o.Result}
}

func (p *parser) make() (Action, []Type) {
	t := p.next()
	r, ok := p.findType(t.text).(*Record)
	if !ok {
		p.fail(t, "there is no record %s", t)
	}
	p.want("{")
	return &Make{r, p.list("}")}, []Type{r}
}

func (p *parser) draw() (Action, []Type) {
	d := &Draw{Address: p.name("an address").text}
	p.want("[")
	d.Index = p.list("]")
	p.want("~")
	t := p.name("a distribution")
	d.Row = p.program.Row(t.text)
	if d.Row == nil {
		p.fail(t, "there is no row %s", t)
	}
	p.want("(")
	d.Args = p.list(")")
	return d, d.Row.Results
}

// Keyword tells whether a name is a word of the language.
func Keyword(name string) bool { return keywords[name] }
