package lang

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Visible writes text for people on one line: what a terminal would obey, or no one would
// see, as a line end, an escape sequence or a mark that turns the direction of writing,
// becomes an escape as \n or \x1b.
func Visible(s string) string { return visible(s, "") }

// VisibleText is Visible of several lines: line ends and tabs stay.
func VisibleText(s string) string { return visible(s, "\n\t") }

func visible(s, keep string) string {
	harmless := func(r rune) bool {
		const joiner, nonJoiner = '\u200d', '\u200c' // of emoji, and of Persian words
		return unicode.IsGraphic(r) || r == joiner || r == nonJoiner || strings.ContainsRune(keep, r)
	}
	if utf8.ValidString(s) && strings.IndexFunc(s, func(r rune) bool { return !harmless(r) }) < 0 {
		return s
	}
	var b strings.Builder
	for i, r := range s {
		switch {
		case r == utf8.RuneError && !strings.HasPrefix(s[i:], string(utf8.RuneError)):
			fmt.Fprintf(&b, `\x%02x`, s[i])
		case harmless(r):
			b.WriteRune(r)
		default:
			b.WriteString(strings.Trim(strconv.QuoteRuneToASCII(r), "'"))
		}
	}
	return b.String()
}
