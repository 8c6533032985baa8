package sampling

import (
	"math"
	"slices"

	"mpc/engine"
	"mpc/samples"
)

// A Variable is one whose draws are recorded, of chains C that hold its values as numbers, or truths, T.
type Variable[C, T any] struct {
	Name string
	// Shown is what warnings call it: the expression of the model where that has no name; else empty.
	Shown string
	Dims  []engine.Dim // of its elements
	// Values are the present values of its elements, those of a vector or a matrix side by side.
	Values func(C) []T
	// There, if not nil, tells which elements are there: they live in branches alone.
	There func(C) []bool
	// Drawn, if not nil, tells which entries of an input are drawn; others are known.
	Drawn func(i int) bool
	// Free, if not nil, tells of which elements several values were possible in some draw, and Asked, if not nil, of
	// which this is to be said.
	Free  func(C) []bool
	Asked func(i int) bool
	// Fixed tells that some elements are the same in all draws.
	Fixed bool
}

// A Column is what is recorded of the draws of a variable of chains C, and what these say.
type Column[C any] interface {
	// begin makes recorders without draws, reserve makes room for draws.
	begin(samples.Size)
	reserve(samples.Size)
	// numbers is how many numbers a draw of it has, names are what they are called; add records them, and row appends
	// them to a list.
	numbers() int
	names() []string
	add(c C, number int)
	row(c C, list []float64) []float64
	// summarize computes what the draws say, in so many goroutines, and warnings what of this is not to be relied on.
	summarize(workers int)
	warnings(chains []C) []samples.Warning
	// appendState appends the state of all recorders, readState takes it.
	appendState(b []byte) []byte
	readState(b []byte) (rest []byte, err error)
}

// A recorder takes the draws of an element.
type recorder interface {
	comparable
	Reserve(samples.Size)
	AppendState([]byte) []byte
	ReadState([]byte) ([]byte, error)
}

// A column is a Column: it has a recorder R for each element that is drawn, of which S is said.
type column[C, T any, R recorder, S any] struct {
	of      Variable[C, T]
	lengths []int // of a vector or a matrix
	list    []R
	said    []S
	make    func(samples.Size) R
	record  func(r R, chain int, values []T)
	number  func(T) float64
	summary func(R, *samples.SummaryWork) S
	warn    func(S, samples.Element) []samples.Warning
	// oneValue is the warning about an element of which no other value was ever possible; nil where there is none.
	oneValue func(S, samples.Element) []samples.Warning
}

// Reals records numbers.
func Reals[C any, T float64 | int](v Variable[C, T]) Column[C] {
	c := &column[C, T, *samples.Recorder, samples.Real]{of: v, make: samples.NewRecorder, number: func(x T) float64 { return float64(x) }}
	c.record = func(r *samples.Recorder, chain int, x []T) { r.Add(chain, float64(x[0])) }
	c.summary, c.warn = (*samples.Recorder).Summary, samples.Real.Warnings
	if v.There != nil {
		c.summary = (*samples.Recorder).LocalSummary
	}
	if v.Fixed {
		c.warn = func(s samples.Real, e samples.Element) []samples.Warning {
			if s.SD == 0 {
				return nil
			}
			return s.Warnings(e)
		}
	}
	return c
}

// Truths records truths.
func Truths[C any](v Variable[C, bool]) Column[C] {
	c := &column[C, bool, *samples.Truths, samples.Truth]{of: v, make: samples.NewTruths, number: engine.Truth}
	c.record = func(r *samples.Truths, chain int, x []bool) { r.Add(chain, x[0]) }
	c.summary, c.warn, c.oneValue = (*samples.Truths).Summary, samples.Truth.Warnings, samples.Truth.OneValue
	if v.There != nil {
		c.summary = (*samples.Truths).LocalSummary
	}
	return c
}

// Indices records whole numbers of n values.
func Indices[C any](n int, v Variable[C, int]) Column[C] {
	c := &column[C, int, *samples.Indices, samples.Index]{of: v, number: func(x int) float64 { return float64(x) }}
	c.make = func(size samples.Size) *samples.Indices { return samples.NewIndices(size, n) }
	c.record = func(r *samples.Indices, chain int, x []int) { r.Add(chain, x[0]) }
	c.summary, c.warn, c.oneValue = (*samples.Indices).Summary, samples.Index.Warnings, samples.Index.OneValue
	if v.There != nil {
		c.summary = (*samples.Indices).LocalSummary
	}
	return c
}

// Vectors records vectors of n components.
func Vectors[C any](n int, v Variable[C, float64]) Column[C] {
	c := &column[C, float64, *samples.Vectors, samples.Vector]{of: v, lengths: []int{n}, number: real}
	c.make = func(size samples.Size) *samples.Vectors { return samples.NewVectors(size, n) }
	c.record, c.summary, c.warn = (*samples.Vectors).Add, (*samples.Vectors).Vector, samples.Vector.Warnings
	if v.There != nil {
		c.summary = (*samples.Vectors).LocalVector
	}
	if v.Fixed {
		c.warn = samples.Vector.Varying
	}
	return c
}

// Matrices records matrices, which stand row by row.
func Matrices[C any](rows, cols int, v Variable[C, float64]) Column[C] {
	c := &column[C, float64, *samples.Vectors, samples.Matrix]{of: v, lengths: []int{rows, cols}, number: real}
	c.make = func(size samples.Size) *samples.Vectors { return samples.NewMatrices(size, rows, cols) }
	c.record, c.summary, c.warn = (*samples.Vectors).Add, (*samples.Vectors).Matrix, samples.Matrix.Warnings
	if v.There != nil {
		c.summary = (*samples.Vectors).LocalMatrix
	}
	return c
}

func real(x float64) float64 { return x }

// size is how many numbers an element has.
func (c *column[C, T, R, S]) size() int {
	n := 1
	for _, k := range c.lengths {
		n *= k
	}
	return n
}

func (c *column[C, T, R, S]) numbers() int { return engine.Count(c.of.Dims) * c.size() }

// elements are those of the variable.
func (c *column[C, T, R, S]) elements() []samples.Element {
	list := make([]samples.Element, 0, engine.Count(c.of.Dims))
	engine.EachIndex(c.of.Dims, func(index []int) {
		list = append(list, samples.Element{Variable: c.of.Name, Index: append([]int(nil), index...), Shown: c.of.Shown})
	})
	return list
}

func (c *column[C, T, R, S]) names() (list []string) {
	parts := make([]engine.Dim, len(c.lengths))
	for k, n := range c.lengths {
		parts[k].N = n
	}
	for i, e := range c.elements() {
		if c.of.Drawn == nil || c.of.Drawn(i) {
			engine.EachIndex(parts, func(index []int) { list = append(list, e.At(index...).String()) })
		}
	}
	return list
}

func (c *column[C, T, R, S]) begin(size samples.Size) {
	c.list, c.said = make([]R, engine.Count(c.of.Dims)), nil
	for i := range c.list {
		if c.of.Drawn == nil || c.of.Drawn(i) {
			c.list[i] = c.make(size)
		}
	}
}

func (c *column[C, T, R, S]) reserve(size samples.Size) {
	c.each(func(r R) { r.Reserve(size) })
}

// each goes over the recorders.
func (c *column[C, T, R, S]) each(do func(R)) {
	var none R
	for _, r := range c.list {
		if r != none {
			do(r)
		}
	}
}

func (c *column[C, T, R, S]) add(chain C, number int) {
	var none R
	var there []bool
	if c.of.There != nil {
		there = c.of.There(chain)
	}
	values, n := c.of.Values(chain), c.size()
	for i, r := range c.list {
		if r != none && (there == nil || there[i]) {
			c.record(r, number, values[i*n:i*n+n])
		}
	}
}

func (c *column[C, T, R, S]) row(chain C, list []float64) []float64 {
	var none R
	var there []bool
	if c.of.There != nil {
		there = c.of.There(chain)
	}
	values, n := c.of.Values(chain), c.size()
	for i, r := range c.list {
		if r == none {
			continue
		}
		for _, x := range values[i*n : i*n+n] {
			if there != nil && !there[i] {
				list = append(list, math.NaN())
			} else {
				list = append(list, c.number(x))
			}
		}
	}
	return list
}

func (c *column[C, T, R, S]) summarize(workers int) {
	c.said = Summarize(workers, c.list, c.summary)
}

// saying is what the draws say of each element.
func (c *column[C, T, R, S]) saying() []S { return c.said }

func (c *column[C, T, R, S]) warnings(chains []C) (list []samples.Warning) {
	for i, e := range c.elements() {
		if c.of.Drawn != nil && (len(chains) == 0 || !c.of.Drawn(i)) {
			continue
		}
		list = append(list, c.warn(c.said[i], e)...)
		if c.of.Free == nil || c.oneValue == nil || c.of.Asked != nil && !c.of.Asked(i) {
			continue
		}
		if !slices.ContainsFunc(chains, func(chain C) bool { return c.of.Free(chain)[i] }) {
			list = append(list, c.oneValue(c.said[i], e)...)
		}
	}
	return list
}

func (c *column[C, T, R, S]) appendState(b []byte) []byte {
	c.each(func(r R) { b = r.AppendState(b) })
	return b
}

func (c *column[C, T, R, S]) readState(b []byte) (rest []byte, err error) {
	c.each(func(r R) {
		if err == nil {
			b, err = r.ReadState(b)
		}
	})
	return b, err
}

// Names are what the values of a draw are called: the elements of each variable that is recorded, of a vector or a matrix
// its components. Entries of inputs that are known are left out.
func Names[C any](columns []Column[C]) []string {
	list := []string{}
	for _, c := range columns {
		list = append(list, c.names()...)
	}
	return list
}
