package mpc

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"mpc/lang"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
	"mpc/schedule"
)

// sampledWords prints the schedule of a model that is sampled in its words: what each scan
// draws, how, and why so; then what is computed of the draws that are kept.
func (c *Compilation) sampledWords() string {
	var first, scan, kept, results []string
	for _, step := range c.Schedule.Steps {
		u, once := step.(*schedule.Update)
		switch {
		case !once:
			scan = append(scan, c.drawLines(step)...)
		case c.Program.Updates[u.Node].Kind == message.Marginal:
			results = append(results, c.drawLines(step)...)
		case c.Program.Updates[u.Node].Sampled != nil || c.Program.Updates[u.Node].Kind == message.Function:
			kept = append(kept, c.drawLines(step)...)
		default:
			for _, line := range c.drawLines(step) {
				if !slices.Contains(first, line) { // the checks of both forms of a statement about a missing entry
					first = append(first, line)
				}
			}
		}
	}
	s := c.Model.Iterate.Sampling
	w := &wordsPrinter{c: c}
	part := func(head string, lines []string) {
		if head != "" && len(lines) > 0 {
			w.line(head)
			w.indent++
			defer func() { w.indent-- }()
		}
		for _, line := range lines {
			w.line(line)
		}
	}
	part("", first)
	part(fmt.Sprintf("in each scan, in each of %s (%s before the first draw is kept, then %s with %s for each):",
		counted(s.Chains, "chain"), counted(s.BurnIn, "scan"), counted(s.Samples, "draw"), counted(s.Thin, "scan")), scan)
	part("for each draw that is kept:", kept)
	part("", results)
	fmt.Fprintf(&w.b, "\n%s in each scan; mpc schedule --verbose has the conditionals with their operators\n", counted(len(scan), "draw"))
	return w.b.String()
}

// counted is a number of things.
func counted(n int, what string) string {
	if n != 1 {
		what += "s"
	}
	return strconv.Itoa(n) + " " + what
}

// drawLines are the lines of a step of a scan. A conditional is told with the draw from it.
func (c *Compilation) drawLines(step schedule.Step) (lines []string) {
	var parts [][]schedule.Step
	switch s := step.(type) {
	case *schedule.Update:
		u := c.Program.Updates[s.Node]
		switch {
		case u.Kind == message.Conditional:
			return nil
		case u.Kind == message.Draw || !u.At.IsKnown():
			return []string{c.words(s.Node)}
		}
		return []string{fmt.Sprintf("%s  (line %d)", c.words(s.Node), u.At.Line)}
	case *schedule.Loop:
		parts = [][]schedule.Step{s.Body}
	case *schedule.Iterate:
		parts = [][]schedule.Step{s.Init, s.Body, s.Final}
	}
	for _, p := range parts {
		for _, inner := range p {
			lines = append(lines, c.drawLines(inner)...)
		}
	}
	return lines
}

// drawWords says what is drawn, how, from which statements, and why so.
func (c *Compilation) drawWords(d *conditional.Draw) string {
	text := fmt.Sprintf("draw %s %s", c.drawn(d), d.Method.Phrase())
	if lines := c.linesOf(d); len(lines) > 0 {
		text += " (" + lines + ")"
	}
	if d.Reason != "" {
		text += ": " + d.Reason
	}
	return text
}

// functionWords says what is computed of the draws: what the model has as its text.
func functionWords(f *conditional.Value) string {
	inside := false // written out from the branches of gates
	f.Expr.Walk(func(e *model.Expr) { inside = inside || e.Op == model.OpCall && e.Fun == model.Choose })
	switch {
	case f.Of != nil:
		return "find where " + f.Of.Name + " is there: " + f.Expr.String()
	case inside:
		return "compute " + f.Variable.Name
	}
	element := model.Expr{Op: model.OpVariable, Variable: f.Variable, Args: f.At}
	return "compute " + element.String() + " = " + f.Expr.String()
}

// drawn names what is drawn in the words of the model, which has no name for some of it.
func (c *Compilation) drawn(d *conditional.Draw) string {
	var names []string
	for _, v := range d.Variables {
		text, of := c.Program.Sampling.Describe(v)
		if of != nil {
			text = strings.ReplaceAll(text, "%s", of.Name)
		}
		if !slices.Contains(names, text) {
			names = append(names, text)
		}
	}
	return strings.Join(names, ", ")
}

// linesOf are the lines of the statements that a draw is given: its prior, and what reads it.
func (c *Compilation) linesOf(d *conditional.Draw) string {
	terms := d.Terms
	if d.Method == conditional.Forward {
		terms = d.Prior
	}
	var lines []int
	for _, t := range terms {
		// What the data have of an entry is a condition at the input, which no statement is.
		input := slices.ContainsFunc(c.Model.Inputs, func(in *model.Input) bool { return in.At == t.Factor.At })
		if at := t.Factor.At; at != (lang.Pos{}) && !input && !slices.Contains(lines, at.Line) {
			lines = append(lines, at.Line)
		}
	}
	slices.Sort(lines)
	if len(lines) == 0 {
		return ""
	}
	if len(lines) == 1 {
		return "line " + strconv.Itoa(lines[0])
	}
	texts := make([]string, len(lines))
	for i, n := range lines {
		texts[i] = strconv.Itoa(n)
	}
	return "lines " + lang.Enumerated(texts)
}
