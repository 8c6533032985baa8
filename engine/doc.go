// Package engine is what is the same in all generated packages: how a run goes, what is left out, how an iteration is kept
// from lowering its bound, errors, how the log evidence is added up, how workers share
// plates, and saved states. A generated package holds what it needs of it, or imports it.
package engine
