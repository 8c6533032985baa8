package run_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"math"
	"strings"
	"testing"

	"mpc"
	"mpc/data"
	"mpc/lang"
	"mpc/run"
)

// threeGroups has local optima: two components may share one group of data.
const threeGroups = `model: groups
algorithm: vmp
inputs:
  n: range
  x: real[n]
program: |
  for (j in 0..<3) { mu[j] ~ normal(0, variance = 100) }
  for (i in n) {
    z[i] ~ categorical([0.25, 0.25, 0.5])
    x[i] ~ normal(mu[z[i]], variance = 0.1)
  }
infer: [mu]
init: {z: random}
iterate: {restarts: 8, seed: 5}
`

const groupsOf = `{"n": 9, "x": [-6, -6.1, -5.9, 0, 0.1, -0.1, 0.2, 6, 6.1]}`

func readSet(t *testing.T, c *mpc.Compilation, text string) *data.Set {
	t.Helper()
	dir := folder(t, map[string]string{"data.json": text})
	set, err := run.ReadData(c, dir+"/data.json", nil, nil)
	if err != nil {
		t.Fatal(err)
	}
	return set
}

// TestRestarts: the start of the largest evidence is kept, the same by the generated
// package and by the interpreter, and is what a run from its seed alone comes to.
func TestRestarts(t *testing.T) {
	t.Parallel()
	c, err := mpc.Compile("groups.yaml", []byte(threeGroups), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	set := readSet(t, c, groupsOf)
	infer := func(c *mpc.Compilation, opt run.Options) *run.Result {
		t.Helper()
		opt.Iterations, opt.Build = -1, !opt.Interpret
		r, err := run.Run(context.Background(), c, set, opt)
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	bytesOf := func(r *run.Result) []byte {
		t.Helper()
		b, err := json.Marshal(r)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	got, again := infer(c, run.Options{}), infer(c, run.Options{})
	if !bytes.Equal(bytesOf(got), bytesOf(again)) {
		t.Errorf("one seed, two results:\n%s\n%s", bytesOf(got), bytesOf(again))
	}
	plain := infer(c, run.Options{Interpret: true})
	worst, best := math.Inf(1), math.Inf(-1)
	if len(got.Restarts) != 8 || len(plain.Restarts) != 8 {
		t.Fatalf("%d and %d starts", len(got.Restarts), len(plain.Restarts))
	}
	for k, s := range got.Restarts {
		p := plain.Restarts[k]
		if s.Seed != uint64(5+k) || s.Error != "" || p.Seed != s.Seed || math.Abs(*s.LogEvidence-*p.LogEvidence) > 1e-9 || s.Iterations != p.Iterations {
			t.Errorf("start %+v, interpreted %+v", s, p)
		}
		worst, best = math.Min(worst, *s.LogEvidence), math.Max(best, *s.LogEvidence)
	}
	if best-worst < 1 {
		t.Errorf("all starts come to the same, %g", best)
	}
	if math.Abs(*got.LogEvidence-best) > 1e-9 || *got.Seed != *plain.Seed {
		t.Errorf("kept %g of seed %d, interpreted seed %d, the best is %g", *got.LogEvidence, *got.Seed, *plain.Seed, best)
	}

	single, err := mpc.Compile("groups.yaml", []byte(strings.Replace(threeGroups, "restarts: 8, ", "", 1)), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	alone := infer(single, run.Options{Seed: got.Seed})
	if a, b := alone.Posteriors["mu"].String(), got.Posteriors["mu"].String(); a != b || *alone.Seed != *got.Seed || alone.LogEvidence != nil || alone.Restarts != nil {
		t.Errorf("seed %d alone\n%s\nkept\n%s", *got.Seed, a, b)
	}
	for _, x := range got.Restarts {
		if *x.LogEvidence > worst {
			continue
		}
		other := infer(single, run.Options{Seed: &x.Seed})
		if a, b := other.Posteriors["mu"].String(), got.Posteriors["mu"].String(); a == b || *other.Seed != x.Seed {
			t.Errorf("seed %d comes to the same as seed %d: %s", x.Seed, *got.Seed, a)
		}
	}
}

// TestRestartsOfCallers: options, new data, saved state and a callback that stops of a
// package that starts several times.
func TestRestartsOfCallers(t *testing.T) {
	out := called(t, threeGroups, `
	ctx := context.Background()
	data := model.Data{N: 9, X: []float64{-6, -6.1, -5.9, 0, 0.1, -0.1, 0.2, 6, 6.1}}
	inf, err := model.New(data)
	fmt.Println(err)
	first, err := inf.Run(ctx)
	fmt.Println(err, len(first.Starts), first.Starts[0].Seed, first.Converged)
	z, mu := inf.LogEvidence(), fmt.Sprint(inf.Mu())
	for _, s := range first.Starts {
		if s.LogEvidence > z+1e-9 || s.Seed == first.Seed && s.LogEvidence != z {
			fmt.Println("kept", z, "of", s)
		}
	}
	more, err := inf.Run(ctx, model.Iterations(1))
	fmt.Println(err, "goes on", more.Seed == first.Seed, more.Iterations > first.Iterations)
	same, err := inf.Run(ctx, model.WithSeed(5))
	fmt.Println(err, "the same seed goes on", same.Iterations == more.Iterations)
	other, err := inf.Run(ctx, model.WithSeed(100))
	fmt.Println(err, other.Starts[0].Seed, len(other.Starts))
	if err := inf.SetX(data.X); err != nil {
		fmt.Println(err)
	}
	anew, err := inf.Run(ctx, model.WithSeed(5))
	fmt.Println(err, "new data", fmt.Sprint(inf.Mu()) == mu, anew.Seed == first.Seed, inf.LogEvidence() == z)
	state, err := inf.MarshalBinary()
	fmt.Println(err)
	copied, _ := model.New(data)
	err = copied.UnmarshalBinary(state)
	kept, err2 := copied.Run(ctx)
	fmt.Println(err, err2, "restored", fmt.Sprint(copied.Mu()) == mu, kept.Seed == first.Seed, kept.Iterations == anew.Iterations)
	stopped, _ := model.New(data)
	calls := 0
	s, err := stopped.Run(ctx, model.Progress(func(model.Summary) bool { calls++; return calls < 2 }))
	fmt.Println(err, "stopped", calls, len(s.Starts), s.Converged)
	cancelled, stop := context.WithCancel(ctx)
	stop()
	fresh, _ := model.New(data)
	_, err = fresh.Run(cancelled)
	fmt.Println(errors.Is(err, context.Canceled))
	_, err = fresh.Run(ctx)
	fmt.Println(err, fmt.Sprint(fresh.Mu()) == mu)
`)
	want := `<nil>
<nil> 8 5 true
<nil> goes on true true
<nil> the same seed goes on true
<nil> 100 8
<nil> new data true true true
<nil>
<nil> <nil> restored true true true
<nil> stopped 2 1 false
true
<nil> true
`
	if out != want {
		t.Errorf("%s\nwant\n%s", out, want)
	}
}

// Where all starts fail, the run fails as the first did.
func TestRestartsThatFail(t *testing.T) {
	const model = `model: fails
algorithm: vmp
inputs:
  y: real
program: |
  a ~ normal(0, variance = 1)
  b ~ normal(0, variance = 1)
  y ~ normal(a * b, variance = 1)
infer: [a, b]
init: {b: random}
iterate: {restarts: 3}
`
	c, err := mpc.Compile("fails.yaml", []byte(model), mpc.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, interpret := range []bool{true, false} {
		r, err := run.Run(context.Background(), c, readSet(t, c, `{"y": 1}`), run.Options{Iterations: -1, Interpret: interpret, Build: !interpret})
		if err != nil || len(r.Restarts) != 3 || r.LogEvidence == nil {
			t.Errorf("%+v, %v", r, err)
		}
		_, err = run.Run(context.Background(), c, readSet(t, c, `{"y": 1e300}`), run.Options{Iterations: -1, Interpret: interpret, Build: !interpret})
		var d lang.Diagnostics
		if !errors.As(err, &d) || d[0].Code != "not-finite" && d[0].Code != "improper" {
			t.Errorf("y = 1e300: %v", err)
		}
	}
}
