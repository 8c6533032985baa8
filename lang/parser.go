package lang

import "strings"

// maxNesting is how deep brackets and blocks may nest, and maxChain how many
// operators of an expression may stand one below the other: whoever walks the
// tree does so by recursion.
const (
	maxNesting = 500
	maxChain   = 5000
)

// A parser reads a fragment. Every parsing method returns false after a mistake
// that it has reported; the statement then ends and recover finds the next one.
type parser struct {
	fragment
	report *Collector
	tok    token
	last   int // offset where the token before tok ends

	open    []token // the ( and [ that are open: inside, line ends do not count
	nesting int
	blocks  int  // blocks that are open
	strays  int  // } to come whose { was missing
	stopped bool // a mistake after which nothing can be read
	oneItem bool // line ends do not count anywhere
	index   bool // an index is read, which may be a label
	equal   bool // == or != has been read: a label may follow

	unread []interval // what could not be read

	quiet   bool                   // nobody reads what it reports
	value   int                    // offset of the value that a definition gives
	defined Expr                   // what that definition defines
	strange map[string]*Diagnostic // names with letters that names do not have
}

func newParser(f fragment, report *Collector) *parser {
	p := &parser{fragment: f, report: report}
	p.seek(0)
	return p
}

// seek makes the token at or after an offset the current one.
func (p *parser) seek(offset int) {
	newLine := false
	for {
		p.tok = scan(p.text, offset)
		if p.tok.kind == tokenLine && (p.oneItem || len(p.open) > 0) {
			newLine = true
			offset = p.tok.to
			continue
		}
		p.tok.newLine = newLine
		return
	}
}

// next goes on to the next token.
func (p *parser) next() {
	p.last = p.tok.to
	p.seek(p.tok.to)
}

// at is the place of the current token.
func (p *parser) at() Pos { return p.pos(p.tok.from) }

// accept goes on if the current token is that symbol or keyword.
func (p *parser) accept(text string) bool {
	if !p.tok.is(text) {
		return false
	}
	p.next()
	return true
}

// openBracket goes past ( or [.
func (p *parser) openBracket() {
	p.open = append(p.open, p.tok)
	p.next()
}

// closeBracket goes past the partner of the last open bracket.
func (p *parser) closeBracket(expected string) bool {
	opened := p.open[len(p.open)-1]
	want := ")"
	if opened.text == "[" {
		want = "]"
	}
	if !p.tok.is(want) {
		p.unexpected(expected)
		return false
	}
	p.open = p.open[:len(p.open)-1]
	p.next()
	return true
}

// errorf reports a mistake at a place.
func (p *parser) errorf(at Pos, code, format string, args ...any) *Diagnostic {
	if p.report.Full() {
		p.stopped = true
	}
	return p.report.Errorf(at, code, format, args...)
}

// unexpected reports that something else than the current token was expected.
func (p *parser) unexpected(expected string) *Diagnostic {
	t := p.tok
	switch {
	case t.kind == tokenBad:
		return p.badToken()
	case t.kind == tokenNumber:
		if _, _, message, hint := parseNumber(t.text); message != "" {
			return p.errorf(p.at(), CodeNumber, "%s: %s", clip(t.text), message).WithHint("%s", hint)
		}
	}
	if len(p.open) > 0 && (t.newLine || t.kind == tokenEnd) {
		bracket := p.open[len(p.open)-1]
		d := p.errorf(p.pos(bracket.from), CodeUnclosed, "this %s is not closed", bracket.text)
		if t.kind != tokenEnd {
			d.WithRelated(p.at(), "expected %s, found %s", expected, t.describe())
		}
		return d
	}
	d := p.errorf(p.at(), CodeSyntax, "expected %s, found %s", expected, t.describe())
	if t.is("<-") {
		d.WithHint("<- defines a variable; to compare with a negative number write < - with a space")
	}
	return d
}

func (p *parser) badToken() *Diagnostic {
	name := foreignLength(strings.TrimLeft(p.tok.text, asciiWord)) > 0
	if d := p.strange[p.tok.text]; name && d != nil {
		return d // one mistake, wherever it stands
	}
	found := p.tok.describe()
	if strings.HasPrefix(p.tok.text, "\"") {
		found = printable([]byte(clip(p.tok.text))) // which has its quotes
	}
	if name {
		if p.strange == nil {
			p.strange = map[string]*Diagnostic{}
		}
		d := p.errorf(p.at(), CodeBadName, "%s is not a name here", found)
		p.strange[p.tok.text] = d
		return d.WithHint("%s", nameHint(p.tok.text))
	}
	d := p.errorf(p.at(), CodeSyntax, "%s does not belong here", found)
	if hint := p.methodHint(); hint != "" {
		return d.WithHint("%s", hint)
	}
	if before := strings.TrimRight(p.text[:p.tok.from], " \t"); p.tok.text == "+=" && strings.HasSuffix(before, "target") {
		return d.WithHint("%s", targetHint)
	}
	if rest := p.text[p.tok.to:]; p.tok.text == "." && rest != "" && strings.Contains("*/^+-", rest[:1]) {
		return d.WithHint("write %c: operators are of numbers; a loop takes an array element by element", rest[0])
	}
	return d.WithHint("%s", badHint(p.tok.text))
}

// modules are names that stand before a point in other languages.
const modules = " np numpy jnp math Math stats scipy special tf torch pm pymc pt tt tfd dist distributions pyro numpyro Variable "

// methodHint says how f of module.f(...) or x.f() is written, which the current token
// begins with its point; "" where it is none.
func (p *parser) methodHint() string {
	if name := p.tok.text[1:]; p.tok.text[0] == '.' && isName(name) && strings.HasPrefix(p.text[p.tok.to:], "(") {
		before := p.text[max(0, p.tok.from-maxShown):p.tok.from]
		before = before[len(strings.TrimRight(before, asciiWord)):]
		module := strings.Contains(modules, " "+before+" ")
		if before != "" {
			if hint := memberHint(name, before, module); hint != "" {
				return hint
			}
		}
		switch {
		case before == "":
			return ""
		case module:
			return "functions have no module before them: write " + name + "(...)"
		case strings.HasPrefix(p.text[p.tok.to:], "()"):
			return "values have no methods: write " + name + "(" + before + ")"
		}
		return "values have no methods: write " + name + "(" + before + ", ...)"
	}
	return ""
}

// maxShown is how long a name is that a hint repeats.
const maxShown = 40

// tooDeep reports whether one more level would be too deep; the report is made
// once, and nothing is read after it.
func (p *parser) tooDeep() bool {
	if p.stopped {
		return true
	}
	if p.nesting < maxNesting {
		return false
	}
	p.errorf(p.at(), CodeTooDeep, "nested more than %d deep", maxNesting).
		WithHint("define a part of it as a variable of its own")
	p.stop()
	return true
}

// stop goes to the end of the text.
func (p *parser) stop() {
	p.stopped = true
	p.open = nil
	p.last = len(p.text)
	p.seek(len(p.text))
}

// recover goes to where the next statement may start: past the end of the
// line, or of the lines that the open brackets span; a block on the way is read
// for its own mistakes.
func (p *parser) recover() {
	depth := len(p.open)
	restart := p.tok.newLine && p.startsStatement(p.tok.from)
	p.open = nil
	if restart {
		return
	}
	p.seek(p.tok.from)
	for !p.stopped {
		switch {
		case p.tok.kind == tokenEnd:
			return
		case p.tok.kind == tokenLine && depth == 0 && p.acceptElse():
			if p.tok.is("if") { // read for its own mistakes
				p.ifStatement(p.at())
			}
			depth, p.open = 0, nil
			continue
		case p.tok.kind == tokenLine:
			if depth == 0 {
				return
			}
			p.tok = p.afterLines()
			if p.startsStatement(p.tok.from) {
				return
			}
			continue
		case p.tok.is(";"):
			return
		case p.tok.is("}"):
			return
		case p.tok.is("{"):
			p.block()
			depth = 0
			continue
		case p.tok.is("(") || p.tok.is("["):
			depth++
		case p.tok.is(")") || p.tok.is("]"):
			depth = max(depth-1, 0)
		}
		p.next()
	}
}

// startsStatement guesses whether a statement starts at an offset, rather than
// the rest of a bracket: a keyword, a closing brace, or a ~ or = that stands in
// no bracket and beside no comma.
func (p *parser) startsStatement(offset int) bool {
	depth := 0
	defines := false
	for first := true; ; first = false {
		t := scan(p.text, offset)
		offset = t.to
		switch {
		case t.kind == tokenEnd && first:
			return true
		case t.kind == tokenEnd || t.kind == tokenLine || t.is(";") || t.is("}") && !first:
			return defines && depth == 0
		case first && (t.is("}") || t.kind == tokenKeyword && t.text != "in" && t.text != "true" && t.text != "false"):
			return true
		case t.is("(") || t.is("["):
			depth++
		case t.is(")") || t.is("]"):
			if depth--; depth < 0 {
				return false
			}
		case depth == 0 && t.is(","):
			return false
		case depth == 0 && (t.is("~") || t.is("=") || t.is("<-")):
			defines = true
		}
	}
}
