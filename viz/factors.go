package viz

import (
	"fmt"
	"strings"

	"github.com/emicklei/dot"

	"mpc/factor"
	"mpc/model"
)

// Factors draws a factor graph in the usual convention: round variables, shaded
// when observed, square factors, plates as boxes. An edge carries the index of
// the element that it leads to, where that is not the element of the plate. The
// variables asked for have a thick line.
func Factors(g *factor.Graph) *Picture {
	out := canvas("factor graph of " + g.Model.Name)
	d := &factorDrawer{graph: g, boxes: newBoxes(out), variables: map[int]dot.Node{}, observed: map[string]dot.Node{}}
	// The variables first: what a plate holds is then in the order of the model.
	for _, v := range g.Variables {
		d.variable(v)
	}
	for _, f := range g.Factors {
		d.factor(f)
	}
	return &Picture{out}
}

type factorDrawer struct {
	graph     *factor.Graph
	boxes     *boxes
	variables map[int]dot.Node
	observed  map[string]dot.Node
}

// definition is the factor that defines most of a variable: the one in the
// most loops.
func definition(v *factor.Variable) *factor.Edge {
	var best *factor.Edge
	for _, e := range v.Edges {
		if e.Defines && (best == nil || len(e.Factor.Loops) > len(best.Factor.Loops)) {
			best = e
		}
	}
	return best
}

func (d *factorDrawer) variable(v *factor.Variable) {
	at, label := d.boxes.root, v.Name
	if e := definition(v); e != nil {
		// Under a condition only the factor stands, not the variable.
		at, label = d.boxes.of(e.Factor.Loops, nil), e.Element()
	}
	n := round(at.Node(fmt.Sprintf("v%04d", v.ID)), label, false, d.wanted(v))
	n.Attr("tooltip", fmt.Sprintf("%s, line %d", v.Family, v.At.Line))
	if v.Source == nil {
		n.Attr("style", "filled,dashed") // an intermediate value
	}
	if v.Point {
		n.Label(label + "\npoint")
	}
	d.variables[v.ID] = n
}

func (d *factorDrawer) wanted(v *factor.Variable) bool {
	for _, w := range d.graph.Model.Infer {
		if v.Source == w {
			return true
		}
	}
	return false
}

func (d *factorDrawer) factor(f *factor.Factor) {
	at := d.boxes.of(f.Loops, f.Guards)
	id := fmt.Sprintf("f%04d", f.ID)
	n := at.Node(id).Attr("shape", "box").Attr("style", "filled").Attr("fillcolor", factorFill).
		Attr("height", "0.3").Attr("margin", "0.08,0.04").
		Attr("tooltip", fmt.Sprintf("line %d: %s", f.At.Line, f.Text))
	label := f.Kind.Name
	seen := map[string]bool{}
	for _, s := range f.Slots {
		switch {
		case s.Edge != nil:
			d.edge(n, s.Edge)
		case s.Data.Op == model.OpInput:
			text := s.Data.String()
			if !seen[text] {
				d.boxes.root.Edge(d.input(f, s.Data), n).Attr("arrowhead", "none").Attr("tooltip", s.Name)
			}
			seen[text] = true
		default:
			label += fmt.Sprintf("\n%s = %s", s.Name, s.Data)
		}
	}
	n.Label(label)
}

// edge draws an edge towards the variable that the factor defines, and from
// those that it reads: so the picture runs from causes to effects. Arrows are
// left out, as usual in a factor graph.
func (d *factorDrawer) edge(n dot.Node, e *factor.Edge) {
	v := d.variables[e.Variable.ID]
	var line dot.Edge
	if e.Defines {
		line = d.boxes.root.Edge(n, v)
	} else {
		line = d.boxes.root.Edge(v, n)
	}
	line.Attr("arrowhead", "none").Attr("tooltip", e.Slot.Name)
	main := definition(e.Variable)
	switch {
	case e.Slot.Over != nil:
		line.Label(e.Element() + " : " + loopText(e.Slot.Over))
	case main == nil || e != main && e.Element() != main.Element():
		var parts []string
		for _, x := range e.Index {
			parts = append(parts, x.String())
		}
		line.Label("[" + strings.Join(parts, ", ") + "]")
	}
}

// input draws a given value beside the factors that read it: one node for each
// plate and text.
func (d *factorDrawer) input(f *factor.Factor, e *model.Expr) dot.Node {
	text := e.String()
	at := d.boxes.root
	if len(e.Args) > 0 {
		at = d.boxes.of(f.Loops, nil)
	}
	key := at.GetID() + " " + text
	n, ok := d.observed[key]
	if !ok {
		n = round(at.Node("in "+key), text, true, false).Attr("tooltip", "given")
		d.observed[key] = n
	}
	return n
}
