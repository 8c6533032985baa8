package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/message"
)

// ignored lowers the check that the posteriors ignore no instance of a factor: that not some of its messages were left
// out at last, while all others say nothing. There is no such function where no factor can be such. What leaves out all
// messages of a factor is an error before.
func (l *lowering) ignored() {
	type ignorable struct {
		factor  *factor.Factor
		senders []*message.Update
	}
	var list []ignorable
	for _, fac := range l.Loops.Message.Graph.Factors {
		if senders := l.mayBeIgnored(fac); senders != nil {
			list = append(list, ignorable{fac, senders})
		}
	}
	if list == nil {
		return
	}
	l.make(Main.has("checkIgnored", "returns an error if some messages of an instance of a factor were left out at last, and all others say nothing: then the posteriors ignore it."), types(code.Fault), func(f *function) {
		left := f.call("left", f.lowering.row("anyLeft", Callee{Kind: Own, Name: "progress.AnyLeft"}, types(code.Truth)))
		f.choose(left, func() {
			for _, x := range list {
				f.origin = code.Origin{Line: x.factor.At.Line, Update: fmt.Sprintf("f%d", x.factor.ID)}
				f.plate(x.factor.Loops, x.factor.Guards, func() { f.ignoredAt(x.factor, x.senders) })
			}
		}, nil)
	})
}

// mayBeIgnored lists the updates of a factor that send messages which may be left out, nil where the posteriors do not
// ignore it for that.
func (l *lowering) mayBeIgnored(fac *factor.Factor) []*message.Update {
	var senders []*message.Update
	stored := false
	for _, s := range fac.Slots {
		if s.Edge == nil || l.Loops.Message.To[s.Edge.ID] == nil {
			continue
		}
		u, place := l.Loops.Message.To[s.Edge.ID], l.Loops.MessagePlace(s.Edge)
		if s.Over != nil || place == nil || len(u.Weights) > 0 {
			return nil
		}
		if !u.Predicts() {
			senders = append(senders, u)
			stored = stored || readable(place.Table)
		}
	}
	if len(senders) < 2 || !stored || !slices.ContainsFunc(senders, func(u *message.Update) bool { return u.Op.Faulty() || u.Checked() }) {
		return nil
	}
	return senders
}

// ignoredAt is the fault of an instance of a factor some of whose messages were left out, while all others say nothing.
func (f *function) ignoredAt(fac *factor.Factor, senders []*message.Update) {
	var element []code.Operand
	for _, l := range fac.Loops {
		element = append(element, f.index(l.Index))
	}
	or := func(a code.Operand, b func() code.Operand) code.Operand {
		return f.lazy(a, code.Truth, func() code.Operand { return truth(true) }, b)
	}
	out := func(u *message.Update) code.Operand {
		return f.ofElement("leftOut", LeftOut, code.Truth, element, whole(u.ID), whole(BufferOf(u)))
	}
	var some, all func(list []*message.Update) code.Operand
	some = func(list []*message.Update) code.Operand {
		if len(list) == 1 {
			return out(list[0])
		}
		return or(out(list[0]), func() code.Operand { return some(list[1:]) })
	}
	silent := func(u *message.Update) code.Operand {
		place := f.Loops.MessagePlace(u.Edge)
		if !readable(place.Table) {
			return out(u)
		}
		return or(out(u), func() code.Operand { return f.ask(nil, f.sent(place), "IsUniform", code.Truth) })
	}
	all = func(list []*message.Update) code.Operand {
		if len(list) == 1 {
			return silent(list[0])
		}
		return f.both(func() code.Operand { return silent(list[0]) }, func() code.Operand { return all(list[1:]) })
	}
	ignored := f.both(func() code.Operand { return some(senders) }, func() code.Operand { return all(senders) })
	f.choose(ignored, func() { f.fail(f.ofElement("ignored", Ignored, code.Fault, element, whole(senders[0].ID))) }, nil)
}

// ofElement calls a row that is given the indices of an instance last.
func (f *function) ofElement(name string, kind Kind, result code.Type, element []code.Operand, args ...code.Operand) code.Operand {
	args = append(args, element...)
	var params []*code.Param
	for i, x := range args {
		params = append(params, param(fmt.Sprintf("x%d", i), x.Type()))
	}
	return f.call("v", f.lowering.row(fmt.Sprintf("%s%d", name, len(args)), Callee{Kind: kind}, types(result), params...), args...)
}

// BufferOf is the ID of the buffer that an update reads, or -1.
func BufferOf(u *message.Update) int {
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
