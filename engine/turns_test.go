package engine

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// Every task has its turns until it is done, one at a time.
func TestTurns(t *testing.T) {
	for _, workers := range []int{1, 2, 7} {
		var turns, busy [5]atomic.Int64
		errs := Turns(workers, 5, func() { t.Error("stopped") }, func(i int) (bool, error) {
			if busy[i].Add(1) != 1 {
				t.Errorf("task %d has two turns at once", i)
			}
			defer busy[i].Add(-1)
			return turns[i].Add(1) == int64(i+1), nil
		})
		for i := range turns {
			if n := turns[i].Load(); n != int64(i+1) || errs[i] != nil {
				t.Errorf("%d workers: task %d had %d turns: %v", workers, i, n, errs[i])
			}
		}
	}
}

// With one worker the tasks take turns in their order.
func TestTurnsInOrder(t *testing.T) {
	var order, turns []int
	turns = make([]int, 3)
	Turns(1, 3, func() {}, func(i int) (bool, error) {
		order = append(order, i)
		turns[i]++
		return turns[i] == 2, nil
	})
	if want := []int{0, 1, 2, 0, 1, 2}; !slices.Equal(order, want) {
		t.Errorf("turns of %v, want %v", order, want)
	}
}

// An error stops the others, which end with errors of their own.
func TestTurnsStopped(t *testing.T) {
	failed, cut := errors.New("failed"), errors.New("cut off")
	stopped := make(chan struct{})
	var once sync.Once
	errs := Turns(2, 4, func() { once.Do(func() { close(stopped) }) }, func(i int) (bool, error) {
		if i == 2 {
			return false, failed
		}
		select {
		case <-stopped:
			return false, cut
		default:
			return false, nil
		}
	})
	for i, err := range errs {
		if want := map[bool]error{true: failed, false: cut}[i == 2]; err != want {
			t.Errorf("task %d ended with %v, want %v", i, err, want)
		}
	}
}

// Looks come some milliseconds after each other, however long a step takes.
func TestWatch(t *testing.T) {
	for _, step := range []time.Duration{time.Microsecond, 3 * time.Millisecond, 60 * time.Millisecond} {
		began := time.Now()
		w := newWatch(began)
		var looks []int
		for n := 0; ; n++ {
			if !w.Due(n) {
				continue
			}
			looks = append(looks, n)
			gone := time.Duration(n) * step
			if over := w.look(n, began.Add(gone)); over != (gone > 100*time.Millisecond) {
				t.Errorf("steps of %v: over %t after %v", step, over, gone)
			} else if over {
				break
			}
		}
		last := looks[len(looks)-1] - looks[len(looks)-2]
		if gone := time.Duration(last) * step; last > 1 && (gone > 120*time.Millisecond || gone < 2*time.Millisecond) {
			t.Errorf("steps of %v: the last look came after %v, the looks were at %v", step, gone, looks)
		}
		if looks[0] != 0 {
			t.Errorf("the first look was after %d steps", looks[0])
		}
	}
}

// Nothing that is near one array is in another, and none grows into what is behind it.
func TestApart(t *testing.T) {
	x := Apart[bool](3)
	if len(x) != 3 || cap(x) != 3 {
		t.Errorf("length %d, capacity %d", len(x), cap(x))
	}
}
