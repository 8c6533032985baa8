package engine

// Quantiles are those of 5, 50 and 95 % of a posterior.
type Quantiles struct {
	Q05 float64 `json:"q05"`
	Q50 float64 `json:"q50"`
	Q95 float64 `json:"q95"`
}
