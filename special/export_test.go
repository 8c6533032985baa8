package special

import "math"

// Ulp returns the distance from |x| to the next larger number: zero for an
// infinity, +Inf for the largest number.
func Ulp(x float64) float64 {
	x = math.Abs(x)
	if math.IsInf(x, 1) {
		return 0
	}
	return math.Nextafter(x, math.Inf(1)) - x
}
