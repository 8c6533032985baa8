package engine

import (
	"slices"
	"testing"
)

// An inference that takes over from another one keeps what steps have done, but of those that run again, and keeps nothing
// where arrays have other sizes. What it was taken from stays as it was.
func TestFollow(t *testing.T) {
	for _, c := range []struct {
		same  bool
		again []int
		want  []bool
	}{
		{true, nil, []bool{true, true, false}},
		{true, []int{1}, []bool{true, false, false}},
		{true, []int{0, 2}, []bool{false, true, false}},
		{false, nil, []bool{false, false, false}},
	} {
		p := NewProgress(&Plan{Steps: 3})
		p.Done[0], p.Done[1] = true, true
		next := p.Follow(c.same, c.again)
		if !slices.Equal(next.Done, c.want) {
			t.Errorf("same sizes %t, again %v: %v", c.same, c.again, next.Done)
		}
		if !p.Done[0] || !p.Done[1] {
			t.Error("the progress before has changed")
		}
	}
}
