package codegen

import (
	"fmt"
	"slices"
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
)

// ignored prints the check that the posteriors ignore no instance of a factor: that not some
// of its messages were left out at last, while all others say nothing. It is "" where no
// factor can be such. What leaves out all messages of a factor is found by checkSkipped.
func (g *generator) ignored() string {
	f := g.function()
	for _, fac := range g.program.Message.Graph.Factors {
		f.ignoredFactor(fac)
	}
	if f.body.Len() == 0 {
		return ""
	}
	var p printer
	p.line("// checkIgnored returns an error if some messages of an instance of a factor were left out")
	p.line("// at last, and all others say nothing: then the posteriors ignore it.")
	p.line("func (inf *Inference) checkIgnored() error {")
	p.line("if !inf.progress.AnyLeft() {\nreturn nil\n}")
	f.header(&p)
	p.Write(f.body.Bytes())
	p.line("return nil\n}\n")
	return p.String()
}

// ignoredFactor prints the check of the instances of one factor.
func (f *function) ignoredFactor(fac *factor.Factor) {
	var senders []*message.Update
	stored := false
	for _, s := range fac.Slots {
		if s.Edge == nil || f.g.update(s.Edge) == nil {
			continue
		}
		u, place := f.g.update(s.Edge), f.g.program.MessagePlace(s.Edge)
		if s.Over != nil || place == nil || len(u.Weights) > 0 {
			return
		}
		if !u.Predicts() {
			senders = append(senders, u)
			stored = stored || readable(place.Table)
		}
	}
	if len(senders) < 2 || !stored || !slices.ContainsFunc(senders, func(u *message.Update) bool { return u.Op.Faulty() || u.Checked() }) {
		return
	}
	f.plate(fac.Loops, fac.Guards, func() {
		element := ""
		for _, l := range fac.Loops {
			element += ", " + f.index(l.Index)
		}
		var left, silent []string
		for _, u := range senders {
			out := fmt.Sprintf("inf.progress.LeftOut(%d, %d%s)", u.ID, bufferOf(u), element)
			left = append(left, out)
			if place := f.g.program.MessagePlace(u.Edge); readable(place.Table) {
				out = "(" + out + " || " + operand(f.load(place.Table, place.Index, f.env())) + ".IsUniform())"
			}
			silent = append(silent, out)
		}
		f.open("if (%s) && %s {", strings.Join(left, " || "), strings.Join(silent, " && "))
		f.body.line("return inf.progress.IgnoredAt(%d%s)", senders[0].ID, element)
		f.close()
	})
}

// bufferOf is the ID of the buffer that an update reads, or -1.
func bufferOf(u *message.Update) int {
	buffer := -1
	for _, a := range u.Args {
		if a.Buffer != nil {
			buffer = a.Buffer.ID
		}
	}
	return buffer
}

// readable tells whether the messages of a table stand each in a place of its own after a run.
func readable(t *loops.Table) bool {
	switch t.Role {
	case loops.Definition, loops.Use, loops.Replicated:
		return !t.Local && !t.Pass && !t.Packed && !t.Sparse && t.Seen == nil && t.Same == nil && t.Values == nil
	}
	return false
}
