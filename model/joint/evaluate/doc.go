// Package evaluate computes the log joint density of a model from the values of its data and
// of all that is drawn, statement by statement, as it stands: slow and obvious, to hold what
// package conditional makes of it to account.
package evaluate
