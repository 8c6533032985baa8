package bench

import (
	"context"
	"fmt"
	"math"
	"testing"
	"unsafe"

	"mpc/bench/ising"
	"mpc/bench/limits"
)

// spins returns the generated inference for the fields and couplings of a grid.
func spins(tb testing.TB, g *limits.Grid) *ising.Inference {
	inf, err := ising.New(spinsData(g))
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

func spinsData(g *limits.Grid) ising.Data {
	d := ising.Data{Row: g.N, Column: g.N}
	for i := range g.N {
		up, down, right := make([]float64, g.N), make([]float64, g.N), make([]float64, g.N)
		for j := range g.N {
			at := i*g.N + j
			up[j] = math.Log(g.Field[at])
			if i > 0 {
				down[j] = math.Log(g.Down[at-g.N])
			}
			if j > 0 {
				right[j] = math.Log(g.Right[at-1])
			}
		}
		d.Up, d.Down, d.Right = append(d.Up, up), append(d.Down, down), append(d.Right, right)
	}
	return d
}

// spinsSweep returns a function that runs one more iteration.
func spinsSweep(tb testing.TB, inf *ising.Inference) func() {
	ctx := context.Background()
	one := ising.Iterations(1)
	return func() {
		if _, err := inf.Run(ctx, one); err != nil {
			tb.Fatal(err)
		}
	}
}

func TestIsingAgrees(t *testing.T) {
	g := limits.NewGrid(100, 0.5, 0.4)
	inf := spins(t, g)
	if s, err := inf.Run(context.Background()); err != nil || !s.Converged {
		t.Fatal(s, err)
	}
	table := limits.NewTable(g)
	for range 300 {
		g.Sweep()
		table.Sweep()
	}
	x := inf.X()
	for i := range g.N * g.N {
		got, want := x[i/g.N][i%g.N].P(), table.Up(i)
		if math.Abs(got-want) > 1e-7 || math.Abs(g.Up(i)-want) > 1e-7 {
			t.Fatalf("spin %d: %v, the table has %v, the fused loop %v", i, got, want, g.Up(i))
		}
	}
}

func TestIsingAllocations(t *testing.T) {
	inf := spins(t, limits.NewGrid(30, 0.5, 0.4))
	count := func(iterations int) float64 {
		o := ising.Iterations(iterations)
		return testing.AllocsPerRun(10, func() {
			if _, err := inf.Run(context.Background(), o); err != nil {
				t.Fatal(err)
			}
		})
	}
	if one, many := count(1), count(20); one != many {
		t.Errorf("19 iterations allocate %g times", many-one)
	}
}

// BenchmarkIsing measures messages: an iteration of the generated code sends those along
// each row twice to and fro, and down and up each column once, a sweep of the rivals each
// message once. So two of the one are as many as three of the others.
func BenchmarkIsing(b *testing.B) {
	for _, n := range []int{100, 316, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			g := limits.NewGrid(n, 0.5, 0.4)
			table := limits.NewTable(g)
			interleave(b, 12*n*(n-1),
				rival{"generated", twice(spinsSweep(b, spins(b, g)))},
				rival{"table", thrice(table.Sweep)},
				rival{"fused", thrice(g.Sweep)})
		})
	}
}

func twice(f func()) func() { return func() { f(); f() } }

func thrice(f func()) func() { return func() { f(); f(); f() } }

// BenchmarkIsingMemory is BenchmarkMemory for the grid and its table.
func BenchmarkIsingMemory(b *testing.B) {
	for _, n := range []int{100, 1000} {
		b.Run(fmt.Sprintf("n=%d", n), func(b *testing.B) {
			g := limits.NewGrid(n, 0.5, 0.4)
			d := spinsData(g)
			t := limits.NewTable(g)
			byHand := len(t.Edges)*int(unsafe.Sizeof(t.Edges[0])) + len(t.Local)*int(unsafe.Sizeof(t.Local[0])) +
				len(t.Msg)*int(unsafe.Sizeof(t.Msg[0])) + len(t.To)*int(unsafe.Sizeof(t.To[0])) + 4*len(t.Edges)
			memory(b, n*n, byHand, func() any {
				inf, err := ising.New(d)
				if err != nil {
					b.Fatal(err)
				}
				spinsSweep(b, inf)()
				return inf.X()
			})
		})
	}
}
