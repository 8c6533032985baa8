package passing

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"mpc/engine"
)

// A descent is an inference with one number, which goes half the way to a limit in each
// iteration; the limit, and how good it is, depend on the seed that it starts from.
type descent struct {
	x, change float64
	workers   int
	once      int // how often the first step ran
	starts    []Start
	progress  engine.Progress
	// limits and evidence are by seed; where there is none, a start fails.
	limits, evidence map[uint64]float64
}

var errNone = errors.New("no limit")

func newDescent() *descent {
	d := &descent{progress: engine.NewProgress(&engine.Plan{Steps: 2, Updates: 1, Reach: []int{0, 1}, Seeds: 2}),
		limits: map[uint64]float64{1: 5, 3: 7, 4: 9}, evidence: map[uint64]float64{1: -3, 3: -1, 4: -1}}
	d.progress.Seed, d.progress.From = 1, 1
	d.reset()
	return d
}

func (d *descent) reset() {
	d.progress.Restart()
	d.x = 100
}

func (d *descent) hooks() *Hooks {
	return &Hooks{
		Max: 60, Tolerance: 1e-3, Progress: &d.progress, Workers: &d.workers,
		Steps: []Step{
			{Once: func() error { d.once++; return nil }},
			{Posteriors: true, Iteration: engine.Hooks{
				Body: func() error {
					limit, ok := d.limits[d.progress.From]
					if !ok {
						return errNone
					}
					d.change = (d.x - limit) / 2
					d.x -= d.change
					return nil
				},
				Change: func() float64 { return math.Abs(d.change) },
				Check:  func() error { return nil },
			}},
		},
		RandomStep: 1, Reset: func(int) { d.reset() },
	}
}

func (d *descent) restarts(n int) *Restarts[descent] {
	return &Restarts[descent]{N: n, Steps: []int{1},
		Copy: func() descent {
			other := *d
			other.progress = d.progress.Clone()
			return other
		},
		Reset: d.reset, LogEvidence: func() float64 { return d.evidence[d.progress.From] }}
}

// A run goes on until nothing moves, and does not compute again what is there.
func TestRun(t *testing.T) {
	d := newDescent()
	s, err := Run(context.Background(), d.hooks(), nil)
	if err != nil || !s.Converged || s.Seed != 1 || s.Change > 1e-3 || math.Abs(d.x-5) > 1e-2 || d.workers != 1 {
		t.Errorf("%+v, %v, %+v", s, err, d)
	}
	n := s.Iterations
	if s, err = Run(context.Background(), d.hooks(), []Option{Workers(3), nil}); err != nil || s.Iterations != n || d.once != 1 || d.workers != 3 {
		t.Errorf("again: %+v, %v, %+v", s, err, d)
	}
	if s, err = Run(context.Background(), d.hooks(), []Option{Iterations(4)}); err != nil || s.Iterations != n+4 {
		t.Errorf("four more: %+v, %v", s, err)
	}
	if s, err = Run(context.Background(), d.hooks(), []Option{WithSeed(3)}); err != nil || s.Seed != 3 || math.Abs(d.x-7) > 1e-2 {
		t.Errorf("of another seed: %+v, %v, %g", s, err, d.x)
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		option Option
		want   string
	}{
		{Iterations(-1), "option Iterations: -1 is negative"},
		{Iterations(0), "option Iterations: before the first iteration there is no posterior"},
		{Tolerance(math.NaN()), "option Tolerance: NaN is no number of at least 0"},
		{Workers(0), "option Workers: 0 is not at least 1"},
	} {
		d := newDescent()
		if _, err := Run(context.Background(), d.hooks(), []Option{c.option}); err == nil || err.Error() != c.want || d.once != 0 {
			t.Errorf("%v, want %s", err, c.want)
		}
		if _, err := d.restarts(2).Run(context.Background(), d, d.hooks(), []Option{c.option, Workers(-4)}); err == nil || d.once != 0 {
			t.Errorf("with restarts: %v", err)
		}
	}
	d := newDescent()
	if s, err := Run(context.Background(), d.hooks(), []Option{Tolerance(0), Iterations(7)}); err != nil || s.Iterations != 7 {
		t.Errorf("%+v, %v", s, err)
	}
}

// Progress stops a run, and a check makes its error, after the last step.
func TestStops(t *testing.T) {
	d := newDescent()
	calls := 0
	stop := Progress(func(s Summary) bool {
		calls++
		return s.Iterations < 3
	})
	if s, err := Run(context.Background(), d.hooks(), []Option{stop}); err != nil || s.Iterations != 3 || calls != 3 || s.Converged {
		t.Errorf("%d calls, %+v, %v", calls, s, err)
	}
	h := d.hooks()
	wrong := errors.New("wrong")
	var checked []int
	h.Checks = []func() error{
		func() error { checked = append(checked, 1); return nil },
		func() error { checked = append(checked, 2); return wrong },
		func() error { checked = append(checked, 3); return nil },
	}
	if s, err := Run(context.Background(), h, nil); err != wrong || !s.Converged || !slices.Equal(checked, []int{1, 2}) {
		t.Errorf("%+v, %v, %v", s, err, checked)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err := Run(ctx, newDescent().hooks(), nil); err != context.Canceled {
		t.Error(err)
	}
}

// Of several starts the first with the largest evidence stays; those that fail are left out.
func TestRestarts(t *testing.T) {
	d := newDescent()
	hooks := func() *Hooks {
		h := d.hooks()
		h.Starts = &d.starts
		return h
	}
	s, err := d.restarts(4).Run(context.Background(), d, hooks(), nil)
	if err != nil || s.Seed != 3 || math.Abs(d.x-7) > 1e-2 || len(s.Starts) != 4 {
		t.Fatalf("%+v, %v", s, err)
	}
	for k, want := range []Start{{Seed: 1, LogEvidence: -3, Converged: true}, {Seed: 2, Err: errNone}, {Seed: 3, LogEvidence: -1, Converged: true}, {Seed: 4, LogEvidence: -1, Converged: true}} {
		got := s.Starts[k]
		got.Iterations = 0
		if got != want {
			t.Errorf("start %d: %+v, want %+v", k, got, want)
		}
	}
	n := s.Iterations
	if s, err = d.restarts(4).Run(context.Background(), d, hooks(), []Option{Iterations(2)}); err != nil || s.Iterations != n+2 || s.Seed != 3 || len(s.Starts) != 4 {
		t.Errorf("a run that goes on: %+v, %v", s, err)
	}
	if s, err = d.restarts(2).Run(context.Background(), d, hooks(), []Option{WithSeed(4)}); err != nil || s.Seed != 4 || len(s.Starts) != 2 {
		t.Errorf("from another seed: %+v, %v", s, err)
	}
	d = newDescent()
	d.limits = nil
	if s, err = d.restarts(3).Run(context.Background(), d, hooks(), nil); err != errNone || s.Starts != nil {
		t.Errorf("where all fail: %+v, %v", s, err)
	}
	d = newDescent()
	once := Progress(func(Summary) bool { return false })
	if s, err = d.restarts(3).Run(context.Background(), d, hooks(), []Option{once}); err != nil || len(s.Starts) != 1 || s.Iterations != 1 {
		t.Errorf("stopped in the first: %+v, %v", s, err)
	}
	d = newDescent()
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, err = d.restarts(3).Run(ctx, d, hooks(), nil); err != context.Canceled {
		t.Error(err)
	}
}
