// Package engine is what is the same in all generated packages: their errors, how they add up the log evidence, share
// plates among goroutines, and read saved states. A generated package holds what it needs of it, or imports it.
package engine
