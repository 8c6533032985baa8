package codegen

import (
	"fmt"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
	"mpc/model"
)

// The log evidence of the branches of a gate is a few numbers, in a local array that
// the message to the selector reads: it is added up from what stands in each branch
// for one instance of the gate after the other, so that an array of gates of any size
// needs no memory.

// gated tells whether what contradicts itself there makes a branch impossible, and
// not the model.
func gated(u *message.Update) bool { return u.Factor != nil && len(u.Factor.Branches) > 0 }

// branchesName is the slice with the log evidence of the branches of a gate.
func branchesName(u *message.Update) string {
	if fixedBranches(u) {
		return bufferPrefix.name(u.ID) + "[:]"
	}
	return bufferPrefix.name(u.ID)
}

// fixedBranches tells whether the number of branches is the same for all data.
func fixedBranches(u *message.Update) bool { return u.Factor.Gate.Model.Size.Op == model.OpNumber }

// branches prints the log evidence of each branch of the instance of a gate at the
// given indices of its loops.
func (f *function) branches(u *message.Update, at []*model.Expr) {
	g := u.Factor.Gate.Model
	whole := &match{f: f}
	defer whole.close()
	v := f.env()
	v.inline = true
	for k, l := range u.Loops {
		text := v.whole(at[k])
		whole.name(l.Index, text)
		defer f.runs(text, v.whole(l.Lo), v.whole(l.Hi))()
	}
	var instance []string
	for _, x := range g.Relation.Instance {
		text := v.whole(x)
		if !isName(text) && !isNumber(text) {
			text = f.once(text, countPrefix)
		}
		instance = append(instance, text)
	}
	name := bufferPrefix.name(u.ID)
	size := v.whole(g.Size)
	only := onlyTerm(u)
	switch {
	case !fixedBranches(u) && !indexed(g.Size):
		f.field(name, f.g.branchesOf(u))
		if !only {
			f.body.line("clear(%s)", name)
		}
	case !fixedBranches(u):
		scratch := f.g.scratchField("float64")
		f.field(scratch, scratch)
		n := f.once("max(0, "+size+")", countPrefix)
		f.body.line("if cap(%s) < %s {\n%s = make([]float64, %s)\n%s.%s = %s\n}", scratch, n, scratch, n, f.self, scratch, scratch)
		assign := ":="
		if f.hasBuffer(name) {
			assign = "="
		}
		f.body.line("%s %s %s[:%s]\nclear(%s)", name, assign, scratch, n, name)
	case f.hasBuffer(name):
		f.body.line("clear(%s[:])", name)
	default:
		f.body.line("var %s [%s]float64 // false, true", name, size)
	}
	defer func(outer bool) { f.only = outer }(f.only)
	f.only = only && !fixedBranches(u) && !indexed(g.Size)
	list := u.Terms
	for len(list) > 0 {
		n := 1
		for n < len(list) && sameNest(list[0], list[n]) {
			n++
		}
		f.nest(name, u, list[:n], instance)
		list = list[n:]
	}
}

// sameNest tells whether two terms stand in the same loops.
func sameNest(a, b *message.Term) bool {
	if len(a.Loops) != len(b.Loops) || len(a.Guards) != len(b.Guards) {
		return false
	}
	for i, l := range a.Loops {
		if m := b.Loops[i]; l.Index != m.Index || !l.Lo.Equal(m.Lo) || !l.Hi.Equal(m.Hi) {
			return false
		}
	}
	for i, g := range a.Guards {
		if !g.Equal(b.Guards[i]) {
			return false
		}
	}
	if (a.Branch.Value.Op == model.OpIndex || b.Branch.Value.Op == model.OpIndex) && !a.Branch.Value.Equal(b.Branch.Value) {
		return false
	}
	for i, x := range a.Branch.Index {
		if !x.Equal(b.Branch.Index[i]) {
			return false
		}
	}
	return true
}

// nest prints terms that stand in the same loops, for one instance of their gate. Of
// an if both branches are written out.
func (f *function) nest(name string, u *message.Update, list []*message.Term, instance []string) {
	t := list[0]
	var where []meets
	for k, x := range t.Branch.Index {
		where = append(where, meets{x, instance[k]})
	}
	if !fixedBranches(u) || t.Branch.Value.Op != model.OpIndex {
		f.nestWhere(name, list, where)
		return
	}
	for k := range int(u.Factor.Gate.Model.Size.Value) {
		f.nestWhere(name, list, append(where[:len(where):len(where)], meets{t.Branch.Value, fmt.Sprint(k)}))
	}
}

func (f *function) nestWhere(name string, list []*message.Term, where []meets) {
	start := f.body.Len()
	m := f.match(list[0].Loops, list[0].Guards, where)
	defer m.close()
	nothing := true
	m.print(func() {
		said := ""
		for _, t := range list {
			before := f.body.Len()
			comment := fmt.Sprintf("line %d: %s", t.At.Line, t.Statement())
			if comment != said {
				f.body.comment(comment)
			}
			mark := f.body.Len()
			f.branchTerm(name, t)
			if f.body.Len() == mark {
				f.body.Truncate(before)
			} else {
				said, nothing = comment, false
			}
		}
	})
	if nothing {
		f.body.Truncate(start)
	}
}

// openBranches prints the log evidence of each branch, and that the message is left
// out that reads it where a branch has none: where a product of messages in it is
// improper by now.
func (f *function) openBranches(a *loops.Apply, known faults) {
	f.branches(a.Update, a.Element)
	f.checkBranches(a, known)
}

// checkBranches prints that the message that reads the log evidence of the branches is left
// out where one has none.
func (f *function) checkBranches(a *loops.Apply, known faults) {
	u := a.Update
	fault := faultPrefix.name(u.ID)
	assign := ":="
	if known[u.ID] != nil {
		assign = "="
	}
	f.body.line("%s %s %s(%s)", fault, assign, f.g.use(valuedHelper), branchesName(u))
	known[u.ID] = []string{fault}
	f.skip(a, fault, nil, nil)
}

// meeting is the part of the plate of an edge that leads to one element.
func (f *function) meeting(e *factor.Edge, where []meets) *match {
	list := e.Factor.Loops
	if e.Slot.Over != nil {
		list = append(list[:len(list):len(list)], e.Slot.Over)
	}
	own := make([]meets, len(where))
	for k := range where {
		own[k] = meets{e.Index[k], where[k].value}
	}
	return f.match(list, e.Factor.Guards, own)
}
