package codegen

import (
	"mpc/loops"
	"mpc/message"
)

// The probabilities of the values of a selector, where the message of its gate and its
// posterior are of one pass and read by nothing else, come from the log evidence of the
// branches in one go; where this is not finite, update by update as ever.

// tilted tells whether statements begin with these three: the branches, the gate's message
// to the selector, and the posterior of which the moments alone are read.
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
	case posterior.Moments == nil || posterior.Pace != loops.Whole || posterior.Update.Damping != 0 || send.Update.Damping != 0 || len(posterior.Own) != 2 || f.g.program.Watches(posterior.To.Table) != nil:
		return false
	case !send.To.Table.Pass || !posterior.To.Table.Pass && !posterior.To.Table.Unread:
		return false
	case !posterior.Own[1].Same(send.To) || plainTerm(posterior.Own[0]) == nil:
		return false
	}
	for _, s := range f.g.program.Steps {
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

// plainTerm is where a term that is a stored message is, nil for others.
func plainTerm(t loops.Term) *loops.Place {
	if t.Table.Role == loops.Total || t.Except != nil || t.Copies != nil || t.Table.Sparse || t.Table.Seen != nil {
		return nil
	}
	return &t.Place
}

// tilt prints such statements.
func (f *function) tilt(list []loops.Stmt) {
	branches, posterior := list[0].(*loops.Apply), list[2].(*loops.Apply)
	f.body.comment(note(branches.Update))
	f.branches(branches.Update, branches.Element)
	f.body.comment(note(posterior.Update))
	m := f.load(posterior.Moments.Table, posterior.Moments.Index, f.env())
	d := f.load(posterior.Own[0].Table, posterior.Own[0].Index, f.env())
	f.open("if !%s.SetTilted(%s, %s) {", m, d, branchesName(branches.Update))
	known := faults{}
	f.checkBranches(branches, known)
	f.apply(list[1].(*loops.Apply), known)
	f.apply(posterior, known)
	f.close()
	for _, s := range list[:3] {
		f.outdate(s)
	}
}
