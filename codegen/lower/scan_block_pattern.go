package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// patterns lowers the function that finds, once the data are known, which of the values that are drawn together are tied to
// each other, and adds up what the data say of them.
func (l *lowering) patterns() {
	if len(l.JointDraws()) == 0 {
		return
	}
	l.Scan.Patterns = l.chainFunction("patterns", l.drawn(), func(f *chain) {
		for _, u := range l.Loops.Scan {
			switch b := u.Sampled.Block; {
			case b == nil:
			case b.Tables != nil:
				f.patternOfNetwork(u)
			case b.Each:
				f.patternOfEach(u)
			default:
				f.pattern(u)
				f.makeKnown(u)
			}
		}
		for _, u := range l.Scan.OneBlocks {
			f.pattern(u)
		}
	})
}

// pattern lowers how one pattern is made.
func (f *chain) pattern(u *message.Update) {
	d := u.Sampled
	parts := d.Block.Parts
	var from []code.Operand
	size := code.Operand(whole(0))
	if last := len(parts) - 1; last >= 0 {
		from = f.coordinatesOf(d)
		size = f.plus(from[last], f.countOf(parts[last].Variable()))
	}
	p := f.newPattern(u, size)
	if u.Gaussian != nil {
		f.vectors(u, p, from)
	}
	coordinate := func(s *conditional.Slope) code.Operand {
		return f.plus(from[s.Part], f.positionOf(d.Variables[s.Part], s.At))
	}
	for _, r := range d.Block.Rows {
		// -1 stands for an element that is not there.
		tied := func(s *conditional.Slope) code.Operand {
			if s.If == nil || !r.Planned(s.If) {
				return coordinate(s)
			}
			f.drawing.sums = []string{"at"}
			return f.selected(f.truth(s.If), []code.Operand{whole(0)}, func() []code.Operand { return []code.Operand{coordinate(s)} },
				func() []code.Operand { return []code.Operand{whole(-1)} })[0]
		}
		f.instances(r.Instances(), nil, func([]code.Operand) []code.Operand {
			var list []code.Operand
			for _, s := range r.Slopes {
				if !r.Wide {
					list = append(list, tied(s))
					continue
				}
				f.over(s, nil, func([]code.Operand) []code.Operand {
					f.asks(p, "Tie", []code.Operand{tied(s)})
					return nil
				})
			}
			switch {
			case r.Held:
				f.asks(p, "Hold", []code.Operand{whole(r.Term.Factor.At.Line)})
			case r.Wide:
				f.asks(p, "SayTied", nil)
			case u.Gaussian != nil && u.Gaussian.Fixed(r):
				f.origin = code.Origin{}
				f.asks(p, "SayPrior", list)
			default:
				f.ties(p, list)
			}
			return nil
		})
	}
	f.order(d, p)
}

// vectors tells a pattern which coordinates are the components of one vector.
func (f *chain) vectors(u *message.Update, p *code.Place, from []code.Operand) {
	for k, d := range u.Gaussian.Parts() {
		v := d.Variable()
		if v.Type.Dimensions == 0 {
			continue
		}
		f.elements(d, func() {
			first := f.positionOf(v, append(d.At[:len(d.At):len(d.At)], model.Number(0)))
			f.asks(p, "Vector", []code.Operand{f.plus(from[k], first), f.whole(sizeOf(v.Sizes[0], d.At))})
		})
	}
}

// coordinatesOf are where the elements of each variable of a block begin among all of them.
func (f *chain) coordinatesOf(d *conditional.Draw) []code.Operand {
	from := []code.Operand{whole(0)}
	for k, part := range d.Block.Parts[:len(d.Block.Parts)-1] {
		from = append(from, f.plus(from[k], f.countOf(part.Variable())))
	}
	return from
}

// plus adds whole numbers; 0 costs nothing.
func (f *chain) plus(x, y code.Operand) code.Operand {
	a, known := x.(code.Constant)
	b, both := y.(code.Constant)
	switch {
	case known && both:
		return whole(int(a.Whole + b.Whole))
	case isZero(x):
		return y
	case isZero(y):
		return x
	}
	return f.apply("+", x, y)
}

// newPattern begins a pattern of so many coordinates.
func (f *chain) newPattern(u *message.Update, size code.Operand) *code.Place {
	p := f.patternOf(u)
	r := f.lowering.row("newPattern", Callee{Kind: Function, Name: "mcmc.NewNormalPattern"}, types(p.Type()), param("size", code.Whole))
	f.store(p, f.call("pattern", r, size))
	return p
}

// ties ties coordinates together.
func (f *chain) ties(p *code.Place, list []code.Operand) {
	f.origin = code.Origin{}
	f.asksNamed("say"+string(rune('0'+len(list))), p, "Say", list)
}

// order ends a pattern.
func (f *chain) order(d *conditional.Draw, p *code.Place) {
	f.origin = code.Origin{}
	if slices.ContainsFunc(f.Scan.OneBlocks, func(u *message.Update) bool { return u.Sampled == d }) {
		f.asks(p, "OrderQuick", nil)
		return
	}
	if d.Block.Signed() {
		f.asks(p, "Sign", nil)
	}
	if d.Block.MostWork > 0 {
		f.asks(p, "Limit", []code.Operand{real(d.Block.MostWork)})
	}
	if f.Gaussian != nil {
		f.asks(p, "OrderForMoments", nil)
		return
	}
	f.asks(p, "Order", nil)
}

// makeKnown lowers how the sums of a block are made, behind its pattern.
func (f *chain) makeKnown(u *message.Update) {
	d := u.Sampled
	if d.Block.Sums == nil {
		return
	}
	known, block := f.knownOf(u), f.blockOf(u)
	r := f.lowering.row("newSums", Callee{Kind: Function, Name: "mcmc.NewNormalSums"}, types(known.Type()), param("of", f.patternOf(u).Type()), param("groups", code.Whole))
	f.store(known, f.call("known", r, f.patternOf(u), whole(len(d.Block.Scales))))
	f.asks(block, "Reset", []code.Operand{f.patternOf(u)})
	add := f.Scan.sums[u]
	f.calls(add)
	f.settleKnown(known, block)
	f.calls(f.Scan.refer[u])
	f.calls(add)
	f.asks(known, "List", nil)
}

func (f *chain) settleKnown(known, block *code.Place) {
	r := f.lowering.row("settle", Callee{Kind: Method, Name: "Settle"}, nil, written("of", known.Type(), code.Update), written("block", block.Type(), code.Update))
	f.call("", r, known, block)
}

// scanKnown lowers the functions that add up what is known of a block with the data, once, and that let it stand where these
// sums are about: at the reference of mcmc.NormalSums.
func (l *lowering) scanKnown(u *message.Update) (refer *code.Row) {
	d := u.Sampled
	l.Scan.sums[u] = l.beside(u, Beside{Verb: "sum", Says: "adds up what the data say of " + d.Name() + ", from where they stand, of scale 1."}, nil, func(f *chain) {
		f.sayRows(u, d.Block.Sums, func(r *conditional.Row) {
			known, block := f.knownOf(u), f.blockOf(u)
			take := f.lowering.row("take", Callee{Kind: Method, Name: "Take"}, nil, written("of", known.Type(), code.Update), written("block", block.Type(), code.Update), param("group", code.Whole))
			f.call("", take, known, block, whole(r.Group))
		})
	})
	l.Scan.refer[u] = l.beside(u, Beside{Verb: "refer", Says: "lets " + partNames(d) + " stand where the sums are about."}, d.Variables, func(f *chain) {
		f.eachPart(u, f.knownOf(u), "Refer")
	})
	return l.Scan.refer[u]
}

// partNames are the names of the normals of a block.
func partNames(d *conditional.Draw) (names string) {
	for k, part := range d.Block.Parts {
		if k > 0 {
			names += ", "
		}
		names += part.Name()
	}
	return names
}
