package codegen

import (
	"bytes"
	"fmt"
	"strings"

	"mpc/codegen/names"
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
			line += " " + w
		}
		p.line("%s", line)
	}
}
