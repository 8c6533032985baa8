package lower

import (
	"mpc/codegen/code"
	"mpc/message"
	"mpc/model"
)

// drawElliptical lowers a draw of a number or a vector by elliptical slice sampling: its sampler is told the log likelihood
// where it stands, until it has a value. It moves what is drawn itself.
func (f *chain) drawElliptical(u *message.Update) {
	d := u.Sampled
	sampler := sliceSampler{"elliptical", "Elliptical"}
	at := f.sliceOf(sampler)
	for _, t := range d.Prior {
		f.instances(t, nil, func([]code.Operand) []code.Operand {
			if t.Dist.Name != "normal" {
				f.ellipse(u, at, t.Dist)
				return nil
			}
			e := t.Dist.Arg("precision")
			if e == nil {
				e = model.Call("/", model.Type{Kind: model.Real}, model.Number(1), t.Dist.Arg("variance"))
			}
			mean, precision := f.real(t.Dist.Arg("mean")), f.real(e)
			f.asks(at, "Number", []code.Operand{f.drawing.stream, mean, precision})
			return nil
		})
	}
	f.origin = code.Origin{}
	given := f.Loops.Message.Sampling.StartsAt(d.Variable())
	names := []string{"began", "more", "tries"}
	first := []code.Operand{truth(false), truth(true), whole(0)}
	if given {
		first = first[:2]
	}
	f.drawing.sums = names
	f.untilNoMore(first, 1, func(s []code.Operand) []code.Operand {
		log := f.density(d.Likelihood(), real(0))
		f.origin = code.Origin{}
		f.drawing.sums = names
		to, n := f.valueOfElement(d, 0)
		moves := func(method string, args ...code.Operand) []code.Operand {
			params := []*code.Param{written("of", at.Type(), code.Update), written("x", code.Real, code.Update), param("n", code.Whole)}
			for i, x := range args {
				params = append(params, param(string(rune('a'+i)), x.Type()))
			}
			r := f.lowering.row(lowerFirst(method)+"Elliptical", Callee{Kind: OnPart, Name: method}, types(code.Truth), params...)
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

// ellipse gives the sampler the mean of the prior of a vector, and a draw from it.
func (f *chain) ellipse(u *message.Update, at *code.Place, dist *model.Dist) {
	d := u.Sampled
	f.priorOfVector(u, f.realSlice(dist.Arg("mean")), dist)
	method, args := "Vector", []code.Operand{f.drawing.stream, f.realSlice(dist.Arg("mean"))}
	if d.Seen != nil {
		seen := f.realSlice(d.Seen)
		f.works("Observe", seen)
		method, args = "Seen", append(args, seen)
	}
	work := f.vectorWork()
	params := []*code.Param{written("of", at.Type(), code.Update), written("work", work.Type(), code.Update)}
	for i, x := range args {
		params = append(params, param(string(rune('a'+i)), x.Type()))
	}
	r := f.lowering.row(lowerFirst(method)+"Elliptical", Callee{Kind: Method, Name: method}, types(code.Truth), params...)
	ok := f.call("ok", r, append([]code.Operand{at, work}, args...)...)
	f.choose(ok, nil, func() { f.faultAt("Improper", u.ID, d.At) })
}
