package sequence

import (
	"fmt"
	"strings"
	"unicode"
	"unicode/utf8"

	"mpc/bugs"
	"mpc/lang"
)

// A SyntaxError is what a line of a program cannot be.
type SyntaxError struct {
	Line int
	Err  error
}

func (e *SyntaxError) Error() string { return fmt.Sprintf("line %d: %v", e.Line, e.Err) }

func (e *SyntaxError) Unwrap() error { return e.Err }

// Parse reads the text of a program. The error is a *SyntaxError.
func Parse(text string) (*Program, error) {
	p := &parser{lines: strings.Split(text, "\n")}
	body, err := p.nodes(0)
	if err == nil && p.at < len(p.lines) {
		err = fmt.Errorf("%q closes nothing", p.lines[p.at])
	}
	if err != nil {
		return nil, &SyntaxError{min(p.at+1, len(p.lines)), err}
	}
	return &Program{body}, nil
}

type parser struct {
	lines []string
	at    int
}

// maxNested is how deep loops and branches may be nested.
const maxNested = 200

// nodes reads to the line that closes the block.
func (p *parser) nodes(depth int) (list []Node, err error) {
	if depth > maxNested {
		return nil, fmt.Errorf("nested more than %d deep", maxNested)
	}
	var notes []Note
	for ; p.at < len(p.lines); p.at++ {
		line := strings.TrimSpace(p.lines[p.at])
		switch {
		case line == "":
		case strings.HasPrefix(line, "# "):
			notes = append(notes, readNote(line[2:]))
		case strings.HasPrefix(line, "}"):
			return list, nil
		default:
			n, err := p.node(line, notes, depth)
			if err != nil {
				return nil, err
			}
			list, notes = append(list, n), nil
		}
	}
	return list, nil
}

// block reads a block and the line that closes it, which it returns.
func (p *parser) block(depth int) ([]Node, string, error) {
	p.at++
	list, err := p.nodes(depth + 1)
	if err != nil {
		return nil, "", err
	}
	if p.at == len(p.lines) {
		return nil, "", fmt.Errorf("a block is not closed")
	}
	return list, strings.TrimSpace(p.lines[p.at]), nil
}

// place is where the text of the present line begins.
func (p *parser) place() lang.Pos {
	line := p.lines[p.at]
	return lang.Pos{Line: p.at + 1, Col: 1 + utf8.RuneCountInString(line) - utf8.RuneCountInString(strings.TrimLeftFunc(line, unicode.IsSpace))}
}

func (p *parser) node(line string, notes []Note, depth int) (Node, error) {
	head := func(word string) (string, bool) {
		if strings.HasPrefix(line, word+" (") && strings.HasSuffix(line, ") {") {
			return line[len(word)+2 : len(line)-3], true
		}
		return "", false
	}
	closed := func(body []Node, last string, err error) ([]Node, error) {
		if err == nil && last != "}" {
			err = fmt.Errorf("} is expected, not %q", last)
		}
		return body, err
	}
	if h, ok := head("for"); ok {
		n := &Loop{At: p.place(), Notes: notes}
		if err := n.parse(h); err != nil {
			return nil, err
		}
		var err error
		n.Body, err = closed(p.block(depth))
		return n, err
	}
	if h, ok := head("if"); ok {
		return p.branch(h, notes, depth)
	}
	if word, ok := strings.CutSuffix(line, " {"); ok && (word == Leveled.String() || word == ByElements.String()) {
		n := &Levels{At: p.place(), Notes: notes, ByData: word == Leveled.String()}
		var err error
		n.Body, err = closed(p.block(depth))
		return n, err
	}
	r, seen, err := relation(line)
	if err != nil {
		return nil, err
	}
	n := &Do{At: p.place(), Notes: notes, Stmt: r}
	switch {
	case seen:
		n.Role = Observe
	case r.Dist != nil:
		n.Role = Draw
	}
	return n, nil
}

func (p *parser) branch(h string, notes []Note, depth int) (Node, error) {
	n := &If{At: p.place(), Notes: notes}
	if !strings.HasPrefix(h, "missing(") {
		for _, part := range strings.Split(h, " and ") {
			t, err := test(part)
			if err != nil {
				return nil, err
			}
			n.Tests = append(n.Tests, t)
		}
	}
	last := ""
	var err error
	if n.Then, last, err = p.block(depth); err != nil {
		return nil, err
	}
	if last == "} else {" {
		if n.Else, last, err = p.block(depth); err != nil {
			return nil, err
		}
		if n.Else == nil {
			n.Else = []Node{}
		}
	}
	if last != "}" {
		return nil, fmt.Errorf("} is expected, not %q", last)
	}
	if n.Tests != nil {
		return n, nil
	}
	if len(n.Then) == 1 && len(n.Else) == 1 {
		x, ok := n.Then[0].(*Do)
		y, both := n.Else[0].(*Do)
		if ok && both && x.Role == Draw && y.Role == Observe && x.Stmt.String() == y.Stmt.String() &&
			h == "missing("+x.Stmt.Target.String()+")" {
			return &Do{At: n.At, Notes: notes, Stmt: x.Stmt, Role: Partly}, nil
		}
	}
	return nil, fmt.Errorf("behind missing(x) stand the draw of x and its observation")
}

// parse reads i in lo:hi, i in hi:lo by -1, and i in lo:hi where equation.
func (n *Loop) parse(h string) error {
	h, where, some := strings.Cut(h, " where ")
	if some {
		e, err := expression(where)
		if err != nil {
			return err
		}
		b, ok := e.(*bugs.Binary)
		if !ok || b.Op != "==" {
			return fmt.Errorf("%q is no equation", where)
		}
		n.Where = b
	}
	h, n.Down = strings.CutSuffix(h, " by -1")
	l, err := loop(h)
	if err != nil {
		return err
	}
	n.Index, n.Range = l.Index, l.Range
	if n.Down {
		n.Range.Lo, n.Range.Hi = n.Range.Hi, n.Range.Lo
	}
	return nil
}

func loop(h string) (*bugs.For, error) {
	p, d := bugs.Parse("", []byte("for ("+h+") { }"), bugs.BUGS)
	if d.HasErrors() || len(p.Model) != 1 {
		return nil, fmt.Errorf("%q is no loop", h)
	}
	l, ok := p.Model[0].(*bugs.For)
	if !ok {
		return nil, fmt.Errorf("%q is no loop", h)
	}
	return l, nil
}

// test reads a condition, or all condition for i in lo:hi, ...
func test(text string) (t Test, err error) {
	cond, loops, some := strings.Cut(text, " for ")
	if some {
		if !strings.HasPrefix(cond, "all ") {
			return t, fmt.Errorf("all is expected before %q", cond)
		}
		cond = cond[len("all "):]
		for _, h := range splitLoops(loops) {
			l, err := loop(h)
			if err != nil {
				return t, err
			}
			t.Loops = append(t.Loops, l)
		}
	}
	t.Cond, err = expression(cond)
	return t, err
}

// splitLoops splits at commas that stand in no brackets.
func splitLoops(text string) (list []string) {
	depth, start := 0, 0
	for i, c := range text {
		switch c {
		case '(', '[':
			depth++
		case ')', ']':
			depth--
		case ',':
			if depth == 0 {
				list = append(list, strings.TrimSpace(text[start:i]))
				start = i + 1
			}
		}
	}
	return append(list, strings.TrimSpace(text[start:]))
}

func expression(text string) (bugs.Expr, error) {
	p, d := bugs.Parse("", []byte("x <- "+text), bugs.BUGS)
	if d.HasErrors() || len(p.Model) != 1 {
		return nil, fmt.Errorf("%q is no expression", text)
	}
	r, ok := p.Model[0].(*bugs.Relation)
	if !ok || r.Value == nil {
		return nil, fmt.Errorf("%q is no expression", text)
	}
	return r.Value, nil
}

// relation reads a statement; seen tells ≂.
func relation(text string) (r *bugs.Relation, seen bool, err error) {
	plain := strings.Replace(text, " ≂ ", " ~ ", 1)
	p, d := bugs.Parse("", []byte(plain), bugs.BUGS)
	if d.HasErrors() || len(p.Model) != 1 || p.Vars != nil || p.Data != nil {
		return nil, false, fmt.Errorf("%q is no statement", text)
	}
	r, ok := p.Model[0].(*bugs.Relation)
	if !ok {
		return nil, false, fmt.Errorf("%q is no statement", text)
	}
	return r, plain != text, nil
}
