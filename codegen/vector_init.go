package codegen

import (
	"strings"

	"mpc/families"
	"mpc/loops"
)

// startVectors prints the start of messages about vectors or matrices: an initial
// marginal that is written in the model, one for all elements.
func (f *function) startVectors(t *loops.Table, c *families.Constructor, args []string) {
	field := f.g.tableField(t)
	list := strings.Join(args, ", ")
	if c.Variadic() {
		list += "..."
	}
	f.g.need["dist."+c.Name()] = true
	if c.Fails() {
		f.body.comment("That the matrix is one is checked when the messages are computed.")
		f.body.line("start, err := dist.%s(%s)", c.Name(), list)
		f.body.line("if err == nil {\nfor i := range inf.%s {\ninf.%s[i].Set(start)\n}\n}", field, field)
		return
	}
	f.body.line("start := dist.%s(%s)", c.Name(), list)
	f.body.line("for i := range inf.%s {\ninf.%s[i].Set(start)\n}", field, field)
}
