// Package limits holds inference loops written by hand for four models, to
// measure generated code against: a person who knows the model and writes
// nothing but its loop gets these.
//
// For the two-player ladder there are [League.SweepPlain], every message formed
// on its own in moments with the hazard function from the standard library's
// Erfc, and [League.Sweep], all algebra of a game fused into three divisions
// and a table; for probit regression [Machine.SweepPlain] and [Machine.Sweep], with
// two divisions a weight. For a mixture of normals by variational message passing there are
// [Mixture.SweepPlain], which stores the probability of every component of every point, and
// [Mixture.Sweep], one pass over the points that stores none. For the linear-Gaussian
// chain there is [Chain.Smooth], a forward and a backward pass. None of them checks anything: improper messages, point
// masses and far tails give NaN.
package limits
