package dist

import (
	"math"

	"mpc/special"
)

// wishartGap is k log a less the sum of psi(a - j/2), and its derivative.
func wishartGap(a float64, k int) (gap, slope float64) {
	for j := range k {
		x := a - float64(j)/2
		gap += special.LogMinusDigamma(x) - math.Log1p(-float64(j)/2/a)
		slope += 1/a - special.Trigamma(x)
	}
	return gap, slope
}

// LogDetGap is the log determinant of the mean less the mean log determinant, 0 for a point
// mass.
func (d Wishart) LogDetGap() float64 {
	if d.Point {
		return 0
	}
	gap, _ := wishartGap(d.Shape, d.Size())
	return gap
}

// wishartGapInverse returns the shape of the given wishartGap, above 0.
func wishartGapInverse(gap float64, k int) float64 {
	low := float64(k-1) / 2
	// For large a the gap is about k(k+1)/(4a).
	a := low + math.Max(float64(k*(k+1))/4/gap, 1e-8)
	for range 100 {
		f, slope := wishartGap(a, k)
		step := (f - gap) / slope
		next := a - step
		if !(next > low) {
			next = low + (a-low)/4
		}
		done := math.Abs(next-a) <= 1e-14*a
		a = next
		if done {
			break
		}
	}
	return a
}

// mvTraceLessLogDet returns tr N - log|1 + N|, n^2/2 to first order, by the pivots of
// 1 + N less 1: a sum of terms above 0. N is overwritten.
func mvTraceLessLogDet(n []float64, k int) float64 {
	sum := 0.0
	for j := range k {
		pivot := n[j*k+j] // 1 less
		sum += special.XMinusLog1Plus(pivot)
		for i := j + 1; i < k; i++ {
			c := n[i*k+j] / (1 + pivot)
			sum += c * n[i*k+j] // what it takes from the pivot of i
			for g := j + 1; g <= i; g++ {
				n[i*k+g] -= c * n[g*k+j]
			}
		}
	}
	return sum
}

// wishartGapRise is the wishartGap of z less that of a, z = a + y, with the digits of a
// small y.
func wishartGapRise(a, z, y float64, k int) float64 {
	rise := 0.0
	for j := range k {
		c := float64(j) / 2
		rise += special.LogMinusDigammaRise(a-c, z-c, y) + math.Log1p(-c*y/(a*(z-c)))
	}
	return rise
}
