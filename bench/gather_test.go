package bench

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

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

// BenchmarkGather measures a scan per value and game. No group or player looks through all
// values: with 10000 of them, that would take several microseconds per value.
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
