package bugs

import (
	"strconv"
	"strings"

	"mpc/lang"
)

// maxDepth is how deep brackets and blocks may be nested.
const maxDepth = 200

type parser struct {
	report  *lang.Collector
	dialect Dialect
	tokens  []token
	tok     token
	depth   int
}

// Parse reads a program: var, data { } and model { }, or statements alone. The name is what
// diagnostics call it. With errors the Program holds what could be read.
func Parse(name string, src []byte, dialect Dialect) (*Program, lang.Diagnostics) {
	report := &lang.Collector{File: name}
	prog := &Program{Name: name, Source: src, Dialect: dialect}
	p := &parser{report: report, dialect: dialect, tokens: scan(string(src), report)}
	p.tok = p.tokens[0]
	if p.tok.kind == tokenEnd && !report.HasErrors() {
		report.Errorf(lang.Pos{Line: 1, Col: 1}, lang.CodeEmpty, "the file is empty").WithHint("a program is model { ... }")
		return prog, report.List()
	}
	p.program(prog)
	return prog, report.List()
}

func (p *parser) next() {
	if len(p.tokens) > 1 {
		p.tokens = p.tokens[1:]
		p.tok = p.tokens[0]
	}
}

func (p *parser) ahead() token {
	if len(p.tokens) > 1 {
		return p.tokens[1]
	}
	return p.tok
}

func (p *parser) unexpected(want string) *lang.Diagnostic {
	d := p.report.Errorf(p.tok.at, lang.CodeSyntax, "%s is expected, not %s", want, p.tok.describe())
	switch {
	case p.tok.kind == tokenBad && (p.tok.text == `"` || p.tok.text == "'"):
		d.WithHint("a program has no texts in quotes")
	case p.tok.word("while"):
		d.WithHint("BUGS has no while; a loop is for (i in 1:N) { ... }")
	case p.tok.word("if") || p.tok.word("else"):
		d.WithHint("BUGS has no %s, as all of its statements hold at once; write x <- ifelse(c, a, b), or step(x) and equals(x, y) as factors that are 0 or 1", p.tok.text)
	case p.tok.is("=") && p.ahead().is("="):
		d.WithHint("write == without a space")
	case strings.Contains(want, "<-") && (p.tok.is("==") || p.tok.text == "←" || p.tok.text == ":"):
		d.WithHint("a definition is written with <-, as is x <- 2 * y")
	}
	return d
}

// take goes on where the symbol stands.
func (p *parser) take(text string) bool {
	if p.tok.is(text) {
		p.next()
		return true
	}
	d := p.unexpected(strconv.Quote(text))
	if text == "}" && p.tok.kind == tokenEnd {
		d.Code = lang.CodeUnclosed
	}
	return false
}

func (p *parser) program(prog *Program) {
	seen := map[string]lang.Pos{}
	for p.tok.kind != tokenEnd && !p.report.Full() {
		word := p.tok
		switch {
		case p.tok.is(";"):
			p.next()
		case p.tok.word("model") && p.ahead().is(";"): // as the first BUGS had it, before its block
			seen["model"] = word.at
			p.next()
			p.next()
			if p.tok.is("{") {
				p.next()
				prog.Model = append(prog.Model, p.stmts(true)...)
				p.take("}")
			}
		case p.tok.word("var") && p.ahead().kind == tokenName:
			p.next()
			p.vars(prog)
		case (p.tok.word("model") || p.tok.word("data")) && p.ahead().is("{"):
			if at, ok := seen[word.text]; ok {
				p.report.Errorf(word.at, lang.CodeSyntax, "there are two blocks %s { }; a program has one", word.text).WithRelated(at, "the first one")
			}
			seen[word.text] = word.at
			p.next()
			p.next()
			list := p.stmts(true)
			p.take("}")
			if word.text == "data" {
				prog.Data = append(prog.Data, list...)
			} else {
				prog.Model = append(prog.Model, list...)
			}
		case p.tok.word("model") && p.ahead().kind == tokenName, p.tok.word("const"), p.tok.word("inits"), p.tok.word("data") && p.ahead().word("in"):
			p.report.Errorf(word.at, lang.CodeSyntax, "%s is of the classic BUGS of 1995, and not read here", word.text).
				WithHint("write model { statements }; constants are data, and data and starts are files of their own: --data, --inits")
			for p.next(); p.tok.kind != tokenEnd && !p.tok.is(";") && !p.tok.is("{"); p.next() {
			}
		case p.tok.kind == tokenName && p.ahead().is("{") && nearBlock(word.text) != "" && !seen[nearBlock(word.text)].IsKnown():
			p.misspelt(prog, seen)
		case len(seen) > 0 && p.tok.word("list") && p.ahead().is("("):
			p.report.Errorf(word.at, lang.CodeSyntax, "data behind the model: a file holds the program alone").
				WithHint("put list(...) into a file of its own, and name it with --data or --inits")
			return
		case len(seen) == 0 || seen["data"].IsKnown() && !seen["model"].IsKnown():
			seen["model"] = word.at
			prog.Model = append(prog.Model, p.stmts(false)...)
		default:
			p.unexpected("the end of the file").WithHint("statements stand within model { }")
			return
		}
	}
	if len(prog.Model) == 0 && !p.report.HasErrors() {
		p.report.Errorf(lang.Pos{Line: 1, Col: 1}, lang.CodeEmpty, "there is no statement in model { }")
	}
}

// nearBlock is the word of a block that another word is like, "" for none.
func nearBlock(word string) string { return lang.Nearest(word, []string{"model", "data"}) }

// misspelt reports a block whose word is misspelt, and reads it as what it is like.
func (p *parser) misspelt(prog *Program, seen map[string]lang.Pos) {
	near := nearBlock(p.tok.text)
	p.report.Errorf(p.tok.at, lang.CodeSyntax, "%s { } is no block of a program", p.tok.text).WithHint("did you mean %s?", near)
	seen[near] = p.tok.at
	p.next()
	p.next()
	list := p.stmts(true)
	p.take("}")
	if near == "data" {
		prog.Data = append(prog.Data, list...)
	} else {
		prog.Model = append(prog.Model, list...)
	}
}

func (p *parser) vars(prog *Program) {
	for p.tok.kind == tokenName {
		v := &Declared{At: p.tok.at, Name: p.tok.text}
		p.next()
		if p.tok.is("[") {
			p.next()
			for {
				x := p.expr(0)
				if x == nil {
					return
				}
				v.Dims = append(v.Dims, x)
				if !p.tok.is(",") {
					break
				}
				p.next()
			}
			if !p.take("]") {
				return
			}
		}
		prog.Vars = append(prog.Vars, v)
		if !p.tok.is(",") {
			break
		}
		p.next()
	}
	if p.tok.is(";") {
		p.next()
	} else if p.tok.kind != tokenName && p.tok.kind != tokenEnd {
		p.unexpected(`";"`)
	}
}

// stmts reads statements to the bracket that closes them, or to the end.
func (p *parser) stmts(block bool) []Stmt {
	list := []Stmt{}
	p.depth++
	defer func() { p.depth-- }()
	if p.depth > maxDepth {
		p.report.Errorf(p.tok.at, lang.CodeTooDeep, "nested more than %d deep", maxDepth)
		p.tokens = p.tokens[len(p.tokens)-1:]
		p.tok = p.tokens[0]
		return nil
	}
	for p.tok.kind != tokenEnd && !p.report.Full() {
		switch {
		case p.tok.is(";"):
			p.next()
			continue
		case p.tok.is("}"):
			if block {
				return list
			}
			p.report.Errorf(p.tok.at, lang.CodeUnclosed, "this bracket closes nothing")
			p.next()
			continue
		}
		before := len(p.tokens)
		if s := p.stmt(); s != nil {
			list = append(list, s)
		} else {
			p.recover(before)
		}
	}
	return list
}

// recover goes on at a statement that may be one: the next line, or a bracket of a block.
func (p *parser) recover(before int) {
	if len(p.tokens) == before {
		p.next()
	}
	for p.tok.kind != tokenEnd && !p.tok.line && !p.tok.is("}") && !p.tok.is(";") {
		p.next()
	}
}

func (p *parser) stmt() Stmt {
	switch {
	case p.tok.word("for"):
		return p.loop()
	case (p.tok.word("if") || p.tok.word("while")) && p.ahead().is("("):
		p.unexpected("a statement")
		p.control()
		return nil
	}
	if p.tok.kind != tokenName {
		p.unexpected("a statement")
		return nil
	}
	s := &Relation{At: p.tok.at}
	if p.ahead().is("(") {
		link := p.tok
		if !isLink(link.text) {
			d := p.unexpected("a statement")
			if d.Hint != "" {
				return nil
			}
			d.WithHint("left of <- stand log, logit, probit or cloglog of a variable; the inverse of any other function stands on the right")
			return nil
		}
		s.Link = link.text
		p.next()
		p.next()
	}
	if s.Target = p.target(); s.Target == nil {
		return nil
	}
	if s.Link != "" && !p.take(")") {
		return nil
	}
	switch {
	case p.tok.is("~"):
		if s.Link != "" {
			p.report.Errorf(s.At, lang.CodeSyntax, "%s(%s) is no variable that could be drawn", s.Link, s.Target).
				WithHint("draw a variable, and define %s(%s) <- that variable", s.Link, s.Target)
			return nil
		}
		p.next()
		return p.draw(s)
	case p.tok.is("<-") || p.tok.is("="):
		p.next()
		if s.Value = p.expr(0); s.Value == nil {
			return nil
		}
		return s
	}
	d := p.unexpected(`"~" or "<-"`)
	if p.tok.is("<") && p.ahead().is("-") {
		d.WithHint("write <- without a space")
	}
	return nil
}

// target reads the variable left of ~ or <-.
func (p *parser) target() *Ref {
	if p.tok.kind != tokenName {
		p.unexpected("a variable")
		return nil
	}
	x, _ := p.ref().(*Ref)
	return x
}

func (p *parser) draw(s *Relation) Stmt {
	if p.tok.kind != tokenName || !p.ahead().is("(") {
		d := p.unexpected("a distribution, as dnorm(mu, tau),")
		d.WithHint("a definition is written with <-")
		return nil
	}
	s.Dist, _ = p.call().(*Call)
	if s.Dist == nil {
		return nil
	}
	if (p.tok.word("T") || p.tok.word("I") || p.tok.word("C")) && p.ahead().is("(") {
		b := &Bounds{At: p.tok.at, Kind: p.tok.text}
		p.next()
		p.next()
		if !p.tok.is(",") && !p.tok.is(")") {
			if b.Lo = p.expr(0); b.Lo == nil {
				return nil
			}
		}
		if p.tok.is(",") {
			p.next()
			if !p.tok.is(")") {
				if b.Hi = p.expr(0); b.Hi == nil {
					return nil
				}
			}
		} else {
			p.unexpected(`","`).WithHint("%s(lo, hi) has two bounds; one of them may be left out: %s(lo, ), %s(, hi)", b.Kind, b.Kind, b.Kind)
			return nil
		}
		if !p.take(")") {
			return nil
		}
		s.Bounds = b
	}
	return s
}

// control passes over what BUGS has not: if (...) { ... } else { ... }, and while.
func (p *parser) control() {
	p.next()
	p.closed("(", ")")
	for {
		p.closed("{", "}")
		if !p.tok.word("else") {
			return
		}
		if p.next(); p.tok.word("if") {
			p.next()
			p.closed("(", ")")
		}
	}
}

// closed passes over what stands in brackets here, if any do.
func (p *parser) closed(open, close string) {
	if !p.tok.is(open) {
		return
	}
	for depth := 0; p.tok.kind != tokenEnd; {
		switch {
		case p.tok.is(open):
			depth++
		case p.tok.is(close):
			depth--
		}
		if p.next(); depth == 0 {
			return
		}
	}
}

func (p *parser) loop() Stmt {
	s := &For{At: p.tok.at}
	p.next()
	if !p.take("(") {
		return nil
	}
	if p.tok.kind != tokenName {
		p.unexpected("the index of the loop")
		return nil
	}
	s.Index = p.tok.text
	p.next()
	if !p.tok.word("in") {
		p.unexpected(`"in"`).WithHint("a loop is for (i in 1:N) { ... }")
		return nil
	}
	p.next()
	lo := p.expr(0)
	if lo == nil {
		return nil
	}
	if !p.tok.is(":") {
		p.unexpected(`":"`).WithHint("a loop is for (i in 1:N) { ... }")
		return nil
	}
	s.Range = p.rest(lo)
	if s.Range.Hi == nil || !p.take(")") {
		return nil
	}
	p.ends(s.Range, true)
	if !p.tok.is("{") {
		p.unexpected(`"{"`).WithHint("the body of a loop stands in { }")
		return nil
	}
	p.next()
	s.Body = p.stmts(true)
	if !p.take("}") {
		return nil
	}
	return s
}
