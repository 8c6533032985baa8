package agree

import (
	"testing"

	"mpc"
	"mpc/codegen"
	"mpc/integration/program"
)

// A batch are the trials of a test, with what their packages report. A test that is wrong has an error in place of these.
type batch struct {
	trials   []*Trial
	options  codegen.Options
	compiled []*mpc.Compilation
	reports  []report
	err      error
}

// mostTogether is how many trials one program has: to link more takes long.
const mostTogether = 100

// waiting are the batches of the tests of a package.
var waiting program.Queue[batch]

// runBatches builds and runs batches, many in one program.
func runBatches(t *testing.T, list []*batch) {
	t.Helper()
	for _, part := range program.Parts(list, mostTogether, func(b *batch) int { return len(b.trials) }) {
		all := &built{}
		var of []*batch
		for _, b := range part {
			if b.err = all.add(b.trials, b.options); b.err == nil {
				of = append(of, b)
			}
		}
		reports, err := all.run(t)
		for _, b := range of {
			n := len(b.trials)
			if b.err = err; err == nil {
				b.reports, reports = reports[:n], reports[n:]
			}
			b.compiled, all.compiled = all.compiled[:n], all.compiled[n:]
		}
	}
}
