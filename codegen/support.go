package codegen

import (
	"slices"
	"strings"

	"mpc/codegen/support"
	"mpc/factor/families"
	"mpc/model"
)

// support returns the files of run-time support that the package calls.
func (g *generator) support() ([]File, error) {
	lib, err := support.Library()
	if err != nil {
		return nil, err
	}
	// A caller makes and reads distributions.
	for _, fam := range g.families() {
		for _, n := range fam.Names() {
			g.need.Add("dist." + n)
		}
	}
	for _, n := range g.engineNames() {
		g.need.Add(n)
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

// engineNames are what callers give options, and read errors and summaries by: qualified names of
// package engine, and of passing or sampling.
func (g *generator) engineNames() (list []string) {
	add := func(pkg string, names ...string) {
		for _, n := range names {
			list = append(list, pkg+"."+n)
		}
	}
	add("engine", "ContradictionError", "DefinitionError", "IndexError", "InputError", "OptionError")
	if g.program.Demands() {
		add("engine", "ParameterError")
	}
	if g.lacks(func(*model.Input) bool { return true }) {
		add("engine", "MissingError")
	}
	own := "engine"
	if g.chain {
		own = "sampling"
		add(own, "BurnIn", "Chains", "OnDraw", "Option", "Progress", "Samples", "Summary", "Thin", "WithSeed", "Workers")
	} else {
		add("passing", "Iterations", "Option", "Progress", "Start", "Summary", "Tolerance", "Workers")
		if g.code.program.Run.Starts {
			add("passing", "WithSeed")
		}
		add(own, "Skip", "TwiceError")
		if len(g.program.Message.Networks) > 0 {
			add(own, "NetworkError")
		}
	}
	if g.program.Evidence != nil {
		add("engine", "EvidenceTerm")
	}
	add(own, "ImproperError", "NotFiniteError")
	if g.program.Overflows() {
		add(own, "OverflowError")
	}
	if run := g.code.program.Run; run != nil && run.Iterates() {
		add(own, "DivergenceError")
		if run.Guarded() {
			add(own, "BoundError")
		}
	}
	if g.program.Message.Gaussian != nil {
		add("engine", "IntegralError")
		if g.doubts() {
			add("engine", "Doubt", "Numbered")
		}
		if len(g.code.program.Quantiled()) > 0 {
			add("engine", "Quantiles")
		}
	}
	add("engine", "Where")
	return list
}
