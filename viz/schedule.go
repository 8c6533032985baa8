package viz

import (
	"fmt"

	"github.com/emicklei/dot"

	"mpc/depanalysis"
	"mpc/schedule"
)

// Schedule draws the steps of a schedule in their order, numbered, with boxes
// for what runs once, initializes, iterates or ends, and for sequential loops.
// The tooltip of a step or box says why it stands where it stands.
func Schedule(g *depanalysis.Graph, s *schedule.Schedule) *Picture {
	return drawSchedule(g, s, "iterate until converged", "again, until converged", "once")
}

// Scans draws the schedule of a model that is sampled: an iteration is a scan, and what
// follows it is computed for each draw that is kept.
func Scans(g *depanalysis.Graph, s *schedule.Schedule) *Picture {
	return drawSchedule(g, s, "each scan", "again, for the next scan", "for each draw that is kept")
}

// drawSchedule draws a schedule with these labels of an iteration, of the way back to its
// beginning, and of what follows it.
func drawSchedule(g *depanalysis.Graph, s *schedule.Schedule, iterate, again, after string) *Picture {
	out := canvas("schedule", "compound", "true", "ranksep", "0.22")
	d := &scheduleDrawer{graph: g, root: out}
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
	boxes  int
	before *dot.Node // the step drawn last
}

// box draws steps in a box of their own and returns the first and the last.
func (d *scheduleDrawer) box(at *dot.Graph, label, why, fill string, steps []schedule.Step) (first, last dot.Node) {
	if len(steps) == 0 {
		return
	}
	d.boxes++
	sub := at.Subgraph(fmt.Sprintf("box %03d", d.boxes), dot.ClusterOption{})
	sub.Attrs("label", label, "labeljust", "l", "fontname", font, "fontsize", "11", "style", "rounded,filled",
		"color", plateLine, "fillcolor", fill, "margin", "10")
	if why != "" {
		sub.Attr("tooltip", why)
	}
	for i, step := range steps {
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
