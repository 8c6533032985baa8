package codegen

import (
	"reflect"
	"slices"
	"strings"

	"mpc/codegen/names"
	"mpc/loops"
	"mpc/message"
)

// faults are the variables that hold the faults of buffers and local messages, by
// update: what reads one is computed where none of its variables holds a fault.
type faults map[int][]string

// of lists the variables for the buffers and local messages that an update reads.
func (k faults) of(g *generator, a *loops.Apply) []string {
	var list []string
	add := func(id int) {
		for _, name := range k[id] {
			if !slices.Contains(list, name) {
				list = append(list, name)
			}
		}
	}
	product := func(terms loops.Product) {
		for _, t := range terms {
			if t.Table.Local {
				add(g.writer(t.Table))
			}
		}
	}
	for _, v := range a.Args {
		if v.Buffer != nil {
			add(v.Buffer.ID)
		}
		product(v.Product)
	}
	product(a.Own)
	return list
}

// noFault prints the condition that none of the variables holds a fault, "" without
// any.
func (g *generator) noFault(list []string) string {
	var parts []string
	for _, name := range list {
		parts = append(parts, name+" == dist.NoFault")
	}
	return strings.Join(parts, " && ")
}

// contradicts is the condition that one of the variables holds a contradiction.
func contradicts(list []string) string {
	var parts []string
	for _, name := range list {
		parts = append(parts, name+" == dist.Contradiction")
	}
	return strings.Join(parts, " || ")
}

// writer is the update that writes a local table.
func (g *generator) writer(t *loops.Table) int {
	if t.Edge != nil {
		return g.update(t.Edge).ID
	}
	for _, e := range t.Variable.Edges {
		if e.Defines {
			return g.update(e).ID
		}
	}
	return -1
}

// buffer prints the computation of what several messages share.
func (f *function) buffer(a *loops.Apply, known faults) {
	u := a.Update
	name, fault := bufferPrefix.name(u.ID), faultPrefix.name(u.ID)
	cond := f.g.noFault(known.of(f.g, a))
	assign := ":="
	if f.hasBuffer(name) {
		assign = "=" // computed again, for messages that read it later
	}
	if cond != "" && assign == "=" {
		f.body.line("%s = dist.Improper", fault)
		f.open("if %s {", cond)
	} else if cond != "" {
		t := reflect.TypeOf(u.Op.Func).Out(0).String()
		f.body.line("var %s %s\n%s := dist.Improper", name, t, fault)
		f.open("if %s {", cond)
		assign = "="
		known[u.ID] = []string{fault}
	}
	call := f.call(a.Args, u.Op.Name(), u.Op.In(), "")
	switch {
	case u.Op.Faulty():
		f.body.line("%s, %s %s %s", name, fault, assign, call)
		known[u.ID] = []string{fault}
		f.skip(a, fault, nil, nil)
	case cond != "":
		f.body.line("%s, %s = %s, dist.NoFault", name, fault, call)
	default:
		f.body.line("%s %s %s", name, assign, call)
	}
	if cond != "" {
		f.close()
	}
}

// hasBuffer notes that a block declares the variable of a buffer, and tells whether
// one has before.
func (f *function) hasBuffer(name string) bool {
	for _, s := range f.scopes {
		if s.buffers[name] {
			return true
		}
	}
	f.scope().buffers[name] = true
	return false
}

// skip prints what follows an operator that may fail: with a fault its message is left
// out, and otherwise without one. Either may be nil.
func (f *function) skip(a *loops.Apply, fault string, with, otherwise func()) {
	f.skipIf(a, "", fault, with, otherwise)
}

// skipIf is skip where the first condition begins with a statement.
func (f *function) skipIf(a *loops.Apply, statement, fault string, with, otherwise func()) {
	u := a.Update
	if gated(u) && u.Kind == message.Send {
		f.impossible(a, statement, fault, with)
	} else {
		f.open("if %s%s != dist.NoFault {", statement, fault)
	}
	if gated(u) && u.Kind == message.Buffer {
		f.open("if %s != dist.Contradiction {", fault) // what reads it says nothing then
		defer f.close()
	}
	f.leftOut(a, fault)
	if u.Kind == message.Send {
		f.leaveOut(a)
	}
	if with != nil {
		with()
	}
	if otherwise != nil {
		f.orElse()
		otherwise()
	}
	f.close()
}

// leftOut prints that an update is counted as left out, or is an error.
func (f *function) leftOut(a *loops.Apply, fault string) {
	for _, l := range f.alike { // of all elements
		delete(f.names, l.Index)
		f.loop(l.Index, l.Lo, l.Hi, false)
	}
	f.body.line("if err := inf.skip(%d, %s, %s); err != nil {\nreturn err\n}", a.Update.ID, fault, f.element(a))
	for _, l := range f.alike {
		f.close()
		delete(f.used, names.Plain(f.names[l.Index]))
		f.names[l.Index] = f.env().whole(l.Lo)
	}
}

// impossible opens the block of what follows a fault other than Contradiction, after
// what follows that in a branch: the message says nothing, and the evidence of the
// branch that it is impossible.
func (f *function) impossible(a *loops.Apply, statement, fault string, with func()) {
	f.open("if %s%s == dist.Contradiction {", statement, fault)
	if a.To.Table.Role != loops.Sum {
		f.sayNothing(a)
	} else {
		f.body.comment("the branch is impossible, as its evidence says")
	}
	if with != nil {
		with()
	}
	f.elseIf(fault + " != dist.NoFault")
}

// finite prints the check that a message is finite.
func (f *function) finite(a *loops.Apply, message string) {
	f.body.line("if !%s.IsFinite() {\nreturn inf.skip(%d, dist.NotFinite, %s)\n}", message, a.Update.ID, f.element(a))
}

// send prints the update of a message.
func (f *function) send(a *loops.Apply, known faults) {
	u := a.Update
	before := known.of(f.g, a)
	cond := f.g.noFault(before)
	if a.To.Table.Local && cond != "" {
		// Declared outside the condition: what reads it asks for the same fault.
		f.body.line("%s := %s", f.g.tableName(a.To.Table), uniform(a.To.Table.Family))
		switch {
		case u.Forgets(): // it says nothing then, and is read
		case u.Op.Faulty():
			f.body.line("%s := dist.Improper", faultPrefix.name(u.ID))
		default:
			known[u.ID] = before
		}
	}
	if cond != "" {
		f.open("if %s {", cond)
	} else if f.enclosed(a) {
		f.open("{")
	}
	switch {
	case isVector(a.To.Table):
		f.sendVector(a)
	case u.Op.Array():
		f.sendArray(a)
	case a.To.Table.Local:
		f.sendLocal(a, cond != "", known)
	default:
		f.sendOne(a)
	}
	if cond != "" && !a.To.Table.Local && a.To.Table.Role != loops.Sum {
		switch {
		case u.Forgets():
			f.orElse()
			f.leaveOut(a)
		case gated(u):
			f.elseIf(contradicts(before))
			f.sayNothing(a)
		}
	}
	if cond != "" || f.enclosed(a) {
		f.close()
	}
}

// sendLocal prints the update of a message that is kept in a local variable.
func (f *function) sendLocal(a *loops.Apply, declared bool, known faults) {
	u := a.Update
	assign := ":="
	if declared {
		assign = "="
	}
	name := f.g.tableName(a.To.Table)
	call := ""
	if a.Row == nil {
		call = f.call(a.Args, u.Op.Name(), u.Op.In(), "")
	}
	var policy func()
	if a.Power != nil || !u.Op.Safe {
		policy = func() {
			f.power(a, name)
			if u.Proper {
				f.body.line("%s = %s.MakeProper(%s)", name, name, f.product(a.Own, a.To.Table.Family))
			}
			if !u.Op.Safe {
				f.finite(a, name)
			}
		}
	}
	if !u.Op.Faulty() {
		f.body.line("%s %s %s", name, assign, call)
		if policy != nil {
			policy()
		}
		return
	}
	fault := faultPrefix.name(u.ID)
	if declared && u.Forgets() {
		f.body.line("var %s dist.Fault", fault)
	}
	if a.Row != nil {
		f.byRow(a, name, fault, assign)
	} else {
		f.body.line("%s, %s %s %s", name, fault, assign, call)
	}
	if !u.Forgets() {
		known[u.ID] = []string{fault}
	}
	f.skip(a, fault, nil, policy)
}

// sendOne prints the update of one stored message.
func (f *function) sendOne(a *loops.Apply) {
	u := a.Update
	call := ""
	if a.Row == nil {
		call = f.call(a.Args, u.Op.Name(), u.Op.In(), "")
	}
	to := f.load(a.To.Table, a.To.Index, f.env())
	if f.added(a) {
		f.add(a, call, to)
		return
	}
	last := ""
	if a.Carry != nil {
		last = f.carriedName(a.Carry)
	}
	if u.Op.Faulty() {
		if a.Row != nil {
			f.byRow(a, "m", "fault", ":=")
		} else {
			f.body.line("m, fault := %s", call)
		}
		var with func()
		if last != "" {
			with = func() { f.body.line("%s = %s", last, to) }
		}
		f.skip(a, "fault", with, func() {
			if last != "" {
				f.body.line("%s = m", last)
			}
			f.policy(a, to)
		})
		return
	}
	if last != "" {
		f.body.line("%s = %s", last, call)
		f.body.line("%s = %s", to, last)
		return
	}
	if !f.elaborate(a) && a.Total == nil {
		if a.To.Table.Role == loops.Sum {
			call = to + ".Times(" + call + ")"
		}
		f.body.line("%s = %s", to, call)
		return
	}
	f.body.line("m := %s", call)
	f.policy(a, to)
}

// power prints that a message counts several times.
func (f *function) power(a *loops.Apply, name string) {
	if a.Power != nil {
		f.body.line("%s = %s.Power(%s)", name, name, f.env().real(a.Power))
	}
	if len(a.Weights) > 0 {
		f.body.line("%s = %s.Power(%s)", name, name, f.weight(a.Weights))
	}
}

// elaborate tells whether more is done with a message than storing it.
func (f *function) elaborate(a *loops.Apply) bool {
	u := a.Update
	return f.g.damped && u.Damping != 0 || u.Proper || !u.Op.Safe || u.Power != nil || len(u.Weights) > 0
}

// policy prints what is done with the message m before and when it is stored
// in to: damping, making it proper, the check that the marginal stays proper.
func (f *function) policy(a *loops.Apply, to string) {
	u := a.Update
	f.power(a, "m")
	if f.g.damped && u.Damping != 0 {
		f.body.line("m = m.Damp(%s, %s)", to, number(u.Damping))
	}
	store := func() {
		if a.Total != nil {
			f.body.line("%s.Replace(%s, m)", f.load(a.Total.Table, a.Total.Index, f.env()), to)
		}
		if a.To.Table.Role == loops.Sum {
			f.body.line("%s = %s.Times(m)", to, to)
			return
		}
		f.body.line("%s = m", to)
	}
	switch {
	case u.Op.Safe:
		store()
		return
	case !u.Checked():
		f.finite(a, "m")
		store()
		return
	}
	f.body.line("q := %s", f.product(a.Own, a.To.Table.Family))
	if u.Proper {
		f.body.line("m = m.MakeProper(q)")
	}
	f.open("switch {")
	f.body.line("case !m.IsFinite():")
	f.body.line("return inf.skip(%d, dist.NotFinite, %s)", u.ID, f.element(a))
	if a.To.Table.Variable.Depth > 0 {
		// A product of messages that contradict each other makes the branch impossible.
		f.body.line("case q.IsProper() && q.Times(m).IsFinite() && !q.Times(m).IsProper():")
	} else {
		f.body.line("case q.IsProper() && !q.Times(m).IsProper():")
	}
	f.body.line("if err := inf.skip(%d, dist.Improper, %s); err != nil {\nreturn err\n}", u.ID, f.element(a))
	f.body.line("default:")
	store()
	f.close()
}
