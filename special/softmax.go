package special

import "math"

// LogTotal returns the logarithm of the sum of exp(x[k]), scaled by the largest, so that
// nothing overflows. It is -Inf of none, and NaN where some x[k] is NaN or +Inf.
func LogTotal(x []float64) float64 {
	most := math.Inf(-1)
	for _, v := range x {
		if !(v <= math.MaxFloat64) {
			return math.NaN()
		}
		most = max(most, v)
	}
	if math.IsInf(most, -1) {
		return most
	}
	sum := 0.0
	for _, v := range x {
		sum += math.Exp(v - most)
	}
	return most + math.Log(sum)
}

// Softmax replaces x[k] by exp(x[k]) over the sum of all of them, and returns x.
func Softmax(x []float64) []float64 {
	total := LogTotal(x)
	for k, v := range x {
		x[k] = math.Exp(v - total)
	}
	return x
}
