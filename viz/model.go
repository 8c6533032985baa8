package viz

import (
	"fmt"

	"github.com/emicklei/dot"

	"mpc/model"
)

// Model draws a model as a directed graph: an arrow from each name that a
// statement reads to the variable that it defines. What is given or observed is
// shaded; a derived variable has a double line, an observation stands as a
// shaded box of its text.
func Model(m *model.Model) *Picture {
	out := canvas("model " + m.Name)
	d := &modelDrawer{model: m, boxes: newBoxes(out), variables: map[*model.Variable]dot.Node{}, inputs: map[*model.Input]dot.Node{}, arrows: map[string]bool{}}
	for _, r := range m.Relations {
		d.define(r)
	}
	for i, r := range m.Relations {
		if r.Kind != model.Select { // what stands in the branches says it
			d.relation(i, r)
		}
	}
	return &Picture{out}
}

type modelDrawer struct {
	model     *model.Model
	boxes     *boxes
	variables map[*model.Variable]dot.Node
	inputs    map[*model.Input]dot.Node
	arrows    map[string]bool // drawn, by their ends and label
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
	at := d.boxes.plate(r.Loops)
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

func (d *modelDrawer) has(v *model.Variable) bool {
	_, ok := d.variables[v]
	return ok
}

// relation draws the arrows into what a relation defines or observes.
func (d *modelDrawer) relation(i int, r *model.Relation) {
	var to dot.Node
	switch {
	case r.Target != nil && r.Target.Op == model.OpVariable:
		to = d.variables[r.Target.Variable]
	case r.Target != nil:
		to = d.inputs[r.Target.Input]
	default:
		to = d.boxes.of(r.Loops, r.Branches, r.Guards).Node(fmt.Sprintf("observe %d", i)).Label(r.Text).
			Attr("shape", "box").Attr("style", "filled,rounded").Attr("fillcolor", shade)
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
			at = d.boxes.plate(r.Loops)
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

// arguments lists what the right side of a relation holds, and the selectors of
// the branches that it stands in.
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
	for _, b := range r.Branches {
		out = append(out, b.Gate.Selector)
	}
	return out
}
