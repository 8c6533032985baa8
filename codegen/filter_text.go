package codegen

import (
	"fmt"
	"strings"

	"mpc/factor"
	"mpc/message"
)

// phase prints what a step does at the first time, or later.
func (c *chain) phase(first bool) string {
	c.first = first
	c.f = c.g.function()
	c.f.direct, c.f.borrows = true, true
	c.names, c.buffers, c.busy = map[*factor.Edge]string{}, map[*message.Update]string{}, map[*factor.Edge]bool{}
	for _, check := range c.g.program.Message.Graph.Checks {
		if len(check.Loops) > 1 || c.guarded(check.Guards) {
			c.ok = false
			continue
		}
		if c.always(check) || first && len(check.Loops) == 1 && !check.Loops[0].Lo.IsNumber(0) {
			continue // NewFilter checks it, or it is of the later times
		}
		c.f.body.line("if !(%s) {\nreturn %s, %s\n}", c.f.env().truth(c.present(check.Value, timeOf(check.Loops))), c.none(), checkError(check))
	}
	c.next(c.product(c.variable, nil))
	var p printer
	c.f.header(&p)
	p.Write(c.f.body.Bytes())
	return p.String()
}

// print prints the type Filter, or nothing where its messages are more than one
// pass forward.
func (c *chain) print() string {
	c.ok = true
	g, v := c.g, c.variable
	messages, works := g.messages, g.works
	g.messages, g.works = nil, c.vector()
	first := c.phase(true)
	memory := g.messages
	g.messages = nil // what the first time calculates in, later times do too
	later := c.phase(false)
	if len(g.messages) > len(memory) {
		memory = g.messages
	}
	always, worked := c.alwaysChecks(), g.works
	g.messages, g.works = messages, works
	if !c.ok || len(c.seen) == 0 {
		return ""
	}
	fam := familyType(v.Family)
	g.need.Add("dist.Improper")
	g.need.Add("dist.Contradiction")
	g.need.Add("dist.NotFinite")
	var p printer
	p.line("// An Observation is what is seen at one time.")
	p.line("type Observation struct {")
	for _, in := range c.seen {
		doc := in.Doc
		if doc == "" {
			doc = inputText(in)
		}
		p.line("%s %s `json:%q` // %s", exported(in.Name), nested(len(in.Dims)-1, goType(in.Type)), in.Name, commentLine(doc))
	}
	p.line("}\n")
	p.comment(fmt.Sprintf("A Filter runs the model forward, one time after the other: of all that was seen it keeps one message, what is known of %s now. It never looks back: Run of an Inference gives what later observations say of earlier times.", v.Name))
	p.line("type Filter struct {\nin struct {")
	for _, in := range c.fixed {
		p.line("%s %s", local(in.Name), flatType(in))
	}
	for _, in := range c.seen {
		p.line("%s %s", local(in.Name), flatType(c.stands[in]))
	}
	p.line("%s int", local(c.now.Name))
	p.line("}\nlast %s", fam)
	if c.vector() {
		p.line("next %s", fam)
	}
	for _, m := range memory {
		p.line("%s // to work with", m)
	}
	if worked {
		p.line("work dist.MvWork")
	}
	p.line("}\n")
	p.comment("NewFilter returns a filter before its first time. Of data it reads the inputs that are the same at all times.")
	p.line("func NewFilter(%s Data) (*Filter, error) {\nf := &Filter{}", map[bool]string{true: "data", false: "_"}[len(c.fixed) > 0])
	var checks printer
	c.takesOver(&checks)
	p.WriteString(strings.ReplaceAll(checks.String(), "return &InputError", "return nil, &InputError"))
	p.WriteString(here(always))
	p.line("return f, nil\n}\n")
	cost := "takes the same time at each step and allocates nothing"
	if c.vector() {
		cost = "takes the same time at each step and allocates what it returns alone"
	}
	p.comment(fmt.Sprintf("Step takes what is seen at the next time and returns the posterior of %s at that time, given all that has been seen. It %s. After an error the filter stands where it was.", v.Name, cost))
	p.line("func (f *Filter) Step(seen Observation) (%s, error) {", fam)
	var body printer
	for _, in := range c.seen {
		c.sees(&body, in)
	}
	for _, in := range c.seen {
		if len(in.Dims) == 1 {
			body.line("f.in.%s = seen.%s", local(in.Name), exported(in.Name))
		}
	}
	p.WriteString(here(strings.ReplaceAll(body.String(), "return &InputError", "return "+c.none()+", &InputError")))
	if c.vector() {
		p.line("next := &f.next")
	} else {
		p.line("var next %s", fam)
	}
	p.WriteString(here("if inf.in." + local(c.now.Name) + " == 0 {\n" + first + "} else {\n" + later + "}\n"))
	if c.vector() {
		p.line("if !next.IsProper(&f.work) {\nreturn %s, f.fault(%d, dist.Improper)\n}", c.none(), g.firstUpdate(c.before.Factor))
		p.line("f.last.Set(*next)\nf.in.%s++\nreturn next.Copy(), nil\n}\n", local(c.now.Name))
	} else {
		p.line("if !next.IsProper() {\nreturn next, f.fault(%d, dist.Improper)\n}", g.firstUpdate(c.before.Factor))
		p.line("f.last = next\nf.in.%s++\nreturn next, nil\n}\n", local(c.now.Name))
	}
	p.line("// Steps is how many times have been seen.\nfunc (f *Filter) Steps() int { return f.in.%s }\n", local(c.now.Name))
	p.line(`// fault is the error of an update that has no message.
func (f *Filter) fault(update int, why dist.Fault) error {
	at := origins[update]
	where := Where{Line: at.Line, Column: at.Column, Statement: at.Statement, Element: []int{f.Steps()}}
	switch why {
	case dist.Contradiction:
		return &ContradictionError{Where: where}
	case dist.NotFinite:
		return &NotFiniteError{Where: where}
	}
	return &ImproperError{Where: where}
}`)
	return p.String()
}

// here names the fields of a Filter in text that names those of an Inference.
func here(text string) string {
	for _, field := range []string{"in.", "message", "work"} {
		text = strings.ReplaceAll(text, "inf."+field, "f."+field)
	}
	return text
}

// alwaysChecks prints the checks of what never changes.
func (c *chain) alwaysChecks() string {
	c.f = c.g.function()
	c.f.direct, c.f.borrows = true, true
	for _, check := range c.g.program.Message.Graph.Checks {
		if c.always(check) {
			c.f.body.line("if !(%s) {\nreturn nil, %s\n}", c.f.env().truth(c.present(check.Value, nil)), checkError(check))
		}
	}
	var p printer
	c.f.header(&p)
	p.Write(c.f.body.Bytes())
	return p.String()
}

// vector tells whether the chain is one of vectors.
func (c *chain) vector() bool { return c.variable.Family.Row().Vector() }

// none prints the distribution that is returned with an error.
func (c *chain) none() string {
	if c.vector() {
		return familyType(c.variable.Family) + "{}"
	}
	return uniform(c.variable.Family)
}

// next prints what is known of the variable at this time.
func (c *chain) next(product string) {
	if c.vector() {
		c.f.body.line("next.Set(%s)", product)
		return
	}
	c.f.body.line("next = %s", product)
}
