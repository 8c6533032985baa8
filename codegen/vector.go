package codegen

import (
	"fmt"
	"reflect"
	"strings"

	"mpc/dist"
	"mpc/factor"
	"mpc/families"
	"mpc/loops"
	"mpc/model"
)

// Messages about vectors and matrices are structs with slices: arrays of them share
// one block of memory, operators and products write into what is there, and loops
// allocate nothing once the scratch messages have grown to their size.

// isVector tells whether a table holds messages about vectors or matrices.
func isVector(t *loops.Table) bool { return t.Role != loops.Constant && t.Family.Row().Vector() }

// scratchVector is the local name of a pointer to a message to work with, until the
// block ends.
func (f *function) scratchVector(fam factor.Family) string { return f.scratchMessage(familyType(fam)) }

func (f *function) scratchMessage(typ string) string {
	var name string
	if n := len(f.free[typ]); n > 0 {
		name = f.free[typ][n-1]
		f.free[typ] = f.free[typ][:n-1]
	} else {
		name = vectorPrefix.name(len(f.g.messages))
		f.g.messages = append(f.g.messages, name+" "+typ)
	}
	s := f.scope()
	s.messages = append(s.messages, scratchMessage{name, typ})
	return f.field(name, "&"+name)
}

// A scratchMessage is a field of the Inference for a message, or its moments, to work
// with: one block after the other uses it.
type scratchMessage struct{ name, typ string }

// work is the memory that operators and moments calculate in.
func (f *function) work() string {
	f.g.works = true
	return f.field("work", "&work")
}

// workOf is the memory that an operator with a parameter of type t calculates in.
func (f *function) workOf(t reflect.Type) string {
	if t != reflect.TypeFor[*dist.CategoricalWork]() {
		return f.work()
	}
	f.g.need.Add("dist.CategoricalWork")
	f.g.weighs = true
	return f.field("weights", "&weights")
}

// method prints the call of a method of a message, with the memory that it works in.
func (f *function) method(fam *families.Family, message, name string, args ...string) string {
	if fam.Work {
		args = append(args, f.work())
	}
	return message + "." + name + "(" + strings.Join(args, ", ") + ")"
}

// varies tells whether the sizes of a variable's elements differ.
func varies(v *factor.Variable) bool {
	found := false
	v.Sizes[0].Walk(func(e *model.Expr) { found = found || e.Op == model.OpDim })
	return found
}

// valueShape is the shape of an array of a variable's elements with their values.
func (g *generator) valueShape(v *factor.Variable) *shape {
	return g.shape(append(v.Dims[:len(v.Dims):len(v.Dims)], v.Sizes[0]))
}

// sizeAt prints the size of the element of a variable at an index.
func (f *function) sizeAt(v *factor.Variable, index []*model.Expr) string {
	if !varies(v) {
		return f.env().whole(v.Sizes[0])
	}
	s := f.g.valueShape(v)
	start := f.field(s.start(len(v.Dims)), s.start(len(v.Dims)))
	pos := f.flat(s, index, f.env())
	return fmt.Sprintf("%s[%s+1] - %s[%s]", start, pos, start, pos)
}

// sizes prints a function from the position of an element of a variable to its
// size, for an array with an element for each.
func (g *generator) sizes(v *factor.Variable) string {
	if !varies(v) {
		f := g.function()
		f.direct = true
		return fmt.Sprintf("func(int) int { return max(0, %s) }", f.env().whole(v.Sizes[0]))
	}
	s := g.valueShape(v)
	start := "inf." + s.start(len(v.Dims))
	return fmt.Sprintf("func(i int) int { return %s[i+1] - %s[i] }", start, start)
}

// newVectors prints the array of a table of messages about vectors.
func (g *generator) newVectors(p *printer, t *loops.Table) { g.newArray(p, t, "inf."+g.tableField(t)) }

// newKept prints the array in which an iteration keeps such messages.
func (g *generator) newKept(p *printer, t *loops.Table) { g.newArray(p, t, "inf.kept."+g.tableName(t)) }

func (g *generator) newArray(p *printer, t *loops.Table, field string) {
	name := "dist.New" + t.Family.Row().Go() + "s"
	if t.Role == loops.Total {
		name = "dist.New" + t.Family.Row().Go() + "Totals"
	}
	if t.Role == loops.Moments {
		name = "dist.New" + t.Family.Row().Moments.Name()
		if t.Family.Row().Name == "dirichlet" && !g.geometric(t.Variable) {
			name += "Logs"
		}
	}
	count := "inf." + g.count(t.Dims)
	if t.Role != loops.Replicated || !varies(t.Variable) {
		p.line("%s = %s(%s, %s)", field, name, count, g.sizes(t.Variable))
		return
	}
	e := t.Edge
	f := g.function()
	f.direct = true
	list := e.Factor.Loops
	if e.Slot.Over != nil {
		list = append(list[:len(list):len(list)], e.Slot.Over)
	}
	p.line("{")
	p.line("sizes := make([]int, %s)", count)
	f.plate(list, e.Factor.Guards, func() {
		at := f.flat(g.shape(t.Dims), g.program.MessagePlace(e).Index, f.env())
		f.body.line("sizes[%s] = %s", at, f.sizeAt(e.Variable, e.Index))
	})
	p.Write(f.body.Bytes())
	p.line("%s = %s(%s, func(i int) int { return sizes[i] })\n}", field, name, count)
}

// vectorProduct prints what makes a product of messages about a vector, and
// returns it: the message itself where it is one, or a scratch message.
func (f *function) vectorProduct(list loops.Product, v *factor.Variable, index []*model.Expr) string {
	return f.vectorProductIn("", list, v, index)
}

// vectorProductIn is vectorProduct that computes a product of several in the memory
// that to points to, if that is not "".
func (f *function) vectorProductIn(to string, list loops.Product, v *factor.Variable, index []*model.Expr) string {
	if len(list) == 1 && list[0].Table.Role != loops.Total && list[0].Copies == nil {
		return f.load(list[0].Table, list[0].Index, f.env())
	}
	var parts []string
	var total *loops.Term
	for i := range list {
		if list[i].Table.Role == loops.Total {
			total = &list[i]
			continue
		}
		x := f.load(list[i].Table, list[i].Index, f.env())
		if n := list[i].Copies; n != nil {
			s := f.scratchVector(v.Family)
			f.body.line("%s.SetPower(%s, dist.OtherCopies(%s))", s, x, f.env().real(n))
			x = "*" + s
		}
		parts = append(parts, x)
	}
	sum, except := "", ""
	if total != nil {
		sum = f.load(total.Table, total.Index, f.env())
		if total.Except != nil {
			except = f.load(total.Except.Table, total.Except.Index, f.env())
		}
	}
	return f.multiply(to, v, parts, sum, except, func() string { return f.sizeAt(v, index) })
}

// multiply prints the product of messages and of a total, perhaps without one of
// its messages, and returns the message that holds it: the one that to points to, or,
// where that is "", a scratch message.
func (f *function) multiply(to string, v *factor.Variable, parts []string, total, except string, size func() string) string {
	if to == "" {
		to = f.scratchVector(v.Family)
	}
	value := "*" + to
	if strings.HasPrefix(to, "&") {
		value = to[1:]
	}
	switch {
	case except != "":
		f.body.line("%s.Except(%s, %s)", total, except, to)
	case total != "":
		f.body.line("%s.Value(%s)", total, to)
	case len(parts) == 0:
		f.body.line("%s.Resize(max(0, %s))", operand(value), size())
		return value
	case len(parts) == 1:
		return parts[0]
	default:
		f.body.line("%s.SetTimes(%s, %s)", operand(value), parts[0], parts[1])
		parts = parts[2:]
	}
	for _, x := range parts {
		f.body.line("%s.SetTimes(%s, %s)", operand(value), value, x)
	}
	if v.Depth > 0 {
		// Messages that contradict each other make the branch impossible, as its evidence says.
		f.body.line("if !%s.IsFinite() {\n%s.SetUniform()\n}", operand(value), operand(value))
	}
	return value
}

// vectorAt prints what is known of element i of a variable.
func (f *function) vectorAt(v *factor.Variable, i string) string {
	list := f.g.program.Marginal(v, nil)
	if len(list) == 1 && list[0].Table.Role != loops.Total {
		return f.elementAt(list[0].Table, i)
	}
	name := f.g.variableName(v) + "Marginal"
	if f.g.marginals[name] == nil {
		f.g.marginals[name] = v
		f.g.marginalNames = append(f.g.marginalNames, name)
	}
	return "inf." + name + "(" + i + ")"
}

// marginalMethods prints the methods that return what is known of an element of a
// vector variable.
func (g *generator) marginalMethods(p *printer) {
	for _, name := range g.marginalNames {
		v := g.marginals[name]
		f := g.function()
		var parts []string
		total := ""
		for _, t := range g.program.Marginal(v, nil) {
			x := f.elementAt(t.Table, "i")
			if t.Table.Role == loops.Total {
				total = x
				continue
			}
			parts = append(parts, x)
		}
		product := f.multiply("", v, parts, total, "", func() string {
			if varies(v) {
				s := g.valueShape(v)
				start := f.field(s.start(len(v.Dims)), s.start(len(v.Dims)))
				return start + "[i+1] - " + start + "[i]"
			}
			return f.env().whole(v.Sizes[0])
		})
		p.comment(fmt.Sprintf("%s is the product of all messages to element i of %s, in memory that the next call uses again.", name, v.Name))
		p.line("func (inf *Inference) %s(i int) %s {", name, familyType(v.Family))
		f.body.line("return %s", product)
		f.header(p)
		p.Write(f.body.Bytes())
		p.line("}\n")
	}
}

// storedVector prints an element of an input or of a variable as a slice.
func (f *function) storedVector(e *model.Expr, v env) string {
	if e.Op == model.OpInput {
		name := f.field(local(e.Input.Name), "in."+local(e.Input.Name))
		return f.part(name, f.g.shape(e.Input.Dims), e.Args, v)
	}
	t := f.g.program.Constants[e.Variable]
	return f.part(f.table(t), f.g.shape(t.Dims), e.Args, v)
}

// vector prints data that are a vector, or a matrix row by row, as a slice.
func (f *function) vector(e *model.Expr) string {
	switch e.Op {
	case model.OpInput, model.OpVariable:
		return f.storedVector(e, f.env())
	case model.OpCall:
		switch e.Fun {
		case "component":
			return f.at0().component(e, "float64", f.env().real)
		case "zeros":
			return fmt.Sprintf("%s.Zeros(max(0, %s))", f.work(), f.env().whole(e.Args[0]))
		}
	case model.OpList:
		var parts []string
		var walk func(e *model.Expr)
		walk = func(e *model.Expr) {
			for _, a := range e.Args {
				if a.Op == model.OpList {
					walk(a)
				} else {
					parts = append(parts, f.env().real(a))
				}
			}
		}
		walk(e)
		return "[]float64{" + strings.Join(parts, ", ") + "}"
	}
	return f.g.internal("a vector %s of data", e)
}

// reals prints data that are a vector, or a matrix row by row, as a slice of reals:
// whole numbers are copied.
func (f *function) reals(e *model.Expr) string {
	x := f.vector(e)
	if e.Op == model.OpList || e.Type.Kind == model.Real {
		return x
	}
	reals := "engine.Reals"
	if f.direct {
		return reals + "(nil, " + x + ")"
	}
	name := f.g.scratchField("float64")
	f.field(name, name)
	f.body.line("%s = %s(%s[:0], %s)", name, reals, name, x)
	f.keep(name)
	return name
}

// part prints the elements of a flat array below an index, which is printed in v.
func (f *function) part(name string, s *shape, args []*model.Expr, v env) string {
	if len(args) == 0 {
		return name
	}
	pos := f.flat(s, args, v)
	lo, hi := pos, pos+"+1"
	for k := len(args); k < len(s.dims); k++ {
		if s.ragged[k] {
			start := f.field(s.start(k), s.start(k))
			lo, hi = start+"["+lo+"]", start+"["+hi+"]"
			continue
		}
		n := f.size(s, k)
		lo, hi = group(lo)+"*"+n, "("+hi+")*"+n
	}
	return name + "[" + lo + " : " + hi + "]"
}

// vectorDatum prints data that are a vector as an operator wants them.
func (f *function) vectorDatum(v loops.Value, t reflect.Type) string {
	if v.Arg.Point == factor.Unknown && t.Elem().Kind() == reflect.Int {
		return f.vector(v.Data)
	}
	x := f.reals(v.Data)
	if v.Arg.Point == factor.Unknown {
		return x
	}
	to := f.scratchVector(v.Arg.Point)
	f.body.line("%s.SetPoint(%s)", to, x)
	return "*" + to
}

// operand is a value that a method can be called on.
func operand(x string) string {
	if strings.HasPrefix(x, "*") {
		return x[1:]
	}
	return x
}
