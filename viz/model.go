package viz

import (
	"fmt"
	"slices"

	"github.com/emicklei/dot"

	"mpc/model"
)

// Model draws a model as a directed graph: an arrow from each name that a
// statement reads to the variable that it defines. What is given or observed is
// shaded; a derived variable has a double line, an observation stands as a
// shaded box of its text.
//
// Of a large model what is alike is drawn once.
func Model(m *model.Model, o Options) *Picture {
	things := thingsOf(m, o.Whole)
	out := canvas("model "+m.Name+things.note(), "compound", "true")
	d := &modelDrawer{model: m, things: things, boxes: newBoxes(out), variables: map[*model.Variable]dot.Node{},
		inputs: map[*model.Input]dot.Node{}, boxed: map[int]dot.Node{}, arrows: map[string]bool{}}
	for _, r := range m.Relations {
		d.define(r)
	}
	for i, r := range m.Relations {
		if r.Kind != model.Select { // what stands in the branches says it
			d.relation(i, r)
		}
	}
	d.gates()
	return &Picture{out}
}

type modelDrawer struct {
	model     *model.Model
	things    *modelThings
	boxes     *boxes
	variables map[*model.Variable]dot.Node // those that are drawn, as the inputs
	inputs    map[*model.Input]dot.Node
	boxed     map[int]dot.Node // of statements that stand as boxes
	arrows    map[string]bool  // drawn, by their ends and label
	entries   []entry
}

// define draws the variable or input that a relation defines, in the plate of
// the largest of its pieces.
func (d *modelDrawer) define(r *model.Relation) {
	t := r.Target
	if t == nil || !d.things.stands(d.things.of(t)) {
		return
	}
	for _, other := range d.model.Relations {
		if o := other.Target; o != nil && o.Input == t.Input && o.Variable == t.Variable && len(other.Loops) > len(r.Loops) {
			return
		}
	}
	branches := d.home(r)
	at := d.boxes.of(outside(r, branches), branches, nil)
	switch {
	case t.Op == model.OpVariable && !d.defined(t.Variable):
		wanted := false
		for _, w := range d.model.Infer {
			wanted = wanted || w == t.Variable
		}
		n := round(at.Node("v "+t.Variable.Name), t.String()+d.things.others(d.things.of(t)), false, wanted).Attr("tooltip", r.Text)
		if t.Variable.Derived {
			n.Attr("peripheries", "2")
		}
		d.variables[t.Variable] = n
	case t.Op == model.OpInput:
		if _, ok := d.inputs[t.Input]; !ok {
			d.inputs[t.Input] = round(at.Node("i "+t.Input.Name), t.String()+d.things.others(d.things.of(t)), true, false).Attr("tooltip", r.Text)
		}
	}
}

// home lists the branches of gates to draw what a relation defines in: those that all of its
// definitions stand in.
func (d *modelDrawer) home(r *model.Relation) []*model.Branch {
	branches := r.Branches
	for _, other := range d.model.Relations {
		o := other.Target
		if o == nil || o.Input != r.Target.Input || o.Variable != r.Target.Variable {
			continue
		}
		n := 0
		for n < len(branches) && n < len(other.Branches) && sameBranch(branches[n], other.Branches[n]) {
			n++
		}
		if n < len(branches) {
			branches = bodies(branches[:n])
		}
	}
	return branches
}

// outside are the loops of a relation but for those over the values of switches whose
// branches it is not drawn in.
func outside(r *model.Relation, in []*model.Branch) []*model.Loop {
	return slices.DeleteFunc(slices.Clone(r.Loops), func(l *model.Loop) bool {
		over := func(b *model.Branch) bool {
			return b.Gate.Switch && b.Value.Op == model.OpIndex && b.Value.Index == l.Index
		}
		return slices.ContainsFunc(r.Branches, over) && !slices.ContainsFunc(in, over)
	})
}

func (d *modelDrawer) defined(v *model.Variable) bool {
	_, ok := d.variables[v]
	return ok
}

// variable is the node that stands for a variable, and input that of an input.
func (d *modelDrawer) variable(v *model.Variable) (dot.Node, bool) {
	n, ok := d.variables[d.things.variable(v)]
	return n, ok
}

func (d *modelDrawer) input(in *model.Input) (dot.Node, bool) {
	n, ok := d.inputs[d.things.input(in)]
	return n, ok
}

// relation draws the arrows into what a relation defines or observes. Of relations that are
// alike each has its arrows, as what they lead between may differ further on.
func (d *modelDrawer) relation(i int, r *model.Relation) {
	first := d.things.statement(i)
	to, drawn := d.boxed[first]
	switch {
	case drawn:
		if r.Target != nil {
			d.arrow(to, d.target(r), "")
		}
	case r.Target != nil && len(d.home(r)) < len(r.Branches):
		// What several branches define stands outside: in each a box says how.
		to = d.boxes.of(r.Loops, r.Branches, r.Guards).Node(fmt.Sprintf("statement %d", i)).Label(how(r)+d.things.others(first)).Attr("tooltip", r.Text).
			Attr("shape", "box").Attr("style", "filled").Attr("fillcolor", factorFill).Attr("height", "0.3").Attr("margin", "0.08,0.04")
		d.arrow(to, d.target(r), "")
		d.inside(r, to)
		d.boxed[first] = to
	case r.Target != nil:
		to = d.target(r)
		d.inside(r, to)
	default:
		to = d.boxes.of(r.Loops, r.Branches, r.Guards).Node(fmt.Sprintf("observe %d", i)).Label(r.Text+d.things.others(first)).
			Attr("shape", "box").Attr("style", "filled,rounded").Attr("fillcolor", shade)
		d.inside(r, to)
		d.boxed[first] = to
	}
	for _, e := range arguments(r) {
		e.Walk(func(x *model.Expr) {
			from, ok := d.source(r, x)
			if !ok {
				return
			}
			label := ""
			if from.ID() == to.ID() && d.things.size[d.things.of(x)] == 1 {
				label = x.String() // an earlier element: x[t-1]
			}
			d.arrow(from, to, label)
		})
	}
}

// arrow draws an arrow, once.
func (d *modelDrawer) arrow(from, to dot.Node, label string) {
	key := from.ID() + "\n" + to.ID() + "\n" + label
	if d.arrows[key] {
		return
	}
	d.arrows[key] = true
	line := d.boxes.root.Edge(from, to)
	if label != "" {
		line.Label(label)
	}
}

// target is the node of what a relation defines.
func (d *modelDrawer) target(r *model.Relation) dot.Node {
	var n dot.Node
	if r.Target.Op == model.OpVariable {
		n, _ = d.variable(r.Target.Variable)
	} else {
		n, _ = d.input(r.Target.Input)
	}
	return n
}

// how names what a statement draws from, or the value that it gives.
func how(r *model.Relation) string {
	switch {
	case r.Dist != nil:
		return r.Dist.Name
	case r.Value != nil && len(r.Value.String()) < 24:
		return "= " + r.Value.String()
	}
	return "="
}

// inside notes a node that stands in the branches of gates: the edge of the selector leads
// to the box around the first of each.
func (d *modelDrawer) inside(r *model.Relation, n dot.Node) {
	for i := range r.Branches {
		box := d.boxes.of(r.Loops, r.Branches[:i+1], nil)
		if !slices.ContainsFunc(d.entries, func(e entry) bool { return e.box == box.GetID() }) {
			d.entries = append(d.entries, entry{r.Branches[i].Gate.Selector, n, box.GetID()})
		}
	}
}

// An entry is where the edge of a selector enters the box of a branch.
type entry struct {
	selector *model.Expr
	node     dot.Node
	box      string
}

// gates draws a dashed edge from each selector to the boxes of its branches, as the factor
// graph does.
func (d *modelDrawer) gates() {
	for _, e := range d.entries {
		drawn := map[*model.Variable]bool{}
		e.selector.Walk(func(x *model.Expr) {
			if x.Op != model.OpVariable || drawn[x.Variable] {
				return
			}
			from, ok := d.variable(x.Variable)
			if !ok {
				return
			}
			drawn[x.Variable] = true
			d.boxes.root.Edge(from, e.node).Attr("lhead", e.box).Attr("style", "dashed").Attr("color", branchLine).Attr("arrowhead", "none")
		})
	}
}

// source is the node of a name that a relation reads. Ranges and index inputs
// are left out: they say which element is meant.
func (d *modelDrawer) source(r *model.Relation, x *model.Expr) (dot.Node, bool) {
	switch x.Op {
	case model.OpVariable:
		return d.variable(x.Variable)
	case model.OpInput:
		if n, ok := d.input(x.Input); ok {
			return n, true
		}
		if x.Type.Kind == model.RangeKind || x.Type.Kind == model.IndexKind {
			return dot.Node{}, false
		}
		at := d.boxes.root
		if len(x.Args) > 0 {
			at = d.boxes.plate(outside(r, nil))
		}
		n := round(at.Node("i "+x.Input.Name), x.String()+d.things.others(d.things.of(x)), true, false).Attr("tooltip", "given")
		d.inputs[d.things.input(x.Input)] = n
		return n, true
	}
	return dot.Node{}, false
}

// asksAbsence tells whether a condition is about what the data lack.
func asksAbsence(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpCall && x.Fun == "absent" })
	return found
}

// arguments lists what the right side of a relation holds. The selectors of the branches
// that it stands in have edges of their own.
func arguments(r *model.Relation) []*model.Expr {
	var out []*model.Expr
	if r.Dist != nil {
		out = append(out, r.Dist.Args...)
	}
	for _, e := range append([]*model.Expr{r.Value, r.Other}, r.Guards...) {
		// Whether an entry is missing is no cause of it.
		if e != nil && !asksAbsence(e) {
			out = append(out, e)
		}
	}
	return out
}
