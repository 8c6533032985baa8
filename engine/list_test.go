package engine

import (
	"slices"
	"testing"
)

// The list is compared with a search.
func TestNewList(t *testing.T) {
	reads := []int{2, 0, -1, 2, 5, 0, 3, 2}
	l := NewList(4, 1, len(reads), func(i int) int { return reads[i] })
	for e := range 4 {
		var want []int
		for i := 1; i < len(reads); i++ {
			if reads[i] == e {
				want = append(want, i)
			}
		}
		if got := l.At(e); !slices.Equal(got, want) {
			t.Errorf("element %d is read by %v, want %v", e, got, want)
		}
	}
}
