package lower

import (
	"fmt"
	"slices"

	"mpc/codegen/code"
	"mpc/message"
	"mpc/message/conditional"
)

// Normals that are drawn together element by element: a pair or three for each element, in local variables.

// patternOfEach lowers how the pattern of one element is made.
func (f *chain) patternOfEach(u *message.Update) {
	d := u.Sampled
	p := f.newPattern(u, whole(len(d.Variables)))
	for _, r := range d.Block.Rows {
		var parts []code.Operand
		for _, s := range r.Slopes {
			parts = append(parts, whole(s.Part))
		}
		f.ties(p, parts)
	}
	f.order(d, p)
}

// scanEach lowers the draws of the elements.
func (l *lowering) scanEach(u *message.Update) {
	d := u.Sampled
	var at []*code.Param
	for _, e := range d.Elements {
		at = append(at, l.indexParam(e.Index, at...))
	}
	say := l.beside(u, Beside{Verb: "say", Says: "adds up what is said of an element of " + d.Name() + ": how far each mean is from where they stand."}, nil, func(f *chain) {
		for k, e := range d.Elements {
			f.scope.indices[e.Index] = at[k].Value
		}
		f.sayRows(u, d.Block.Rows, nil)
	}, at...)
	l.Scan.Draws[u] = l.chainFunction("draw_"+d.Variable().Name, d.Writes(), func(f *chain) { f.drawEach(u, say) })
}

// drawEach lowers the draws of the elements. Precisions that are the same for all are added up once.
func (f *chain) drawEach(u *message.Update, say *code.Row) {
	d := u.Sampled
	n := len(d.Variables)
	var normals, ok code.Operand
	f.drawing.of = d
	if d.Block.Alike {
		normals, ok = f.factorNormals(n, f.sumsOfEach(d, said{precisions: true}))
	}
	f.elements(d, func() {
		h := f.sumsOfEach(d, said{true, !d.Block.Alike})
		if !d.Block.Alike {
			normals, ok = f.factorNormals(n, h[n:])
		}
		steps := f.stepsOfEach(u, say, normals, ok, h[:n])
		for k, x := range steps {
			f.store(f.slot(d, k), f.apply("+", f.load("x", f.slot(d, k)), x))
		}
	})
	f.drawing.of = nil
}

// sumsOfEach are what is said of an element.
func (f *chain) sumsOfEach(d *conditional.Draw, want said) []code.Operand {
	n := len(d.Variables)
	names := sumNames(n, want)
	sums := nothingSaid(len(names))
	for _, r := range d.Block.Rows {
		places := placesOfEach(r, n, want)
		touched := slices.Compact(slices.Sorted(slices.Values(places)))
		f.drawing.sums = nil
		var carried []code.Operand
		for _, p := range touched {
			carried = append(carried, sums[p])
			f.drawing.sums = append(f.drawing.sums, names[p])
		}
		carried = f.instances(r.Said(), carried, func(s []code.Operand) []code.Operand {
			s = slices.Clone(s)
			for k, x := range f.rowNumbers(r, want) {
				at := slices.Index(touched, places[k])
				s[at] = f.addTo(s[at], x)
			}
			return s
		})
		for k, p := range touched {
			sums[p] = carried[k]
		}
	}
	f.origin = code.Origin{}
	return sums
}

// placesOfEach says which of the sums of n variables the numbers of a row are added to.
func placesOfEach(r *conditional.Row, n int, want said) (places []int) {
	first := 0
	if want.means {
		first = n
		for _, s := range r.Slopes {
			places = append(places, s.Part)
		}
	}
	if !want.precisions {
		return places
	}
	for k := range r.Slopes {
		for j := range k + 1 {
			a, b := r.Slopes[k].Part, r.Slopes[j].Part
			a, b = max(a, b), min(a, b)
			places = append(places, first+a*(a+1)/2+b)
		}
	}
	return places
}

// factorNormals takes a precision matrix apart; ok is false where digits were lost.
func (f *chain) factorNormals(n int, precisions []code.Operand) (normals, ok code.Operand) {
	var params []*code.Param
	for i := range precisions {
		params = append(params, param(string(rune('a'+i)), code.Real))
	}
	handle := f.lowering.handle("mcmc", fmt.Sprintf("Normals%d", n))
	r := f.lowering.row(fmt.Sprintf("factorNormals%d", n), Callee{Kind: Function, Name: fmt.Sprintf("mcmc.FactorNormals%d", n)}, types(handle, code.Truth), params...)
	a, b := f.value("normals", handle), f.value("ok", code.Truth)
	f.emit(&code.Call{Row: r, Args: precisions}, a, b)
	return a, b
}

// stepsOfEach are what is added to the elements.
func (f *chain) stepsOfEach(u *message.Update, say *code.Row, normals, ok code.Operand, h []code.Operand) []code.Operand {
	d := u.Sampled
	n := len(h)
	f.drawing.sums = nil
	for range n {
		f.drawing.sums = append(f.drawing.sums, "step")
	}
	return f.selected(ok, h, func() []code.Operand {
		params := []*code.Param{param("of", normals.Type()), param("s", code.Stream)}
		var results []*code.Value
		var list []code.Operand
		var reals []code.Type
		for i := range h {
			params, reals = append(params, param(string(rune('a'+i)), code.Real)), append(reals, code.Real)
			v := f.value("x", code.Real)
			results, list = append(results, v), append(list, v)
		}
		r := f.lowering.row(fmt.Sprintf("drawNormals%d", n), Callee{Kind: Method, Name: "Draw"}, reals, params...)
		f.emit(&code.Call{Row: r, Args: append([]code.Operand{normals, f.drawing.stream}, h...)}, results...)
		return list
	}, func() []code.Operand {
		block := f.blockOf(u)
		f.asks(block, "Reset", []code.Operand{f.patternOf(u)})
		f.asks(block, "Again", nil)
		args := []code.Operand{f.drawing.stream}
		for _, e := range d.Elements {
			args = append(args, f.index(e.Index))
		}
		f.fail(f.call("e", say, args...))
		f.choose(f.asks(block, "FactorRows", nil, code.Truth)[0], nil, func() { f.faultAt("Improper", u.ID, d.At) })
		f.choose(f.asks(block, "Draw", []code.Operand{f.drawing.stream}, code.Truth)[0], nil, func() { f.faultAt("NotFinite", u.ID, d.At) })
		var list []code.Operand
		for k := range n {
			list = append(list, f.asks(block, "StepOf", []code.Operand{whole(k)}, code.Real)[0])
		}
		return list
	})
}
