package mcmc

import (
	"math"
	"math/rand/v2"
	"testing"
)

// withHeld is the exact posterior of densities and of combinations that are held: as the limit of densities of great precision.
func withHeld(size int, list, held []density) (mean []float64, covariance func(c, d int) float64, logIntegral float64) {
	all := append([]density(nil), list...)
	for _, d := range held {
		d.precision = 0x1p200
		all = append(all, d)
	}
	mean, of, logDet := exactly(size, all)
	distance := 0.0
	for _, d := range list {
		off := d.rest
		for k, c := range d.at {
			if c >= 0 {
				off -= d.slope[k] * mean[c]
			}
		}
		distance += d.precision * (d.rest*d.rest - off*off)
	}
	logIntegral = distance/2 - logDet/2 + float64(size)*math.Log(2*math.Pi)/2
	for range held {
		logIntegral += 0.5*(200*math.Ln2) - 0.5*math.Log(2*math.Pi)
	}
	return mean, of.At, logIntegral
}

// TestNormalHeld: the posterior given combinations that are known exactly is exact to 1e-9, of factors that are made of
// moments and of rows, with columns, fronts and squares.
func TestNormalHeld(t *testing.T) {
	rng := rand.New(rand.NewPCG(15, 16))
	for trial := range 120 {
		size := 2 + rng.IntN(9)
		var list, held []density
		for c := range size {
			list = append(list, density{[]int{c}, []float64{1}, rng.NormFloat64(), 0.1 + rng.Float64()})
		}
		random := func() density {
			d := density{rest: rng.NormFloat64(), precision: math.Exp(2 * rng.NormFloat64())}
			for range 1 + rng.IntN(1+rng.IntN(5)) {
				d.at, d.slope = append(d.at, rng.IntN(size+1)-1), append(d.slope, rng.NormFloat64())
			}
			return d
		}
		for range rng.IntN(14) {
			list = append(list, random())
		}
		for k := range 1 + rng.IntN(min(3, size-1)) {
			d := random()
			d.at, d.slope = append(d.at, k), append(d.slope, 3) // that none follows from the others
			held = append(held, d)
		}
		mean, covariance, logIntegral := withHeld(size, list, held)
		p := NewNormalPattern(size)
		for _, d := range list {
			p.SayRow(d.at)
		}
		for _, d := range held {
			for _, c := range d.at {
				p.Tie(c)
			}
			p.Hold(1)
		}
		if trial%3 == 0 {
			p.orderFrontsOf(-1)
			p.settle()
		} else {
			p.OrderForMoments()
		}
		b := &NormalBlock{}
		say := func() (slots []int) {
			slots = sayRows(b, list)
			for _, d := range held {
				copy(b.Slope, d.slope)
				b.Hold(d.rest)
			}
			return slots
		}
		for range 2 { // nothing is left of the first time
			b.Reset(p)
			slots := say()
			ok := b.FactorMoments()
			if trial%2 == 0 || !ok {
				b.Again()
				say()
				ok = b.FactorRows()
			}
			if !ok || !b.Mean() {
				t.Fatalf("%d: no factor, or no mean", trial)
			}
			if got := b.LogIntegral(); !near(got, logIntegral, 10+math.Abs(logIntegral), 1e-9) {
				t.Errorf("%d: log integral %v, want %v", trial, got, logIntegral)
			}
			for c := range size {
				if got := b.Step[c]; !near(got, mean[c], 1+math.Abs(mean[c]), 1e-9) {
					t.Errorf("%d: mean %d is %v, want %v", trial, c, got, mean[c])
				}
			}
			b.Invert()
			variance := func(d density) (v float64) {
				for i, c := range d.at {
					for j, e := range d.at {
						if c >= 0 && e >= 0 {
							v += d.slope[i] * d.slope[j] * covariance(c, e)
						}
					}
				}
				return v
			}
			for i, d := range list {
				want := variance(d)
				if _, got := b.RowMoments(slots[i], d.slope); !near(got, want, 1+want, 1e-9) {
					t.Errorf("%d: row %d has variance %v, want %v", trial, i, got, want)
				}
				if got := b.Combination(d.at, d.slope); !near(got, want, 1+want, 1e-9) {
					t.Errorf("%d: combination %d has variance %v, want %v", trial, i, got, want)
				}
			}
			for i, d := range list {
				for j, e := range list[:i] {
					x, y := SlotSlope{slots[i], d.slope}, SlotSlope{slots[j], e.slope}
					if !b.TiesRows(x.Slot, y.Slot) {
						continue
					}
					both := density{at: append(append([]int(nil), d.at...), e.at...), slope: append(append([]float64(nil), d.slope...), e.slope...)}
					want := (variance(both) - variance(d) - variance(e)) / 2
					if got := b.PairCovariance(x, y); !near(got, want, 1+math.Abs(want), 1e-9) {
						t.Errorf("%d: rows %d and %d have covariance %v, want %v", trial, i, j, got, want)
					}
				}
			}
			for _, d := range held {
				if got := b.Combination(d.at, d.slope); got > 1e-12 {
					t.Errorf("%d: what is held has variance %v", trial, got)
				}
			}
			for c := range size {
				if got := b.Variance(c); !near(got, covariance(c, c), 1, 1e-9) {
					t.Errorf("%d: variance %d is %v, want %v", trial, c, got, covariance(c, c))
				}
			}
			for c := range size {
				for d := range size {
					if got := b.Covariance(c, d); !near(got, covariance(c, d), 1, 1e-9) {
						t.Errorf("%d: covariance %d, %d is %v, want %v", trial, c, d, got, covariance(c, d))
					}
				}
			}
		}
	}
}

// TestNormalHeldTwice: a combination that follows from others is found, and one of nothing.
func TestNormalHeldTwice(t *testing.T) {
	for _, last := range []density{{at: []int{0, 1, 2}, slope: []float64{2, 2, 2}}, {at: []int{-1}, slope: []float64{1}, rest: 2}, {at: []int{1, 1}, slope: []float64{1, -1}, rest: 2}} {
		p := NewNormalPattern(3)
		for c := range 3 {
			p.Say(c)
		}
		held := []density{{at: []int{0, 1, 2}, slope: []float64{1, 1, 1}}, last}
		for _, d := range held {
			for _, c := range d.at {
				p.Tie(c)
			}
			p.Hold(1)
		}
		p.OrderForMoments()
		b := &NormalBlock{}
		b.Reset(p)
		for c := range 3 {
			b.Add1(0, 1+float64(c))
		}
		for _, d := range held {
			copy(b.Slope, d.slope)
			b.Hold(d.rest)
		}
		if !b.FactorMoments() || b.Mean() || b.LostHeld != 1 {
			t.Errorf("%v: LostHeld is %d, want 1", last, b.LostHeld)
		}
	}
}
