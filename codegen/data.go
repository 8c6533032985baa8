package codegen

// data prints what the caller gives: the struct Data and the flat copies of it.
func (g *generator) data() string {
	var p printer
	p.record(g.types.Data())
	g.unmarshal(&p)
	g.defaults(&p)
	g.vectorDefaults(&p)
	p.record(g.types.Inputs())
	return p.String()
}
