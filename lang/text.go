package lang

import (
	"strings"
	"unicode/utf8"
)

// checkText reports text that is empty, not UTF-8, or holds characters that
// have no place in a model file: control characters, and the line breaks that
// editors do not count as such.
func checkText(s *source, report *Collector) bool {
	if strings.HasPrefix(s.text, "\xff\xfe") || strings.HasPrefix(s.text, "\xfe\xff") {
		report.Errorf(Pos{1, 1}, CodeEncoding, "the file is in UTF-16; save it as UTF-8")
		return false
	}
	found := 0
	for i := s.lines[0]; i < len(s.text) && found < 10; {
		c := s.text[i]
		if c >= ' ' && c < 0x7f || c == '\n' || c == '\t' || c == '\r' && i+1 < len(s.text) && s.text[i+1] == '\n' {
			i++
			continue
		}
		r, size := utf8.DecodeRuneInString(s.text[i:])
		what := ""
		switch {
		case r == utf8.RuneError && size <= 1:
			what = "this byte is not UTF-8"
		case r == '\r':
			what = "a carriage return without a line feed"
		case r < ' ' || r >= 0x7f && r < 0xa0:
			what = "a control character"
		case r == 0x2028 || r == 0x2029:
			what = "a line separator that is no line break"
		case r == 0xfeff || r == 0xfffe || r == 0xffff:
			what = "a character that is no text"
		}
		if what != "" {
			found++
			d := report.Errorf(s.pos(i), CodeEncoding, "%s", what)
			switch {
			case r == utf8.RuneError && size <= 1:
				d.Message += ": it is 0x" + hex(c)
				d.WithHint("save the file as UTF-8")
			case r == '\r':
				d.WithHint("end lines with a line feed")
			default:
				d.Message += ": " + runeName(r)
				d.WithHint("remove it")
			}
			// One report for each line.
			size = s.lineEnd(i) - i + 1
		}
		i += size
	}
	return found == 0
}

func hex(c byte) string {
	const digits = "0123456789ABCDEF"
	return string([]byte{digits[c>>4], digits[c&15]})
}

func runeName(r rune) string {
	return "U+" + hex(byte(r>>8)) + hex(byte(r))
}
