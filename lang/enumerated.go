package lang

import "strings"

// Enumerated is a list in words: a, b and c.
func Enumerated(names []string) string {
	if n := len(names) - 1; n > 0 {
		return strings.Join(names[:n], ", ") + " and " + names[n]
	}
	return strings.Join(names, "")
}
