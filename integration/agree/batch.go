package agree

import (
	"sync"
	"testing"

	"mpc"
	"mpc/codegen"
)

// A batch are the trials of a test, with what their packages report. A test that is wrong has an error in place of these.
type batch struct {
	trials   []*Trial
	options  codegen.Options
	compiled []*mpc.Compilation
	reports  []report
	err      error
}

// mostTogether is how many trials one program has, where not all are of one test: to link more takes long.
const mostTogether = 100

// A queue holds batches that no program has been built of.
type queue struct {
	sync.Mutex
	list []*batch
}

// waiting are the batches of the tests of a package.
var waiting queue

func (q *queue) add(list []*Trial, opt codegen.Options) *batch {
	q.Lock()
	defer q.Unlock()
	b := &batch{trials: list, options: opt}
	q.list = append(q.list, b)
	return b
}

// run builds and runs all batches that wait. Tests that call it meanwhile wait for it.
func (q *queue) run(t *testing.T) {
	t.Helper()
	q.Lock()
	defer q.Unlock()
	for len(q.list) > 0 {
		part := &built{}
		var of []*batch
		for len(q.list) > 0 && (len(of) == 0 || len(part.trials)+len(q.list[0].trials) <= mostTogether) {
			b := q.list[0]
			q.list = q.list[1:]
			if b.err = part.add(b.trials, b.options); b.err == nil {
				of = append(of, b)
			}
		}
		reports, err := part.run(t)
		for _, b := range of {
			n := len(b.trials)
			if b.err = err; err == nil {
				b.reports, reports = reports[:n], reports[n:]
			}
			b.compiled, part.compiled = part.compiled[:n], part.compiled[n:]
		}
	}
}
