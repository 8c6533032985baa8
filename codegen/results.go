package codegen

import (
	"fmt"
	"strings"

	"mpc/codegen/fields"
	"mpc/codegen/lower"

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
	for _, t := range g.code.program.Quantiled() {
		g.quantileAccessor(&p, t)
	}
	return p.String()
}

// accessor prints the methods that return posteriors of a variable.
func (g *generator) accessor(p *printer, v *factor.Variable) {
	name, fam, of := accessor(v.Source.Name), fields.FamilyType(v.Family), lower.PosteriorOf(v)
	dims := lower.DimsOf(v)
	vector := v.Family.Row().Vector()
	call := "inf." + g.code.name(of)
	doc := fmt.Sprintf("%s returns the posterior marginal of %s", name, v.Source.Name)
	if len(dims) > 0 {
		doc = fmt.Sprintf("%s returns the posterior marginals of %s%s", name, v.Source.Name, lower.ShapeText(dims))
	}
	p.comment(doc + ".")
	p.line("func (inf *Inference) %s() %s {", name, fields.Nested(len(dims), fam))
	switch {
	case len(dims) > 0:
		p.line("return %s", g.rows(dims, "inf."+g.code.name(lower.KnownOf(v))+"()"))
	case vector:
		p.line("var m %s\n%s(&m)\nreturn m", fam, call)
	default:
		p.line("return %s()", call)
	}
	p.line("}\n")
	if len(dims) != 1 {
		return
	}
	// What reads all elements in turn needs no slice.
	at, allocates := elementAccessor(v.Source.Name), ", and allocates nothing"
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
	t := g.program.Constants[v]
	p.comment(fmt.Sprintf("%s returns the value of %s, which no draw enters.", name, v.Name))
	p.line("func (inf *Inference) %s() %s {", name, fields.Nested(len(v.Dims), fields.GoType(v.Type)))
	p.line("return %s\n}\n", g.copied(v.Dims, "inf."+g.types.Table(t)))
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
