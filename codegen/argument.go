package codegen

// scratchField declares a slice for the elements of an array argument.
func (g *generator) scratchField(elem string) string {
	name := scratchPrefix.name(len(g.scratch))
	g.scratch = append(g.scratch, name+" []"+elem)
	return name
}
