package special

import "math"

// LogisticGaussian returns E[1/(1 + exp(-X))] for X normal with the given mean
// and variance, with relative accuracy in the left tail. Variance zero is a
// point mass; +Inf gives one half.
func LogisticGaussian(mean, variance float64) float64 {
	if math.IsInf(mean, 1) && variance < math.Inf(1) {
		return 1
	}
	p := logisticGaussianFold(0, math.Abs(mean), variance)
	if mean > 0 {
		return 1 - p
	}
	return p
}

// LogisticGaussianDeriv returns the derivative of LogisticGaussian in the mean,
// E[s (1-s)] for s = Logistic(X).
func LogisticGaussianDeriv(mean, variance float64) float64 {
	return logisticGaussianFold(1, math.Abs(mean), variance)
}

// LogisticGaussianDeriv2 returns the second derivative of LogisticGaussian in
// the mean, E[s (1-s) (1-2s)]; an odd function of the mean.
func LogisticGaussianDeriv2(mean, variance float64) float64 {
	p := logisticGaussianFold(2, math.Abs(mean), variance)
	if mean > 0 {
		return -p
	}
	return p
}

// logisticGaussianFold returns the expectation of the derivative of the given
// order of the logistic function under a normal of mean -mu <= 0. The integral
// is folded onto x >= 0, where with r = mu/v and
// B(x) = exp(-(x-mu)^2/(2v) - x) the integrand is positive:
//
//	order 0: B (1 + exp(-(2r-1)x))/(1 + exp(-x))
//	order 1: B (1 + exp(-2rx))/(1 + exp(-x))^2
//	order 2: B (1 - exp(-2rx))/(1 + exp(-x))^2 tanh(x/2)
//
// Gauss-Legendre panels cover where it is not negligible; their breaks keep
// the poles at +-i pi and the width sqrt v resolved.
func logisticGaussianFold(order int, mu, v float64) float64 {
	switch {
	case math.IsNaN(mu) || !(v >= 0):
		return math.NaN()
	case math.IsInf(v, 1):
		if order == 0 {
			return 0.5
		}
		return 0
	case math.IsInf(mu, 1):
		return 0
	case v < 1e-300:
		p := Logistic(-mu)
		if order == 0 {
			return p
		}
		p *= 1 / (1 + math.Exp(-mu))
		if order == 2 {
			p *= math.Tanh(0.5 * mu)
		}
		return p
	}
	s := math.Sqrt(v)
	r := mu / v
	// B peaks at mu - v, or at zero with slope r - 1 <= 0 of its logarithm.
	peak := mu - v
	var lo, hi, slope, lead float64
	if peak > 0 {
		// v/2 - mu, with its rounding error
		e := mu - 0.5*v
		low := (mu - e) - 0.5*v
		lead = math.Exp(-0.5*e) * (1 - 0.5*low)
		lo, hi = -math.Min(peak, 9*s), 9*s
	} else {
		slope = r - 1
		peak = 0
		// mu^2/(4 v), with its rounding error
		half := 0.5 * mu
		q := half * half
		e := q / v
		low := (math.FMA(half, half, -q) + math.FMA(-e, v, q)) / v
		if q > 1e300 {
			e, low = half*(half/v), 0
		}
		lead = math.Exp(-e) * (1 - low)
		hi = 80 / (-slope + math.Sqrt(slope*slope+80/v))
		if order == 0 && r < 0.5 {
			// The other term falls more slowly: slope -r.
			hi = 80 / (r + math.Sqrt(r*r+80/v))
		}
	}
	sum := 0.0
	for from := lo; from < hi; {
		to := hi
		if x := peak + from; x < 6 {
			to = math.Min(hi, 6-peak)
		} else if x < 20 {
			to = math.Min(hi, 20-peak)
		} else if x < 50 {
			to = math.Min(hi, 50-peak)
		}
		if !(to > from) {
			to = hi
		}
		n := int(math.Ceil((to - from) / (4.5 * s)))
		h := 0.5 * (to - from) / float64(n)
		for k := 0; k < n; k++ {
			mid := from + float64(2*k+1)*h
			for i := 0; i < 24; i++ {
				d := mid + h*LegendreNodes24[i]
				sum += h * LegendreWeights24[i] * logisticGaussianTerm(order, d, peak+d, slope, r, v)
			}
		}
		from = to
	}
	// The leading factor in two halves: it may underflow before the result.
	return lead * sum * (normalInvSqrt2Pi / s) * lead
}

// logisticGaussianTerm returns the folded integrand at x = peak + d, less its
// leading factor.
func logisticGaussianTerm(order int, d, x, slope, r, v float64) float64 {
	b := math.Exp(d * (slope - 0.5*d/v))
	e := math.Exp(-x)
	c := 1 / (1 + e)
	switch order {
	case 0:
		if r < 0.5 {
			// The second term grows: keep the product with B together.
			return (b + math.Exp(d*(-r-0.5*d/v))) * c
		}
		return b * (1 + math.Exp(-(2*r-1)*x)) * c
	case 1:
		return b * (1 + math.Exp(-2*r*x)) * c * c
	}
	return b * -math.Expm1(-2*r*x) * c * c * math.Tanh(0.5*x)
}
