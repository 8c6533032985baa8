package mcmc

import "math"

// choleskyNoise is how many roundings per row a pivot may be off by: below that it
// is what is left of a singular matrix.
const choleskyNoise = 4 * 0x1p-52

// choleskyPlain is Cholesky by plain loops, which read no other package: what draws no normal vectors has no need of one.
func choleskyPlain(l, a []float64, k int) bool {
	for j := range k {
		row := l[j*k : j*k+j]
		for i := range row {
			x := a[j*k+i]
			upper := l[i*k : i*k+i+1]
			for n, y := range upper[:i] {
				x -= row[n] * y
			}
			row[i] = x / upper[i]
		}
		whole := a[j*k+j]
		pivot := whole
		for _, y := range row {
			pivot -= y * y
		}
		if !(pivot > choleskyNoise*float64(j)*whole && pivot <= math.MaxFloat64) {
			return false
		}
		l[j*k+j] = math.Sqrt(pivot)
	}
	return true
}

// choleskyForwardPlain replaces x by the solution y of L y = x.
func choleskyForwardPlain(l, x []float64) {
	k := len(x)
	for i, y := range x {
		row := l[i*k : i*k+i+1]
		for n, f := range row[:i] {
			y -= f * x[n]
		}
		x[i] = y / row[i]
	}
}
