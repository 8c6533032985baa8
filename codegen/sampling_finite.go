package codegen

import (
	"mpc/message"
	"mpc/model"
)

// drawFinite prints a draw of a whole number or a truth, or of several together: the
// density of all values.
func (f *function) drawFinite(u *message.Update) {
	d := u.Sampled
	f.stream()
	if f.weights == "" {
		f.weights = f.fresh("weights")
		f.field(f.weights, "inf.weights")
		f.g.finite = true
	}
	weights, log := f.weights, f.fresh("log")
	f.body.line("%s = %s[:0]", weights, weights)
	n := len(d.Variables)
	sizes := make([]string, n)
	set := func(k int, value string) {
		if d.Variables[k].Type.Kind == model.Bool {
			f.body.line("%s = %s == 1", f.drawn(d, k), value)
		} else {
			f.body.line("%s = %s", f.drawn(d, k), value)
		}
	}
	values := make([]string, n)
	for k, v := range d.Variables {
		value := f.fresh("value")
		values[k], sizes[k] = value, "2"
		if v.Type.Kind != model.Bool {
			sizes[k] = f.at0().whole(d.Values(k))
		}
		f.open("for %s := range %s {", value, sizes[k])
		set(k, value)
	}
	f.body.line("%s := 0.0", log)
	f.density(d, log, nil)
	f.body.line("%s = append(%s, %s)", weights, weights, log)
	for _, value := range values {
		f.close()
		delete(f.used, value)
	}
	value, ok := f.fresh("value"), f.fresh("ok")
	f.body.line("%s, %s := mcmc.DrawCategorical(stream, %s)", value, ok, weights)
	f.g.settles = true
	f.body.line("if !%s {\nif !inf.beginning {\n%s\n}", ok, f.faultBy(u, "Contradiction", culprit(d)))
	f.body.line("inf.skipped = true\n%s = int(stream.Float64() * float64(len(%s)))\n}", value, weights)
	for k := n - 1; k > 0; k-- {
		set(k, value+" % "+group(sizes[k]))
		f.body.line("%s /= %s", value, sizes[k])
	}
	set(0, value)
}

// keepWeights keeps the memory of the weights of values, which may have grown, for the next
// scan.
func (f *function) keepWeights() {
	if f.weights != "" {
		f.body.line("inf.weights = %s", f.weights)
	}
}
