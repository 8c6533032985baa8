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
			if !t.Dist.IsNormal() {
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
	f.drawBySteps(u, sampler, d.Likelihood())
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
