package loops

import (
	"mpc/factor"
	"mpc/message"
	"mpc/model"
)

// inputs finds which inputs each step depends on.
func (b *builder) inputs() {
	var before []map[*model.Input]bool
	for _, s := range b.program.Steps {
		set := map[*model.Input]bool{}
		note := func(e *model.Expr) {
			e.Walk(func(x *model.Expr) {
				if x.Op == model.OpInput {
					set[x.Input] = true
				}
			})
		}
		for st := range All(s.Init, s.Body, s.Final) {
			switch st := st.(type) {
			case *For:
				note(st.Lo)
				note(st.Hi)
			case *If:
				for _, c := range st.Conds {
					note(c)
				}
			case *Apply:
				noteUpdate(st.Update, note)
				noteStart(st, note)
			}
		}
		for _, other := range before {
			for in := range other {
				set[in] = true
			}
		}
		for _, in := range b.program.Message.Graph.Model.Inputs {
			if set[in] {
				s.Inputs = append(s.Inputs, in)
			}
		}
		for _, shared := range b.program.Message.Graph.Shared {
			if set[shared.Others] {
				s.Inputs = append(s.Inputs, shared.Others)
			}
		}
		before = append(before, set)
	}
}

func noteUpdate(u *message.Update, note func(*model.Expr)) {
	switch u.Kind {
	case message.Assign:
		note(u.Assign.Value)
		for _, x := range u.Assign.Index {
			note(x)
		}
	case message.Integrate:
		u.Gaussian.Exprs(note)
	case message.Check:
		note(u.Check.Value)
	case message.Branches:
		note(u.Factor.Gate.Model.Size)
		for _, t := range Branched(u) {
			for _, l := range t.Factor.Loops {
				note(l.Lo)
				note(l.Hi)
			}
			for _, g := range t.Factor.Guards {
				note(g)
			}
			noteFactor(t.Factor, note)
			note(t.Branch.Value)
			for _, x := range t.Branch.Index {
				note(x)
			}
		}
	case message.Possible, message.Send, message.Buffer:
		noteFactor(u.Factor, note)
		for _, w := range u.Weights {
			note(w.Value)
			for _, x := range w.Selector.Slot.Edge.Index {
				note(x)
			}
		}
	}
}

// noteStart notes the initial marginal of the variable that a statement writes to: its
// tables start there.
func noteStart(a *Apply, note func(*model.Expr)) {
	for _, p := range []*Place{a.To, a.Total} {
		if p == nil || p.Table.Variable == nil || p.Table.Variable.Init == nil {
			continue
		}
		for _, x := range p.Table.Variable.Init.Args {
			note(x)
		}
	}
}

// noteFactor notes the expressions in a factor.
func noteFactor(f *factor.Factor, note func(*model.Expr)) {
	for _, n := range f.Repeats {
		note(n)
	}
	for _, s := range f.Slots {
		if s.Over != nil {
			note(s.Over.Lo)
			note(s.Over.Hi)
		}
		if s.Data != nil {
			note(s.Data)
		} else {
			for _, x := range s.Edge.Index {
				note(x)
			}
		}
	}
}
