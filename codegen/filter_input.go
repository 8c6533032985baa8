package codegen

import (
	"fmt"

	"mpc/factor"
	"mpc/model"
)

// checkError prints the error of a check that fails.
func checkError(check *factor.Check) string {
	what := "contradictory observation: " + check.Value.String() + " is false"
	if demand := model.Demand(check.Value.Fun); demand != "" {
		what = "of " + check.Value.Args[0].String() + " this must hold: " + demand
	} else if check.Parameter {
		what = "an impossible parameter: " + check.Value.String() + " is false"
	}
	if check.Value.IsFinite() {
		what = check.Subject() + " is not finite"
	}
	return fmt.Sprintf("&InputError{Input: %q, Message: %q}", check.Text, what)
}

// takesOver prints how NewFilter reads the inputs that never change: those that are
// arrays as New does.
func (c *filter) takesOver(p *printer) {
	g := c.g
	arrays := false
	for _, in := range c.Fixed {
		arrays = arrays || len(in.Dims) > 0 || len(in.Sizes) > 0
	}
	if !arrays {
		for _, in := range c.Fixed {
			g.checkValue(p, in, "data."+exported(in.Name), "nil")
			p.line("f.in.%s = data.%s", local(in.Name), exported(in.Name))
		}
		return
	}
	p.line("inf := &Inference{one: 1}")
	f := g.function()
	for _, in := range g.model.Inputs {
		if len(in.Dims) == 0 && contains(c.Fixed, in) {
			g.readInput(f, in)
		}
	}
	p.Write(f.body.Bytes())
	for _, in := range g.order(c.Fixed) {
		if len(in.Dims) > 0 && contains(c.Fixed, in) {
			p.line("if err := inf.read%s(data.%s); err != nil {\nreturn nil, err\n}", exported(in.Name), exported(in.Name))
		}
	}
	for _, in := range c.Fixed {
		p.line("f.in.%s = inf.in.%s", local(in.Name), local(in.Name))
	}
}

func contains(list []*model.Input, in *model.Input) bool {
	for _, x := range list {
		if x == in {
			return true
		}
	}
	return false
}

// sees prints how Step reads what is seen.
func (c *filter) sees(p *printer, in *model.Input) {
	g := c.g
	value, field := "seen."+exported(in.Name), "f.in."+local(in.Name)
	now := c.Stands[in]
	at := []string{fmt.Sprintf("f.in.%s", local(c.Now.Name))}
	if len(now.Dims) == 0 {
		g.checkValue(p, now, value, ints(at))
		return
	}
	p.line("%s = %s[:0]", field, field)
	f := g.function()
	f.direct = true
	for k, size := range now.Dims {
		p.line("if n := max(0, %s); len(%s) != n {", f.env().whole(size), value)
		p.line("return &InputError{Input: %q, At: %s, Message: fmt.Sprintf(\"has %%d elements, but %s is %%d\", len(%s), n)}\n}", in.Name, ints(at), in.Dims[k+1], value)
		p.line("for d%d, x%d := range %s {", k, k, value)
		value = fmt.Sprintf("x%d", k)
		at = append(at, depthPrefix.name(k))
	}
	g.checkValue(p, now, value, ints(at))
	p.line("%s = append(%s, %s)", field, field, value)
	for range now.Dims {
		p.line("}")
	}
}
