package codegen

import (
	"slices"
	"strings"

	"mpc/factor"
	"mpc/model"
)

// clash prints the error of a posterior that is not finite. It is the product of
// messages that contradict each other, but for variables that noise is between: their
// messages overflow.
func (g *generator) clash(p *printer) {
	var cases printer
	seen := map[string]bool{}
	for _, v := range g.program.Message.Graph.Variables {
		cond, ok := g.noisy(v)
		if !ok || seen[v.Name] {
			continue
		}
		seen[v.Name] = true
		cases.line("case %q:", v.Name)
		if cond == "" {
			cases.line("return &NotFiniteError{Where: where}")
		} else {
			cases.line("if %s {\nreturn &NotFiniteError{Where: where}\n}", cond)
		}
	}
	p.line("// clash is the error of a posterior that is not finite: messages contradict each\n// other, or overflow.")
	p.line("func (inf *Inference) clash(name string, where Where) error {")
	if len(seen) > 0 {
		p.line("switch name {")
		p.Write(cases.Bytes())
		p.line("}")
	}
	p.line("return &ContradictionError{Where: where}\n}\n")
}

// noisy tells whether at most one message to an element of a variable is a point mass
// that is meant, and the condition on the data for it: then two that clash are no
// contradiction.
func (g *generator) noisy(v *factor.Variable) (cond string, ok bool) {
	var conds []string
	points := 0
	for _, e := range v.Edges {
		s, noise := e.Factor.Noise()
		switch {
		case s == nil:
			points++
			if len(e.Factor.Loops) > 0 && !e.Defines {
				points++
			}
		case s.Data == nil:
			ok = true
		case s.Data.Op == model.OpNumber:
			if !noise(s.Data.Value) {
				return "", false
			}
			ok = true
		default:
			ok = true
			if noise(0) {
				continue // a precision, which data do not make infinite
			}
			s.Data.Walk(func(x *model.Expr) {
				if x.Op != model.OpInput || x.Input.Type.Kind == model.IndexKind || x.Input.Type.Kind == model.Bool {
					return
				}
				c := "inf.in." + local(x.Input.Name) + " != 0"
				if len(x.Input.Dims) > 0 {
					c = "!slices.Contains(inf.in." + local(x.Input.Name) + ", 0)"
				}
				if !slices.Contains(conds, c) {
					conds = append(conds, c)
				}
			})
		}
	}
	return strings.Join(conds, " && "), ok && points < 2
}
