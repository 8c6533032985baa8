package lower

import (
	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// scanRescale lowers the function that moves a hierarchy and its precision together.
func (l *lowering) scanRescale(u *message.Update, r *conditional.Rescale) *code.Row {
	x := u.Sampled.Variables[r.Part]
	says := "draws how far " + x.Name + " is from its mean together with " + r.Variable.Name + "."
	return l.beside(u, Beside{Verb: "rescale", Variable: x, Says: says}, []*model.Variable{x, r.Variable}, func(f *chain) { f.rescale(x, r) })
}

func (f *chain) rescale(x *model.Variable, r *conditional.Rescale) {
	sums := nothingSaid(2)
	for _, m := range r.Rows {
		f.drawing.sums = []string{"square", "cross"}
		sums = f.instances(m.Row.Term, sums, func(s []code.Operand) []code.Operand {
			move := f.real(m.Move)
			weight := f.apply("*", f.real(m.Row.Precision), move)
			return []code.Operand{f.apply("+", s[0], f.apply("*", weight, move)), f.apply("+", s[1], f.apply("*", weight, f.real(m.Row.Rest)))}
		})
	}
	f.origin = code.Origin{}
	if r.Free != nil {
		f.rescaleFree(x, r, sums)
		return
	}
	t := f.Loops.Constants[r.Variable]
	precision := f.place(f.table(t), t.Dims, nil)
	by, change := "*", "/"
	if r.Inverse {
		by, change = "/", "*"
	}
	rate := f.apply(by, f.real(r.Rate), f.load("precision", precision))
	draw := f.lowering.row("scale", Callee{Kind: Function, Name: "mcmc.DrawScale"}, types(code.Real),
		param("s", code.Stream), param("square", code.Real), param("cross", code.Real), param("shape", code.Real), param("rate", code.Real))
	scale := f.call("scale", draw, f.drawing.stream, sums[0], sums[1], f.real(r.Shape), rate)
	f.instances(r.Term, nil, func([]code.Operand) []code.Operand {
		elements := f.Loops.Constants[x]
		at := f.place(f.table(elements), elements.Dims, r.X.Args)
		mean, y := f.real(r.Mean), f.load("x", at)
		if mean == code.Operand(real(0)) {
			f.store(at, f.apply("*", scale, y))
		} else {
			f.store(at, f.apply("+", mean, f.apply("*", scale, f.apply("-", y, mean))))
		}
		return nil
	})
	f.origin = code.Origin{}
	f.store(precision, f.apply(change, f.load("precision", precision), f.apply("*", scale, scale)))
}

// rescaleFree lowers the move with a number of another prior than a gamma: what is said of the elements, by the sums that
// mcmc.DrawScale takes, and the prior.
func (f *chain) rescaleFree(x *model.Variable, r *conditional.Rescale, sums []code.Operand) {
	elements := f.Loops.Constants[x]
	far := f.farTable(elements)
	place := func() *code.Place { return f.place(f.table(elements), elements.Dims, r.X.Args) }
	over := func(body func()) {
		f.instances(r.Term, nil, func([]code.Operand) []code.Operand {
			body()
			return nil
		})
		f.origin = code.Origin{}
	}
	over(func() {
		f.store(f.place(far, elements.Dims, r.X.Args), f.apply("-", f.load("x", place()), f.real(r.Mean)))
	})
	set := func(times code.Operand) {
		over(func() {
			y := f.apply("*", times, f.load("far", f.place(far, elements.Dims, r.X.Args)))
			f.store(place(), f.apply("+", f.real(r.Mean), y))
		})
	}
	prior := &conditional.Draw{Variables: r.Free.Variables, At: r.Free.At, Method: conditional.Slice, Terms: r.Free.Prior}
	f.sliceOfScale(r.Free, r.Power, prior, set, func(log, times code.Operand) code.Operand {
		d := f.apply("-", times, real(1))
		said := f.apply("*", d, f.apply("-", sums[1], f.apply("*", f.apply("*", real(0.5), d), sums[0])))
		return f.apply("+", log, said)
	})
}
