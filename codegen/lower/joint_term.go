package lower

import (
	"math"
	"slices"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/factor/families"
	"mpc/message"
)

var nan = math.NaN()

// A share is a message to an element: over an edge, at a place.
type share struct {
	edge  *factor.Edge
	place *loops.Place
}

// jointTerm is the log integral of the product of all messages to one element, multiplied one after
// the other, proper ones first.
func (f *function) jointTerm(t *message.Term, add func(z code.Operand)) {
	v := t.Variable
	var where []meets
	for _, x := range t.Edge.Index {
		where = append(where, meets{x, f.whole(x)})
	}
	var parts, pools []share
	single := true
	for _, e := range v.Edges {
		place := f.Loops.MessagePlace(e)
		if place == nil {
			continue // always uniform
		}
		one := e == t.Edge // the message of the instance that the term is at
		if !one {
			m := f.meeting(e, where)
			if m.never {
				continue
			}
			one = m.single()
		}
		if f.Loops.Message.To[e.ID].Pooled {
			pools = append(pools, share{e, &loops.Place{Table: place.Table, Index: t.Edge.Index}})
			continue
		}
		single = single && one
		parts = append(parts, share{e, place})
	}
	meeting := func(p share, body func()) {
		if p.edge == t.Edge {
			f.renamed(nil, body)
			return
		}
		f.meeting(p.edge, where).each(body)
	}
	once := func(p share) bool {
		return p.edge == t.Edge || !slices.ContainsFunc(f.meeting(p.edge, where).parts, func(x part) bool { return x.loop != nil })
	}
	if single && !slices.ContainsFunc(parts, func(p share) bool { return f.Loops.Message.RankOne(p.edge) }) {
		if f.jointOfFew(t, parts, pools, meeting, add) {
			return
		}
	}
	f.jointOfMany(t, parts, pools, meeting, once, add)
}

// jointOfFew is the term of one or two messages that are there in one instance each.
func (f *function) jointOfFew(t *message.Term, parts, pools []share, meeting func(share, func()), add func(z code.Operand)) bool {
	v := t.Variable
	alone := func(p share) (m code.Operand) {
		meeting(p, func() { m = f.sent(p.place) })
		return m
	}
	switch {
	case len(pools) == 0 && len(parts) < 2: // of one message alone it is 0
	case len(pools) == 0 && len(parts) == 2:
		a, b := alone(parts[0]), alone(parts[1])
		if f.Loops.Message.Faint(v) {
			add(f.ask(nil, a, "LogBoth", code.Real, b))
		} else {
			add(f.overlap(v.Family.Row(), a, b))
		}
	case len(pools) > 0 && len(parts) == 1:
		m := alone(parts[0])
		add(f.ask(nil, m, "LogTilt", code.Real, f.pool(v, pools)))
	default:
		return false
	}
	return true
}

// pool is the product of pooled messages.
func (f *function) pool(v *factor.Variable, pools []share) code.Operand {
	product := f.sent(pools[0].place)
	for _, p := range pools[1:] {
		s := f.message(f.family(v.Family.String()))
		f.change(s, "SetTimes", product, f.sent(p.place))
		product = s
	}
	return product
}

// jointOfMany multiplies the messages to an element one after the other.
func (f *function) jointOfMany(t *message.Term, parts, pools []share, meeting func(share, func()), once func(share) bool, add func(z code.Operand)) {
	v := t.Variable
	fam := v.Family.Row()
	if fam.Vector() {
		f.jointOfVectors(v, parts, pools, meeting, add)
		return
	}
	m := f.family(v.Family.String())
	faint := f.Loops.Message.Faint(v)
	logZ, product, begun, several := f.cell("logZ", code.Real), f.cell("product", m), f.cell("begun", code.Truth), f.cell("several", code.Truth)
	f.store(logZ, real(0))
	f.store(product, f.call("none", f.lowering.uniform(v.Family)))
	f.store(begun, truth(false))
	if fam.Passes {
		f.store(several, truth(false))
	}
	all := f.cell("all", m)
	if faint {
		f.store(all, f.call("none", f.lowering.uniform(v.Family)))
		for _, p := range parts {
			meeting(p, func() {
				x := f.sent(p.place)
				f.store(all, f.ask(nil, f.load("before", all), "Times", m, x))
			})
		}
	}
	for _, proper := range []bool{true, false} {
		for k, p := range parts {
			last := !proper && k == len(parts)-1 && once(p) && len(pools) == 0 && !fam.Passes
			meeting(p, func() { f.multiplied(p, proper, last, faint, fam, logZ, product, begun, several, all) })
		}
	}
	if fam.Passes {
		open := f.both(func() code.Operand { return f.load("v", several) }, func() code.Operand {
			return f.both(func() code.Operand { return f.apply("!=", f.load("z", logZ), real(negativeInfinity)) }, func() code.Operand {
				return f.apply("!", f.ask(nil, f.load("p", product), "IsProper", code.Truth))
			})
		})
		f.choose(open, func() { f.store(logZ, real(nan)) }, nil)
	}
	if len(pools) > 0 {
		z := f.ask(nil, f.load("p", product), "LogTilt", code.Real, f.pool(v, pools))
		f.store(logZ, f.apply("+", f.load("z", logZ), z))
	}
	add(f.load("z", logZ))
}

// jointOfVectors multiplies the messages to a vector one after the other.
func (f *function) jointOfVectors(v *factor.Variable, parts, pools []share, meeting func(share, func()), add func(z code.Operand)) {
	fam := v.Family.Row()
	logZ, begun, product := f.cell("logZ", code.Real), f.cell("begun", code.Truth), f.message(f.family(v.Family.String()))
	f.store(logZ, real(0))
	f.store(begun, truth(false))
	for _, proper := range []bool{true, false} {
		for _, p := range parts {
			rankOne := f.Loops.Message.RankOne(p.edge) // such a message counts with those that are not proper
			if rankOne && proper {
				continue
			}
			meeting(p, func() {
				x := f.sent(p.place)
				now := func() code.Operand { return f.apply("!=", f.load("z", logZ), real(negativeInfinity)) } // it is possible
				if !rankOne {
					possible := now
					now = func() code.Operand {
						is := code.Operand(f.ask(fam, x, "IsProper", code.Truth))
						if !proper {
							is = f.apply("!", is)
						}
						return f.both(func() code.Operand { return is }, possible)
					}
				}
				f.choose(now(), func() {
					f.choose(f.load("v", begun), func() {
						z := f.scaledBy(fam, product, x, rankOne)
						f.store(logZ, f.apply("+", f.load("z", logZ), z))
						f.change(product, "SetTimes", product, x)
					}, func() {
						f.change(product, "Set", x)
						if rankOne {
							f.store(logZ, f.apply("+", f.load("z", logZ), f.ask(nil, x, "LogConstant", code.Real)))
						}
					})
					f.store(begun, truth(true))
				}, nil)
			})
		}
	}
	if len(pools) > 0 {
		z := f.ask(nil, product, "LogTilt", code.Real, f.pool(v, pools))
		f.store(logZ, f.apply("+", f.load("z", logZ), z))
	}
	add(f.load("z", logZ))
}

// scaledBy is the log scale of the product of other messages and one more.
func (f *function) scaledBy(fam *families.Family, product, x code.Operand, rankOne bool) code.Operand {
	if rankOne {
		return f.ask(fam, product, "LogMessage", code.Real, x)
	}
	return f.scaleOf(fam, product, x)
}

// multiplied multiplies a message into the product, if it is proper as wanted. Of the last one nothing reads the product.
func (f *function) multiplied(p share, proper, last, faint bool, fam *families.Family, logZ, product, begun, several, all *code.Place) {
	x := f.sent(p.place)
	m := x.Type()
	counts := func() code.Operand {
		if faint {
			return f.ask(nil, x, "CountsNormalized", code.Truth, f.load("all", all))
		}
		return f.ask(fam, x, "IsProper", code.Truth)
	}
	wanted := func() code.Operand {
		if proper {
			return counts()
		}
		return f.apply("!", counts())
	}
	now := f.both(wanted, func() code.Operand { return f.apply("!=", f.load("z", logZ), real(negativeInfinity)) })
	f.choose(now, func() {
		scaled := func() (before code.Operand) {
			before = f.load("before", product)
			var z code.Operand
			if faint {
				z = f.ask(nil, before, "LogScaleAmong", code.Real, x, f.load("all", all))
			} else {
				z = f.scaleOf(fam, before, x)
			}
			f.store(logZ, f.apply("+", f.load("z", logZ), z))
			return before
		}
		if last {
			f.choose(f.load("v", begun), func() { scaled() }, nil)
			return
		}
		next := f.lazy(f.load("v", begun), m, func() code.Operand {
			before := scaled()
			if fam.Passes {
				says := func(m code.Operand) code.Operand {
					said := f.lazy(f.ask(nil, m, "IsUniform", code.Truth), code.Truth, func() code.Operand { return f.ask(fam, m, "IsProper", code.Truth) }, func() code.Operand { return truth(true) })
					return said
				}
				old := f.load("v", several)
				f.store(several, f.lazy(old, code.Truth, func() code.Operand { return truth(true) }, func() code.Operand {
					return f.both(func() code.Operand { return says(before) }, func() code.Operand { return says(x) })
				}))
			}
			return f.ask(nil, before, "Times", m, x)
		}, func() code.Operand { return x })
		f.store(product, next)
		f.store(begun, truth(true))
	}, nil)
}

// cell is a variable of the function.
func (f *function) cell(name string, t code.Type) *code.Place {
	key := f.row.Name + " " + name + " " + t.String()
	if f.named[key] == nil {
		f.named[key] = f.declare(&code.Table{Name: name, Type: t, Keep: code.Local}, Source{InFunction: InFunction{Cell: f.row, Type: t}})
	}
	return &code.Place{Table: f.named[key]}
}
