package mcmc

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"gonum.org/v1/gonum/mat"
)

// exactly inverts a precision in rational numbers, so that nothing is lost, and gives the mean,
// the covariance and the log determinant.
func exactly(size int, list []density) (mean []float64, covariance *mat.Dense, logDet float64) {
	m := make([][]*big.Float, size) // precision, linear part, unit matrix
	number := func(x float64) *big.Float { return new(big.Float).SetPrec(600).SetFloat64(x) }
	for i := range m {
		m[i] = make([]*big.Float, 2*size+1)
		for j := range m[i] {
			m[i][j] = number(0)
		}
		m[i][size+1+i] = number(1)
	}
	for _, d := range list {
		whole := make([]*big.Float, size)
		for i := range whole {
			whole[i] = number(0)
		}
		for k, c := range d.at {
			if c >= 0 {
				whole[c].Add(whole[c], number(d.slope[k]))
			}
		}
		for i, s := range whole {
			t := number(0).Mul(s, number(d.precision))
			m[i][size].Add(m[i][size], number(0).Mul(t, number(d.rest)))
			for j, z := range whole {
				m[i][j].Add(m[i][j], number(0).Mul(t, z))
			}
		}
	}
	for k := range size {
		f, _ := m[k][k].Float64()
		logDet += math.Log(f)
		inverse := number(0).Quo(number(1), m[k][k])
		for j := range m[k] {
			m[k][j].Mul(m[k][j], inverse)
		}
		for i := range size {
			if i == k || m[i][k].Sign() == 0 {
				continue
			}
			f := number(0).Set(m[i][k])
			for j := range m[k] {
				m[i][j].Sub(m[i][j], number(0).Mul(f, m[k][j]))
			}
		}
	}
	covariance = mat.NewDense(size, size, nil)
	for i := range size {
		x, _ := m[i][size].Float64()
		mean = append(mean, x)
		for j := range size {
			x, _ := m[i][size+1+j].Float64()
			covariance.Set(i, j, x)
		}
	}
	return mean, covariance, logDet
}

// sayRows says densities by AddRow alone.
func sayRows(b *NormalBlock, list []density) (slots []int) {
	for _, d := range list {
		slots = append(slots, b.Slot())
		copy(b.Slope, d.slope)
		b.AddRow(d.rest, d.precision)
	}
	return slots
}

// checkPosterior compares all that a block says of its posterior with the exact answer.
func checkPosterior(t *testing.T, name string, size int, list []density, tables int, again bool, tolerance float64) {
	t.Helper()
	mean, covariance, logDet := exactly(size, list)
	p := NewNormalPattern(size)
	p.tables = tables
	for _, d := range list {
		p.SayRow(d.at)
	}
	p.Order()
	b := &NormalBlock{}
	b.Reset(p)
	slots := sayRows(b, list)
	if again || !b.FactorMoments() {
		b.Again()
		sayRows(b, list)
		if !b.FactorRows() {
			t.Errorf("%s: no factor, lost %d", name, b.Lost)
			return
		}
	}
	spread := b.LogSpread()
	if !b.Mean() {
		t.Errorf("%s: no mean", name)
	}
	sd := func(c int) float64 { return math.Sqrt(covariance.At(c, c)) }
	distance := 0.0
	for _, d := range list {
		whole := d.rest
		for k, c := range d.at {
			if c >= 0 {
				whole -= d.slope[k] * mean[c]
			}
		}
		distance += d.precision * (d.rest - whole) * d.rest
	}
	if got := b.LogDeterminant(); !near(got, logDet, 1+math.Abs(logDet), tolerance) {
		t.Errorf("%s: log determinant %v, want %v", name, got, logDet)
	}
	want := distance/2 - logDet/2 + float64(size)*math.Log(2*math.Pi)/2
	if got := b.LogIntegral(); !near(got, want, 1+math.Abs(want)+distance, tolerance) {
		t.Errorf("%s: log integral %v, want %v", name, got, want)
	}
	if got := spread + float64(size)*math.Log(2*math.Pi)/2; !near(got, want, 1+math.Abs(want)+distance, tolerance) {
		t.Errorf("%s: log integral but for a constant %v, want %v", name, got, want)
	}
	for c := range size {
		if got := b.Step[c]; !near(got, mean[c], sd(c)+math.Abs(mean[c]), tolerance) {
			t.Errorf("%s: mean %d is %v, want %v", name, c, got, mean[c])
		}
	}
	b.Invert()
	for i, d := range list {
		step, v := b.RowMoments(slots[i], d.slope)
		wantStep, size := 0.0, 0.0
		for k, c := range d.at {
			if c >= 0 {
				wantStep += d.slope[k] * mean[c]
				size += math.Abs(d.slope[k] * mean[c])
			}
		}
		want := exactVariance(list, d, len(mean))
		if !near(v, want, want, tolerance) {
			t.Errorf("%s: row %d has variance %v, want %v", name, i, v, want)
		}
		if !near(step, wantStep, math.Sqrt(want)+size, tolerance) {
			t.Errorf("%s: row %d has mean %v, want %v", name, i, step, wantStep)
		}
		if got := b.Combination(d.at, d.slope); !near(got, want, want, tolerance) {
			t.Errorf("%s: combination %d has variance %v, want %v", name, i, got, want)
		}
	}
	for c := range size {
		if got := b.Variance(c); !near(got, covariance.At(c, c), covariance.At(c, c), tolerance) {
			t.Errorf("%s: variance %d is %v, want %v", name, c, got, covariance.At(c, c))
		}
		for d := range size {
			if got := b.Covariance(c, d); !near(got, covariance.At(c, d), sd(c)*sd(d), tolerance) {
				t.Errorf("%s: covariance %d, %d is %v, want %v", name, c, d, got, covariance.At(c, d))
			}
		}
	}
	all := make([]int, size)
	for c := range all {
		all[c] = size - 1 - c
	}
	joint := make([]float64, size*size)
	b.Joint(all, joint)
	for i, c := range all {
		for j, d := range all {
			if got := joint[i*size+j]; !near(got, covariance.At(c, d), sd(c)*sd(d), tolerance) {
				t.Errorf("%s: of all, covariance %d, %d is %v, want %v", name, c, d, got, covariance.At(c, d))
			}
		}
	}
	for i, x := range b.row {
		if x != 0 {
			t.Errorf("%s: row %d is left %v", name, i, x)
		}
	}
}

// exactVariance is that of a combination: its own covariance entries cancel, so that it is found
// in a basis which has it.
func exactVariance(list []density, d density, size int) float64 {
	c := make([]float64, size)
	for k, at := range d.at {
		if at >= 0 {
			c[at] += d.slope[k]
		}
	}
	// With one more coordinate z that is the combination to within 1e-60, z has its variance.
	pivot := -1
	for i, s := range c {
		if s != 0 && (pivot < 0 || math.Abs(s) > math.Abs(c[pivot])) {
			pivot = i
		}
	}
	if pivot < 0 {
		return 0
	}
	tie := density{precision: 0x1p200}
	for i, s := range c {
		tie.at, tie.slope = append(tie.at, i), append(tie.slope, s)
	}
	tie.at, tie.slope = append(tie.at, size), append(tie.slope, -1)
	_, covariance, _ := exactly(size+1, append(append([]density(nil), list...), tie))
	return covariance.At(size, size)
}

// TestNormalPosterior: means, variances, covariances and integrals of random densities, which read
// coordinates twice and leave some out, are exact to 1e-9.
func TestNormalPosterior(t *testing.T) {
	rng := rand.New(rand.NewPCG(5, 6))
	for trial := range 60 {
		size := 1 + rng.IntN(9)
		var list []density
		for c := range size {
			list = append(list, density{[]int{c}, []float64{1}, rng.NormFloat64(), 0.1 + rng.Float64()})
		}
		for range rng.IntN(14) {
			d := density{rest: rng.NormFloat64(), precision: math.Exp(2 * rng.NormFloat64())}
			for range 1 + rng.IntN(1+rng.IntN(5)) {
				d.at, d.slope = append(d.at, rng.IntN(size+1)-1), append(d.slope, rng.NormFloat64())
			}
			list = append(list, d)
		}
		tables := 1 << 20
		if trial%3 == 0 {
			tables = 0
		}
		checkPosterior(t, "random", size, list, tables, trial%2 == 1, 1e-9)
	}
}

// TestNormalPosteriorYears: a line and a parabola of years as they stand.
func TestNormalPosteriorYears(t *testing.T) {
	for _, powers := range []int{2, 3} {
		var list []density
		for c := range powers {
			list = append(list, density{[]int{c}, []float64{1}, 3, 1e-12})
		}
		for i := range 10 {
			x := float64(2011 + i)
			d := density{rest: math.Sin(float64(i)), precision: 1.5}
			for c := range powers {
				d.at, d.slope = append(d.at, c), append(d.slope, math.Pow(x, float64(c)))
			}
			list = append(list, d)
		}
		checkPosterior(t, "years", powers, list, 1<<20, false, 1e-9)
	}
}

// TestNormalPosteriorSparse: of chains, grids and crossed effects, whose factors have columns of
// all kinds, the mean and all variances are those of the dense inverse; and nothing is allocated
// once all is made.
func TestNormalPosteriorSparse(t *testing.T) {
	rng := rand.New(rand.NewPCG(8, 9))
	tie := func(at ...int) density {
		d := density{at: at, rest: rng.NormFloat64(), precision: math.Exp(rng.NormFloat64())}
		for range at {
			d.slope = append(d.slope, 1+0.3*rng.NormFloat64())
		}
		return d
	}
	shapes := map[string][]density{}
	for i := range 60 {
		shapes["chain"] = append(shapes["chain"], tie(i, (i+1)%60))
		shapes["second"] = append(shapes["second"], tie(i, (i+1)%60, (i+2)%60))
		if i%8 != 7 && i+1 < 60 {
			shapes["grid"] = append(shapes["grid"], tie(i, i+1))
		}
		if i+8 < 60 {
			shapes["grid"] = append(shapes["grid"], tie(i, i+8))
		}
		shapes["crossed"] = append(shapes["crossed"], tie(i%40, 40+i%17, 59), tie(i%31, 40+i%13, 59))
	}
	for name, list := range shapes {
		for c := range 60 {
			list = append(list, density{[]int{c}, []float64{1}, rng.NormFloat64(), 0.3})
		}
		m, h := dense(60, list)
		var c mat.Cholesky
		if !c.Factorize(m) {
			t.Fatal(name)
		}
		var mean mat.VecDense
		var inverse mat.SymDense
		if err := c.SolveVecTo(&mean, h); err != nil {
			t.Fatal(err)
		}
		if err := c.InverseTo(&inverse); err != nil {
			t.Fatal(err)
		}
		p := NewNormalPattern(60)
		for _, d := range list {
			p.SayRow(d.at)
		}
		p.Order()
		b := &NormalBlock{}
		slots := make([]int, 0, len(list))
		run := func(rows bool) {
			b.Reset(p)
			if rows {
				b.Again()
			}
			slots = slots[:0]
			for _, d := range list {
				slots = append(slots, b.Slot())
				copy(b.Slope, d.slope)
				b.AddRow(d.rest, d.precision)
			}
			if rows && !b.FactorRows() || !rows && !b.FactorMoments() || !b.Mean() {
				t.Fatal(name, "no factor")
			}
			b.Invert()
		}
		for _, rows := range []bool{false, true} {
			run(rows)
			if got := b.LogDeterminant(); !near(got, c.LogDet(), 60, 1e-11) {
				t.Errorf("%s: log determinant %v, want %v", name, got, c.LogDet())
			}
			for i := range 60 {
				if !near(b.Step[i], mean.AtVec(i), 1, 1e-11) || !near(b.Variance(i), inverse.At(i, i), inverse.At(i, i), 1e-11) {
					t.Errorf("%s: %d has mean %v, want %v, variance %v, want %v", name, i, b.Step[i], mean.AtVec(i), b.Variance(i), inverse.At(i, i))
				}
			}
			for i, d := range list {
				want := 0.0
				for k, a := range d.at {
					for j, e := range d.at {
						want += d.slope[k] * d.slope[j] * inverse.At(a, e)
					}
				}
				if _, got := b.RowMoments(slots[i], d.slope); !near(got, want, want, 1e-10) {
					t.Errorf("%s: row %d has variance %v, want %v", name, i, got, want)
				}
			}
			for i := range 60 {
				for j := range 60 {
					if got := b.Covariance(i, j); !near(got, inverse.At(i, j), 1, 1e-11) {
						t.Errorf("%s: covariance %d, %d is %v, want %v", name, i, j, got, inverse.At(i, j))
					}
				}
			}
		}
		if n := testing.AllocsPerRun(5, func() { run(false) }); n > 0 {
			t.Errorf("%s: %v allocations", name, n)
		}
	}
}

// TestNormalPosteriorLost: what nothing is known of is no number, but false.
func TestNormalPosteriorLost(t *testing.T) {
	p := NewNormalPattern(2)
	p.SayRow([]int{0, 1})
	p.SayRow([]int{0, 1})
	p.Order()
	b := &NormalBlock{}
	say := func() {
		for range 2 {
			b.Slope[0], b.Slope[1] = 0.1, 0.3
			b.AddRow(1, 3)
		}
	}
	b.Reset(p)
	say()
	if b.FactorMoments() {
		t.Error("a singular precision has a factor")
	}
	b.Again()
	say()
	if b.FactorRows() && b.Error() < 0.1 {
		t.Errorf("a singular precision has a factor of error %v", b.Error())
	}
}

// TestAddSite: a site says the same by its linear part as a row by its rest, also where it has
// no precision, and refuses what rows cannot hold.
func TestAddSite(t *testing.T) {
	p := NewNormalPattern(2)
	for range 3 {
		p.SayRow([]int{0, 1})
	}
	p.Say(0)
	p.Say(1)
	p.Order()
	b := &NormalBlock{}
	b.Reset(p)
	add := func(linear, precision float64) bool {
		b.Slope[0], b.Slope[1] = 1, 2
		return b.AddSite(linear, precision)
	}
	if !add(0.5, 2) || !add(0.7, 0) || !add(0, 0) {
		t.Error("a site is refused")
	}
	b.Add1(0, 1)
	b.Add1(0, 1)
	if !b.FactorMoments() || !b.Mean() {
		t.Fatal("no mean")
	}
	// Precision I + 2 ss', linear part 1.2 s, s = (1, 2): the mean is 1.2 s/(1 + 2*5).
	for c, want := range []float64{1.2 / 11, 2.4 / 11} {
		if !near(b.Step[c], want, 1, 1e-14) {
			t.Errorf("mean %d is %v, want %v", c, b.Step[c], want)
		}
	}
	b.Again()
	if add(0.5, -2) || add(0.7, 0) || !add(0, 0) {
		t.Error("rows hold a precision that is not positive")
	}
}
