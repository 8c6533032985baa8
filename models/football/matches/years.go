package matches

import "time"

// How the models see time. The values were compared by the log loss of the
// matches from July 2022 to July 2024, which the README's table does not use
// (flag -tune of the evaluation).
const (
	// YearlySpread is what a year of age adds to the variance of the difference
	// of two performances, which is 1 for a match of today: in the static model a
	// match of long ago says less of the skills of today.
	YearlySpread = 0.02
	// First is how many years of matches the static model uses.
	First = 12
	// YearlyDrift is the variance that a year adds to a skill in the drifting
	// model.
	YearlyDrift = 0.01
	// FirstDrift is how many years of matches the drifting model uses.
	FirstDrift = 20
)

// Spread is the variance of the difference of performances in a match as seen
// at a later time.
func Spread(m Match, now time.Time, yearly float64) float64 {
	return 1 + yearly*max(0, Years(m.Date, now))
}

// YearsAfter counts the full years from a day to another.
func YearsAfter(start, day time.Time) int {
	n := day.Year() - start.Year()
	if start.AddDate(n, 0, 0).After(day) {
		n--
	}
	return n
}

// Added is the variance that each year adds to a skill: 1, the prior's, and then
// the drift.
func Added(years int, drift float64) []float64 {
	out := make([]float64, years)
	for y := range out {
		out[y] = drift
	}
	if years > 0 {
		out[0] = 1
	}
	return out
}
