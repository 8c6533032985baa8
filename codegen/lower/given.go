package lower

import (
	"slices"

	"mpc/codegen/code"
	"mpc/model"
)

// readAll lowers the function that checks and copies all data, and of a filter the one for what is the same at all times.
func (l *lowering) readAll() {
	l.given(Data.has("read", "checks the data and copies it."), l.Loops.Message.Graph.Model.Inputs, true)
	if l.Filter != nil && len(l.Filter.Fixed) > 0 {
		l.given(Streaming.has("readFixed", "checks and copies the inputs that are the same at all times."), l.Filter.Fixed, false)
	}
}

// given lowers a function that reads inputs.
func (l *lowering) given(m *Declaration, inputs []*model.Input, all bool) {
	l.make(m.direct(), types(code.Fault), func(f *function) {
		g := &giving{f, written(f.fresh("data"), f.handle("", "Data"), code.Read)}
		for _, in := range inputs {
			if all && in.Labels != "" {
				g.data.Access = code.Update // numbers that are found by their labels
			}
		}
		f.row.Params = append(f.row.Params, g.data)
		for _, in := range l.Scalars() {
			if slices.Contains(inputs, in) {
				g.read(in, g.size(in))
				if all && in.Labels != "" {
					g.findLabels(in)
				}
			}
		}
		if all {
			g.forgetOthers()
		}
		for _, in := range l.Arrays() {
			if slices.Contains(inputs, in) {
				g.read(in, g.value(in))
			}
		}
	})
}

// A giving is such a function while its body is made.
type giving struct {
	*function
	data *code.Param
}

// value is what the caller gives of an input.
func (g *giving) value(in *model.Input) code.Operand {
	r := g.lowering.row("given_"+in.Name, Callee{Kind: GivenOf, Input: in}, types(g.givenType(in)), written("data", g.data.Of, code.Read))
	return g.call("value", r, g.data.Value)
}

// size is the value of an input, of a size that is not given the length of the first array that has it, or how many labels
// there are.
func (g *giving) size(in *model.Input) code.Operand {
	value := g.value(in)
	if in.Type.Kind != model.RangeKind {
		return value
	}
	for _, s := range in.Size {
		if s.Dim == 0 && s.Input.DefaultDist == nil {
			value = g.unless(value, func() code.Operand { return g.length(g.value(s.Input)) })
			break
		}
	}
	if in.Labels != "" {
		labels := g.lowering.row("labels_"+in.Name, Callee{Kind: GivenLabels, Input: in}, types(code.Whole), written("data", g.data.Of, code.Read))
		value = g.unless(value, func() code.Operand { return g.call("n", labels, g.data.Value) })
	}
	return value
}

// unless is a size, or, where that is not given, another one.
func (g *giving) unless(size code.Operand, other func() code.Operand) code.Operand {
	n := g.function.value("n", code.Whole)
	a := &code.If{Cond: g.apply("==", size, whole(0)), Then: &code.Block{}, Else: &code.Block{}}
	g.emit(a, n)
	g.within(a.Then, func() { g.gives(other()) })
	a.Else.Gives = []code.Operand{size}
	return n
}

// length is how many elements an array has.
func (g *giving) length(x code.Operand) code.Operand {
	n := g.function.value("count", code.Whole)
	g.emit(&code.Length{Of: x}, n)
	return n
}

// read checks and copies the value of an input. One that can be anything is copied as it is.
func (g *giving) read(in *model.Input, value code.Operand) {
	if r := g.Functions[ReadOf(in)]; r != nil {
		g.fail(g.call("e", r, value))
		return
	}
	g.store((&reading{function: g.function, in: in}).copied("_given"), value)
}

// findLabels finds the numbers of elements of a range that the model names by their labels.
func (g *giving) findLabels(in *model.Input) {
	find := g.lowering.row("findLabels_"+in.Name, Callee{Kind: FindLabels, Input: in}, types(code.Fault), written("data", g.data.Of, code.Update), param("n", code.Whole))
	g.fail(g.call("e", find, g.data.Value, g.load("n", &code.Place{Table: g.input(in)})))
}

// forgetOthers says that no other batch has said anything of a variable that they share. What has a size is made when that is known.
func (g *giving) forgetOthers() {
	for _, s := range g.Loops.Message.Graph.Shared {
		if len(s.Others.Dims) == 0 && !s.Variable.Family.Row().Vector() {
			to := (&reading{function: g.function, in: s.Others}).copied("_given")
			g.store(to, g.call("none", g.lowering.uniform(s.Variable.Family)))
		}
	}
}
