package sampling

import (
	"slices"
	"testing"
)

func TestSummarize(t *testing.T) {
	list := []*int{new(int), nil, new(int), new(int)}
	for i, x := range list {
		if x != nil {
			*x = i + 1
		}
	}
	for _, workers := range []int{1, 3, 9} {
		got := Summarize(workers, list, func(x *int, work *[]int) int {
			*work = append((*work)[:0], *x, *x)
			return (*work)[0] + (*work)[1]
		})
		if want := []int{2, 0, 6, 8}; !slices.Equal(got, want) {
			t.Errorf("%d workers: %v, want %v", workers, got, want)
		}
	}
}
