package passing

import (
	"errors"
	"math"
	"testing"
)

// A count is a message that is a number, and what is known of it: it is the sum of all messages.
type count float64

func (c count) Times(other count) (count, error) {
	if c+other > 1000 {
		return 0, errors.New("too large")
	}
	return c + other, nil
}

func (c count) change(old Belief) float64 { return math.Abs(float64(c - old.(count))) }

// visit visits a batch that says x: what is known then is the sum of all.
func visit(b *Batches[int, count], batch int, x count) error {
	_, err := b.Visit(batch, func(others count) (*int, count, []Belief, Summary, error) {
		if x < 0 {
			return nil, 0, nil, Summary{}, errors.New("no batch")
		}
		return &batch, x, []Belief{others + x}, Summary{}, nil
	})
	return err
}

// What all batches but one say is the sum of their messages, however often and in whatever order they are visited; after an
// error nothing has changed.
func TestBatches(t *testing.T) {
	var b Batches[int, count]
	for _, v := range []struct {
		batch  int
		x      count
		change float64
	}{{0, 3, math.Inf(1)}, {2, 5, 5}, {0, 4, 1}, {0, 4, 0}, {1, 7, 7}} {
		if err := visit(&b, v.batch, v.x); err != nil || b.Change != v.change || *b.Last != v.batch {
			t.Errorf("batch %d: %v, change %g", v.batch, err, b.Change)
		}
	}
	want := map[int]count{0: 12, 1: 9, 2: 11, 3: 16, 9: 16}
	check := func() {
		t.Helper()
		for batch, sum := range want {
			if x, err := b.Others(batch); x != sum || err != nil {
				t.Errorf("all but %d say %g (%v), want %g", batch, x, err, sum)
			}
		}
	}
	check()
	if b.Said(2) != 5 || b.Said(8) != 0 {
		t.Error(b.Said(2), b.Said(8))
	}
	for _, bad := range []struct {
		batch int
		x     count
	}{{-1, 3}, {1, -1}, {1, 2000}} {
		last, change := b.Last, b.Change
		if visit(&b, bad.batch, bad.x) == nil || b.Last != last || b.Change != change {
			t.Error("kept", bad)
		}
		check()
	}
}
