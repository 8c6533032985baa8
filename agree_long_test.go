//go:build long

package mpc_test

const (
	randomModels = 1000
	raceDriver   = true // build the driver with the race detector
)
