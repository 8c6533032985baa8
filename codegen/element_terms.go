package codegen

import (
	"fmt"

	"mpc/factor"
	"mpc/message"
)

// entropy prints the entropies of what is known of each element of a variable.
func (f *function) entropy(t *message.Term) {
	v := t.Variable
	f.body.comment("entropy of " + v.Name)
	f.open("for i := range inf.%s {", f.g.count(v.Dims))
	f.skipPresent(v, "i")
	f.body.line("q := %s", f.at(v, "i"))
	z := f.method(v.Family.Row(), "q", "Entropy")
	if t.Times != nil {
		z = group(f.env().real(t.Times)) + "*" + z
	}
	f.body.line("sum.add(%s, %d, i)", z, f.g.firstUpdate(v.Edges[0].Factor))
	f.close()
}

// definedTerm prints the term of each element of a variable that an edge defines.
func (f *function) definedTerm(t *message.Term) {
	f.body.comment(t.Statement())
	f.plate(t.Loops, t.Guards, func() {
		add := func(z string) { f.addTerm(t, z) }
		if t.Kind == message.EntropyTerm {
			add(f.entropyAt(t))
		} else {
			f.jointTerm(t, add)
		}
	})
}

// together prints the log integral of the product of all messages to each
// element of a variable, the proper ones first. On the way it may be improper; at its
// end it must not.
func (f *function) together(t *message.Term) {
	v := t.Variable
	f.body.comment(v.Name + ": messages multiplied one after the other, proper ones first")
	f.open("{")
	f.body.line("product := make([]%s, inf.%s)\nbegun := make([]bool, len(product))", familyType(v.Family), f.g.count(v.Dims))
	if mayPass(v.Family.Row()) {
		f.body.line("several := make([]bool, len(product)) // messages that say something are in the product")
	}
	position := func(e *factor.Edge) string {
		if len(v.Dims) == 0 {
			return "0"
		}
		return f.flat(f.g.shape(v.Dims), e.Index, f.env())
	}
	faint := f.g.program.Message.Faint(v)
	if faint {
		f.body.line("all := make([]dist.Normal, len(product))")
		f.eachMessage(v, func(e *factor.Edge, m string) {
			f.body.line("all[%[1]s] = all[%[1]s].Times(%[2]s)", position(e), m)
		})
	}
	f.open("for _, proper := range [...]bool{true, false} {")
	f.eachMessage(v, func(e *factor.Edge, m string) {
		f.body.line("m := %s", m)
		at := position(e)
		scale := ""
		if faint {
			f.open("if m.CountsNormalized(all[%s]) == proper {", at)
			scale = "product[" + at + "].LogScaleAmong(m, all[" + at + "])"
		} else {
			f.open("if m.IsProper() == proper%s {", unlessUniform(e))
			scale = f.scaleOf(v.Family.Row(), "product["+at+"]", "m")
		}
		f.body.line("if begun[%s] {", at)
		p := &message.Term{Sign: t.Sign, Factor: e.Factor, Times: t.Times}
		f.addTerm(p, scale)
		if mayPass(v.Family.Row()) {
			f.body.line("several[%s] = several[%s] || %s", at, at, f.bothSay("product["+at+"]"))
		}
		f.body.line("m = product[%s].Times(m)\n}\nproduct[%s], begun[%s] = m, true", at, at, at)
		f.close()
	})
	f.close()
	if mayPass(v.Family.Row()) {
		f.body.line("for i, m := range product {\nif several[i] && !m.IsProper() {\nsum.add(math.NaN(), %d, i)\n}\n}", f.g.firstUpdate(v.Edges[0].Factor))
	}
	f.close()
}

// eachMessage prints a loop over the messages over each edge of a variable that sends any:
// body gets what reads one.
func (f *function) eachMessage(v *factor.Variable, body func(e *factor.Edge, m string)) {
	for _, e := range v.Edges {
		place := f.g.program.MessagePlace(e)
		if place == nil {
			continue // always uniform
		}
		list := e.Factor.Loops
		if e.Slot.Over != nil {
			list = append(list[:len(list):len(list)], e.Slot.Over)
		}
		f.plate(list, e.Factor.Guards, func() { body(e, f.load(place.Table, place.Index, f.env())) })
	}
}

// bothSay is the condition that neither a product nor m is 1 everywhere.
func (f *function) bothSay(product string) string {
	return fmt.Sprintf("(!%[1]s.IsUniform() || %[1]s.IsProper()) && (!m.IsUniform() || m.IsProper())", product)
}
