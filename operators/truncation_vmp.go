package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// normalEntropyOf is the entropy of a normal of the given variance.
func normalEntropyOf(variance float64) float64 {
	return 0.5 + halfLog2Pi + math.Log(variance)/2
}

// truncationEntropy returns the entropy of x restricted to low <= x < high, less
// that of the normal of the same mean and variance: what variational message
// passing adds where the one stands for the other. It is at most 0. In any case
// it is
//
//	log Z + (alpha^2 v - w)/2 - log(1-w)/2, w = 1 - v'/v
//
// with v and v' the variances before and after and alpha v the shift of the mean;
// three forms, as in BetweenMoments, avoid that log Z and alpha^2 v/2 cancel. A
// point mass inside gives 0. It is -Inf where the interval holds nothing of x,
// and NaN where x is improper there or the result too narrow to have a variance.
func truncationEntropy(x dist.Normal, low, high float64) float64 {
	t, fault := BetweenMoments(x, low, high)
	lowFree, highFree := math.IsInf(low, -1), math.IsInf(high, 1)
	switch {
	case fault == dist.Contradiction:
		return math.Inf(-1)
	case fault != dist.NoFault:
		return math.NaN()
	case x.IsPoint() || lowFree && highFree:
		return 0
	case !(1/t.Variance <= math.MaxFloat64):
		return math.NaN()
	case highFree:
		return truncationAbove(x, low)
	case lowFree:
		return truncationAbove(dist.Normal{H: -x.H, P: x.P}, -high)
	}
	half := high/2 - low/2
	if math.FMA(low/2+high/2, x.P, -x.H) < 0 {
		x.H, low, high = -x.H, -high, -low
	}
	slope := math.FMA(low, x.P, -x.H)/2 + math.FMA(high, x.P, -x.H)/2
	d := half * math.Sqrt(x.P)
	switch k := slope * half; {
	case k > 40:
		return truncationAbove(x, low)
	case d > 6.5: // the mean is inside: nothing is large
		return t.LogZ + (t.Alpha*t.Alpha/x.P-t.Shrink)/2 - math.Log1p(-t.Shrink)/2
	default:
		return truncationShort(k, d)
	}
}

// truncationAbove is truncationEntropy for x >= low. With a the standardized
// bound and h = phi/Phi(-a), log Z + h^2/2 is (h-a)(h+a)/2 - log h - log(2 pi)/2.
func truncationAbove(x dist.Normal, low float64) float64 {
	const far = 0.5 - halfLog2Pi // an exponential distribution
	slope := math.FMA(low, x.P, -x.H)
	a := slope / math.Sqrt(x.P)
	if x.P == 0 || a > 1e8 {
		return far
	}
	h := special.NormalHazard(-a)
	w, rest := special.NormalHazardW(-a)
	if a < 0 {
		return special.NormalCdfLn(-a) + (h*h-w)/2 - math.Log(rest)/2
	}
	return (special.NormalHazardExcess(-a)*(h+a)-w)/2 - math.Log(h*math.Sqrt(rest)) - halfLog2Pi
}

// truncationShort is truncationEntropy for a density proportional to exp(-k u -
// (d u)^2/2), |u| < 1: in units of u both entropies shift alike.
func truncationShort(k, d float64) float64 {
	var density [48]float64
	peak := -1.0
	if k < d*d {
		peak = -k / (d * d)
	}
	top := -k*peak - d*d*peak*peak/2
	var z, mean, square float64
	for i, u := range special.LegendreNodes48 {
		density[i] = special.LegendreWeights48[i] * math.Exp(-k*u-d*d*u*u/2-top)
		z += density[i]
		mean += density[i] * u
		square += density[i] * u * u
	}
	mean, square = mean/z, square/z
	var variance float64
	for i, u := range special.LegendreNodes48 {
		variance += density[i] * (u - mean) * (u - mean)
	}
	return math.Log(z) + top + k*mean + d*d*square/2 - normalEntropyOf(variance/z)
}

// truncationEntropyOutside is truncationEntropy for x outside of low <= x < high:
// of two parts that do not overlap the entropy is the mean of the parts' own plus
// that of which part it is.
func truncationEntropyOutside(x dist.Normal, low, high float64) float64 {
	switch {
	case !(low < high):
		return truncationEntropy(x, math.Inf(-1), math.Inf(1))
	case x.IsPoint():
		if low <= x.H && x.H < high {
			return math.Inf(-1)
		}
		return 0
	case !(x.P > 0):
		return math.NaN()
	}
	var parts [2]NormalTilt
	parts[0], _ = BetweenMoments(x, math.Inf(-1), low)
	parts[1], _ = BetweenMoments(x, high, math.Inf(1))
	t := normalMix(x, parts[:])
	if math.IsInf(t.LogZ, -1) {
		return t.LogZ
	}
	own := [2]float64{truncationEntropy(x, math.Inf(-1), low), truncationEntropy(x, high, math.Inf(1))}
	var sum float64
	for i, p := range parts {
		if l := p.LogZ - t.LogZ; math.Exp(l) > 0 {
			sum += math.Exp(l) * (own[i] + math.Log(p.Variance/t.Variance)/2 - l)
		}
	}
	return sum
}

// truncationMessage returns m, or the fault NotFinite where it overflowed.
func truncationMessage(m dist.Normal, fault dist.Fault) (dist.Normal, dist.Fault) {
	if fault == dist.NoFault && !m.IsFinite() {
		return dist.Normal{}, dist.NotFinite
	}
	return m, fault
}
