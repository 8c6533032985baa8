package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/message"
)

// The probabilities of the values of a selector, where the message of its gate and its posterior are
// of one pass and read by nothing else, come from the log evidence of the branches in one go;
// where this is not finite, update by update as ever.

// tilted tells whether statements begin with these three: the branches, the gate's message to the
// selector, and the posterior of which the moments alone are read.
func (f *function) tilted(list []loops.Stmt) bool {
	if len(list) < 3 {
		return false
	}
	branches, ok1 := list[0].(*loops.Apply)
	send, ok2 := list[1].(*loops.Apply)
	posterior, ok3 := list[2].(*loops.Apply)
	if !ok1 || !ok2 || !ok3 || branches.Update.Kind != message.Branches || send.Update.Kind != message.Send || posterior.Update.Kind != message.Posterior {
		return false
	}
	gate, selector := send.Update.Factor.Gate, send.Update.Edge.Variable
	switch {
	case gate == nil || branches.Update.Factor != send.Update.Factor || posterior.Update.Variable != selector || selector.Depth > 0:
		return false
	case !selector.Family.Row().Vector() || fixedBranches(branches.Update):
		return false
	case len(send.Args) != 2 || send.Args[0].Buffer != branches.Update || send.Args[1].Arg.Source != message.Into || send.Power != nil || len(send.Weights) > 0 || send.Total != nil || send.Update.Checked():
		return false
	case posterior.Moments == nil || posterior.Pace != loops.Whole || posterior.Update.Damping != 0 || send.Update.Damping != 0 || len(posterior.Own) != 2 || f.Loops.Watches(posterior.To.Table) != nil:
		return false
	case !send.To.Table.Pass || !posterior.To.Table.Pass && !posterior.To.Table.Unread:
		return false
	case !posterior.Own[1].Same(send.To) || !plainTerm(posterior.Own[0]):
		return false
	}
	for _, s := range f.Loops.Steps {
		for a := range loops.Applied(s.Init, s.Body, s.Final) {
			switch {
			case a == posterior:
			case a.ReadsTable(send.To.Table) || a.ReadsTable(posterior.To.Table):
				return false
			case a != send && a.ReadsBuffer(branches.Update):
				return false
			}
		}
	}
	return true
}

// plainTerm tells whether a term is a stored message.
func plainTerm(t loops.Term) bool {
	return t.Table.Role != loops.Total && t.Except == nil && t.Copies == nil && !t.Table.Sparse && t.Table.Seen == nil
}

// tilt lowers such statements.
func (f *function) tilt(list []loops.Stmt) {
	branches, send, posterior := list[0].(*loops.Apply), list[1].(*loops.Apply), list[2].(*loops.Apply)
	f.at(branches)
	restore := f.sharedIndices(branches)
	f.branches(branches.Update, branches.Element)
	restore()
	f.at(posterior)
	m, d := f.stored(posterior.Moments), f.stored(&posterior.Own[0].Place)
	row := f.branchesRow(branches.Update)
	r := f.lowering.row("setTilted"+title(m.Type()), Callee{Kind: Method, Name: "SetTilted"}, types(code.Truth), written("moments", m.Type(), code.Update), param("message", d.Type()), param("evidence", row.Type()))
	f.choose(f.call("ok", r, m, d, row), nil, func() {
		f.at(branches)
		f.checkBranches(branches)
		f.update(send)
		f.update(posterior)
	})
	f.outdate(list[:3]...)
}
