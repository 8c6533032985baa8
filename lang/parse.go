package lang

import "strings"

// Parse reads a model file. The name is what diagnostics call it. The File is
// nil only if nothing of it could be read; with errors it holds what could.
func Parse(name string, src []byte) (*File, Diagnostics) {
	report := &Collector{File: name}
	f := &File{Name: name, Source: src}
	text := string(src)
	if !checkText(newSource(text), report) {
		return nil, report.List()
	}
	d := &decoder{src: newSource(text), report: report, file: f, skippedKeys: map[string]bool{}}
	if !d.decode() {
		return nil, report.List()
	}
	if report.HasErrors() && f.Unread == nil {
		f.Unread = map[string]bool{}
	}
	return f, report.List()
}

func parseProgram(f fragment, report *Collector) []Stmt {
	return newParser(f, report).statements()
}

// parseExpr reads a fragment that is one expression; nil after a mistake.
func parseExpr(f fragment, report *Collector) Expr {
	p := wholeParser(f, report)
	x, _, ok := p.expr(bindAny)
	if !ok || !p.atEnd() {
		return nil
	}
	return x
}

// wholeParser reads a fragment in which line ends do not count.
func wholeParser(f fragment, report *Collector) *parser {
	p := &parser{fragment: f, report: report, oneItem: true}
	p.seek(0)
	return p
}

// atEnd checks that nothing follows.
func (p *parser) atEnd() bool {
	if p.tok.kind == tokenEnd {
		return true
	}
	p.unexpected("the end")
	return false
}

// parseType reads a fragment that is a type, such as
// index(feature)[user][count[user]].
func parseType(f fragment, report *Collector) (t TypeExpr, ok bool) {
	p := wholeParser(f, report)
	t.At = p.at()
	if p.tok.kind != tokenName {
		p.unexpected("a type")
		return t, false
	}
	t.Base = p.tok.text
	p.next()
	if p.tok.is("(") {
		p.openBracket()
		if p.tok.is(")") {
			p.unexpected("a size")
			return t, false
		}
		if t.Params, _, ok = p.exprs("a size"); !ok || !p.closeBracket(`"," or ")"`) {
			return t, false
		}
	}
	for p.tok.is("[") {
		p.openBracket()
		dims, _, ok := p.exprs("a range or size")
		if !ok || !p.closeBracket(`"," or "]"`) {
			return t, false
		}
		t.Dims = append(t.Dims, dims...)
	}
	if p.tok.kind != tokenEnd {
		d := p.unexpected("the end of the type")
		if d.Hint == "" {
			d.WithHint("a type is written as real, index(R), vector(K)[R] or normal[R, S]")
		}
		return t, false
	}
	return t, true
}

// parseInfer reads an entry of infer: a name, evidence, joint(a, b), or an expression.
func parseInfer(f fragment, report *Collector) *Infer {
	p := wholeParser(f, report)
	x, _, ok := p.expr(bindAny)
	if !ok || !p.atEnd() {
		return nil
	}
	switch x := x.(type) {
	case *Name:
		return &Infer{At: x.At, Name: x.Name}
	case *Call:
		if x.Fun != "joint" {
			break
		}
		entry := &Infer{At: x.At, Name: x.Fun}
		for _, a := range x.Args {
			if a.Name.Name != "" {
				p.errorf(a.Name.At, CodeBadValue, "joint takes variables, and none by name")
				return nil
			}
			entry.Joint = append(entry.Joint, a.Value)
		}
		if len(entry.Joint) < 2 {
			p.errorf(x.At, CodeBadValue, "joint takes two variables or more")
			return nil
		}
		return entry
	case *Index:
		p.errorf(x.At, CodeBadValue, "infer takes whole variables, not the element %s", clip(x.String())).
			WithHint("name the array; its posterior has one entry for each element")
		return nil
	case *Number, *Bool, *List:
		p.errorf(x.Pos(), CodeBadValue, "infer takes names and expressions of variables, not %s", clip(x.String()))
		return nil
	}
	return &Infer{At: start(x), Expr: x}
}

// start is where an expression begins.
func start(x Expr) Pos {
	if b, ok := x.(*Binary); ok {
		return start(b.X)
	}
	return x.Pos()
}

// String is the infer entry as a user would write it.
func (i *Infer) String() string {
	switch {
	case i.Expr != nil:
		return i.Expr.String()
	case len(i.Joint) == 0 || i.Whole:
		return i.Name
	}
	parts := make([]string, len(i.Joint))
	for k, x := range i.Joint {
		parts[k] = x.String()
	}
	return i.Name + "(" + strings.Join(parts, ", ") + ")"
}
