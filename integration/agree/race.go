//go:build !long

package agree

// raceDriver tells whether the driver is built with the race detector.
const raceDriver = false
