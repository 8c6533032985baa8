package latent

import (
	"math"
	"testing"
)

// direct are the moments of a tilted density by a fine sum around its highest point.
func direct(f func(z float64) float64, ref float64, c normal) (logZ, mean, variance float64) {
	log := func(x float64) float64 {
		return f(ref+x) - 0.5*(x-c.mean)*(x-c.mean)/c.variance - 0.5*math.Log(2*math.Pi*c.variance)
	}
	// The highest point, on ever finer grids; its width by where it falls.
	at, width := c.mean, 60*math.Sqrt(c.variance)+30
	for range 60 {
		best, top := at, math.Inf(-1)
		for k := -50; k <= 50; k++ {
			if x := at + width*float64(k)/50; log(x) > top {
				best, top = x, log(x)
			}
		}
		at, width = best, width/4
	}
	reach := func(sign float64) float64 {
		low, high := 0.0, 80*math.Sqrt(c.variance)
		for range 60 {
			if mid := (low + high) / 2; log(at+sign*mid) > log(at)-40 {
				low = mid
			} else {
				high = mid
			}
		}
		return high
	}
	a, b := at-reach(-1), at+reach(1)
	n := 4000
	if b-a > 500 {
		n *= 10 // what bends within 1
	}
	h := (b - a) / float64(n)
	all, first, second := 0.0, 0.0, 0.0
	for k := 0; k <= n; k++ {
		x := a + h*float64(k)
		w := math.Exp(log(x) - log(at))
		all += w
		first += w * (x - at)
		second += w * (x - at) * (x - at)
	}
	first /= all
	return log(at) + math.Log(all*h), at + first, second/all - first*first
}

// TestTilt: tilted moments of all kinds, of narrow and wide cavities, up to 40 standard deviations
// away, are those of a fine sum.
func TestTilt(t *testing.T) {
	softplus := func(z float64) float64 { return max(z, 0) + math.Log1p(math.Exp(-math.Abs(z))) }
	logGamma := func(x float64) float64 { g, _ := math.Lgamma(x); return g }
	kinds := map[string]struct {
		row row
		f   func(z float64) float64
	}{
		"true":    {row{kind: logit, a: 1}, func(z float64) float64 { return -softplus(-z) }},
		"false":   {row{kind: logit, a: -1}, func(z float64) float64 { return -softplus(z) }},
		"probit":  {row{kind: probit, a: -1}, func(z float64) float64 { return logErfc(z) }},
		"poisson": {row{kind: poisson, a: 7}, func(z float64) float64 { return 7*z - math.Exp(z) - logGamma(8) }},
		"none":    {row{kind: poisson, a: 0}, func(z float64) float64 { return -math.Exp(z) }},
		"many":    {row{kind: poisson, a: 5e5}, func(z float64) float64 { return 5e5*z - math.Exp(z) - logGamma(5e5+1) }},
		"trials":  {row{kind: binomial, a: 3, b: 20}, func(z float64) float64 { return math.Log(1140) + 3*z - 20*softplus(z) }},
		"t": {row{kind: studentT, a: 0.5, b: 4, c: 4}, func(z float64) float64 {
			return logGamma(2.5) - logGamma(2) + 0.5*math.Log(4/(4*math.Pi)) - 2.5*math.Log1p((z-0.5)*(z-0.5))
		}},
	}
	var q tilt
	for name, k := range kinds {
		k.row.settle()
		for _, sd := range []float64{1e-3, 0.1, 0.7, 1, 1.5, 3, 4.9, 12, 40, 300} {
			for _, mean := range []float64{-40, -8, -1, 0, 0.3, 5, 40} {
				if name == "many" && mean < 0 || name == "t" && (math.Abs(mean)/sd > 5 || sd > 2) {
					continue // thousands of standard deviations; and two peaks, of TestTiltTwoPeaks
				}
				c := normal{mean*min(1, sd) - 0.2, sd * sd}
				got, ok := q.of(nil, []row{k.row}, []int32{0}, 0.2, c, c)
				logZ, m, v := direct(k.f, 0.2, c)
				if !ok || !near(got.LogZ, logZ, 1e-8*(1+math.Abs(logZ))) || !near(got.Mean, m, 1e-7*math.Sqrt(v)) || !near(got.Variance, v, 1e-7*v) {
					t.Errorf("%s, mean %v, sd %v: %v %+v, want %v %v %v", name, mean, sd, ok, got, logZ, m, v)
				}
				if p := got.Precision + 1/c.variance; !near(p*got.Variance, 1, 1e-9) || !near(got.Linear+c.mean/c.variance, got.Mean*p, 1e-7*math.Sqrt(p)) {
					t.Errorf("%s, mean %v, sd %v: the factor does not give the moments: %+v", name, mean, sd, got)
				}
			}
		}
	}
}

// logErfc is log Phi(-z).
func logErfc(z float64) float64 {
	if z < 30 {
		return math.Log(0.5 * math.Erfc(z/math.Sqrt2))
	}
	// Mills' ratio, as a continued fraction.
	r := z
	for k := 60; k > 0; k-- {
		r = z + float64(k)/r
	}
	return -0.5*z*z - 0.5*math.Log(2*math.Pi) - math.Log(r)
}

// TestTiltInterval: rows that bound a combination from both sides are one interval.
func TestTiltInterval(t *testing.T) {
	var q tilt
	rows := []row{{kind: interval, a: 0.5, b: math.Inf(1)}, {kind: interval, a: math.Inf(-1), b: 2, shift: 1}}
	got, ok := q.of(nil, rows, []int32{0, 1}, 0.25, normal{0, 4}, normal{0, 4})
	logZ, m, v := direct(func(z float64) float64 {
		if z > 0.5 && z < 1 {
			return 0
		}
		return math.Inf(-1)
	}, 0.25, normal{0, 4})
	if !ok || !near(got.LogZ, logZ, 1e-3) || !near(got.Mean, m, 1e-4) || !near(got.Variance, v, 2e-5) {
		t.Errorf("%v %+v, want %v %v %v", ok, got, logZ, m, v)
	}
	if _, ok := q.of(nil, []row{{kind: interval, a: 1, b: 0}}, []int32{0}, 0, normal{0, 4}, normal{0, 4}); ok {
		t.Error("an empty interval has moments")
	}
	if _, ok := q.of(nil, rows, []int32{0, 1}, 0, normal{0, -4}, normal{0, 4}); ok {
		t.Error("an improper cavity has moments")
	}
}
