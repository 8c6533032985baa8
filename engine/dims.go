package engine

// A Dim is a dimension of an array: each row has N elements, or, where rows differ, as many as there are between two
// neighbours of Starts, which has where the elements of each row begin.
type Dim struct {
	N      int
	Starts []int
}

// row is where the elements of a row begin and end among all.
func (d Dim) row(i int) (from, to int) {
	if d.Starts != nil {
		return d.Starts[i], d.Starts[i+1]
	}
	return i * d.N, (i + 1) * d.N
}

// Count is how many elements an array has.
func Count(dims []Dim) int {
	n := 1
	for _, d := range dims {
		if d.Starts != nil {
			n = d.Starts[n]
		} else {
			n *= d.N
		}
	}
	return n
}

// EachIndex calls do with the indices of each element of an array, in order. They are valid during the call.
func EachIndex(dims []Dim, do func(index []int)) {
	index := make([]int, len(dims))
	var level func(k, at int)
	level = func(k, at int) {
		if k == len(dims) {
			do(index)
			return
		}
		from, to := dims[k].row(at)
		for i := from; i < to; i++ {
			index[k] = i - from
			level(k+1, i)
		}
	}
	level(0, 0)
}

// Rows are the elements of an array, row by row of its last dimension. They share memory with the elements, and none has room
// behind it.
func Rows[T any](elements []T, dims []Dim) [][]T {
	last := len(dims) - 1
	rows := make([][]T, Count(dims[:last]))
	for i := range rows {
		from, to := dims[last].row(i)
		rows[i] = elements[from:to:to]
	}
	return rows
}
