package codegen

import (
	"slices"

	"fmt"
	"strings"

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
	for _, s := range g.program.Steps {
		if s.Iterate {
			g.code.function(&p, fmt.Sprintf("change%d", s.ID), "is the largest change of a posterior since its last call.")
		}
	}
	g.code.function(&p, "checkMarginals", "returns an error if a posterior is no distribution.")
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

// accessor prints the methods that return posteriors of a variable.
func (g *generator) accessor(p *printer, v *factor.Variable) {
	name, fam, of := accessor(v.Source.Name), familyType(v.Family), lower.PosteriorOf(v)
	dims := lower.DimsOf(v)
	about := "what is known of " + v.Source.Name
	if v.Source.Input != nil {
		about = "what is known of an entry of " + v.Source.Name + ": where it is not missing, the point mass at the datum"
	} else if len(dims) > 0 {
		about = "what is known of an element of " + v.Source.Name
	}
	vector := v.Family.Row().Vector()
	if vector {
		g.code.function(p, of, "sets a distribution to "+about+".")
	} else {
		g.code.function(p, of, "is "+about+".")
	}
	call := "inf." + codeName(of)
	doc := fmt.Sprintf("%s returns the posterior marginal of %s", name, v.Source.Name)
	if len(dims) > 0 {
		doc = fmt.Sprintf("%s returns the posterior marginals of %s%s", name, v.Source.Name, shapeText(dims))
	}
	p.comment(doc + ".")
	p.line("func (inf *Inference) %s() %s {", name, nested(len(dims), fam))
	switch {
	case len(dims) > 0:
		g.nest(p, dims, fam, false, func(to string, index []string) string {
			if vector {
				return call + "(" + strings.Join(append(index, "&"+to), ", ") + ")"
			}
			return to + " = " + call + "(" + strings.Join(index, ", ") + ")"
		})
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
	g.nest(p, dims, elem, true, func(to string, _ []string) string { return to + " = " + value })
}

// nest prints the body of a function that returns nested slices: set is what sets the element at an index. It counts the
// elements in i where that is wanted.
func (g *generator) nest(p *printer, dims []*model.Expr, elem string, count bool, set func(to string, index []string) string) {
	g.nestIn(p, g.shape(dims), elem, count, set)
}

func (g *generator) nestIn(p *printer, s shape, elem string, count bool, set func(to string, index []string) string) {
	dims := s.Dims
	if count {
		p.line("i := 0")
	}
	var index []string
	var level func(k int, prefix string)
	level = func(k int, prefix string) {
		n := "inf." + s.size(k)
		if s.Ragged(k) {
			n = fmt.Sprintf("inf.%s[%s+1]-inf.%s[%s]", s.start(k), prefix, s.start(k), prefix)
		}
		p.line("r%d := make(%s, %s)", k, nested(len(dims)-k, elem), n)
		p.line("for j%d := range r%d {", k, k)
		index = append(index, fmt.Sprintf("j%d", k))
		if k == len(dims)-1 {
			p.line("%s", set(fmt.Sprintf("r%d[j%d]", k, k), slices.Clone(index)))
			if count {
				p.line("i++")
			}
		} else {
			next := fmt.Sprintf("j%d", k)
			if k > 0 {
				next = fmt.Sprintf("p%d", k)
				if s.Ragged(k) {
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

// count is the number of elements of an array.
func (g *generator) count(dims []*model.Expr) string {
	if len(dims) == 0 {
		return "1"
	}
	return "inf." + g.shape(dims).total()
}
