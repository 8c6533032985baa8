package bench

import (
	"context"
	"fmt"
	"math"
	"testing"
	"unsafe"

	"mpc/bench/hmm"
	"mpc/bench/limits"
)

// hidden returns the generated inference for a hidden Markov model.
func hidden(tb testing.TB, m *limits.Hidden) *hmm.Inference {
	inf, err := hmm.New(hiddenData(m))
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

func hiddenData(m *limits.Hidden) hmm.Data {
	d := hmm.Data{State: limits.States, Symbol: limits.Symbols, T: len(m.Seen), Y: m.Seen}
	for i := range limits.States {
		d.Prior = append(d.Prior, limits.Conc)
		d.First = append(d.First, 1.0/limits.States)
		d.Start = append(d.Start, hmm.DirichletAlpha(m.Count[i][:]...))
		var row []float64
		for v := range limits.Symbols {
			row = append(row, m.Emit[v][i])
		}
		d.Emission = append(d.Emission, row)
	}
	return d
}

// hiddenSweep returns a function that runs one more iteration.
func hiddenSweep(tb testing.TB, inf *hmm.Inference) func() {
	ctx := context.Background()
	one := hmm.Iterations(1)
	return func() {
		if _, err := inf.Run(ctx, one); err != nil {
			tb.Fatal(err)
		}
	}
}

// After each of 20 sweeps the counts and the states are those of the loops.
func TestHiddenAgrees(t *testing.T) {
	m := limits.NewHidden(3000)
	inf := hidden(t, m)
	run := hiddenSweep(t, inf)
	for sweep := range 20 {
		run()
		m.SweepPlain()
		for i, d := range inf.Next() {
			for j, a := range d.A {
				if want := m.Count[i][j]; !(math.Abs(a-want) < 1e-9*want) {
					t.Fatalf("sweep %d: count %d, %d is %v, want %v", sweep, i, j, a, want)
				}
			}
		}
	}
	for i, z := range inf.Z() {
		sum := 0.0
		for k := range limits.States {
			sum += m.Alpha[i][k] * m.Beta[i][k]
		}
		for k, p := range z.P(nil) {
			if want := m.Alpha[i][k] * m.Beta[i][k] / sum; !(math.Abs(p-want) < 1e-9) {
				t.Fatalf("state %d at %d has probability %v, want %v", k, i, p, want)
			}
		}
	}
}

func TestHiddenAllocations(t *testing.T) {
	inf := hidden(t, limits.NewHidden(500))
	count := func(iterations int) float64 {
		o := hmm.Iterations(iterations)
		return testing.AllocsPerRun(10, func() {
			if _, err := inf.Run(context.Background(), o); err != nil {
				t.Fatal(err)
			}
		})
	}
	if one, many := count(1), count(10); one != many {
		t.Errorf("9 iterations of the hidden chain allocate %g times", many-one)
	}
}

// BenchmarkHidden is one sweep, per step of the chain.
func BenchmarkHidden(b *testing.B) {
	for _, n := range []int{10_000, 100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			m := limits.NewHidden(n)
			inf := hidden(b, m)
			interleave(b, n, rival{"generated", hiddenSweep(b, inf)}, rival{"plain", m.SweepPlain})
		})
	}
}

// hiddenMemory returns what a hidden chain of n steps needs by hand, its symbols and the
// messages of both directions, and a function that runs one sweep from the data on.
func hiddenMemory(tb testing.TB, n int) (byHand int, run func() any) {
	m := limits.NewHidden(n)
	d := hiddenData(m)
	return n * (8 + 2*int(unsafe.Sizeof(m.Alpha[0]))), func() any {
		inf, err := hmm.New(d)
		if err != nil {
			tb.Fatal(err)
		}
		hiddenSweep(tb, inf)()
		return inf.Next()
	}
}

// The messages of the emissions are stored once for each symbol, and none has a slice.
func TestHiddenMemory(t *testing.T) {
	byHand, run := hiddenMemory(t, 20_000)
	if ratio := allocated(run) / float64(byHand); ratio > 1.5 {
		t.Errorf("the hidden chain needs %.3g times the memory of the loops", ratio)
	}
}

// BenchmarkHiddenMemory is BenchmarkMemory for the hidden chain.
func BenchmarkHiddenMemory(b *testing.B) {
	for _, n := range []int{100_000, 1_000_000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			byHand, run := hiddenMemory(b, n)
			memory(b, n, byHand, run)
		})
	}
}
