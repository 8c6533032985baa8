package codegen

import (
	"strings"
	"sync"

	"mpc/codegen/link"
	"mpc/dist"
	"mpc/engine"
	"mpc/engine/latent"
	"mpc/engine/passing"
	"mpc/engine/sampling"
	"mpc/factor/families"
	"mpc/mcmc"
	"mpc/operators"
	"mpc/samples"
	"mpc/special"
)

// A runtimePackage is a package that generated code refers to: a generated package imports
// it, or holds what it needs of it in a file of its own.
type runtimePackage struct {
	link.Package
	file, doc string
}

// path is where the package stands in this module.
func (p runtimePackage) path() string {
	switch p.Name {
	case "passing", "sampling", "latent":
		return "engine/" + p.Name
	}
	return p.Name
}

// runtimePackages are all of them.
var runtimePackages = []runtimePackage{
	{link.Package{Name: "dist", Source: dist.Source, Public: publicDist}, "distributions.go", "Distributions: messages and posteriors."},
	{link.Package{Name: "operators", Source: operators.Source}, "operators.go", "Message operators."},
	{link.Package{Name: "special", Source: special.Source}, "special.go", "Special functions."},
	{link.Package{Name: "engine", Source: engine.Source, Public: publicEngine}, "engine.go", "What is the same in all packages."},
	{link.Package{Name: "mcmc", Source: mcmc.Source}, "draws.go", "Draws of random numbers."},
	{link.Package{Name: "samples", Source: samples.Source, Public: publicSamples}, "samples.go", "What draws say, and how well."},
	{link.Package{Name: "passing", Source: passing.Source, Public: publicPassing}, "passing.go", "What is the same in all packages that pass messages."},
	{link.Package{Name: "sampling", Source: sampling.Source, Public: publicSampling}, "sampling.go", "What is the same in all packages that draw."},
	{link.Package{Name: "latent", Source: latent.Source, Public: func(string) bool { return false }}, "latent.go", "Posteriors of latent Gaussian models."},
}

// runtime reads the sources of the run-time packages, once.
var runtime = sync.OnceValues(func() (*link.Library, error) {
	var list []link.Package
	for _, pkg := range runtimePackages {
		list = append(list, pkg.Package)
	}
	return link.Read(list...)
})

// publicDist tells whether a name of dist is part of the interface of generated packages: distributions and what makes
// them are, what messages are computed with is not.
func publicDist(name string) bool {
	switch name {
	case "MatrixError", "MatrixErrorOf", "MatrixOfRows", "OtherCopies", "CategoricalRows", "BetaMeanLogs", "GammaMeanLogGap", "InverseGammaMeanVariance", "WishartLogGamma":
		return true
	}
	return distributionNames()[name]
}

// distributionNames are the names of all families.
var distributionNames = sync.OnceValue(func() map[string]bool {
	all := map[string]bool{}
	for _, f := range families.All() {
		for _, name := range f.Names() {
			all[name] = true
		}
	}
	return all
})

// publicSamples tells this of samples: a caller reads summaries and warnings.
func publicSamples(name string) bool {
	switch name {
	case "Real", "Truth", "Index", "Vector", "Matrix", "Presence", "Element", "Warning", "WarningKind",
		"WrongNumbers", "NeverThere", "RarelyThere", "TooFewDraws", "StandsStill", "OneValue", "HighRHat", "LowESSBulk", "LowESSTail", "HeavyTails", "AtRounding":
		return true
	}
	return false
}

// publicEngine tells this of engine: a caller reads errors.
func publicEngine(name string) bool {
	return strings.HasSuffix(name, "Error") || name == "Where" || name == "Skip" || name == "EvidenceTerm" || name == "Quantiles" || name == "Doubt" || name == "Numbered"
}

// publicPassing tells this of passing: a caller gives options, and reads summaries.
func publicPassing(name string) bool {
	switch name {
	case "Summary", "Start", "Option", "Iterations", "Tolerance", "WithSeed", "Workers", "Progress":
		return true
	}
	return false
}

// publicSampling tells this of sampling: a caller gives options, and reads summaries and errors.
func publicSampling(name string) bool {
	switch name {
	case "Summary", "Option", "Samples", "BurnIn", "Thin", "Chains", "Workers", "WithSeed", "Progress", "OnDraw":
		return true
	}
	return strings.HasSuffix(name, "Error")
}
