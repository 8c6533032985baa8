package loops

import (
	"mpc/message"
	"mpc/model"
)

// Messages of observed symbols, such as those of y[t] ~ categorical(emission[z[t]]), differ
// by the symbol alone. They are computed and stored once for each of its values, and each
// element of the variable has the number of its value.

// valued returns the datum on whose value alone the messages of an update depend, nil where
// there is none. It is an index, and what else is read has as many elements as that has
// values, so that the messages need no more memory than the data.
func valued(a *Apply) *model.Expr {
	u := a.Update
	if u.Kind != message.Send || u.Edge.Variable.Depth > 0 || len(u.Factor.Branches) > 0 || u.Forgets() || u.Damping != 0 ||
		a.Power != nil || u.Power != nil || len(a.Weights) > 0 || a.Total != nil || a.Row != nil {
		return nil
	}
	var datum *model.Expr
	var constant []*model.Expr
	for _, v := range a.Args {
		switch {
		case v.Arg.Source == message.Into || v.Arg.Source == message.Work || v.Arg.Source == message.Scratch:
		case v.Arg.Source != message.Data || v.Arg.Slot.Over != nil || v.Data.Type.Kind == model.DistKind:
			return nil
		case !moves(v.Data):
			constant = append(constant, v.Data)
		case v.Data.Op != model.OpInput || v.Data.Type.Kind != model.IndexKind || v.Data.Type.Range == nil || v.Data.Input.Missing || datum != nil:
			return nil
		default:
			datum = v.Data
		}
	}
	if datum == nil {
		return nil
	}
	for _, e := range constant {
		if hasAsMany(e, datum.Type.Range) {
			return datum
		}
	}
	return nil
}

// moves tells whether an expression depends on a loop index.
func moves(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpIndex })
	return found
}

// hasAsMany tells whether data have an element for each value of a range.
func hasAsMany(e *model.Expr, of *model.Input) bool {
	dims := func() []*model.Expr {
		switch e.Op {
		case model.OpInput:
			return e.Input.Dims
		case model.OpVariable:
			return e.Variable.Dims
		}
		return nil
	}
	for _, d := range dims() {
		if d.Op == model.OpInput && d.Input == of {
			return true
		}
	}
	return false
}

// values is the number of messages of a table that has one for each value of a datum, and
// before them one that says nothing.
func values(datum *model.Expr) *model.Expr {
	whole := model.Type{Kind: model.Int}
	r := datum.Type.Range
	return model.Call("+", whole, &model.Expr{Op: model.OpInput, Type: r.Type, Input: r, At: datum.At}, model.Number(1))
}
