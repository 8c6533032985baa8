package loops

import (
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// seen tells whether the messages of an update differ in nothing but a datum
// that they are proportional to (see operators.Op.Linear), such as those of
// y[t] ~ normal(x[t], variance = r): then one message is stored for the whole
// plate, that of the datum 1. It returns the datum and the loop index in it, or
// nil. A datum that may be missing sends no message where it is.
func seen(u *message.Update) (*model.Expr, *model.Index) {
	e := u.Edge
	if u.Op.Linear == "" || len(u.Loops) != 1 || u.Damping != 0 || u.Power != nil || len(u.Weights) > 0 || u.Proper || !u.Op.Safe {
		return nil, nil
	}
	l := u.Loops[0]
	// Every element of the variable has such a message.
	if dims := e.Variable.Dims; len(dims) != 1 || e.Index[0].Op != model.OpIndex || e.Index[0].Index != l.Index ||
		l.Lo.Op != model.OpNumber || l.Lo.Value != 0 || !l.Hi.Equal(dims[0]) {
		return nil, nil
	}
	var datum *model.Expr
	for _, a := range u.Args {
		switch {
		case a.Source != message.Data:
			return nil, nil
		case a.Name == u.Op.Linear:
			datum = a.Slot.Data
		case a.Slot.Data.Uses(l.Index):
			return nil, nil
		}
	}
	if datum == nil || datum.Type.Kind == model.DistKind || !readable(datum) {
		return nil, nil
	}
	if !everywhere(e, datum) {
		return nil, nil
	}
	return datum, l.Index
}

// everywhere tells whether the message to an element can be read of its datum where
// conditions keep the factor from sending it: there the datum is missing, or the
// variable, an intermediate value, has no element.
func everywhere(e *factor.Edge, datum *model.Expr) bool {
	guards := e.Factor.Guards
	switch {
	case len(guards) == 0, len(guards) == 1 && guards[0].Equal(model.Present(datum)):
		return true
	case e.Variable.Source != nil:
		return false
	}
	for _, other := range e.Variable.Edges {
		if !sameConds(other.Factor.Guards, guards) {
			return false
		}
	}
	return true
}

// readable tells whether a datum can be read wherever messages are: where
// posteriors are listed, the generated code has these names for itself.
func readable(e *model.Expr) bool {
	ok := true
	e.Walk(func(x *model.Expr) {
		if x.Op == model.OpInput {
			switch x.Input.Name {
			case "i", "j0", "r0":
				ok = false
			}
		}
	})
	return ok
}

// MaybeSeen tells whether the datum may be missing.
func (t *Table) MaybeSeen() bool { return t.Seen.Op == model.OpInput && t.Seen.Input.Missing }

// Datum is what the H of the message stored in t is multiplied by for the
// element at index.
func (t *Table) Datum(index []*model.Expr) *model.Expr {
	return t.Seen.Subst(t.seenIndex, index[0])
}

// seenTable is the table of an update whose messages differ in a datum alone,
// or nil.
func (b *builder) seenTable(u *message.Update) *Table {
	if u.Kind != message.Send {
		return nil
	}
	if t := b.program.Store[u.Edge.Variable.ID].byEdge[u.Edge.ID]; t != nil && t.Seen != nil {
		return t
	}
	return nil
}

// seenOnce makes the statement that computes the message of the datum 1.
func (b *builder) seenOnce(u *message.Update, t *Table) Stmt {
	a := &Apply{Update: u, Args: b.program.values(u.Args), To: &Place{Table: t}}
	for i := range a.Args {
		if v := &a.Args[i]; v.Arg.Name == u.Op.Linear {
			v.Data = model.Number(1)
		}
	}
	return a
}
