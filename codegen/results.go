package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/model"
)

// results prints the accessors of posteriors, and how much they change in an
// iteration.
func (g *generator) results() string {
	var p printer
	for _, u := range g.program.Marginals {
		if u.Constant != nil {
			g.constantAccessor(&p, u.Constant)
		} else {
			g.accessor(&p, u.Variable)
		}
	}
	for _, s := range g.program.Steps {
		if s.Iterate {
			g.code.function(&p, fmt.Sprintf("change%d", s.ID), "is the largest change of a posterior since its last call.")
		}
	}
	g.code.function(&p, "checkMarginals", "returns an error if a posterior is no distribution.")
	g.marginalMethods(&p)
	return p.String()
}

func nested(n int, elem string) string { return strings.Repeat("[]", n) + elem }

// shapeText prints the dimensions of a variable for a comment.
func shapeText(dims []*model.Expr) string {
	if len(dims) == 0 {
		return ""
	}
	parts := make([]string, len(dims))
	for i, d := range dims {
		parts[i] = "[" + d.String() + "]"
	}
	return strings.Join(parts, "")
}

func (g *generator) accessor(p *printer, v *factor.Variable) {
	name := accessor(v.Source.Name)
	dims, entry := v.Dims, ""
	if v.Source.Input != nil {
		dims, entry = v.Source.Input.Dims, g.entry(p, v)
	}
	fam := familyType(v.Family)
	doc := fmt.Sprintf("%s returns the posterior marginal of %s", name, v.Source.Name)
	if len(dims) > 0 {
		doc = fmt.Sprintf("%s returns the posterior marginals of %s%s", name, v.Source.Name, shapeText(dims))
	}
	p.comment(doc + ".")
	p.line("func (inf *Inference) %s() %s {", name, nested(len(dims), fam))
	f := g.function()
	i := "i"
	if len(dims) == 0 {
		i = "0"
	}
	value := ""
	switch {
	case entry != "":
		value = entry + "(" + i + ")"
	case v.Point:
		value = f.table(g.program.Points[v.ID]) + "[" + i + "]"
	default:
		value = f.at(v, i)
	}
	if v.Family.Row().Vector() {
		value += ".Copy()"
	}
	var body printer
	if len(dims) == 0 {
		body.line("return %s", value)
	} else {
		g.unflatten(&body, dims, fam, value)
	}
	f.body.Write(body.Bytes())
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}\n")
	if len(dims) == 1 {
		g.elementAccessor(p, v, entry)
	}
}

// elementAccessor prints the method that returns one posterior of an array: what
// reads all of them in turn needs no slice.
func (g *generator) elementAccessor(p *printer, v *factor.Variable, entry string) {
	name := elementAccessor(v.Source.Name)
	f := g.function()
	allocates := ", and allocates nothing"
	value := f.at(v, "i")
	if v.Point {
		value = f.table(g.program.Points[v.ID]) + "[i]"
	}
	if v.Family.Row().Vector() {
		value += ".Copy()"
		allocates = ""
	}
	if entry != "" {
		value = entry + "(i)"
	}
	p.comment(fmt.Sprintf("%s returns element i of %s%s. Like an index of that slice, i must be in range.", name, accessor(v.Source.Name), allocates))
	p.line("func (inf *Inference) %s(i int) %s {", name, familyType(v.Family))
	f.body.line("return %s", value)
	f.header(p)
	p.Write(f.body.Bytes())
	p.line("}\n")
}

func (g *generator) constantAccessor(p *printer, v *model.Variable) {
	name := accessor(v.Name)
	t := g.program.Constants[v]
	p.comment(fmt.Sprintf("%s returns the value of %s, which no draw enters.", name, v.Name))
	p.line("func (inf *Inference) %s() %s {", name, nested(len(v.Dims), goType(v.Type)))
	g.unflatten(p, v.Dims, goType(v.Type), "inf."+g.tableField(t)+"[i]")
	p.line("}\n")
}

// unflatten prints the body of a function that returns an array as nested
// slices; value is element i.
func (g *generator) unflatten(p *printer, dims []*model.Expr, elem, value string) {
	if len(dims) == 0 {
		p.line("return %s[0]", strings.TrimSuffix(value, "[i]"))
		return
	}
	s := g.shape(dims)
	p.line("i := 0")
	var level func(k int, prefix string)
	level = func(k int, prefix string) {
		n := "inf." + s.size(k)
		if s.ragged[k] {
			n = fmt.Sprintf("inf.%s[%s+1]-inf.%s[%s]", s.start(k), prefix, s.start(k), prefix)
		}
		p.line("r%d := make(%s, %s)", k, nested(len(dims)-k, elem), n)
		p.line("for j%d := range r%d {", k, k)
		if k == len(dims)-1 {
			p.line("r%d[j%d] = %s\ni++", k, k, value)
		} else {
			next := fmt.Sprintf("j%d", k)
			if k > 0 {
				next = fmt.Sprintf("p%d", k)
				if s.ragged[k] {
					p.line("p%d := inf.%s[%s] + j%d", k, s.start(k), prefix, k)
				} else {
					p.line("p%d := %s*inf.%s + j%d", k, prefix, s.size(k), k)
				}
				p.line("_ = p%d", k)
			}
			level(k+1, next)
			p.line("r%d[j%d] = r%d", k, k, k+1)
		}
		p.line("}")
	}
	level(0, "0")
	p.line("return r0")
}

// A previous is the array that keeps the marginals of the iteration before.
type previous struct {
	name, elem string
	variable   *factor.Variable
}

// count is the field that holds the number of elements of an array.
func (g *generator) count(dims []*model.Expr) string {
	if len(dims) == 0 {
		return "one"
	}
	return g.shape(dims).total()
}

// keepPrevious declares an array of marginals once.
func (g *generator) keepPrevious(p previous) {
	for _, q := range g.previous {
		if q.name == p.name {
			return
		}
	}
	g.previous = append(g.previous, p)
}
