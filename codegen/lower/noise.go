package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/factor"
	"mpc/model"
)

// noisy tells whether messages to a variable of a name that make its posterior infinite overflow: they contradict each
// other, but where noise lies between them.
func (f *function) noisy(name string) code.Operand {
	for _, v := range f.Loops.Message.Graph.Variables {
		if v.Name != name {
			continue
		}
		if data, ok := noise(v); ok {
			return f.noZero(data)
		}
	}
	return truth(false)
}

// noise tells whether at most one message to an element of a variable is a point mass that is meant, where the data in a
// list are not 0: then two that clash are no contradiction.
func noise(v *factor.Variable) (data []*model.Input, ok bool) {
	points := 0
	for _, e := range v.Edges {
		s, noise := e.Factor.Noise()
		switch {
		case s == nil:
			points++
			if len(e.Factor.Loops) > 0 && !e.Defines {
				points++
			}
		case s.Data == nil:
			ok = true
		case s.Data.Op == model.OpNumber:
			if !noise(s.Data.Value) {
				return nil, false
			}
			ok = true
		default:
			ok = true
			if noise(0) {
				continue // a precision, which data do not make infinite
			}
			s.Data.Walk(func(x *model.Expr) {
				if x.Op == model.OpInput && x.Input.Type.Kind != model.IndexKind && x.Input.Type.Kind != model.Bool && !slices.Contains(data, x.Input) {
					data = append(data, x.Input)
				}
			})
		}
	}
	return data, ok && points < 2
}

// noZero tells whether none of the numbers of some inputs is 0.
func (f *function) noZero(list []*model.Input) code.Operand {
	if len(list) == 0 {
		return truth(true)
	}
	first := func() code.Operand {
		t := f.input(list[0])
		zero := code.Operand(whole(0))
		if t.Type == code.Real {
			zero = real(0)
		}
		if len(t.Dims) == 0 {
			return f.apply("!=", f.load("d", &code.Place{Table: t}), zero)
		}
		return f.apply("!", f.call("v", f.lowering.row("contains"+title(t.Type), Callee{Kind: Contains}, types(code.Truth), param("first", t.Type), param("x", t.Type)), firstOf(t), zero))
	}
	if len(list) == 1 {
		return first()
	}
	return f.both(first, func() code.Operand { return f.noZero(list[1:]) })
}
