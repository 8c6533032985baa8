package lower

import (
	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
)

// drawBySteps lowers a draw by a sampler that moves what is drawn itself: it is told the log density of a part of the terms
// where it stands, until it has a value.
func (f *chain) drawBySteps(u *message.Update, sampler sliceSampler, of *conditional.Draw) {
	d, at := u.Sampled, f.sliceOf(sampler)
	f.origin = code.Origin{}
	given := f.Loops.Message.Sampling.StartsAt(d.Variable())
	names := []string{"began", "more", "tries"}
	first := []code.Operand{truth(false), truth(true), whole(0)}
	if given {
		first = first[:2]
	}
	f.drawing.sums = names
	f.untilNoMore(first, 1, func(s []code.Operand) []code.Operand {
		log := f.density(of, real(0))
		f.origin = code.Origin{}
		f.drawing.sums = names
		to, n := f.valueOfElement(d, 0)
		moves := func(method string, args ...code.Operand) []code.Operand {
			params := []*code.Param{written("of", at.Type(), code.Update), written("x", code.Real, code.Update), param("n", code.Whole)}
			for i, x := range args {
				params = append(params, param(string(rune('a'+i)), x.Type()))
			}
			r := f.lowering.row(lowerFirst(method)+sampler.of, Callee{Kind: OnPart, Name: method}, types(code.Truth), params...)
			return append([]code.Operand{truth(true), f.call("more", r, append([]code.Operand{at, to, n}, args...)...)}, s[2:]...)
		}
		return f.selected(s[0], s, func() []code.Operand { return moves("Move", log) }, func() []code.Operand {
			begin := func() []code.Operand { return moves("Start", f.drawing.stream, log) }
			if given {
				return begin()
			}
			again := f.both(func() code.Operand {
				return f.both(f.begins, func() code.Operand { return f.apply("<", s[2], f.firstDraws()) })
			}, func() code.Operand { return f.apply("!", f.isDensity(log)) })
			return f.selected(again, s, func() []code.Operand {
				f.drawVariable(u, 0, d.Variable(), wide)
				f.origin = code.Origin{}
				return []code.Operand{s[0], s[1], f.apply("+", s[2], whole(1))}
			}, begin)
		})
	})
	f.sliceEnds(u, sampler, given, culprit(d), nil)
}

// drawSimplex lowers a draw of probabilities that no dirichlet is of, component by component.
func (f *chain) drawSimplex(u *message.Update) {
	f.drawBySteps(u, sliceSampler{"simplex", "Simplex"}, u.Sampled)
}
