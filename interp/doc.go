// Package interp runs a schedule directly on the message program: slow and
// obvious, with every message stored for itself and every product computed
// anew. Generated code is checked against it.
package interp
