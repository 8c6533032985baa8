package viz

import (
	"fmt"
	"slices"
	"strings"

	"github.com/emicklei/dot"

	"mpc/factor"
	"mpc/message/conditional"
	"mpc/model"
)

// Factors draws a factor graph in the usual convention: round variables, shaded
// when observed, square factors, plates as boxes. An edge carries the index of
// the element that it leads to, where that is not the element of the plate. The
// variables asked for have a thick line. Of a posterior that is computed as a whole those that are one joint normal have a
// double line, and those that are integrated say so. Of a large graph what is alike is drawn once.
func Factors(g *factor.Graph, o Options) *Picture {
	how := wholeOf(o.Joint)
	things := alikeFactors(g, how, o.Whole)
	title := "factor graph of " + g.Model.Name
	if o.Joint != nil {
		title += "\nthe posterior is computed as a whole: " + o.Joint.Why()
	}
	out := canvas(title+things.note(), "compound", "true")
	d := &factorDrawer{graph: g, how: how, things: things, boxes: newBoxes(out), variables: map[int]dot.Node{}, observed: map[string]dot.Node{}, lines: map[string]bool{}}
	// The variables first: what a plate holds is then in the order of the model.
	for i, v := range g.Variables {
		if things.stands(i) {
			d.variable(i, v)
		} else {
			d.variables[v.ID] = d.variables[g.Variables[things.first[i]].ID]
		}
	}
	for i, f := range g.Factors {
		d.factor(len(g.Variables)+i, f)
	}
	d.gates()
	return &Picture{out}
}

// alikeFactors finds what is alike in a factor graph, whose variables are the first things
// and whose factors follow: variables of one family, and factors of one kind, that have the
// same loops and branches around them.
func alikeFactors(g *factor.Graph, how map[*model.Variable]string, whole bool) *crowd {
	number := map[*factor.Variable]int{}
	var kinds []string
	for i, v := range g.Variables {
		number[v] = i
		kind := fmt.Sprint("variable ", v.Family, len(v.Dims), v.Source == nil, v.CopyOf == nil, v.Point, wanted(g, v), how[v.Source])
		if e := definition(v); e != nil {
			kind += around(e.Factor)
		}
		kinds = append(kinds, kind)
	}
	links := make([][]int, len(g.Variables)+len(g.Factors))
	for i, f := range g.Factors {
		k := len(g.Variables) + i
		kinds = append(kinds, "factor "+f.Kind.Name+around(f))
		for _, s := range f.Slots {
			if s.Edge != nil {
				v := number[s.Edge.Variable]
				links[k], links[v] = append(links[k], v), append(links[v], k)
			}
		}
	}
	return alike(kinds, links, whole)
}

// around is what a factor stands in.
func around(f *factor.Factor) string {
	var text strings.Builder
	for _, l := range f.Loops {
		text.WriteString("\nfor " + loopText(l))
	}
	for _, b := range f.Branches {
		fmt.Fprint(&text, "\nbranch ", b.Gate.ID, b.Value)
	}
	for _, e := range f.Guards {
		text.WriteString("\nif " + e.String())
	}
	return text.String()
}

// joined and integrated are how variables are in a posterior that is computed as a whole.
const (
	joined     = "joint normal"
	integrated = "integrated"
)

// wholeOf says how each variable is in such a posterior.
func wholeOf(g *conditional.Gaussian) map[*model.Variable]string {
	how := map[*model.Variable]string{}
	if g == nil {
		return how
	}
	for _, d := range g.Parts() {
		how[g.Shown(d)] = joined
	}
	for _, d := range append(g.Integrated(), g.Singles...) {
		how[d.Variable()] = integrated
	}
	return how
}

type factorDrawer struct {
	graph     *factor.Graph
	how       map[*model.Variable]string // see wholeOf
	things    *crowd
	boxes     *boxes
	variables map[int]dot.Node
	observed  map[string]dot.Node
	factors   []dot.Node      // by ID
	lines     map[string]bool // drawn between things that stand for others
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

func (d *factorDrawer) variable(i int, v *factor.Variable) {
	at, label := d.boxes.root, v.Name
	if e := definition(v); e != nil {
		// Under a condition only the factor stands, not the variable.
		at, label = d.boxes.of(e.Factor.Loops, home(v, e), nil), e.Element()
	}
	label += d.things.others(i)
	n := round(at.Node(fmt.Sprintf("v%04d", v.ID)), label, false, wanted(d.graph, v))
	n.Attr("tooltip", fmt.Sprintf("%s, line %d", v.Family, v.At.Line))
	if v.Source == nil {
		n.Attr("style", "filled,dashed") // an intermediate value
	}
	if v.CopyOf != nil {
		label = v.Name + "\nin a branch" + d.things.others(i)
		n.Label(label)
	}
	switch {
	case v.Point:
		n.Label(label + "\npoint")
	case v.Source != nil && d.how[v.Source] == joined:
		n.Attr("peripheries", "2")
	case v.Source != nil && d.how[v.Source] == integrated:
		n.Label(label + "\n" + integrated)
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

func wanted(g *factor.Graph, v *factor.Variable) bool {
	return slices.Contains(g.Model.Infer, v.Source)
}

func (d *factorDrawer) factor(i int, f *factor.Factor) {
	if !d.things.stands(i) {
		n := d.factors[d.things.first[i]-len(d.graph.Variables)]
		for _, s := range f.Slots {
			if s.Edge != nil {
				d.edge(n, s.Edge, true)
			}
		}
		d.factors = append(d.factors, n)
		return
	}
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
			d.edge(n, s.Edge, d.things.size[i] > 1)
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
	n.Label(label + d.things.others(i))
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
// left out, as usual in a factor graph. Of a factor that stands for others the lines to one
// thing are one.
func (d *factorDrawer) edge(n dot.Node, e *factor.Edge, once bool) {
	v := d.variables[e.Variable.ID]
	if once {
		key := n.ID() + "\n" + v.ID()
		if d.lines[key] {
			return
		}
		d.lines[key] = true
	}
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
