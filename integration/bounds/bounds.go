// Package bounds watches the bound on the evidence that VMP raises, for the tests beside it.
package bounds

import (
	"math"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/deadcode"
	"mpc/depanalysis"
	"mpc/run/interp"
	"mpc/schedule"
)

// Noise is how far a bound may fall, relative to the sizes of its terms.
const Noise = 1e-9

// Watch plans a model with its bounds computed after each iteration, whether a
// run needs them or not.
func Watch(t *testing.T, name, text string) (*mpc.Compilation, bool) {
	t.Helper()
	c, err := mpc.Plan(name, []byte(text))
	if err != nil {
		return c, false
	}
	if len(c.Program.Bounds) > 0 {
		c.Program = c.Program.Watched()
		Replan(t, c, depanalysis.Analyze(c.Program))
		if err := schedule.Verify(c.Deps, c.Schedule); err != nil {
			t.Fatalf("%s: %v", name, err)
		}
	}
	return c, true
}

// Replan schedules a compilation by another graph.
func Replan(t *testing.T, c *mpc.Compilation, g *depanalysis.Graph) {
	t.Helper()
	c.Deps = g
	keep, _ := deadcode.Live(g)
	planned, err := schedule.Plan(g, keep)
	if err != nil {
		t.Fatal(err)
	}
	c.Schedule = deadcode.Prune(g, planned)
}

// An Ascent is how the bound of a run went.
type Ascent struct {
	Bounds int     // how many there were
	Worst  float64 // the largest fall, relative to the sizes of the terms
	Result *interp.Result
	Err    error
}

// Climb runs a compilation and watches its bound. Where there are several, each is
// watched by itself: their iterations do not overlap.
func Climb(c *mpc.Compilation, input string, iterations int) Ascent {
	set, d := data.ReadJSON("data.json", []byte(input), c.Model)
	if d.HasErrors() {
		return Ascent{Err: d}
	}
	var run Ascent
	last, before := math.NaN(), 0
	run.Result, run.Err = interp.Run(c.Program, c.Deps, c.Schedule, set, interp.Options{
		Iterations: iterations,
		Bounds: func(iteration int, value, size float64) {
			if iteration <= before {
				last = math.NaN()
			}
			if fall := (last - value) / (1 + size); fall > run.Worst {
				run.Worst = fall
			}
			last, before = value, iteration
			run.Bounds++
		},
	})
	return run
}
