package mcmc

import (
	"math"
	"testing"
)

// TestNormalSums: what is added up once, for scales that come later, has the draws of what
// is said at those scales, and stands near them.
func TestNormalSums(t *testing.T) {
	// Rows of slopes of a few coordinates, with what they are seen to be, a weight and a group.
	rows := []struct {
		at     []int
		slopes []float64
		seen   float64
		weight float64
		group  int
	}{
		{[]int{0, 1}, []float64{1, -1}, 0, 1, 0}, {[]int{0, 2}, []float64{1, -1}, 0, 2, 0},
		{[]int{1}, []float64{2}, 5000, 1.5, 1}, {[]int{2}, []float64{1}, 2503, 1, 1}, {[]int{1, 2}, []float64{0.5, 0.5}, 2498, 1, 1},
		{[]int{0}, []float64{1}, 0, 1e-6, 2}, {[]int{3}, []float64{1}, 7, 2, 2}, {[]int{3, 0}, []float64{1, 0.001}, 4, 1, 1},
	}
	p := NewNormalPattern(4)
	for k, r := range rows {
		if k%2 == 0 {
			p.Say(r.at...)
		} else {
			p.SayRow(r.at)
		}
	}
	p.Order()
	say := func(b *NormalBlock, k int, stand []float64, scale float64) {
		r := rows[k]
		rest, precision := r.seen, r.weight*scale
		for i, c := range r.at {
			rest -= r.slopes[i] * stand[c]
		}
		s := append(r.slopes[:len(r.slopes):len(r.slopes)], 0)
		switch {
		case k%2 == 1:
			copy(b.Slope, r.slopes)
			b.AddRow(rest, precision)
		case len(r.at) == 1:
			b.Add1(precision*s[0]*rest, precision*s[0]*s[0])
		default:
			b.Add2(precision*s[0]*rest, precision*s[1]*rest, precision*s[0]*s[0], precision*s[0]*s[1], precision*s[1]*s[1])
		}
	}
	var b NormalBlock
	sums := NewNormalSums(p, 3)
	b.Reset(p)
	for k, r := range rows {
		say(&b, k, sums.Reference, 1)
		sums.Take(&b, r.group)
	}
	sums.Settle(&b)
	for k, r := range rows {
		say(&b, k, sums.Reference, 1)
		sums.Take(&b, r.group)
	}
	sums.List()
	if x := sums.Reference[1]; !(math.Abs(x-2500) < 2) {
		t.Errorf("the reference of coordinate 1 is %g, not near 2500", x)
	}
	for _, scales := range [][]float64{{1, 1, 1}, {3, 0.2, 1}, {1e-4, 30, 2}} {
		b.Reset(p)
		for k, r := range rows {
			say(&b, k, make([]float64, 4), scales[r.group])
		}
		if !b.Factor() || !b.Draw(NewStream(3, 1)) {
			t.Fatal("no draw")
		}
		want := append([]float64(nil), b.Step...)
		b.Reset(p)
		for g, scale := range scales {
			b.AddSums(sums, g, scale)
		}
		if !b.Factor() || !b.Draw(NewStream(3, 1)) {
			t.Fatal("no draw")
		}
		for c, x := range b.Step {
			if got := sums.Reference[c] + x; !(math.Abs(got-want[c]) < 1e-8*(1+math.Abs(want[c]))) {
				t.Errorf("scales %v: coordinate %d is %g, want %g", scales, c, got, want[c])
			}
		}
	}
	// Where they do not say where the normals are, the reference stays.
	loose := NewNormalPattern(2)
	loose.Say(0, 1)
	loose.Order()
	sums = NewNormalSums(loose, 1)
	b.Reset(loose)
	b.Add2(1, -1, 1, -1, 1)
	sums.Take(&b, 0)
	sums.Settle(&b)
	if sums.Reference[0] != 0 || sums.Reference[1] != 0 {
		t.Errorf("the reference of what is not determined is %v", sums.Reference)
	}
}
