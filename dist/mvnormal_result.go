package dist

import "math/rand/v2"

// Here are the methods of distributions of vectors and matrices for callers that
// look at a result: they return slices of their own. Loops call those whose names
// end in To or In, which write into memory that is there.

// Mean returns the mean, NaN where d is improper.
func (d MvNormal) Mean() []float64 { return d.MeanTo(nil, nil) }

// Mode returns the most probable value, the mean.
func (d MvNormal) Mode() []float64 { return d.ModeTo(nil, nil) }

// Variance returns the variances of the components, NaN where d is improper.
func (d MvNormal) Variance() []float64 { return d.VarianceTo(nil, nil) }

// Covariance returns the covariance matrix row by row: that of components i and j
// stands at i*Size() + j. It is NaN where d is improper.
func (d MvNormal) Covariance() []float64 { return d.CovarianceTo(nil, nil) }

// Marginal returns the distribution of component i.
func (d MvNormal) Marginal(i int) Normal { return d.MarginalIn(i, nil) }

// LogProb returns the log density at x.
func (d MvNormal) LogProb(x []float64) float64 { return d.LogProbIn(x, nil) }

// Sample draws a vector.
func (d MvNormal) Sample(rng *rand.Rand) []float64 { return d.SampleTo(nil, rng, nil) }
