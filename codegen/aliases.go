package codegen

import (
	"slices"

	"mpc/codegen/support"
	"mpc/factor/families"
)

// aliases prints what a package that carries its run-time support declares of it for its callers,
// for one that imports it: callers write the same in both.
func (g *generator) aliases() ([]File, error) {
	distributions, err := support.Declared("dist")
	if err != nil {
		return nil, err
	}
	summaries, err := support.Declared("samples")
	if err != nil {
		return nil, err
	}
	own := "passing"
	if g.chain {
		own = "sampling"
	}
	engines, err := support.Declared(own)
	if err != nil {
		return nil, err
	}
	var messages, functions, reported []string
	for _, fam := range g.code.program.Families() {
		messages = append(messages, fam.Go())
		functions = append(functions, fam.Names()[1:]...)
		if slices.ContainsFunc(fam.Constructors, func(c families.Constructor) bool { return c.Fails() }) {
			messages = append(messages, "MatrixError")
		}
	}
	if g.chain {
		reported = append(g.code.program.Summaries(), "Element", "Warning")
	}
	messages, reported = distributions.WithTypes(messages), summaries.WithTypes(reported)
	var p printer
	p.line("// %s that the model uses.", map[bool]string{false: "The distributions and errors", true: "The distributions, summaries and errors"}[g.chain])
	p.line("type (")
	for _, name := range messages {
		p.line("%s = dist.%s", name, name)
	}
	for _, name := range reported {
		p.line("%s = samples.%s", name, name)
	}
	var options []string
	for _, n := range g.code.program.Public() {
		if n.Package == own && !engines.Has(n.Name) {
			options = append(options, n.Name)
			continue
		}
		p.line("%s = %s.%s", n.Name, n.Package, n.Name)
	}
	p.line(")\n")
	for _, f := range append(distributions.Forwards(functions, messages), engines.Forwards(options, []string{"Option", "Summary"})...) {
		p.line("%s\n", f)
	}
	if g.maybe() {
		p.line("// A Maybe is a value that may be missing; its zero value is. In JSON a missing one\n// is null.\ntype Maybe[T any] = engine.Maybe[T]\n")
		p.line("// Known returns a value that is not missing.\nfunc Known[T any](v T) Maybe[T] { return engine.Known(v) }\n")
	}
	for _, list := range summaries.Enumerations(reported) {
		p.line("const (")
		for _, name := range list {
			p.line("%s = samples.%s", name, name)
		}
		p.line(")\n")
	}
	src, err := g.file("", p.String())
	if err != nil {
		return nil, err
	}
	return []File{{"distributions.go", src}}, nil
}
