// Package calibrate judges an inference by simulation (Talts, Betancourt, Simpson, Vehtari
// and Gelman 2018, "Validating Bayesian inference algorithms with simulation-based
// calibration"): where parameters are drawn from the prior, data from the model, and the
// posterior is right, the place of the truth in the posterior is uniform between 0 and 1.
package calibrate

import "math"

// PlaceAmong is the place of the truth among draws of the posterior: its rank, of ties one
// of those that are possible, as u in [0, 1) says, and of the ranks 0 to len(draws) the
// part below.
func PlaceAmong(draws []float64, truth, u float64) float64 {
	less, same := 0, 0
	for _, x := range draws {
		switch {
		case x < truth:
			less++
		case x == truth:
			same++
		}
	}
	rank := float64(less) + math.Floor(u*float64(same+1))
	part := u*float64(same+1) - math.Floor(u*float64(same+1))
	return (rank + part) / float64(len(draws)+1)
}
