package special

import "math"

// digammaPowers holds B_2k/(2k), of digamma(x) = log x - 1/(2x) - sum of
// B_2k/(2k x^2k) (DLMF 5.11.2), enough of them for x >= 12. Read only.
var digammaPowers = [...]float64{1.0 / 12, -1.0 / 120, 1.0 / 252, -1.0 / 240, 1.0 / 132, -691.0 / 32760, 1.0 / 12}

// LogMinusDigammaRise returns LogMinusDigamma(z) - LogMinusDigamma(x) for z = x + y,
// all three above 0 and given, since z - x may have lost the digits of y, which the
// result keeps: by the recurrence (DLMF 5.5.2), and by the asymptotic series, in which
// the difference of two powers is that of their bases times a sum. y may be negative.
func LogMinusDigammaRise(x, z, y float64) float64 {
	start := 0.0
	for !(x >= 12 && z >= 12) {
		if !(x > 0 && z > 0) {
			return math.NaN()
		}
		// The change of 1/x - log(1 + 1/x).
		start += XMinusLog1Plus(-y/z/(x+1)) - y/z/x/(x+1)
		x++
		z++
	}
	u, v := 1/(x*x), 1/(z*z)
	series, geometric, power := 0.0, 0.0, 1.0
	for _, c := range digammaPowers {
		geometric = geometric*u + power
		power *= v
		series += c * geometric
	}
	return start - (y/x/z)*(0.5+(1/x+1/z)*series)
}
