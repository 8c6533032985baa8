//go:build long

package mpc_test

const (
	randomModels = 200
	nameStride   = 1    // all sets of names
	raceDriver   = true // build the driver with the race detector
)
