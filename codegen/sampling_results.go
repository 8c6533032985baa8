package codegen

import (
	"fmt"
	"strings"

	"mpc/message"
	"mpc/model"
)

// summaryOf is how the draws of a variable are recorded and reported.
type summaryOf struct {
	record  string // the recorder of an element
	report  string // what is reported
	summary string // the method that makes it
	make    string // the constructor, with the memory of all elements
}

func (g *generator) summaryOf(v *model.Variable) summaryOf {
	switch {
	case v.Type.Dimensions == 1:
		return summaryOf{"*samples.Vectors", "samples.Vector", "Vector(&work)", "samples.NewVectors(size, %s)"}
	case v.Type.Dimensions == 2:
		return summaryOf{"*samples.Vectors", "samples.Matrix", "Matrix(&work)", "samples.NewMatrices(size, %s)"}
	case v.Type.Kind == model.Bool:
		return summaryOf{"*samples.Truths", "samples.Truth", "Summary(&work)", "samples.NewTruths(size)"}
	case v.Type.Kind != model.Real && g.cardinality(v) != nil:
		return summaryOf{"*samples.Indices", "samples.Index", "Summary(&work)", "samples.NewIndices(size, %s)"}
	}
	return summaryOf{"*samples.Recorder", "samples.Real", "Summary(&work)", "samples.NewRecorder(size)"}
}

// cardinality is how many values a whole number has that is the same for all elements.
func (g *generator) cardinality(v *model.Variable) *model.Expr {
	if len(v.Sizes) == 0 || v.Type.Dimensions > 0 {
		return nil
	}
	return v.Sizes[0]
}

// recorded lists the variables whose draws are recorded.
func (g *generator) recorded() (list []*model.Variable) {
	for _, u := range g.program.Marginals {
		if u.Variable != nil {
			list = append(list, u.Variable.Source)
		}
	}
	return list
}

// samples prints the record of draws and what is asked of it.
func (g *generator) samples() string {
	var p printer
	p.line("// A record holds what is reported of the draws that are kept.\ntype record struct {")
	for _, v := range g.recorded() {
		p.line("%s []%s", local(v.Name), g.summaryOf(v).record)
	}
	p.line("}\n")
	p.line("// newRecord makes a record without draws.\nfunc (inf *Inference) newRecord(size samples.Size) record {\nvar r record")
	for _, v := range g.recorded() {
		g.makeRecord(&p, v)
	}
	p.line("return r\n}\n")
	p.line("// add records the present values of a chain.\nfunc (inf *chain) add() {\nr := &inf.record")
	for _, v := range g.recorded() {
		name := local(v.Name)
		t := g.program.Constants[v]
		if v.Type.Dimensions > 0 {
			if len(v.Dims) == 0 {
				p.line("r.%s[0].Add(inf.number, inf.value.%s)", name, g.tableName(t))
				continue
			}
			p.line("for i, x := range r.%s {\nn := len(inf.value.%s) / len(r.%s)\nx.Add(inf.number, inf.value.%s[i*n:i*n+n])\n}", name, g.tableName(t), name, g.tableName(t))
			continue
		}
		p.line("for i, x := range inf.value.%s {", g.tableName(t))
		if v.Input != nil {
			p.line("if r.%s[i] == nil {\ncontinue\n}", name)
		}
		p.line("r.%s[i].Add(inf.number, x)\n}", name)
	}
	p.line("}\n")
	for _, u := range g.program.Marginals {
		if u.Constant != nil {
			g.constantAccessor(&p, u.Constant)
		} else {
			g.summaries(&p, u)
		}
	}
	g.columns(&p)
	return p.String()
}

// makeRecord prints the recorders of a variable.
func (g *generator) makeRecord(p *printer, v *model.Variable) {
	s := g.summaryOf(v)
	name := local(v.Name)
	p.line("r.%s = make([]%s, inf.%s)", name, s.record, g.count(v.Dims))
	size := ""
	if strings.Contains(s.make, "%s") {
		f := g.function()
		f.direct = true
		var parts []string
		for _, e := range v.Sizes {
			if reads(e) {
				parts = append(parts, "len(r."+name+")")
				g.internal("%s has vectors of different sizes, which are not recorded by this version", v.Name)
				continue
			}
			parts = append(parts, f.at0().whole(e))
		}
		if v.Type.Dimensions == 2 && len(parts) == 1 {
			parts = append(parts, parts[0])
		}
		size = fmt.Sprintf(s.make, strings.Join(parts, ", "))
	} else {
		size = s.make
	}
	p.line("for i := range r.%s {", name)
	if v.Input != nil {
		f := g.function()
		f.direct = true
		f.skipAbsentRecord(p, v)
	}
	p.line("r.%s[i] = %s\n}", name, size)
}

// skipAbsentRecord prints that entries which are there are not recorded.
func (f *function) skipAbsentRecord(p *printer, v *model.Variable) {
	p.line("if !(%s) {\ncontinue\n}", f.absentAt(v.Input, "i"))
}

func reads(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpDim })
	return found
}

// summaries prints the method that reports on a variable.
func (g *generator) summaries(p *printer, u *message.Update) {
	v := u.Variable.Source
	s := g.summaryOf(v)
	name := accessor(v.Name)
	dims := v.Dims
	if v.Input != nil {
		dims = v.Input.Dims
	}
	p.comment(fmt.Sprintf("%s returns what the draws of %s%s say.", name, v.Name, shapeText(dims)))
	p.line("func (inf *Inference) %s() %s {\nvar work samples.SummaryWork", name, nested(len(dims), s.report))
	if v.Input != nil {
		p.line("at := func(i int) %s {\nif inf.record.%s == nil || inf.record.%s[i] == nil {\nreturn %s{}\n}\nreturn inf.record.%s[i].%s\n}", s.report, local(v.Name), local(v.Name), s.report, local(v.Name), s.summary)
	} else {
		p.line("at := func(i int) %s {\nif inf.record.%s == nil {\nreturn %s{}\n}\nreturn inf.record.%s[i].%s\n}", s.report, local(v.Name), s.report, local(v.Name), s.summary)
	}
	if len(dims) == 0 {
		p.line("return at(0)\n}\n")
		return
	}
	g.unflatten(p, dims, s.report, "at(i)")
	p.line("}\n")
}

// columns prints the names and the values of one draw, for a table of draws.
func (g *generator) columns(p *printer) {
	p.line("// Columns names the values of a draw, in the order of Draws: the elements of each\n// variable that is asked for.")
	p.line("func (inf *Inference) Columns() []string {\nvar list []string")
	for _, v := range g.recorded() {
		dims := append(v.Dims[:len(v.Dims):len(v.Dims)], v.Sizes...)
		if v.Type.Dimensions == 0 {
			dims = v.Dims
		}
		if len(dims) == 0 {
			p.line("list = append(list, %q)", v.Name)
			continue
		}
		s := g.shape(dims)
		var open, close string
		prefix := ""
		format, args := v.Name+"[", ""
		for k := range dims {
			n := "inf." + s.size(k)
			if s.ragged[k] {
				n = fmt.Sprintf("inf.%s[%s+1]-inf.%s[%s]", s.start(k), prefix, s.start(k), prefix)
			}
			open += fmt.Sprintf("for j%d := range %s {\n", k, n)
			if k > 0 {
				format += ","
			}
			format += "%d"
			args += fmt.Sprintf(", j%d", k)
			close += "}\n"
			if k == 0 {
				prefix = "j0"
			} else if s.ragged[k] {
				prefix = fmt.Sprintf("(inf.%s[%s]+j%d)", s.start(k), prefix, k)
			} else {
				prefix = fmt.Sprintf("(%s*%s+j%d)", prefix, "inf."+s.size(k), k)
			}
		}
		p.line("%slist = append(list, fmt.Sprintf(%q%s))\n%s", open, format+"]", args, close)
	}
	p.line("return list\n}\n")
	p.line("// row appends the values of a draw to list, in the order of Columns.\nfunc (inf *chain) row(list []float64) []float64 {")
	for _, v := range g.recorded() {
		t := g.program.Constants[v]
		switch g.elementType(t) {
		case "float64":
			p.line("list = append(list, inf.value.%s...)", g.tableName(t))
		case "bool":
			g.use(truthHelper)
			p.line("for _, x := range inf.value.%s {\nlist = append(list, truth(x))\n}", g.tableName(t))
		default:
			p.line("for _, x := range inf.value.%s {\nlist = append(list, float64(x))\n}", g.tableName(t))
		}
	}
	p.line("return list\n}\n")
}
