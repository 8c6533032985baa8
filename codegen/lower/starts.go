package lower

import (
	"fmt"
	"reflect"

	"mpc/codegen/code"
	"mpc/codegen/loops"
	"mpc/factor"
	"mpc/model"
)

// BeginOf is the function that sets a table to where its messages, or point estimates, start; "" where it starts uniform.
func (p *Program) BeginOf(t *loops.Table) string {
	name := fmt.Sprintf("begin%d", t.ID)
	if p.Functions[name] == nil && p.Unlowered[name] == nil {
		return ""
	}
	return name
}

// starts lowers where tables start.
func (l *lowering) starts() {
	for _, t := range l.Loops.Tables {
		if t.Local || t.Unread || t.Role != loops.Point && !l.Loops.AtInitial(t) {
			continue
		}
		l.make(Main.has(fmt.Sprintf("begin%d", t.ID), "sets what is known of "+t.Variable.Name+" to where it starts."), nil, func(f *function) { f.begin(t) })
	}
}

// begin sets each element of a table to where it starts.
func (f *function) begin(t *loops.Table) {
	d, fam := t.Variable.Init, t.Family.Row()
	f.origin = code.Origin{Line: t.Variable.At.Line}
	if d == nil && !fam.Vector() {
		f.eachStart(t, d, func(_ []*model.Expr, to *code.Place) {
			var start code.Operand = real(fam.Start)
			if fam.Draws() == model.Bool {
				start = truth(fam.Start != 0)
			}
			f.store(to, f.pointAt(t.Family, start))
		})
		return
	}
	if fam.Vector() && t.Role == loops.Point && (d == nil || d.Given() == nil && d.Name != model.Random) {
		f.eachStart(t, nil, func(_ []*model.Expr, to *code.Place) { f.change(to, "SetStart") })
	}
	switch {
	case d == nil:
	case d.Name == model.Random:
		f.beginsAtRandom(t)
	case d.Point() != nil && !fam.Vector():
		f.eachStart(t, d, func(index []*model.Expr, to *code.Place) {
			f.store(to, f.pointAt(t.Family, f.started(fam.Draws(), sizeOf(d.Args[0], index))))
		})
	case d.Point() != nil && t.Family == factor.Categorical:
		f.eachStart(t, d, func(index []*model.Expr, to *code.Place) {
			f.change(to, "SetPoint", f.whole(sizeOf(d.Arg("value"), index)))
		})
	case d.Given() != nil:
		x := d.Given()
		f.eachStart(t, d, func(index []*model.Expr, to *code.Place) {
			at := x.Args
			if len(at) > 0 && at[0].Op == model.OpDim {
				at = index // one for each element
			}
			f.beginsAt(t, to, f.startIn(f.place(f.input(x.Input), x.Input.Dims, at)))
		})
	case t.Role == loops.Point && !fam.Vector():
		start := fam.StartAt(d.Arg)
		f.eachStart(t, d, func(index []*model.Expr, to *code.Place) {
			f.store(to, f.pointAt(t.Family, f.started(fam.Draws(), sizeOf(start, index))))
		})
	default:
		f.beginsAtDist(t, d)
	}
}

// started is the number, or truth, that points start at.
func (f *function) started(kind model.Kind, e *model.Expr) code.Operand {
	if kind == model.Bool {
		return f.truth(e)
	}
	return f.real(e)
}

// startIn is a message in a table: that about a vector is read where it stands.
func (f *function) startIn(p *code.Place) code.Operand {
	if isHandle(p.Type()) {
		return p
	}
	return f.load("start", p)
}

// eachStart runs over the elements of a table that have a start, which are all: of a list that has fewer, a check says so once the
// messages are computed.
func (f *function) eachStart(t *loops.Table, d *model.Dist, body func(index []*model.Expr, to *code.Place)) {
	f.eachIndex(t.Dims, func(index []*model.Expr) {
		set := func() { body(index, f.place(f.table(t), t.Dims, index)) }
		if d == nil || d.Given() != nil {
			set()
			return
		}
		if within := f.inLists(d, index); within != nil {
			f.choose(within, set, nil)
		} else {
			set()
		}
	})
}

// inLists tells whether the lists in an initial marginal have an element at an index; nil where there are none.
func (f *function) inLists(d *model.Dist, index []*model.Expr) code.Operand {
	var all code.Operand
	seen := map[string]bool{}
	for _, a := range d.Args {
		if a.Op != model.OpCall || a.Fun != "component" {
			continue
		}
		lengths := a.Args[0].Lengths()
		for k, x := range a.Args[1:] {
			key := fmt.Sprint(x.Key(), lengths[k])
			if x.Op != model.OpDim || seen[key] {
				continue
			}
			seen[key] = true
			below := f.apply("<", f.whole(index[x.Dim]), f.whole(lengths[k]))
			if all == nil {
				all = below
			} else {
				all = f.apply("&", all, below)
			}
		}
	}
	return all
}

// beginsAt sets an element to a distribution, or to the point that it stands for.
func (f *function) beginsAt(t *loops.Table, to *code.Place, start code.Operand) {
	fam := t.Family.Row()
	value := "Mean"
	if fam.Draws() != model.Real {
		value = "Mode"
	}
	if t.Role != loops.Point {
		f.set(to, start)
		return
	}
	of, _ := fam.Message.MethodByName(value)
	x := f.ask(nil, start, value, f.reflected(of.Type.Out(0)))
	if fam.Vector() {
		f.change(to, "SetPoint", x)
	} else {
		f.store(to, f.pointAt(t.Family, x))
	}
}

// beginsAtRandom draws the initial marginal of each element, in order, as the interpreter does.
func (f *function) beginsAtRandom(t *loops.Table) {
	fam, name := t.Family.Row(), "stream_"+t.Variable.Name
	of := f.family(t.Family.String())
	stream := f.call(name, f.lowering.row(name, Callee{Kind: Stream, Name: t.Variable.Name, Random: t.Variable.Stream()}, types(code.Stream)))
	random := "dist." + fam.Go() + "Random"
	f.eachStart(t, nil, func(_ []*model.Expr, to *code.Place) {
		if !fam.Vector() {
			r := f.lowering.row("random"+title(of), Callee{Kind: Function, Name: random}, types(of), param("random", code.Stream))
			f.beginsAt(t, to, f.call("start", r, stream))
			return
		}
		f.call("", f.lowering.row("random"+title(of), Callee{Kind: Function, Name: random}, nil, written("to", of, code.Update), param("random", code.Stream)), to, stream)
		if t.Role == loops.Point {
			f.beginsAt(t, to, to)
		}
	})
}

// beginsAtDist sets the elements to a distribution that is written in the model: one for all, or one for each.
func (f *function) beginsAtDist(t *loops.Table, d *model.Dist) {
	if d.ByElement() {
		f.eachStart(t, d, func(index []*model.Expr, to *code.Place) {
			f.made(t, d, index, func(start code.Operand) { f.beginsAt(t, to, start) })
		})
		return
	}
	f.made(t, d, nil, func(start code.Operand) {
		f.eachStart(t, d, func(_ []*model.Expr, to *code.Place) { f.beginsAt(t, to, start) })
	})
}

// made makes a distribution, for an element at an index, and goes on with it. That a matrix is one is checked when the
// messages are computed.
func (f *function) made(t *loops.Table, d *model.Dist, index []*model.Expr, then func(start code.Operand)) {
	c := t.Family.Row().Constructor(d.Names)
	if c == nil {
		notYet("a %s of the parameters %v", t.Family, d.Names)
	}
	of, callee := reflect.TypeOf(c.Func), Callee{Kind: Made, Name: "dist." + c.Name(), Spread: c.Variadic()}
	var params []*code.Param
	var args []code.Operand
	for i, a := range d.Args {
		a = sizeOf(a, index)
		var x code.Operand
		switch {
		case a.Type.Dimensions == 0:
			x = f.real(a)
		case a.Op == model.OpCall:
			x = f.vector(a)
		default:
			x = f.reals(a)
		}
		params, args = append(params, param(fmt.Sprintf("x%d", i), f.reflected(of.In(i)))), append(args, x)
	}
	name := lowerFirst(c.Name())
	if !c.Fails() {
		then(f.call("start", f.lowering.row(name, callee, types(f.reflected(of.Out(0))), params...), args...))
		return
	}
	r := f.lowering.row(name, callee, types(f.reflected(of.Out(0)), code.Fault), params...)
	start, err := f.value("start", r.Results[0]), f.value("err", code.Fault)
	f.emit(&code.Call{Row: r, Args: args}, start, err)
	f.choose(f.apply("==", err, code.None), func() { then(start) }, nil)
}
