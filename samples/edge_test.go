package samples

import (
	"math"
	"sync"
	"testing"
	"unsafe"
)

// TestEdges: what is known and what is not of few, equal and infinite draws.
func TestEdges(t *testing.T) {
	nan, inf := math.NaN(), math.Inf(1)
	same := func(chains, n int) [][]float64 {
		x := make([][]float64, chains)
		for c := range x {
			for range n {
				x[c] = append(x[c], 2.5)
			}
		}
		return x
	}
	apart := same(2, 40)
	for i := range apart[1] {
		apart[1][i] = 3
	}
	one := same(4, 40)
	one[1][7] = 3
	for _, row := range []struct {
		name  string
		draws [][]float64
		want  Real
	}{
		{"none", [][]float64{nil, nil}, Real{nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, Presence{}}},
		{"one draw", [][]float64{{2}}, Real{2, nan, nan, nan, nan, nan, 2, 2, 2, nan, Presence{}}},
		{"one of two", [][]float64{{2}, {4}}, Real{3, math.Sqrt2, nan, nan, nan, nan, 2.1, 3, 3.9, nan, Presence{}}},
		{"three", [][]float64{{1, 2, 3}}, Real{2, 1, nan, nan, nan, nan, 1.1, 2, 2.9, nan, Presence{}}},
		{"equal", same(4, 100), Real{2.5, 0, nan, nan, nan, nan, 2.5, 2.5, 2.5, nan, Presence{}}},
		{"equal and many", same(2, 9000), Real{2.5, 0, nan, nan, nan, nan, 2.5, 2.5, 2.5, nan, Presence{}}},
		{"standing apart", apart, Real{2.75, 0.5 * math.Sqrt(80.0/79.0) * 0.5, -1, -1, -1, inf, 2.5, 2.75, 3, nan, Presence{}}},
		{"one moves once", one, Real{2.5 + 0.5/160, 0.5 / math.Sqrt(160), -1, -1, -1, 1, 2.5, 2.5, 2.5, nan, Presence{}}},
		{"not a number", [][]float64{{1, 2, nan, 4, 5, 6, 7}}, Real{nan, nan, nan, nan, nan, nan, nan, nan, nan, nan, Presence{}}},
		{"infinite", [][]float64{{1, 2, inf, 4, 5, 6, 7}}, Real{inf, nan, nan, nan, nan, nan, nan, nan, nan, nan, Presence{}}},
	} {
		got := record(Size{}, row.draws).Summary(nil)
		g := [9]float64{got.Mean, got.SD, got.MCSE, got.ESSBulk, got.ESSTail, got.RHat, got.Q05, got.Q50, got.Q95}
		w := [9]float64{row.want.Mean, row.want.SD, row.want.MCSE, row.want.ESSBulk, row.want.ESSTail, row.want.RHat, row.want.Q05, row.want.Q50, row.want.Q95}
		for i := range g {
			// -1 stands for any positive number.
			if !near(g[i], w[i], 1e-12) && !(w[i] == -1 && g[i] > 0 && g[i] < inf) {
				t.Errorf("%s: %+v, want %+v", row.name, got, row.want)
				break
			}
		}
	}
}

// TestStill: a chain that stands still, beside others that move, is seen.
func TestStill(t *testing.T) {
	x := autoregressive(3, 4, 300, 0.2)
	for i := range x[3] {
		x[3][i] = 0.1
	}
	if got := record(Size{}, x).Summary(nil); !(got.RHat > 1.05) || !(got.MCSE > 0) {
		t.Errorf("%+v", got)
	}
}

func TestQuantile(t *testing.T) {
	x := []float64{1, 2, 4, 8}
	for _, row := range [][2]float64{{0, 1}, {1, 8}, {0.5, 3}, {0.1, 1.3}, {1.0 / 3, 2}, {-0.1, math.NaN()}, {2, math.NaN()}} {
		if got := Quantile(x, row[0]); !near(got, row[1], 1e-15) {
			t.Errorf("the %v-quantile is %v, want %v", row[0], got, row[1])
		}
	}
	if got := Quantile(nil, 0.5); !math.IsNaN(got) {
		t.Errorf("of nothing: %v", got)
	}
}

// TestGoroutines: the order in which chains come makes no difference.
func TestGoroutines(t *testing.T) {
	x := autoregressive(4, 4, 6000, 0.5)
	r := NewRecorder(Size{Chains: 4, Draws: 6000})
	v := NewVectors(Size{Chains: 4, Draws: 6000}, 1)
	var wait sync.WaitGroup
	for c := range x {
		wait.Go(func() {
			for _, y := range x[c] {
				r.Add(c, y)
				v.Add(c, []float64{y})
			}
		})
	}
	wait.Wait()
	want := record(Size{}, x).Summary(nil)
	if got := r.Summary(nil); got != want {
		t.Errorf("%+v, one after the other %+v", got, want)
	}
	if got := v.Vector(nil).Real(0); got != want {
		t.Errorf("as a vector: %+v, want %+v", got, want)
	}
}

func TestAllocations(t *testing.T) {
	size := Size{Chains: 2, Draws: 1 << 20}
	r, truths, indices, vectors := NewRecorder(size), NewTruths(size), NewIndices(size, 5), NewVectors(size, 2)
	x, i := []float64{0, 0}, 0
	if n := testing.AllocsPerRun(20000, func() {
		i++
		x[0], x[1] = float64(i%7), float64(i)
		r.Add(1, x[0])
		truths.Add(1, i%3 == 0)
		indices.Add(1, i%5)
		vectors.Add(1, x)
	}); n != 0 {
		t.Errorf("%v allocations", n)
	}
	w := new(SummaryWork)
	r.Summary(w)
	if n := testing.AllocsPerRun(3, func() { r.Summary(w) }); n > 20 {
		t.Errorf("%v allocations for a summary", n)
	}
}

// TestCacheLines: the memory that chains write to is a number of cache lines.
func TestCacheLines(t *testing.T) {
	if a, b := unsafe.Sizeof(chainRecord{}), unsafe.Sizeof(tally{}); a%64 != 0 || b%64 != 0 {
		t.Errorf("%d and %d bytes", a, b)
	}
}

func BenchmarkAdd(b *testing.B) {
	r := NewRecorder(Size{Chains: 1, Draws: 1 << 30})
	for i := 0; b.Loop(); i++ {
		r.Add(0, float64(i&1023))
	}
}

func BenchmarkAddTruth(b *testing.B) {
	r := NewTruths(Size{Chains: 1, Draws: 1 << 30})
	for i := 0; b.Loop(); i++ {
		r.Add(0, i&4 == 0)
	}
}

func BenchmarkSummary(b *testing.B) {
	r, w := record(Size{}, autoregressive(1, 4, 1000, 0.8)), new(SummaryWork)
	for b.Loop() {
		r.Summary(w)
	}
}
