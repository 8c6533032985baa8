package codegen

import "strings"

// spoken is Go source with its comments and strings left out, which name the user's
// statements.
func spoken(text string) string {
	var b strings.Builder
	for {
		i := strings.IndexAny(text, "\"/")
		switch {
		case i < 0:
			b.WriteString(text)
			return b.String()
		case strings.HasPrefix(text[i:], "//"):
			b.WriteString(text[:i])
			_, text, _ = strings.Cut(text[i:], "\n")
			text = "\n" + text
		case text[i] == '/':
			b.WriteString(text[:i+1])
			text = text[i+1:]
		default:
			b.WriteString(text[:i])
			for i++; i < len(text) && text[i] != '"'; i++ {
				if text[i] == '\\' {
					i++
				}
			}
			text = text[min(i+1, len(text)):]
		}
	}
}

// hasWord tells whether Go source has the name as a word, not as a selector.
func hasWord(text, name string) bool {
	for at := 0; ; {
		i := strings.Index(text[at:], name)
		if i < 0 {
			return false
		}
		i += at
		end := i + len(name)
		before := i == 0 || !isWordByte(text[i-1]) && text[i-1] != '.'
		after := end == len(text) || !isWordByte(text[end])
		if before && after {
			return true
		}
		at = end
	}
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
