package sampling

import (
	"slices"
	"testing"

	"mpc/engine"
)

type record struct{ n byte }

func (r *record) AppendState(b []byte) []byte { return append(b, r.n) }

func (r *record) ReadState(b []byte) ([]byte, error) {
	if len(b) == 0 {
		return nil, engine.ErrState
	}
	r.n = b[0]
	return b[1:], nil
}

func TestRecords(t *testing.T) {
	b := AppendRecords(nil, []*record{{1}, nil, {2}})
	list := []*record{{}, nil, {}}
	if rest, err := ReadRecords(append(b, 9), list); err != nil || len(rest) != 1 || list[0].n != 1 || list[2].n != 2 {
		t.Error(rest, err)
	}
	if _, err := ReadRecords(b[:1], list); err != engine.ErrState {
		t.Error(err)
	}
}

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
