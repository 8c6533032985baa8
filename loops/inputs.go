package loops

import (
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
	case message.Check:
		note(u.Check.Value)
	case message.Possible, message.Send, message.Buffer:
		for _, n := range u.Factor.Repeats {
			note(n)
		}
		for _, s := range u.Factor.Slots {
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
}
