package codegen

import (
	"fmt"
	"strconv"
	"strings"

	"mpc/codegen/names"
	"mpc/model"
)

// data prints what the caller gives: the struct Data, its checks, the flat
// copies of it, and a setter for each input.
func (g *generator) data() string {
	var p printer
	p.line("// Data is what the caller gives. Arrays nest as in the model; index sets count\n// from 0.")
	p.line("type Data struct {")
	for _, in := range g.model.Inputs {
		doc := in.Doc
		if doc == "" {
			doc = inputText(in)
		}
		p.line("%s %s `json:%q` // %s", exported(in.Name), g.dataType(in), in.Name, commentLine(doc))
		g.labelField(&p, in)
	}
	p.line("}\n")
	g.missingSupport(&p)
	if g.hasLabels() {
		p.WriteString(labelsText)
	}
	g.defaults(&p)
	g.vectorDefaults(&p)
	p.line("// inputs holds the data as flat arrays.")
	p.line("type inputs struct {")
	for _, in := range g.model.Inputs {
		p.line("%s %s", local(in.Name), flatType(in))
		missingFields(&p, in)
	}
	for _, in := range g.others() {
		p.line("%s %s // %s", local(in.Name), flatType(in), commentLine(in.Doc))
	}
	if g.others() != nil && g.scaled() {
		p.line("othersScale float64 // the part of the log evidence that is theirs")
	}
	p.line("}\n")
	f := g.function()
	for _, in := range scalarOrder(g.model.Inputs) {
		g.readInput(f, in)
	}
	g.forgetOthers(&f.body)
	p.line("// read checks the data and copies it.")
	p.line("func (inf *Inference) read(data Data) error {")
	p.Write(f.body.Bytes())
	for _, in := range g.order(g.later) {
		p.line("if err := inf.read%s(data.%s); err != nil {\nreturn err\n}", exported(in.Name), exported(in.Name))
	}
	p.line("return nil\n}\n")
	for _, in := range g.others() {
		if len(in.Dims) > 0 {
			g.later = append(g.later, in)
		}
	}
	for _, in := range g.order(g.later) {
		g.readArray(&p, in)
	}
	for _, in := range g.model.Inputs {
		g.setter(&p, in)
	}
	return p.String()
}

func inputText(in *model.Input) string {
	s := in.TypeText((*model.Expr).String)
	for _, d := range in.Plates() {
		s += "[" + d.String() + "]"
	}
	switch {
	case maybe(in):
		s += "; some may be missing"
	case in.Missing:
		s += "; NaN where missing"
	}
	if in.DefaultDist != nil {
		of := "DefaultData has"
		if len(in.Dims) > 0 {
			of = "nil is"
		}
		s += "; " + of + " the default, " + in.DefaultDist.String()
	}
	if in.Default != nil {
		s += "; DefaultData has the default, " + in.Default.String()
	}
	return s
}

func (g *generator) dataType(in *model.Input) string { return nested(len(in.Dims), valueType(in)) }

// flatType is the type of an input's flat copy. Indices take 32 bits, which
// halves what a loop over them reads.
func flatType(in *model.Input) string {
	t := goType(in.Type)
	if len(in.Dims) == 0 {
		return t
	}
	if in.Type.Kind == model.IndexKind {
		t = "int32"
	}
	return "[]" + t
}

// readInput prints the check and the copy of one input.
func (g *generator) readInput(f *function, in *model.Input) {
	field := "inf.in." + local(in.Name)
	value := "data." + exported(in.Name)
	b := &f.body
	if len(in.Dims) == 0 {
		if in.Type.Kind == model.RangeKind {
			for _, s := range in.Size {
				if s.Dim == 0 && s.Input.DefaultDist == nil {
					b.line("if %s == 0 {\n%s = len(data.%s)\n}", value, value, exported(s.Input.Name))
					break
				}
			}
			if in.Labels != "" {
				b.line("if %s == 0 {\n%s = len(data.%s)\n}", value, value, exported(in.Labels))
			}
			sizeCheck(b, in, value)
		}
		clearMissing(b, in, "inf.in")
		value = g.readValue(b, in, value, "nil", "inf.in")
		if len(in.Sizes) > 0 {
			value += ".Copy()"
		}
		b.line("%s = %s", field, value)
		g.findLabels(b, in)
		return
	}
	g.later = append(g.later, in)
}

// sizeCheck prints the check of a size. Indices take 32 bits.
func sizeCheck(b *printer, in *model.Input, value string) {
	b.line("if %s < 0 || %s > math.MaxInt32 {\nreturn &InputError{Input: %q, Message: \"a size is at least 0 and at most 2147483647\"}\n}", value, value, in.Name)
}

// sizeFormat is how a size is written where it depends on outer indices: a format, and
// its arguments, each with a comma behind it.
func sizeFormat(size *model.Expr, at []string) (format, args string) {
	named := size.Map(func(e *model.Expr) *model.Expr {
		if e.Op == model.OpDim {
			return model.IndexExpr(&model.Index{Name: "\x00" + strconv.Itoa(e.Dim) + "\x00"})
		}
		return e
	})
	for i, part := range strings.Split(named.String(), "\x00") {
		if i%2 == 0 {
			format += strings.ReplaceAll(part, "%", "%%")
			continue
		}
		k, _ := strconv.Atoi(part)
		format += "%d"
		args += at[k] + ", "
	}
	return format, args
}

// shown is the name that a caller knows an input by: of what other batches say the
// variable's.
func (g *generator) shown(in *model.Input) string {
	for _, s := range g.program.Message.Graph.Shared {
		if s.Others == in {
			return s.Variable.Name
		}
	}
	return in.Name
}

// readArray prints the function that checks and copies one array input.
func (g *generator) readArray(p *printer, in *model.Input) {
	f := g.function()
	f.direct = true
	b := &f.body
	s := g.shape(in.Dims)
	g.layout(f, s)
	field := "inf.in." + local(in.Name)
	clearMissing(b, in, "inf.in")
	if in.DefaultDist != nil {
		b.line("if value == nil { // each element has the default")
		b.line("%s = make(%s, inf.%s)\nfor i := range %s {\n%s[i] = %s\n}", field, flatType(in), s.total(), field, field, g.defaultDist(in))
		g.defaultSize(f, in, "inf."+s.total()+" > 0 && ")
		b.line("return nil\n}")
	}
	x := "value"
	var at []string
	for k := range in.Dims {
		want := env{g: g, f: f, dims: at, inline: true}.whole(in.Dims[k])
		b.line("if n := max(0, %s); len(%s) != n {", want, x)
		size, outer := sizeFormat(in.Dims[k], at)
		b.line("return &InputError{Input: %q, At: %s, Message: fmt.Sprintf(%q, len(%s), %sn)}\n}", g.shown(in), ints(at), "has %d elements, but "+size+" is %d", x, outer)
		if k == 0 {
			b.line("%s = make(%s, 0, inf.%s)", field, flatType(in), s.total())
		}
		i := f.depth(k)
		last := k == len(in.Dims)-1
		if last && !g.checksValue(in) || !last && !g.checksValue(in) && !g.raggedAfter(in, k) {
			i = "_"
		}
		b.line("for %s, x%d := range %s {", i, k, x)
		x = fmt.Sprintf("x%d", k)
		at = append(at, i)
	}
	x = g.readValue(b, in, x, ints(at), "inf.in")
	conv := x
	if in.Type.Kind == model.IndexKind {
		conv = "int32(" + x + ")"
	}
	if len(in.Sizes) > 0 {
		conv = x + ".Copy()"
	}
	b.line("%s = append(%s, %s)", field, field, conv)
	b.line("%s", strings.Repeat("}", len(in.Dims)))
	p.line("// read%s checks and copies the input %s.", exported(in.Name), in.Name)
	p.line("func (inf *Inference) read%s(value %s) error {", exported(in.Name), g.dataType(in))
	f.header(p)
	p.Write(b.Bytes())
	p.line("return nil\n}\n")
}

// raggedAfter tells whether an index of dimension k is needed to check the
// lengths of the inner ones: it stands in the error's position at least.
func (g *generator) raggedAfter(in *model.Input, k int) bool { return k < len(in.Dims)-1 }

// order sorts inputs so that sizes come before what is sized by them.
func (g *generator) order(list []*model.Input) []*model.Input {
	var out []*model.Input
	done := map[*model.Input]bool{}
	var visit func(in *model.Input)
	visit = func(in *model.Input) {
		if done[in] {
			return
		}
		done[in] = true
		for _, d := range in.Dims {
			d.Walk(func(e *model.Expr) {
				if e.Op == model.OpInput && len(e.Input.Dims) > 0 {
					visit(e.Input)
				}
			})
		}
		out = append(out, in)
	}
	for _, in := range list {
		visit(in)
	}
	return out
}

// scalarOrder sorts inputs so that a range comes before an index of it, and a size
// before what has it.
func scalarOrder(list []*model.Input) []*model.Input {
	var out []*model.Input
	done := map[*model.Input]bool{}
	var visit func(in *model.Input)
	visit = func(in *model.Input) {
		if in == nil || done[in] {
			return
		}
		done[in] = true
		if in.Type.Kind == model.IndexKind {
			visit(in.Type.Range)
		}
		for _, n := range in.Sizes {
			n.Walk(func(e *model.Expr) {
				if e.Op == model.OpInput {
					visit(e.Input)
				}
			})
		}
		out = append(out, in)
	}
	for _, in := range list {
		visit(in)
	}
	return out
}

func ints(at []string) string {
	if len(at) == 0 {
		return "nil"
	}
	return "[]int{" + strings.Join(at, ", ") + "}"
}

func (g *generator) checksValue(in *model.Input) bool {
	switch in.Type.Kind {
	case model.Real, model.IndexKind, model.DistKind:
		return true
	}
	return false
}

// checkValue prints the check of one value.
func (g *generator) checkValue(b *printer, in *model.Input, x, at string) {
	switch in.Type.Kind {
	case model.Real:
		b.line("if math.IsNaN(%s) || math.IsInf(%s, 0) {\nreturn &InputError{Input: %q, At: %s, Message: fmt.Sprintf(\"%%v is not a finite number\", %s)}\n}", x, x, in.Name, at, x)
	case model.IndexKind:
		r := "inf.in." + local(in.Type.Range.Name)
		b.line("if %s < 0 || %s >= %s {\nreturn &InputError{Input: %q, At: %s, Message: fmt.Sprintf(\"%%d is no index of %s, which has %%d elements\", %s, %s)}\n}", x, x, r, in.Name, at, in.Type.Range.Name, x, r)
	case model.DistKind:
		if len(in.Sizes) > 0 {
			dims := strings.TrimSuffix(strings.TrimPrefix(at, "[]int{"), "}")
			e := env{g: g, f: g.function(), inline: true}
			e.f.direct = true
			if at != "nil" {
				e.dims = strings.Split(dims, ", ")
			}
			size, outer := sizeFormat(in.Sizes[0], e.dims)
			b.line("if n := max(0, %s); %s.Size() != n {", e.whole(in.Sizes[0]), x)
			b.line("return &InputError{Input: %q, At: %s, Message: fmt.Sprintf(%q, %s.Size(), %sn)}\n}", g.shown(in), at, "has the size %d, but "+size+" is %d", x, outer)
		}
		b.line("if !%s.IsFinite() {\nreturn &InputError{Input: %q, At: %s, Message: \"the distribution has a parameter that is not finite\"}\n}", x, g.shown(in), at)
		if says := negative(in); says != "" && !g.isOthers(in) {
			b.line("if %s {\nreturn &InputError{Input: %q, At: %s, Message: %q}\n}", strings.ReplaceAll(says, "x.", x+"."), in.Name, at, "the distribution is none: "+negatives[in.Type.Family].says)
		}
		if in.Prior && in.Type.Family != "bernoulli" && in.Type.Family != "categorical" {
			b.line("if %s.IsPoint() {\nreturn &InputError{Input: %q, At: %s, Message: \"the distribution is a point, and Gibbs sampling draws from no point\"}\n}", x, in.Name, at)
		}
	}
}

// negatives are the parameters of distributions that no prior has. Messages may have
// them.
var negatives = map[string]struct{ when, says string }{
	"normal":       {"x.P < 0", "its precision is negative"},
	"gamma":        {"x.Shape < 0 || x.Rate < 0", "its shape or its rate is negative"},
	"inversegamma": {"x.Rate < 0", "its rate is negative"},
	"beta":         {"x.A < 0 || x.B < 0", "one of its counts is negative"},
}

// negative is the condition that a distribution that is given is none, "" where none
// is known.
func negative(in *model.Input) string { return negatives[in.Type.Family].when }

// setter prints the method that replaces one input.
func (g *generator) setter(p *printer, in *model.Input) {
	name := exported(in.Name)
	method := names.Setter(in.Name)
	next := "computes again what depends on it"
	if g.chain {
		next = "starts anew"
	}
	p.comment(fmt.Sprintf("%s replaces the input %s. The next Run %s. After an error the data are as before.", method, in.Name, next))
	p.line("func (inf *Inference) %s(value %s) error {", method, g.dataType(in))
	p.line("changed := *inf\nnext := &changed")
	if len(in.Dims) > 0 {
		p.line("if err := next.read%s(value); err != nil {\nreturn err\n}", name)
	} else {
		b := &printer{}
		if in.Type.Kind == model.RangeKind {
			sizeCheck(b, in, "value")
		}
		clearMissing(b, in, "next.in")
		value := g.readValue(b, in, "value", "nil", "next.in")
		p.Write(b.Bytes())
		if len(in.Sizes) > 0 {
			value += ".Copy()"
		}
		p.line("next.in.%s = %s", local(in.Name), value)
	}
	if g.chain {
		p.line("return inf.replace(next)\n}\n")
		return
	}
	var bits []string
	for _, s := range g.program.Steps {
		for _, i := range s.Inputs {
			if i == in {
				bits = append(bits, fmt.Sprint(s.ID))
			}
		}
	}
	first := "next"
	if g.raggedInputs() != nil {
		first = "next, false"
	}
	p.line("return inf.replace(%s)\n}\n", strings.Join(append([]string{first}, bits...), ", "))
}
