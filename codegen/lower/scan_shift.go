package lower

import (
	"math"
	"strings"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// scanShift lowers the function that moves a number and elements together.
func (l *lowering) scanShift(u *message.Update, s *conditional.Shift) *code.Row {
	d := u.Sampled
	says := "moves " + d.Variable().Name + " and " + s.Of.Name + " together, by one distance."
	return l.beside(u, Beside{Verb: "shift", After: "With" + strings.ToUpper(s.Of.Name[:1]) + s.Of.Name[1:], Says: says}, s.All(d).Variables, func(f *chain) { f.shift(d, s) })
}

// widthOfShift is the place of the width of the slices of a move by a distance.
func (f *chain) widthOfShift(s *conditional.Shift) *code.Place {
	dims := []*model.Expr{model.Number(float64(f.Loops.Message.Sampling.Shifts))}
	if f.lowering.shifts == nil {
		x := &code.Table{Name: "shift_width", Type: f.handle("mcmc", "SliceWidth"), Keep: code.State}
		f.dims(x, dims)
		f.lowering.shifts = f.declare(x, Source{InChain: InChain{Shifts: dims}})
	}
	return f.place(f.lowering.shifts, dims, []*model.Expr{model.Number(float64(s.Number))})
}

// shift lowers the slice of the distance. Where it has no value all stays as it was: the next draw of the number tells why.
func (f *chain) shift(d *conditional.Draw, s *conditional.Shift) {
	all := s.All(d)
	from := f.load("from", f.slot(d, 0))
	to := f.fromHere(s)
	set := func(distance code.Operand) {
		f.store(f.slot(d, 0), f.apply("+", from, distance))
		to(distance)
	}
	f.drawing.of = all
	low, high := d.Ends()
	end := func(e *model.Expr) code.Operand {
		if e.Op == model.OpNumber && math.IsInf(e.Value, 0) {
			return real(e.Value)
		}
		return f.apply("-", f.real(e), from)
	}
	first, last := end(low), end(high)
	width := f.call("width", f.lowering.row("widthOf", Callee{Kind: FieldOf, Name: "Width"}, types(code.Real), param("of", f.widthOfShift(s).Type())), f.widthOfShift(s))
	summed := f.severalSums(all)
	f.drawing.sums = []string{"distance", "began", "more"}
	f.untilNoMore([]code.Operand{real(0), truth(false), truth(true)}, 2, func(c []code.Operand) []code.Operand {
		f.choose(c[1], func() { set(c[0]) }, nil)
		log := f.densityOf(all, real(0), summed)
		f.origin = code.Origin{}
		f.drawing.sums = []string{"distance", "began", "more"}
		return f.selected(c[1], c, func() []code.Operand {
			x := f.asks(f.sliceOf(slice), "Next", []code.Operand{log}, code.Real, code.Truth)
			return []code.Operand{x[0], c[1], x[1]}
		}, func() []code.Operand {
			x := f.asks(f.sliceOf(slice), "Begin", []code.Operand{f.drawing.stream, width, real(0), log, first, last}, code.Real, code.Truth)
			return []code.Operand{x[0], truth(true), x[1]}
		})
	})
	f.drawing.of = nil
	at := f.sliceOf(slice)
	fails := f.lowering.row("fails"+at.Type().String(), Callee{Kind: FaultIs, Name: "!= mcmc.SliceFine"}, types(code.Truth), param("of", at.Type()))
	f.choose(f.call("fails", fails, at), func() { set(real(0)) }, func() {
		f.choose(f.apply(">", f.load("burning", f.stateOf("burning")), whole(0)), func() {
			value := f.asks(at, "Value", nil, code.Real)[0]
			f.asks(f.widthOfShift(s), "Tune", []code.Operand{real(0), value})
		}, nil)
	})
}

// fromHere lowers where the elements that a move takes along stand, and gives what sets them a distance from there.
func (f *chain) fromHere(s *conditional.Shift) (to func(distance code.Operand)) {
	of := f.Loops.Constants[s.Of]
	was := f.addedTable(of, "was")
	element := func() *code.Place { return f.place(f.table(of), of.Dims, s.At) }
	f.passing(s.Loops, func() { f.store(f.place(was, of.Dims, s.At), f.load("x", element())) })
	return func(distance code.Operand) {
		f.passing(s.Loops, func() {
			x := f.load("was", f.place(was, of.Dims, s.At))
			switch {
			case s.By.IsNumber(1):
				x = f.apply("+", x, distance)
			case s.By.IsNumber(-1):
				x = f.apply("-", x, distance)
			default:
				x = f.apply("+", x, f.apply("*", distance, f.real(s.By)))
			}
			f.store(element(), x)
		})
	}
}

// passing runs over the passes of loops.
func (f *chain) passing(loops []*model.Loop, body func()) {
	var list []around
	for _, l := range loops {
		list = append(list, around{loop: l})
	}
	f.through(list, nil, func([]code.Operand) []code.Operand {
		body()
		return nil
	})
}
