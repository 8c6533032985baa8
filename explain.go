package mpc

import (
	"embed"
	"io/fs"
	"strings"

	"mpc/lang"
)

//go:embed docs/codes/*.md
var codeTexts embed.FS

// ExplainCode returns the long explanation of a diagnostic's code in Markdown,
// with an example that goes wrong and one that works; false for a word that is
// no code. Case does not count.
func ExplainCode(code string) (string, bool) {
	code = strings.ToLower(code)
	if strings.ContainsAny(code, `/\`) {
		return "", false
	}
	text, err := codeTexts.ReadFile("docs/codes/" + code + ".md")
	return string(text), err == nil
}

// Codes lists the codes of all diagnostics, sorted.
func Codes() []string {
	entries, err := fs.ReadDir(codeTexts, "docs/codes")
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		out = append(out, strings.TrimSuffix(e.Name(), ".md"))
	}
	return out
}

// CodeSummary is the first sentence of the explanation of a code, "" for a word that is
// no code.
func CodeSummary(code string) string {
	text, _ := ExplainCode(code)
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

// Nearest returns the one of the names that a word was probably meant to be, or "".
func Nearest(word string, names []string) string { return lang.Nearest(word, names) }

// NearestCode returns the code that a word was probably meant to be, or "".
func NearestCode(word string) string { return lang.Nearest(word, Codes()) }
