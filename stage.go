package mpc

import (
	"fmt"
	"strings"

	"mpc/codegen"
)

// Stages lists the names that Dump takes, in the order of the compiler.
var Stages = []string{"lang", "model", "joint", "graph", "program", "deps", "planned", "schedule", "loops", "code", "all"}

// Dump prints what a stage made, one line per item, the same on every run. It
// returns false where the compilation did not come so far.
func (c *Compilation) Dump(stage string) (string, bool) {
	switch stage {
	case "lang":
		if c.File != nil {
			return c.File.String(), true
		}
	case "model":
		if c.Model != nil {
			return c.Model.String(), true
		}
	case "joint":
		if c.Joint != nil {
			return c.Joint.String(), true
		}
	case "graph":
		if c.Graph != nil {
			return c.Graph.String(), true
		}
	case "program":
		if c.Program != nil {
			return c.Program.String(), true
		}
	case "deps":
		if c.Deps != nil {
			return c.Deps.String(), true
		}
	case "planned":
		if c.Planned != nil {
			return c.Planned.Text(c.Deps), true
		}
	case "schedule":
		if c.Schedule != nil {
			return c.Schedule.Text(c.Deps), true
		}
	case "loops":
		if c.Loops != nil {
			return c.Loops.String(), true
		}
	case "code":
		if c.Loops != nil {
			return codegen.Code(c.Loops).String(), true
		}
	case "all":
		var b strings.Builder
		for _, s := range Stages[:len(Stages)-1] {
			if text, ok := c.Dump(s); ok {
				fmt.Fprintf(&b, "-- %s --\n%s", s, text)
			}
		}
		return b.String(), true
	}
	return "", false
}
