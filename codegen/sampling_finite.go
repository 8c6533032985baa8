package codegen

import (
	"mpc/message"
	"mpc/model"
)

// drawFinite prints a draw of a whole number or a truth: the density of all values.
func (f *function) drawFinite(u *message.Update) {
	d := u.Sampled
	f.stream()
	if f.weights == "" {
		f.weights = f.fresh("weights")
		f.field(f.weights, "weights")
		f.g.finite = true
	}
	weights, log := f.weights, f.fresh("log")
	f.body.line("%s = %s[:0]", weights, weights)
	set := func(value string) {
		if d.Variable().Type.Kind == model.Bool {
			value += " == 1"
		}
		f.body.line("%s = %s", f.drawn(d, 0), value)
	}
	value := f.fresh("value")
	f.open("for %s := range %s {", value, f.at0().whole(d.Values()))
	set(value)
	f.body.line("%s := 0.0", log)
	f.density(d, log, nil)
	f.body.line("%s = append(%s, %s)", weights, weights, log)
	f.close()
	f.noteSeveral(d, weights)
	ok := f.fresh("ok")
	f.body.line("%s, %s := mcmc.DrawCategorical(stream, %s)", value, ok, weights)
	f.g.settles = true
	f.body.line("if !%s {\nif !c.beginning {\n%s\n}", ok, f.faultBy(u, "Contradiction", culprit(d)))
	f.body.line("c.skipped = true\n%s = int(stream.Float64() * float64(len(%s)))\n}", value, weights)
	set(value)
}

// keepWeights keeps the memory of the weights of values, which may have grown, for the next
// scan.
func (f *function) keepWeights() {
	if f.weights != "" {
		f.body.line("c.weights = %s", f.weights)
	}
}
