package special

import "math"

// NormalCdf returns Phi(t), the standard normal distribution function, with
// full relative accuracy in the left tail until it underflows near t = -38.5.
func NormalCdf(t float64) float64 {
	if t < 0 {
		return NormalDensity(t) / (hazardExcess(-t) - t)
	}
	if t > 8.5 {
		return 1
	}
	return 1 - NormalDensity(t)/(hazardExcess(t)+t)
}

// NormalCdfLn returns log Phi(t) for every t; the left tail is
// -t^2/2 - log(v(t) sqrt(2 pi)) and only overflows with t^2.
func NormalCdfLn(t float64) float64 {
	if t < -0.5 {
		return -0.5*t*t - normalLnSqrt2Pi - math.Log(hazardExcess(-t)-t)
	}
	if t < 0 {
		return math.Log(NormalDensity(t) / (hazardExcess(-t) - t))
	}
	if t > 40 {
		return 0
	}
	return math.Log1p(-NormalDensity(t) / (hazardExcess(t) + t))
}

// NormalCdfLogit returns log(Phi(t)/Phi(-t)), an odd function of t.
func NormalCdfLogit(t float64) float64 {
	x := math.Abs(t)
	var y float64
	switch {
	case x < 1:
		// Phi(x)/Phi(-x) = 1 + 2 q/(1-q) with q = erf(x/sqrt 2).
		q := math.Erf(x / math.Sqrt2)
		y = math.Log1p(2 * q / (1 - q))
	case x > 1e155:
		y = math.Inf(1)
	default:
		y = NormalCdfLn(x) - NormalCdfLn(-x)
	}
	if math.IsNaN(t) {
		return t
	}
	return math.Copysign(y, t)
}

// NormalCdfInterval returns Phi(b) - Phi(a), zero when a >= b, without
// cancellation for bounds that are close together or far in one tail.
func NormalCdfInterval(a, b float64) float64 {
	if !(a < b) {
		if math.IsNaN(a) || math.IsNaN(b) {
			return math.NaN()
		}
		return 0
	}
	if a > -b {
		a, b = -b, -a // now the mass nearest the centre ends at b, a < 0
	}
	if b >= 0 {
		if b-a > 1 {
			return 1 - NormalCdf(-b) - NormalCdf(a)
		}
	} else if d := 0.5 * (b - a) * (-a - b); d > 0.5 {
		return NormalDensity(b) * (1/(hazardExcess(-b)-b) - math.Exp(-d)/(hazardExcess(-a)-a))
	}
	return (b - a) * NormalDensity(b) * normalIntervalMean(b, b-a)
}

// NormalCdfIntervalLn returns log(Phi(b) - Phi(a)), -Inf when a >= b; it stays
// finite and accurate where the difference itself underflows.
func NormalCdfIntervalLn(a, b float64) float64 {
	if !(a < b) {
		if math.IsNaN(a) || math.IsNaN(b) {
			return math.NaN()
		}
		return math.Inf(-1)
	}
	if a > -b {
		a, b = -b, -a
	}
	if b >= 0 {
		if b-a > 1 {
			return math.Log1p(-NormalCdf(-b) - NormalCdf(a))
		}
	} else if d := 0.5 * (b - a) * (-a - b); d > 0.5 {
		vb := hazardExcess(-b) - b
		q := math.Exp(-d) * vb / (hazardExcess(-a) - a)
		if math.IsInf(a, -1) {
			q = 0
		}
		return -0.5*b*b - normalLnSqrt2Pi - math.Log(vb) + math.Log1p(-q)
	}
	return -0.5*b*b - normalLnSqrt2Pi + LogFull((b-a)*normalIntervalMean(b, b-a))
}

// normalIntervalMean returns the mean of phi(t)/phi(b) over [b - width, b], an
// interval that is short on the scale on which phi changes. It starts from the
// bound b, since the middle would have to be rounded.
func normalIntervalMean(b, width float64) float64 {
	h := 0.5 * width
	sum := 0.0
	for i := 0; i < 24; i++ {
		u := h + h*LegendreNodes24[i]
		sum += LegendreWeights24[i] * math.Exp(u*(b-0.5*u))
	}
	return 0.5 * sum
}

// NormalQuantile returns the t with Phi(t) = p: -Inf at 0, +Inf at 1, NaN
// outside [0, 1]. Left tails keep full accuracy down to the smallest p.
func NormalQuantile(p float64) float64 {
	switch {
	case !(p >= 0 && p <= 1):
		return math.NaN()
	case p >= 0.1 && p <= 0.9:
		return math.Sqrt2 * math.Erfinv(2*p-1)
	case p > 0.5:
		return -NormalQuantileLn(math.Log(1 - p))
	}
	return NormalQuantileLn(LogFull(p))
}

// NormalQuantileLn returns the t with log Phi(t) = lnP, for probabilities that
// underflow; NaN for lnP > 0. Halley steps on the concave function log Phi.
func NormalQuantileLn(lnP float64) float64 {
	switch {
	case !(lnP <= 0):
		return math.NaN()
	case lnP == 0:
		return math.Inf(1)
	case math.IsInf(lnP, -1):
		return lnP
	case lnP > -0.35667494393873245: // p > 0.7: work on the other tail
		q := -math.Expm1(lnP)
		if q > 0.1 {
			return -math.Sqrt2 * math.Erfinv(2*q-1)
		}
		return -NormalQuantileLn(LogFull(q))
	}
	// t^2 + 2 log(|t| sqrt(2 pi)) = -2 lnP to first order.
	t := -math.Sqrt(-2 * lnP)
	if lnP < -4 {
		t = -math.Sqrt(-2 * (lnP + normalLnSqrt2Pi + 0.5*math.Log(-2*lnP)))
	}
	for i := 0; i < 20; i++ {
		f := NormalCdfLn(t) - lnP
		v := NormalHazard(t)
		w, _ := NormalHazardW(t)
		step := f / v
		step /= 1 + 0.5*step*w/v
		t -= step
		if math.Abs(step) <= 1e-9*math.Abs(t) {
			break // the next step would be of the order of the cube
		}
	}
	return t
}
