package codegen_test

import (
	"bytes"
	"fmt"
	"go/build"
	"go/parser"
	"go/token"
	"io"
	"regexp"
	"strings"
	"testing"

	"mpc"
)

// TestTextInComments puts text into a model that would mean something to the go command
// if it stood in a comment of its own: no generated file is left out, renamed or broken.
func TestTextInComments(t *testing.T) {
	t.Parallel()
	directive := regexp.MustCompile(`(?m)^\s*//(go:|line |export |\s*\+build|\s+go:)`)
	docs := []string{
		"+build ignore", "Skills.\n\n+build ignore\n", "   +build ignore", "//go:build ignore", "\n//go:build ignore\n\n", "a\r//go:build ignore\r",
		"go:build ignore", "go:generate rm -rf .", "//line /etc/passwd:1", "*/ import \"C\" /*", "#cgo LDFLAGS: -lm", "a\vb\fc", "a\u2028+build ignore", "a\u0085+build ignore",
		"a\u202eb\ufeff c", "words that fill a line up to its end so that the next one begins what follows, here it is: +build ignore",
	}
	var inputs, seen strings.Builder
	for i, doc := range docs {
		fmt.Fprintf(&seen, "  y%d ~ normal(x, sd = 1)\n", i)
		fmt.Fprintf(&inputs, "  y%d: {type: real, doc: %s}\n", i, quoted(doc))
	}
	docs = append(docs, strings.Join(docs, "\n\n"))
	for _, doc := range []string{docs[0], docs[3], docs[4], docs[len(docs)-1]} {
		for _, algorithm := range []string{"ep", "gibbs"} {
			src := fmt.Sprintf("model: m\nalgorithm: %s\ndoc: %s\ninputs:\n%sprogram: |\n  x ~ normal(0, sd = 1)\n%sinfer: [x]\n", algorithm, quoted(doc), inputs.String(), seen.String())
			c, err := mpc.Compile("a\n//go:build ignore\n\nb.yaml", []byte(src), mpc.Options{})
			if err != nil {
				t.Errorf("%q: %v", doc, err)
				continue
			}
			for _, f := range c.Package.Files {
				at := fmt.Sprintf("%s, %s of %q:\n%s", algorithm, f.Name, doc, f.Source)
				if _, err := parser.ParseFile(token.NewFileSet(), f.Name, f.Source, parser.ParseComments|parser.SkipObjectResolution); err != nil {
					t.Errorf("%v, %s", err, at)
				}
				context := build.Default
				context.OpenFile = func(string) (io.ReadCloser, error) { return io.NopCloser(bytes.NewReader(f.Source)), nil }
				if ok, err := context.MatchFile("", f.Name); err != nil || !ok || directive.Match(f.Source) {
					t.Errorf("the go command leaves a file out, or it has a directive: %v, %s", err, at)
				}
			}
		}
	}
}

// quoted writes text as YAML reads it between double quotes.
func quoted(text string) string { return fmt.Sprintf("%+q", text) }
