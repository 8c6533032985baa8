package sampling

import "mpc/samples"

// A Summary says how a run went.
type Summary struct {
	// Iterations are the scans of each chain, burn-in included: of chains that were
	// cut off, of the one that made the fewest.
	Iterations int
	// Converged is set where the chains agree: where R-hat of all that is asked for is
	// known and at most 1.01, or of values that never change.
	Converged bool
	Chains    int
	Draws     int // that each chain has kept, the smallest number
	Seed      uint64
	// Warnings say what is not to be relied on, and what may help.
	Warnings []samples.Warning
}

// Agree tells whether chains with these warnings agree.
func Agree(warnings []samples.Warning) bool {
	for _, w := range warnings {
		switch w.Kind {
		case samples.HighRHat, samples.TooFewDraws, samples.WrongNumbers:
			return false
		}
	}
	return true
}
