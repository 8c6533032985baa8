// Package dist holds the distributions that messages and posteriors are made
// of. Its source is also printed into generated packages, declaration by
// declaration, so it imports the standard library and package special alone,
// and its names are unique across dist, special and operators.
//
// A message is a density without a scale. Every family is closed under
// products: a.Times(b) multiplies two densities of the same variable. The
// uniform message is the neutral element. A message may be improper (not
// integrable); IsProper tells. A point mass is a message too: see each family.
package dist

// A Fault is what an operator reports besides its message. The zero Fault is
// none.
type Fault uint8

const (
	// NoFault: the message is good.
	NoFault Fault = iota
	// Improper: an incoming message or the tilted distribution is not
	// integrable, so that there is no message; the update is skipped.
	Improper
	// Contradiction: the evidence of the factor is exactly zero.
	Contradiction
	// NotFinite: an input or a result is NaN or overflows.
	NotFinite
)
