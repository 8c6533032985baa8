// Package unroll writes a BUGS program out element by element, for given data: each statement for
// each iteration of its loops, with the elements that it defines and those that it reads. It
// orders them by elements, and draws from them. It is slow and obvious, and knows nothing of
// package sequence: what that finds is compared with it.
package unroll
