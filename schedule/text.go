package schedule

import (
	"fmt"
	"strings"

	"mpc/depanalysis"
)

// Text prints the schedule with the names and model lines of g, one line per
// step, the bodies of loops indented, reasons behind; then what was dropped, the
// warnings, which steps may be shortened, what is not sequential although it should be, and what an iteration costs.
func (s *Schedule) Text(g *depanalysis.Graph) string {
	p := printer{g: g}
	p.steps(s.Steps)
	for _, d := range s.Dropped {
		p.line("dropped "+p.name(d.Node), Reason{Text: d.Why})
	}
	return p.b.String() + s.Notes(g)
}

// Notes prints what Text has behind the steps: the warnings, which steps may be shortened,
// what is not sequential although it should be, and what an iteration costs.
func (s *Schedule) Notes(g *depanalysis.Graph) string {
	p := printer{g: g}
	for _, w := range s.Warnings {
		p.line("warning "+p.name(w.Node), Reason{Text: w.Message})
	}
	for _, x := range s.Shortened {
		p.line("step "+p.name(x.Node), Reason{Text: x.Text()})
	}
	for _, a := range s.Apart {
		text := "not sequential " + g.Sequential[a.Range].Name
		if a.Node >= 0 {
			text += ": " + p.name(a.Node)
		}
		p.line(text, Reason{Text: a.Why})
	}
	c := s.Count()
	fmt.Fprintf(&p.b, "updates: %d once, %d to initialize, %d per iteration, %d at the end\n",
		c.Once, c.Init, c.Iteration, c.Final)
	return p.b.String()
}

// String prints the schedule with node and axis numbers and without reasons.
func (s *Schedule) String() string {
	p := printer{}
	p.steps(s.Steps)
	for _, d := range s.Dropped {
		p.line("dropped "+p.name(d.Node), Reason{})
	}
	return p.b.String()
}

// Counts are the numbers of updates of whole plates in each part of a schedule.
type Counts struct {
	Once      int // outside iterations
	Init      int // before the first iteration
	Iteration int // in one iteration of each Iterate
	Final     int // after the last iteration
}

// Count counts the updates. An update in a loop counts once: the loop runs it
// over its plate once.
func (s *Schedule) Count() Counts {
	var c Counts
	for _, step := range s.Steps {
		if it, ok := step.(*Iterate); ok {
			c.Init += countUpdates(it.Init)
			c.Iteration += countUpdates(it.Body)
			c.Final += countUpdates(it.Final)
			continue
		}
		c.Once += countUpdates([]Step{step})
	}
	return c
}

func countUpdates(steps []Step) int {
	n := 0
	for _, s := range steps {
		switch s := s.(type) {
		case *Update:
			n++
		case *Loop:
			n += countUpdates(s.Body)
		}
	}
	return n
}

type printer struct {
	b      strings.Builder
	g      *depanalysis.Graph // may be nil
	indent int
}

func (p *printer) name(n int) string {
	if p.g == nil || n < 0 || n >= len(p.g.Nodes) {
		return fmt.Sprintf("#%d", n)
	}
	node := p.g.Nodes[n]
	text := node.Name
	if text == "" {
		text = fmt.Sprintf("#%d", n)
	}
	if node.Line > 0 {
		text += fmt.Sprintf(" (line %d)", node.Line)
	}
	return text
}

func (p *printer) axis(a int) string {
	if p.g == nil || a < 0 || a >= len(p.g.Axes) {
		return fmt.Sprintf("axis %d", a)
	}
	return p.g.Axes[a]
}

func (p *printer) line(text string, r Reason) {
	p.b.WriteString(strings.Repeat("  ", p.indent) + text)
	if r.Text != "" && p.g != nil {
		p.b.WriteString("  -- " + r.Text)
	}
	p.b.WriteByte('\n')
}

func (p *printer) steps(steps []Step) {
	for _, s := range steps {
		switch s := s.(type) {
		case *Update:
			p.line(p.name(s.Node), s.Reason)
		case *Loop:
			word := "forward"
			if s.Reverse {
				word = "backward"
			}
			p.line(word+" along "+p.axis(s.Axis)+":", s.Reason)
			p.indent++
			p.steps(s.Body)
			p.indent--
		case *Iterate:
			p.part("initialize:", s.Init, Reason{})
			p.part("iterate:", s.Body, s.Reason)
			p.part("finally:", s.Final, Reason{})
		default:
			p.line(fmt.Sprintf("unknown step %T", s), Reason{})
		}
	}
}

func (p *printer) part(head string, steps []Step, r Reason) {
	if len(steps) == 0 {
		return
	}
	p.line(head, r)
	p.indent++
	p.steps(steps)
	p.indent--
}
