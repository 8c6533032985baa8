package codegen

import (
	"fmt"
	"mpc/codegen/names"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/text"
	"mpc/model"
)

// chainTable is the variable of a table that a chain has and an Inference has not; ok is false of others.
func (l *lowered) chainTable(t *code.Table) (name, field string, element, ok bool) {
	s := l.program.Tables[t]
	switch {
	case s.Block != nil && s.Block.Gaussian != nil:
		return "q." + s.What, "", false, true
	case s.State != "":
		return "c." + stateField(s.State), "", false, true
	case s.Block != nil:
		return "c." + names.Prefix(s.What).Name(l.g.blockNumber(s.Block)), "", false, true
	case s.Free != nil:
		return "c.free." + local(s.Free.Name), "", true, true
	case s.Width != nil:
		name := widths(s.Width)
		return name, "c.width." + name, true, true
	case s.Shifts != nil:
		return "shiftWidths", "c.shiftWidths", true, true
	case s.Directions != nil:
		return "directions", "c.directions", true, true
	case s.Weights:
		return "weights", "c.weights", false, true
	case s.List != nil:
		name := l.g.listOf(s.List)
		return name, "&" + l.self + "." + name, false, true
	case s.Added != nil:
		name := l.program.TableName(s.Added) + strings.ToUpper(s.What[:1]) + s.What[1:]
		return name, "c." + sumsField(s) + "." + name, true, true
	}
	return "", "", false, false
}

// stateField is the field of a chain for what it keeps of its scans, some of it of its course.
func stateField(state string) string {
	switch state {
	case "burning", "scans":
		return "course." + strings.ToUpper(state[:1]) + state[1:]
	}
	return state
}

// Stream is the local variable for the stream of random numbers.
func (l *lowered) Stream() (name, field string) { return "stream", "&c.course.Stream" }

// elementsFrom is a slice of n numbers from a place on.
func elementsFrom(from text.Arg, n string) string {
	if from.Index == "0" {
		return fmt.Sprintf("%s[:%s]", from.Array, n)
	}
	return fmt.Sprintf("%s[%s:][:%s]", from.Array, from.Index, n)
}

// widths is the field with the widths of slices of a variable.
func widths(v *model.Variable) string { return local(v.Name) + "Width" }
