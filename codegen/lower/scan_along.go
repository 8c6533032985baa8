package lower

import (
	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// directionsOf is the place of what a chain knows of the directions of a move.
func (f *chain) directionsOf(a *conditional.Along) *code.Place {
	dims := []*model.Expr{model.Number(float64(f.Loops.Message.Sampling.Alongs))}
	if f.lowering.directions == nil {
		x := &code.Table{Name: "directions", Type: f.handle("mcmc", "Directions"), Keep: code.State}
		f.dims(x, dims)
		f.lowering.directions = f.declare(x, Source{InChain: InChain{Directions: dims}})
	}
	return f.place(f.lowering.directions, dims, []*model.Expr{model.Number(float64(a.Number))})
}

// unlessResting draws numbers one by one, where proposals of all do not take their place in this scan.
func (f *chain) unlessResting(d *conditional.Draw, draw func()) {
	if len(d.With) == 0 {
		f.unlessCollapsed(d, draw)
		return
	}
	f.choose(f.rests(d.With), nil, func() { f.unlessCollapsed(d, draw) })
}

// rests tells whether proposals of the move that is made take the place of draws one by one. Of two moves one is.
func (f *chain) rests(list []*conditional.Along) code.Operand {
	asks := func(a *conditional.Along) []code.Operand {
		return f.asks(f.directionsOf(a), "Rests", nil, code.Truth)
	}
	first := list[0]
	if first.If == nil {
		return asks(first)[0]
	}
	f.drawing.sums = []string{"rests"}
	return f.selected(f.truth(first.If), []code.Operand{truth(false)}, func() []code.Operand { return asks(first) }, func() []code.Operand {
		if len(list) == 1 {
			return []code.Operand{truth(false)}
		}
		return asks(list[1])
	})[0]
}

// scanAlong lowers the function that moves numbers together along directions.
func (l *lowering) scanAlong(u *message.Update, a *conditional.Along) *code.Row {
	all := a.All()
	says := "moves " + all.Name() + " to proposals that the burn-in has learned, and along the directions in which they vary together, where that pays."
	after := "Along"
	if a.Local {
		after = "AlongAll"
	}
	return l.beside(u, Beside{Verb: "move", After: after, Says: says}, all.Variables, func(f *chain) {
		if a.If == nil {
			f.moveAlong(a, all)
			return
		}
		f.choose(f.truth(a.If), func() { f.moveAlong(a, all) }, nil)
	})
}

func (f *chain) moveAlong(a *conditional.Along, all *conditional.Draw) {
	at := f.directionsOf(a)
	write := func() { f.takeNumbers(at, a.Parts) }
	f.gather(at, a.Parts)
	if a.Local {
		f.asks(at, "Local", nil)
	}
	begins := f.asks(at, "Begin", []code.Operand{f.drawing.stream, f.load("burning", f.stateOf("burning")), truth(a.Alone)}, code.Truth)[0]
	f.choose(begins, func() {
		f.drawing.of = all
		summed := f.severalSums(all)
		f.drawing.sums = []string{"more"}
		f.untilNoMore([]code.Operand{truth(true)}, 0, func([]code.Operand) []code.Operand {
			write()
			log := f.densityOf(all, real(0), summed)
			f.origin = code.Origin{}
			f.drawing.sums = []string{"more"}
			return f.asks(at, "Next", []code.Operand{log}, code.Truth)
		})
		f.drawing.of = nil
		write()
	}, nil)
}

// eachNumber goes over the numbers of draws, where statements draw them.
func (f *chain) eachNumber(parts []*conditional.Draw, body func(d *conditional.Draw)) {
	for _, d := range parts {
		f.elements(d, func() {
			for _, t := range d.Prior {
				if !t.Factor.Unread {
					f.instances(t, nil, func([]code.Operand) []code.Operand {
						body(d)
						return nil
					})
				}
			}
		})
	}
	f.origin = code.Origin{}
}

// gather tells what proposes numbers which they are.
func (f *chain) gather(at *code.Place, parts []*conditional.Draw) {
	f.asks(at, "Gather", nil)
	f.eachNumber(parts, func(d *conditional.Draw) {
		lo, hi := d.Support()
		f.asks(at, "Add", []code.Operand{f.load("x", f.slot(d, 0)), real(lo), real(hi)})
	})
}

// takeNumbers writes the numbers that are proposed.
func (f *chain) takeNumbers(at *code.Place, parts []*conditional.Draw) {
	f.eachNumber(parts, func(d *conditional.Draw) { f.store(f.slot(d, 0), f.asks(at, "Take", nil, code.Real)[0]) })
}
