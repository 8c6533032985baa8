package mcmc

import (
	"math"
	"slices"
	"testing"
)

// TestMove: what a block has drawn is added to several arrays, one after the other.
func TestMove(t *testing.T) {
	b := &NormalBlock{Step: []float64{1, 2, 3, 4}}
	x, y := []float64{10}, []float64{20, 30, 40}
	if next := b.Move(x, 0); next != 1 {
		t.Fatalf("the coordinate behind the first array is %d", next)
	}
	if next := b.Move(y, 1); next != 4 {
		t.Fatalf("the coordinate behind the second array is %d", next)
	}
	if !slices.Equal(x, []float64{11}) || !slices.Equal(y, []float64{22, 33, 44}) {
		t.Errorf("moved to %v and %v", x, y)
	}
	if b.StepOf(2) != 3 {
		t.Errorf("the step of coordinate 2 is %v", b.StepOf(2))
	}
}

// TestTied: coordinates that are tied one by one are tied as by SayRow.
func TestTied(t *testing.T) {
	one, other := NewNormalPattern(4), NewNormalPattern(4)
	for _, list := range [][]int{{0, 2, 3}, {1}, {3, 1}} {
		one.SayRow(list)
		for _, c := range list {
			other.Tie(c)
		}
		other.SayTied()
	}
	one.Signed = true
	other.Sign()
	one.Order()
	other.Order()
	if !slices.Equal(one.place, other.place) || !slices.Equal(one.slots, other.slots) || one.count != other.count || one.Signed != other.Signed {
		t.Errorf("%+v, tied one by one %+v", one, other)
	}
	var b NormalBlock
	b.Reset(other)
	for k, slope := range []float64{1, 2, -1} {
		b.SetSlope(k, slope)
	}
	if !slices.Equal(b.Slope, []float64{1, 2, -1}) {
		t.Errorf("slopes %v", b.Slope)
	}
}

// TestRefer: arrays take the reference of sums, one after the other.
func TestRefer(t *testing.T) {
	s := &NormalSums{Reference: []float64{1, 2, 3}}
	x, y := make([]float64, 2), make([]float64, 1)
	if next := s.Refer(x, 0); next != 2 || s.Refer(y, next) != 3 {
		t.Errorf("the coordinate behind the first array is %d", next)
	}
	if !slices.Equal(x, []float64{1, 2}) || !slices.Equal(y, []float64{3}) {
		t.Errorf("%v and %v", x, y)
	}
}

// TestIntegralAdd: elements add up what is said of them.
func TestIntegralAdd(t *testing.T) {
	var n NormalIntegral
	n.Reset(2)
	n.Add(1, 2, 3)
	n.Add(1, 0.5, -1)
	if !slices.Equal(n.Precision, []float64{0, 2.5}) || !slices.Equal(n.Linear, []float64{0, 2}) {
		t.Errorf("%v and %v", n.Precision, n.Linear)
	}
}

// TestFiniteParts: tables are filled in their order, shared ones by number, and values go to several arrays.
func TestFiniteParts(t *testing.T) {
	p := NewFinitePattern()
	for range 3 {
		p.Element(2)
	}
	p.Say(0)
	p.Share(0, 0, 1)
	p.Share(0, 1, 2)
	if p.Ordered() || !p.Order(true) || !p.Ordered() {
		t.Fatal("three elements in a row are not ordered")
	}
	var b FiniteBlock
	b.Reset(p)
	never := math.Inf(-1)
	b.Begin()
	b.Say(0, never) // the first is 1
	if !b.BeginShared(0) {
		t.Fatal("there is no shared table")
	}
	b.Say(0, never) // two in a row are not the same
	b.Say(3, never)
	if b.BeginShared(1) {
		t.Error("there is a second shared table")
	}
	if !b.Draw(NewStream(1, 0)) {
		t.Fatalf("nothing is possible: %d", b.LostAt())
	}
	x, y := make([]int, 1), make([]bool, 2)
	if next := b.Put(x, 0); next != 1 || b.PutTruths(y, next) != 3 {
		t.Errorf("the element behind the first array is %d", next)
	}
	if x[0] != 1 || y[0] || !y[1] {
		t.Errorf("%v and %v", x, y)
	}
	free := []bool{false, true}
	if b.Note(free); free[0] || !free[1] {
		t.Errorf("several values were possible of %v", free)
	}
	b.Several = true
	if b.Note(free); !free[0] {
		t.Error("that several values were possible is not noted")
	}
	b.Reset(p)
	b.Begin()
	b.Say(0, never)
	b.Say(1, never)
	if b.Draw(NewStream(1, 0)) || b.LostAt() != 0 {
		t.Errorf("an element without values: lost is %d", b.LostAt())
	}
}

// TestEllipticalPriors: an ellipse through a draw from the prior has the mean and the covariance of the prior.
func TestEllipticalPriors(t *testing.T) {
	const draws = 200000
	stream := NewStream(3, 0)
	mean, precision := []float64{1, -2}, []float64{2, 0.5, 0.5, 1}
	check := func(name string, draw func(e *Elliptical) bool, wantMean, wantVariance []float64) {
		var e Elliptical
		sum, square := make([]float64, len(wantMean)), make([]float64, len(wantMean))
		for range draws {
			if !draw(&e) {
				t.Fatalf("%s: no prior", name)
			}
			for k, x := range e.prior {
				sum[k] += x
				square[k] += x * x
			}
		}
		for k := range wantMean {
			if math.Abs(e.mean[k]-wantMean[k]) > 1e-12 {
				t.Errorf("%s: mean %v, want %v", name, e.mean, wantMean)
			}
			if m, v := sum[k]/draws, square[k]/draws; math.Abs(m) > 0.02 || math.Abs(v-wantVariance[k]) > 0.02*max(1, wantVariance[k]) {
				t.Errorf("%s: component %d of a draw less its mean has mean %v and variance %v, want 0 and %v", name, k, m, v, wantVariance[k])
			}
		}
	}
	check("a number", func(e *Elliptical) bool {
		e.Number(stream, 3, 4)
		return true
	}, []float64{3}, []float64{0.25})
	check("a vector", func(e *Elliptical) bool {
		var w VectorWork
		w.Reset(2)
		w.AddPrecision(mean, precision)
		return e.Vector(&w, stream, mean)
	}, mean, []float64{1 / 1.75, 2 / 1.75})
	seen := []float64{math.NaN(), 0.5}
	check("a vector that is seen in part", func(e *Elliptical) bool {
		var w VectorWork
		w.Reset(2)
		w.AddPrecision(mean, precision)
		w.Observe(seen)
		return e.Seen(&w, stream, mean, seen)
	}, []float64{1 - 0.5/2*(0.5+2), 0.5}, []float64{0.5, 0})
	var w VectorWork
	w.Reset(2)
	if (&Elliptical{}).Vector(&w, stream, mean) {
		t.Error("a vector of which nothing is known has a prior")
	}
}
