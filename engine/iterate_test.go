package engine_test

import (
	"context"
	"errors"
	"math"
	"strings"
	"testing"

	"mpc/dist"
	"mpc/engine"
)

var errImproper = errors.New("improper")

func plan() *engine.Plan {
	return &engine.Plan{
		Version: 7, Steps: 2, Updates: 4,
		Origins:  map[int]engine.Origin{0: {Line: 3, Column: 5, Statement: "x ~ y"}, 1: {Line: 3, Column: 5, Statement: "x ~ y"}, 2: {Line: 4, Column: 1, Statement: "z"}},
		Factors:  [][]engine.Sender{{{Update: 0, Buffer: -1}, {Update: 1, Buffer: 3}}},
		Predicts: map[int]bool{2: true},
		Reach:    []int{0, 3},
		Help:     "give narrower priors",
	}
}

// A halving is an iteration whose change halves.
type halving struct {
	x      float64
	passes int
	sums   int
}

func (h *halving) hooks() engine.Hooks {
	return engine.Hooks{
		Body:   func() error { h.passes++; h.x /= 2; return nil },
		Change: func() float64 { return h.x },
		Check:  func() error { return errImproper },
		Sum:    func() { h.sums++ },
	}
}

// TestIterate: an iteration stops when the change is within the tolerance, goes on from there, and is done then.
func TestIterate(t *testing.T) {
	p := engine.NewProgress(plan())
	p.Restart()
	h := &halving{x: 1}
	run := func(o engine.Limits) {
		t.Helper()
		if err := p.Iterate(context.Background(), o, 1, h.hooks()); err != nil {
			t.Fatal(err)
		}
	}
	run(engine.Limits{Max: 3, Tolerance: 1e-3})
	if h.passes != 3 || !p.Loops[1].Open || p.Converged() || p.Sweeps() != 3 || p.Change() != 0.125 {
		t.Errorf("after 3: %+v, %+v", h, p.Loops)
	}
	if h.sums != 2 { // after 2 iterations, and at the end of what has not converged
		t.Errorf("%d sums", h.sums)
	}
	run(engine.Limits{Max: 100, Tolerance: 1e-3})
	if h.passes != 10 || p.Loops[1].Open {
		t.Errorf("to the tolerance: %+v, %+v", h, p.Loops)
	}
	run(engine.Limits{Max: 100, Tolerance: 1e-3})
	if h.passes != 10 {
		t.Errorf("what has converged ran again: %+v", h)
	}
	run(engine.Limits{Max: 4, Exact: true, Tolerance: 1e-3})
	if h.passes != 14 {
		t.Errorf("exactly 4 more: %+v", h)
	}
	if err := p.Once(context.Background(), 0, func() error { return nil }); err != nil || !p.Converged() {
		t.Errorf("%v, %+v", err, p.Done)
	}
	reports := 0
	run(engine.Limits{Max: 9, Exact: true, Report: func() bool { reports++; return reports < 2 }})
	if h.passes != 16 || reports != 2 {
		t.Errorf("stopped by the caller: %+v, %d reports", h, reports)
	}
}

// TestStill: where no posterior moves at first, what moves it may be on its way for as many iterations as news need.
func TestStill(t *testing.T) {
	p := engine.NewProgress(plan())
	p.Restart()
	n := 0
	h := engine.Hooks{Body: func() error { n++; return nil }, Change: func() float64 { return 0 }}
	if err := p.Iterate(context.Background(), engine.Limits{Max: 50, Tolerance: 1e-3}, 1, h); err != nil || n != 4 {
		t.Errorf("%d iterations, %v", n, err)
	}
}

// TestSound: an iteration at rest goes on where products that are kept were wrong.
func TestSound(t *testing.T) {
	p := engine.NewProgress(plan())
	p.Restart()
	h := &halving{x: 1e-3}
	hooks := h.hooks()
	asked := 0
	hooks.Sound = func() bool { asked++; return asked > 1 }
	if err := p.Iterate(context.Background(), engine.Limits{Max: 50, Tolerance: 1e-2}, 1, hooks); err != nil || h.passes != 2 || asked != 1 {
		t.Errorf("%+v, asked %d times, %v", h, asked, err)
	}
}

// TestEndsOfIterations: what runs away, what is cancelled, what has no posterior.
func TestEndsOfIterations(t *testing.T) {
	iterate := func(ctx context.Context, h engine.Hooks) error {
		p := engine.NewProgress(plan())
		p.Restart()
		return p.Iterate(ctx, engine.Limits{Max: 40, Tolerance: 1e-3}, 1, h)
	}
	x := 1.0
	var diverges *engine.DivergenceError
	err := iterate(context.Background(), engine.Hooks{Body: func() error { x *= 2; return nil }, Change: func() float64 { return x }})
	if !errors.As(err, &diverges) || diverges.Iterations != 40 || diverges.Change != math.Ldexp(1, 40) {
		t.Errorf("runs away: %v", err)
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	h := &halving{x: 1}
	if err := iterate(ctx, h.hooks()); !errors.Is(err, context.Canceled) || h.passes != 0 {
		t.Errorf("cancelled: %v, %+v", err, h)
	}
	h = &halving{x: math.NaN()}
	if err := iterate(context.Background(), h.hooks()); err != errImproper {
		t.Errorf("without a posterior: %v", err)
	}
	failed := errors.New("failed")
	for _, hooks := range []engine.Hooks{{First: func() error { return failed }}, {Last: func() error { return failed }}, {Body: func() error { return failed }}} {
		full := (&halving{x: 1}).hooks()
		if hooks.Body == nil {
			hooks.Body = full.Body
		}
		hooks.Change = full.Change
		if err := iterate(context.Background(), hooks); err != failed {
			t.Errorf("%v, want what failed", err)
		}
	}
}

// TestSkips: an update without a message is counted, and keeps its loop open; where a statement has none at all, that is
// an error; posteriors of what nothing else is known of are counted alone.
func TestSkips(t *testing.T) {
	p := engine.NewProgress(plan())
	p.Restart()
	p.Share()
	run := func(list ...int) error {
		p.Undo(0)
		return p.Once(context.Background(), 0, func() error {
			for _, u := range list {
				if err := p.Skip(u, dist.Improper, []int{4, 2}); err != nil {
					return err
				}
			}
			return nil
		})
	}
	if err := run(0, 2); err != nil || !p.Loops[0].Open || !p.AnyLeft() || !p.LeftOut(0, -1, 4, 2) || p.LeftOut(0, -1, 4, 1) || p.LeftOut(2, -1, 4, 2) {
		t.Errorf("one of two messages: %v, %+v", err, p.Loops)
	}
	if list := p.Skips(); len(list) != 2 || list[0] != (engine.Skip{Line: 3, Statement: "x ~ y", Count: 1}) || list[1].Line != 4 {
		t.Errorf("%+v", list)
	}
	var improper *engine.ImproperError
	if err := run(0, 3); !errors.As(err, &improper) || !improper.LeftOut || !strings.HasSuffix(err.Error(), "; give narrower priors") { // 3 is the buffer that 1 reads
		t.Errorf("all messages of a statement: %v", err)
	}
	if err := run(); err != nil || p.Loops[0].Open || p.AnyLeft() {
		t.Errorf("none: %v, %+v", err, p.Loops)
	}
	var contradiction *engine.ContradictionError
	if err := p.Contradiction(2, []int{1}); !errors.As(err, &contradiction) || contradiction.Line != 4 || contradiction.Element[0] != 1 {
		t.Errorf("%v", err)
	}
	var notFinite *engine.NotFiniteError
	if err := p.Skip(0, dist.NotFinite, nil); !errors.As(err, &notFinite) || notFinite.Column != 5 {
		t.Errorf("%v", err)
	}
}

// TestProgressState: what is saved is read back, what is not of the model is refused, and a clone is its own.
func TestProgressState(t *testing.T) {
	outline := plan()
	outline.Seeds = 2
	p := engine.NewProgress(outline)
	p.Ascend(engine.NewAscent)
	p.Restart()
	p.Seed, p.From, p.Done[1], p.Loops[1] = 11, 12, true, engine.Loop{Iterations: 5, Change: 0.25, Open: true}
	b := p.Marshal()
	q := engine.NewProgress(outline)
	q.Ascend(engine.NewAscent)
	rest, err := q.Unmarshal(append(b, 1, 2))
	if err != nil || len(rest) != 2 || q.Seed != 11 || q.From != 12 || q.Done[0] || !q.Done[1] || q.Loops[1] != p.Loops[1] {
		t.Errorf("%v, %+v", err, q)
	}
	for n := range len(b) {
		if _, err := q.Unmarshal(b[:n]); err != engine.ErrState {
			t.Errorf("%d bytes: %v", n, err)
		}
	}
	other := *outline
	other.Version++
	r := engine.NewProgress(&other)
	if _, err := r.Unmarshal(b); err != engine.ErrState {
		t.Errorf("of another model: %v", err)
	}
	c := p.Clone()
	c.Undo(0)
	c.Restart()
	if !p.Done[1] || p.Loops[1].Iterations != 5 {
		t.Errorf("the clone is the same: %+v", p)
	}
}

// TestAscend: a step that lowers the bound is halved and run again, the bound never falls, and the step grows back.
func TestAscend(t *testing.T) {
	x, kept, step := 3.0, 0.0, 1.0
	bound := func(sum *engine.TermSum) { sum.Add(-x*x, 0) }
	var bounds []float64
	h := engine.Hooks{
		Body:   func() error { x -= step * 2.5 * x; return nil }, // too far: a full step takes x to -1.5 x
		Change: func() float64 { return math.Abs(x) },
		Guard:  engine.Guard{Bound: bound, Keep: func() { kept = x }, Restore: func() { x = kept }, Step: &step},
	}
	p := engine.NewProgress(plan())
	p.Ascend(engine.NewAscent)
	p.Restart()
	report := func() bool {
		var sum engine.TermSum
		bound(&sum)
		bounds = append(bounds, sum.Sum)
		return true
	}
	if err := p.Iterate(context.Background(), engine.Limits{Max: 60, Tolerance: 1e-6, Report: report}, 1, h); err != nil {
		t.Fatal(err)
	}
	for i := 1; i < len(bounds); i++ {
		if bounds[i] < bounds[i-1] {
			t.Errorf("the bound falls from %g to %g after %d iterations", bounds[i-1], bounds[i], i)
		}
	}
	if p.Loops[1].Open || p.Shortened() == 0 {
		t.Errorf("%+v, shortened %d times", p.Loops[1], p.Shortened())
	}
	// A bound that falls however short the step is.
	fall := 0.0
	h = engine.Hooks{
		Body:   func() error { fall++; return nil },
		Change: func() float64 { return 1 },
		Guard:  engine.Guard{Bound: func(sum *engine.TermSum) { sum.Add(-fall, 0) }, Keep: func() {}, Restore: func() {}, Step: &step},
	}
	p = engine.NewProgress(plan())
	p.Ascend(engine.NewAscent)
	p.Restart()
	var falls *engine.BoundError
	if err := p.Iterate(context.Background(), engine.Limits{Max: 60, Tolerance: 1e-6}, 1, h); !errors.As(err, &falls) || falls.Iterations != 1 {
		t.Errorf("%v", err)
	}
	// The change of the evidence is what the tolerance is compared with.
	n := 0.0
	h = engine.Hooks{
		Body:   func() error { n++; return nil },
		Change: func() float64 { return 1 },
		Guard:  engine.Guard{Bound: func(sum *engine.TermSum) { sum.Add(-math.Ldexp(1, -int(n)), 0) }, Step: &step, OfEvidence: true},
	}
	p = engine.NewProgress(plan())
	p.Ascend(engine.NewAscent)
	p.Restart()
	if err := p.Iterate(context.Background(), engine.Limits{Max: 60, Tolerance: 1e-3}, 1, h); err != nil || n != 10 {
		t.Errorf("%g iterations, %v", n, err)
	}
}
