package bugs

import (
	"math"
	"strconv"
	"strings"

	"mpc/lang"
)

// rest reads :hi behind lo, with the meaning that the dialect gives to an operator in it.
func (p *parser) rest(lo Expr) Range {
	r := Range{At: p.tok.at, Lo: lo}
	p.next()
	if r.Hi = p.expr(0); r.Hi == nil {
		return r
	}
	b, ok := r.Hi.(*Binary)
	if !ok || b.Closed {
		return r
	}
	written := within(r.Lo, bindTight)
	if p.dialect == BUGS {
		p.report.Warnf(b.At, lang.CodeSyntax, "%s:%s is %s, as in BUGS; JAGS reads (%s:%s) %s %s", written, r.Hi, Range{Lo: r.Lo, Hi: r.Hi}, written, b.X, b.Op, b.Y).
			WithHint("brackets say which is meant; --dialect jags reads it as JAGS does")
		return r
	}
	var each func(b *Binary, end Expr) Expr
	each = func(b *Binary, end Expr) Expr {
		x := end
		if left, ok := b.X.(*Binary); ok && !left.Closed {
			x = each(left, end)
		}
		return &Binary{At: b.At, Op: b.Op, X: x, Y: b.Y}
	}
	r.Lo = each(b, r.Lo)
	return r
}

// ends warns of a range of numbers that is empty.
func (p *parser) ends(r Range, loop bool) {
	lo, ok := r.Lo.(*Number)
	hi, okay := r.Hi.(*Number)
	if ok && okay && hi.Value < lo.Value {
		d := p.report.Warnf(r.At, lang.CodeIndex, "%s is empty: a range counts upward", r)
		if loop {
			d.WithHint("%s:%s is what counts over these; the order of statements has no meaning in BUGS", hi, lo)
		}
	}
}

// expr reads an expression of operators that bind at least so tightly; nil after a mistake.
func (p *parser) expr(least int) Expr {
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.report.Errorf(p.tok.at, lang.CodeTooDeep, "nested more than %d deep", maxDepth)
		return nil
	}
	x := p.prefix()
	for x != nil && p.tok.kind == tokenSymbol {
		op := p.tok
		b := binding(op.text)
		if b == 0 || b < least {
			break
		}
		p.next()
		right := b + 1
		if op.text == "^" {
			right = bindMinus
		}
		y := p.expr(right)
		if y == nil {
			return nil
		}
		x = &Binary{At: op.at, Op: op.text, X: x, Y: y}
	}
	return x
}

func (p *parser) prefix() Expr {
	t := p.tok
	switch {
	case t.is("-") || t.is("+"):
		p.next()
		x := p.expr(bindMinus)
		if x == nil || t.is("+") {
			return x
		}
		return &Unary{At: t.at, Op: "-", X: x}
	case t.is("!"):
		p.next()
		if x := p.expr(bindNot); x != nil {
			return &Unary{At: t.at, Op: "!", X: x}
		}
		return nil
	case t.is("("):
		p.next()
		x := p.expr(0)
		if x == nil || !p.take(")") {
			return nil
		}
		if b, ok := x.(*Binary); ok {
			b.Closed = true
		}
		return x
	case t.kind == tokenNumber:
		p.next()
		v, err := strconv.ParseFloat(strings.TrimSuffix(t.text, "L"), 64)
		if err != nil || math.IsInf(v, 0) {
			p.report.Errorf(t.at, lang.CodeNumber, "%s is no number that can be computed with", clip(t.text))
			return nil
		}
		return &Number{At: t.at, Value: v, Text: t.text}
	case t.kind == tokenName && p.ahead().is("("):
		return p.call()
	case t.kind == tokenName:
		return p.ref()
	}
	p.unexpected("an expression")
	return nil
}

func (p *parser) call() Expr {
	c, named := &Call{At: p.tok.at, Fun: p.tok.text}, p.tok
	p.next()
	p.next()
	for !p.tok.is(")") {
		x := p.expr(0)
		if x == nil {
			return nil
		}
		c.Args = append(c.Args, x)
		if !p.tok.is(",") {
			break
		}
		p.next()
	}
	if p.tok.is(")") {
		p.next()
		return c
	}
	switch d := p.unexpected(`")"`); {
	case d.Hint != "":
	case p.tok.is("="):
		d.WithHint("arguments have no names in BUGS: they stand in order, as in dnorm(mean, precision)")
	case p.tok.at.Line > named.at.Line:
		d.WithHint("%s( of line %d is not closed", c.Fun, named.at.Line)
	}
	return nil
}

func (p *parser) ref() Expr {
	x := &Ref{At: p.tok.at, Name: p.tok.text}
	p.next()
	if !p.tok.is("[") {
		return x
	}
	p.next()
	for {
		s := Sub{At: p.tok.at, Empty: true}
		if !p.tok.is(",") && !p.tok.is("]") {
			s.Empty = false
			if s.Lo = p.expr(0); s.Lo == nil {
				return nil
			}
			if p.tok.is(":") {
				r := p.rest(s.Lo)
				if r.Hi == nil {
					return nil
				}
				p.ends(r, false)
				s.Lo, s.Hi = r.Lo, r.Hi
			}
		}
		x.Subs = append(x.Subs, s)
		if !p.tok.is(",") {
			break
		}
		p.next()
	}
	if !p.take("]") {
		return nil
	}
	return x
}
