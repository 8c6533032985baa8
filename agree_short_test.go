//go:build !long

package mpc_test

const (
	randomModels = 40
	nameStride   = 5     // every fifth set of names
	raceDriver   = false // build the driver with the race detector
)
