//go:build long

package schedule_test

// How many random graphs there are, and for how many that have no schedule one is searched.
const (
	graphs   = 15_000
	searches = 12
)
