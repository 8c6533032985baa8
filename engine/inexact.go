package engine

// An Inexact is a number whose posterior mean or standard deviation, by expectation propagation, is not that which importance sampling
// from its joint posterior finds.
type Inexact struct {
	Number Numbered `json:"number"`
	// Mean and SD are those of the posterior, WeighedMean and WeighedSD what importance sampling finds, MeanError and SDError the
	// standard errors of these.
	Mean        float64 `json:"mean"`
	SD          float64 `json:"sd"`
	WeighedMean float64 `json:"weighedMean"`
	WeighedSD   float64 `json:"weighedSd"`
	MeanError   float64 `json:"meanError"`
	SDError     float64 `json:"sdError"`
}
