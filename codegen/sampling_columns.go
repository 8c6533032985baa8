package codegen

import (
	"fmt"
	"strings"

	"mpc/model"
)

// elementsMethod is the method that lists the elements of a variable.
func elementsMethod(v *model.Variable) string { return "elementsOf" + exported(v.Name) }

// columns prints the names and the values of one draw, for a table of draws.
func (g *generator) columns(p *printer) {
	for _, v := range g.recorded() {
		g.elements(p, v)
	}
	p.comment("Columns names the values of a draw, in the order in which OnDraw has them: the elements of each variable that is asked for, of a vector or matrix its components. Entries of inputs that are known are left out. NaN is the value of an element whose branch is not taken.")
	p.line("func (inf *Inference) Columns() []string {\nvar list []samples.Element")
	for _, v := range g.recorded() {
		sizes := []string{}
		if v.Type.Dimensions > 0 {
			sizes = g.recordSizes(v)
		}
		switch {
		case v.Entries() != nil:
			f := g.function()
			f.direct = true
			i := "i"
			if len(v.Dims) == 0 {
				i = "_" // the condition has no index
			}
			p.line("for %s, e := range inf.%s() {\nif %s {\nlist = append(list, e)\n}\n}", i, elementsMethod(v), f.absentAt(v.Entries(), "i"))
		case len(sizes) == 0:
			p.line("list = append(list, inf.%s()...)", elementsMethod(v))
		default:
			p.line("for _, e := range inf.%s() {", elementsMethod(v))
			at := ""
			for k, n := range sizes {
				p.line("for k%d := range %s {", k, n)
				at += fmt.Sprintf(", k%d", k)
			}
			p.line("list = append(list, e.At(%s))\n%s}", strings.TrimPrefix(at, ", "), strings.Repeat("}\n", len(sizes)))
		}
	}
	p.line("names := make([]string, len(list))\nfor i, e := range list {\nnames[i] = e.String()\n}\nreturn names\n}\n")
	p.line("// row appends the values of a draw to list, in the order of Columns.\nfunc (c *chain) row(list []float64) []float64 {")
	for _, v := range g.recorded() {
		t := g.program.Constants[v]
		value := "c.value." + g.tableName(t)
		x, there := "float64(x)", g.there(v)
		switch g.elementType(t) {
		case "float64":
			if x = "x"; v.Entries() == nil && there == "" {
				p.line("list = append(list, %s...)", value)
				continue
			}
		case "bool":
			x = "engine.Truth(x)"
		}
		if v.Entries() == nil && there == "" {
			p.line("for _, x := range %s {\nlist = append(list, %s)\n}", value, x)
			continue
		}
		p.line("for i, x := range %s {", value)
		if v.Entries() != nil {
			p.line("if c.sampler.Record.%s[i] == nil {\ncontinue\n}", local(v.Name))
		}
		if there != "" {
			at := "i"
			if v.Type.Dimensions > 0 {
				at = fmt.Sprintf("i*len(%s)/len(%s)", there, value)
			}
			p.line("if !%s[%s] {\nlist = append(list, math.NaN())\ncontinue\n}", there, at)
		}
		p.line("list = append(list, %s)\n}", x)
	}
	p.line("return list\n}\n")
}

// elements prints the method that lists the elements of a variable.
func (g *generator) elements(p *printer, v *model.Variable) {
	p.line("// %s lists the elements of %s.\nfunc (inf *Inference) %s() []samples.Element {", elementsMethod(v), v.Name, elementsMethod(v))
	if len(v.Dims) == 0 {
		p.line("return []samples.Element{{Variable: %q}}\n}\n", v.Name)
		return
	}
	p.line("list := make([]samples.Element, 0, inf.%s)", g.count(v.Dims))
	s := g.shape(v.Dims)
	at, prefix := "", "0"
	for k := range v.Dims {
		n := "inf." + s.size(k)
		if s.ragged[k] {
			n = fmt.Sprintf("inf.%s[%s+1]-inf.%s[%s]", s.start(k), prefix, s.start(k), prefix)
		}
		p.line("for j%d := range %s {", k, n)
		at += fmt.Sprintf(", j%d", k)
		switch {
		case k == 0:
			prefix = "j0"
		case s.ragged[k]:
			prefix = fmt.Sprintf("(inf.%s[%s]+j%d)", s.start(k), prefix, k)
		default:
			prefix = fmt.Sprintf("(%s*inf.%s+j%d)", prefix, s.size(k), k)
		}
	}
	p.line("list = append(list, samples.Element{Variable: %q, Index: []int{%s}})", v.Name, strings.TrimPrefix(at, ", "))
	p.line("%sreturn list\n}\n", strings.Repeat("}\n", len(v.Dims)))
}
