// Package sampled tests Gibbs sampling: published models with known answers, in generated
// code.
package sampled
