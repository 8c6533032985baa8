// Package limits holds inference loops written by hand for some models, to
// measure generated code against: a person who knows the model and writes
// nothing but its loop gets these.
//
// For the two-player ladder there are [League.SweepPlain], every message formed
// on its own in moments with the hazard function from the standard library's
// Erfc, and [League.Sweep], all algebra of a game fused into three divisions
// and a table; for probit regression [Machine.SweepPlain] and [Machine.Sweep], with
// two divisions a weight; for topics of documents [Topics.SweepPlain], every indicator in logs,
// and [Topics.Sweep], products of exponentials that are computed once. For the linear-Gaussian chain there is [Chain.Smooth], a
// forward and a backward pass; for a grid of spins [Table.Sweep], which knows nothing of
// grids, and [Grid.Sweep], a division a message. For a regression of many groups that is sampled there are [Rats.ScanPlain],
// every conditional from the data, and [Rats.Scan]. None of them checks anything: improper messages, point
// masses and far tails give NaN.
package limits
