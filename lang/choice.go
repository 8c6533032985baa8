package lang

import "fmt"

// choiceHint says how a value that depends on a condition is written, as
// if c then a else b of other languages, which begins at the current token.
func (p *parser) choiceHint() string {
	name, here := "v", ", and v here"
	if p.defined != nil && p.tok.from == p.value {
		name, here = p.defined.String(), ""
	}
	q := p.apart()
	q.next()
	c, ok := q.condition()
	if q.tok.kind == tokenName && q.tok.text == "then" {
		q.next()
	}
	if ok {
		if then, ok := q.alternative(); ok && q.accept("else") {
			if other, ok := q.alternative(); ok {
				return choice(c.String(), name, then.String(), other.String()) + here
			}
		}
	}
	return choice("c", name, "a", "b") + here
}

// lateChoiceHint is the same of a if c else b, of which a has been read as the value of a
// definition, and the if is the current token.
func (p *parser) lateChoiceHint(s *Assign) string {
	q := p.apart()
	q.next()
	if c, _, ok := q.expr(bindAny); ok && q.accept("else") {
		if other, _, ok := q.expr(bindAny); ok {
			return choice(c.String(), s.Target.String(), s.Value.String(), other.String())
		}
	}
	return choice("c", s.Target.String(), "a", "b")
}

func choice(c, name, a, b string) string {
	return fmt.Sprintf("write if (%[1]s) { %[2]s = %[3]s } else { %[2]s = %[4]s }", c, name, a, b)
}

// apart is a parser at the same place that reports nothing.
func (p *parser) apart() *parser {
	return &parser{fragment: p.fragment, report: &Collector{}, quiet: true, tok: p.tok, last: p.last, nesting: p.nesting, oneItem: p.oneItem,
		open: append([]token{}, p.open...)}
}

// alternative reads a value, perhaps in braces.
func (p *parser) alternative() (Expr, bool) {
	braces := p.accept("{")
	x, _, ok := p.expr(bindAny)
	return x, ok && (!braces || p.accept("}"))
}

// skipChoice goes past what an if begins where a value is wanted: to the end of the line, or
// of the lines that its braces span.
func (p *parser) skipChoice() {
	p.open = nil
	p.seek(p.tok.from)
	for depth := 0; p.tok.kind != tokenEnd; p.next() {
		switch {
		case p.tok.is("{"):
			depth++
		case p.tok.is("}") && depth > 0:
			depth--
		case depth == 0 && (p.tok.kind == tokenLine || p.tok.is(";") || p.tok.is("}")):
			return
		}
	}
}

// condition reads what is chosen by, of which the brackets may be left out.
func (p *parser) condition() (Expr, bool) {
	if !p.tok.is("(") {
		x, _, ok := p.expr(bindAny)
		return x, ok
	}
	p.openBracket()
	x, _, ok := p.expr(bindAny)
	return x, ok && p.closeBracket(`")"`)
}
