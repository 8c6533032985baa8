package mcmc

import (
	"math"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// A density is one of a number that is rest away from its mean, which moves by the slopes
// with coordinates; -1 is none.
type density struct {
	at              []int
	slope           []float64
	rest, precision float64
}

// say says densities: a few coordinates by Add, more by AddRow.
func say(b *NormalBlock, list []density) {
	for _, d := range list {
		n := len(d.at)
		if n > 4 || n == 0 {
			copy(b.Slope, d.slope)
			b.AddRow(d.rest, d.precision)
			continue
		}
		h, p := [4]float64{}, [4][4]float64{}
		for i, s := range d.slope {
			h[i] = d.precision * s * d.rest
			for j, z := range d.slope {
				p[i][j] = d.precision * s * z
			}
		}
		switch n {
		case 1:
			b.Add1(h[0], p[0][0])
		case 2:
			b.Add2(h[0], h[1], p[0][0], p[1][0], p[1][1])
		case 3:
			b.Add3(h[0], h[1], h[2], p[0][0], p[1][0], p[1][1], p[2][0], p[2][1], p[2][2])
		case 4:
			b.Add4(h[0], h[1], h[2], h[3], p[0][0], p[1][0], p[1][1], p[2][0], p[2][1], p[2][2], p[3][0], p[3][1], p[3][2], p[3][3])
		}
	}
}

func pattern(size int, list []density) *NormalPattern {
	return patternOf(NewNormalPattern(size), list)
}

func patternOf(p *NormalPattern, list []density) *NormalPattern {
	for _, d := range list {
		if n := len(d.at); n > 4 || n == 0 {
			p.SayRow(d.at)
		} else {
			p.Say(d.at...)
		}
	}
	p.Order()
	return p
}

// dense is the precision matrix and the linear part.
func dense(size int, list []density) (*mat.SymDense, *mat.VecDense) {
	m, h := mat.NewSymDense(size, nil), mat.NewVecDense(size, nil)
	for _, d := range list {
		whole := make([]float64, size)
		for k, c := range d.at {
			if c >= 0 {
				whole[c] += d.slope[k]
			}
		}
		for i, s := range whole {
			h.SetVec(i, h.AtVec(i)+d.precision*s*d.rest)
			for j := range i + 1 {
				m.SetSym(i, j, m.At(i, j)+d.precision*s*whole[j])
			}
		}
	}
	return m, h
}

// moments are the mean and the covariance that a factor stands for: from the solutions of
// its triangles.
func (b *NormalBlock) moments() (mean []float64, covariance *mat.Dense) {
	n := b.pattern.size
	linear := append([]float64(nil), b.linear...)
	covariance = mat.NewDense(n, n, nil)
	columns := mat.NewDense(n, n, nil)
	for k := -1; k < n; k++ {
		clear(b.linear)
		if k < 0 {
			copy(b.linear, linear)
		} else {
			b.linear[k] = 1
		}
		b.solve()
		if k < 0 {
			mean = append(mean, b.Step...)
			continue
		}
		columns.SetCol(k, b.Step)
	}
	covariance.Mul(columns, columns.T())
	return mean, covariance
}

func near(a, b, scale, tolerance float64) bool { return math.Abs(a-b) <= tolerance*scale }

// check compares a block with the dense inverse.
func check(t *testing.T, name string, size int, list []density, tolerance float64) {
	t.Helper()
	m, h := dense(size, list)
	var c mat.Cholesky
	if !c.Factorize(m) {
		t.Fatalf("%s: the matrix is not positive definite", name)
	}
	var want mat.VecDense
	var inverse mat.SymDense
	if err := c.SolveVecTo(&want, h); err != nil {
		t.Fatal(err)
	}
	if err := c.InverseTo(&inverse); err != nil {
		t.Fatal(err)
	}
	p := pattern(size, list)
	searched := NewNormalPattern(size)
	searched.tables = 0
	patternOf(searched, list)
	for _, rows := range []bool{false, true, false} {
		b := &NormalBlock{}
		b.Reset(p)
		if rows {
			b.Again()
			p = searched // from here on
		}
		say(b, list)
		if rows && !b.FactorRows() || !rows && !b.Factor() {
			t.Fatalf("%s: rows %v: no factor, lost %d", name, rows, b.Lost)
		}
		mean, covariance := b.moments()
		for i := range size {
			sd := math.Sqrt(inverse.At(i, i))
			if !near(mean[i], want.AtVec(i), sd+math.Abs(want.AtVec(i)), tolerance) {
				t.Errorf("%s: rows %v: mean %d is %v, want %v", name, rows, i, mean[i], want.AtVec(i))
			}
			for j := range size {
				if !near(covariance.At(i, j), inverse.At(i, j), sd*math.Sqrt(inverse.At(j, j)), tolerance) {
					t.Errorf("%s: rows %v: covariance %d, %d is %v, want %v", name, rows, i, j, covariance.At(i, j), inverse.At(i, j))
				}
			}
		}
	}
}

// TestNormalBlockDense: of random densities, which read coordinates twice and leave some
// out, a block has the mean and the covariance of the dense matrix.
func TestNormalBlockDense(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	for range 200 {
		size := 1 + rng.IntN(12)
		var list []density
		for c := range size {
			list = append(list, density{[]int{c}, []float64{1}, rng.NormFloat64(), 0.1 + rng.Float64()})
		}
		for range rng.IntN(20) {
			d := density{rest: rng.NormFloat64(), precision: math.Exp(2 * rng.NormFloat64())}
			for range 1 + rng.IntN(1+rng.IntN(6)) {
				d.at, d.slope = append(d.at, rng.IntN(size+1)-1), append(d.slope, rng.NormFloat64())
			}
			for k := range 1 + rng.IntN(3) {
				d.rest += float64(k)
				list = append(list, d)
			}
		}
		check(t, "random", size, list, 1e-6)
	}
	b := &NormalBlock{}
	b.Reset(pattern(0, nil))
	if !b.Factor() || !b.Draw(NewStream(1, 0)) {
		t.Error("no normals cannot be drawn")
	}
}

// TestNormalBlockOrder: a chain and a hierarchy have no more entries than they have ties.
func TestNormalBlockOrder(t *testing.T) {
	const n = 20000
	var chain, tree []density
	for i := range n - 1 {
		chain = append(chain, density{at: []int{i, i + 1}})
		tree = append(tree, density{at: []int{n - 1, i}})
	}
	for name, list := range map[string][]density{"chain": chain, "tree": tree} {
		p := pattern(n, list)
		m := p.size - p.sparse
		if entries := len(p.rows) + m*(m-1)/2; entries != n-1 || len(p.target) > n {
			t.Errorf("%s: %d entries, %d targets, want %d", name, entries, len(p.target), n-1)
		}
	}
}

// TestNormalBlockTails: precisions of 1e12 beside 1e-12 lose nothing.
func TestNormalBlockTails(t *testing.T) {
	// x of precision 1e-12, 50 y about x of precision 1e12, each seen with precision 1.
	list := []density{{[]int{0}, []float64{1}, 0, 1e-12}}
	for i := range 50 {
		list = append(list, density{[]int{0, 1 + i}, []float64{-1, 1}, 0, 1e12},
			density{[]int{1 + i}, []float64{1}, float64(i), 1})
	}
	b := &NormalBlock{}
	b.Reset(pattern(51, list))
	say(b, list)
	if b.Factor() {
		t.Fatal("a factor that has lost all digits is taken")
	}
	b.Again()
	say(b, list)
	if !b.FactorRows() {
		t.Fatalf("lost %d", b.Lost)
	}
	mean, covariance := b.moments()
	if v := covariance.At(0, 0); !near(v, 1.0/50, 1.0/50, 1e-9) || !near(mean[0], 24.5, 24.5, 1e-9) || !near(mean[7], 24.5, 24.5, 1e-9) {
		t.Errorf("mean %v, variance %v, want 24.5, 0.02", mean[0], v)
	}
}

// TestNormalBlockImproper: what nothing determines is found, and named.
func TestNormalBlockImproper(t *testing.T) {
	list := []density{{[]int{0}, []float64{1}, 0, 1}, {[]int{1, 2}, []float64{1, -1}, 3, 2}}
	b := &NormalBlock{}
	b.Reset(pattern(3, list))
	say(b, list)
	first := b.Factor()
	b.Again()
	say(b, list)
	if first || b.FactorRows() || b.Lost != 1 && b.Lost != 2 {
		t.Errorf("a difference determines two numbers: lost %d", b.Lost)
	}
}

// TestNormalBlockDraws: draws have the mean and the covariance that are wanted.
func TestNormalBlockDraws(t *testing.T) {
	list := []density{{[]int{0}, []float64{1}, 2, 0.5}, {[]int{0, 1}, []float64{-1, 1}, 0, 2}, {[]int{1, 2}, []float64{0.5, 1}, 1, 3}, {[]int{0, 2}, []float64{1, -1}, -1, 1}}
	b, p, s := &NormalBlock{}, pattern(3, list), NewStream(7, 0)
	b.Reset(p)
	say(b, list)
	b.Factor()
	mean, covariance := b.moments()
	const draws = 100000
	sum, products := [3]float64{}, [3][3]float64{}
	one := func() {
		b.Reset(p)
		say(b, list)
		if !b.Factor() || !b.Draw(s) {
			t.Fatal("no draw")
		}
	}
	for range draws {
		one()
		for i, x := range b.Step {
			sum[i] += x - mean[i]
			for j, y := range b.Step {
				products[i][j] += (x - mean[i]) * (y - mean[j])
			}
		}
	}
	for i := range 3 {
		if z := sum[i] / draws / math.Sqrt(covariance.At(i, i)/draws); math.Abs(z) > 5 {
			t.Errorf("the mean of %d is %v errors off", i, z)
		}
		for j := range 3 {
			scale := math.Sqrt(covariance.At(i, i) * covariance.At(j, j))
			if d := (products[i][j]/draws - covariance.At(i, j)) / scale * math.Sqrt(draws/2); math.Abs(d) > 5 {
				t.Errorf("the covariance of %d and %d is %v errors off", i, j, d)
			}
		}
	}
	allocations := testing.AllocsPerRun(100, func() {
		b.Reset(p)
		b.Add1(1, 0.5)
		for range 3 {
			b.Add2(0, 0, 2, -1, 2)
		}
		b.Draw(s)
	})
	if allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
}

// BenchmarkNormalBlockChain draws a chain of 1000 normals.
func BenchmarkNormalBlockChain(b *testing.B) {
	const n = 1000
	p := NewNormalPattern(n)
	for i := range n {
		p.Say(i)
		if i > 0 {
			p.Say(i-1, i)
		}
	}
	p.Order()
	w, s := &NormalBlock{}, NewStream(1, 0)
	for b.Loop() {
		w.Reset(p)
		for i := range n {
			w.Add1(1, 1)
			if i > 0 {
				w.Add2(0, 0, 2, -2, 2)
			}
		}
		if !w.Factor() || !w.Draw(s) {
			b.Fatal("no draw")
		}
	}
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N)/n, "ns/normal")
}
