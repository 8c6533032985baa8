package special

import "math"

const (
	normalInvSqrt2Pi = 0.39894228040143267794 // 1/sqrt(2 pi)
	normalLnSqrt2Pi  = 0.91893853320467274178 // log(2 pi)/2
	normalTailStart  = 8                      // end of the hazard tables
)

// NormalHazard returns v(t) = phi(t)/Phi(t), the inverse Mills ratio of the
// standard normal distribution (the V function of Herbrich, Minka and Graepel
// 2006, table 1). It is exact to a few ulps for every t: v(t) ~ -t far left,
// v(t) ~ phi(t) far right, where it reaches zero beyond t = 39.
func NormalHazard(t float64) float64 {
	if t <= 0 {
		return hazardExcess(-t) - t
	}
	if t < normalTailStart {
		return hazardRight(t)
	}
	if t > 40 {
		return 0
	}
	e := NormalDensity(t)
	if t > 8.5 {
		return e // Phi(-t) is below half an ulp of one
	}
	// Phi(t) = 1 - phi(t)/v(-t).
	return e / (1 - e/(t+hazardExcess(t)))
}

// NormalHazardW returns w = v (v + t), v = NormalHazard(t), and 1 - w, each to
// a few ulps. -w is the second derivative of log Phi, and 1 - w the variance of
// a standard normal restricted to x < t; it decays like 1/t^2 on the left,
// where forming it from w would lose every digit.
func NormalHazardW(t float64) (w, oneMinusW float64) {
	if t <= 0 {
		oneMinusW = hazardSpread(-t)
		return 1 - oneMinusW, oneMinusW
	}
	v := NormalHazard(t)
	if v == 0 {
		return 0, 1
	}
	w = v * (v + t)
	return w, 1 - w
}

// NormalHazardExcess returns v(t) + t without cancellation: the mean distance
// of a standard normal restricted to x < t from its bound t. It equals
// NormalCdfIntegralRatio(t, +Inf, r) for every r.
func NormalHazardExcess(t float64) float64 {
	if t <= 0 {
		return hazardExcess(-t)
	}
	return NormalHazard(t) + t
}

// NormalMills returns Phi(t)/phi(t) = 1/v(t); it overflows to +Inf for t
// beyond 37.
func NormalMills(t float64) float64 {
	return 1 / NormalHazard(t)
}

// Erfcx returns exp(x^2) erfc(x), finite for x > -26.6.
func Erfcx(x float64) float64 {
	// erfcx(x) = sqrt(2/pi) Phi(-t)/phi(t), t = x sqrt 2 (DLMF 7.2.1, 7.18.10).
	if x >= 0 {
		t := x * math.Sqrt2
		return 2 * normalInvSqrt2Pi / (t + hazardExcess(t))
	}
	if x < -27 {
		return math.Inf(1)
	}
	hi := x * x
	lo := math.FMA(x, x, -hi)
	return math.Exp(hi) * (1 + lo) * math.Erfc(x)
}

// NormalDensity returns phi(t) = exp(-t^2/2)/sqrt(2 pi). The rounding error of
// t^2 is carried, so that the result keeps its digits in the tails.
func NormalDensity(t float64) float64 {
	if t > 40 || t < -40 {
		return 0
	}
	hi := t * t
	lo := math.FMA(t, t, -hi)
	return normalInvSqrt2Pi * math.Exp(-0.5*hi) * (1 - 0.5*lo)
}

// hazardRight returns v(t) for 0 <= t < 8: the exponential that its definition
// asks for costs more than all else in a comparison of two skills.
func hazardRight(t float64) float64 {
	k := int(8 * t)
	y := 16*t - float64(2*k+1)
	c := &hazardRightTable[k&63]
	y2 := y * y
	y4 := y2 * y2
	return (c[0] + c[1]*y) + (c[2]+c[3]*y)*y2 +
		((c[4]+c[5]*y)+(c[6]+c[7]*y)*y2)*y4 +
		((c[8]+c[9]*y)+(c[10]+c[11]*y)*y2)*(y4*y4)
}

// hazardExcess returns K(x) = v(-x) - x for x >= 0.
func hazardExcess(x float64) float64 {
	if x < normalTailStart {
		k := int(4 * x)
		y := 8*x - float64(2*k+1)
		c := &hazardExcessTable[k&31]
		y2 := y * y
		y4 := y2 * y2
		return (c[0] + c[1]*y) + (c[2]+c[3]*y)*y2 +
			((c[4]+c[5]*y)+(c[6]+c[7]*y)*y2)*y4 +
			(c[8]+c[9]*y)*(y4*y4)
	}
	y := 128/(x*x) - 1
	c := &hazardExcessTail
	y2 := y * y
	y4 := y2 * y2
	return ((c[0] + c[1]*y) + (c[2]+c[3]*y)*y2 +
		((c[4]+c[5]*y)+(c[6]+c[7]*y)*y2)*y4 +
		((c[8]+c[9]*y)+(c[10]+c[11]*y)*y2+c[12]*y4)*(y4*y4)) / x
}

// hazardSpread returns 1 - v (v - x), v = v(-x), for x >= 0.
func hazardSpread(x float64) float64 {
	if x < normalTailStart {
		k := int(4 * x)
		y := 8*x - float64(2*k+1)
		c := &hazardSpreadTable[k&31]
		y2 := y * y
		y4 := y2 * y2
		return (c[0] + c[1]*y) + (c[2]+c[3]*y)*y2 +
			((c[4]+c[5]*y)+(c[6]+c[7]*y)*y2)*y4 +
			(c[8]+c[9]*y)*(y4*y4)
	}
	y := 128/(x*x) - 1
	p := hazardSpreadTail[14]
	for i := 13; i >= 0; i-- {
		p = p*y + hazardSpreadTail[i]
	}
	return p / x / x
}
