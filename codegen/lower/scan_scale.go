package lower

import (
	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/message"
)

// farthest is how far the log of a precision may go.
const farthest = 690

// moveScale lowers, after the draw of a precision, the move of it together with what it is the precision of: all distances of
// these from their means times a factor, whose log is drawn by a slice.
func (f *chain) moveScale(u *message.Update) {
	d, s := u.Sampled, u.Sampled.Scale
	moved := d.Moved()
	of := f.Loops.Constants[s.Of]
	far := f.farTable(of)
	element := func() *code.Place { return f.place(f.table(of), of.Dims, s.At) }
	over := func(body func()) {
		var list []around
		for _, l := range s.Loops {
			list = append(list, around{loop: l})
		}
		f.through(list, nil, func([]code.Operand) []code.Operand {
			body()
			return nil
		})
	}
	over(func() {
		f.store(f.place(far, of.Dims, s.At), f.apply("-", f.load("x", element()), f.real(s.Mean)))
	})
	summed := f.shapeSums(moved)
	from := f.load("from", f.slot(d, 0))
	power, half := real(-2/s.Power), real(s.Power/2)
	exp := f.math("math.Exp", code.Real, code.Real)
	f.drawing.sums = []string{"scale", "began", "more"}
	f.untilNoMore([]code.Operand{real(0), truth(false), truth(true)}, 2, func(c []code.Operand) []code.Operand {
		f.choose(c[1], func() {
			times := f.call("times", exp, c[0])
			f.store(f.slot(d, 0), f.apply("*", from, f.call("x", exp, f.apply("*", power, c[0]))))
			over(func() {
				x := f.apply("*", times, f.load("far", f.place(far, of.Dims, s.At)))
				f.store(element(), f.apply("+", f.real(s.Mean), x))
			})
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

// farTable is memory for how far the elements of a variable are from their means.
func (f *chain) farTable(of *loops.Table) *code.Table {
	x := &code.Table{Name: "far", Type: code.Real, Keep: code.Scratch}
	f.dims(x, of.Dims)
	return f.declare(x, Source{Added: of, What: "far"})
}
