package mcmc

import (
	"fmt"
	"math"
	"testing"

	"mpc/special"
)

// sliced runs n draws of a density, thinned, tuned over the first tenth.
func sliced(t *testing.T, s *Stream, start, lo, hi float64, thin, n int, log func(float64) float64) []float64 {
	t.Helper()
	var slice Slice
	var width SliceWidth
	x, density := start, log(start)
	draws := make([]float64, 0, n)
	for i := range (n + n/10) * thin {
		lp := 0.0
		for y, more := slice.Begin(s, width.Width, x, density, lo, hi); more; y, more = slice.Next(lp) {
			if !(lo < y && y < hi) {
				t.Fatalf("asked for %v outside of [%v, %v]", y, lo, hi)
			}
			lp = log(y)
		}
		if slice.Fault() != SliceFine {
			t.Fatalf("at %v: %v", x, slice.Fault())
		}
		if slice.LogDensity() != log(slice.Value()) {
			t.Fatalf("the density at %v is said to be %v", slice.Value(), slice.LogDensity())
		}
		if i < n/10*thin {
			width.Tune(x, slice.Value())
		} else if i%thin == 0 {
			draws = append(draws, slice.Value())
		}
		x, density = slice.Value(), slice.LogDensity()
	}
	return draws
}

// TestSlice thins the chains so far that the draws are as good as independent.
func TestSlice(t *testing.T) {
	s := NewStream(5, 1)
	inf := math.Inf(1)
	const n = 5000
	for _, sd := range []float64{1e-6, 1, 1e7} {
		fits(t, fmt.Sprintf("normal, sd %v", sd), sliced(t, s, 3*sd, -inf, inf, 5, n, func(x float64) float64 { return -x * x / (2 * sd * sd) }),
			func(x float64) float64 { return special.NormalCdf(x / sd) })
	}
	fits(t, "normal far from 0", sliced(t, s, 1e9, -inf, inf, 5, n, func(x float64) float64 { return -(x - 1e9) * (x - 1e9) / 2 }),
		func(x float64) float64 { return special.NormalCdf(x - 1e9) })
	fits(t, "exponential", sliced(t, s, 1, 0, inf, 8, n, func(x float64) float64 { return -x }), func(x float64) float64 { return -math.Expm1(-x) })
	fits(t, "uniform", sliced(t, s, 1, -1, 3, 3, n, func(float64) float64 { return 17 }), func(x float64) float64 { return (x + 1) / 4 })
	fits(t, "beta", sliced(t, s, 0.5, 0, 1, 20, n, func(x float64) float64 { return LogDensityBeta(x, 0.3, 2) }), func(x float64) float64 { return special.BetaCdf(x, 0.3, 2) })
	fits(t, "two modes", sliced(t, s, 0, -inf, inf, 60, n, func(x float64) float64 {
		return special.LogSumExp(-(x-2)*(x-2)/2, math.Log(0.5)-(x+2)*(x+2)/2)
	}), func(x float64) float64 { return (2*special.NormalCdf(x-2) + special.NormalCdf(x+2)) / 3 })
	fits(t, "cauchy", sliced(t, s, 0, -inf, inf, 30, n, func(x float64) float64 { return -math.Log1p(x * x) }), func(x float64) float64 { return 0.5 + math.Atan(x)/math.Pi })
}

// TestSliceExact: from draws of the density, one step gives draws of it, however
// the interval is cut and whatever the width: Neal's figure 3 has a limit on the
// steps, which must be shared between both sides at random.
func TestSliceExact(t *testing.T) {
	s := NewStream(5, 2)
	var slice Slice
	for _, width := range []float64{0.02, 0.5, 3, 100} {
		fits(t, fmt.Sprintf("one step of width %v", width), drawn(20000, func() float64 {
			x, lp := s.Normal(), 0.0
			for y, more := slice.Begin(s, width, x, -x*x/2, -1e3, 1e3); more; y, more = slice.Next(lp) {
				lp = -y * y / 2
			}
			return slice.Value()
		}), special.NormalCdf)
	}
}

func TestSliceFaults(t *testing.T) {
	s := NewStream(5, 3)
	inf, nan := math.Inf(1), math.NaN()
	run := func(x, density, lo, hi float64, log func(float64) float64) (float64, SliceFault, int) {
		var slice Slice
		asked, lp := 0, 0.0
		for y, more := slice.Begin(s, 1, x, density, lo, hi); more; y, more = slice.Next(lp) {
			asked++
			lp = log(y)
		}
		return slice.Value(), slice.Fault(), asked
	}
	flat := func(float64) float64 { return 0 }
	for _, c := range []struct {
		x, density, lo, hi float64
		log                func(float64) float64
		want               SliceFault
	}{
		{1, -inf, 0, 2, flat, SliceStart},
		{3, 0, 0, 2, flat, SliceStart},
		{nan, 0, 0, 2, flat, SliceStart},
		{1, nan, 0, 2, flat, SliceNotFinite},
		{1, inf, 0, 2, flat, SliceNotFinite},
		{1, 0, 0, 2, func(float64) float64 { return nan }, SliceNotFinite},
		{1, 0, 0, inf, func(x float64) float64 { return inf }, SliceNotFinite},
		{1, 0, 0, 2, func(float64) float64 { return -100 }, SliceStuck},
		{1, 0, -inf, inf, func(float64) float64 { return -inf }, SliceStuck},
		{1, 0, -inf, inf, flat, SliceFine}, // improper: grows up to the limit
		{1, 0, 1, 1, flat, SliceFine},
	} {
		x, fault, asked := run(c.x, c.density, c.lo, c.hi, c.log)
		if fault != c.want || asked > sliceSteps+sliceShrinks {
			t.Errorf("start %v with the density %v: %v after %d", c.x, c.density, fault, asked)
		}
		if fault != SliceFine && x != c.x && x == x {
			t.Errorf("start %v with the density %v: %v, and the value is %v", c.x, c.density, fault, x)
		}
	}
}

func TestWholeSlice(t *testing.T) {
	s := NewStream(5, 4)
	var slice WholeSlice
	run := func(start, lo, hi, thin int, log func(int) float64, take func(int)) {
		var width SliceWidth
		k, lp0 := start, log(start)
		for i := range 22000 * thin {
			lp := 0.0
			for j, more := slice.Begin(s, width.Width, k, lp0, lo, hi); more; j, more = slice.Next(lp) {
				if j < lo || j > hi {
					t.Fatalf("asked for %d outside of %d..%d", j, lo, hi)
				}
				lp = log(j)
			}
			if slice.Fault() != SliceFine || slice.LogProb() != log(slice.Value()) {
				t.Fatalf("at %d: %v", k, slice.Fault())
			}
			if i < 2000*thin {
				width.Tune(float64(k), float64(slice.Value()))
			} else if i%thin == 0 {
				take(slice.Value())
			}
			k, lp0 = slice.Value(), slice.LogProb()
		}
	}
	seen := make([]int, 31)
	run(4, 0, 30, 5, func(k int) float64 { return LogDensityBinomial(k, 30, 0.2) }, func(k int) { seen[k]++ })
	counts(t, "binomial", seen, binomialP(30, 0.2))
	seen, p := make([]int, 40), make([]float64, 40)
	for k := range p {
		p[k] = math.Exp(LogDensityPoisson(k, 3))
	}
	run(0, 0, math.MaxInt, 5, func(k int) float64 { return LogDensityPoisson(k, 3) }, func(k int) { seen[k]++ })
	counts(t, "poisson", seen, p)
	seen = make([]int, 4)
	run(-1, -2, 1, 5, func(k int) float64 { return math.Log(float64(k + 3)) }, func(k int) { seen[k+2]++ })
	counts(t, "four numbers", seen, []float64{0.1, 0.2, 0.3, 0.4})
	if _, more := slice.Begin(s, 1, 5, 0, 0, 4); more || slice.Fault() != SliceStart || slice.Value() != 5 {
		t.Errorf("a start outside of its bounds: %v", slice.Fault())
	}
}

// TestElliptical has a normal likelihood, so that the posterior is known.
func TestElliptical(t *testing.T) {
	s := NewStream(5, 5)
	const n, thin = 10000, 6
	// Of a prior with mean (1, -1), sd 2 and correlation 0.5, and x[0] + x[1] seen to
	// be 3 with sd 0.5.
	factor := []float64{2, 0, 1, math.Sqrt(3)}
	mean := []float64{1, -1}
	log := func(x []float64) float64 { d := x[0] + x[1] - 3; return -d * d / (2 * 0.25) }
	var e Elliptical
	x := []float64{1, -1}
	lp := log(x)
	var first, sum []float64
	for i := range n * thin {
		center, prior := e.Room(2)
		copy(center, mean)
		z := [2]float64{s.Normal(), s.Normal()}
		prior[0], prior[1] = factor[0]*z[0], factor[2]*z[0]+factor[3]*z[1]
		for more := e.Begin(s, x, lp); more; more = e.Next(lp) {
			lp = log(x)
		}
		if e.Fault() != SliceFine {
			t.Fatal(e.Fault())
		}
		if lp = e.LogLikelihood(); lp != log(x) {
			t.Fatalf("%v is said to have the likelihood %v", x, lp)
		}
		if i%thin == 0 {
			first, sum = append(first, x[0]), append(sum, x[0]+x[1])
		}
	}
	// The sum is normal with mean 0 and variance 12 before, of which x[0] has 6.
	gain := 12.0 / (12 + 0.25)
	fits(t, "the sum", sum, func(x float64) float64 { return special.NormalCdf((x - 3*gain) / math.Sqrt(12*(1-gain))) })
	v := 4 - 36/12.25
	fits(t, "the first", first, func(x float64) float64 { return special.NormalCdf((x - 1 - 6/12.25*3) / math.Sqrt(v)) })

	before := [2]float64{x[0], x[1]}
	for _, c := range []struct {
		start, then float64
		want        SliceFault
	}{{math.Inf(-1), 0, SliceStart}, {math.NaN(), 0, SliceNotFinite}, {0, math.NaN(), SliceNotFinite}, {0, -1000, SliceStuck}} {
		for more := e.Begin(s, x, c.start); more; more = e.Next(c.then) {
		}
		if e.Fault() != c.want || [2]float64{x[0], x[1]} != before {
			t.Errorf("%v, then %v: %v, and x is %v", c.start, c.then, e.Fault(), x)
		}
	}
}
