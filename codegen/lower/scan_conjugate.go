package lower

import (
	"math"
	"slices"

	"mpc/codegen/code"
	"mpc/mcmc"
	"mpc/message/conditional"

	"mpc/message"
	"mpc/model"
)

// drawConjugate lowers a draw of a number from the product of messages.
func (f *chain) drawConjugate(u *message.Update) {
	d := u.Sampled
	n := mcmc.Natural(d.Family)
	f.drawing.sums = []string{n.First, n.Second}
	sums := []code.Operand{real(0), real(0)}
	cut := slices.ContainsFunc(d.Terms, func(t *conditional.Term) bool { return t.Bounds != nil })
	if cut {
		f.drawing.sums = append(f.drawing.sums, "lo", "hi")
		sums = append(sums, real(n.Low), real(n.High))
	}
	for _, t := range d.Terms {
		sums = f.instances(t, sums, func(s []code.Operand) []code.Operand {
			a, b := s[0], s[1]
			if t.Message != nil {
				a, b = f.say(t, a, b)
			}
			s = append([]code.Operand{a, b}, s[2:]...)
			if cut {
				s[2], s[3] = f.bounds(u, t, s[2], s[3])
			}
			return s
		})
	}
	f.origin = code.Origin{}
	f.drawNatural(u, sums)
	if d.Scale != nil {
		f.moveScale(u)
	}
}

// drawNatural lowers a draw from sums of natural parameters, cut off between bounds where there are such.
func (f *chain) drawNatural(u *message.Update, s []code.Operand) {
	d := u.Sampled
	cut := len(s) > 2
	proper := f.proper(d.Family, s)
	if d.StartsImproper() {
		f.choose(proper, func() { f.drawProper(u, s, cut) }, func() {
			f.choose(f.begins(), nil, func() { f.faultAt("Improper", u.ID, d.At) })
			f.skip()
		})
		return
	}
	if mcmc.Natural(d.Family).Finite {
		finite := f.both(func() code.Operand { return proper }, func() code.Operand { return f.apply("<=", s[1], real(math.MaxFloat64)) })
		f.choose(finite, nil, func() {
			f.choose(f.apply(">", s[1], real(0)), func() { f.faultAt("NotFinite", u.ID, d.At) }, nil)
			f.faultAt("Improper", u.ID, d.At)
		})
	} else {
		f.choose(proper, nil, func() { f.faultAt("Improper", u.ID, d.At) })
	}
	f.drawProper(u, s, cut)
}

// parameters are those of the functions of package mcmc, of sums and bounds.
func (f *chain) parameters(family string, s []code.Operand) []code.Operand {
	list := slices.Clone(s)
	for k, more := range mcmc.Natural(family).More {
		switch {
		case more > 0:
			list[k] = f.apply("+", s[k], real(more))
		case more < 0:
			list[k] = f.apply("-", s[k], real(-more))
		}
	}
	return list
}

// proper tells whether sums are the natural parameters of a distribution.
func (f *chain) proper(family string, s []code.Operand) code.Operand {
	n := mcmc.Natural(family)
	if len(s) > 2 && n.Proper != nil {
		r := f.lowering.mcmc(mcmc.FunctionName(n.Proper), code.Truth, code.Real, code.Real, code.Real, code.Real)
		return f.call("proper", r, f.parameters(family, s)...)
	}
	above := func(k int) code.Operand { return f.apply(">", s[k], real(n.Above[k])) }
	if math.IsInf(n.Above[0], -1) {
		return above(1)
	}
	return f.both(func() code.Operand { return above(0) }, func() code.Operand { return above(1) })
}

// drawProper lowers the draw itself.
func (f *chain) drawProper(u *message.Update, s []code.Operand, cut bool) {
	d := u.Sampled
	n := mcmc.Natural(d.Family)
	reals := func(k int) []*code.Param {
		var list []*code.Param
		for i := range k {
			list = append(list, param(string(rune('a'+i)), code.Real))
		}
		return list
	}
	if !cut {
		r := f.lowering.distribution(mcmc.FunctionName(n.Draw), types(code.Real), reals(2)...)
		f.store(f.slot(d, 0), f.drawFrom(d, 0, r, f.parameters(d.Family, s)...)[0])
		return
	}
	lo, hi := s[2], s[3]
	gives := f.Loops.Message.Sampling.GivesWay(d)
	if gives {
		low, high := d.Support()
		lo, hi = f.oneSide(lo, hi, low, high)
	}
	symbol := "<="
	if d.Fixed() {
		symbol = "<"
	}
	possible := f.apply(symbol, lo, hi)
	s = []code.Operand{s[0], s[1], lo, hi}
	if gives {
		possible = f.both(func() code.Operand { return possible }, func() code.Operand { return f.proper(d.Family, s) })
	}
	f.choose(possible, func() {
		r := f.lowering.distribution(mcmc.FunctionName(n.Cut), types(code.Real), reals(4)...)
		f.store(f.slot(d, 0), f.drawFrom(d, 0, r, f.parameters(d.Family, s)...)[0])
	}, func() {
		f.choose(f.begins(), nil, func() { f.faultBy(u, "Contradiction", culprit(d)) })
		f.skip()
	})
}

// oneSide gives up one of the bounds of a number that leave nothing between them, in the first scan.
func (f *chain) oneSide(lo, hi code.Operand, low, high float64) (code.Operand, code.Operand) {
	empty := f.both(func() code.Operand { return f.apply("!", f.apply("<=", lo, hi)) }, f.begins)
	f.drawing.sums = []string{"lo", "hi"}
	s := f.selected(empty, []code.Operand{lo, hi}, func() []code.Operand {
		f.skip()
		r := f.lowering.row("oneSide", Callee{Kind: Function, Name: "mcmc.OneSide"}, types(code.Real, code.Real),
			param("try", code.Whole), param("lo", code.Real), param("hi", code.Real), param("low", code.Real), param("high", code.Real))
		a, b := f.value("lo", code.Real), f.value("hi", code.Real)
		f.emit(&code.Call{Row: r, Args: []code.Operand{f.load("try", f.stateOf("try")), lo, hi, real(low), real(high)}}, a, b)
		return []code.Operand{a, b}
	}, func() []code.Operand { return []code.Operand{lo, hi} })
	return s[0], s[1]
}

// culprit is the factor that leaves an element no value, where one alone can: the last of
// the conditions on it, or all but its prior that there is.
func culprit(d *conditional.Draw) (by *conditional.Factor) {
	for _, t := range d.Terms {
		if t.Factor.Holds != nil {
			by = t.Factor
		}
	}
	if by != nil {
		return by
	}
	for _, t := range d.Terms {
		if slices.Contains(d.Prior, t) {
			continue
		}
		if by != nil && by != t.Factor {
			return nil
		}
		by = t.Factor
	}
	return by
}

// bounds narrows an interval to what the conditions of a term leave.
func (f *chain) bounds(u *message.Update, t *conditional.Term, lo, hi code.Operand) (code.Operand, code.Operand) {
	greatest := f.math("max", code.Real, code.Real, code.Real)
	least := f.math("min", code.Real, code.Real, code.Real)
	for _, b := range t.Bounds {
		rest := f.real(b.Rest)
		switch {
		case b.Slope.IsNumber(1) && b.Rest.Op == model.OpNumber:
			lo = f.call("lo", greatest, lo, real(0-b.Rest.Value))
		case b.Slope.IsNumber(1):
			lo = f.call("lo", greatest, lo, f.apply("-", rest))
		case b.Slope.IsNumber(-1):
			hi = f.call("hi", least, hi, rest)
		default:
			lo, hi = f.slopedBound(u, t, b, rest, lo, hi)
		}
	}
	return lo, hi
}

// slopedBound is a bound that the sign of a slope tells the side of.
func (f *chain) slopedBound(u *message.Update, t *conditional.Term, b *conditional.Bound, rest, lo, hi code.Operand) (code.Operand, code.Operand) {
	greatest := f.math("max", code.Real, code.Real, code.Real)
	least := f.math("min", code.Real, code.Real, code.Real)
	slope := f.real(b.Slope)
	at := func() code.Operand { return f.apply("/", f.apply("-", rest), slope) }
	before := f.drawing.sums
	f.drawing.sums = []string{"lo", "hi"}
	defer func() { f.drawing.sums = before }()
	both := []code.Operand{lo, hi}
	s := f.selected(f.apply(">", slope, real(0)), both, func() []code.Operand {
		return []code.Operand{f.call("lo", greatest, lo, at()), hi}
	}, func() []code.Operand {
		return f.selected(f.apply("<", slope, real(0)), both, func() []code.Operand {
			return []code.Operand{lo, f.call("hi", least, hi, at())}
		}, func() []code.Operand {
			symbol := ">"
			if b.Closed {
				symbol = ">="
			}
			f.choose(f.apply(symbol, rest, real(0)), nil, func() {
				f.choose(f.begins(), nil, func() { f.faultBy(u, "Contradiction", t.Factor) })
				f.skip()
			})
			return both
		})
	})
	return s[0], s[1]
}
