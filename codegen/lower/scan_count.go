package lower

import (
	"math"

	"mpc/codegen/code"
	"mpc/message"
)

// drawCount lowers a draw of a whole number by a slice. Where conditions leave it one value it has that, which must be
// possible in the first scan.
func (f *chain) drawCount(u *message.Update) {
	d := u.Sampled
	low, _ := d.Support()
	var lo, hi code.Operand = whole(int(max(low, 0))), whole(math.MaxInt)
	if n := d.Values(); n != nil { // as many as are kept
		hi = f.apply("-", f.whole(n), whole(1))
	}
	lo, hi, bounded := f.wholeBounds(u, lo, hi)
	if !bounded {
		f.sliceBetween(u, counting, lo, hi, false)
		return
	}
	fails := func() {
		f.choose(f.begins(), nil, func() { f.faultBy(u, "Contradiction", culprit(d)) })
		f.skip()
	}
	f.choose(f.apply(">", lo, hi), fails, func() {
		f.choose(f.apply("==", lo, hi), func() {
			f.store(f.slot(d, 0), lo)
			f.choose(f.apply("==", f.load("scans", f.stateOf("scans")), whole(0)), func() {
				log := f.density(d, real(0))
				f.origin = code.Origin{}
				f.choose(f.isDensity(log), nil, fails)
			}, nil)
		}, func() { f.sliceBetween(u, counting, lo, hi, true) })
	})
}

// wholeBounds is where conditions leave a count; bounded is false where there are none.
func (f *chain) wholeBounds(u *message.Update, lo, hi code.Operand) (least, most code.Operand, bounded bool) {
	s := []code.Operand{lo, hi}
	for _, t := range u.Sampled.Terms {
		if t.Bounds == nil {
			continue
		}
		bounded = true
		f.drawing.sums = []string{"lo", "hi"}
		s = f.instances(t, s, func(s []code.Operand) []code.Operand {
			for _, b := range t.Bounds {
				slope, rest := f.real(b.Slope), f.real(b.Rest)
				r := f.lowering.row("wholeBounds", Callee{Kind: Function, Name: "mcmc.WholeBounds"}, types(code.Whole, code.Whole),
					param("lo", code.Whole), param("hi", code.Whole), param("slope", code.Real), param("rest", code.Real), param("closed", code.Truth))
				x, y := f.value("lo", code.Whole), f.value("hi", code.Whole)
				f.emit(&code.Call{Row: r, Args: []code.Operand{s[0], s[1], slope, rest, truth(b.Closed)}}, x, y)
				s = []code.Operand{x, y}
			}
			return s
		})
	}
	f.origin = code.Origin{}
	return s[0], s[1], bounded
}
