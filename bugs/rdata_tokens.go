package bugs

import (
	"strconv"

	"mpc/lang"
)

// A rKind is the kind of a token of R.
type rKind uint8

const (
	rEnd rKind = iota
	rWord
	rNumber
	rText // in quotes or backticks
	rMark
)

type rToken struct {
	kind  rKind
	text  string
	value float64
	at    lang.Pos
}

func (t rToken) String() string {
	if t.kind == rEnd {
		return "the end of the file"
	}
	return t.text
}

func (r *rReader) step() {
	if r.src[r.pos] == '\n' {
		r.line++
		r.col = 0
	}
	r.pos++
	r.col++
}

// peekByte is the byte behind the present token, but for blanks.
func (r *rReader) peekByte() byte {
	for i := r.pos; i < len(r.src); i++ {
		if c := r.src[i]; c != ' ' && c != '\t' {
			return c
		}
	}
	return 0
}

func isWordByte(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || '0' <= c && c <= '9' || c == '.' || c == '_'
}

// next reads a token.
func (r *rReader) next() {
	for r.pos < len(r.src) {
		c := r.src[r.pos]
		if c == '#' {
			for r.pos < len(r.src) && r.src[r.pos] != '\n' {
				r.step()
			}
			continue
		}
		if c != ' ' && c != '\t' && c != '\n' && c != '\r' {
			break
		}
		r.step()
	}
	at := lang.Pos{Line: r.line, Col: r.col}
	if r.pos >= len(r.src) {
		r.tok = rToken{at: at}
		return
	}
	start, c := r.pos, r.src[r.pos]
	digit := func(i int) bool { return i < len(r.src) && '0' <= r.src[i] && r.src[i] <= '9' }
	switch {
	case digit(r.pos) || c == '.' && digit(r.pos+1):
		for r.pos < len(r.src) {
			c := r.src[r.pos]
			exponent := (c == '+' || c == '-') && (r.src[r.pos-1] == 'e' || r.src[r.pos-1] == 'E')
			if !digit(r.pos) && c != '.' && c != 'e' && c != 'E' && !exponent {
				break
			}
			r.step()
		}
		text := string(r.src[start:r.pos])
		r.tok = rToken{kind: rNumber, text: text, at: at}
		if r.pos < len(r.src) && r.src[r.pos] == 'L' {
			r.step()
		}
		v, err := strconv.ParseFloat(text, 64)
		if err != nil || r.pos < len(r.src) && isWordByte(r.src[r.pos]) {
			r.fail("%q is no number", string(r.src[start:min(r.pos+1, len(r.src))]))
			return
		}
		r.tok.value = v
	case isWordByte(c):
		for r.pos < len(r.src) && isWordByte(r.src[r.pos]) {
			r.step()
		}
		r.tok = rToken{kind: rWord, text: string(r.src[start:r.pos]), at: at}
	case c == '"' || c == '\'' || c == '`':
		r.step()
		for r.pos < len(r.src) && r.src[r.pos] != c && r.src[r.pos] != '\n' {
			r.step()
		}
		r.tok = rToken{kind: rText, text: string(r.src[start+1 : r.pos]), at: at}
		if r.pos >= len(r.src) || r.src[r.pos] != c {
			r.fail("the text has no end: %c is missing", c)
			return
		}
		r.step()
	case c == '<' && r.pos+1 < len(r.src) && r.src[r.pos+1] == '-':
		r.step()
		r.step()
		r.tok = rToken{kind: rMark, text: "<-", at: at}
	default:
		r.step()
		r.tok = rToken{kind: rMark, text: string(c), at: at}
	}
}
