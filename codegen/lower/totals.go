package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/model"
)

// totalNoise is how far a product that is kept may be off by rounding.
const totalNoise = 1e-9

// totals lowers the functions that compute the products of messages that are kept beside them.
func (l *lowering) totals() {
	list := l.Loops.Totals()
	if len(list) == 0 {
		return
	}
	l.make(Main.has("sumTotals", "computes the products of messages that are kept beside them."), nil, func(f *function) {
		for _, t := range list {
			f.sumTotal(t)
		}
	})
	if !l.Loops.Iterates() {
		return
	}
	l.make(Main.has("soundTotals", "computes the products that are kept anew, and tells whether they were right: of a message that was enormous something may have stayed when it was replaced."), types(code.Truth), func(f *function) { f.soundTotals(list) })
}

// sumTotal computes the products that a table holds.
func (f *function) sumTotal(t *loops.Table) {
	total := f.table(t)
	f.emit(&code.Fill{Table: total, Value: f.zero(total.Type)})
	for _, e := range f.Loops.Store[t.Variable.ID].Totalled(t.Variable) {
		list := e.Factor.Loops
		if e.Slot.Over != nil {
			list = append(list[:len(list):len(list)], e.Slot.Over)
		}
		f.plate(list, e.Factor.Guards, func() {
			m := f.sent(f.Loops.MessagePlace(e))
			f.change(f.placeOf(&loops.Place{Table: t, Index: e.Index}), "Add", m)
		})
	}
}

// soundTotals computes the products anew, and tells whether they were right. What is left of a message when it is
// taken out of a total is, at most, its 2^-105th part: nothing, unless it was larger than the others by more. Then
// it stays, whatever becomes of the messages. No single replacement tells: messages that grow smaller little by
// little leave as much. So the check is made when all have come to rest.
func (f *function) soundTotals(list []*loops.Table) {
	sound := f.cell("sound", code.Truth)
	f.store(sound, truth(true))
	for _, t := range list {
		f.elementwise(t.Variable, func(index []*model.Expr) { f.valueOf(t, index, f.before(t, index)) })
	}
	f.own("sumTotals")
	for _, t := range list {
		fam := t.Family.Row()
		f.elementwise(t.Variable, func(index []*model.Expr) {
			var old, now code.Operand = f.before(t, index), nil
			if fam.Vector() {
				to := f.message(old.Type())
				f.valueOf(t, index, to)
				now = to
			} else {
				now = f.ask(nil, f.placeOf(&loops.Place{Table: t, Index: index}), "Value", old.Type())
				old = f.load("old", old.(*code.Place))
			}
			off := func() code.Operand {
				return f.apply("!", f.apply("<=", f.ask(fam, now, "Change", code.Real, old), real(totalNoise)))
			}
			cond := off
			if t.Variable.Depth > 0 { // the messages in an impossible branch may contradict each other
				cond = func() code.Operand {
					finite := f.ask(nil, now, "IsFinite", code.Truth)
					either := f.lazy(finite, code.Truth, func() code.Operand { return truth(true) }, func() code.Operand { return f.ask(nil, old, "IsFinite", code.Truth) })
					return f.both(func() code.Operand { return either }, off)
				}
			}
			f.choose(cond(), func() { f.store(sound, truth(false)) }, nil)
		})
	}
	f.gives(f.load("sound", sound))
}

// valueOf puts the product that a total holds in a place.
func (f *function) valueOf(t *loops.Table, index []*model.Expr, to *code.Place) {
	total := f.placeOf(&loops.Place{Table: t, Index: index})
	if t.Family.Row().Vector() {
		f.into(total, "Value", to)
		return
	}
	f.store(to, f.ask(nil, total, "Value", to.Type()))
}

// before is the place of a product as it was.
func (f *function) before(t *loops.Table, index []*model.Expr) *code.Place {
	name := fmt.Sprintf("before %d", t.ID)
	if f.named[name] == nil {
		x := &code.Table{Name: tableName(f.lowering, t) + "_before", Type: f.family(t.Family.String()), Keep: code.Scratch}
		f.dims(x, t.Dims)
		f.named[name] = f.declare(x, Source{ForTable: ForTable{Before: t}})
	}
	return f.place(f.named[name], t.Dims, index)
}

// momentsAgain lowers the function that computes the moments of the posteriors as they are, where these have been
// set by other means than their updates.
func (l *lowering) momentsAgain() {
	if !l.Loops.SetsMoments() {
		return
	}
	l.make(Main.has("setMoments", "computes the moments of the posteriors as they are."), nil, func(f *function) {
		for _, t := range l.Loops.Tables {
			if t.Role != loops.Moments || l.Loops.Saved(t) {
				continue
			}
			each := f.elementwise
			if t.Pass {
				each = func(_ *factor.Variable, body func([]*model.Expr)) { body(nil) }
			}
			each(t.Variable, func(index []*model.Expr) {
				to := f.placeOf(&loops.Place{Table: t, Index: index})
				q := f.sent(&loops.Place{Table: l.Loops.Store[t.Variable.ID].Posterior, Index: index})
				if t.Family.Row().Vector() {
					f.change(to, "Set", q)
					return
				}
				f.store(to, f.momentsOf(t.Family, q))
			})
		}
	})
}
