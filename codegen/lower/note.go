package lower

import (
	"fmt"
	"strconv"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/model"
)

// Note says what statements are for that have an origin: which update, or statement of the model.
func (p *Program) Note(o code.Origin) string {
	id, _ := strconv.Atoi(o.Update[1:])
	switch graph := p.Loops.Message.Graph; o.Update[0] {
	case 'c': // of a scan
		return fmt.Sprintf("line %d: %s", o.Line, p.Scan.Factor(o).Text)
	case 'f':
		return fmt.Sprintf("line %d: %s", o.Line, graph.Factors[id].Text)
	case 'v':
		return fmt.Sprintf("line %d: messages to %s", o.Line, graph.Variables[id].Name)
	}
	return note(p.Loops.Message.Updates[id])
}

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

// Refused is what is wrong where the condition of an update is false: Subject is what is not finite, or Says, which is a format where
// the error has values for it.
func (p *Program) Refused(update int) (subject, says string, format bool) {
	c := p.Loops.Message.Updates[update].Check
	e := c.Value
	if e.IsFinite() {
		return c.Subject(), "", false
	}
	switch demand := model.Demand(e.Fun); {
	case demand != "":
		return "", "of " + e.Args[0].String() + " this must hold: " + demand, false
	case e.Says == "":
		return "", e.String() + " is false", false
	}
	return "", e.Says, true
}
