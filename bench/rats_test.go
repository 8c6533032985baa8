package bench

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"mpc/bench/limits"
	"mpc/bench/rats"
)

// ratsData are the weights that the loops by hand have.
func ratsData() rats.Data {
	d := rats.Data{Rats: len(limits.RatWeights), Weeks: len(limits.RatAges), X: limits.RatAges[:]}
	for i := range limits.RatWeights {
		d.Y = append(d.Y, limits.RatWeights[i][:])
	}
	return d
}

// ratScans returns a function that makes more scans, the last of which is kept.
func ratScans(tb testing.TB, scans int) func() { return ratChains(tb, 1, scans) }

// ratChains returns what makes more scans of each of several chains.
func ratChains(tb testing.TB, chains, scans int) func() {
	tb.Helper()
	inf, err := rats.New(ratsData())
	if err != nil {
		tb.Fatal(err)
	}
	ctx := context.Background()
	return func() {
		if _, err := inf.Run(ctx, rats.BurnIn(0), rats.Samples(1), rats.Thin(scans), rats.Chains(chains)); err != nil {
			tb.Fatal(err)
		}
	}
}

// TestRatsAgrees: the generated package and both loops by hand have the posterior that is
// published with the example: alpha0 106.6 (sd 3.66), beta.c 6.186 (0.109), sigma 6.093
// (0.465).
func TestRatsAgrees(t *testing.T) {
	const scans = 20000
	want := [3][2]float64{{106.6, 3.66}, {6.186, 0.109}, {6.093, 0.465}}
	check := func(name string, mean, sd [3]float64) {
		for k, w := range want {
			if math.Abs(mean[k]-w[0]) > 0.1*w[1] || math.Abs(sd[k]/w[1]-1) > 0.1 {
				t.Errorf("%s: %d is %g (%g), want %g (%g)", name, k, mean[k], sd[k], w[0], w[1])
			}
		}
	}
	inf, err := rats.New(ratsData())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := inf.Run(context.Background(), rats.BurnIn(1000), rats.Samples(scans)); err != nil {
		t.Fatal(err)
	}
	a, b, s := inf.Alpha0(), inf.BetaC(), inf.Sigma()
	check("generated", [3]float64{a.Mean, b.Mean, s.Mean}, [3]float64{a.SD, b.SD, s.SD})
	for _, plain := range []bool{false, true} {
		c, r := limits.NewRats(1), rand.New(rand.NewPCG(1, 2))
		scan := c.Scan
		if plain {
			scan = func() { c.ScanPlain(r) }
		}
		for range 1000 {
			scan()
		}
		var mean, sd [3]float64
		for range scans {
			scan()
			for k, x := range [3]float64{c.AlphaC - 22*c.BetaC, c.BetaC, 1 / math.Sqrt(c.TauC)} {
				mean[k] += x / scans
				sd[k] += x * x / scans
			}
		}
		for k := range sd {
			sd[k] = math.Sqrt(sd[k] - mean[k]*mean[k])
		}
		check("by hand", mean, sd)
	}
}

// TestRatsAllocations: a scan allocates nothing, whatever a run does.
func TestRatsAllocations(t *testing.T) {
	allocations := func(scans int) float64 {
		run := ratScans(t, scans)
		run()
		return testing.AllocsPerRun(5, run)
	}
	if few, many := allocations(10), allocations(10000); many > few {
		t.Errorf("a run of 10000 scans allocates %v times, one of 10 %v times", many, few)
	}
}

// BenchmarkRats measures a scan of the generated package and of the loops by hand in turn.
func BenchmarkRats(b *testing.B) {
	const scans = 1000
	run := ratScans(b, scans)
	fused, plain, r := limits.NewRats(1), limits.NewRats(2), rand.New(rand.NewPCG(1, 2))
	forms := []struct {
		name string
		scan func()
	}{
		{"generated", run},
		{"plain", func() {
			for range scans {
				plain.ScanPlain(r)
			}
		}},
		{"fused", func() {
			for range scans {
				fused.Scan()
			}
		}},
	}
	least := make([]time.Duration, len(forms))
	for b.Loop() {
		for k, f := range forms {
			start := time.Now()
			f.scan()
			if d := time.Since(start); least[k] == 0 || d < least[k] {
				least[k] = d
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	for k, f := range forms {
		b.ReportMetric(float64(least[k].Nanoseconds())/scans, f.name+"-ns/scan")
		if k > 0 {
			b.ReportMetric(float64(least[0])/float64(least[k]), "x-"+f.name)
		}
	}
}

// BenchmarkChains measures one chain and two at once, of as many scans each: two on two
// cores do twice the work, x-work times that of one in the same time.
func BenchmarkChains(b *testing.B) {
	const scans = 20000
	one, two := ratChains(b, 1, scans), ratChains(b, 2, scans)
	var least [2]time.Duration
	for b.Loop() {
		for k, run := range []func(){one, two} {
			start := time.Now()
			run()
			if d := time.Since(start); least[k] == 0 || d < least[k] {
				least[k] = d
			}
		}
	}
	b.ReportMetric(0, "ns/op")
	b.ReportMetric(2*float64(least[0])/float64(least[1]), "x-work")
}
