package viz

import (
	"fmt"

	"github.com/emicklei/dot"

	"mpc/depanalysis"
	"mpc/schedule"
)

// Schedule draws the steps of a schedule in their order, numbered, with boxes
// for what runs once, initializes, iterates or ends, and for sequential loops.
// The tooltip of a step or box says why it stands where it stands. Of steps that repeat for
// one variable after the other the first are drawn, in a box that says how often.
func Schedule(g *depanalysis.Graph, s *schedule.Schedule, o Options) *Picture {
	return drawSchedule(g, s, o, "iterate until converged", "again, until converged", "once")
}

// Scans draws the schedule of a model that is sampled: an iteration is a scan, and what
// follows it is computed for each draw that is kept.
func Scans(g *depanalysis.Graph, s *schedule.Schedule, o Options) *Picture {
	return drawSchedule(g, s, o, "each scan", "again, for the next scan", "for each draw that is kept")
}

// drawSchedule draws a schedule with these labels of an iteration, of the way back to its
// beginning, and of what follows it.
func drawSchedule(g *depanalysis.Graph, s *schedule.Schedule, o Options, iterate, again, after string) *Picture {
	out := canvas("schedule", "compound", "true", "ranksep", "0.22")
	d := &scheduleDrawer{graph: g, root: out, whole: o.Whole || updates(s.Steps) <= large}
	var once []schedule.Step
	label := "once"
	flush := func() {
		if len(once) > 0 {
			d.box(out, label, "", "#eef2f5", once)
			once = nil
		}
	}
	for _, step := range s.Steps {
		it, ok := step.(*schedule.Iterate)
		if !ok {
			once = append(once, step)
			continue
		}
		flush()
		d.box(out, "initialize", "", "#eaf3fb", it.Init)
		first, last := d.box(out, iterate, it.Reason.Text, "#fdf6e3", it.Body)
		if len(it.Body) > 0 {
			out.Edge(last, first).Attr("constraint", "false").Attr("style", "dashed").Attr("color", "#b9770e").Attr("tooltip", again)
		}
		d.box(out, "finally", "", "#eaf7ec", it.Final)
		label = after
	}
	flush()
	return &Picture{out}
}

type scheduleDrawer struct {
	graph  *depanalysis.Graph
	root   *dot.Graph
	number int
	whole  bool // draws each step
	boxes  int
	before *dot.Node // the step drawn last
}

// box draws steps in a box of their own and returns the first and the last.
func (d *scheduleDrawer) box(at *dot.Graph, label, why, fill string, steps []schedule.Step) (first, last dot.Node) {
	if len(steps) == 0 {
		return
	}
	d.boxes++
	sub := titled(at, fmt.Sprintf("box %03d", d.boxes), label, "rounded,filled", plateLine, fill)
	if why != "" {
		sub.Attr("tooltip", why)
	}
	for i := 0; i < len(steps); i++ {
		step := steps[i]
		if period, times := d.repeats(steps[i:]); times > 2 {
			a, z := d.box(sub, fmt.Sprintf("%d times, for one after the other", times), "", "#ffffff", steps[i:i+period])
			if i == 0 {
				first = a
			}
			last = z
			d.number += period * (times - 1)
			i += period*times - 1
			continue
		}
		var a, z dot.Node
		switch s := step.(type) {
		case *schedule.Update:
			a = d.update(sub, s)
			z = a
		case *schedule.Loop:
			word := "one after the other, forward along "
			if s.Reverse {
				word = "one after the other, backward along "
			}
			a, z = d.box(sub, word+d.graph.Axes[s.Axis], s.Reason.Text, "#ffffff", s.Body)
		}
		if i == 0 {
			first = a
		}
		last = z
	}
	return first, last
}

// updates counts the updates of steps.
func updates(steps []schedule.Step) int {
	n := 0
	for _, step := range steps {
		switch s := step.(type) {
		case *schedule.Update:
			n++
		case *schedule.Loop:
			n += updates(s.Body)
		case *schedule.Iterate:
			n += updates(s.Init) + updates(s.Body) + updates(s.Final)
		}
	}
	return n
}

// longest bounds the steps that are found to repeat, and fewest how many steps the
// repetitions must save.
const (
	longest = 12
	fewest  = 12
)

// repeats finds how many steps at the beginning come again at once, of the same kinds, and how
// often they stand there. Of several ways it takes the one that says most steps.
func (d *scheduleDrawer) repeats(steps []schedule.Step) (period, times int) {
	period, times = 1, 1
	if d.whole {
		return
	}
	kind := func(i int) string {
		if u, ok := steps[i].(*schedule.Update); ok {
			return updateKind(d.graph.Nodes[u.Node])
		}
		return fmt.Sprint("loop ", i)
	}
	for p := 1; p <= longest; p++ {
		i := p
		for i < len(steps) && kind(i) == kind(i-p) {
			i++
		}
		if n := i / p; n > 2 && (n-1)*p >= fewest && n*p > period*times {
			period, times = p, n
		}
	}
	return
}

func (d *scheduleDrawer) update(at *dot.Graph, s *schedule.Update) dot.Node {
	d.number++
	n := update(at.Node(fmt.Sprintf("step %04d", d.number)), d.graph.Nodes[s.Node], fmt.Sprintf("%d  ", d.number))
	if s.Reason.Text != "" {
		n.Attr("tooltip", s.Reason.Text)
	}
	if d.before != nil {
		d.root.Edge(*d.before, n)
	}
	d.before = &n
	return n
}
