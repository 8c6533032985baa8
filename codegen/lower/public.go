package lower

import (
	"slices"
	"strings"

	"mpc/factor/families"
	"mpc/model"
)

// A Qualified name is that of a declaration of a run-time package.
type Qualified struct{ Package, Name string }

// Families lists the families that the model uses, in the order of their Go
// names.
func (p *Program) Families() []*families.Family {
	set := map[string]bool{}
	if p.Loops.Message.Sampling == nil { // draws are of no family
		for _, v := range p.Loops.Message.Graph.Variables {
			set[v.Family.String()] = true
		}
	}
	for _, in := range p.Loops.Message.Graph.Model.Inputs {
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

// Public are what callers give options, and read errors and summaries by: names of package engine, and of passing or sampling.
func (p *Program) Public() (list []Qualified) {
	add := func(pkg string, names ...string) {
		for _, n := range names {
			list = append(list, Qualified{pkg, n})
		}
	}
	add("engine", "ContradictionError", "DefinitionError", "IndexError", "InputError", "OptionError")
	if p.Loops.Demands() {
		add("engine", "ParameterError")
	}
	if slices.ContainsFunc(p.Loops.Message.Graph.Model.Inputs, func(in *model.Input) bool { return in.Missing }) {
		add("engine", "MissingError")
	}
	own := "engine"
	if p.Loops.Message.Sampling != nil {
		own = "sampling"
		add(own, "BurnIn", "Chains", "OnDraw", "Option", "Progress", "Samples", "Summary", "Thin", "WithSeed", "Workers")
	} else {
		add("passing", "Iterations", "Option", "Progress", "Start", "Summary", "Tolerance", "Workers")
		if p.Run.Starts {
			add("passing", "WithSeed")
		}
		add(own, "Skip", "TwiceError")
		if len(p.Loops.Message.Networks) > 0 {
			add(own, "NetworkError")
		}
	}
	if p.Loops.Evidence != nil {
		add("engine", "EvidenceTerm")
	}
	add(own, "ImproperError", "NotFiniteError")
	if p.Loops.Overflows() {
		add(own, "OverflowError")
	}
	if run := p.Run; run != nil && run.Iterates() {
		add(own, "DivergenceError")
		if run.Guarded() {
			add(own, "BoundError")
		}
	}
	if p.Loops.Message.Gaussian != nil {
		add("engine", "IntegralError")
		if p.Doubts() {
			add("engine", "Doubt")
		}
		if p.Weighs() {
			add("engine", "Inexact")
		}
		if LeavesOut(p.Loops) {
			add("engine", "LeftOut")
		}
		if p.Doubts() || p.Weighs() {
			add("engine", "Numbered")
		}
		if len(p.Quantiled()) > 0 {
			add("engine", "Quantiles")
		}
	}
	add("engine", "Where")
	return list
}

// HasJoint tells whether the package draws from the joint posterior of a latent Gaussian model, and has its density: where no array that
// is observed in part stands for another.
func (p *Program) HasJoint() bool {
	of := p.Loops.Message.Gaussian
	return of != nil && of.Plain()
}

// Weighs tells whether draws from that posterior may be weighed by densities that are not normal.
func (p *Program) Weighs() bool {
	of := p.Loops.Message.Gaussian
	return of != nil && of.Weighs()
}

// Doubts tells whether the posterior of a latent Gaussian model may be doubtful: the package then says why.
func (p *Program) Doubts() bool {
	of := p.Loops.Message.Gaussian
	return of != nil && of.HasFixed()
}
