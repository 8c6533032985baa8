package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// BetweenMoments returns the moments of x restricted to low <= x < high. The
// bounds may be infinite and x uniform or an exponential tilt where the product
// is integrable.
//
// The bounds are standardized with a fused multiply-add, (bound P - H)/sqrt(P),
// which keeps the digits where the mean is many standard deviations away. With
// the middle of the interval c and its half width d, both in standard
// deviations, one of three forms has no cancellation:
//
//   - a short interval: a Gauss-Legendre rule on exp(-c t - t^2/2), |t| <= d;
//   - c d > 40: the far bound is exp(-80) away, Mills ratio at the near one;
//   - an interval around the mean that holds most of the mass: closed form.
//
// The fault is Contradiction where the interval is empty or the point mass x
// outside, Improper where the product is not integrable, NotFinite for a NaN.
func BetweenMoments(x dist.Normal, low, high float64) (NormalTilt, dist.Fault) {
	switch {
	case x.H != x.H || x.P != x.P || low != low || high != high:
		return NormalTilt{}, dist.NotFinite
	case !(low < high):
		return NormalTilt{LogZ: math.Inf(-1)}, dist.Contradiction
	case x.IsPoint():
		if low <= x.H && x.H < high {
			return NormalTilt{Mean: x.H}, dist.NoFault
		}
		return NormalTilt{LogZ: math.Inf(-1)}, dist.Contradiction
	case low > math.MaxFloat64 || high < -math.MaxFloat64: // nothing finite is beyond
		return NormalTilt{LogZ: math.Inf(-1)}, dist.Contradiction
	case x.P < 0:
		return NormalTilt{}, dist.Improper
	}
	lowFree, highFree := math.IsInf(low, -1), math.IsInf(high, 1)
	switch {
	case lowFree && highFree:
		if x.P == 0 {
			return NormalTilt{}, dist.Improper
		}
		return normalFlat(x, 0), dist.NoFault
	case highFree:
		return betweenAbove(x, low)
	case lowFree:
		t, fault := betweenAbove(dist.Normal{H: -x.H, P: x.P}, -high)
		return t.normalMirror(), fault
	}
	mid := low/2 + high/2
	if math.FMA(mid, x.P, -x.H) < 0 { // reflect, so that the mean is below the middle
		t, fault := betweenRight(dist.Normal{H: -x.H, P: x.P}, -high, -low)
		return t.normalMirror(), fault
	}
	return betweenRight(x, low, high)
}

// betweenAbove is BetweenMoments for x >= low.
func betweenAbove(x dist.Normal, low float64) (NormalTilt, dist.Fault) {
	slope := math.FMA(low, x.P, -x.H) // of -log density at low
	root := math.Sqrt(x.P)
	a := slope / root
	if x.P == 0 || a > 1e8 { // exponential: the curvature changes less than the last digit
		if !(slope > 0) {
			return NormalTilt{}, dist.Improper
		}
		t := NormalTilt{Mean: low + 1/slope, Variance: 1 / slope / slope, Alpha: slope, Shrink: 1}
		if x.P == 0 {
			t.LogZ = x.H*low - math.Log(slope)
		} else {
			t.LogZ = special.NormalCdfLn(-a)
			t.Alpha += root / a
			t.Shrink -= 1 / a / a
		}
		return t, dist.NoFault
	}
	hazard := special.NormalHazard(-a)
	w, rest := special.NormalHazardW(-a)
	t := NormalTilt{LogZ: special.NormalCdfLn(-a), Variance: rest / x.P, Alpha: hazard * root, Shrink: w}
	if a < 0 {
		t.Mean = x.H/x.P + hazard/root
	} else {
		t.Mean = low + special.NormalHazardExcess(-a)/root
	}
	return t, dist.NoFault
}

// betweenRight is BetweenMoments for finite bounds, the middle not below the mean.
func betweenRight(x dist.Normal, low, high float64) (NormalTilt, dist.Fault) {
	root := math.Sqrt(x.P)
	mid, half := low/2+high/2, high/2-low/2
	slope := math.FMA(low, x.P, -x.H)/2 + math.FMA(high, x.P, -x.H)/2 // c root
	d := half * root
	k := slope * half // c d
	if k > 40 {
		return betweenAbove(x, low)
	}
	if d > 1.5 {
		c := slope / root
		a, b := c-d, c+d
		if a < 0 {
			// Every term of w is positive.
			below, above := special.NormalCdf(a), special.NormalCdf(-b)
			inside := 1 - below - above
			pa, pb := special.NormalDensity(a), special.NormalDensity(b)
			hazard := (pa - pb) / inside
			w := (b*pb-a*pa)/inside + hazard*hazard
			if w <= 0.5 || d > 6.5 {
				return NormalTilt{
					LogZ: math.Log1p(-below - above), Mean: x.H/x.P + hazard/root,
					Variance: (1 - w) / x.P, Alpha: hazard * root, Shrink: w,
				}, dist.NoFault
			}
		}
	}
	// With x = mid + half u the density is exp(-k u - (d u)^2/2), largest at -1
	// or in between.
	peak := -1.0
	if k < d*d {
		peak = -k / (d * d)
	}
	top := -k*peak - d*d*peak*peak/2
	var z, zu float64
	var density [48]float64
	for i, u := range special.LegendreNodes48 {
		f := special.LegendreWeights48[i] * math.Exp(-k*u-d*d*u*u/2-top)
		density[i] = f
		z += f
		zu += f * u
	}
	offset := zu / z
	var square float64
	for i, u := range special.LegendreNodes48 {
		square += density[i] * (u - offset) * (u - offset)
	}
	t := NormalTilt{Mean: mid + half*offset, Variance: half * half * (square / z), Alpha: slope + x.P*half*offset}
	t.Shrink = 1 - x.P*t.Variance
	t.LogZ = top + math.Log(z*half)
	if x.P == 0 {
		t.LogZ += x.H * mid
	} else {
		c := slope / root
		t.LogZ += math.Log(root) - c*c/2 - halfLog2Pi
	}
	return t, dist.NoFault
}

// halfLog2Pi is log(2 pi)/2.
const halfLog2Pi = 0.91893853320467274178032973640561763986139747363778
