package codegen

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
