package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/code"
	"mpc/codegen/fields"
	"mpc/codegen/lower"
	"mpc/model"
)

// results prints the accessors of posteriors.
func (g *generator) results() string {
	var p printer
	for _, a := range g.code.program.Answers() {
		if a.Constant {
			g.constantAccessor(&p, a.Of)
		} else {
			g.accessor(&p, a)
		}
	}
	for _, a := range g.code.program.Quantiles() {
		g.quantileAccessor(&p, a)
	}
	return p.String()
}

// own is a function as the package calls it.
func (g *generator) own(r *code.Row) string { return "inf." + g.code.program.Declared(r).Name }

// accessor prints the methods that return posteriors of a variable.
func (g *generator) accessor(p *printer, a lower.Answer) {
	name, fam, vector, call := accessor(a.Of.Name), fields.MessageType(a.Family), a.Family.Vector(), g.own(a.Posterior)
	doc := fmt.Sprintf("%s returns the posterior marginal of %s", name, a.Of.Name)
	if len(a.Dims) > 0 {
		doc = fmt.Sprintf("%s returns the posterior marginals of %s%s", name, a.Of.Name, lower.ShapeText(a.Dims))
	}
	p.comment(doc + ".")
	p.line("func (inf *Inference) %s() %s {", name, fields.Nested(len(a.Dims), fam))
	switch {
	case len(a.Dims) > 0:
		p.line("return %s", g.rows(a.Dims, g.own(a.Known)+"()"))
	case vector:
		p.line("var m %s\n%s(&m)\nreturn m", fam, call)
	default:
		p.line("return %s()", call)
	}
	p.line("}\n")
	if len(a.Dims) != 1 {
		return
	}
	// What reads all elements in turn needs no slice.
	at, allocates := elementAccessor(a.Of.Name), ", and allocates nothing"
	if vector {
		allocates = ""
	}
	p.comment(fmt.Sprintf("%s returns element i of %s%s. Like an index of that slice, i must be in range.", at, name, allocates))
	p.line("func (inf *Inference) %s(i int) %s {", at, fam)
	if vector {
		p.line("var m %s\n%s(i, &m)\nreturn m\n}\n", fam, call)
	} else {
		p.line("return %s(i)\n}\n", call)
	}
}

func (g *generator) constantAccessor(p *printer, v *model.Variable) {
	name := accessor(v.Name)
	path, elem := g.types.Value(v)
	p.comment(fmt.Sprintf("%s returns the value of %s, which no draw enters.", name, v.Name))
	p.line("func (inf *Inference) %s() %s {", name, fields.Nested(len(v.Dims), elem))
	p.line("return %s\n}\n", g.copied(v.Dims, "inf."+path))
}

// quantileAccessor prints the method that returns quantiles of a variable.
func (g *generator) quantileAccessor(p *printer, a lower.Answer) {
	v := a.Of
	name := quantileAccessor(v.Name)
	p.comment(fmt.Sprintf("%s returns quantiles of the posterior of %s%s, which is no %s in general: %s has its moments.", name, v.Name, lower.ShapeText(v.Dims), fields.MessageType(a.Family), accessor(v.Name)))
	elements, depth := "inf."+g.types.Quantiles(v), len(a.Dims)
	switch {
	case a.Family.Vector() && depth == 0:
		elements, depth = "slices.Clone("+elements+")", 1
	case a.Family.Vector():
		elements, depth = g.rows(a.Dims, fmt.Sprintf("engine.ByVector(%s(), %s)", g.own(a.Known), elements)), depth+1
	case v.Input == nil:
		elements = g.copied(v.Dims, elements)
	case a.Known != nil:
		elements = g.rows(a.Dims, fmt.Sprintf("engine.EntriesQuantiles(%s(), %s)", g.own(a.Known), elements))
	default:
		elements = fmt.Sprintf("engine.EntryQuantiles(%s(), %s[0])", g.own(a.Posterior), elements)
	}
	p.line("func (inf *Inference) %s() %s {\nreturn %s\n}\n", name, fields.Nested(depth, "Quantiles"), elements)
}

// copied is an array that the package keeps as nested slices of its caller.
func (g *generator) copied(dims []*model.Expr, elements string) string {
	if len(dims) > 0 {
		elements = "slices.Clone(" + elements + ")"
	}
	return g.rows(dims, elements)
}

// rows are the elements of an array as nested slices; of a single value it is that.
func (g *generator) rows(dims []*model.Expr, elements string) string {
	if len(dims) == 0 {
		return elements + "[0]"
	}
	for k := len(dims); k > 1; k-- {
		elements = fmt.Sprintf("engine.Rows(%s, %s)", elements, g.dims(dims, k))
	}
	return elements
}

// dims are the first of the dimensions of an array.
func (g *generator) dims(dims []*model.Expr, first int) string {
	s := g.types.Shape(dims)
	var list []string
	for k := range first {
		if s.Ragged(k) {
			list = append(list, "{Starts: inf."+s.Start(k)+"}")
		} else {
			list = append(list, "{N: inf."+s.Size(k)+"}")
		}
	}
	return "[]engine.Dim{" + strings.Join(list, ", ") + "}"
}
