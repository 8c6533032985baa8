package viz

import (
	"fmt"
	"slices"
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
	out := canvas("factor graph of "+g.Model.Name, "compound", "true")
	d := &factorDrawer{graph: g, boxes: newBoxes(out), variables: map[int]dot.Node{}, observed: map[string]dot.Node{}}
	// The variables first: what a plate holds is then in the order of the model.
	for _, v := range g.Variables {
		d.variable(v)
	}
	for _, f := range g.Factors {
		d.factor(f)
	}
	d.gates()
	return &Picture{out}
}

type factorDrawer struct {
	graph     *factor.Graph
	boxes     *boxes
	variables map[int]dot.Node
	observed  map[string]dot.Node
	factors   []dot.Node // by ID
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
		at, label = d.boxes.of(e.Factor.Loops, home(v, e), nil), e.Element()
	}
	n := round(at.Node(fmt.Sprintf("v%04d", v.ID)), label, false, d.wanted(v))
	n.Attr("tooltip", fmt.Sprintf("%s, line %d", v.Family, v.At.Line))
	if v.Source == nil {
		n.Attr("style", "filled,dashed") // an intermediate value
	}
	if v.CopyOf != nil {
		label = v.Name + "\nin a branch"
		n.Label(label)
	}
	if v.Point {
		n.Label(label + "\npoint")
	}
	d.variables[v.ID] = n
}

// home lists the branches to draw a variable in: those of its definition, or, if
// it is defined in other branches as well, the bodies of a switch among them.
func home(v *factor.Variable, definition *factor.Edge) []*model.Branch {
	branches := definition.Factor.Branches
	for _, e := range v.Edges {
		if e.Defines && !slices.EqualFunc(e.Factor.Branches, branches, sameBranch) {
			return bodies(branches)
		}
	}
	return branches
}

func sameBranch(a, b *model.Branch) bool { return a.Gate == b.Gate && a.Value.Equal(b.Value) }

// bodies are the branches that are bodies of a switch, one box for all values.
func bodies(branches []*model.Branch) []*model.Branch {
	var out []*model.Branch
	for _, b := range branches {
		if b.Gate.Switch {
			out = append(out, b)
		}
	}
	return out
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
	at := d.boxes.of(f.Loops, f.Branches, f.Guards)
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
	d.factors = append(d.factors, n)
}

// gates draws a dashed line from each gate to the boxes of its branches.
func (d *factorDrawer) gates() {
	for _, g := range d.graph.Gates {
		drawn := map[string]bool{}
		for _, f := range d.graph.Factors {
			for i, b := range f.Branches {
				box := d.boxes.of(f.Loops, f.Branches[:i+1], nil)
				if b.Gate != g.Model || drawn[box.GetID()] {
					continue
				}
				drawn[box.GetID()] = true
				d.boxes.root.Edge(d.factors[g.Factor.ID], d.factors[f.ID]).Attr("lhead", box.GetID()).
					Attr("style", "dashed").Attr("color", branchLine).Attr("arrowhead", "none")
			}
		}
	}
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
	for i, l := range f.Loops {
		if e.Uses(l.Index) {
			at = d.boxes.of(f.Loops[:i+1], bodies(f.Branches), nil)
		}
	}
	key := at.GetID() + " " + text
	n, ok := d.observed[key]
	if !ok {
		label := text
		for _, sh := range d.graph.Shared {
			if sh.Others == e.Input {
				label = "other batches on\n" + sh.Variable.Name + strings.TrimPrefix(text, e.Input.Name)
			}
		}
		n = round(at.Node("in "+key), label, true, false).Attr("tooltip", "given")
		d.observed[key] = n
	}
	return n
}
