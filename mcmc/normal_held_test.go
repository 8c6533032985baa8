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
		checkHeld(t, trial, size, list, held)
	}
}

// TestNormalLent: directions that no density determines are those of what is held, in graphs with islands whose differences
// have densities, each connected part with a sum that is held, beside data and a flat intercept.
func TestNormalLent(t *testing.T) {
	rng := rand.New(rand.NewPCG(17, 18))
	for trial := range 300 {
		size := 2 + rng.IntN(12)
		part := make([]int, size)
		for c := range part {
			part[c] = c
		}
		var list, held []density
		for range rng.IntN(2 * size) {
			c, d := rng.IntN(size), rng.IntN(size)
			if c == d {
				continue
			}
			list = append(list, density{[]int{c, d}, []float64{1, -1}, rng.NormFloat64(), math.Exp(2 * rng.NormFloat64())})
			from, to := part[c], part[d]
			for k := range part {
				if part[k] == from {
					part[k] = to
				}
			}
		}
		for k := range size {
			var sum density
			for c := range size {
				if part[c] == k {
					sum.at, sum.slope = append(sum.at, c), append(sum.slope, 1)
				}
			}
			if len(sum.at) > 0 {
				held = append(held, sum)
			}
		}
		whole := size
		if trial%2 == 0 { // a flat intercept, seen with each of some
			whole++
			for range 1 + rng.IntN(3) {
				list = append(list, density{[]int{size, rng.IntN(size)}, []float64{1, 1}, rng.NormFloat64(), 0.5 + rng.Float64()})
			}
		}
		for range rng.IntN(3) {
			list = append(list, density{[]int{rng.IntN(size)}, []float64{1 + rng.Float64()}, rng.NormFloat64(), math.Exp(rng.NormFloat64())})
		}
		checkHeld(t, trial, whole, list, held)
	}
}

// checkHeld compares what a block says given what is held with the exact answer.
func checkHeld(t *testing.T, trial, size int, list, held []density) {
	t.Helper()
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
			scale := 1.0
			for _, c := range d.at {
				if c >= 0 {
					scale = max(scale, covariance(c, c))
				}
			}
			if got := b.Combination(d.at, d.slope); got > 1e-12*scale {
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

// TestNormalFree: a direction that neither densities nor what is held determines is found, of factors of both forms, with and
// without what is held.
func TestNormalFree(t *testing.T) {
	for _, hold := range []bool{false, true} {
		p := NewNormalPattern(4) // a + u0, a + u1 are seen, u0 - u1 too; v alone, and its sum with itself
		list := []density{{[]int{0, 1}, []float64{1, 1}, 2, 1}, {[]int{0, 2}, []float64{1, 1}, 1, 3}, {[]int{1, 2}, []float64{1, -1}, 0, 2}, {[]int{3}, []float64{1}, 1, 1}}
		for _, d := range list {
			p.SayRow(d.at)
		}
		if hold {
			p.Tie(3)
			p.Hold(1)
		}
		p.OrderForMoments()
		b := &NormalBlock{}
		b.Reset(p)
		say := func() {
			sayRows(b, list)
			if hold {
				b.Slope[0] = 1
				b.Hold(0.5)
			}
		}
		say()
		if !b.FactorMoments() || !b.Mean() {
			b.Again()
			say()
			if b.FactorRows() && b.Mean() {
				t.Fatalf("held %v: a direction is free, and there is a mean", hold)
			}
		}
		if b.Free() == nil || b.LostHeld >= 0 {
			t.Fatalf("held %v: no direction is named", hold)
		}
		unit := b.Free()[0]
		for c, want := range []float64{1, -1, -1, 0} {
			if got := b.Free()[c] / unit; !near(got, want, 1, 1e-6) {
				t.Errorf("held %v: coordinate %d moves by %v, want %v", hold, c, got, want)
			}
		}
	}
}

// TestNormalDrawHeld: draws given what is held have its mean and its covariances, with what is lent and without.
func TestNormalDrawHeld(t *testing.T) {
	for _, flat := range []bool{false, true} {
		list := []density{{[]int{0, 1}, []float64{1, -1}, 1, 2}, {[]int{1, 2}, []float64{1, -1}, 0, 1}, {[]int{0, 3}, []float64{1, 1}, 2, 1}}
		if !flat {
			list = append(list, density{[]int{2}, []float64{1}, 0.5, 2})
		}
		held := []density{{at: []int{0, 1, 2}, slope: []float64{1, 2, 1}, rest: 0.25}}
		mean, covariance, _ := withHeld(4, list, held)
		p := NewNormalPattern(4)
		for _, d := range list {
			p.SayRow(d.at)
		}
		for _, c := range held[0].at {
			p.Tie(c)
		}
		p.Hold(1)
		p.Order()
		b, stream := &NormalBlock{}, NewStream(3, 4)
		const n = 40000
		var first [4]float64
		var second [4][4]float64
		for range n {
			b.Reset(p)
			sayRows(b, list)
			copy(b.Slope, held[0].slope)
			b.Hold(held[0].rest)
			if !b.Factor() || !b.Draw(stream) {
				t.Fatal("no draw")
			}
			x := b.Step
			if sum := x[0] + 2*x[1] + x[2]; !near(sum, 0.25, 1, 1e-12) {
				t.Fatalf("what is held is %v", sum)
			}
			for c := range x {
				first[c] += x[c] / n
				for d := range x {
					second[c][d] += (x[c] - mean[c]) * (x[d] - mean[d]) / n
				}
			}
		}
		for c := range first {
			sd := math.Sqrt(covariance(c, c))
			if !near(first[c], mean[c], sd, 5/math.Sqrt(n)) {
				t.Errorf("flat %v: mean %d is %v, want %v", flat, c, first[c], mean[c])
			}
			for d := range first {
				if !near(second[c][d], covariance(c, d), sd*math.Sqrt(covariance(d, d)), 8/math.Sqrt(n)) {
					t.Errorf("flat %v: covariance %d, %d is %v, want %v", flat, c, d, second[c][d], covariance(c, d))
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
