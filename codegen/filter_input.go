package codegen

import (
	"fmt"

	"mpc/factor"
	"mpc/model"
)

// input is an input at the present time. Its indices have been written so already.
func (c *chain) input(x *model.Expr) *model.Expr {
	in := x.Input
	switch {
	case in == c.now || c.stood[in]:
		return x
	case in == c.time || in.Type.Kind == model.IndexKind || in.Missing:
		c.ok = false
		return x
	case len(in.Dims) == 0 || !c.times(in.Dims[0]):
		return c.same(x)
	case len(x.Args) != 1 || len(in.Dims) > 1 && in.Type.Kind != model.Real:
		c.ok = false // a number of a vector that is seen
		return x
	}
	if at := x.Args[0]; !(at.Op == model.OpInput && at.Input == c.now) && !(c.first && at.IsNumber(0)) {
		c.ok = false
	}
	if c.stands[in] == nil {
		now := *in
		now.Dims = nil
		for _, size := range in.Dims[1:] {
			now.Dims = append(now.Dims, c.present(size, nil))
		}
		c.stands[in], c.stood[&now] = &now, true
	}
	c.seen = withInput(c.seen, in)
	return &model.Expr{Op: model.OpInput, Type: x.Type, Input: c.stands[in], At: x.At}
}

// same is an input that is the same at all times: a number, or a whole vector or matrix.
func (c *chain) same(x *model.Expr) *model.Expr {
	in := x.Input
	if len(x.Args) > 0 || len(in.Dims) > 0 && in.Type.Kind != model.Real {
		c.ok = false
		return x
	}
	for _, size := range in.Dims {
		c.present(size, nil)
	}
	for _, size := range in.Sizes {
		c.present(size, nil)
	}
	c.fixed = withInput(c.fixed, in)
	return x
}

func withInput(list []*model.Input, in *model.Input) []*model.Input {
	for _, x := range list {
		if x == in {
			return list
		}
	}
	return append(list, in)
}

// always tells whether a check is of inputs that never change.
func (c *chain) always(check *factor.Check) bool {
	same := true
	check.Value.Walk(func(e *model.Expr) {
		if e.Op == model.OpIndex || e.Op == model.OpInput && (e.Input == c.time || len(e.Input.Dims) > 0 && c.times(e.Input.Dims[0])) {
			same = false
		}
	})
	return same
}

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
func (c *chain) takesOver(p *printer) {
	g := c.g
	arrays := false
	for _, in := range c.fixed {
		arrays = arrays || len(in.Dims) > 0 || len(in.Sizes) > 0
	}
	if !arrays {
		for _, in := range c.fixed {
			g.checkValue(p, in, "data."+exported(in.Name), "nil")
			p.line("f.in.%s = data.%s", local(in.Name), exported(in.Name))
		}
		return
	}
	p.line("inf := &Inference{one: 1}")
	f := g.function()
	for _, in := range g.model.Inputs {
		if len(in.Dims) == 0 && contains(c.fixed, in) {
			g.readInput(f, in)
		}
	}
	p.Write(f.body.Bytes())
	for _, in := range g.order(c.fixed) {
		if len(in.Dims) > 0 && contains(c.fixed, in) {
			p.line("if err := inf.read%s(data.%s); err != nil {\nreturn nil, err\n}", exported(in.Name), exported(in.Name))
		}
	}
	for _, in := range c.fixed {
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
func (c *chain) sees(p *printer, in *model.Input) {
	g := c.g
	value, field := "seen."+exported(in.Name), "f.in."+local(in.Name)
	now := c.stands[in]
	at := []string{fmt.Sprintf("f.in.%s", local(c.now.Name))}
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
