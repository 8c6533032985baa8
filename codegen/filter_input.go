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

// takesOver prints how NewFilter reads the inputs that never change, as New does.
func (c *filter) takesOver(p *printer) {
	g := c.g
	if len(c.Fixed) == 0 {
		return
	}
	p.line("inf := &Inference{}")
	p.line("if err := inf.readFixed(%s); err != nil {\nreturn nil, err\n}", g.dataArgument("readFixed"))
	for _, in := range c.Fixed {
		p.line("f.in.%s = inf.in.%s", local(in.Name), local(in.Name))
	}
}
