package mcmc

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// ordered is a pattern of densities whose products are taken by fronts, however few they are.
func ordered(t *testing.T, size int, list []density) *NormalPattern {
	p := NewNormalPattern(size)
	for _, d := range list {
		if n := len(d.at); n > 4 || n == 0 {
			p.SayRow(d.at)
		} else {
			p.Say(d.at...)
		}
	}
	if !p.orderFrontsOf(-1) {
		t.Fatal("no fronts")
	}
	p.settle()
	return p
}

// grid are the densities of a field whose neighbors are tied, and all of whose elements have one mean.
func grid(n int, rng *rand.Rand) (size int, list []density) {
	size = n*n + 1
	list = append(list, density{[]int{n * n}, []float64{1}, 1, 0.1})
	for i := range n {
		for j := range n {
			c := i*n + j
			list = append(list, density{[]int{c, n * n}, []float64{1, 1}, rng.NormFloat64(), 0.5 + rng.Float64()})
			if i > 0 {
				list = append(list, density{[]int{c, c - n}, []float64{1, -1}, rng.NormFloat64(), 0.5 + rng.Float64()})
			}
			if j > 0 {
				list = append(list, density{[]int{c, c - 1}, []float64{1, -1}, rng.NormFloat64(), 0.5 + rng.Float64()})
			}
		}
	}
	return size, list
}

// TestFronts: what a factor by fronts says is what the inverse of the matrix says.
func TestFronts(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for k := range 300 {
		size := 1 + rng.IntN(40)
		var list []density
		for c := range size {
			list = append(list, density{[]int{c}, []float64{1}, rng.NormFloat64(), 0.1 + rng.Float64()})
		}
		for range rng.IntN(3 * size) {
			d := density{rest: rng.NormFloat64(), precision: math.Exp(2 * rng.NormFloat64())}
			near := rng.IntN(size)
			for range 1 + rng.IntN(1+rng.IntN(6)) {
				d.at, d.slope = append(d.at, (near+rng.IntN(5))%size), append(d.slope, rng.NormFloat64())
			}
			list = append(list, d)
		}
		if k%3 == 0 { // one that all are tied to
			for c := range size - 1 {
				list = append(list, density{[]int{c, size - 1}, []float64{1, rng.NormFloat64()}, 0, 1})
			}
		}
		checkFronts(t, size, list)
	}
	size, list := grid(20, rng)
	checkFronts(t, size, list)
}

func checkFronts(t *testing.T, size int, list []density) {
	t.Helper()
	p := ordered(t, size, list)
	order := slices.Clone(p.place[:size])
	slices.Sort(order)
	for i, c := range order {
		if int(c) != i {
			t.Fatalf("places %v", p.place)
		}
	}
	precision, linear := dense(size, list)
	var whole mat.Cholesky
	if !whole.Factorize(precision) {
		t.Fatal("the matrix has no factor")
	}
	var inverse mat.SymDense
	var mean mat.VecDense
	if err := whole.InverseTo(&inverse); err != nil {
		t.Fatal(err)
	}
	if err := whole.SolveVecTo(&mean, linear); err != nil {
		t.Fatal(err)
	}
	b := &NormalBlock{}
	b.Reset(p)
	for range 2 { // memory is used again
		b.Reset(p)
		say(b, list)
		if !b.Factor() || !b.Mean() {
			t.Fatal("no factor")
		}
		b.Invert()
	}
	if got, want := b.LogDeterminant(), whole.LogDet(); math.Abs(got-want) > 1e-9*(1+math.Abs(want)) {
		t.Errorf("log determinant %v, want %v", got, want)
	}
	scale := func(i, j int) float64 { return math.Sqrt(inverse.At(i, i) * inverse.At(j, j)) }
	for c := range size {
		if !near(b.Step[c], mean.AtVec(c), 1+math.Abs(mean.AtVec(c)), 1e-8) {
			t.Errorf("mean of %d is %v, want %v", c, b.Step[c], mean.AtVec(c))
		}
	}
	for i := range size {
		for j := range i + 1 {
			at := p.place[i]
			if i != j {
				var tied bool
				if at, tied = p.find(min(p.place[i], p.place[j]), max(p.place[i], p.place[j])); !tied {
					continue
				}
			}
			if got := b.inverse[at]; !near(got, inverse.At(i, j), scale(i, j), 1e-8) {
				t.Fatalf("covariance of %d and %d is %v, want %v, of %d", i, j, got, inverse.At(i, j), size)
			}
		}
	}
	if i, j := 0, size-1; !near(b.Covariance(i, j), inverse.At(i, j), scale(i, j), 1e-8) {
		t.Errorf("covariance of %d and %d is %v, want %v", i, j, b.Covariance(i, j), inverse.At(i, j))
	}
}

// TestFrontsByRows: rows are rotated into a factor of fronts too.
func TestFrontsByRows(t *testing.T) {
	size, list := grid(12, rand.New(rand.NewPCG(1, 2)))
	p := ordered(t, size, list)
	var a, b NormalBlock
	a.Reset(p)
	say(&a, list)
	b.Reset(p)
	b.Again()
	say(&b, list)
	if !a.Factor() || !b.FactorRows() || !a.Mean() || !b.Mean() {
		t.Fatal("no factor")
	}
	a.Invert()
	b.Invert()
	for c := range size {
		if !near(a.Step[c], b.Step[c], 1, 1e-9) || !near(a.Variance(c), b.Variance(c), a.Variance(c), 1e-9) {
			t.Errorf("%d: %v and %v, variances %v and %v", c, a.Step[c], b.Step[c], a.Variance(c), b.Variance(c))
		}
	}
}

// TestLeastDegree: the factor of a grid has about as many numbers as by exact degrees.
func TestLeastDegree(t *testing.T) {
	size, list := grid(40, rand.New(rand.NewPCG(1, 2)))
	p := ordered(t, size, list)
	exact := pattern(size, list)
	m := exact.size - exact.sparse
	want := len(exact.rows) + m*(m-1)/2
	if got := len(p.rows); got > want*5/4 {
		t.Errorf("%d numbers, %d by exact degrees", got, want)
	}
	if len(p.target) > 0 || len(exact.fronts) > 0 {
		t.Error("fronts and products are both listed")
	}
}
