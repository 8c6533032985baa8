package bench

import (
	"context"
	"fmt"
	"math"
	"testing"
	"unsafe"

	"mpc/bench/limits"
	"mpc/bench/probit"
)

// machine returns the generated inference for the rows of a machine.
func machine(tb testing.TB, m *limits.Machine) *probit.Inference {
	inf, err := probit.New(machineData(m))
	if err != nil {
		tb.Fatal(err)
	}
	return inf
}

func machineData(m *limits.Machine) probit.Data {
	d := probit.Data{Dim: limits.Weights, Row: len(m.X)}
	for i := range m.X {
		d.X = append(d.X, m.X[i][:])
	}
	return d
}

// machineSweep returns a function that runs one more iteration.
func machineSweep(tb testing.TB, inf *probit.Inference) func() {
	ctx := context.Background()
	one := probit.Iterations(1)
	return func() {
		if _, err := inf.Run(ctx, one); err != nil {
			tb.Fatal(err)
		}
	}
}

// TestMachineAgrees compares after few iterations, when messages still move, and
// at convergence.
func TestMachineAgrees(t *testing.T) {
	plain, fused := limits.NewMachine(2000), limits.NewMachine(2000)
	inf := machine(t, plain)
	run := machineSweep(t, inf)
	for n := 1; n <= 30; n++ {
		run()
		plain.SweepPlain()
		fused.Sweep()
		for d, got := range inf.W() {
			for _, m := range []*limits.Machine{plain, fused} {
				want := m.W[d]
				mean, variance := want.H/want.P, 1/want.P
				if math.Abs(got.Mean()-mean) > 1e-9 || math.Abs(got.Variance()-variance) > 1e-9*variance {
					t.Fatalf("iteration %d, weight %d: %v, want mean %g and variance %g", n, d, got, mean, variance)
				}
			}
		}
	}
	for d, got := range inf.W() {
		if truth := math.Cos(float64(d)); math.Abs(got.Mean()-truth) > 5*math.Sqrt(got.Variance())+0.1 {
			t.Errorf("weight %d: %v, drawn with %g", d, got, truth)
		}
	}
}

// TestMachineAllocations compares one iteration with twenty.
func TestMachineAllocations(t *testing.T) {
	ctx := context.Background()
	inf := machine(t, limits.NewMachine(100))
	count := func(iterations int) float64 {
		o := probit.Iterations(iterations)
		return testing.AllocsPerRun(10, func() {
			if _, err := inf.Run(ctx, o); err != nil {
				t.Fatal(err)
			}
		})
	}
	if one, many := count(1), count(20); one != many {
		t.Errorf("19 iterations allocate %g times", many-one)
	}
}

// BenchmarkMachine measures a sweep over all rows.
func BenchmarkMachine(b *testing.B) {
	for _, rows := range []int{1000, 10000, 100000, 1000000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			plain, fused := limits.NewMachine(rows), limits.NewMachine(rows)
			inf := machine(b, plain)
			interleave(b, rows,
				rival{"generated", machineSweep(b, inf)},
				rival{"plain", plain.SweepPlain},
				rival{"fused", fused.Sweep})
		})
	}
}

// BenchmarkMachineMemory measures what BenchmarkMemory does.
func BenchmarkMachineMemory(b *testing.B) {
	for _, rows := range []int{10000, 100000} {
		b.Run(fmt.Sprintf("rows=%d", rows), func(b *testing.B) {
			m := limits.NewMachine(rows)
			d := machineData(m)
			byHand := rows*int(unsafe.Sizeof(m.X[0])+unsafe.Sizeof(m.To[0])) + int(unsafe.Sizeof(m.W))
			memory(b, rows, byHand, func() any {
				inf, err := probit.New(d)
				if err != nil {
					b.Fatal(err)
				}
				machineSweep(b, inf)()
				return inf.W()
			})
		})
	}
}
