//go:build !long

package agree

// long tells whether all trials are run, and under the race detector.
const long = false
