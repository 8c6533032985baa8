package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// The log evidence of the branches of a gate is a few numbers, which the message to the selector
// reads: it is added up from what stands in each branch for one instance of the gate after the
// other, so that an array of gates of any size needs no memory.

// fixedBranches tells whether the number of branches is the same for all data.
func fixedBranches(u *message.Update) bool { return u.Factor.Gate.Model.Size.Op == model.OpNumber }

// variesInNumber tells whether instances of a gate have branches of different number.
func variesInNumber(u *message.Update) bool { return indexed(u.Factor.Gate.Model.Size) }

// evidenceOf is the table of the log evidence of the branches of a gate.
func (f *function) evidenceOf(u *message.Update) *code.Table {
	name := fmt.Sprintf("b%d", u.ID)
	if f.Functions[name] != nil {
		notYet("a name that is taken")
	}
	if fixedBranches(u) {
		name = f.row.Name + "_" + name
	}
	if f.named[name] == nil {
		size := &code.Size{}
		if fixedBranches(u) {
			size.Constant = int64(u.Factor.Gate.Model.Size.Value)
		}
		keep := code.Scratch
		if fixedBranches(u) {
			keep = code.Local
		}
		t := &code.Table{Name: name, Type: code.Real, Keep: keep, Dims: []*code.Dim{{Index: "i0", Size: size}}}
		source := Source{InRun: InRun{Branches: u}}
		if variesInNumber(u) {
			source.Scratch = code.Real
		}
		f.named[name] = f.declare(t, source)
	}
	return f.named[name]
}

// branchesRow is the evidence of the branches as an array.
func (f *function) branchesRow(u *message.Update) code.Operand {
	t := f.evidenceOf(u)
	name := "open"
	if fixedBranches(u) {
		name = "fixed"
	}
	r := f.lowering.row("branches_"+name, Callee{Kind: Branches, Name: name}, types(code.Array{Elem: code.Real}), param("first", code.Real))
	return f.call("branches", r, &code.Place{Table: t, Index: []code.Operand{whole(0)}, Known: true})
}

// branches adds up the log evidence of each branch of the instance of a gate at the given indices of its loops.
func (f *function) branches(u *message.Update, at []*model.Expr) {
	g := u.Factor.Gate.Model
	t := f.evidenceOf(u)
	names := map[*model.Index]code.Operand{}
	for k, l := range u.Loops {
		names[l.Index] = f.whole(at[k])
		if v, ok := names[l.Index].(*code.Value); ok {
			f.runs[v] = f.extent(l, names)
		}
	}
	f.renamed(names, func() {
		var instance []code.Operand
		for _, x := range g.Relation.Instance {
			instance = append(instance, f.whole(x))
		}
		if variesInNumber(u) {
			n := f.call("n", f.math("max", code.Whole, code.Whole, code.Whole), whole(0), f.whole(g.Size))
			r := f.lowering.row("resizeReals", Callee{Kind: Resize}, nil, written("row", code.Real, code.Write), param("n", code.Whole))
			f.call("", r, &code.Place{Table: t, Index: []code.Operand{whole(0)}, Known: true}, n)
		}
		only := onlyTerm(u) && !fixedBranches(u) && !variesInNumber(u)
		if !only {
			f.emit(&code.Fill{Table: t, Value: real(0)})
		}
		list := u.Terms
		for len(list) > 0 {
			n := 1
			for n < len(list) && sameNest(list[0], list[n]) {
				n++
			}
			f.nest(t, u, list[:n], instance, only)
			list = list[n:]
		}
	})
}

// indexed tells whether a size depends on loop indices.
func indexed(size *model.Expr) bool {
	found := false
	size.Walk(func(e *model.Expr) { found = found || e.Op == model.OpIndex || e.Op == model.OpDim })
	return found
}

// onlyTerm tells whether each branch of a gate has exactly one term, and that once.
func onlyTerm(u *message.Update) bool {
	if len(u.Terms) != 1 {
		return false
	}
	t := u.Terms[0]
	if t.Kind != message.FactorTerm || t.Sign != 1 || t.Times != nil || len(t.Guards) > 0 || t.Branch.Value.Op != model.OpIndex {
		return false
	}
	n := 0
	for _, l := range t.Loops {
		if l.Index == t.Branch.Value.Index {
			if !l.Lo.IsNumber(0) || !l.Hi.Equal(u.Factor.Gate.Model.Size) {
				return false
			}
			n++
			continue
		}
		for _, x := range t.Branch.Index {
			if x.Op == model.OpIndex && x.Index == l.Index {
				n++
				break
			}
		}
	}
	return n == len(t.Loops) && n == len(t.Branch.Index)+1
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

// nest adds terms that stand in the same loops, for one instance of their gate. Of an if both
// branches are written out.
func (f *function) nest(t *code.Table, u *message.Update, list []*message.Term, instance []code.Operand, only bool) {
	first := list[0]
	var where []meets
	for k, x := range first.Branch.Index {
		where = append(where, meets{x, instance[k]})
	}
	visit := func(where []meets) {
		f.match(first.Loops, first.Guards, where).each(func() {
			for _, x := range list {
				f.branchTerm(t, x, only)
			}
		})
	}
	if !fixedBranches(u) || first.Branch.Value.Op != model.OpIndex {
		visit(where)
		return
	}
	for k := range int(u.Factor.Gate.Model.Size.Value) {
		visit(append(where[:len(where):len(where)], meets{first.Branch.Value, whole(k)}))
	}
}

// branchTerm adds a term to the branch that it is of.
func (f *function) branchTerm(to *code.Table, t *message.Term, only bool) {
	place := func() *code.Place {
		return &code.Place{Table: to, Index: []code.Operand{f.wholeOrTruth(t.Branch.Value)}, Known: true}
	}
	add := func(z code.Operand) {
		if only {
			f.store(place(), z)
			return
		}
		row := f.lowering.row("addTo", Callee{Kind: AddTo}, nil, written("evidence", code.Real, code.Update), param("term", code.Real), param("n", code.Real))
		if t.Times == nil {
			f.call("", row, place(), z, real(t.Sign))
			return
		}
		n := f.real(t.Times)
		f.choose(f.apply("!=", n, real(0)), func() {
			if t.Sign < 0 {
				n = f.apply("-", n)
			}
			f.call("", row, place(), z, n)
		}, nil)
	}
	switch {
	case t.Variable != nil && t.Kind == message.EntropyTerm:
		add(f.entropyAt(t))
	case t.Variable != nil && t.Kind == message.PooledTerm:
		f.pooledAt(t, add)
	case t.Variable != nil:
		f.jointTerm(t, add)
	default:
		f.termValue(t, add)
	}
}

// openBranches computes the log evidence of each branch: what reads it is left out where a branch has
// none, as a product of messages in it is improper by now.
func (f *function) openBranches(a *loops.Apply) {
	f.branches(a.Update, a.Element)
	f.checkBranches(a)
}

func (f *function) checkBranches(a *loops.Apply) {
	u := a.Update
	fault := f.valued(u)
	f.scope.faults[u.ID] = []code.Operand{fault}
	f.choose(f.apply("!=", fault, code.None), func() { f.leftOut(a, fault) }, nil)
}

// valued is the fault of branches that have no log evidence.
func (f *function) valued(u *message.Update) code.Operand {
	row := f.branchesRow(u)
	return f.call(fmt.Sprintf("fault%d", u.ID), f.lowering.row("valued", Callee{Kind: Valued}, types(code.Fault), param("evidence", row.Type())), row)
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
