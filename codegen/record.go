package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/fields"
)

// record prints a type.
func (p *printer) record(r fields.Record) {
	p.comment(r.Doc)
	p.line("type %s struct {", r.Name)
	p.fields(r.Fields)
	p.line("}\n")
}

func (p *printer) fields(list []fields.Field) {
	for _, f := range list {
		if f.Above != "" {
			p.comment(f.Above)
		}
		typ := f.Type
		if typ == "" {
			typ = "struct {"
		}
		line := strings.TrimSpace(f.Name + " " + typ)
		if f.Tag != "" {
			line += fmt.Sprintf(" `json:%q`", f.Tag)
		}
		if f.Doc != "" {
			line += " // " + commentLine(f.Doc)
		}
		p.line("%s", line)
		if f.Type == "" {
			p.fields(f.Of)
			p.line("}")
		}
	}
}
