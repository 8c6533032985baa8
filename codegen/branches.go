package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
	"mpc/model"
)

// The log evidence of the branches of a gate is a few numbers, in a local array that
// the message to the selector reads: it is added up from what stands in each branch
// for one instance of the gate after the other, so that an array of gates of any size
// needs no memory.

// gated tells whether what contradicts itself there makes a branch impossible, and
// not the model.
func gated(u *message.Update) bool { return u.Factor != nil && len(u.Factor.Branches) > 0 }

// branchesName is the slice with the log evidence of the branches of a gate.
func branchesName(u *message.Update) string {
	if fixedBranches(u) {
		return bufferPrefix.name(u.ID) + "[:]"
	}
	return bufferPrefix.name(u.ID)
}

// fixedBranches tells whether the number of branches is the same for all data.
func fixedBranches(u *message.Update) bool { return u.Factor.Gate.Model.Size.Op == model.OpNumber }

// branches prints the log evidence of each branch of the instance of a gate at the
// given indices of its loops.
func (f *function) branches(u *message.Update, at []*model.Expr) {
	g := u.Factor.Gate.Model
	whole := &match{f: f}
	defer whole.close()
	v := f.env()
	v.inline = true
	for k, l := range u.Loops {
		text := v.whole(at[k])
		whole.name(l.Index, text)
		defer f.runs(text, v.whole(l.Lo), v.whole(l.Hi))()
	}
	var instance []string
	for _, x := range g.Relation.Instance {
		text := v.whole(x)
		if !isName(text) && !isNumber(text) {
			text = f.once(text, countPrefix)
		}
		instance = append(instance, text)
	}
	name := bufferPrefix.name(u.ID)
	size := v.whole(g.Size)
	only := onlyTerm(u)
	switch {
	case !fixedBranches(u) && !indexed(g.Size):
		f.field(name, "inf."+f.g.branchesOf(u))
		if !only {
			f.body.line("clear(%s)", name)
		}
	case !fixedBranches(u):
		scratch := f.g.scratchField("float64")
		f.field(scratch, "inf."+scratch)
		n := f.once("max(0, "+size+")", countPrefix)
		f.body.line("if cap(%s) < %s {\n%s = make([]float64, %s)\ninf.%s = %s\n}", scratch, n, scratch, n, scratch, scratch)
		assign := ":="
		if f.hasBuffer(name) {
			assign = "="
		}
		f.body.line("%s %s %s[:%s]\nclear(%s)", name, assign, scratch, n, name)
	case f.hasBuffer(name):
		f.body.line("clear(%s[:])", name)
	default:
		f.body.line("var %s [%s]float64 // false, true", name, size)
	}
	defer func(outer bool) { f.only = outer }(f.only)
	f.only = only && !fixedBranches(u) && !indexed(g.Size)
	list := u.Terms
	for len(list) > 0 {
		n := 1
		for n < len(list) && sameNest(list[0], list[n]) {
			n++
		}
		f.nest(name, u, list[:n], instance)
		list = list[n:]
	}
}

// sameNest tells whether two terms stand in the same loops.
func sameNest(a, b *message.Term) bool {
	if len(a.Loops) != len(b.Loops) || len(a.Guards) != len(b.Guards) {
		return false
	}
	for i, l := range a.Loops {
		if m := b.Loops[i]; l.Index != m.Index || !l.Lo.Equal(m.Lo) || !l.Hi.Equal(m.Hi) {
			return false
		}
	}
	for i, g := range a.Guards {
		if !g.Equal(b.Guards[i]) {
			return false
		}
	}
	if (a.Branch.Value.Op == model.OpIndex || b.Branch.Value.Op == model.OpIndex) && !a.Branch.Value.Equal(b.Branch.Value) {
		return false
	}
	for i, x := range a.Branch.Index {
		if !x.Equal(b.Branch.Index[i]) {
			return false
		}
	}
	return true
}

// nest prints terms that stand in the same loops, for one instance of their gate. Of
// an if both branches are written out.
func (f *function) nest(name string, u *message.Update, list []*message.Term, instance []string) {
	t := list[0]
	var where []meets
	for k, x := range t.Branch.Index {
		where = append(where, meets{x, instance[k]})
	}
	if !fixedBranches(u) || t.Branch.Value.Op != model.OpIndex {
		f.nestWhere(name, list, where)
		return
	}
	for k := range int(u.Factor.Gate.Model.Size.Value) {
		f.nestWhere(name, list, append(where[:len(where):len(where)], meets{t.Branch.Value, fmt.Sprint(k)}))
	}
}

func (f *function) nestWhere(name string, list []*message.Term, where []meets) {
	start := f.body.Len()
	m := f.match(list[0].Loops, list[0].Guards, where)
	defer m.close()
	nothing := true
	m.print(func() {
		said := ""
		for _, t := range list {
			before := f.body.Len()
			comment := fmt.Sprintf("line %d: %s", t.At.Line, t.Statement())
			if comment != said {
				f.body.comment(comment)
			}
			mark := f.body.Len()
			f.branchTerm(name, t)
			if f.body.Len() == mark {
				f.body.Truncate(before)
			} else {
				said, nothing = comment, false
			}
		}
	})
	if nothing {
		f.body.Truncate(start)
	}
}

// branchTerm prints the addition of a term to the branch that it is of.
func (f *function) branchTerm(name string, t *message.Term) {
	add := func(z string) {
		if f.only {
			f.body.line("%s[%s] = %s", name, f.wholeOrTruth(t.Branch.Value), z)
			return
		}
		n := number(t.Sign)
		around := func() { f.addTo(name, t, z, n) }
		if t.Times == nil {
			around()
			return
		}
		n = "n"
		f.body.line("if n := %s; n != 0 {", f.env().real(t.Times))
		if t.Sign < 0 {
			n = "-n"
		}
		around()
		f.body.line("}")
	}
	switch {
	case t.Variable != nil && t.Kind == message.EntropyTerm:
		add(f.entropyAt(t))
	case t.Variable != nil && t.Kind == message.PooledTerm:
		f.pooledAt(t, add)
	case t.Variable != nil:
		f.jointTerm(t, add)
	default:
		f.termValue(t, add)
	}
}

// addTo prints the addition of n times z to the log evidence of a branch.
func (f *function) addTo(name string, t *message.Term, z, n string) {
	f.body.line("%s(&%s[%s], %s, %s)", f.g.use(addToHelper), name, f.wholeOrTruth(t.Branch.Value), z, n)
}

// openBranches prints the log evidence of each branch, and that the message is left
// out that reads it where a branch has none: where a product of messages in it is
// improper by now.
func (f *function) openBranches(a *loops.Apply, known faults) {
	f.branches(a.Update, a.Element)
	f.checkBranches(a, known)
}

// checkBranches prints that the message that reads the log evidence of the branches is left
// out where one has none.
func (f *function) checkBranches(a *loops.Apply, known faults) {
	u := a.Update
	fault := faultPrefix.name(u.ID)
	assign := ":="
	if known[u.ID] != nil {
		assign = "="
	}
	f.body.line("%s %s %s(%s)", fault, assign, f.g.use(valuedHelper), branchesName(u))
	known[u.ID] = []string{fault}
	f.skip(a, fault, nil, nil)
}

// openedTerm prints a term of an operator that reads the log evidence of branches.
func (f *function) openedTerm(t *message.Term, u *message.Update, add func(z string)) {
	var at []*model.Expr
	for _, l := range u.Loops {
		at = append(at, model.IndexExpr(l.Index))
	}
	f.open("{")
	f.branches(u, at)
	f.body.line("logZ := math.NaN()")
	f.open("if fault := %s(%s); fault == dist.NoFault {", f.g.use(valuedHelper), branchesName(u))
	f.body.line("logZ = %s", f.call(f.g.program.Values(t), t.Op.Name(), t.Op.In(), ""))
	if !f.sums {
		v := f.env()
		v.inline = true
		var element []string
		for _, e := range at {
			element = append(element, v.whole(e))
		}
		f.orElse()
		f.body.line("if err := inf.skip(%d, fault, []int{%s}); err != nil {\nreturn err\n}", u.ID, strings.Join(element, ", "))
	}
	f.close()
	add("logZ")
	f.close()
}

// entropyAt prints the entropy of what is known of the element that a term is about.
func (f *function) entropyAt(t *message.Term) string {
	v := t.Variable
	list := f.g.program.Marginal(v, t.Edge.Index)
	if v.Family.Row().Vector() {
		return f.method(v.Family.Row(), operand(f.vectorProduct(list, v, t.Edge.Index)), "Entropy")
	}
	return f.product(list, v.Family) + ".Entropy()"
}

// pooledAt prints the mean log of the pooled messages to the element that a term is
// about.
func (f *function) pooledAt(t *message.Term, add func(z string)) {
	v := t.Variable
	var pools loops.Product
	for _, e := range v.Edges {
		if place := f.g.program.MessagePlace(e); place != nil && f.g.update(e).Pooled {
			pools = append(pools, loops.Term{Place: loops.Place{Table: place.Table, Index: t.Edge.Index}})
		}
	}
	q := f.vectorProduct(f.g.program.Marginal(v, t.Edge.Index), v, t.Edge.Index)
	add(operand(q) + ".MeanLogTilt(" + f.vectorProduct(pools, v, t.Edge.Index) + ")")
}

// jointTerm prints the log integral of the product of all messages to one element,
// multiplied one after the other, proper ones first.
func (f *function) jointTerm(t *message.Term, add func(z string)) {
	v := t.Variable
	fam := v.Family.Row()
	var where []meets
	for _, x := range t.Edge.Index {
		text := f.env().whole(x)
		if !isName(text) && !isNumber(text) {
			text = f.once(text, countPrefix)
		}
		where = append(where, meets{x, text})
	}
	type sent struct {
		edge  *factor.Edge
		place *loops.Place
	}
	var parts, pools []sent
	single := true
	for _, e := range v.Edges {
		place := f.g.program.MessagePlace(e)
		if place == nil {
			continue // always uniform
		}
		one := e == t.Edge // the message of the instance that the term is at
		if !one {
			m := f.meeting(e, where)
			m.close()
			if m.never {
				continue
			}
			one = m.single()
		}
		switch {
		case f.g.update(e).Pooled:
			pools = append(pools, sent{e, &loops.Place{Table: place.Table, Index: t.Edge.Index}})
			continue
		}
		single = single && one
		parts = append(parts, sent{e, place})
	}
	at := func(p sent) string { return f.load(p.place.Table, p.place.Index, f.env()) }
	alone := func(p sent) string {
		if p.edge == t.Edge {
			return at(p)
		}
		m := f.meeting(p.edge, where)
		defer m.close()
		return at(p)
	}
	meeting := func(p sent, body func()) {
		if p.edge == t.Edge {
			f.open("{")
			body()
			f.close()
			return
		}
		m := f.meeting(p.edge, where)
		defer m.close()
		m.print(body)
	}
	if single && len(pools) == 0 && len(parts) < 2 {
		return // of one message alone it is 0
	}
	if single && len(pools) == 0 && len(parts) == 2 {
		var ms []string
		for _, p := range parts {
			ms = append(ms, alone(p))
		}
		add(f.overlap(fam, ms[0], ms[1]))
		return
	}
	pool := func() string {
		text := at(pools[0])
		for _, p := range pools[1:] {
			s := f.scratchVector(v.Family)
			f.body.line("%s.SetTimes(%s, %s)", s, text, at(p))
			text = "*" + s
		}
		return text
	}
	if single && len(parts) == 1 {
		add(alone(parts[0]) + ".LogTilt(" + pool() + ")")
		return
	}
	f.open("{")
	f.body.comment("the messages to " + t.Edge.Element() + " one after the other, proper ones first")
	product := "product"
	if fam.Vector() {
		product = f.scratchVector(v.Family)
		f.body.line("logZ, begun := 0.0, false")
	} else {
		f.body.line("logZ, product, begun := 0.0, %s, false", uniform(v.Family))
	}
	f.open("for _, proper := range [...]bool{true, false} {")
	for _, p := range parts {
		meeting(p, func() {
			f.body.line("m := %s", at(p))
			f.open("if %s == proper%s && !math.IsInf(logZ, -1) {", f.method(fam, "m", "IsProper"), unlessUniform(p.edge))
			if fam.Vector() {
				f.body.line("if begun {\nlogZ += %s\n%s.SetTimes(*%s, m)\n} else {\n%s.Set(m)\n}\nbegun = true", f.overlap(fam, "*"+product, "m"), product, product, product)
			} else {
				f.body.line("if begun {\nlogZ += %s\nm = product.Times(m)\n}\nproduct, begun = m, true", f.overlap(fam, "product", "m"))
			}
			f.close()
		})
	}
	f.close()
	if len(pools) > 0 {
		f.body.line("logZ += %s.LogTilt(%s)", product, pool())
	}
	add("logZ")
	f.close()
}

// meeting is the part of the plate of an edge that leads to one element.
func (f *function) meeting(e *factor.Edge, where []meets) *match {
	list := e.Factor.Loops
	if e.Slot.Over != nil {
		list = append(list[:len(list):len(list)], e.Slot.Over)
	}
	own := make([]meets, len(where))
	for k := range where {
		own[k] = meets{e.Index[k], where[k].value}
	}
	return f.match(list, e.Factor.Guards, own)
}
