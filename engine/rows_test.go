package engine

import (
	"slices"
	"testing"
)

// Rows begin where the ones before end; the list of another array stays as it is.
func TestRows(t *testing.T) {
	other := []int{0, 5}
	starts := BeginRows(other, 3)
	for _, n := range []int{2, -1, 3} {
		starts = AppendRow(starts, n)
	}
	if !slices.Equal(starts, []int{0, 2, 2, 5}) || EndOfRows(starts) != 5 || !slices.Equal(other, []int{0, 5}) {
		t.Errorf("%v beside %v", starts, other)
	}
	size := SizesOf(starts)
	if size(0) != 2 || size(1) != 0 || size(2) != 3 || OneSize(4)(9) != 4 {
		t.Error("the sizes of rows are others")
	}
	if n := EndOfRows(BeginRows(nil, 0)); n != 0 {
		t.Errorf("%d elements of no rows", n)
	}
}
