package codegen

import (
	"fmt"

	"mpc/codegen/fields"
	"mpc/codegen/lower"
)

// A filter prints the type Filter of a model that is a chain over time.
type filter struct {
	*lower.Filter
	g *generator
}

// filter prints a streaming filter, if the model has one.
func (g *generator) filter() string {
	if g.code.program.Filter == nil {
		return ""
	}
	c := &filter{g.code.program.Filter, g}
	v := c.Variable
	fam := fields.FamilyType(v.Family)
	g.need.Add("dist.Improper")
	g.need.Add("dist.Contradiction")
	g.need.Add("dist.NotFinite")
	var p printer
	p.record(g.types.Observation())
	p.record(g.types.Filter())
	p.comment("NewFilter returns a filter before its first time. Of data it reads the inputs that are the same at all times.")
	p.line("func NewFilter(%s Data) (*Filter, error) {\nf := &Filter{}", map[bool]string{true: "data", false: "_"}[len(c.Fixed) > 0])
	c.takesOver(&p)
	if g.code.has("always") {
		p.line("if err := f.always(); err != nil {\nreturn nil, err\n}")
	}
	p.line("return f, nil\n}\n")
	cost := "takes the same time at each step and allocates nothing"
	if c.vector() {
		cost = "takes the same time at each step and allocates what it returns alone"
	}
	p.comment(fmt.Sprintf("Step takes what is seen at the next time and returns the posterior of %s at that time, given all that has been seen. It %s. After an error the filter stands where it was.", v.Name, cost))
	p.line("func (f *Filter) Step(seen Observation) (%s, error) {", fam)
	for _, in := range c.Seen {
		if name := lower.SeenOf(in); g.code.has(name) {
			p.line("if err := f.%s(seen.%s); err != nil {\nreturn %s, err\n}", g.code.name(name), exported(in.Name), c.none())
		} else {
			p.line("f.in.%s = seen.%s", local(in.Name), exported(in.Name))
		}
	}
	p.line("var err error\nif f.in.%s == 0 {\nerr = f.atFirst()\n} else {\nerr = f.later()\n}", local(c.Now.Name))
	p.line("if err != nil {\nreturn %s, err\n}", c.none())
	if c.vector() {
		p.line("if !f.next.IsProper(&f.work) {\nreturn %s, engine.FilterFault(origins, %d, dist.Improper, f.Steps())\n}", c.none(), c.Improper)
		p.line("f.last.Set(f.next)\nf.in.%s++\nreturn f.last.Copy(), nil\n}\n", local(c.Now.Name))
	} else {
		p.line("if !f.next.IsProper() {\nreturn f.next, engine.FilterFault(origins, %d, dist.Improper, f.Steps())\n}", c.Improper)
		p.line("f.last = f.next\nf.in.%s++\nreturn f.last, nil\n}\n", local(c.Now.Name))
	}
	p.line("// Steps is how many times have been seen.\nfunc (f *Filter) Steps() int { return f.in.%s }\n", local(c.Now.Name))
	return p.String()
}

// vector tells whether the chain is one of vectors.
func (c *filter) vector() bool { return c.Variable.Family.Row().Vector() }

// none prints the distribution that is returned with an error.
func (c *filter) none() string {
	if c.vector() {
		return fields.FamilyType(c.Variable.Family) + "{}"
	}
	return fields.Uniform(c.Variable.Family.Row())
}
