package dist

import "math/rand/v2"

// Mean returns the mean probabilities.
func (d Dirichlet) Mean() []float64 { return d.MeanTo(nil) }

// Mode returns the most probable probabilities.
func (d Dirichlet) Mode() []float64 { return d.ModeTo(nil) }

// Variance returns the variances of the probabilities.
func (d Dirichlet) Variance() []float64 { return d.VarianceTo(nil) }

// Covariance returns the covariance matrix row by row: that of probabilities i and
// j stands at i*Size() + j.
func (d Dirichlet) Covariance() []float64 { return d.CovarianceTo(nil) }

// Sample draws probabilities.
func (d Dirichlet) Sample(rng *rand.Rand) []float64 { return d.SampleTo(nil, rng) }
