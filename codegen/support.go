package codegen

import (
	"slices"
	"strings"

	"mpc/families"
	"mpc/model"
)

// support returns the files of run-time support that the package calls.
func (g *generator) support() ([]File, error) {
	lib, err := runtime()
	if err != nil {
		return nil, err
	}
	// A caller makes and reads distributions.
	for _, fam := range g.families() {
		for _, n := range fam.Names() {
			g.need.Add("dist." + n)
		}
	}
	for _, n := range g.engineTypes() {
		g.need.Add("engine." + n)
	}
	parts, err := lib.Link(g.need)
	if err != nil {
		return nil, err
	}
	var files []File
	for _, part := range parts {
		at := slices.IndexFunc(runtimePackages, func(p runtimePackage) bool { return p.Name == part.Package })
		pkg := runtimePackages[at]
		src, err := g.file("", "// "+pkg.doc+"\n\n"+part.Text)
		if err != nil {
			return nil, err
		}
		files = append(files, File{pkg.file, src})
	}
	return files, nil
}

// families lists the families that the model uses, in the order of their Go
// names.
func (g *generator) families() []*families.Family {
	set := map[string]bool{}
	if !g.chain { // draws are of no family
		for _, v := range g.program.Message.Graph.Variables {
			set[v.Family.String()] = true
		}
	}
	for _, in := range g.model.Inputs {
		set[in.Type.Family] = true
	}
	var list []*families.Family
	for _, f := range families.All() {
		if set[f.Name] {
			list = append(list, f)
		}
	}
	slices.SortFunc(list, func(a, b *families.Family) int { return strings.Compare(a.Go(), b.Go()) })
	return list
}

// engineTypes are the types of package engine that callers read errors and summaries by.
func (g *generator) engineTypes() []string {
	list := []string{"ContradictionError", "DefinitionError", "IndexError", "InputError", "OptionError", "Where"}
	if slices.ContainsFunc(g.model.Inputs, func(in *model.Input) bool { return in.Missing }) {
		list = append(list, "MissingError")
	}
	if demands(g.program) {
		list = append(list, "ParameterError")
	}
	if g.chain {
		return list
	}
	list = append(list, "NotFiniteError", "Skip", "TwiceError")
	if g.iterates() {
		list = append(list, "DivergenceError")
	}
	if g.guarded() {
		list = append(list, "BoundError")
	}
	return list
}
