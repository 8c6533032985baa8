package support

import (
	"slices"
	"sync"

	"mpc/factor/families"
)

// Names of run-time packages that are part of the interface of generated packages.

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

// one tells of names that they are those of a list.
func one(names ...string) func(string) bool {
	return func(name string) bool { return slices.Contains(names, name) }
}

// A caller reads summaries and warnings of samples.
var publicSamples = one("Real", "Truth", "Index", "Vector", "Matrix", "Presence", "Element", "Warning", "WarningKind",
	"WrongNumbers", "NeverThere", "RarelyThere", "TooFewDraws", "StandsStill", "OneValue", "HighRHat", "LowESSBulk", "LowESSTail", "HeavyTails", "AtRounding")

// A caller reads errors of engine.
var publicEngine = one("Where", "Skip", "Maybe", "Known", "EvidenceTerm", "Quantiles", "Doubt", "Inexact", "LeftOut", "Numbered", "JSONError", "ContradictionError", "InputError", "OptionError", "IndexError",
	"MissingError", "ParameterError", "DefinitionError", "NotFiniteError", "OverflowError", "ImproperError", "TwiceError", "NetworkError",
	"DivergenceError", "BoundError", "IntegralError")

// A caller gives options to passing, and reads summaries.
var publicPassing = one("Summary", "Start", "Option", "Iterations", "Tolerance", "WithSeed", "Workers", "Progress")

// A caller gives options to sampling, and reads summaries and errors.
var publicSampling = one("Summary", "Option", "Samples", "BurnIn", "Thin", "Chains", "Workers", "WithSeed", "Progress", "OnDraw",
	"ImproperError", "NotFiniteError", "OverflowError")
