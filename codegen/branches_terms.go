package codegen

import (
	"strings"

	"mpc/factor"
	"mpc/loops"
	"mpc/message"
	"mpc/model"
)

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
	faint := f.g.program.Message.Faint(v)
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
		if faint {
			add(ms[0] + ".LogBoth(" + ms[1] + ")")
			return
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
		if mayPass(fam) {
			f.body.line("several := false // messages that say something are in the product")
		}
	}
	if faint {
		f.body.line("var all dist.Normal")
		for _, p := range parts {
			meeting(p, func() { f.body.line("all = all.Times(%s)", at(p)) })
		}
	}
	f.open("for _, proper := range [...]bool{true, false} {")
	for _, p := range parts {
		meeting(p, func() {
			f.body.line("m := %s", at(p))
			proper, scale := "m.CountsNormalized(all)", "product.LogScaleAmong(m, all)"
			if !faint {
				proper, scale = f.method(fam, "m", "IsProper"), f.scaleOf(fam, "product", "m")
			}
			f.open("if %s == proper%s && !math.IsInf(logZ, -1) {", proper, unlessUniform(p.edge))
			if fam.Vector() {
				f.body.line("if begun {\nlogZ += %s\n%s.SetTimes(*%s, m)\n} else {\n%s.Set(m)\n}\nbegun = true", f.overlap(fam, "*"+product, "m"), product, product, product)
			} else {
				also := ""
				if mayPass(fam) {
					also = "several = several || " + f.bothSay("product") + "\n"
				}
				f.body.line("if begun {\nlogZ += %s\n%sm = product.Times(m)\n}\nproduct, begun = m, true", scale, also)
			}
			f.close()
		})
	}
	f.close()
	if mayPass(fam) {
		f.body.line("if several && !math.IsInf(logZ, -1) && !product.IsProper() {\nlogZ = math.NaN()\n}")
	}
	if len(pools) > 0 {
		f.body.line("logZ += %s.LogTilt(%s)", product, pool())
	}
	add("logZ")
	f.close()
}
