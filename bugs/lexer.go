package bugs

import (
	"strconv"
	"strings"
	"unicode/utf8"

	"mpc/lang"
)

type tokenKind byte

const (
	tokenEnd tokenKind = iota
	tokenName
	tokenNumber
	tokenSymbol
	tokenBad
)

// A token is a piece of the text.
type token struct {
	kind tokenKind
	text string
	at   lang.Pos
	line bool // it is the first of its line
}

func (t token) is(text string) bool { return t.kind == tokenSymbol && t.text == text }

func (t token) word(text string) bool { return t.kind == tokenName && t.text == text }

// describe names the token in a message.
func (t token) describe() string {
	if t.kind == tokenEnd {
		return "the end of the file"
	}
	return strconv.Quote(clip(t.text))
}

func clip(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	return strings.ToValidUTF8(text[:most], "") + "..."
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// symbols lists those of several characters, longer ones first.
var symbols = []string{"<-", "<=", ">=", "==", "!=", "&&", "||", "**"}

// scan cuts the text into tokens; comments begin with # and end with the line, or stand
// between /* and */.
func scan(text string, report *lang.Collector) []token {
	var list []token
	line, start, first := 1, 0, true
	i := 0
	if strings.HasPrefix(text, "\uFEFF") {
		i, start = 3, 3
	}
	at := func(i int) lang.Pos { return lang.Pos{Line: line, Col: i - start + 1} }
	add := func(kind tokenKind, from, to int, text string) {
		list = append(list, token{kind: kind, text: text, at: at(from), line: first})
		first = false
		i = to
	}
	for i < len(text) {
		c := text[i]
		switch {
		case c == '\n':
			i++
			line, start, first = line+1, i, true
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			i++
		case c == '#':
			for i < len(text) && text[i] != '\n' {
				i++
			}
		case strings.HasPrefix(text[i:], "/*"):
			end := strings.Index(text[i+2:], "*/")
			if end < 0 {
				report.Errorf(at(i), lang.CodeUnclosed, "this comment has no end").WithHint("write */ behind it")
				i = len(text)
				continue
			}
			for stop := i + end + 4; i < stop; i++ {
				if text[i] == '\n' {
					line, start, first = line+1, i+1, true
				}
			}
		case isLetter(c):
			j := i
			for j < len(text) && (isLetter(text[j]) || isDigit(text[j]) || text[j] == '.' || text[j] == '_') {
				j++
			}
			add(tokenName, i, j, text[i:j])
		case isDigit(c) || c == '.' && i+1 < len(text) && isDigit(text[i+1]):
			j := numberEnd(text, i)
			add(tokenNumber, i, j, text[i:j])
		case c == '%':
			if j := strings.IndexByte(text[i+1:], '%'); j >= 0 && j <= 8 && !strings.Contains(text[i+1:i+1+j], "\n") {
				add(tokenSymbol, i, i+j+2, text[i:i+j+2])
				continue
			}
			add(tokenBad, i, i+1, "%")
		default:
			word := ""
			for _, s := range symbols {
				if strings.HasPrefix(text[i:], s) {
					word = s
					break
				}
			}
			switch {
			case word == "**":
				add(tokenSymbol, i, i+2, "^")
			case word != "":
				add(tokenSymbol, i, i+len(word), word)
			case strings.IndexByte("~=(){}[],;:+-*/^<>!", c) >= 0:
				add(tokenSymbol, i, i+1, text[i:i+1])
			default:
				_, size := utf8.DecodeRuneInString(text[i:])
				add(tokenBad, i, i+size, text[i:i+size])
			}
		}
	}
	list = append(list, token{kind: tokenEnd, at: at(min(i, len(text))), line: true})
	return list
}

// numberEnd is where a number ends: digits, a point, an exponent, and L for a whole number.
func numberEnd(text string, i int) int {
	digits := func() {
		for i < len(text) && isDigit(text[i]) {
			i++
		}
	}
	digits()
	if i < len(text) && text[i] == '.' {
		i++
		digits()
	}
	if i < len(text) && (text[i] == 'e' || text[i] == 'E') {
		j := i + 1
		if j < len(text) && (text[j] == '+' || text[j] == '-') {
			j++
		}
		if j < len(text) && isDigit(text[j]) {
			i = j
			digits()
		}
	}
	if i < len(text) && text[i] == 'L' {
		i++
	}
	return i
}
