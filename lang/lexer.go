package lang

import (
	"math"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// A tokenKind says what a token is.
type tokenKind byte

const (
	tokenEnd     tokenKind = iota // of the text
	tokenLine                     // a line's end
	tokenName                     // a name that is not reserved
	tokenKeyword                  // for in if else switch observe repeat true false
	tokenNumber
	tokenSymbol // operators, brackets, punctuation
	tokenBad    // nothing of the language
)

// A token is a piece of a fragment's text.
type token struct {
	kind     tokenKind
	newLine  bool // a line's end stands before it, even where those do not count
	from, to int  // byte offsets in the fragment's text
	text     string
}

// is reports whether the token is that symbol or keyword.
func (t token) is(text string) bool {
	return (t.kind == tokenSymbol || t.kind == tokenKeyword) && t.text == text
}

// describe names the token in a message.
func (t token) describe() string {
	switch t.kind {
	case tokenEnd:
		return "the end"
	case tokenLine:
		return "the end of the line"
	case tokenKeyword:
		return "the keyword " + t.text
	case tokenNumber:
		return "the number " + clip(t.text)
	}
	return quoted(t.text)
}

// clip shortens what a message quotes.
func clip(text string) string {
	const most = 40
	if len(text) <= most {
		return text
	}
	end := most
	for end > 0 && !utf8.RuneStart(text[end]) {
		end--
	}
	return text[:end] + "..."
}

// isKeyword reports whether a word is one of the language's own.
func isKeyword(word string) bool {
	switch word {
	case "for", "in", "if", "else", "switch", "observe", "repeat", "true", "false":
		return true
	}
	return false
}

// scan reads the token that starts at or after an offset. It depends on nothing
// else, so the parser may look ahead and come back.
func scan(text string, offset int) token {
	for offset < len(text) {
		switch c := text[offset]; {
		case c == ' ' || c == '\t' || c == '\r':
			offset++
			continue
		case c == '#':
			if i := strings.IndexByte(text[offset:], '\n'); i >= 0 {
				offset += i
			} else {
				offset = len(text)
			}
			continue
		case c == '\n':
			return token{kind: tokenLine, from: offset, to: offset + 1, text: "\n"}
		}
		break
	}
	if offset >= len(text) {
		return token{kind: tokenEnd, from: len(text), to: len(text)}
	}
	kind, length := tokenSymbol, 0
	switch c := text[offset]; {
	case isLetter(c) || c >= utf8.RuneSelf:
		length = wordLength(text[offset:])
		kind = tokenName
		if more := foreignLength(text[offset+length:]); more > 0 { // letters that names do not have
			kind, length = tokenBad, length+more
		} else if length == 0 {
			kind, length = tokenBad, badLength(text[offset:])
		} else if isKeyword(text[offset : offset+length]) {
			kind = tokenKeyword
		}
	case isDigit(c):
		kind, length = tokenNumber, numberLength(text[offset:])
	default:
		if length = symbolLength(text[offset:]); length == 0 {
			kind, length = tokenBad, badLength(text[offset:])
		}
	}
	return token{kind: kind, from: offset, to: offset + length, text: text[offset : offset+length]}
}

func isLetter(c byte) bool { return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' }
func isDigit(c byte) bool  { return '0' <= c && c <= '9' }

// wordLength is the length of the name that text starts with.
func wordLength(text string) int {
	n := 0
	for n < len(text) && (isLetter(text[n]) || isDigit(text[n]) || text[n] == '_') {
		n++
	}
	return n
}

// foreignLength is how far the name goes on that text starts with, where its first letter
// is one that names do not have, as a Greek one; 0 where it is none.
func foreignLength(text string) int {
	n := 0
	for i, r := range text {
		inside := i > 0 && (unicode.IsDigit(r) || r == '_' || r < utf8.RuneSelf && isLetter(byte(r)))
		strange := r >= utf8.RuneSelf && (unicode.IsLetter(r) || unicode.IsMark(r) || '₀' <= r && r <= '₉')
		if r == utf8.RuneError || !inside && !strange {
			break
		}
		n = i + utf8.RuneLen(r)
	}
	return n
}

// isName reports whether text is a name: letters, digits and _, first a letter.
func isName(text string) bool {
	return text != "" && isLetter(text[0]) && wordLength(text) == len(text)
}

// numberLength is the length of what was meant as a number: parseNumber says
// whether it is one. In 0..n the points belong to the interval.
func numberLength(text string) int {
	n := 0
	digits := func() {
		for n < len(text) && (isDigit(text[n]) || isLetter(text[n]) || text[n] == '_') {
			n++
			if e := text[n-1]; (e == 'e' || e == 'E') && n+1 < len(text) &&
				(text[n] == '+' || text[n] == '-') && isDigit(text[n+1]) && !isHex(text[:n]) {
				n++
			}
		}
	}
	digits()
	if n < len(text) && text[n] == '.' && !strings.HasPrefix(text[n:], "..") {
		n++
		digits()
	}
	return n
}

func isHex(text string) bool {
	return len(text) > 1 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')
}

// symbols, the longer ones before those they start with.
const (
	symbols3 = "..< "
	symbols2 = "<- <= >= == != && || .. "
	symbols1 = "~=<>!+-*/^()[]{},:;"
	// What other languages write; each is one bad token with a hint.
	foreign = "=== !== <=> %*% %in% ... := ** // /* ++ -- += -= *= /= -> => <> ?: "
)

// symbolLength is the length of the symbol that text starts with, or 0.
func symbolLength(text string) int {
	for n := 4; n >= 2; n-- {
		if len(text) >= n && hasWord(foreign, text[:n]) && text[:n] != "--" && text[:n] != "++" {
			return 0
		}
	}
	if len(text) >= 3 && hasWord(symbols3, text[:3]) {
		return 3
	}
	if len(text) >= 2 && hasWord(symbols2, text[:2]) {
		return 2
	}
	if strings.IndexByte(symbols1, text[0]) >= 0 {
		return 1
	}
	return 0
}

func hasWord(list, word string) bool {
	i := strings.Index(list, word+" ")
	return i == 0 || i > 0 && list[i-1] == ' '
}

// badLength is the length of the bad token that text starts with.
func badLength(text string) int {
	for n := 4; n >= 2; n-- {
		if len(text) >= n && hasWord(foreign, text[:n]) {
			return n
		}
	}
	if text[0] == '.' || text[0] == '_' { // .5, _x
		if n := 1 + wordLength(text[1:]); n > 1 {
			return n
		}
	}
	if text[0] == '"' || text[0] == '\'' {
		if n := quotedLength(text); n > 0 {
			return n
		}
	}
	_, size := utf8.DecodeRuneInString(text)
	return size
}

// quotedLength is the length of the text in quotes that text starts with, in which \"
// is no end; 0 where the line has none.
func quotedLength(text string) int {
	near := text[:min(len(text), 1024)] // looking further would take quadratic time
	for i := 1; i < len(near) && near[i] != '\n'; i++ {
		switch near[i] {
		case '\\':
			i++
		case text[0]:
			return i + 1
		}
	}
	return 0
}

// badHint says what to write instead of a bad token.
func badHint(text string) string {
	if len(text) > 1 && text[0] == '.' && isDigit(text[1]) {
		return "write 0" + clip(text) + ": numbers are as in JSON"
	}
	switch text {
	case "===", "=>":
		return "write == to compare, >= for at least"
	case "!==", "<>", "≠":
		return "write !="
	case ":=", "->":
		return "write = for a deterministic function, ~ for a random variable"
	case "**":
		return "write ^ for a power"
	case "//", "/*":
		return "a comment starts with #"
	case "...":
		return "write lo..hi or lo..<hi"
	case "+=", "-=", "*=", "/=":
		return "a variable is defined once; write a sum over a range as sum(x[i] : i in R)"
	case "&":
		return "write && for and"
	case "|":
		return "write || for or; name the scale of a distribution, and condition with observe"
	case "%":
		return "there is no remainder; give it as an input"
	case "≤":
		return "write <="
	case "≥":
		return "write >="
	case "−", "–", "—":
		return "write - for minus"
	case "×", "·":
		return "write * for a product"
	case "∼":
		return "write ~"
	case "%in%":
		return "write x == a || x == b"
	case "²":
		return "write ^2 for a square"
	case "³":
		return "write ^3 for a power"
	case "?", "?:":
		return "if is a statement: if (c) { x = a } else { x = b }, and x here"
	case "%*%", "@":
		return "write A * w of a matrix and a vector, dot(v, w) of two vectors"
	case "'":
		return "no matrix is turned here: give it turned, as an input"
	case "$":
		return "write x in place of $x"
	case ".":
		return "names are of letters, digits and _; numbers are as in JSON: 0.5"
	}
	switch {
	case foreignLength(strings.TrimLeft(text, asciiWord)) > 0:
		return nameHint(text)
	case text[0] == '"' || text[0] == '\'':
		return textHint(text)
	case text[0] == '.':
		return "names have no points: write _ instead"
	case text[0] == '_':
		return "a name starts with a letter"
	}
	return "a program is of names, numbers, operators and brackets; a comment starts with #"
}

// textHint says what to write in the place of a text.
func textHint(text string) string {
	inner := strings.TrimSuffix(text[1:], text[:1])
	switch {
	case len(text) < 2 || text[len(text)-1] != text[0]:
		return "this text has no end; a label stands in double quotes on one line"
	case inner != "" && isDigit(inner[0]) && numberLength(inner) == len(inner):
		return "write " + inner + ", without quotes"
	case text[0] == '"' && !IsLabel(text):
		return `a label has the escapes of JSON: \" is a quote, \\ a backslash, \n a new line`
	case text[0] == '\'':
		return "a label stands in double quotes, in an index or beside == or !=; a name has no quotes: write \"" + clip(strings.ReplaceAll(inner, `"`, `\"`)) + "\""
	}
	return "a label stands in an index, effect[" + clip(text) + "], or beside == or !=, arm[i] == " + clip(text) + "; a name has no quotes"
}

// parseNumber reads a number as JSON writes it, without a sign. The message is
// empty for a number; otherwise it says what is wrong, and the hint what would
// be right.
func parseNumber(text string) (value float64, isInt bool, message, hint string) {
	whole := 0
	for whole < len(text) && isDigit(text[whole]) {
		whole++
	}
	rest := text[whole:]
	if isHex(text) {
		return 0, false, "not a number as JSON has it", "write it in decimal"
	}
	isInt = rest == ""
	if strings.HasPrefix(rest, ".") {
		n := 1
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		if n == 1 {
			return 0, false, "a number does not end in a point", "write " + clip(text[:whole]) + ".0, or " + clip(text[:whole])
		}
		rest = rest[n:]
	}
	if rest != "" && (rest[0] == 'e' || rest[0] == 'E') {
		n := 1
		if n < len(rest) && (rest[n] == '+' || rest[n] == '-') {
			n++
		}
		first := n
		for n < len(rest) && isDigit(rest[n]) {
			n++
		}
		if n == first {
			return 0, false, "the exponent has no digits", "write for example 1e-3"
		}
		rest = rest[n:]
	}
	switch {
	case strings.HasPrefix(rest, "_"):
		return 0, false, "a number has no _", "write the digits without a break"
	case strings.HasPrefix(rest, "."):
		return 0, false, "a number has one point", "write for example 0.5"
	case rest != "":
		mantissa := clip(text[:len(text)-len(rest)])
		return 0, false, "a letter follows the number", "write " + mantissa + " * " + clip(rest) + " for a product; a name starts with a letter"
	case whole > 1 && text[0] == '0':
		trimmed := strings.TrimLeft(text[:whole], "0")
		if trimmed == "" {
			trimmed = "0"
		}
		return 0, false, "a number does not start with a needless 0", "write " + clip(trimmed+text[whole:])
	}
	value, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0, false, "the number is too large", "the largest is about 1.8e308"
	}
	if value == 0 && strings.ContainsAny(strings.FieldsFunc(text, func(r rune) bool { return r == 'e' || r == 'E' })[0], "123456789") {
		return 0, false, "the number is too small to differ from 0", "the smallest is about 4.9e-324"
	}
	if isInt && value >= maxExactInt && strconv.FormatFloat(value, 'f', 0, 64) != text {
		return 0, false, "the whole number is too large",
			"from 2^53 = 9007199254740992 on they are not told apart; write " + strconv.FormatFloat(value, 'g', -1, 64) + " for the number that is nearest"
	}
	return value, isInt && value <= maxExactInt, "", ""
}

// maxExactInt is the largest whole number up to which float64 has them all.
const maxExactInt = 1 << 53

// wholeNumber reports whether v is a whole number that float64 tells from its
// neighbours.
func wholeNumber(v float64) bool {
	return v == math.Trunc(v) && math.Abs(v) <= maxExactInt
}
