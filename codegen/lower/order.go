package lower

import (
	"slices"

	"mpc/model"
)

// The order in which inputs are read: what a size or an index of another one speaks of comes before that.

// Scalars are the inputs that are no arrays: a range comes before an index of it, and a size before what has it.
func (p *Program) Scalars() []*model.Input {
	return slices.DeleteFunc(p.sized(), func(in *model.Input) bool { return len(in.Dims) > 0 })
}

// Arrays are the inputs that are: those that sizes of rows stand in come first.
func (p *Program) Arrays() []*model.Input {
	o := inputOrder{}
	for _, in := range p.sized() {
		if len(in.Dims) > 0 {
			o.visit(in, rowsBy)
		}
	}
	return o.list
}

func (p *Program) sized() []*model.Input {
	o := inputOrder{}
	for _, in := range p.Loops.Message.Graph.Model.Inputs {
		o.visit(in, sizedBy)
	}
	return o.list
}

// An inputOrder is a list of inputs while it is put in order.
type inputOrder struct {
	list []*model.Input
	done map[*model.Input]bool
}

// visit adds an input behind those that it needs.
func (o *inputOrder) visit(in *model.Input, needs func(*model.Input) []*model.Input) {
	if o.done == nil {
		o.done = map[*model.Input]bool{}
	}
	if o.done[in] {
		return
	}
	o.done[in] = true
	for _, other := range needs(in) {
		o.visit(other, needs)
	}
	o.list = append(o.list, in)
}

// sizedBy are the inputs that the range or the sizes of one speak of.
func sizedBy(in *model.Input) (list []*model.Input) {
	if in.Type.Kind == model.IndexKind && in.Type.Range != nil {
		list = append(list, in.Type.Range)
	}
	for _, n := range in.Sizes {
		n.Walk(func(e *model.Expr) {
			if e.Op == model.OpInput {
				list = append(list, e.Input)
			}
		})
	}
	return list
}

// rowsBy are the arrays that the dimensions of one speak of.
func rowsBy(in *model.Input) (list []*model.Input) {
	for _, d := range in.Dims {
		d.Walk(func(e *model.Expr) {
			if e.Op == model.OpInput && len(e.Input.Dims) > 0 {
				list = append(list, e.Input)
			}
		})
	}
	return list
}
