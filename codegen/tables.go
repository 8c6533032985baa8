package codegen

import (
	"fmt"

	"mpc/codegen/loops"
)

// Fields beside the arrays of messages.

// runningType is the Go type of a running sum.
func runningType(r *loops.Running) string {
	if r.Variance {
		return "operators.RunningSum"
	}
	return "operators.RunningMean"
}

// A table that has one message for each value of a datum (loops.Table.Values) has three
// arrays: the messages, the first of which says nothing; for each element of the variable
// which of them it has; and which of them have been computed.

func (g *generator) whichField(t *loops.Table) string { return g.code.program.TableName(t) + "Of" }

func (g *generator) foundField(t *loops.Table) string { return g.code.program.TableName(t) + "Found" }

// movedField is the field for the largest change in an iteration of a step so far.
func movedField(s *loops.Step) string { return fmt.Sprintf("moved%d", s.ID) }

// uniformTable is the statement that makes all messages of a table uniform.
func uniformTable(t *loops.Table, name string) string {
	switch {
	case t.Packed:
		return name + ".SetUniform()"
	case isVector(t):
		return "for i := range " + name + " {\n" + name + "[i].SetUniform()\n}"
	case t.Family.Row().ZeroIsUniform():
		return "clear(" + name + ")"
	}
	return "for i := range " + name + " {\n" + name + "[i] = " + uniform(t.Family) + "\n}"
}
