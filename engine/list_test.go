package engine

import (
	"slices"
	"testing"
)

// The list is compared with a search, also one that is made again.
func TestList(t *testing.T) {
	var l List
	for _, reads := range [][]int{{2, 0, -1, 2, 5, 0, 3, 2}, {1, 4, 3, 3}, {}} {
		l.Begin(4)
		for i, e := range reads {
			l.Say(i, e)
		}
		l.Order()
		for e := range 4 {
			var want []int
			for i := range reads {
				if reads[i] == e {
					want = append(want, i)
				}
			}
			if got := l.At(e); !slices.Equal(got, want) {
				t.Errorf("of %v element %d is read by %v, want %v", reads, e, got, want)
			}
		}
	}
}
