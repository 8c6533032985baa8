package operators

import (
	"math"

	"mpc/dist"
)

// A NormalTilt describes the distribution proportional to a normal x times a
// factor f: what expectation propagation needs to send a message to x.
type NormalTilt struct {
	// LogZ is the log of the integral of x times f, x normalized if it is proper
	// and exp(H x) if its precision is 0.
	LogZ float64
	// Mean and Variance are those of the product.
	Mean, Variance float64
	// Alpha is the derivative of LogZ in the mean of x: (Mean - m)/v.
	Alpha float64
	// Shrink is 1 - Variance/v, v times the negative second derivative of LogZ in
	// the mean of x. Where x is a point mass it is that derivative itself.
	Shrink float64
}

// Message returns the normal whose product with x has the mean and the variance
// of the tilt. In terms of alpha and beta = Shrink/v it is P = beta/(1 - v beta)
// and H = (alpha + m beta)/(1 - v beta) (Minka, EP: a quick reference, 2008, eq.
// 30 and 31), so that no two precisions are subtracted. Where the precision
// overflows it is the point mass at the mean.
func (t NormalTilt) Message(x dist.Normal) dist.Normal {
	if x.IsPoint() {
		return dist.Normal{H: t.Alpha + x.H*t.Shrink, P: t.Shrink}
	}
	p := t.Shrink / t.Variance
	switch {
	case p > math.MaxFloat64:
		return dist.NormalPoint(t.Mean)
	case t.Shrink > 0.5:
		return dist.Normal{H: t.Mean/t.Variance - x.H, P: p}
	}
	rho := x.P * t.Variance
	return dist.Normal{H: (t.Alpha + x.H*t.Shrink) / rho, P: p}
}

// normalFlat is the tilt by the factor exp(logScale).
func normalFlat(x dist.Normal, logScale float64) NormalTilt {
	if x.IsPoint() {
		return NormalTilt{LogZ: logScale, Mean: x.H}
	}
	return NormalTilt{LogZ: logScale, Mean: x.H / x.P, Variance: 1 / x.P}
}

// normalMix returns the tilt by the sum of the factors of the parts, of a proper
// x. Second derivatives of a sum: beta is the mean of the parts' betas less the
// variance of their alphas.
func normalMix(x dist.Normal, parts []NormalTilt) NormalTilt {
	top := math.Inf(-1)
	for _, t := range parts {
		top = math.Max(top, t.LogZ)
	}
	if math.IsInf(top, -1) {
		return NormalTilt{LogZ: top}
	}
	var total, mean, alpha float64
	for _, t := range parts {
		w := math.Exp(t.LogZ - top)
		if w == 0 {
			continue
		}
		total += w
		mean += w / total * (t.Mean - mean)
		alpha += w / total * (t.Alpha - alpha)
	}
	perBeta := 1 / x.P // Shrink is beta times this
	if x.IsPoint() {
		perBeta = 1
	}
	var variance, shrink float64
	for _, t := range parts {
		w := math.Exp(t.LogZ-top) / total
		if w == 0 {
			continue
		}
		dm, da := t.Mean-mean, t.Alpha-alpha
		variance += w * (t.Variance + dm*dm)
		shrink += w * (t.Shrink - da*da*perBeta)
	}
	return NormalTilt{LogZ: top + math.Log(total), Mean: mean, Variance: variance, Alpha: alpha, Shrink: shrink}
}

// normalMirror is the tilt of -x.
func (t NormalTilt) normalMirror() NormalTilt {
	t.Mean, t.Alpha = -t.Mean, -t.Alpha
	return t
}
