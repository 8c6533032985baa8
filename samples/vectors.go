package samples

// Vectors takes the draws of a vector or a matrix of several chains: a Recorder for
// each component. Goroutines may add to different chains at the same time.
type Vectors struct {
	rows, cols int
	parts      []*Recorder
}

// NewVectors returns a recorder without draws of vectors of n components.
func NewVectors(size Size, n int) *Vectors { return &Vectors{1, n, NewRecorders(size, n)} }

// NewMatrices returns a recorder without draws of matrices.
func NewMatrices(size Size, rows, cols int) *Vectors {
	return &Vectors{rows, cols, NewRecorders(size, rows*cols)}
}

// Add takes the next draw of a chain, a matrix row by row, as Recorder.Add does.
func (r *Vectors) Add(chain int, x []float64) {
	for i, p := range r.parts {
		p.Add(chain, x[i])
	}
}

// Part returns the recorder of a component.
func (r *Vectors) Part(i int) *Recorder { return r.parts[i] }

// Vector returns what the draws so far say, of a matrix of all entries, row by row; w
// may be nil.
func (r *Vectors) Vector(w *SummaryWork) Vector {
	if w == nil {
		w = new(SummaryWork)
	}
	return r.summarize(w, 0, len(r.parts))
}

// Matrix returns what the draws so far say, a vector as a matrix of one row; w may be
// nil.
func (r *Vectors) Matrix(w *SummaryWork) Matrix {
	if w == nil {
		w = new(SummaryWork)
	}
	var s Matrix
	for i := range r.rows {
		s.add(r.summarize(w, i*r.cols, (i+1)*r.cols))
	}
	return s
}

func (r *Vectors) summarize(w *SummaryWork, from, to int) Vector {
	var s Vector
	for _, p := range r.parts[from:to] {
		s.add(p.Summary(w))
	}
	return s
}

// Reserve makes room for so many draws, as Recorder.Reserve does.
func (r *Vectors) Reserve(size Size) {
	for _, p := range r.parts {
		p.Reserve(size)
	}
}

// Reset forgets all draws.
func (r *Vectors) Reset() {
	for _, p := range r.parts {
		p.Reset()
	}
}

// Draws returns how many draws a chain has, 0 of a vector without components.
func (r *Vectors) Draws(chain int) int {
	if len(r.parts) == 0 {
		return 0
	}
	return r.parts[0].Draws(chain)
}
