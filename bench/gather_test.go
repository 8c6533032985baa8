package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"mpc/bench/gather"
)

// gatherScans returns a function that makes scans over n values and n games, for a tenth
// as many groups and players.
func gatherScans(tb testing.TB, n int) func(scans int) {
	r := rand.New(rand.NewPCG(1, 2))
	k := n / 10
	d := gather.Data{N: n, K: k}
	for range n {
		d.Group = append(d.Group, r.IntN(k))
		w := r.IntN(k)
		d.Winner = append(d.Winner, w)
		d.Loser = append(d.Loser, (w+1+r.IntN(k-1))%k)
		d.Value = append(d.Value, r.NormFloat64())
		d.Margin = append(d.Margin, r.NormFloat64())
	}
	inf, err := gather.New(d)
	if err != nil {
		tb.Fatal(err)
	}
	return func(scans int) {
		if _, err := inf.Run(context.Background(), gather.Samples(1), gather.Thin(scans)); err != nil {
			tb.Fatal(err)
		}
	}
}

// TestGatherLinear: forty times as many values for forty times as many groups do not take
// forty times as long for each value, as they would where each group looks through all
// values. Memory further away takes its share.
func TestGatherLinear(t *testing.T) {
	each := func(n, scans int) float64 {
		run := gatherScans(t, n)
		run(1)
		least := func(scans int) time.Duration {
			d := time.Hour
			for range 5 {
				start := time.Now()
				run(scans)
				d = min(d, time.Since(start))
			}
			return d
		}
		one := least(1) // and what a run does beside
		return float64((least(1+scans) - one).Nanoseconds()) / float64(n*scans)
	}
	if small, large := each(1000, 200), each(40000, 10); large > 20*small {
		t.Errorf("a scan takes %g ns per value of 1000, %g of 40000", small, large)
	}
}

// BenchmarkGather measures a scan per value and game.
func BenchmarkGather(b *testing.B) {
	for _, n := range []int{1000, 10000, 100000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			run := gatherScans(b, n)
			run(1)
			for b.Loop() {
				run(100)
			}
			b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(100*b.N)/float64(n), "ns/value")
		})
	}
}
