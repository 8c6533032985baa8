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

// NearestCode returns the code that a word was probably meant to be, or "".
func NearestCode(word string) string { return lang.Nearest(word, Codes()) }
