// Package interp runs a schedule directly on the message program: slow and
// obvious, with every message stored for itself and every product computed
// anew. Generated code is checked against it.
//
// A model that is sampled is run by the code of its draws, see package chains: here are its
// recorders, and what is said of a draw that fails.
package interp
