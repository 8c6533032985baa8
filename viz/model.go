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
func Model(m *model.Model) *Picture {
	out := canvas("model "+m.Name, "compound", "true")
	d := &modelDrawer{model: m, boxes: newBoxes(out), variables: map[*model.Variable]dot.Node{}, inputs: map[*model.Input]dot.Node{}, arrows: map[string]bool{}}
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
	boxes     *boxes
	variables map[*model.Variable]dot.Node
	inputs    map[*model.Input]dot.Node
	arrows    map[string]bool // drawn, by their ends and label
	entries   []entry
}

// define draws the variable or input that a relation defines, in the plate of
// the largest of its pieces.
func (d *modelDrawer) define(r *model.Relation) {
	t := r.Target
	if t == nil {
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
	case t.Op == model.OpVariable && !d.has(t.Variable):
		wanted := false
		for _, w := range d.model.Infer {
			wanted = wanted || w == t.Variable
		}
		n := round(at.Node("v "+t.Variable.Name), t.String(), false, wanted).Attr("tooltip", r.Text)
		if t.Variable.Derived {
			n.Attr("peripheries", "2")
		}
		d.variables[t.Variable] = n
	case t.Op == model.OpInput:
		if _, ok := d.inputs[t.Input]; !ok {
			d.inputs[t.Input] = round(at.Node("i "+t.Input.Name), t.String(), true, false).Attr("tooltip", r.Text)
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

func (d *modelDrawer) has(v *model.Variable) bool {
	_, ok := d.variables[v]
	return ok
}

// relation draws the arrows into what a relation defines or observes.
func (d *modelDrawer) relation(i int, r *model.Relation) {
	var to dot.Node
	switch {
	case r.Target != nil && len(d.home(r)) < len(r.Branches):
		// What several branches define stands outside: in each a box says how.
		to = d.boxes.of(r.Loops, r.Branches, r.Guards).Node(fmt.Sprintf("statement %d", i)).Label(how(r)).Attr("tooltip", r.Text).
			Attr("shape", "box").Attr("style", "filled").Attr("fillcolor", factorFill).Attr("height", "0.3").Attr("margin", "0.08,0.04")
		d.boxes.root.Edge(to, d.target(r))
		d.inside(r, to)
	case r.Target != nil && r.Target.Op == model.OpVariable:
		to = d.variables[r.Target.Variable]
		d.inside(r, to)
	case r.Target != nil:
		to = d.inputs[r.Target.Input]
		d.inside(r, to)
	default:
		to = d.boxes.of(r.Loops, r.Branches, r.Guards).Node(fmt.Sprintf("observe %d", i)).Label(r.Text).
			Attr("shape", "box").Attr("style", "filled,rounded").Attr("fillcolor", shade)
		d.inside(r, to)
	}
	for _, e := range arguments(r) {
		e.Walk(func(x *model.Expr) {
			from, ok := d.source(r, x)
			if !ok {
				return
			}
			label := ""
			if from.ID() == to.ID() {
				label = x.String() // an earlier element: x[t-1]
			}
			key := from.ID() + "\n" + to.ID() + "\n" + label
			if d.arrows[key] {
				return
			}
			d.arrows[key] = true
			line := d.boxes.root.Edge(from, to)
			if label != "" {
				line.Label(label)
			}
		})
	}
}

// target is the node of what a relation defines.
func (d *modelDrawer) target(r *model.Relation) dot.Node {
	if r.Target.Op == model.OpVariable {
		return d.variables[r.Target.Variable]
	}
	return d.inputs[r.Target.Input]
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
			if x.Op != model.OpVariable || !d.has(x.Variable) || drawn[x.Variable] {
				return
			}
			drawn[x.Variable] = true
			d.boxes.root.Edge(d.variables[x.Variable], e.node).Attr("lhead", e.box).Attr("style", "dashed").Attr("color", branchLine).Attr("arrowhead", "none")
		})
	}
}

// source is the node of a name that a relation reads. Ranges and index inputs
// are left out: they say which element is meant.
func (d *modelDrawer) source(r *model.Relation, x *model.Expr) (dot.Node, bool) {
	switch x.Op {
	case model.OpVariable:
		return d.variables[x.Variable], d.has(x.Variable)
	case model.OpInput:
		if n, ok := d.inputs[x.Input]; ok {
			return n, true
		}
		if x.Type.Kind == model.RangeKind || x.Type.Kind == model.IndexKind {
			return dot.Node{}, false
		}
		at := d.boxes.root
		if len(x.Args) > 0 {
			at = d.boxes.plate(outside(r, nil))
		}
		n := round(at.Node("i "+x.Input.Name), x.String(), true, false).Attr("tooltip", "given")
		d.inputs[x.Input] = n
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
