// Package docs has the pages about diagnostics, which the command prints; its tests hold what the
// documentation says to what the compiler does.
package docs

import (
	"embed"
	"io/fs"
	"strings"

	"mpc/lang"
)

//go:embed codes/*.md
var codeTexts embed.FS

// Explain returns the long explanation of a diagnostic's code in Markdown,
// with an example that goes wrong and one that works; false for a word that is
// no code. Case does not count.
func Explain(code string) (string, bool) {
	code = strings.ToLower(code)
	if strings.ContainsAny(code, `/\`) {
		return "", false
	}
	text, err := codeTexts.ReadFile("codes/" + code + ".md")
	return string(text), err == nil
}

// Codes lists the codes of all diagnostics, sorted.
func Codes() []string {
	entries, err := fs.ReadDir(codeTexts, "codes")
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".md"))
	}
	return out
}

// Summary is the first sentence of the explanation of a code, "" for a word that is
// no code.
func Summary(code string) string {
	text, _ := Explain(code)
	_, text, _ = strings.Cut(text, "\n\n")
	text, _, _ = strings.Cut(text, "\n\n")
	text = strings.TrimPrefix(strings.Join(strings.Fields(text), " "), "A warning: ")
	for i := range text {
		// A point or a colon outside of what is quoted, as in `iterate: {...}`.
		if strings.ContainsRune(".:;", rune(text[i])) && (i+1 == len(text) || text[i+1] == ' ') && strings.Count(text[:i], "`")%2 == 0 {
			return text[:i]
		}
	}
	return text
}

// NearestCode returns the code that a word was probably meant to be, or "".
func NearestCode(word string) string { return lang.Nearest(word, Codes()) }
