package mpc

import (
	"regexp"
	"strconv"
	"strings"

	"mpc/message"
	"mpc/schedule"
)

// An Outline is a schedule for a program to read: what ScheduleReport prints.
type Outline struct {
	Steps   []OutlineStep `json:"steps"`
	Updates OutlineCounts `json:"updates"`
	LeftOut []OutlineNote `json:"left_out"`
	// Warnings say of an initialization that it is computed anew before it is used.
	Warnings []OutlineNote `json:"warnings"`
	// Shortened says which posteriors may go too far, and what is done about it.
	Shortened []OutlineNote `json:"shortened,omitempty"`
}

// An OutlineStep is a step of a schedule. Its kind is that of an update (message,
// buffer, posterior, marginal, constant, check, estimate, evidence, bound), or loop, with a body of
// steps, or iterate, with three.
type OutlineStep struct {
	Kind     string   `json:"kind"`
	Name     string   `json:"name,omitempty"`     // of an update
	Line     int      `json:"line,omitempty"`     // of the model, of an update
	Column   int      `json:"column,omitempty"`   // of the model, of an update
	Words    string   `json:"words,omitempty"`    // what an update does, in the words of the model
	Operator string   `json:"operator,omitempty"` // of an update that has one
	Over     []string `json:"over,omitempty"`     // the loop indices of an update
	Along    string   `json:"along,omitempty"`    // the index of a loop
	Reverse  bool     `json:"reverse,omitempty"`  // of a loop
	Reason   string   `json:"reason,omitempty"`

	Steps      []OutlineStep `json:"steps,omitempty"`      // of a loop
	Initialize []OutlineStep `json:"initialize,omitempty"` // of an iterate
	Iterate    []OutlineStep `json:"iterate,omitempty"`    // of an iterate
	Finally    []OutlineStep `json:"finally,omitempty"`    // of an iterate
}

// OutlineCounts are the numbers of updates of whole plates in each part.
type OutlineCounts struct {
	Once         int `json:"once"`
	Initialize   int `json:"initialize"`
	PerIteration int `json:"per_iteration"`
	Finally      int `json:"finally"`
}

// An OutlineNote says something of an update: why it does not run.
type OutlineNote struct {
	Name   string `json:"name"`
	Line   int    `json:"line"`
	Column int    `json:"column"`
	Reason string `json:"reason"`
}

// Outline returns the schedule of a compilation that has come as far as Plan goes.
func (c *Compilation) Outline() Outline { return c.outline(c.Schedule) }

func (c *Compilation) outline(s *schedule.Schedule) Outline {
	n := s.Count()
	o := Outline{
		Steps:    c.outlineSteps(s.Steps),
		Updates:  OutlineCounts{n.Once, n.Init, n.Iteration, n.Final},
		LeftOut:  []OutlineNote{},
		Warnings: []OutlineNote{},
	}
	for _, list := range [][]schedule.Dropped{c.Unneeded, s.Dropped} {
		for _, d := range list {
			o.LeftOut = append(o.LeftOut, c.outlineNote(d.Node, d.Why))
		}
	}
	for _, w := range s.Warnings {
		o.Warnings = append(o.Warnings, c.outlineNote(w.Node, w.Message))
	}
	for _, x := range s.Shortened {
		o.Shortened = append(o.Shortened, c.outlineNote(x.Node, x.Text()))
	}
	return o
}

func (c *Compilation) outlineNote(node int, why string) OutlineNote {
	at := c.Program.Updates[node].At
	return OutlineNote{Name: c.Deps.Nodes[node].Name, Line: at.Line, Column: at.Col, Reason: why}
}

func (c *Compilation) outlineSteps(steps []schedule.Step) []OutlineStep {
	out := make([]OutlineStep, 0, len(steps))
	for _, s := range steps {
		switch s := s.(type) {
		case *schedule.Update:
			u := c.Program.Updates[s.Node]
			x := OutlineStep{Kind: updateKind(u.Kind), Name: c.Deps.Nodes[s.Node].Name, Line: u.At.Line, Column: u.At.Col, Words: c.words(s.Node), Reason: s.Reason.Text}
			if u.Op != nil {
				x.Operator = u.Op.Name()
			}
			for _, l := range u.Loops {
				x.Over = append(x.Over, l.Index.Name)
			}
			out = append(out, x)
		case *schedule.Loop:
			out = append(out, OutlineStep{Kind: "loop", Along: c.Deps.Axes[s.Axis], Reverse: s.Reverse, Reason: s.Reason.Text, Steps: c.outlineSteps(s.Body)})
		case *schedule.Iterate:
			out = append(out, OutlineStep{Kind: "iterate", Reason: s.Reason.Text,
				Initialize: c.outlineSteps(s.Init), Iterate: c.outlineSteps(s.Body), Finally: c.outlineSteps(s.Final)})
		}
	}
	return out
}

func updateKind(k message.Kind) string {
	switch k {
	case message.Assign:
		return "constant"
	case message.Check, message.Possible:
		return "check"
	case message.Send:
		return "message"
	case message.Buffer:
		return "buffer"
	case message.Branches:
		return "branches"
	case message.Solve:
		return "network"
	case message.Estimate:
		return "estimate"
	case message.Marginal:
		return "marginal"
	case message.Evidence:
		return "evidence"
	case message.Posterior:
		return "posterior"
	case message.Conditional:
		return "conditional"
	case message.Draw:
		return "draw"
	case message.Function:
		return "function"
	case message.Bound:
		return "bound"
	case message.Integrate:
		return "posterior"
	}
	return "update"
}

// A StageDump is what a stage made, for a program to read: the lines of its text
// as items, or an outline where the stage is a schedule.
type StageDump struct {
	Stage string `json:"stage"`
	Items []Item `json:"items,omitempty"`
	*Outline
}

// An Item is a line of a dump with its place in the model, if it has one, and the
// lines that are indented below it.
type Item struct {
	Text   string `json:"text"`
	Line   int    `json:"line,omitempty"`
	Column int    `json:"column,omitempty"`
	Items  []Item `json:"items,omitempty"`
}

// DumpItems returns what Dump prints of a stage, or of all stages that the
// compilation came to, in their order; nil where it did not come so far.
func (c *Compilation) DumpItems(stage string) []StageDump {
	names := []string{stage}
	if stage == "all" {
		names = Stages[:len(Stages)-1]
	}
	var out []StageDump
	for _, name := range names {
		text, ok := c.Dump(name)
		if !ok {
			continue
		}
		d := StageDump{Stage: name}
		var o Outline
		switch name {
		case "planned":
			o = c.outline(c.Planned)
			d.Outline = &o
		case "schedule":
			o = c.outline(c.Schedule)
			d.Outline = &o
		case "code":
			d.Items, _ = items(codeLines(text), 0)
		default:
			lines := strings.Split(strings.TrimSuffix(text, "\n"), "\n")
			d.Items, _ = items(lines, 0)
		}
		out = append(out, d)
	}
	return out
}

// codeLines are the lines of code with the number of a statement behind its indentation, and the place of its
// line of the model as the other stages write it.
func codeLines(text string) []string {
	var lines []string
	for line := range strings.Lines(text) {
		m := codeLine.FindStringSubmatch(strings.TrimSuffix(line, "\n"))
		number, depth, text, at := strings.TrimSpace(m[1]), m[2], m[3], m[4]
		if m[1] == "" && text == "" {
			continue
		}
		if number != "" {
			text = number + "  " + text
		}
		if at != "" {
			text += "  # " + at + ":0"
		}
		lines = append(lines, depth+text)
	}
	return lines
}

// codeLine has the number of a statement, its indentation, itself, and the line of the model.
var codeLine = regexp.MustCompile(`^( {0,4}\d+  | {7})?( *)(.*?)(?: @(\d+)(?: #\w+)?)?$`)

var dumpLine = regexp.MustCompile(`^( *)(.*?)(?:  # (\d+):(\d+))?$`)

// items reads the lines that are indented by at least so much, and returns the
// rest.
func items(lines []string, indent int) (list []Item, rest []string) {
	for len(lines) > 0 {
		m := dumpLine.FindStringSubmatch(lines[0])
		if len(m[1]) < indent {
			break
		}
		if len(m[1]) > indent && len(list) > 0 {
			last := &list[len(list)-1]
			last.Items, lines = items(lines, len(m[1]))
			continue
		}
		x := Item{Text: m[2]}
		if m[3] != "" {
			// The expression admits digits only; a number that is too large is no place.
			x.Line, _ = strconv.Atoi(m[3])
			x.Column, _ = strconv.Atoi(m[4])
		}
		list = append(list, x)
		lines = lines[1:]
	}
	return list, lines
}
