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
			text = text[i:]
			end := strings.IndexByte(text, '\n')
			if end < 0 {
				return b.String()
			}
			text = text[end:]
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

// wordsOf are the words of Go source that are no selectors: those of which hasWord is true.
func wordsOf(text string) map[string]bool {
	words := map[string]bool{}
	for i := 0; i < len(text); i++ {
		start := i
		for i < len(text) && isWordByte(text[i]) {
			i++
		}
		if i > start && (start == 0 || text[start-1] != '.') {
			words[text[start:i]] = true
		}
	}
	return words
}

func isWordByte(c byte) bool {
	return c == '_' || c >= 0x80 || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}
