//go:build !long

package mpc_test

const (
	randomModels = 40
	raceDriver   = false // build the driver with the race detector
)
