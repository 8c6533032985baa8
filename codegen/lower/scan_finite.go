package lower

import (
	"math"
	"slices"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
	"mpc/model"
)

// drawFinite lowers a draw of a whole number or a truth: the density of all values.
func (f *chain) drawFinite(u *message.Update) {
	d := u.Sampled
	if f.weights == nil {
		f.lowering.weights = f.declare(&code.Table{Name: "weights", Type: code.Array{Elem: code.Real}, Keep: code.Scratch}, Source{InChain: InChain{Weights: true}})
	}
	reals := code.Array{Elem: code.Real}
	weights := &code.Place{Table: f.weights}
	n := f.whole(d.Values())
	resize := f.lowering.row("resizeReal", Callee{Kind: Resize}, nil, written("row", reals, code.Write), param("n", code.Whole))
	put := f.lowering.row("putReal", Callee{Kind: Put}, nil, written("row", reals, code.Update), param("i", code.Whole), param("x", code.Real))
	f.call("", resize, weights, n)
	value := f.value("value", code.Whole)
	s := &code.Strand{Index: value, Lo: whole(0), Hi: n, Body: &code.Block{}}
	f.emit(&code.For{Strands: []*code.Strand{s}})
	f.within(s.Body, func() {
		f.set(d, value)
		log := f.density(d, real(0))
		f.call("", put, weights, value, log)
	})
	f.origin = code.Origin{}
	list := f.load("logs", weights)
	f.noteSeveral(d, list)
	r := f.lowering.distribution("DrawCategorical", types(code.Whole, code.Truth), param("weights", reals))
	drawn := f.drawFrom(d, 0, r, list)
	f.drawing.sums = []string{"value"}
	found := f.selected(drawn[1], drawn[:1], func() []code.Operand { return drawn[:1] }, func() []code.Operand {
		f.choose(f.begins(), nil, func() { f.faultBy(u, "Contradiction", culprit(d)) })
		f.skip()
		uniform := f.call("u", f.lowering.row("unit", Callee{Kind: Method, Name: "Float64"}, types(code.Real), param("s", code.Stream)), f.drawing.stream)
		return []code.Operand{f.truncated(f.apply("*", uniform, f.apply("real", n)))}
	})
	f.set(d, found[0])
}

// set gives the element that is drawn a value, 1 of a truth that holds.
func (f *chain) set(d *conditional.Draw, value code.Operand) {
	if d.Variable().Type.Kind == model.Bool {
		value = f.apply("==", value, whole(1))
	}
	f.store(f.slot(d, 0), value)
}

// noteSeveral notes whether several values of an element were possible after the burn-in.
func (f *chain) noteSeveral(d *conditional.Draw, weights code.Operand) {
	table := f.freeOf(d.Variable())
	if table == nil {
		return
	}
	place := func() *code.Place { return f.place(table, f.Loops.Constants[d.Variable()].Dims, d.At) }
	open := f.both(func() code.Operand { return f.apply("!", f.load("free", place())) },
		func() code.Operand { return f.apply("==", f.load("burning", f.stateOf("burning")), whole(0)) })
	f.choose(open, func() {
		f.store(place(), f.call("several", f.lowering.mcmc("Several", code.Truth, code.Array{Elem: code.Real}), weights))
	}, nil)
}

// freeOf is the table that notes it for the elements of a variable, nil where nobody asks for it.
func (f *chain) freeOf(v *model.Variable) *code.Table {
	if !f.Loops.Message.Sampling.Tried(v) || !slices.Contains(f.Loops.Message.Sampling.Model.Infer, v) {
		return nil
	}
	t := f.Loops.Constants[v]
	if f.tried[t] == nil {
		x := &code.Table{Name: v.Name + "_free", Type: code.Truth, Keep: code.State}
		f.dims(x, t.Dims)
		f.tried[t] = f.declare(x, Source{InChain: InChain{Free: v}})
	}
	return f.tried[t]
}

// density adds all terms of a conditional to a sum.
func (f *chain) density(d *conditional.Draw, log code.Operand) code.Operand {
	return f.densityOf(d, log, nil)
}

// densityOf is density, where some terms have been added up before.
func (f *chain) densityOf(d *conditional.Draw, log code.Operand, summed map[*conditional.Term]func() code.Operand) code.Operand {
	for _, t := range d.Terms {
		if d.Within(t) {
			continue // within the bounds it holds
		}
		if kernel := summed[t]; kernel != nil {
			f.about(t.Factor)
			if x := kernel(); log == code.Operand(real(0)) {
				log = x
			} else {
				log = f.apply("+", log, x)
			}
			continue
		}
		f.drawing.sums = []string{"log"}
		log = f.instances(t, []code.Operand{log}, func(s []code.Operand) []code.Operand {
			return []code.Operand{f.addLog(d, t, s[0])}
		})[0]
	}
	return log
}

// addLog adds one instance of a term to a log density.
func (f *chain) addLog(d *conditional.Draw, t *conditional.Term, log code.Operand) code.Operand {
	add := func(x code.Operand) code.Operand {
		if log == code.Operand(real(0)) {
			return x
		}
		return f.apply("+", log, x)
	}
	switch {
	case t.Log != nil:
		return add(f.real(t.Log))
	case t.Holds != nil:
		return f.selected(f.truth(t.Holds), []code.Operand{log}, func() []code.Operand { return []code.Operand{log} },
			func() []code.Operand { return []code.Operand{real(math.Inf(-1))} })[0]
	}
	var x code.Operand
	times := code.Operand(nil)
	if t.Times != nil {
		times = f.real(t.Times)
	}
	if x = f.kernel(d, t); x == nil {
		x = f.logDensity(t.X, t.Dist)
	}
	if times != nil {
		x = f.apply("*", times, x)
	}
	return add(x)
}

// isDensity tells whether a log density is one of what is possible.
func (f *chain) isDensity(log code.Operand) code.Operand {
	return f.apply(">=", log, real(-math.MaxFloat64))
}

// compute lowers what no other draw depends on.
func (f *chain) compute() {
	for _, u := range f.Loops.Kept {
		if u.Kind == message.Draw {
			f.drawElementsOnce(u)
			continue
		}
		v := u.Computed
		t := f.Loops.Constants[v.Variable]
		var list []around
		for _, l := range v.Loops {
			list = append(list, around{loop: l})
		}
		f.through(list, nil, func([]code.Operand) []code.Operand {
			if v.Variable.Type.Dimensions == 0 {
				f.store(f.place(f.table(t), t.Dims, v.At), f.typed(v.Variable, v.Expr))
				return nil
			}
			first := f.place(f.table(t), t.Dims, zeros(v.At, len(t.Dims)))
			first.Known = true
			n := f.value("n", code.Whole)
			f.emit(&code.Length{Of: f.part(f.table(t), t.Dims, v.At)}, n)
			f.copyInto(first, n, f.realSlice(v.Expr))
			return nil
		})
	}
}

// drawElementsOnce lowers the draws of elements for a draw that is kept.
func (f *chain) drawElementsOnce(u *message.Update) {
	if d := u.Sampled; d.Block != nil {
		notYet("a draw of %s %s", d.Name(), d.Method)
	}
	f.elements(u.Sampled, func() { f.draw(u) })
}

// typed is an expression as a value of a variable.
func (f *chain) typed(v *model.Variable, e *model.Expr) code.Operand {
	switch v.Type.Kind {
	case model.Real:
		return f.real(e)
	case model.Bool:
		return f.truth(e)
	}
	return f.whole(e)
}
