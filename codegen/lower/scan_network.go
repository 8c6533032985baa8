package lower

import (
	"fmt"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// Whole numbers and truths that are drawn together. In which order they are summed out is found once, with the data; a scan
// fills the tables of factors, sums out and draws.

// patternOfNetwork lowers how the pattern of such a block is made.
func (f *chain) patternOfNetwork(u *message.Update) {
	d := u.Sampled
	from := f.coordinatesOf(d)
	p := f.ofBlock(u, "pattern", "FinitePattern")
	r := f.lowering.row("newFinitePattern", Callee{Kind: Function, Name: "mcmc.NewFinitePattern"}, types(p.Type()))
	f.store(p, f.call("pattern", r))
	for _, part := range d.Block.Parts {
		var list []around
		for _, l := range part.Elements {
			list = append(list, around{loop: l})
		}
		f.through(list, nil, func([]code.Operand) []code.Operand {
			f.asks(p, "Element", []code.Operand{f.whole(part.Values())})
			return nil
		})
	}
	shared := 0
	for _, t := range d.Block.Tables {
		f.instances(t.Instances(), nil, func([]code.Operand) []code.Operand {
			var list []code.Operand
			method := "Say"
			if t.Shared {
				method, list = "Share", append(list, whole(shared))
			}
			for _, e := range t.Elements {
				list = append(list, f.plus(from[e.Part], f.positionOf(d.Variables[e.Part], e.At)))
			}
			f.asksNamed(fmt.Sprintf("%sFinite%d", lowerFirst(method), len(list)), p, method, list)
			return nil
		})
		if t.Shared {
			shared++
		}
	}
	f.origin = code.Origin{}
	f.asks(p, "Order", []code.Operand{truth(d.Block.Must)})
}

// scanNetwork lowers the draw of whole numbers and truths together, with the functions that it calls.
func (l *lowering) scanNetwork(u *message.Update) {
	d := u.Sampled
	say := l.beside(u, Beside{Verb: "say", Says: "adds up what is said of all values of " + d.Name() + ", as log probabilities."}, nil,
		func(f *chain) { f.sayNetwork(u) })
	var alone *code.Row
	if !d.Block.Must {
		alone = l.beside(u, Beside{Verb: "draw", After: "Alone", Says: "draws them one after the other."}, d.Variables, func(f *chain) {
			for _, part := range d.Block.Parts {
				one := *u
				one.Sampled = part
				f.drawing.of = part
				f.elements(part, func() { f.draw(&one) })
			}
			f.drawing.of = nil
		})
	}
	l.Scan.Draws[u] = l.chainFunction("draw_"+d.Variable().Name, d.Writes(), func(f *chain) { f.drawNetwork(u, say, alone) })
}

// drawNetwork lowers the draw. Where so many elements depend on each other that one after the other is faster, they are drawn so.
func (f *chain) drawNetwork(u *message.Update, say, alone *code.Row) {
	d := u.Sampled
	pattern, block := f.ofBlock(u, "pattern", "FinitePattern"), f.ofBlock(u, "block", "FiniteBlock")
	ordered := f.asks(pattern, "Ordered", nil, code.Truth)[0]
	f.choose(ordered, func() {
		f.asks(block, "Reset", []code.Operand{pattern})
		f.calls(say)
		drawn := f.asks(block, "Draw", []code.Operand{f.drawing.stream}, code.Truth)[0]
		f.choose(drawn, func() {
			f.noteAllSeveral(d, block)
			f.eachPart(u, block, "Put")
		}, func() {
			f.choose(f.begins(), nil, func() { f.faultLost(u, block) })
			f.skip()
		})
	}, func() {
		if alone != nil {
			f.calls(alone)
			return
		}
		text := fmt.Sprintf("line %d: so many elements of %s depend on each other that they cannot be drawn together", d.Pos().Line, d.Name())
		f.fail(f.call("e", f.lowering.row(fmt.Sprintf("tooMany%d", u.ID), Callee{Kind: Text, Name: text}, types(code.Fault))))
	})
}

// noteAllSeveral notes whether the elements of a block had several possible values together after the burn-in: then each had.
func (f *chain) noteAllSeveral(d *conditional.Draw, block *code.Place) {
	for _, v := range d.Variables {
		table := f.freeOf(v)
		if table == nil {
			continue
		}
		dims := f.Loops.Constants[v].Dims
		free := f.place(table, dims, nowhere(len(dims)))
		free.Known = true
		f.choose(f.apply("==", f.load("burning", f.stateOf("burning")), whole(0)), func() {
			r := f.lowering.row("note", Callee{Kind: OnAll, Name: "Note"}, nil, written("of", block.Type(), code.Update), written("first", code.Truth, code.Update))
			f.call("", r, block, free)
		}, nil)
	}
}

// faultLost leaves the function with an error about the element of which a block found no possible value.
func (f *chain) faultLost(u *message.Update, block *code.Place) {
	d := u.Sampled
	from := f.coordinatesOf(d)
	lost := f.asks(block, "LostAt", nil, code.Whole)[0]
	for k := len(d.Variables) - 1; k >= 0; k-- {
		by, number := d.Block.Parts[k].Prior[0].Factor, u.ID
		if by != d.Prior[0].Factor {
			number = f.statementOf(by)
		}
		fault := func(at code.Operand) { f.faultWith("Contradiction", number, f.indexOf(d.Variables[k], at)) }
		if k == 0 {
			fault(lost)
			return
		}
		at := f.apply("-", lost, from[k])
		f.choose(f.apply(">=", at, whole(0)), func() { fault(at) }, nil)
	}
}

// indexOf is the index of the element at a position of a variable; none where its lists are not of one length.
func (f *chain) indexOf(v *model.Variable, position code.Operand) []code.Operand {
	list := make([]code.Operand, len(v.Dims))
	for k := len(v.Dims) - 1; k >= 0; k-- {
		ragged := false
		v.Dims[k].Walk(func(x *model.Expr) { ragged = ragged || x.Op == model.OpDim })
		if ragged {
			return nil
		}
		if k == 0 {
			list[0] = position
			break
		}
		n := f.whole(v.Dims[k])
		list[k], position = f.apply("%", position, n), f.apply("/", position, n)
	}
	return list
}

// sayNetwork lowers how the tables of factors are filled.
func (f *chain) sayNetwork(u *message.Update) {
	d := u.Sampled
	block := f.ofBlock(u, "block", "FiniteBlock")
	shared := 0
	for _, t := range d.Block.Tables {
		if !t.Shared {
			f.instances(t.Instances(), nil, func([]code.Operand) []code.Operand {
				f.asks(block, "Begin", nil)
				f.fill(d, block, t)
				return nil
			})
			continue
		}
		f.about(t.Term.Factor)
		f.choose(f.asks(block, "BeginShared", []code.Operand{whole(shared)}, code.Truth)[0], func() { f.fill(d, block, t) }, nil)
		shared++
	}
}

// fill lowers what a factor says of all values of the elements that it reads.
func (f *chain) fill(d *conditional.Draw, block *code.Place, t *conditional.ValueTable) {
	var list []around
	for _, l := range t.Values {
		list = append(list, around{loop: l})
	}
	said := func(at code.Operand) {
		log := code.Operand(real(0))
		for _, s := range t.Said() {
			f.drawing.sums = []string{"log"}
			log = f.instances(s, []code.Operand{log}, func(logs []code.Operand) []code.Operand {
				return []code.Operand{f.addLog(d, s, logs[0])}
			})[0]
		}
		f.asks(block, "Say", []code.Operand{at, log})
	}
	if len(t.Values) == 1 {
		f.through(list, nil, func([]code.Operand) []code.Operand {
			said(f.index(t.Values[0].Index))
			return nil
		})
		return
	}
	f.drawing.sums = []string{"at"}
	f.through(list, []code.Operand{whole(0)}, func(s []code.Operand) []code.Operand {
		said(s[0])
		f.drawing.sums = []string{"at"}
		return []code.Operand{f.apply("+", s[0], whole(1))}
	})
}
