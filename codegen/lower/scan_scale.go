package lower

import (
	"math"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// farthest is how far the log of a precision may go.
const farthest = 690

// moveScale lowers, after the draw of a precision, the move of it together with what it is the precision of: all distances of
// these from their means times a factor, whose log is drawn by a slice.
func (f *chain) moveScale(u *message.Update) {
	d, s := u.Sampled, u.Sampled.Scale
	moved := d.Moved()
	set := f.farFromMeans(s)
	summed := f.severalSums(moved)
	from := f.load("from", f.slot(d, 0))
	power, half := real(-2/s.Power), real(s.Power/2)
	exp := f.math("math.Exp", code.Real, code.Real)
	f.drawing.sums = []string{"scale", "began", "more"}
	f.untilNoMore([]code.Operand{real(0), truth(false), truth(true)}, 2, func(c []code.Operand) []code.Operand {
		f.choose(c[1], func() {
			times := f.call("times", exp, c[0])
			f.store(f.slot(d, 0), f.apply("*", from, f.call("x", exp, f.apply("*", power, c[0]))))
			set(times)
		}, nil)
		log := f.densityOf(moved, f.apply("*", power, c[0]), summed)
		f.origin = code.Origin{}
		f.drawing.sums = []string{"scale", "began", "more"}
		return f.selected(c[1], c, func() []code.Operand {
			x := f.asks(f.sliceOf(slice), "Next", []code.Operand{log}, code.Real, code.Truth)
			return []code.Operand{x[0], c[1], x[1]}
		}, func() []code.Operand {
			first, last := -float64(farthest), float64(farthest)
			if s.Power < 0 {
				first, last = last, first
			}
			bound := func(by float64) code.Operand {
				x := f.call("log", f.math("math.Log", code.Real, code.Real), from)
				if by < 0 {
					return f.apply("*", f.apply("-", x, real(-by)), half)
				}
				return f.apply("*", f.apply("+", x, real(by)), half)
			}
			width := f.widthHere(d)
			x := f.asks(f.sliceOf(slice), "Begin", []code.Operand{f.drawing.stream, width, real(0), log, bound(first), bound(last)}, code.Real, code.Truth)
			return []code.Operand{x[0], truth(true), x[1]}
		})
	})
	f.sliceEnds(u, slice, false, nil, func() {
		value := f.asks(f.sliceOf(slice), "Value", nil, code.Real)[0]
		f.asks(f.widthOf(d), "Tune", []code.Operand{real(0), value})
	})
}

// farFromMeans lowers how far from their means the elements stand that a number is the scale of, and gives what sets them to a
// factor times that.
func (f *chain) farFromMeans(s *conditional.Scale) (set func(times code.Operand)) {
	of := f.Loops.Constants[s.Of]
	far := f.farTable(of)
	element := func() *code.Place { return f.place(f.table(of), of.Dims, s.At) }
	f.passing(s.Loops, func() {
		f.store(f.place(far, of.Dims, s.At), f.apply("-", f.load("x", element()), f.real(s.Mean)))
	})
	return func(times code.Operand) {
		f.passing(s.Loops, func() {
			x := f.apply("*", times, f.load("far", f.place(far, of.Dims, s.At)))
			f.store(element(), f.apply("+", f.real(s.Mean), x))
		})
	}
}

// moveFree lowers, after the draw of a positive number of any prior, the move of it together with what it is the scale of.
func (f *chain) moveFree(d *conditional.Draw) {
	s, moved := d.Scale, d.Moved()
	f.drawing.of = moved
	if s.Power == 0 {
		f.moveStandard(d, moved)
	} else {
		f.sliceOfScale(d, s.Power, moved, f.farFromMeans(s), func(log, times code.Operand) code.Operand { return log })
	}
	f.drawing.of = nil
}

// moveStandard lowers, after the draw of a number, a draw of it given the elements in units of their standard deviations from their
// means, with which they go. Where the slice has no value all stays as it was: the next draw of the number tells why.
func (f *chain) moveStandard(d, moved *conditional.Draw) {
	set, back := f.standardized(d.Scale)
	from := f.load("from", f.slot(d, 0))
	low, high := d.Ends()
	lo, hi := f.real(low), f.real(high)
	width := f.widthHere(d)
	summed := f.severalSums(moved)
	sums := []string{"x", "began", "more"}
	f.drawing.sums = sums
	f.untilNoMore([]code.Operand{from, truth(false), truth(true)}, 2, func(c []code.Operand) []code.Operand {
		f.choose(c[1], func() {
			f.store(f.slot(d, 0), c[0])
			set()
		}, nil)
		log := f.densityOf(moved, real(0), summed)
		f.origin = code.Origin{}
		f.drawing.sums = sums
		return f.selected(c[1], c, func() []code.Operand {
			x := f.asks(f.sliceOf(slice), "Next", []code.Operand{log}, code.Real, code.Truth)
			return []code.Operand{x[0], c[1], x[1]}
		}, func() []code.Operand {
			x := f.asks(f.sliceOf(slice), "Begin", []code.Operand{f.drawing.stream, width, from, log, lo, hi}, code.Real, code.Truth)
			return []code.Operand{x[0], truth(true), x[1]}
		})
	})
	f.unlessSliced(func() {
		f.store(f.slot(d, 0), from)
		back()
	})
}

// unlessSliced lowers what is done where a slice has no value.
func (f *chain) unlessSliced(back func()) {
	at := f.sliceOf(slice)
	fails := f.lowering.row("fails"+at.Type().String(), Callee{Kind: FaultIs, Name: "!= mcmc.SliceFine"}, types(code.Truth), param("of", at.Type()))
	f.choose(f.call("fails", fails, at), back, nil)
}

// standardized lowers how many standard deviations from their means elements stand, and gives what sets them there again, and what sets them back
// to where they stood.
func (f *chain) standardized(s *conditional.Scale) (set, back func()) {
	of := f.Loops.Constants[s.Of]
	far, was := f.farTable(of), f.addedTable(of, "was")
	element := func() *code.Place { return f.place(f.table(of), of.Dims, s.At) }
	root := func() code.Operand {
		return f.call("root", f.math("math.Sqrt", code.Real, code.Real), f.real(s.Precision))
	}
	f.passing(s.Loops, func() {
		x := f.load("x", element())
		f.store(f.place(was, of.Dims, s.At), x)
		f.store(f.place(far, of.Dims, s.At), f.apply("*", f.apply("-", x, f.real(s.Mean)), root()))
	})
	set = func() {
		f.passing(s.Loops, func() {
			x := f.apply("/", f.load("far", f.place(far, of.Dims, s.At)), root())
			f.store(element(), f.apply("+", f.real(s.Mean), x))
		})
	}
	back = func() {
		f.passing(s.Loops, func() { f.store(element(), f.load("was", f.place(was, of.Dims, s.At))) })
	}
	return set, back
}

// freeWidth is the first interval of a slice of the log of a factor.
const freeWidth = 0.5

// sliceOfScale lowers the slice of the log of a factor by which something is moved away from its mean, with a number that d
// draws, whose power is in its precision: set moves it, and more adds to the log density of what is moved. Where the slice has no
// value all stays as it was: the next draw of the number tells why.
func (f *chain) sliceOfScale(d *conditional.Draw, power float64, moved *conditional.Draw, set func(times code.Operand), more func(log, times code.Operand) code.Operand) {
	number := func() *code.Place { return f.slot(d, 0) }
	from := f.load("from", number())
	exp, logarithm := f.math("math.Exp", code.Real, code.Real), f.math("math.Log", code.Real, code.Real)
	by, half := real(-2/power), real(power/2)
	to := func(scale code.Operand) code.Operand {
		times := f.call("times", exp, scale)
		f.store(number(), f.apply("*", from, f.call("x", exp, f.apply("*", by, scale))))
		set(times)
		return times
	}
	// How far the factor may go: the number is from*exp(by*scale).
	low, high := d.Ends()
	end := func(e *model.Expr, least, most float64) code.Operand {
		var log code.Operand
		if e.Op == model.OpNumber {
			log = real(min(max(math.Log(e.Value), least), most))
		} else {
			clamped := f.call("log", f.math("max", code.Real, code.Real, code.Real), f.call("log", logarithm, f.real(e)), real(least))
			log = f.call("log", f.math("min", code.Real, code.Real, code.Real), clamped, real(most))
		}
		return f.apply("*", f.apply("-", f.call("log", logarithm, from), log), half)
	}
	first, last := end(low, -farthest, farthest), end(high, -farthest, farthest)
	if power > 0 {
		first, last = last, first
	}
	summed := f.severalSums(moved)
	f.drawing.sums = []string{"scale", "began", "more"}
	f.untilNoMore([]code.Operand{real(0), truth(false), truth(true)}, 2, func(c []code.Operand) []code.Operand {
		f.drawing.sums = []string{"times"}
		times := f.selected(c[1], []code.Operand{real(1)}, func() []code.Operand { return []code.Operand{to(c[0])} }, func() []code.Operand { return []code.Operand{real(1)} })[0]
		log := more(f.densityOf(moved, f.apply("*", by, c[0]), summed), times)
		f.origin = code.Origin{}
		f.drawing.sums = []string{"scale", "began", "more"}
		return f.selected(c[1], c, func() []code.Operand {
			x := f.asks(f.sliceOf(slice), "Next", []code.Operand{log}, code.Real, code.Truth)
			return []code.Operand{x[0], c[1], x[1]}
		}, func() []code.Operand {
			x := f.asks(f.sliceOf(slice), "Begin", []code.Operand{f.drawing.stream, real(freeWidth), real(0), log, first, last}, code.Real, code.Truth)
			return []code.Operand{x[0], truth(true), x[1]}
		})
	})
	f.unlessSliced(func() { to(real(0)) })
}

// farTable is memory for how far the elements of a variable are from their means.
func (f *chain) farTable(of *loops.Table) *code.Table { return f.addedTable(of, "far") }

// addedTable is memory for a number for each element of a variable.
func (f *chain) addedTable(of *loops.Table, what string) *code.Table {
	for t, s := range f.lowering.Tables {
		if s.Added == of && s.What == what {
			return t
		}
	}
	x := &code.Table{Name: what, Type: code.Real, Keep: code.Scratch}
	f.dims(x, of.Dims)
	return f.declare(x, Source{InChain: InChain{Added: of}, What: what})
}
