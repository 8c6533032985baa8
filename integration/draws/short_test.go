//go:build !long

package draws

// How many random models there are, how many draws of each chain of one, and how many
// faults are planted in each model of Geweke's test.
const (
	smallModels  = 20
	smallSamples = 5000
	faultsEach   = 1
)

// long tells whether packages carry their run-time support, as those of users do. Where they
// import it, it is compiled once for all.
const long = false
