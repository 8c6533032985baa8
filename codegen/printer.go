package codegen

import (
	"bytes"
	"fmt"
	"strings"

	"mpc/codegen/names"
	"mpc/lang"
)

// A printer collects Go source. Indentation is left to go/format.
type printer struct {
	bytes.Buffer
}

// line prints one line.
func (p *printer) line(format string, args ...any) {
	if len(args) == 0 {
		p.WriteString(format)
	} else {
		fmt.Fprintf(p, format, args...)
	}
	p.WriteByte('\n')
}

// comment prints text as a comment, broken into lines of about 90 characters.
func (p *printer) comment(text string) {
	for _, para := range strings.Split(strings.TrimSpace(text), "\n") {
		line := "//"
		for _, w := range strings.Fields(para) {
			if len(names.Plain(line+" "+w)) > 92 && line != "//" {
				p.line("%s", line)
				line = "//"
			}
			if line == "//" {
				w = noDirective(w)
			}
			line += " " + lang.VisibleText(w)
		}
		p.line("%s", line)
	}
}

// commentLine makes one line of a comment of any text, without the slashes.
func commentLine(text string) string {
	return noDirective(lang.VisibleText(strings.Join(strings.Fields(text), " ")))
}

// noDirective takes text that begins a line of a comment. What the go command would read
// as a build constraint, or what looks as if it did, gets a backslash before it.
func noDirective(text string) string {
	rest := strings.TrimLeft(text, " \t")
	if strings.HasPrefix(rest, "+build") || strings.HasPrefix(rest, "go:") {
		return text[:len(text)-len(rest)] + `\` + rest
	}
	return text
}
