package mcmc

// Sums and multiples of vectors and of matrices, written to memory that is there.

// Scaled appends x times a number to to.
func Scaled(to, x []float64, by float64) []float64 {
	for _, v := range x {
		to = append(to, v*by)
	}
	return to
}

// Divided appends x over a number to to.
func Divided(to, x []float64, by float64) []float64 {
	for _, v := range x {
		to = append(to, v/by)
	}
	return to
}

// Negated appends -x to to.
func Negated(to, x []float64) []float64 {
	for _, v := range x {
		to = append(to, -v)
	}
	return to
}

// Sum appends x + y, of one length, to to.
func Sum(to, x, y []float64) []float64 {
	for i, v := range x {
		to = append(to, v+y[i])
	}
	return to
}

// Difference appends x - y, of one length, to to.
func Difference(to, x, y []float64) []float64 {
	for i, v := range x {
		to = append(to, v-y[i])
	}
	return to
}

// Mapped appends a times x to to, of a matrix a, row by row, and a vector x.
func Mapped(to, a, x []float64) []float64 {
	for len(a) >= len(x) && len(x) > 0 {
		sum := 0.0
		for j, v := range x {
			sum += a[j] * v
		}
		to, a = append(to, sum), a[len(x):]
	}
	return to
}
