package sampling

import (
	"context"
	"errors"
	"math"
	"slices"
	"testing"

	"mpc/dist"
	"mpc/engine"
	"mpc/mcmc"
	"mpc/samples"
)

// A walk is a chain of a model with one number, each value of which is drawn about half the last.
type walk struct {
	course Course
	x      []float64
	model  *model
}

// A model is what walks are of.
type model struct {
	sampler   Sampler[*model, *walk]
	constants int // how often they were computed
	fail      int // the scan that fails, 0 for none
}

var errFail = errors.New("nothing to draw from")

func (m *model) hooks() *Hooks[*model, *walk] {
	return &Hooks[*model, *walk]{
		Defaults:  Defaults{BurnIn: 5, Samples: 10, Thin: 2, Chains: 3, Seed: 4},
		Constants: []func(*model) error{func(m *model) error { m.constants++; return nil }},
		NewChain: func(m *model, number int, seed uint64) *walk {
			w := &walk{course: NewCourse(number, seed), model: m}
			w.x = Saved[float64](&w.course, 1)
			return w
		},
		Course: func(w *walk) *Course { return &w.course },
		Start:  func(w *walk) error { w.x[0] = 100; return nil },
		Scan: func(w *walk) error {
			if m.fail > 0 && w.course.Scans+1 == m.fail {
				return errFail
			}
			w.x[0] = w.x[0]/2 + w.course.Stream.Normal()
			return nil
		},
		Compute: func(*walk) error { return nil },
		Record: func(*model) []Column[*walk] {
			return []Column[*walk]{Reals(Variable[*walk, float64]{Name: "x", Values: func(w *walk) []float64 { return w.x }})}
		},
	}
}

// run runs the model, and returns its draws by chain.
func (m *model) run(t *testing.T, ctx context.Context, opts ...Option) ([][]float64, Summary, error) {
	t.Helper()
	draws := make([][]float64, 20)
	s, err := m.sampler.Run(ctx, m, m.hooks(), append(opts, OnDraw(func(chain, draw int, values []float64) {
		draws[chain] = append(draws[chain], values...)
	})))
	return draws[:s.Chains], s, err
}

// The defaults of a model hold where no option says another thing.
func TestRun(t *testing.T) {
	m := &model{}
	draws, s, err := m.run(t, context.Background())
	if err != nil || m.constants != 1 {
		t.Fatal(err, m.constants)
	}
	if s.Chains != 3 || s.Draws != 10 || s.Iterations != 25 || s.Seed != 4 || len(draws[2]) != 10 {
		t.Errorf("%+v", s)
	}
	stream := mcmc.NewStream(4, 1)
	x := 100.0
	for n := range 25 {
		if x = x/2 + stream.Normal(); n >= 5 && (n-5)%2 == 1 && draws[1][(n-5)/2] != x {
			t.Errorf("scan %d of chain 1: %g, want %g", n, draws[1][(n-5)/2], x)
		}
	}
	if got := m.sampler.Summary(m, m.hooks()); got.Draws != 10 || len(got.Warnings) != len(s.Warnings) {
		t.Errorf("%+v, want %+v", got, s)
	}
	mean := 0.0
	for _, x := range slices.Concat(draws...) {
		mean += x / 30
	}
	if got := Said[samples.Real](&m.sampler, m, m.hooks(), 0)[0].Mean; math.Abs(got-mean) > 1e-12 {
		t.Errorf("mean %g, want %g", got, mean)
	}
}

// The draws are the same for any number of workers, and in one run or two.
func TestRunTwice(t *testing.T) {
	once, _, err := (&model{}).run(t, context.Background(), Samples(30))
	if err != nil {
		t.Fatal(err)
	}
	for _, workers := range []int{1, 2, 9} {
		m := &model{}
		first, _, err := m.run(t, context.Background(), Samples(13), Workers(workers))
		if err != nil {
			t.Fatal(err)
		}
		second, s, err := m.run(t, context.Background(), Samples(17), Workers(workers))
		if err != nil || s.Draws != 30 {
			t.Fatal(err, s)
		}
		for c := range once {
			if !slices.Equal(append(first[c], second[c]...), once[c]) {
				t.Errorf("%d workers: chain %d has other draws", workers, c)
			}
		}
	}
}

func TestOptions(t *testing.T) {
	for _, c := range []struct {
		option Option
		want   string
	}{
		{Samples(0), "option Samples: 0 is not at least 1"},
		{BurnIn(-1), "option BurnIn: -1 is not at least 0"},
		{Thin(0), "option Thin: 0 is not at least 1"},
		{Chains(-2), "option Chains: -2 is not at least 1"},
		{Workers(0), "option Workers: 0 is not at least 1"},
	} {
		m := &model{}
		if _, s, err := m.run(t, context.Background(), nil, c.option); err == nil || err.Error() != c.want || s.Chains != 0 || m.constants != 0 {
			t.Errorf("%v, want %s; %+v", err, c.want, s)
		}
	}
	m := &model{}
	if _, s, err := m.run(t, context.Background(), Thin(1), BurnIn(0), Chains(2), WithSeed(7), Samples(4)); err != nil || s.Iterations != 4 || s.Chains != 2 || s.Seed != 7 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, s, err := m.run(t, context.Background(), Thin(3)); err == nil || err.Error() != "option Thin: 3: the chains go on with 1, as they were begun" || s.Draws != 4 {
		t.Errorf("%+v, %v", s, err)
	}
	if _, s, err := m.run(t, context.Background()); err != nil || s.Draws != 14 || s.Seed != 7 {
		t.Errorf("chains that go on: %+v, %v", s, err)
	}
	if _, s, err := m.run(t, context.Background(), Chains(3)); err != nil || s.Draws != 10 || s.Seed != 7 {
		t.Errorf("more chains: %+v, %v", s, err)
	}
	m.sampler.Forget()
	if _, s, err := m.run(t, context.Background()); err != nil || s.Draws != 10 || s.Seed != 4 {
		t.Errorf("after all was forgotten: %+v, %v", s, err)
	}
}

// A run that is cut off keeps what there is, and goes on as if it had not been.
func TestCutOff(t *testing.T) {
	once, _, err := (&model{}).run(t, context.Background(), Workers(1))
	if err != nil {
		t.Fatal(err)
	}
	m := &model{}
	calls := 0
	first, s, err := m.run(t, context.Background(), Workers(1), Progress(func(s Summary) bool {
		calls++
		return calls < 5
	}))
	if err != nil || calls != 5 || s.Draws == 10 {
		t.Fatalf("%d calls, %+v, %v", calls, s, err)
	}
	need := 10 - len(first[0])
	second, s, err := m.run(t, context.Background(), Samples(max(1, need)))
	if err != nil || s.Draws < 10 {
		t.Fatalf("%+v, %v", s, err)
	}
	for c := range once {
		if got := append(first[c], second[c]...); !slices.Equal(got[:10], once[c]) {
			t.Errorf("chain %d: %v, want %v", c, got, once[c])
		}
	}
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	if _, s, err := (&model{}).run(t, ctx); err != context.Canceled || s.Draws != 0 || s.Converged {
		t.Errorf("%+v, %v", s, err)
	}
}

func TestFailure(t *testing.T) {
	m := &model{fail: 3}
	if _, s, err := m.run(t, context.Background()); err != errFail || s.Draws != 0 || s.Warnings != nil {
		t.Errorf("%+v, %v", s, err)
	}
}

// Chains are run one after the other by one worker, where the model wants it.
func TestWholeChains(t *testing.T) {
	m := &model{}
	h := m.hooks()
	h.WholeChains = true
	var order []int
	if _, err := m.sampler.Run(context.Background(), m, h, []Option{Workers(1), OnDraw(func(chain, draw int, values []float64) { order = append(order, chain) })}); err != nil {
		t.Fatal(err)
	}
	if !slices.IsSorted(order) || len(order) != 30 {
		t.Errorf("%v", order)
	}
}

// A run goes on to the bit from a saved state, which is of one model and one data set.
func TestState(t *testing.T) {
	once, _, err := (&model{}).run(t, context.Background(), Samples(25))
	if err != nil {
		t.Fatal(err)
	}
	m, other := &model{}, &model{}
	if _, _, err := m.run(t, context.Background(), Samples(11)); err != nil {
		t.Fatal(err)
	}
	b, err := m.sampler.Marshal(m.hooks(), 9, 3)
	if err != nil {
		t.Fatal(err)
	}
	if err := other.sampler.Unmarshal(other, other.hooks(), 9, 3, b); err != nil {
		t.Fatal(err)
	}
	rest, s, err := other.run(t, context.Background(), Samples(14))
	if err != nil || s.Draws != 25 {
		t.Fatal(err, s)
	}
	for c := range once {
		if !slices.Equal(rest[c], once[c][11:]) {
			t.Errorf("chain %d: %v, want %v", c, rest[c], once[c][11:])
		}
	}
	bad := slices.Clone(b)
	bad[30]++
	resealed := func(b []byte) []byte { return engine.AppendWords(b[:len(b):len(b)], engine.Checksum(b)) }
	for _, c := range []struct {
		why  string
		data uint64
		b    []byte
	}{
		{"other data", 4, b},
		{"a byte changed", 3, bad},
		{"nothing", 3, nil},
		{"cut off", 3, resealed(b[:60])},
		{"cut off in a recorder", 3, resealed(b[:len(b)-20])},
		{"something behind it", 3, resealed(slices.Concat(b[:len(b)-8], []byte("more")))},
	} {
		if err := m.sampler.Unmarshal(m, m.hooks(), 9, c.data, c.b); err != engine.ErrState {
			t.Errorf("%s: %v", c.why, err)
		}
	}
	if s := m.sampler.Summary(m, m.hooks()); s.Draws != 11 {
		t.Errorf("after states that were refused: %+v", s)
	}
}

func TestErrors(t *testing.T) {
	list := Statements{2: {Line: 3, Column: 5, Statement: "x ~ normal(m, sd = s)"}}
	excluded := errors.New("excluded")
	for _, c := range []struct {
		err  error
		want string
	}{
		{list.Fault(2, dist.Improper, []int{4}, 7), "the conditional is improper: line 3: x ~ normal(m, sd = s) at [4] in iteration 7; give a narrower prior"},
		{list.Fault(2, dist.NotFinite, nil, 0), "a value is not finite: line 3: x ~ normal(m, sd = s)"},
		{list.Fault(2, dist.Contradiction, nil, 1), "contradictory observation, its probability is zero: line 3: x ~ normal(m, sd = s) in iteration 1"},
		{list.SliceFault(2, mcmc.SliceStart, nil, 0, func() error { return nil }), "contradictory observation, its probability is zero: line 3: x ~ normal(m, sd = s)"},
		{list.SliceFault(2, mcmc.SliceStart, nil, 0, func() error { return excluded }), "excluded"},
		{list.SliceFault(2, mcmc.SliceNotFinite, nil, 0, func() error { return excluded }), "a value is not finite: line 3: x ~ normal(m, sd = s)"},
		{&OverflowError{Where: engine.Where{Line: 1, Statement: "s"}, Expression: "a / b"}, "a / b is not finite: line 1: s"},
	} {
		if c.err.Error() != c.want {
			t.Errorf("%v, want %s", c.err, c.want)
		}
	}
	var notFinite *NotFiniteError
	if !errors.As(&OverflowError{}, &notFinite) {
		t.Error("an overflow is not a NotFiniteError")
	}
}
