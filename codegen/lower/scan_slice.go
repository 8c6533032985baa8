package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/mcmc"
	"mpc/message/conditional"

	"mpc/message"
	"mpc/model"
)

// A sampler of slices is what a chain keeps of the slice that it draws from: a state machine that says where the log
// density is wanted next.
type sliceSampler struct{ name, of string }

var (
	slice    = sliceSampler{"slice", "Slice"}
	counting = sliceSampler{"wholeSlice", "WholeSlice"}
	adaptive = sliceSampler{"adaptive", "AdaptiveRejection"}
)

// sliceOf is the place of the state of a sampler.
func (f *chain) sliceOf(s sliceSampler) *code.Place { return f.chainWork(s.name, s.of) }

// asks calls a method of a sampler.
func (f *function) asks(at *code.Place, method string, args []code.Operand, results ...code.Type) []code.Operand {
	return f.asksNamed(lowerFirst(method)+at.Type().String(), at, method, args, results...)
}

// asksNamed is asks by a row of a name of its own.
func (f *function) asksNamed(name string, at *code.Place, method string, args []code.Operand, results ...code.Type) []code.Operand {
	params := []*code.Param{written("of", at.Type(), code.Update)}
	for i, x := range args {
		params = append(params, param(string(rune('a'+i)), x.Type()))
	}
	r := f.lowering.row(name, Callee{Kind: Method, Name: method}, results, params...)
	var values []*code.Value
	var list []code.Operand
	for _, t := range results {
		name := answers[at.Type().String()][t]
		if name == "" {
			name = "m" // a message
		}
		v := f.value(name, t)
		values, list = append(values, v), append(list, v)
	}
	f.emit(&code.Call{Row: r, Args: append([]code.Operand{at}, args...)}, values...)
	return list
}

// answers are names of what methods of samplers give.
var answers = map[string]map[code.Type]string{
	"Slice":             {code.Real: "x", code.Truth: "more"},
	"AdaptiveRejection": {code.Real: "x", code.Truth: "more"},
	"NormalBlock":       {code.Real: "step", code.Truth: "ok"},
	"NormalIntegral":    {code.Real: "precision"},
	"VectorWork":        {code.Real: "x", code.Truth: "ok", code.Array{Elem: code.Real}: "list"},
	"WholeSlice":        {code.Whole: "k", code.Truth: "more"},
	"Elliptical":        {code.Truth: "more"},
	"Simplex":           {code.Truth: "more"},
	"Directions":        {code.Real: "x", code.Truth: "more"},
	"Collapsed":         {code.Real: "x", code.Truth: "more"},
	"NormalPattern":     {code.Truth: "ordered"},
	"OneBlock":          {code.Real: "x", code.Truth: "more"},
	"FinitePattern":     {code.Truth: "ordered"},
	"FiniteBlock":       {code.Truth: "ok", code.Whole: "lost"},
	"FiniteNetwork":     {code.Whole: "e", code.Real: "z", code.Fault: "fault"},
	"Instances":         {code.Whole: "k"},
}

// widthOf is the place of the width of the slices of the element that is drawn.
func (f *chain) widthOf(d *conditional.Draw) *code.Place {
	v := d.Variable()
	t := f.Loops.Constants[v]
	if f.widths[t] == nil {
		x := &code.Table{Name: v.Name + "_width", Type: f.handle("mcmc", "SliceWidth"), Keep: code.State}
		f.dims(x, t.Dims)
		f.lowering.widths[t] = f.declare(x, Source{InChain: InChain{Width: v}})
	}
	return f.place(f.widths[t], t.Dims, d.At)
}

// widthHere is the width of the slices of that element.
func (f *chain) widthHere(d *conditional.Draw) code.Operand {
	t := f.widthOf(d)
	r := f.lowering.row("widthOf", Callee{Kind: FieldOf, Name: "Width"}, types(code.Real), param("of", t.Type()))
	return f.call("width", r, t)
}

// limits are the bounds of a number that is drawn by a slice.
func (f *chain) limits(u *message.Update) (lo, hi code.Operand) {
	d := u.Sampled
	low, high := d.Support()
	f.drawing.sums = []string{"lo", "hi"}
	s := []code.Operand{real(low), real(high)}
	for _, t := range d.Terms {
		if t.Bounds != nil {
			s = f.instances(t, s, func(s []code.Operand) []code.Operand {
				lo, hi := f.bounds(u, t, s[0], s[1])
				return []code.Operand{lo, hi}
			})
		}
	}
	f.origin = code.Origin{}
	if d.Fixed() {
		f.choose(f.apply("<", s[0], s[1]), nil, func() { f.faultBy(u, "Contradiction", culprit(d)) })
	}
	if f.Loops.Message.Sampling.GivesWay(d) {
		return f.oneSide(s[0], s[1], low, high)
	}
	return s[0], s[1]
}

// drawSlice lowers a draw of a number by a slice: its sampler is told the log density where it wants it, until it has a
// value.
func (f *chain) drawSlice(u *message.Update) {
	d := u.Sampled
	switch {
	case d.Variable().Type.Kind != model.Real:
		f.drawCount(u)
	case d.Method == conditional.AdaptiveRejection:
		lo, hi := f.limits(u)
		f.sliceBetween(u, adaptive, lo, hi, false)
	default:
		lo, hi := f.limits(u)
		f.sliceBetween(u, slice, lo, hi, false)
	}
}

// sliceBetween lowers the slice; bounded is set of a whole number that conditions keep between the limits.
func (f *chain) sliceBetween(u *message.Update, sampler sliceSampler, lo, hi code.Operand, bounded bool) {
	d := u.Sampled
	var summed map[*conditional.Term]func() code.Operand
	if d.Method != conditional.AdaptiveRejection {
		summed = f.severalSums(d)
	}
	number := code.Type(code.Real)
	if sampler == counting {
		number = code.Whole
	}
	given := f.Loops.Message.Sampling.StartsAt(d.Variable())
	f.drawing.sums = []string{"from", "began", "more", "tries"}
	first := []code.Operand{f.load("from", f.slot(d, 0)), truth(false), truth(true), whole(0)}
	if given {
		first = first[:3]
	}
	last := f.untilNoMore(first, 2, func(s []code.Operand) []code.Operand {
		log := f.densityOf(d, real(0), summed)
		f.origin = code.Origin{}
		f.drawing.sums = []string{"from", "began", "more", "tries"}
		return f.selected(s[1], s, func() []code.Operand {
			x := f.asks(f.sliceOf(sampler), "Next", []code.Operand{log}, number, code.Truth)
			f.store(f.slot(d, 0), x[0])
			return append([]code.Operand{s[0], s[1], x[1]}, s[3:]...)
		}, func() []code.Operand {
			begin := func() []code.Operand { return f.beginSlice(d, sampler, number, s, log, lo, hi) }
			if given {
				return begin()
			}
			return f.selected(f.mayTryAgain(s, log, lo, hi), s, func() []code.Operand { return f.tryAgain(u, sampler, s, lo, hi, bounded) }, begin)
		})
	})
	value := f.asks(f.sliceOf(sampler), "Value", nil, number)[0]
	f.store(f.slot(d, 0), value)
	f.sliceEnds(u, sampler, given, culprit(d), func() {
		from := last[0]
		if sampler == counting {
			from, value = f.apply("real", from), f.apply("real", value)
		}
		f.asks(f.widthOf(d), "Tune", []code.Operand{from, value})
	})
}

// untilNoMore makes a loop that runs as long as one of its values holds.
func (f *chain) untilNoMore(first []code.Operand, more int, body func(s []code.Operand) []code.Operand) []code.Operand {
	inner, list := f.values(first)
	a := &code.While{Test: &code.Block{Gives: []code.Operand{list[more]}}, Body: &code.Block{}}
	for i, v := range inner {
		a.Carry = append(a.Carry, &code.Carry{Value: v, First: first[i]})
	}
	results, last := f.values(first)
	f.emit(a, results...)
	f.within(a.Body, func() { f.gives(body(list)...) })
	return last
}

// mayTryAgain tells whether no chain can stand at a first value, so that another one is drawn from the prior.
func (f *chain) mayTryAgain(s []code.Operand, log, lo, hi code.Operand) code.Operand {
	inside := func() code.Operand {
		return f.both(func() code.Operand {
			return f.both(func() code.Operand { return f.apply("<=", lo, s[0]) }, func() code.Operand { return f.apply("<=", s[0], hi) })
		}, func() code.Operand { return f.isDensity(log) })
	}
	return f.both(func() code.Operand {
		return f.both(f.begins, func() code.Operand { return f.apply("<", s[3], f.firstDraws()) })
	}, func() code.Operand { return f.apply("!", inside()) })
}

// tryAgain draws another first value.
func (f *chain) tryAgain(u *message.Update, sampler sliceSampler, s []code.Operand, lo, hi code.Operand, bounded bool) []code.Operand {
	d := u.Sampled
	f.drawVariable(u, 0, d.Variable(), wide)
	f.origin = code.Origin{}
	if sampler == counting {
		x := f.load("from", f.slot(d, 0))
		if bounded {
			least, most := f.math("min", code.Whole, code.Whole, code.Whole), f.math("max", code.Whole, code.Whole, code.Whole)
			x = f.call("from", least, f.call("from", most, x, lo), hi)
			f.store(f.slot(d, 0), x)
		}
		return []code.Operand{x, s[1], s[2], f.apply("+", s[3], whole(1))}
	}
	r := f.lowering.row("inside", Callee{Kind: Function, Name: "mcmc.Inside"}, types(code.Real), param("s", code.Stream), param("x", code.Real), param("lo", code.Real), param("hi", code.Real))
	x := f.call("x", r, f.drawing.stream, f.load("x", f.slot(d, 0)), lo, hi)
	f.store(f.slot(d, 0), x)
	return []code.Operand{x, s[1], s[2], f.apply("+", s[3], whole(1))}
}

// beginSlice begins a slice where the chain stands.
func (f *chain) beginSlice(d *conditional.Draw, sampler sliceSampler, number code.Type, s []code.Operand, log, lo, hi code.Operand) []code.Operand {
	width := f.widthHere(d)
	if d.Gaps() {
		wide := f.lowering.row("wideWidth", Callee{Kind: Function, Name: "mcmc.WideWidth"}, types(code.Real), param("s", code.Stream), param("width", code.Real))
		width = f.call("width", wide, f.drawing.stream, width)
	}
	x := f.asks(f.sliceOf(sampler), "Begin", []code.Operand{f.drawing.stream, width, s[0], log, lo, hi}, number, code.Truth)
	f.store(f.slot(d, 0), x[0])
	return append([]code.Operand{s[0], truth(true), x[1]}, s[3:]...)
}

// sliceEnds makes an error of a slice that has no value, and lets the widths of slices adapt in burn-in.
func (f *chain) sliceEnds(u *message.Update, sampler sliceSampler, given bool, by *conditional.Factor, tune func()) {
	asks := func(name, is string) code.Operand {
		at := f.sliceOf(sampler)
		r := f.lowering.row(name+at.Type().String(), Callee{Kind: FaultIs, Name: is}, types(code.Truth), param("of", at.Type()))
		return f.call(name, r, at)
	}
	ends := func() {
		f.choose(asks("fails", "!= mcmc.SliceFine"), func() {
			number := u.ID
			if by != nil && by != u.Sampled.Prior[0].Factor {
				number = f.statementOf(by)
			}
			f.sliceFault(number, sampler, u.Sampled.At)
		}, func() {
			if tune == nil {
				return
			}
			f.choose(f.apply(">", f.load("burning", f.stateOf("burning")), whole(0)), tune, nil)
		})
	}
	if given {
		ends()
		return
	}
	f.choose(f.both(func() code.Operand { return asks("starts", "== mcmc.SliceStart") }, f.begins), f.skip, ends)
}

// sliceFault leaves the function with the error of a slice.
func (f *chain) sliceFault(statement int, sampler sliceSampler, at []*model.Expr) {
	of := f.sliceOf(sampler)
	args := []code.Operand{whole(statement), of}
	params := []*code.Param{param("statement", code.Whole), param("of", of.Type())}
	for i, e := range at {
		args, params = append(args, f.whole(e)), append(params, param("x"+string(rune('0'+i)), code.Whole))
	}
	name := "fault" + of.Type().String() + string(rune('0'+len(at)))
	r := f.lowering.row(name, Callee{Kind: SliceFault, Elements: len(at)}, types(code.Fault), params...)
	f.fail(f.call("e", r, args...))
}

// severalSums adds up, before a slice, what the instances of terms say in which the same changes for all: with these sums each
// evaluation costs the same, however many instances there are. It gives what each such term adds to the log density.
func (f *chain) severalSums(d *conditional.Draw) map[*conditional.Term]func() code.Operand {
	kernels := map[*conditional.Term]func() code.Operand{}
	for _, t := range d.Terms {
		if t.Times != nil || t.Dist == nil || len(t.Loops) == 0 || !settledInstances(d, t) {
			continue
		}
		each, of := t.Dist.Several(t.X, func(e *model.Expr) bool { return changesIn(d, e) })
		if of == nil || slices.ContainsFunc(t.Loops, func(l *model.Loop) bool {
			return slices.ContainsFunc(of.Args, func(e *model.Expr) bool { return e.Uses(l.Index) })
		}) {
			continue
		}
		f.drawing.sums = []string{"logs", "count"}
		s := f.instances(t, []code.Operand{real(0), real(0)}, func(s []code.Operand) []code.Operand {
			return []code.Operand{f.apply("+", s[0], f.applied(each, t.X)), f.apply("+", s[1], real(1))}
		})
		f.origin = code.Origin{}
		kernels[t] = func() code.Operand {
			var args []code.Operand
			for _, e := range of.Args {
				args = append(args, f.real(e))
			}
			return f.logOf(mcmc.FunctionName(of.Function), append(args, s...)...)
		}
	}
	return kernels
}
