package engine

// Where the rows of an array have different lengths, a list says where each begins among all elements, and where the
// last one ends.

// BeginRows begins the list of so many rows, in memory of its own.
func BeginRows(_ []int, rows int) []int { return append(make([]int, 0, rows+1), 0) }

// AppendRow adds a row of n elements, of none where n is negative.
func AppendRow(starts []int, n int) []int { return append(starts, EndOfRows(starts)+max(0, n)) }

// EndOfRows is how many elements there are.
func EndOfRows(starts []int) int { return starts[len(starts)-1] }

// OneSize is the size of elements all of which have the same.
func OneSize(n int) func(int) int { return func(int) int { return n } }

// SizesOf are those of the elements that rows are.
func SizesOf(starts []int) func(int) int {
	return func(i int) int { return starts[i+1] - starts[i] }
}

// SizeIn are those of a list.
func SizeIn(sizes []int) func(int) int { return func(i int) int { return sizes[i] } }
