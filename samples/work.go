package samples

// SummaryWork is memory for summaries, which they use again. The zero SummaryWork is ready. A
// SummaryWork is for one goroutine at a time.
type SummaryWork struct {
	ranked, folded []rankedDraw
	scores         []float64   // normal scores of the ranks 1, 2, ...
	flat           []float64   // what half has
	half           [][]float64 // half chains, transformed
	views          [][]float64 // the draws of each chain
	copies         []float64   // where views are no part of a recorder
}

// A rankedDraw is a draw and its place among the draws of the half chains, -1 of a
// draw in none of them.
type rankedDraw struct {
	x  float64
	at int32
}

// halves makes room for count half chains of length m.
func (w *SummaryWork) halves(count, m int) [][]float64 {
	if cap(w.flat) < count*m {
		w.flat = make([]float64, count*m)
	}
	w.flat, w.half = w.flat[:count*m], w.half[:0]
	for i := range count {
		w.half = append(w.half, w.flat[i*m:(i+1)*m])
	}
	return w.half
}

// commonLength is the number of draws of the shortest chain, 0 without chains.
func commonLength(chains [][]float64) int {
	if len(chains) == 0 {
		return 0
	}
	n := len(chains[0])
	for _, c := range chains[1:] {
		n = min(n, len(c))
	}
	return n
}

// split fills the half chains with f of the draws: of the first draws of each
// chain, as many as the shortest has, without the middle one of an odd number.
func (w *SummaryWork) split(chains [][]float64, f func(x float64) float64) [][]float64 {
	n := commonLength(chains)
	m := n / 2
	half := w.halves(2*len(chains), m)
	for c, draws := range chains {
		for i, x := range draws[:m] {
			half[2*c][i] = f(x)
		}
		for i, x := range draws[n-m : n] {
			half[2*c+1][i] = f(x)
		}
	}
	return half
}
