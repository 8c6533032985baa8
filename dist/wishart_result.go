package dist

import "math/rand/v2"

// Mean returns the mean, a matrix row by row: entry i, j stands at i*Size() + j. It
// is NaN where d is improper.
func (d Wishart) Mean() []float64 { return d.MeanTo(nil, nil) }

// Mode returns the most probable matrix, row by row, NaN where there is none.
func (d Wishart) Mode() []float64 { return d.ModeTo(nil, nil) }

// Variance returns the variances of the entries, row by row.
func (d Wishart) Variance() []float64 { return d.VarianceTo(nil, nil) }

// LogProb returns the log density at a matrix x, row by row.
func (d Wishart) LogProb(x []float64) float64 { return d.LogProbIn(x, nil) }

// Sample draws a matrix, row by row.
func (d Wishart) Sample(rng *rand.Rand) []float64 { return d.SampleTo(nil, rng, nil) }
