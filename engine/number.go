package engine

// Truth is 1 for true and 0 for false.
func Truth(x bool) float64 {
	if x {
		return 1
	}
	return 0
}

// IsFinite tells whether a number is neither infinite nor NaN.
func IsFinite(x float64) bool { return x-x == 0 }

// Reals writes whole numbers as reals.
func Reals[T int | int32](to []float64, from []T) []float64 {
	for _, x := range from {
		to = append(to, float64(x))
	}
	return to
}
