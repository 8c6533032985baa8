package codegen

import (
	"fmt"

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
	memory := g.code.memory.Filter
	fam := familyType(v.Family)
	g.need.Add("dist.Improper")
	g.need.Add("dist.Contradiction")
	g.need.Add("dist.NotFinite")
	var p printer
	p.line("// An Observation is what is seen at one time.")
	p.line("type Observation struct {")
	for _, in := range c.Seen {
		doc := in.Doc
		if doc == "" {
			doc = inputText(in)
		}
		p.line("%s %s `json:%q` // %s", exported(in.Name), nested(len(in.Dims)-1, goType(in.Type)), in.Name, commentLine(doc))
	}
	p.line("}\n")
	p.comment(fmt.Sprintf("A Filter runs the model forward, one time after the other: of all that was seen it keeps one message, what is known of %s now. It never looks back: Run of an Inference gives what later observations say of earlier times.", v.Name))
	p.line("type Filter struct {\nin struct {")
	for _, in := range c.Fixed {
		p.line("%s %s", local(in.Name), flatType(in))
	}
	for _, in := range c.Seen {
		p.line("%s %s", local(in.Name), flatType(c.Stands[in]))
	}
	p.line("%s int", local(c.Now.Name))
	p.line("}\nlast, next %s", fam)
	g.code.messages(&p, memory)
	if memory.Work || c.vector() {
		p.line("work dist.MvWork")
	}
	p.line("}\n")
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
		p.line("if !f.next.IsProper(&f.work) {\nreturn %s, engine.FilterFault(origins, %d, dist.Improper, f.Steps())\n}", c.none(), lower.FirstUpdate(g.program, c.Before.Factor))
		p.line("f.last.Set(f.next)\nf.in.%s++\nreturn f.last.Copy(), nil\n}\n", local(c.Now.Name))
	} else {
		p.line("if !f.next.IsProper() {\nreturn f.next, engine.FilterFault(origins, %d, dist.Improper, f.Steps())\n}", lower.FirstUpdate(g.program, c.Before.Factor))
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
		return familyType(c.Variable.Family) + "{}"
	}
	return uniform(c.Variable.Family)
}
