package samples

import (
	"math"
	"testing"
)

// TestTruths: booleans are summarized as R's posterior does it with zeros and ones.
func TestTruths(t *testing.T) {
	list, draws := readReferences(t)
	for _, r := range list {
		if r.name != "truth" {
			continue
		}
		x := draws[r.name]
		rec := NewTruths(Size{Chains: len(x)})
		for c := range x {
			for _, v := range x[c] {
				rec.Add(c, v == 1)
			}
		}
		got, want := rec.Summary(nil), Truth{r.mean, r.mcse, r.bulk, r.rhat, Presence{}}
		if !near(got.P, want.P, 1e-12) || !near(got.MCSE, want.MCSE, 1e-9) || !near(got.ESSBulk, want.ESSBulk, 1e-9) || !near(got.RHat, want.RHat, 1e-9) {
			t.Errorf("%+v, R says %+v", got, want)
		}
		return
	}
	t.Error("there is no reference")
}

// TestLongTruths: those of more draws than are kept are about those of all draws.
func TestLongTruths(t *testing.T) {
	for _, phi := range []float64{0, 0.9, 0.99} {
		for _, n := range []int{2047, 2049, 30000} {
			x := autoregressive(uint64(n), 4, n, phi)
			rec := NewTruths(Size{Chains: 4, Draws: n})
			for c := range x {
				for i, v := range x[c] {
					rec.Add(c, v > 1)
					if x[c][i] = 0; v > 1 {
						x[c][i] = 1
					}
				}
			}
			got, all := rec.Summary(nil), allDraws(x)
			if !near(got.P, all.Mean, 1e-12) || !near(got.MCSE, all.MCSE, 0.06) || !near(got.ESSBulk, all.ESSBulk, 0.12) || math.Abs(got.RHat-all.RHat) > 0.003 {
				t.Errorf("phi %v, %d draws: %+v, of all draws %+v", phi, n, got, all)
			}
		}
	}
}

// TestIndices: a number of K values is K booleans of which one is true, but that its mean may be worth fewer draws than each of these.
func TestIndices(t *testing.T) {
	for _, values := range []int{2, 3, 7, 20} {
		for _, n := range []int{1500, 9000} {
			x := autoregressive(uint64(n), 3, n, 0.7)
			size := Size{Chains: 3, Draws: n}
			rec := NewIndices(size, values+1)
			truths := make([]*Truths, values)
			for k := range truths {
				truths[k] = NewTruths(size)
			}
			for c := range x {
				for i, v := range x[c] {
					p := 0.5 * math.Erfc(-v/math.Sqrt2)
					z := min(int(p*p*float64(values)), values-1)
					rec.Add(c, z)
					x[c][i] = float64(z)
					for k := range truths {
						truths[k].Add(c, z == k)
					}
				}
			}
			got, all := rec.Summary(nil), allDraws(x)
			sum, ess, rhat := 0.0, all.SD*all.SD/(all.MCSE*all.MCSE), 0.0
			for k := range truths {
				want := truths[k].Summary(nil)
				sum += got.P[k]
				ess, rhat = min(ess, want.ESSBulk), max(rhat, want.RHat)
				// Batches are longer where there are many values.
				if !near(got.P[k], want.P, 1e-12) || !near(got.MCSE[k], want.MCSE, 0.35) {
					t.Errorf("%d values, %d draws: value %d has %v, error %v, want %+v", values, n, k, got.P[k], got.MCSE[k], want)
				}
			}
			if math.Abs(sum-1) > 1e-12 || got.P[values] != 0 || !math.IsNaN(got.MCSE[values]) {
				t.Errorf("%d values: probabilities %v, errors %v", values, got.P, got.MCSE)
			}
			if !near(got.ESSBulk, ess, 0.3) || math.Abs(got.RHat-rhat) > 0.004 {
				t.Errorf("%d values, %d draws: ESS %v, R-hat %v, want %v, %v", values, n, got.ESSBulk, got.RHat, ess, rhat)
			}
			rec.Reset()
			if s := rec.Summary(nil); !math.IsNaN(s.P[0]) || !math.IsNaN(s.RHat) {
				t.Errorf("after Reset: %+v", s)
			}
		}
	}
}

// TestFewTruths: what is not known of few or equal draws.
func TestFewTruths(t *testing.T) {
	nan := math.NaN()
	for _, row := range []struct {
		draws string // a chain per word
		want  Truth
	}{
		{"", Truth{nan, nan, nan, nan, Presence{}}},
		{"1", Truth{1, nan, nan, nan, Presence{}}},
		{"10 11", Truth{0.75, nan, nan, nan, Presence{}}},
		{"111111111 111111111", Truth{1, nan, nan, nan, Presence{}}},
		{"0000 1111", Truth{0.5, nan, nan, math.Inf(1), Presence{}}},
	} {
		rec := NewTruths(Size{Chains: 3})
		chain := 0
		for _, c := range row.draws {
			if c == ' ' {
				chain++
				continue
			}
			rec.Add(chain, c == '1')
		}
		got := rec.Summary(nil)
		if !near(got.P, row.want.P, 0) || !near(got.MCSE, row.want.MCSE, 0) || !near(got.ESSBulk, row.want.ESSBulk, 0) || !near(got.RHat, row.want.RHat, 0) {
			t.Errorf("%q: %+v, want %+v", row.draws, got, row.want)
		}
	}
}
