package dist

// NewCategoricals returns n uniform messages that share one block of memory; size is
// the number of values of each.
func NewCategoricals(n int, size func(i int) int) []Categorical {
	list := make([]Categorical, n)
	block := newVectorBlock(n, size)
	for i := range list {
		list[i].LogP = block.take(size(i))
	}
	return list
}

// AppendState appends the parameters bit by bit.
func (d Categorical) AppendState(b []byte) []byte { return appendState(b, d.LogP) }

// ReadState reads what AppendState appended for a message of the size that d has,
// and returns the rest; false where there is no such thing.
func (d *Categorical) ReadState(b []byte) ([]byte, bool) { return readState(b, d.LogP) }

// Resize makes d the uniform message about one of k values.
func (d *Categorical) Resize(k int) { d.LogP = distFilled(d.LogP, k, 0) }

// A CategoricalWork is memory that operators on whole numbers calculate in. It grows
// to the largest size that it meets and is then allocated no more. A nil one makes
// new memory for every call.
type CategoricalWork struct{ rows [6][]float64 }

// Row returns memory number i, of 0 to 5, for n numbers. What they are is not said.
func (w *CategoricalWork) Row(i, n int) []float64 {
	if w == nil {
		return make([]float64, n)
	}
	w.rows[i] = distResize(w.rows[i], n)
	return w.rows[i]
}
