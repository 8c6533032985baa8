package codegen

import (
	"mpc/codegen/support"
)

// Prepare reads the sources of the run-time support that a package carries, beside what comes before it is printed.
func (o Options) Prepare() {
	if !o.Import {
		go support.Library()
	}
}

// support returns the files of run-time support that the package calls.
func (g *generator) support() ([]File, error) {
	lib, err := support.Library()
	if err != nil {
		return nil, err
	}
	// A caller makes and reads distributions.
	for _, fam := range g.code.program.Families() {
		for _, n := range fam.Names() {
			g.need.Add("dist." + n)
		}
	}
	if g.maybe() {
		g.need.Add("engine.Known")
	}
	for _, n := range g.code.program.Public() {
		g.need.Add(n.Package + "." + n.Name)
	}
	parts, err := lib.Link(g.need)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, part := range parts {
		pkg := support.Named(part.Package)
		src, err := g.file("", "// "+pkg.Doc+"\n\n"+part.Text)
		if err != nil {
			return nil, err
		}
		files = append(files, File{pkg.File, src})
	}
	return files, nil
}
