package codegen

// inference prints the type Inference: its messages, New, Run, its state.
func (g *generator) inference() string {
	var p printer
	p.record(g.types.Inference())
	g.newFunc(&p)
	g.state(&p)
	g.run(&p)
	g.origins(&p)
	g.plan(&p)
	g.factors(&p)
	return p.String()
}
