package passing

import "mpc/engine"

// A Summary says how a run went.
type Summary struct {
	Iterations int           // of the longest loop; 0 for a model without one
	Converged  bool          // whether the last change of every loop was within the tolerance, and no update was left out in it
	Change     float64       // largest change of a posterior in the last iteration
	Skipped    []engine.Skip // updates that were left out, by line
	Shortened  int           // how often a step was halved, where the bound would have fallen
	Seed       uint64        // of the random initial marginals, where there are any
	Starts     []Start       // where there are several: the one of this seed has the largest evidence
}

// A Start says what one start from random initial marginals came to.
type Start struct {
	Seed        uint64
	LogEvidence float64 // with an Err of no meaning
	Iterations  int
	Converged   bool
	Err         error // why it came to nothing
}
