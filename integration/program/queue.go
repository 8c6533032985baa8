package program

import (
	"sync"
	"testing"
)

// A Queue holds what several tests of a package want of one program, as each build of a program takes a second.
type Queue[W any] struct {
	mutex sync.Mutex
	list  []*W
}

// Together adds what a test wants and waits until all other tests have said what they want, which is when they begin or have
// ended. The first of them then does all; the list is never empty.
func (q *Queue[W]) Together(t *testing.T, want *W, do func([]*W)) {
	t.Helper()
	q.mutex.Lock()
	q.list = append(q.list, want)
	q.mutex.Unlock()
	t.Parallel()
	q.mutex.Lock()
	defer q.mutex.Unlock()
	if list := q.list; len(list) > 0 {
		q.list = nil
		do(list)
	}
}

// Parts splits a list into such as one program is built of: of at most so many packages, but where one wants more by itself.
func Parts[W any](list []*W, most int, size func(*W) int) (parts [][]*W) {
	room := 0
	for _, w := range list {
		if n := size(w); n > room || parts == nil {
			parts, room = append(parts, nil), most
		}
		room -= size(w)
		parts[len(parts)-1] = append(parts[len(parts)-1], w)
	}
	return parts
}
