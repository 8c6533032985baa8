package codegen

import (
	"fmt"

	"mpc/codegen/loops"
	"mpc/message"
)

// note says what an update does, and which statement of the model it is for.
func note(u *message.Update) string {
	switch u.Kind {
	case message.Send:
		return fmt.Sprintf("u%d: message to %s, line %d: %s", u.ID, u.Edge.Element(), u.At.Line, u.Factor.Text)
	case message.Posterior:
		return fmt.Sprintf("u%d: posterior of %s, line %d", u.ID, u.Variable.Name, u.At.Line)
	case message.Buffer:
		return fmt.Sprintf("u%d: buffer for the messages of line %d: %s", u.ID, u.At.Line, u.Factor.Text)
	case message.Branches:
		return fmt.Sprintf("u%d: what the branches of line %d say: %s", u.ID, u.At.Line, u.Factor.Text)
	case message.Assign:
		return fmt.Sprintf("u%d: line %d: %s", u.ID, u.At.Line, u.Assign.Text)
	case message.Check:
		return fmt.Sprintf("u%d: line %d: %s", u.ID, u.At.Line, u.Check.Text)
	case message.Possible:
		return fmt.Sprintf("u%d: line %d, where nothing is random: %s", u.ID, u.At.Line, u.Factor.Text)
	}
	return fmt.Sprintf("u%d: %s", u.ID, u.Name())
}

// searchField is the array that the search for point estimates keeps its state in.
func (g *generator) searchField(t *loops.Table) string {
	return g.code.program.VariableName(t.Variable) + "Search"
}
