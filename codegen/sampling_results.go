package codegen

import (
	"fmt"
	"slices"
	"strings"

	"mpc/message"
	"mpc/model"
)

// summaryOf is how the draws of a variable are recorded and reported.
type summaryOf struct {
	record string // the recorder of an element
	report string // what is reported
	method string // that makes it
	make   string // the constructor, with the number of values or components
}

func (g *generator) summaryOf(v *model.Variable) summaryOf {
	local := ""
	if g.there(v) != "" {
		local = "Local"
	}
	switch {
	case v.Type.Dimensions == 1:
		return summaryOf{"*samples.Vectors", "samples.Vector", local + "Vector", "samples.NewVectors(size, %s)"}
	case v.Type.Dimensions == 2:
		return summaryOf{"*samples.Vectors", "samples.Matrix", local + "Matrix", "samples.NewMatrices(size, %s)"}
	case v.Type.Kind == model.Bool:
		return summaryOf{"*samples.Truths", "samples.Truth", local + "Summary", "samples.NewTruths(size)"}
	case v.Tallied():
		return summaryOf{"*samples.Indices", "samples.Index", local + "Summary", "samples.NewIndices(size, %s)"}
	}
	return summaryOf{"*samples.Recorder", "samples.Real", local + "Summary", "samples.NewRecorder(size)"}
}

// there is the table that tells where the elements of a variable are there that lives in
// branches alone, "" of others.
func (g *generator) there(v *model.Variable) string {
	if there := g.program.Message.Sampling.There(v); there != nil {
		return "c.value." + g.tableName(g.program.Constants[there])
	}
	return ""
}

// recorded lists the variables whose draws are recorded.
func (g *generator) recorded() (list []*model.Variable) {
	seen := map[*model.Variable]bool{}
	for _, u := range g.program.Marginals {
		if u.Variable != nil && !seen[u.Variable.Source] {
			seen[u.Variable.Source] = true
			list = append(list, u.Variable.Source)
		}
	}
	return list
}

// samples prints the record of draws and what is asked of it.
func (g *generator) samples() string {
	var p printer
	p.line("// A record holds what is recorded of the draws that are kept.\ntype record struct {")
	for _, v := range g.recorded() {
		p.line("%s []%s", local(v.Name), g.summaryOf(v).record)
	}
	p.line("}\n")
	p.line("// newRecord makes a record without draws.\nfunc (inf *Inference) newRecord(size samples.Size) record {\nvar r record")
	for _, v := range g.recorded() {
		g.makeRecord(&p, v)
	}
	p.line("return r\n}\n")
	p.line("// reserve makes room for draws.\nfunc (r *record) reserve(size samples.Size) {")
	for _, v := range g.recorded() {
		p.line("sampling.Reserve(r.%s, size)", local(v.Name))
	}
	p.line("}\n")
	g.countNumbers(&p)
	p.line("// add records the present values of a chain.\nfunc (c *chain) add() {\nr := &c.sampler.Record")
	for _, v := range g.recorded() {
		g.addToRecord(&p, v)
	}
	p.line("}\n")
	g.report(&p)
	seen := map[*model.Variable]bool{}
	for _, u := range g.program.Marginals {
		switch {
		case u.Constant != nil:
			g.constantAccessor(&p, u.Constant)
		case !seen[u.Variable.Source]:
			seen[u.Variable.Source] = true
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
	made := s.make
	if strings.Contains(made, "%s") {
		made = fmt.Sprintf(made, strings.Join(g.recordSizes(v), ", "))
	}
	drawn := "nil"
	if v.Entries() != nil {
		f := g.function()
		f.direct = true
		i := "i"
		if len(v.Dims) == 0 {
			i = "_" // the condition has no index
		}
		drawn = fmt.Sprintf("func(%s int) bool { return %s }", i, f.absentAt(v.Entries(), "i"))
	}
	p.line("r.%s = sampling.Recorders(inf.%s, %s, func() %s { return %s })", name, g.count(v.Dims), drawn, s.record, made)
}

// recordSizes prints the number of components of each element of a variable, rows and
// columns of a matrix, or of the values of a whole number.
func (g *generator) recordSizes(v *model.Variable) (parts []string) {
	f := g.function()
	f.direct = true
	for _, e := range v.Sizes {
		if reads(e) {
			g.internal("%s has vectors of different sizes, which are not recorded by this version", v.Name)
			return []string{"0", "0"}
		}
		parts = append(parts, f.at0().whole(e))
	}
	if v.Type.Dimensions == 2 && len(parts) == 1 {
		parts = append(parts, parts[0])
	}
	return parts
}

func reads(e *model.Expr) bool {
	found := false
	e.Walk(func(x *model.Expr) { found = found || x.Op == model.OpDim })
	return found
}

// countNumbers prints how many numbers a draw has.
func (g *generator) countNumbers(p *printer) {
	p.line("// numbers is how many numbers are recorded of a draw.\nfunc (inf *Inference) numbers() int {\nn := 0")
	for _, v := range g.recorded() {
		n := "inf." + g.count(v.Dims)
		if v.Type.Dimensions > 0 {
			for _, s := range g.recordSizes(v) {
				n += " * " + group(s)
			}
		}
		p.line("n += %s", n)
	}
	p.line("return n\n}\n")
}

// addToRecord prints how the present values of a variable are recorded.
func (g *generator) addToRecord(p *printer, v *model.Variable) {
	name, value, there := local(v.Name), "c.value."+g.tableName(g.program.Constants[v]), g.there(v)
	absent := func() {
		if there != "" {
			p.line("if !%s[i] {\ncontinue // its branch is not taken\n}", there)
		}
	}
	if v.Type.Dimensions > 0 {
		if len(v.Dims) == 0 && there == "" {
			p.line("r.%s[0].Add(c.course.Number, %s)", name, value)
			return
		}
		p.line("for i, x := range r.%s {", name)
		absent()
		p.line("n := len(%s) / len(r.%s)\nx.Add(c.course.Number, %s[i*n:i*n+n])\n}", value, name, value)
		return
	}
	p.line("for i, x := range %s {", value)
	absent()
	if v.Entries() != nil {
		p.line("if r.%s[i] == nil {\ncontinue\n}", name)
	}
	x := "x"
	if v.Type.Kind != model.Real && v.Type.Kind != model.Bool && !v.Tallied() {
		x = "float64(x)"
	}
	p.line("r.%s[i].Add(c.course.Number, %s)\n}", name, x)
}

// report prints what the draws so far say, of all elements, and what is wrong with it.
func (g *generator) report(p *printer) {
	p.line("// A report is what the draws so far say of each element.\ntype report struct {")
	for _, v := range g.recorded() {
		p.line("%s []%s", local(v.Name), g.summaryOf(v).report)
	}
	p.line("}\n")
	p.line("// report computes what the draws say, in so many goroutines.\nfunc (r *record) report(workers int) *report {\nreturn &report{")
	for _, v := range g.recorded() {
		s := g.summaryOf(v)
		p.line("%s: sampling.Summarize(workers, r.%s, (%s).%s),", local(v.Name), local(v.Name), s.record, s.method)
	}
	p.line("}\n}\n")
	p.line("// reports returns what the draws so far say, which is computed once.")
	p.line("func (inf *Inference) reports() *report {\nif inf.sampler.Reported != nil {\nreturn inf.sampler.Reported\n}\nreturn inf.sampler.Reports(inf.hooks(), runtime.GOMAXPROCS(0))\n}\n")
	p.line("// warnings lists what is not to be relied on.\nfunc (inf *Inference) warnings() (list []samples.Warning) {\nr := inf.reports()")
	for _, v := range g.recorded() {
		name := local(v.Name)
		p.line("for i, e := range inf.%s() {", elementsMethod(v))
		if v.Entries() != nil {
			p.line("if inf.sampler.Record.%s == nil || inf.sampler.Record.%s[i] == nil {\ncontinue\n}", name, name)
		}
		method := "Warnings"
		if g.program.Message.Sampling.Fixed(v) {
			switch g.summaryOf(v).report {
			case "samples.Real":
				p.line("if r.%s[i].SD == 0 {\ncontinue // some elements are the same in all draws\n}", name)
			case "samples.Vector":
				method = "Varying"
			}
		}
		p.line("list = append(list, r.%s[i].%s(e)...)", name, method)
		if slices.Contains(g.tried(), v) {
			if v.Data != nil {
				f := g.function()
				f.direct = true
				p.line("if !(%s) {\ncontinue // is known\n}", f.absentAt(v.Data, "i"))
			}
			p.line("if !slices.ContainsFunc(inf.sampler.Chains, func(c *chain) bool { return c.free.%s[i] }) {\nlist = append(list, r.%s[i].OneValue(e)...)\n}", name, name)
		}
		p.line("}")
	}
	p.line("return list\n}\n")
}

// summaries prints the method that reports on a variable, and of an array that on an
// element.
func (g *generator) summaries(p *printer, u *message.Update) {
	v := u.Variable.Source
	s := g.summaryOf(v)
	name, at := accessor(v.Name), "r."+local(v.Name)+"[i]"
	dims := v.Dims
	doc := fmt.Sprintf("%s returns what the draws of %s%s say.", name, v.Name, shapeText(dims))
	if v.Entries() != nil {
		dims = v.Entries().Dims
		at = g.knownEntry(p, v, s)
		doc = fmt.Sprintf("%s returns what the draws of the missing entries of %s%s say, and the data elsewhere.", name, v.Name, shapeText(dims))
	}
	p.comment(doc)
	p.line("func (inf *Inference) %s() %s {", name, nested(len(dims), s.report))
	p.line("r := inf.reports()")
	if len(dims) == 0 {
		p.line("return %s\n}\n", strings.NewReplacer("[i]", "[0]", "(r, i)", "(r, 0)").Replace(at))
		return
	}
	g.unflatten(p, dims, s.report, at)
	p.line("}\n")
	if len(dims) > 1 {
		return
	}
	p.comment(fmt.Sprintf("%s returns element i of %s. Like an index of that slice, i must be in range.", elementAccessor(v.Name), name))
	p.line("func (inf *Inference) %s(i int) %s {\nr := inf.reports()\nreturn %s\n}\n", elementAccessor(v.Name), s.report, at)
}

// knownEntry prints the method that reports on an entry of an input: on the draws of it,
// or where it is known the datum. It returns a call.
func (g *generator) knownEntry(p *printer, v *model.Variable, s summaryOf) string {
	in := v.Entries()
	name := "entry" + exported(in.Name)
	f := g.function()
	f.direct = true
	x := "inf.in." + local(in.Name)
	if len(in.Dims) > 0 {
		x += "[i]"
	}
	p.comment(fmt.Sprintf("%s is what is known of entry i of %s.", name, in.Name))
	p.line("func (inf *Inference) %s(r *report, i int) %s {", name, s.report)
	p.line("if %s {\nreturn r.%s[i]\n}", f.absentAt(in, "i"), local(v.Name))
	switch s.report {
	case "samples.Truth":
		p.line("return samples.KnownTruth(%s)\n}\n", x)
	case "samples.Index":
		p.line("return samples.KnownIndex(%s, %s)\n}\n", g.recordSizes(v)[0], x)
	default:
		p.line("return samples.KnownReal(float64(%s))\n}\n", x)
	}
	return "inf." + name + "(r, i)"
}

// reported lists the types of reports that the package has.
func (g *generator) reported() (list []string) {
	for _, v := range g.recorded() {
		name := strings.TrimPrefix(g.summaryOf(v).report, "samples.")
		if !slices.Contains(list, name) {
			list = append(list, name)
		}
	}
	slices.Sort(list)
	return list
}
