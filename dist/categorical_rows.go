package dist

// CategoricalRows are messages about whole numbers of one size, side by side in memory: an
// array of them without a slice for each.
type CategoricalRows struct {
	logP    []float64
	n, size int
}

// NewCategoricalRows returns n uniform messages about one of size values.
func NewCategoricalRows(n, size int) CategoricalRows {
	n, size = max(0, n), max(0, size)
	return CategoricalRows{make([]float64, n*size), n, size}
}

// Len is the number of messages.
func (r CategoricalRows) Len() int { return r.n }

// At returns message i, in the memory where it is stored: what is set in it is stored. Like
// an index of a slice, i must be in range.
func (r CategoricalRows) At(i int) Categorical {
	first := i * r.size
	return Categorical{r.logP[first : first+r.size : first+r.size]}
}

// SetUniform makes all messages uniform.
func (r CategoricalRows) SetUniform() { clear(r.logP) }

// AppendState appends the parameters bit by bit.
func (r CategoricalRows) AppendState(b []byte) []byte { return appendState(b, r.logP) }

// ReadState reads what AppendState appended for as many messages of this size, into new
// memory, and returns the rest; false where there is no such thing.
func (r CategoricalRows) ReadState(b []byte) (CategoricalRows, []byte, bool) {
	r = NewCategoricalRows(r.n, r.size)
	b, ok := readState(b, r.logP)
	return r, b, ok
}
