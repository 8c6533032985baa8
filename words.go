package mpc

import (
	"fmt"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/message"
	"mpc/model"
	"mpc/schedule"
)

// ScheduleWords prints the schedule in the words of the model: what says what of which
// variable, in which order.
func (c *Compilation) ScheduleWords() string {
	if c.Model.Samples() {
		return c.sampledWords()
	}
	w := &wordsPrinter{c: c}
	w.steps(c.Schedule.Steps)
	if len(w.parts) > 0 {
		w.b.WriteString("\n")
	}
	slices.SortFunc(w.parts, func(a, b *factor.Variable) int { return a.ID - b.ID })
	for _, v := range w.parts {
		fmt.Fprintf(&w.b, "%s  (line %d)\n", partWords(v), v.At.Line)
	}
	w.b.WriteString("\n" + c.Schedule.Notes(c.Deps))
	if n := len(c.Unneeded) + len(c.Schedule.Dropped); n > 0 {
		fmt.Fprintf(&w.b, "left out, as nothing that is asked for reads them or they say nothing: %d; mpc schedule --verbose lists them\n", n)
	}
	return w.b.String()
}

// partWords says what an intermediate value is: t1[g] = skill[first[g]] - skill[second[g]],
// and where, if not everywhere.
func partWords(v *factor.Variable) string {
	for _, e := range v.Edges {
		if !e.Defines {
			continue
		}
		switch {
		case v.Value != nil:
		case v.CopyOf != nil:
			return e.Element() + " is " + v.CopyOf.Name + " in the branches of " + e.Factor.Text
		default:
			return e.Element() + " is the value that a branch draws: " + e.Factor.Text
		}
		text := e.Element() + " = " + v.Value.String()
		for k, g := range e.Factor.Guards {
			text += map[bool]string{true: " where ", false: " and "}[k == 0] + g.String()
		}
		return text
	}
	return v.Name
}

// A wordsPrinter prints steps in the words of the model.
type wordsPrinter struct {
	c      *Compilation
	b      strings.Builder
	indent int
	parts  []*factor.Variable // intermediate values, which have no name in the model
}

func (w *wordsPrinter) line(text string) {
	w.b.WriteString(strings.Repeat("  ", w.indent) + text + "\n")
}

func (w *wordsPrinter) steps(list []schedule.Step) {
	for _, s := range list {
		switch s := s.(type) {
		case *schedule.Update:
			u := w.c.Program.Updates[s.Node]
			text := w.c.words(s.Node)
			if u.At.IsKnown() {
				text += fmt.Sprintf("  (line %d)", u.At.Line)
			}
			w.line(text)
			if u.Gaussian != nil && u.Kind == message.Integrate {
				for _, text := range u.Gaussian.Cost() {
					w.line("  " + text)
				}
			}
			w.named(u)
		case *schedule.Loop:
			way := "forward"
			if s.Reverse {
				way = "backward"
			}
			w.part(fmt.Sprintf("one %s after the other, %s:", w.c.Deps.Axes[s.Axis], way), s.Body)
		case *schedule.Iterate:
			w.part("to begin with:", s.Init)
			w.part(fmt.Sprintf("iterate until converged, %d times at most:", w.c.Model.Iterate.Max), s.Body)
			w.part("finally:", s.Final)
		}
	}
}

func (w *wordsPrinter) part(head string, steps []schedule.Step) {
	if len(steps) == 0 {
		return
	}
	w.line(head)
	w.indent++
	w.steps(steps)
	w.indent--
}

// named notes the intermediate values that an update speaks of.
func (w *wordsPrinter) named(u *message.Update) {
	if u.Kind != message.Send {
		return
	}
	for _, s := range u.Factor.Slots {
		if s.Edge != nil && s.Edge.Variable.Source == nil && !slices.Contains(w.parts, s.Edge.Variable) {
			w.parts = append(w.parts, s.Edge.Variable)
		}
	}
}

// words says what an update does: skill -> game: what skill[winner[g]] says of
// perfWinner[g].
func (c *Compilation) words(node int) string {
	u := c.Program.Updates[node]
	switch u.Kind {
	case message.Send:
		return sendWords(u)
	case message.Solve:
		n := u.Network
		return fmt.Sprintf("%s together, exactly: a sum over all values, in an order that the data give, as %s closes a loop", n.Name(), n.Why.Text)
	case message.Buffer:
		return place(u, nil) + "weigh both sides of " + u.Factor.Text
	case message.Assign:
		return "compute " + u.Assign.Variable.Name
	case message.Posterior:
		return "the posterior of " + u.Variable.Name
	case message.Marginal:
		if u.Variable == nil {
			return "result: " + u.Constant.Name
		}
		return "result: the posterior of " + u.Variable.Name
	case message.Estimate:
		return "the point estimate of " + u.Variable.Name
	case message.Evidence:
		return "result: the log evidence"
	case message.Check:
		return "check that " + u.Check.Value.String()
	case message.Conditional:
		return "what " + c.drawn(u.Sampled) + " is drawn from: " + c.linesOf(u.Sampled)
	case message.Draw:
		return c.drawWords(u.Sampled)
	case message.Function:
		return functionWords(u.Computed)
	case message.Bound:
		return "the bound of the log evidence"
	case message.Branches:
		return "the evidence of the branches"
	case message.Integrate:
		return gaussianWords(u.Gaussian)
	}
	name, _, _ := strings.Cut(c.Deps.Nodes[node].Name, "#") // the number of those that are alike
	return name
}

// sendWords says what a message is: of which variables, over which plate, to which.
func sendWords(u *message.Update) string {
	f, to := u.Factor, u.Edge.Element()
	if u.Network != nil {
		return place(u, nil) + "what all of them say of " + to
	}
	var said []string
	var from []*factor.Edge
	observed := true // the factor defines nothing
	for _, s := range f.Slots {
		if s.Edge == nil {
			continue
		}
		observed = observed && !s.Edge.Defines
		if s.Edge == u.Edge {
			continue
		}
		text := s.Edge.Element()
		if s.Edge.Slot.Over != nil {
			text = "each " + text
		}
		said, from = append(said, text), append(from, s.Edge)
	}
	head := place(u, from)
	switch {
	case len(said) == 0 && u.Edge.Defines && f.Kind.Name == model.Given:
		return fmt.Sprintf("%sthe prior of %s, which the data give", head, to)
	case len(said) == 0 && u.Edge.Defines:
		return fmt.Sprintf("%sthe prior of %s", head, to)
	case observed:
		return fmt.Sprintf("%swhat %s says of %s", head, f.Text, to)
	case len(said) == 1:
		return fmt.Sprintf("%swhat %s says of %s", head, said[0], to)
	}
	last := len(said) - 1
	return fmt.Sprintf("%swhat %s and %s say of %s", head, strings.Join(said[:last], ", "), said[last], to)
}

// place says where a message goes: from a variable of another plate to the plate over
// which the update runs, or back, or within it.
func place(u *message.Update, from []*factor.Edge) string {
	plate := ""
	if n := len(u.Loops); n > 0 && u.Loops[n-1].Index.Range != nil {
		plate = u.Loops[n-1].Index.Range.Name
	}
	where := func(e *factor.Edge) string {
		if plate != "" && within(e, u.Loops) {
			return plate
		}
		return e.Variable.Name
	}
	if u.Edge == nil {
		if plate == "" {
			return ""
		}
		return plate + ": "
	}
	target := where(u.Edge)
	source := plate
	for _, e := range from {
		// The other end: the plate itself for a message out of it.
		if source = where(e); (source == plate) != (target == plate) {
			break
		}
	}
	if source == "" || source == target {
		return target + ": "
	}
	return source + " -> " + target + ": "
}

// within tells whether an element is that of the loops: one for each of their rounds.
func within(e *factor.Edge, loops []*model.Loop) bool {
	if len(e.Index) != len(loops) {
		return false
	}
	for k, x := range e.Index {
		if x.Op != model.OpIndex || x.Index != loops[k].Index {
			return false
		}
	}
	return true
}
