// Package passing is what is the same in all generated packages that pass messages: the options
// of a run, its steps, starts from random initial marginals, and what a run says. A generated
// package holds what it needs of it, or imports it.
package passing
