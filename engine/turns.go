package engine

import (
	"sync"
	"sync/atomic"
	"time"
)

// Turns runs n tasks in so many goroutines. Each goes on for a while, and then waits for its
// next turn: where all are cut off, each has come about as far as the others. A task ends
// when it is done, or with an error: then the others are told to stop. It returns the error
// of each.
func Turns(workers, n int, stop func(), turn func(i int) (done bool, err error)) []error {
	errs := make([]error, n)
	waiting := make(chan int, n)
	for i := range n {
		waiting <- i
	}
	var group sync.WaitGroup
	var going atomic.Int64
	going.Store(int64(n))
	for range min(workers, n) {
		group.Add(1)
		go func() {
			defer group.Done()
			for i := range waiting {
				done, err := turn(i)
				if errs[i] = err; err != nil {
					stop()
				}
				if !done && err == nil {
					waiting <- i
				} else if going.Add(-1) == 0 {
					close(waiting)
				}
			}
		}()
	}
	group.Wait()
	return errs
}

// A Watch says when a task that takes many steps looks at the clock. How many steps are made
// between two looks depends on how long they take.
type Watch struct {
	began, last time.Time
	next, every int
}

// NewWatch begins a turn.
func NewWatch() Watch { return newWatch(time.Now()) }

func newWatch(now time.Time) Watch { return Watch{began: now, last: now, every: 1} }

// Due tells whether it is time to look, after n steps of this turn.
func (w *Watch) Due(n int) bool { return n == w.next }

// Look looks at the clock after n steps, and tells whether another task may have its turn.
func (w *Watch) Look(n int) (over bool) { return w.look(n, time.Now()) }

func (w *Watch) look(n int, now time.Time) (over bool) {
	if gone := now.Sub(w.last); gone < 5*time.Millisecond && w.every < 1<<20 {
		w.every *= 2
	} else if gone > 50*time.Millisecond && w.every > 1 {
		w.every /= 2
	}
	w.last, w.next = now, n+w.every
	return n > 0 && now.Sub(w.began) > 100*time.Millisecond
}

// Apart makes an array that shares no cache line with another one: chains that run beside
// each other would wait for each other there.
func Apart[T any](n int) []T {
	between := 8 // of what takes a word or more: structs may be large, and 64 of them would be most of a chain
	if _, ok := any([]T(nil)).([]bool); ok {
		between = 64
	}
	return make([]T, n+2*between)[between : between+n : between+n]
}
