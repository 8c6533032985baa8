package data

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"mpc/lang"
	"mpc/model"
)

const (
	// maxDepth is how deep JSON may nest: far deeper than an input can.
	maxDepth = 200
	// maxKeys is how many keys the data may have, and columns a table: far more than a model
	// has inputs.
	maxKeys = 1 << 16
)

// A scanner reads JSON into nodes that know their places. It keeps the entries of the
// outermost value; of the lists and objects among them it keeps the places alone. It stops
// at the first mistake.
type scanner struct {
	*source
	at     int
	stack  []node // entries of the outermost value
	failed bool
	again  bool // the text has been read before, and what is wrong is reported
}

// scanJSON reads one value; it returns false after a mistake, which is reported.
func scanJSON(s *source) (node, bool) {
	p := &scanner{source: s, at: s.from}
	if p.at == 0 && bytes.HasPrefix(s.text, []byte("\uFEFF")) {
		p.at = 3
	}
	if s.notText() {
		return node{}, false
	}
	p.space()
	if p.at == len(p.text) {
		s.errorf(p.at, CodeEmpty, "no data: the file is empty").WithHint("{} is data for a model without inputs")
		return node{}, false
	}
	n := p.value(0)
	if !p.failed {
		if p.space(); p.at < len(p.text) {
			d := p.fail(p.at, "%s after the end of the data", p.here())
			if d != nil && p.text[p.at] == '{' {
				d.WithHint("data are one object with a list for each array, not an object for each row")
			}
		}
	}
	return n, !p.failed
}

// opened is a value with its entries, of a text that has been scanned.
func (s *source) opened(n node) node {
	if n.kind != list && n.kind != object || n.list != nil || n.at >= n.end {
		return n
	}
	p := &scanner{source: s, at: n.at, again: true}
	return p.value(0)
}

// valueAt is the value at a place of a text that has been scanned.
func (s *source) valueAt(at int) node {
	p := &scanner{source: s, at: at, again: true}
	return p.value(1)
}

// wrong reports a mistake, unless it was reported when the text was read first.
func (p *scanner) wrong(at int, code, format string, args ...any) *lang.Diagnostic {
	if p.again {
		return &lang.Diagnostic{}
	}
	return p.errorf(at, code, format, args...)
}

// fail reports a mistake after which nothing can be read; nil where there was one
// already.
func (p *scanner) fail(at int, format string, args ...any) *lang.Diagnostic {
	if p.failed {
		return nil
	}
	p.failed = true
	return p.wrong(at, CodeSyntax, format, args...)
}

// here describes what stands at the current place.
func (p *scanner) here() string {
	if p.at >= len(p.text) {
		return "the end of the file"
	}
	r, _ := utf8.DecodeRune(p.text[p.at:])
	return strconv.QuoteRune(r)
}

func (p *scanner) space() {
	for p.at < len(p.text) {
		switch p.text[p.at] {
		case ' ', '\t', '\n', '\r':
			p.at++
		default:
			return
		}
	}
}

// value reads the value at the current place.
func (p *scanner) value(depth int) node {
	if p.at >= len(p.text) {
		p.fail(p.at, "a value is missing at the end of the file")
		return node{}
	}
	if depth > maxDepth {
		if !p.failed {
			p.wrong(p.at, CodeTooDeep, "nested more than %d deep", maxDepth).
				WithHint("the lists of an input nest as deeply as its type says, as real[n][m] two deep")
		}
		p.failed = true
		return node{}
	}
	if p.report.Full() && !p.again {
		p.failed = true // more of the same
		return node{}
	}
	at := p.at
	switch c := p.text[at]; {
	case c == '[':
		return p.sequence(list, ']', depth)
	case c == '{':
		return p.sequence(object, '}', depth)
	case c == '"':
		return node{kind: text, at: at, text: p.str(), end: p.at}
	case c == '-' || c >= '0' && c <= '9':
		return p.num(depth <= 1)
	case c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z':
		return p.word()
	}
	p.foreign(p.fail(at, "a value is expected, not %s", p.here()))
	return node{}
}

// foreign hints at what of other languages JSON does not have.
func (p *scanner) foreign(d *lang.Diagnostic) {
	if d == nil || p.at >= len(p.text) {
		return
	}
	switch p.text[p.at] {
	case '\'':
		d.WithHint("JSON has double quotes only")
	case '/', '#':
		d.WithHint("JSON has no comments")
	case '(':
		d.WithHint("a list stands in [ ]")
	}
}

// sequence reads a list or an object.
func (p *scanner) sequence(k kind, end byte, depth int) node {
	n := node{kind: k, at: p.at}
	p.at++
	some := false
	for p.space(); ; p.space() {
		if p.at < len(p.text) && p.text[p.at] == end {
			if some {
				p.wrong(p.at, CodeSyntax, "a value is missing after the comma").WithHint("remove the comma before %c", end)
			}
			break
		}
		if k == object {
			p.key(depth)
		}
		if p.failed {
			return n
		}
		v := p.value(depth + 1)
		if p.failed {
			return n
		}
		if some = true; depth == 0 {
			p.stack = append(p.stack, v)
		}
		p.space()
		if p.at < len(p.text) && p.text[p.at] == ',' {
			p.at++
			continue
		}
		if p.at < len(p.text) && p.text[p.at] == end {
			break
		}
		if p.at >= len(p.text) {
			p.fail(n.at, "this %c is not closed", p.text[n.at])
			return n
		}
		p.fail(p.at, "a comma or %q is expected, not %s", end, p.here())
		return n
	}
	p.at++
	n.end = p.at
	if depth == 0 {
		n.list = p.stack
	}
	return n
}

// key reads the key of an object's entry and the colon.
func (p *scanner) key(depth int) {
	if p.at >= len(p.text) || p.text[p.at] != '"' {
		p.foreign(p.fail(p.at, "a key in double quotes is expected, not %s", p.here()))
		return
	}
	at := p.at
	if len(p.stack) >= 2*maxKeys && depth == 0 {
		if d := p.fail(at, "data have at most %d keys", maxKeys); d != nil {
			d.WithHint("the elements of an array stand in a list")
		}
		return
	}
	if name := p.str(); depth == 0 {
		p.stack = append(p.stack, node{kind: text, at: at, text: name, end: p.at})
	}
	p.space()
	if p.at >= len(p.text) || p.text[p.at] != ':' {
		p.fail(p.at, "a colon is expected after the key, not %s", p.here())
		return
	}
	p.at++
	p.space()
}

// str reads a string.
func (p *scanner) str() string {
	at := p.at
	p.at++
	plain := true
	for p.at < len(p.text) {
		switch c := p.text[p.at]; {
		case c == '"':
			p.at++
			raw := p.text[at:p.at]
			if !utf8.Valid(raw) {
				p.fail(at, "this string is not UTF-8")
				return ""
			}
			if plain {
				return p.span(at+1, p.at-1)
			}
			var s string
			if err := json.Unmarshal(raw, &s); err != nil {
				p.fail(at, "this string has a wrong escape")
			}
			return s
		case c == '\\':
			plain = false
			p.at += 2
		case c < ' ':
			p.fail(p.at, "a string cannot hold a line end or control character; write \\n")
			return ""
		default:
			p.at++
		}
	}
	p.at = len(p.text)
	p.fail(at, "this string has no end")
	return ""
}

// maxDigits is how many characters a number may have.
const maxDigits = 1000

// num reads a number; its value only where that is wanted.
func (p *scanner) num(wanted bool) node {
	at := p.at
	for p.at < len(p.text) {
		c := p.text[p.at]
		if c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' {
			p.at++
			continue
		}
		break
	}
	raw := p.span(at, p.at)
	switch raw {
	case "-Infinity", "-inf", "-Inf", "-NaN", "-nan":
		return p.infinite(at, raw)
	}
	n := node{kind: number, at: at, end: p.at}
	if !validNumber(raw) {
		d := p.wrong(at, CodeSyntax, "%s is not a number as JSON has it", clip(raw))
		if hint := numberHint(raw); hint != "" {
			d.WithHint("%s", hint)
		}
		n.kind = broken
		return n
	}
	if len(raw) > maxDigits {
		p.wrong(at, CodeNumber, "this number has %d characters, and at most %d are read", len(raw), maxDigits).
			WithHint("a number is kept to 17 digits; a label stands in double quotes")
		n.kind = broken
		return n
	}
	if !wanted && len(raw) < 300 && !strings.ContainsAny(raw, "eE") {
		return n // not too large
	}
	v, err := strconv.ParseFloat(raw, 64)
	if err != nil {
		p.wrong(at, CodeNumber, "%s is too large for a number", clip(raw))
		n.kind = broken
	} else if underflows(v, raw) {
		p.wrong(at, CodeNumber, "%s is too small to differ from 0", clip(raw)).WithHint("the smallest is about 4.9e-324; write 0 if that is meant")
		n.kind = broken
	}
	n.number = v
	return n
}

// infinite reports a word that is no finite number.
func (p *scanner) infinite(at int, raw string) node {
	p.wrong(at, CodeNumber, "%s is not a finite number", raw).WithHint("every value must be finite")
	return node{kind: broken, at: at, end: p.at}
}

// numberHint says how a number is written.
func numberHint(raw string) string {
	sign := ""
	if strings.HasPrefix(raw, "-") {
		sign, raw = "-", raw[1:]
	}
	switch {
	case len(raw) > 1 && raw[0] == '0' && validNumber(strings.TrimLeft(raw, "0")):
		return "write " + sign + clip(strings.TrimLeft(raw, "0")) + "; a label such as " + clip(raw) + " stands in double quotes"
	case strings.HasSuffix(raw, ".") && validNumber(raw+"0"):
		return "write " + sign + clip(raw) + "0"
	case strings.Count(raw, "-") == 2 || strings.Count(raw, ".") > 1:
		return "a text, such as a date, stands in double quotes"
	}
	return ""
}

// clip shortens a text for a message.
func clip(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	return text[:most] + "..."
}

// validNumber tells whether s is a number in JSON.
func validNumber(s string) bool {
	digits := func() bool {
		n := 0
		for n < len(s) && s[n] >= '0' && s[n] <= '9' {
			n++
		}
		s = s[n:]
		return n > 0
	}
	if s != "" && s[0] == '-' {
		s = s[1:]
	}
	if len(s) > 1 && s[0] == '0' && s[1] >= '0' && s[1] <= '9' {
		return false
	}
	if !digits() {
		return false
	}
	if s != "" && s[0] == '.' {
		if s = s[1:]; !digits() {
			return false
		}
	}
	if s != "" && (s[0] == 'e' || s[0] == 'E') {
		if s = s[1:]; s != "" && (s[0] == '+' || s[0] == '-') {
			s = s[1:]
		}
		if !digits() {
			return false
		}
	}
	return s == ""
}

// word reads true, false or null.
func (p *scanner) word() node {
	at := p.at
	for p.at < len(p.text) && (p.text[p.at] >= 'a' && p.text[p.at] <= 'z' || p.text[p.at] >= 'A' && p.text[p.at] <= 'Z') {
		p.at++
	}
	n := node{at: at, end: p.at}
	switch word := p.span(at, p.at); word {
	case "true":
		n.kind, n.number = boolean, 1
	case "false":
		n.kind = boolean
	case "null":
	case "NaN", "nan":
		n.text, n.number = word, math.NaN() // null, where entries may be missing
	case "NA", "None":
		n.text = word
	case "Infinity", "inf", "Inf":
		return p.infinite(at, word)
	case "True", "False":
		hint := map[string]string{"True": "write true", "False": "write false"}
		p.wrong(at, CodeSyntax, "%s is not a value", word).WithHint("%s", hint[word])
		n.kind = broken
	default:
		// To where a value may end, so that the rest is read.
		for p.at < len(p.text) && !bytes.ContainsRune([]byte(",:]}\"\n"), rune(p.text[p.at])) {
			p.at++
		}
		word = strings.TrimRight(p.span(at, p.at), " \t\r")
		p.wrong(at, CodeSyntax, "%s is not a value; a string stands in double quotes", clip(word))
		n.kind, n.end = broken, p.at
	}
	return n
}

// entriesJSON returns the entries of the object that a file holds.
func entriesJSON(s *source, m *model.Model, out *entries) {
	n, ok := scanJSON(s)
	if !ok {
		out.all = true
		return
	}
	if n.kind != object {
		out.all = true
		rows := ""
		if n = s.opened(n); n.kind == list && len(n.list) > 0 && n.list[0].kind == object {
			rows = "one object with a list for each array, not an object for each row; "
		}
		s.errorf(n.at, CodeType, "data are an object, {\"name\": value, ...}, not %s", kindNames[n.kind]).
			WithHint("%sthe inputs are %s", rows, strings.Join(inputNames(m), ", "))
		return
	}
	for i := 0; i < len(n.list); i += 2 {
		out.add(s, m, n.list[i].text, n.list[i].at, n.list[i+1])
	}
}
