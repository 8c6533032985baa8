package bench

import (
	"context"
	"fmt"
	"math"
	"runtime"
	"testing"
	"time"
	"unsafe"

	"mpc/bench/kalman"
	"mpc/bench/limits"
	"mpc/bench/trueskill"
)

// ladder returns the generated inference for the games of a league.
func ladder(tb testing.TB, l *limits.League) *trueskill.Inference {
	inf, err := trueskill.New(ladderData(l))
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

func ladderData(l *limits.League) trueskill.Data {
	d := trueskill.Data{Player: len(l.Skill), Game: len(l.Games)}
	for _, g := range l.Games {
		d.Winner = append(d.Winner, int(g.Winner))
		d.Loser = append(d.Loser, int(g.Loser))
	}
	return d
}

// chain returns the generated inference for observations of limits.Walk.
func chain(tb testing.TB, y []float64) *kalman.Inference {
	c := limits.Walk
	inf, err := kalman.New(kalman.Data{T: len(y), A: c.A, Q: c.Q, R: c.R, Y: y})
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

// sweep returns a function that runs one more iteration.
func sweep(tb testing.TB, inf *trueskill.Inference) func() {
	ctx := context.Background()
	one := trueskill.Iterations(1)
	return func() {
		if _, err := inf.Run(ctx, one); err != nil {
			tb.Fatal(err)
		}
	}
}

// smooth returns a function that computes all messages of the chain anew.
func smooth(tb testing.TB, inf *kalman.Inference) func() {
	ctx := context.Background()
	return func() {
		inf.Again()
		if _, err := inf.Run(ctx); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestLadderAgrees(t *testing.T) {
	l := limits.NewLeague(1000, 10000)
	inf := ladder(t, l)
	if s, err := inf.Run(context.Background(), trueskill.Tolerance(1e-9)); err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	for range 300 {
		l.SweepPlain()
	}
	for i, got := range inf.Skill() {
		want := l.Skill[i]
		mean, variance := want.H/want.P, 1/want.P
		if math.Abs(got.Mean()-mean) > 1e-6*math.Abs(mean) || math.Abs(got.Variance()-variance) > 1e-6*variance {
			t.Fatalf("player %d: %v, want mean %g and variance %g", i, got, mean, variance)
		}
	}
}

func TestChainAgrees(t *testing.T) {
	y := limits.Walk.Data(10000)
	inf := chain(t, y)
	if _, err := inf.Run(context.Background()); err != nil {
		t.Fatal(err)
	}
	mean, variance := make([]float64, len(y)), make([]float64, len(y))
	limits.Walk.Smooth(y, mean, variance, make([]limits.Natural, len(y)))
	for i, got := range inf.X() {
		if at := inf.XAt(i); at != got {
			t.Fatalf("state %d: XAt is %v, but X holds %v", i, at, got)
		}
		if math.Abs(got.Mean()-mean[i]) > 1e-9 || math.Abs(got.Variance()-variance[i]) > 1e-9*variance[i] {
			t.Fatalf("state %d: %v, want mean %g and variance %g", i, got, mean[i], variance[i])
		}
	}
}

// TestNoAllocations compares short and long work: what a call of Run allocates
// for its options does not grow with the iterations or the data.
func TestNoAllocations(t *testing.T) {
	ctx := context.Background()
	inf := ladder(t, limits.NewLeague(100, 1000))
	count := func(iterations int) float64 {
		o := trueskill.Iterations(iterations)
		return testing.AllocsPerRun(10, func() {
			if _, err := inf.Run(ctx, o); err != nil {
				t.Fatal(err)
			}
		})
	}
	if one, many := count(1), count(20); one != many {
		t.Errorf("19 iterations of the ladder allocate %g times", many-one)
	}
	short, long := smooth(t, chain(t, limits.Walk.Data(10))), smooth(t, chain(t, limits.Walk.Data(10000)))
	if few, many := testing.AllocsPerRun(10, short), testing.AllocsPerRun(10, long); few != many {
		t.Errorf("9990 states of the chain allocate %g times", many-few)
	}
	if n := testing.AllocsPerRun(10, func() { inf.SkillAt(7) }); n != 0 {
		t.Errorf("reading one skill allocates %g times", n)
	}
}

// A rival is one of the functions that interleave measures.
type rival struct {
	name string
	run  func()
}

// interleave runs all rivals in turn in every round, so that what else the
// machine does meets all of them, and reports the least time of each in ns per
// unit, and the ratio of the first to each other one, of the least times. The
// first is the one whose allocations are counted.
func interleave(b *testing.B, units int, rivals ...rival) {
	least := make([]time.Duration, len(rivals))
	for i, r := range rivals {
		r.run() // the first run touches the memory
		least[i] = math.MaxInt64
	}
	runtime.GC()
	b.ReportAllocs()
	b.ResetTimer()
	for range b.N {
		for i, r := range rivals {
			start := time.Now()
			r.run()
			least[i] = min(least[i], time.Since(start))
		}
	}
	b.StopTimer()
	for i, r := range rivals {
		b.ReportMetric(float64(least[i].Nanoseconds())/float64(units), r.name+"-ns/unit")
		if i > 0 {
			b.ReportMetric(float64(least[0])/float64(least[i]), "x-"+r.name)
		}
	}
}

// BenchmarkLadder measures a sweep over all games: of two sizes, and of as many
// games as the larger one between as few players as the smaller one, whose skills
// stay in a cache.
func BenchmarkLadder(b *testing.B) {
	for _, size := range []struct{ players, games int }{{10000, 100000}, {10000, 1000000}, {100000, 1000000}} {
		b.Run(fmt.Sprintf("players=%d/games=%d", size.players, size.games), func(b *testing.B) {
			plain, fused := limits.NewLeague(size.players, size.games), limits.NewLeague(size.players, size.games)
			inf := ladder(b, plain)
			interleave(b, size.games,
				rival{"generated", sweep(b, inf)},
				rival{"plain", plain.SweepPlain},
				rival{"fused", fused.Sweep})
		})
	}
}

// BenchmarkChain measures smoothing a chain; what is generated checks all
// marginals, but computes their means only when asked.
func BenchmarkChain(b *testing.B) {
	for _, scale := range []int{1, 10} {
		n := 100000 * scale
		b.Run(fmt.Sprintf("states=%d", n), func(b *testing.B) {
			y := limits.Walk.Data(n)
			mean, variance, past := make([]float64, n), make([]float64, n), make([]limits.Natural, n)
			interleave(b, n,
				rival{"generated", smooth(b, chain(b, y))},
				rival{"two-pass", func() { limits.Walk.Smooth(y, mean, variance, past) }})
		})
	}
}

// BenchmarkChainRead also reads every mean and variance from the generated
// inference, which Smooth leaves in its arguments: element by element, and from
// the slice that X makes.
func BenchmarkChainRead(b *testing.B) {
	n := 100000
	y := limits.Walk.Data(n)
	mean, variance, past := make([]float64, n), make([]float64, n), make([]limits.Natural, n)
	inf := chain(b, y)
	run := smooth(b, inf)
	twoPass := rival{"two-pass", func() { limits.Walk.Smooth(y, mean, variance, past) }}
	b.Run("by=element", func(b *testing.B) {
		interleave(b, n, rival{"generated", func() {
			run()
			for i := range n {
				d := inf.XAt(i)
				mean[i], variance[i] = d.Mean(), d.Variance()
			}
		}}, twoPass)
	})
	b.Run("by=slice", func(b *testing.B) {
		interleave(b, n, rival{"generated", func() {
			run()
			for i, d := range inf.X() {
				mean[i], variance[i] = d.Mean(), d.Variance()
			}
		}}, twoPass)
	})
}

// BenchmarkMemory measures all that is allocated from the caller's data to the
// posteriors, which no peak exceeds: of what is written by hand its own copy of
// the data, its messages and its results.
func BenchmarkMemory(b *testing.B) {
	for _, scale := range []int{1, 10} {
		players, games, states := 10000*scale, 100000*scale, 100000*scale
		b.Run(fmt.Sprintf("games=%d", games), func(b *testing.B) {
			l := limits.NewLeague(players, games)
			d := ladderData(l)
			byHand := len(l.Skill)*int(unsafe.Sizeof(l.Skill[0])) + len(l.Games)*int(unsafe.Sizeof(l.Games[0]))
			memory(b, games, byHand, func() any {
				inf, err := trueskill.New(d)
				if err != nil {
					b.Fatal(err)
				}
				sweep(b, inf)()
				return inf.Skill()
			})
		})
		b.Run(fmt.Sprintf("states=%d", states), func(b *testing.B) {
			y := limits.Walk.Data(states)
			byHand := states * (3*8 + int(unsafe.Sizeof(limits.Natural{})))
			memory(b, states, byHand, func() any {
				inf := chain(b, y)
				if _, err := inf.Run(context.Background()); err != nil {
					b.Fatal(err)
				}
				return inf.X()
			})
		})
	}
}

// kept holds what allocated measures, so that it is not optimized away.
var kept any

// allocated is how many bytes a function allocates.
func allocated(run func() any) float64 {
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	kept = run()
	runtime.ReadMemStats(&after)
	kept = nil
	return float64(after.TotalAlloc - before.TotalAlloc)
}

func memory(b *testing.B, units, byHand int, run func() any) {
	generated := 0.0
	for range b.N {
		generated = allocated(run)
	}
	b.ReportMetric(generated/float64(units), "generated-B/unit")
	b.ReportMetric(float64(byHand)/float64(units), "by-hand-B/unit")
	b.ReportMetric(generated/float64(byHand), "x-by-hand")
}
