package codegen

// aliases prints the names that a caller uses of the distributions, for a
// package that imports the run-time support.
func (g *generator) aliases() ([]File, error) {
	var p printer
	p.line("// The distributions that the model uses.")
	p.line("type (")
	for _, fam := range g.families() {
		p.line("%s = dist.%s", fam.Go(), fam.Go())
	}
	p.line(")")
	src, err := g.file("", p.String())
	if err != nil {
		return nil, err
	}
	return []File{{"distributions.go", src}}, nil
}
