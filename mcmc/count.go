package mcmc

import (
	"math"

	"mpc/special"
)

// DrawPoisson draws from the poisson of the given rate: counts the exponentials
// that fit below a small rate, and otherwise rejects as Hörmann does ("The
// transformed rejection method for generating Poisson random variables",
// Insurance: Mathematics and Economics 12, 1993, algorithm PTRS). Rates above
// 2^53 give counts that are whole numbers of float64. It is -1 where the rate is
// negative, NaN or above 2^62.
func DrawPoisson(s *Stream, rate float64) int {
	switch {
	case !(rate >= 0 && rate <= 0x1p62):
		return -1
	case rate < 1e-9:
		// The chance of at least k+1 after k, to a relative 1e-9.
		k := 0
		for DrawBernoulliP(s, rate/float64(k+1)) {
			k++
		}
		return k
	case rate < 10:
		k := 0
		for at := s.Exponential(); at < rate; at += s.Exponential() {
			k++
		}
		return k
	}
	b := 0.931 + 2.53*math.Sqrt(rate)
	a := -0.059 + 0.02483*b
	quick := 0.9277 - 3.6224/(b-2)
	for {
		u, v := s.Open()-0.5, s.Open()
		near := 0.5 - math.Abs(u)
		k := math.Floor((2*a/near+b)*u + rate + 0.43)
		if near >= 0.07 && v <= quick {
			return int(k)
		}
		if k < 0 || near < 0.013 && v > near {
			continue
		}
		inverse := 1.1239 + 1.1328/(b-3.4)
		if math.Log(v*inverse/(a/(near*near)+b)) <= countLogPoisson(k, rate) {
			return int(k)
		}
	}
}

// countLogPoisson is the log probability of a whole k >= 0 under the poisson of a
// rate above 0, by Loader's saddle point form ("Fast and accurate computation of
// binomial probabilities", 2000), in which large terms do not cancel.
func countLogPoisson(k, rate float64) float64 {
	if k == 0 {
		return -rate
	}
	return -math.Log(2*math.Pi*k)/2 - countRest(k) - countDeviance(k, rate, rate-k)
}

// countLogBinomial is the log probability of k of n, 0 <= k <= n whole, with 0 < p
// and q = 1 - p > 0, in Loader's form.
func countLogBinomial(k, n, p, q float64) float64 {
	switch k {
	case 0:
		return n * countLogShare(q, p)
	case n:
		return n * countLogShare(p, q)
	}
	rest := countRest(n) - countRest(k) - countRest(n-k)
	return rest - countDeviance(k, n*p, math.FMA(n, p, -k)) - countDeviance(n-k, n*q, math.FMA(n, q, k-n)) - math.Log(2*math.Pi*k*((n-k)/n))/2
}

// countLogShare is log p for p + q = 1.
func countLogShare(p, q float64) float64 {
	if p > 0.5 {
		return math.Log1p(-q)
	}
	return special.LogFull(p)
}

// countDeviance is k log(k/mean) + mean - k for positive k and mean, given d = mean -
// k, perhaps with more digits than mean has.
func countDeviance(k, mean, d float64) float64 {
	if math.Abs(d) < 0.1*k {
		return k * special.XMinusLog1Plus(d/k)
	}
	return k*(special.LogFull(k)-special.LogFull(mean)) + d
}

// countStirling has the rest of Stirling's formula for log k! up to 15.
var countStirling = [16]float64{
	0, 0.08106146679532726, 0.0413406959554093, 0.02767792568499834,
	0.020790672103765093, 0.016644691189821193, 0.013876128823070748, 0.01189670994589177,
	0.010411265261972096, 0.009255462182712733, 0.00833056343336287, 0.007573675487951841,
	0.00694284010720953, 0.006408994188004207, 0.0059513701127588475, 0.005554733551962801,
}

// countRest is log k! - (k + 1/2) log k + k - log(2 pi)/2 for whole k > 0.
func countRest(k float64) float64 {
	if k < 16 {
		return countStirling[int(k)]
	}
	return special.GammaLnSeries(k)
}

// DrawBinomial draws how many of n succeed with probability p each: counts the
// exponentials that fit where few do, and otherwise rejects as Hörmann does ("The
// generation of binomial random variates", J. Stat. Comput. Simul. 46, 1993,
// algorithm BTRS). Above 2^53 counts are whole numbers of float64. It is -1 where
// n is negative or p is no probability.
func DrawBinomial(s *Stream, n int, p float64) int {
	switch {
	case n < 0 || !(p >= 0 && p <= 1):
		return -1
	case p > 0.5:
		return n - drawFewer(s, n, 1-p, p)
	}
	return drawFewer(s, n, p, 1-p)
}

// drawFewer is DrawBinomial for p <= 1/2 and q = 1 - p.
func drawFewer(s *Stream, n int, p, q float64) int {
	size := float64(n)
	switch mean := size * p; {
	case mean < 1e-9:
		k := 0
		for k < n && DrawBernoulliP(s, (size-float64(k))*p/float64(k+1)) {
			k++
		}
		return k
	case mean < 10:
		// The n exponentials in ascending order differ by exponentials of the rates
		// n, n-1, ...; those below -log(1-p) are the successes.
		end, at, k := -math.Log1p(-p), 0.0, 0
		for k < n {
			if at += s.Exponential() / (size - float64(k)); at > end {
				break
			}
			k++
		}
		return k
	}
	sd := math.Sqrt(size * p * q)
	b := 1.15 + 2.53*sd
	a := -0.0873 + 0.0248*b + 0.01*p
	quick := 0.92 - 4.2/b
	mode := math.NaN() // its log probability
	for {
		u, v := s.Open()-0.5, s.Open()
		near := 0.5 - math.Abs(u)
		k := math.Floor((2*a/near+b)*u + size*p + 0.5)
		if near >= 0.07 && v <= quick {
			return int(k)
		}
		if k < 0 || k > size {
			continue
		}
		if mode != mode {
			mode = countLogBinomial(math.Floor((size+1)*p), size, p, q)
		}
		if math.Log(v*(2.83+5.1/b)*sd/(a/(near*near)+b)) <= countLogBinomial(k, size, p, q)-mode {
			return int(k)
		}
	}
}

// DrawMultinomial draws into to how often each of the outcomes of probabilities p, of which only
// ratios count, is among n trials: one count after the other, given those before. It is false where
// p are no probabilities, n is negative, or the sizes differ.
func DrawMultinomial(s *Stream, to []int, n int, p []float64) bool {
	left := 0.0
	for _, x := range p {
		left += x
	}
	if n < 0 || !(left > 0) || math.IsInf(left, 1) || len(to) != len(p) {
		return false
	}
	last := len(p) - 1
	for last > 0 && p[last] == 0 {
		last--
	}
	for k := range to {
		switch {
		case k > last:
			to[k] = 0
			continue
		case k == last:
			to[k] = n
		default:
			to[k] = DrawBinomial(s, n, min(1, p[k]/left))
		}
		n -= to[k]
		left = max(0, left-p[k])
	}
	return true
}
