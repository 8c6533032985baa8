package special

import "math"

// BesselI returns the modified Bessel function of the first kind I_v(x) for
// x >= 0; for x < 0 only integer orders are real, NaN otherwise.
func BesselI(v, x float64) float64 {
	switch {
	case math.IsNaN(v) || math.IsNaN(x):
		return math.NaN()
	case x < 0:
		if v != math.Floor(v) {
			return math.NaN()
		}
		y := BesselI(v, -x)
		if math.Mod(v, 2) != 0 {
			return -y
		}
		return y
	case v < 0 && v == math.Floor(v):
		v = -v // DLMF 10.27.1
	}
	if x == 0 {
		switch {
		case v == 0:
			return 1
		case v > 0:
			return 0
		}
		return math.Inf(1)
	}
	if x > 40 && x > v*v {
		return besselHankel(v, x)
	}
	// Power series, DLMF 10.25.2; the terms are positive for v > -1.
	q := 0.25 * x * x
	sum, term := 1.0, 1.0
	for k := 1.0; k < 100000; k++ {
		term *= q / (k * (v + k))
		sum += term
		if math.Abs(term) < 1e-17*math.Abs(sum) && k > -v {
			break
		}
	}
	if math.Abs(v) < 150 {
		return math.Pow(0.5*x, v) / math.Gamma(v+1) * sum
	}
	g, sign := math.Lgamma(v + 1)
	return float64(sign) * math.Exp(v*math.Log(0.5*x)-g+math.Log(math.Abs(sum))) * math.Copysign(1, sum)
}

// besselHankel sums the asymptotic series DLMF 10.40.1.
func besselHankel(v, x float64) float64 {
	m := 4 * v * v
	sum, term := 1.0, 1.0
	for k := 1.0; k < 200; k++ {
		o := 2*k - 1
		next := -term * (m - o*o) / (8 * x * k)
		if math.Abs(next) > math.Abs(term) && o*o > m {
			break
		}
		term = next
		sum += term
		if math.Abs(term) < 1e-17*math.Abs(sum) {
			break
		}
	}
	// exp(x) in two halves, so that I overflows only where it must.
	h := math.Exp(0.5 * x)
	return h * (normalInvSqrt2Pi / math.Sqrt(x) * sum) * h
}
