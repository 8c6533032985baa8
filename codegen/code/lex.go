package code

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// A token is a name, a number, a symbol, the end of a line ("\n") or of the text ("").
type token struct {
	text         string
	line, column int
}

func (t token) name() bool {
	return t.text != "" && (letter(t.text[0]) || t.text[0] >= utf8.RuneSelf)
}

func (t token) number() bool { return t.text != "" && digit(t.text[0]) }

func (t token) String() string {
	switch t.text {
	case "":
		return "the end of the text"
	case "\n":
		return "the end of the line"
	}
	return t.text
}

func letter(c byte) bool { return c == '_' || c|0x20 >= 'a' && c|0x20 <= 'z' }
func digit(c byte) bool  { return c >= '0' && c <= '9' }

// symbols of two bytes
var pairs = []string{"..", "==", "!=", "<=", ">="}

// lex splits a text into tokens. Lines without any are left out, and what follows "//" too.
func lex(file, text string) ([]token, error) {
	var list []token
	for i, line := range strings.Split(text, "\n") {
		n := len(list)
		for at := 0; at < len(line); {
			c := line[at]
			size := 1
			switch {
			case c == ' ' || c == '\t' || c == '\r':
				at++
				continue
			case strings.HasPrefix(line[at:], "//"):
				at = len(line)
				continue
			case letter(c) || c >= utf8.RuneSelf:
				for at+size < len(line) && (letter(line[at+size]) || digit(line[at+size]) || line[at+size] >= utf8.RuneSelf) {
					size++
				}
			case digit(c):
				size = numberSize(line[at:])
			case at+1 < len(line) && isPair(line[at:at+2]):
				size = 2
			case !strings.ContainsRune("{}()[],:=<>+-*/%&|!.~@#", rune(c)):
				return nil, fmt.Errorf("%s:%d:%d: %q is no character of a program", file, i+1, at+1, c)
			}
			list = append(list, token{line[at : at+size], i + 1, at + 1})
			at += size
		}
		if len(list) > n {
			list = append(list, token{"\n", i + 1, len(line) + 1})
		}
	}
	return append(list, token{"", strings.Count(text, "\n") + 1, 1}), nil
}

func isPair(s string) bool {
	for _, p := range pairs {
		if s == p {
			return true
		}
	}
	return false
}

// numberSize returns the size of the number at the start of a text: digits, then a point
// that is not the first of two, then an exponent.
func numberSize(s string) int {
	n := 0
	digits := func() {
		for n < len(s) && digit(s[n]) {
			n++
		}
	}
	digits()
	if n+1 < len(s) && s[n] == '.' && digit(s[n+1]) {
		n++
		digits()
	}
	if n < len(s) && (s[n] == 'e' || s[n] == 'E') {
		start := n
		n++
		if n < len(s) && (s[n] == '-' || s[n] == '+') {
			n++
		}
		if n == len(s) || !digit(s[n]) {
			return start
		}
		digits()
	}
	return n
}
