package lower

import (
	"fmt"
	"math"
	"strings"

	"mpc/codegen/code"
	"mpc/model"
)

// reads lowers, for each input, the function that checks what the caller gives and copies it. A number or truth that
// can be anything has none.
func (l *lowering) reads() {
	for _, in := range l.Loops.Message.Graph.Model.Inputs {
		l.read(in, in.Name)
		if len(in.Dims) > 0 {
			l.fitsIndices(in)
		}
	}
	for _, s := range l.Loops.Message.Graph.Shared {
		if len(s.Others.Dims) > 0 {
			l.read(s.Others, s.Variable.Name)
		}
		l.fitsOthers(s)
	}
}

// ReadOf is the name of the function that reads an input.
func ReadOf(in *model.Input) string { return "read_" + in.Name }

// read lowers the function of an input, which the caller knows by a name.
func (l *lowering) read(in *model.Input, name string) {
	if len(in.Dims) == 0 && !in.Missing && !checked(in) {
		return
	}
	l.make(Data.has("read", "checks and copies the input "+in.Name+".").of(in.Name).direct(), types(code.Fault), func(f *function) {
		r := &reading{function: f, in: in, name: name, sizes: in.Dims, others: name != in.Name}
		value := r.begin("_given")
		r.forget()
		if len(in.Dims) == 0 {
			r.entries(value)
			return
		}
		l.layout(in.Dims)
		if len(in.Dims) > 1 || r.reader() == "" {
			f.call("", l.Functions[l.ShapeOf(in.Dims).Row])
		}
		if in.DefaultDist == nil {
			r.entries(value)
			return
		}
		f.choose(r.isNil(value), r.defaults, func() { r.entries(value) })
	})
}

// FitsOf is the name of the function that checks that an array which was given fits sizes, some of which may have been
// given later.
func FitsOf(in *model.Input) string { return "fits_" + in.Name }

// fits checks in a function that an array fits. Where indices of several dimensions, or some that may be missing, are to be
// in range, that is a function of its own.
func (f *function) fits(in *model.Input) {
	if f.Functions[FitsOf(in)] != nil {
		f.must(FitsOf(in))
		return
	}
	r := &reading{function: f, in: in, name: in.Name}
	all, total := f.load("all", r.copied("_fits")), f.load("total", f.totalOf(in.Dims))
	if in.Type.Kind != model.IndexKind {
		r.reads("FitsSizes", CheckGiven, r.length(all), total)
		return
	}
	r.reads("FitsIndices", CheckIndices, all, total, f.load("d", &code.Place{Table: f.input(in.Type.Range)}))
}

// fitsIndices lowers that function of indices.
func (l *lowering) fitsIndices(in *model.Input) {
	if in.Type.Kind != model.IndexKind || len(in.Dims) == 1 && !in.Missing {
		return
	}
	l.make(Main.has("fits", "checks that the input "+in.Name+" has as many values as sizes ask for, and that they are in range.").of(in.Name), types(code.Fault), func(f *function) {
		r := &reading{function: f, in: in, name: in.Name}
		r.reads("FitsSizes", CheckGiven, r.length(f.load("all", r.copied("_fits"))), f.load("total", l.totalOf(in.Dims)))
		size := f.load("d", &code.Place{Table: f.input(in.Type.Range)})
		f.eachIndex(in.Dims, func(index []*model.Expr) {
			r.index = index
			x := f.datum(&model.Expr{Op: model.OpInput, Type: in.Type, Input: in, Args: index})
			check := func() {
				f.choose(f.apply(">=", x, size), func() {
					r.refuse("%d is no index of "+in.Type.Range.Name+", which has %d elements", x, size)
				}, nil)
			}
			if in.Missing {
				f.choose(f.absent(in, index), nil, check)
			} else {
				check()
			}
		})
	})
}

// SeenOf is the name of the function of a filter that reads an input at the present time.
func SeenOf(in *model.Input) string { return "seen_" + in.Name }

// seen lowers the functions of a filter that check and copy what is seen at the present time.
func (c *filtering) seen() {
	for _, in := range c.Seen {
		now := c.Stands[in]
		if len(now.Dims) == 0 && !checked(now) {
			continue
		}
		c.make(Streaming.has("seen", "checks and copies "+in.Name+" of the present time.").of(in.Name).on(OfFilter).direct(), types(code.Fault), func(f *function) {
			r := &reading{function: f, in: now, name: in.Name, sizes: in.Dims[1:], time: &code.Place{Table: f.input(c.Now)}}
			r.entries(r.begin("_seen"))
		})
	}
}

// checked tells whether the values of an input may be refused.
func checked(in *model.Input) bool {
	switch in.Type.Kind {
	case model.Real, model.IndexKind, model.RangeKind, model.DistKind:
		return true
	}
	return false
}

// MayBe tells whether an input has entries that may be missing, and no value of its type says so.
func MayBe(in *model.Input) bool { return in.Missing && in.Type.Kind != model.Real }

// valueType is the type of the values of an input.
func (l *lowering) valueType(in *model.Input) code.Type {
	switch in.Type.Kind {
	case model.Real:
		return code.Real
	case model.Bool:
		return code.Truth
	case model.DistKind:
		return l.family(in.Type.Family)
	}
	return code.Whole
}

// givenType is the type of an input as the caller gives it: nested arrays.
func (l *lowering) givenType(in *model.Input) code.Type {
	t := l.valueType(in)
	if MayBe(in) {
		maybe := l.handle("", "Maybe"+title(t))
		l.Maybe[maybe], t = t, maybe
	}
	for range in.Dims {
		t = code.Array{Elem: t}
	}
	return t
}

// A reading is the function of an input while its body is made.
type reading struct {
	*function
	in     *model.Input
	name   string        // that the caller knows it by
	sizes  []*model.Expr // of its dimensions, as the model has them
	others bool          // it is what other batches say
	time   *code.Place   // the number of the present time, of a filter
	given  *code.Table   // the copy: of an array all elements, side by side
	// missing says which entries are missing, some whether one is.
	missing, some *code.Table
	index         []*model.Expr // of the entry
	size          string        // what the size of a row is: a format of its indices
}

// begin declares the copy of the input and the parameter that is copied.
func (r *reading) begin(suffix string) *code.Value {
	r.copied(suffix)
	value := param(r.fresh("value"), r.givenType(r.in))
	r.row.Params = append(r.row.Params, value)
	return value.Value
}

// entries reads all entries.
func (r *reading) entries(value *code.Value) {
	if reader := r.reader(); len(r.in.Dims) == 0 && reader != "" {
		r.reads(reader, CheckGiven, append([]code.Operand{&code.Place{Table: r.given}, value}, r.at()...)...)
		return
	}
	if len(r.in.Dims) == 0 {
		v := r.value(value)
		r.store(&code.Place{Table: r.given}, v)
		return
	}
	r.level(0, value)
}

// forget begins with nothing missing.
func (r *reading) forget() {
	in := r.in
	if !in.Missing {
		return
	}
	r.some = r.declare(&code.Table{Name: in.Name + "_some_given", Type: code.Whole, Keep: code.State}, Source{FromData: FromData{Input: in, Some: true, Given: true}})
	r.store(&code.Place{Table: r.some}, whole(0))
	if !MayBe(in) {
		return
	}
	r.missing = r.declare(&code.Table{Name: in.Name + "_missing_given", Type: code.Truth, Keep: code.State}, Source{FromData: FromData{Input: in, Missing: true, Given: true}})
	if len(in.Dims) == 0 {
		r.store(&code.Place{Table: r.missing}, truth(false))
		return
	}
	r.missing.Type = code.Array{Elem: code.Truth}
	r.changes("forget", Forget, r.missing)
}

// changes calls a row that changes an array.
func (r *reading) changes(name string, kind Kind, t *code.Table, args ...code.Operand) {
	params := []*code.Param{written("to", t.Type, code.Update)}
	for i, x := range args {
		params = append(params, param(fmt.Sprintf("x%d", i), x.Type()))
	}
	row := r.lowering.row(name+"_"+r.in.Name, Callee{Kind: kind, Input: r.in}, nil, params...)
	r.call("", row, append([]code.Operand{&code.Place{Table: t}}, args...)...)
}

// level reads what stands at the first indices of an array.
func (r *reading) level(k int, x code.Operand) {
	f := r.function
	if reader := r.reader(); reader != "" && k == len(r.in.Dims)-1 {
		if k == 0 && r.time != nil {
			r.changes("empty", EmptyGiven, r.given)
		}
		r.readRow(reader, x)
		return
	}
	if k == len(r.in.Dims) {
		v := r.value(x)
		r.changes("append", AppendGiven, r.given, v)
		return
	}
	n := f.call("n", f.math("max", code.Whole, code.Whole, code.Whole), whole(0), f.whole(sizeOf(r.in.Dims[k], r.index)))
	format, outer := r.sizeFormat(r.sizes[k])
	f.choose(f.apply("!=", r.length(x), n), func() {
		r.refuse("has %d elements, but "+format+" is %d", append(append([]code.Operand{r.length(x)}, outer...), n)...)
	}, nil)
	switch {
	case k > 0:
	case r.time != nil:
		r.changes("empty", EmptyGiven, r.given)
	default:
		r.changes("make", MakeGiven, r.given)
	}
	i := f.dimensionAt(k)
	f.loop(i, whole(0), n, false, false, func() {
		r.index = append(r.index, model.IndexExpr(i))
		elem := f.value("x", x.Type().(code.Array).Elem)
		f.emit(&code.Element{Of: x, Index: f.index(i)}, elem)
		r.level(k+1, elem)
		r.index = r.index[:k]
	})
}

// reader is the function of package engine that reads a number, or the last dimension of an array; it is empty where entries may be
// missing, and of distributions.
func (r *reading) reader() string {
	array := len(r.in.Dims) > 0
	switch kind := r.in.Type.Kind; {
	case r.in.Missing || kind == model.DistKind:
	case kind == model.Real && array:
		return "ReadReals"
	case kind == model.Real:
		return "ReadReal"
	case kind == model.IndexKind && array:
		return "ReadIndices"
	case kind == model.RangeKind && !array:
		return "ReadSize"
	case kind != model.IndexKind && array:
		return "ReadValues"
	}
	return ""
}

// reads calls a function of package engine that checks what is given, and leaves with its fault.
func (r *reading) reads(name string, kind Kind, args ...code.Operand) {
	var params []*code.Param
	for i, x := range args {
		p := param(fmt.Sprintf("x%d", i), x.Type())
		if place, ok := x.(*code.Place); ok {
			p = written("to", place.Type(), code.Update)
		}
		params = append(params, p)
	}
	row := r.lowering.row(lowerFirst(name)+"_"+r.name, Callee{Kind: kind, Name: "engine." + name, Input: r.in, Complaint: Complaint{Name: r.name, Help: r.size}, Elements: len(r.index)}, types(code.Fault), params...)
	r.fail(r.call("e", row, args...))
}

// readRow reads the last dimension of an array.
func (r *reading) readRow(name string, x code.Operand) {
	k := len(r.in.Dims) - 1
	r.size = r.rowSize(r.sizes[k])
	args := []code.Operand{&code.Place{Table: r.given}, x, r.whole(sizeOf(r.in.Dims[k], r.index))}
	if r.in.Type.Kind == model.IndexKind {
		args = append(args, r.load("d", &code.Place{Table: r.input(r.in.Type.Range)}))
	}
	r.reads(name, CheckRow, append(args, r.at()...)...)
}

// length is how many elements an array has.
func (r *reading) length(x code.Operand) code.Operand {
	n := r.function.value("count", code.Whole)
	r.emit(&code.Length{Of: x}, n)
	return n
}

// refuse ends the function with an error about the entry.
func (r *reading) refuse(message string, values ...code.Operand) {
	at := r.at()
	r.complain(InputError, "inputError", Complaint{Name: r.name, Help: message}, len(at), append(values, at...)...)
}

// at are the indices of the entry, or of the row.
func (r *reading) at() (at []code.Operand) {
	if r.time != nil {
		at = append(at, r.load("now", r.time))
	}
	for _, x := range r.index {
		at = append(at, r.whole(x))
	}
	return at
}

// sizeFormat is how a size is written where it depends on outer indices: a format, and what it writes.
func (r *reading) sizeFormat(size *model.Expr) (format string, values []code.Operand) {
	format = named(size, func(dim int) string {
		values = append(values, r.whole(r.index[dim]))
		return "%d"
	})
	return format, values
}

// rowSize is how the size of a row is written: a format of the indices of the row.
func (r *reading) rowSize(size *model.Expr) string {
	first := 1
	if r.time != nil {
		first = 2
	}
	return named(size, func(dim int) string { return fmt.Sprintf("%%[%d]d", first+dim) })
}

// named is a size as a format, in which outer indices have the names that are given by their dimensions.
func named(size *model.Expr, name func(dim int) string) (format string) {
	outer := map[*model.Index]int{}
	size = size.Map(func(e *model.Expr) *model.Expr {
		if e.Op == model.OpDim {
			i := &model.Index{}
			outer[i] = e.Dim
			return model.IndexExpr(i)
		}
		return e
	})
	rest := size.Cut(func(before string, i *model.Index) { format += escaped(before) + name(outer[i]) })
	return format + escaped(rest)
}

// escaped is text as a part of a format.
func escaped(text string) string { return strings.ReplaceAll(text, "%", "%%") }

// defaults gives each element the default of the input.
func (r *reading) defaults() {
	f, in := r.function, r.in
	r.changes("default", DefaultGiven, r.given)
	if len(in.Sizes) == 0 || in.Sizes[0].Op == model.OpNumber {
		return
	}
	n := f.call("n", f.math("max", code.Whole, code.Whole, code.Whole), whole(0), f.whole(in.Sizes[0]))
	some := r.length(f.load("all", &code.Place{Table: r.given}))
	wrong := f.both(func() code.Operand { return f.apply(">", some, whole(0)) }, func() code.Operand { return f.apply("!=", n, whole(in.DefaultDist.Size())) })
	f.choose(wrong, func() {
		r.refuse(fmt.Sprintf("the default has the size %d, but %s is %%d", in.DefaultDist.Size(), escaped(in.Sizes[0].String())), n)
	}, nil)
}

// value checks an entry and gives its value.
func (r *reading) value(x code.Operand) code.Operand {
	f, in := r.function, r.in
	switch {
	case !in.Missing:
		r.check(x)
	case !MayBe(in):
		f.choose(r.isNaN(x), func() { f.store(&code.Place{Table: r.some}, whole(1)) }, nil)
		f.choose(r.isInf(x), func() { r.refuse("%v is not a finite number", x) }, nil)
	default:
		t := f.valueType(in)
		known := f.call("known", f.lowering.row("known"+title(x.Type()), Callee{Kind: FieldOf, Name: "Known"}, types(code.Truth), param("x", x.Type())), x)
		value := f.lowering.row("value"+title(x.Type()), Callee{Kind: FieldOf, Name: "Value"}, types(t), param("x", x.Type()))
		f.choose(known, func() {
			if checked(in) {
				r.check(f.call("v", value, x))
			}
		}, func() {
			if len(in.Dims) == 0 {
				f.store(&code.Place{Table: r.missing}, truth(true))
			} else {
				r.changes("mark", Mark, r.missing, &code.Place{Table: r.given})
			}
			f.store(&code.Place{Table: r.some}, whole(1))
		})
		x = f.call("v", value, x)
	}
	if len(in.Sizes) > 0 {
		x = f.ask(nil, x, "Copy", x.Type())
	}
	return x
}

func (r *reading) isNaN(x code.Operand) code.Operand {
	return r.call("v", r.lowering.row("isNaN", Callee{Kind: Function, Name: "math.IsNaN"}, types(code.Truth), param("x", code.Real)), x)
}

func (r *reading) isInf(x code.Operand) code.Operand {
	return r.call("v", r.lowering.row("isInf", Callee{Kind: Function, Name: "math.IsInf"}, types(code.Truth), param("x", code.Real), param("sign", code.Whole)), x, whole(0))
}

// check refuses a value that the input cannot have.
func (r *reading) check(x code.Operand) {
	f, in := r.function, r.in
	switch in.Type.Kind {
	case model.RangeKind: // indices take 32 bits
		f.choose(f.apply("|", f.apply("<", x, whole(0)), f.apply(">", x, whole(math.MaxInt32))), func() { r.refuse("a size is at least 0 and at most 2147483647") }, nil)
	case model.Real:
		f.choose(f.apply("|", r.isNaN(x), r.isInf(x)), func() { r.refuse("%v is not a finite number", x) }, nil)
	case model.IndexKind:
		size := f.load("d", &code.Place{Table: f.input(in.Type.Range)})
		f.choose(f.outOfRange(x, size), func() {
			r.refuse("%d is no index of "+in.Type.Range.Name+", which has %d elements", x, size)
		}, nil)
	case model.DistKind:
		r.distribution(x)
	}
}

// distribution refuses what is no distribution that an input can be.
func (r *reading) distribution(x code.Operand) {
	f, in := r.function, r.in
	if len(in.Sizes) > 0 {
		n := f.call("n", f.math("max", code.Whole, code.Whole, code.Whole), whole(0), f.whole(sizeOf(in.Sizes[0], r.index)))
		format, outer := r.sizeFormat(in.Sizes[0])
		f.choose(f.apply("!=", f.ask(nil, x, "Size", code.Whole), n), func() {
			r.refuse("has the size %d, but "+format+" is %d", append(append([]code.Operand{f.ask(nil, x, "Size", code.Whole)}, outer...), n)...)
		}, nil)
	}
	f.choose(f.ask(nil, x, "IsFinite", code.Truth), nil, func() { r.refuse("the distribution has a parameter that is not finite") })
	if n, ok := negatives[in.Type.Family]; ok && !r.others {
		f.choose(r.negative(x, n.fields), func() { r.refuse("the distribution is none: " + n.says) }, nil)
	}
	if in.Prior && model.Distribution(in.Type.Family).Draws == model.Real {
		f.choose(f.ask(nil, x, "IsPoint", code.Truth), func() {
			r.refuse("the distribution is a point, and Gibbs sampling draws from no point")
		}, nil)
	}
}

// negatives are the parameters of distributions that no prior has. Messages may have them.
var negatives = map[string]struct {
	fields []string
	says   string
}{
	"normal":       {[]string{"P"}, "its precision is negative"},
	"gamma":        {[]string{"Shape", "Rate"}, "its shape or its rate is negative"},
	"inversegamma": {[]string{"Rate"}, "its rate is negative"},
	"beta":         {[]string{"A", "B"}, "one of its counts is negative"},
}

// negative tells whether some of the fields of a distribution are negative.
func (r *reading) negative(x code.Operand, fields []string) code.Operand {
	f := r.function
	var found code.Operand
	for _, name := range fields {
		part := f.value("part", code.Real)
		f.emit(&code.Part{Of: x, Field: name}, part)
		below := f.apply("<", part, real(0))
		if found == nil {
			found = below
		} else {
			found = f.apply("|", found, below)
		}
	}
	return found
}
