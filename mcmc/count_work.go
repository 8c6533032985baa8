package mcmc

// A CountWork is memory to count in, which grows to the largest size that it is used for.
type CountWork struct{ counts []float64 }

// Zeros returns memory for so many counts, all 0.
func (w *CountWork) Zeros(size int) []float64 {
	w.counts = vectorOfSize(w.counts, size)
	clear(w.counts)
	return w.counts
}

func vectorOfSize(x []float64, size int) []float64 {
	if cap(x) < size {
		return make([]float64, size)
	}
	return x[:size]
}
