package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/mcmc"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// sumTable is an array of sums with an element for each of a variable.
func (f *chain) sumTable(d *conditional.Draw, what string) *code.Table {
	t := f.Loops.Constants[d.Variable()]
	x := &code.Table{Name: d.Variable().Name + "_" + what, Type: code.Real, Keep: code.Scratch}
	f.dims(x, t.Dims)
	return f.declare(x, Source{InChain: InChain{Added: t}, What: what})
}

// drawSums lowers the draws of all elements of a variable, the messages of some terms being added up before:
// where instances of a factor say themselves which element they are about, one pass over them adds each to the
// sums of its element.
func (f *chain) drawSums(u *message.Update, scatters map[int]*conditional.Scatter) {
	d := u.Sampled
	if row := mcmc.Row(d.Family); row != nil && row.Simplex {
		f.drawCounts(u, scatters)
		return
	}
	n := mcmc.Natural(d.Family)
	t := f.Loops.Constants[d.Variable()]
	tables := [2]*code.Table{f.sumTable(d, n.First), f.sumTable(d, n.Second)}
	begun := false
	var each []*conditional.Term
	// open are the sums of an element with what some terms say.
	open := func() []code.Operand {
		f.drawing.sums = []string{n.First, n.Second}
		sums := []code.Operand{real(0), real(0)}
		if begun {
			sums = f.sumsAt(tables, t, d.At)
		}
		for _, term := range each {
			sums = f.instances(term, sums, func(s []code.Operand) []code.Operand {
				a, b := f.say(term, s[0], s[1])
				return []code.Operand{a, b}
			})
		}
		f.origin = code.Origin{}
		return sums
	}
	for k, term := range d.Terms {
		s := scatters[k]
		if s == nil {
			each = append(each, term)
			continue
		}
		switch {
		case each != nil:
			f.elements(d, func() { f.storeSums(tables, t, d.At, open()) })
		case !begun:
			f.emit(&code.Fill{Table: tables[0], Value: real(0)})
			f.emit(&code.Fill{Table: tables[1], Value: real(0)})
		}
		each, begun = nil, true
		f.scattered(s, func() {
			f.drawing.sums = []string{n.First, n.Second}
			at := f.sumsAt(tables, t, s.At)
			a, b := f.say(s.Term, at[0], at[1])
			f.storeSums(tables, t, s.At, []code.Operand{a, b})
		})
	}
	f.elements(d, func() { f.drawNatural(u, open()) })
}

// sumsAt are the sums of an element.
func (f *chain) sumsAt(tables [2]*code.Table, t *loops.Table, at []*model.Expr) []code.Operand {
	return []code.Operand{f.load(f.drawing.sums[0], f.place(tables[0], t.Dims, at)), f.load(f.drawing.sums[1], f.place(tables[1], t.Dims, at))}
}

func (f *chain) storeSums(tables [2]*code.Table, t *loops.Table, at []*model.Expr, s []code.Operand) {
	f.store(f.place(tables[0], t.Dims, at), s[0])
	f.store(f.place(tables[1], t.Dims, at), s[1])
}

// scattered runs over the instances of a term that was turned around.
func (f *chain) scattered(s *conditional.Scatter, body func()) {
	var list []around
	for _, l := range s.Elements {
		list = append(list, around{loop: l})
	}
	f.through(list, nil, func([]code.Operand) []code.Operand {
		f.instances(s.Term, nil, func([]code.Operand) []code.Operand {
			body()
			return nil
		})
		return nil
	})
	f.origin = code.Origin{}
}
