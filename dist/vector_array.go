package dist

import (
	"encoding/binary"
	"math"
)

// A vectorBlock is memory that the messages of an array share, so that those of
// one plate lie side by side.
type vectorBlock struct{ rest []float64 }

// take returns n zeros that nothing else uses.
func (b *vectorBlock) take(n int) []float64 {
	x := b.rest[:n:n]
	b.rest = b.rest[n:]
	return x
}

// newVectorBlock returns the memory for n messages, of as many numbers as count
// says of each.
func newVectorBlock(n int, count func(i int) int) *vectorBlock {
	total := 0
	for i := range n {
		total += count(i)
	}
	return &vectorBlock{make([]float64, total)}
}

// AppendCopy appends a copy of a message about a vector, which changes no more with
// the memory that m is in. It writes into the messages that list had before it was
// shortened, so that a list that is filled again allocates nothing: all of its
// elements must have come from here.
func AppendCopy[M interface{ Size() int }, P interface {
	*M
	Resize(n int)
	Set(m M)
}](list []M, m M) []M {
	if len(list) < cap(list) {
		list = list[:len(list)+1]
	} else {
		var none M
		list = append(list, none)
	}
	last := P(&list[len(list)-1])
	last.Resize(m.Size())
	last.Set(m)
	return list
}

// appendState appends numbers bit by bit.
func appendState(b []byte, x []float64) []byte {
	for _, v := range x {
		b = binary.LittleEndian.AppendUint64(b, math.Float64bits(v))
	}
	return b
}

// readState reads as many numbers as x has.
func readState(b []byte, x []float64) ([]byte, bool) {
	if len(b) < 8*len(x) {
		return nil, false
	}
	for i := range x {
		x[i] = math.Float64frombits(binary.LittleEndian.Uint64(b[8*i:]))
	}
	return b[8*len(x):], true
}

func appendStateFlag(b []byte, set bool) []byte {
	if set {
		return append(b, 1)
	}
	return append(b, 0)
}

func readStateFlag(b []byte) ([]byte, bool, bool) {
	if len(b) < 1 || b[0] > 1 {
		return nil, false, false
	}
	return b[1:], b[0] == 1, true
}

// NewDirichlets returns n uniform messages that share one block of memory; size is
// the size of each.
func NewDirichlets(n int, size func(i int) int) []Dirichlet {
	list := make([]Dirichlet, n)
	block := newVectorBlock(n, size)
	for i := range list {
		list[i].A = block.take(size(i))
		list[i].SetUniform()
	}
	return list
}

// AppendState appends the parameters bit by bit.
func (d Dirichlet) AppendState(b []byte) []byte {
	return appendState(appendStateFlag(b, d.Point), d.A)
}

// ReadState reads what AppendState appended for a message of the size that d has,
// and returns the rest; false where there is no such thing.
func (d *Dirichlet) ReadState(b []byte) ([]byte, bool) {
	b, point, ok := readStateFlag(b)
	if !ok {
		return nil, false
	}
	d.Point = point
	return readState(b, d.A)
}

// Resize makes d the uniform message about k values.
func (d *Dirichlet) Resize(k int) { d.A, d.Point = distFilled(d.A, k, 1), false }

// NewMvNormals returns n uniform messages that share one block of memory; size is
// the size of each.
func NewMvNormals(n int, size func(i int) int) []MvNormal {
	list := make([]MvNormal, n)
	block := newVectorBlock(n, func(i int) int { return size(i) + size(i)*size(i) })
	for i := range list {
		list[i].H, list[i].P = block.take(size(i)), block.take(size(i)*size(i))
	}
	return list
}

// AppendState appends the parameters bit by bit.
func (d MvNormal) AppendState(b []byte) []byte {
	return appendState(appendState(appendStateFlag(b, d.Point), d.H), d.P)
}

// ReadState reads what AppendState appended for a message of the size that d has,
// and returns the rest; false where there is no such thing.
func (d *MvNormal) ReadState(b []byte) ([]byte, bool) {
	b, point, ok := readStateFlag(b)
	if !ok {
		return nil, false
	}
	d.Point = point
	if b, ok = readState(b, d.H); !ok {
		return nil, false
	}
	return readState(b, d.P)
}

// Resize makes d the uniform message about a vector of size k.
func (d *MvNormal) Resize(k int) { d.setAll(k, 0) }

// NewWisharts returns n uniform messages that share one block of memory; size is
// the number of rows of each.
func NewWisharts(n int, size func(i int) int) []Wishart {
	list := make([]Wishart, n)
	block := newVectorBlock(n, func(i int) int { return size(i) * size(i) })
	for i := range list {
		list[i].Rate = block.take(size(i) * size(i))
		list[i].SetUniform()
	}
	return list
}

// AppendState appends the parameters bit by bit.
func (d Wishart) AppendState(b []byte) []byte {
	return appendState(appendState(appendStateFlag(b, d.Point), []float64{d.Shape}), d.Rate)
}

// ReadState reads what AppendState appended for a message of the size that d has,
// and returns the rest; false where there is no such thing.
func (d *Wishart) ReadState(b []byte) ([]byte, bool) {
	b, point, ok := readStateFlag(b)
	if !ok {
		return nil, false
	}
	d.Point = point
	shape := []float64{0}
	if b, ok = readState(b, shape); !ok {
		return nil, false
	}
	d.Shape = shape[0]
	return readState(b, d.Rate)
}

// Resize makes d the uniform message about a matrix of k rows.
func (d *Wishart) Resize(k int) { d.setAll(k*k, float64(k+1)/2, 0) }
