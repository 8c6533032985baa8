package dist

import (
	"math"

	"mpc/special"
)

// MeanLogProb returns E[log d(x)] for x of q: of a d that is not proper, of
// scale 1, E[H x - P x^2/2]. A point mass d has log density 0 at its point and
// -Inf elsewhere. It is NaN where q is improper.
func (d Normal) MeanLogProb(q Normal) float64 {
	switch {
	case !q.IsProper():
		return math.NaN()
	case q.IsPoint():
		return d.LogIntegral(q)
	case d.IsPoint():
		return math.Inf(-1)
	case !d.IsProper():
		m := q.H / q.P
		return m*(d.H-d.P*m/2) - d.P/(2*q.P)
	}
	// The mean of q in sd of d, see logOverlap.
	r := d.P / q.P
	rest := math.FMA(-r, q.P, d.P) / q.P
	z := (math.FMA(q.H, r, -d.H) + q.H*rest) / math.Sqrt(d.P)
	return math.Log(d.P)/2 - distHalfLog2Pi - r/2 - z*z/2
}

// Entropy returns -E[log d(x)] for x of d, in nats. It is 0 for a point mass, the
// convention of point estimates: a bound with them is that of the log density at
// the point. It is NaN where d is improper.
func (d Normal) Entropy() float64 {
	switch {
	case d.IsPoint():
		return 0
	case d.P > 0:
		return 0.5 + distHalfLog2Pi - math.Log(d.P)/2
	}
	return math.NaN()
}

// LogGap returns log E[x] - E[log x], 0 for a point mass and NaN where d is
// improper.
func (d Gamma) LogGap() float64 {
	switch {
	case d.IsPoint():
		return 0
	case d.IsProper():
		return special.LogMinusDigamma(d.Shape)
	}
	return math.NaN()
}

// MeanLogProb returns E[log d(x)] for x of q: of a d that is not proper, of
// scale 1. A point mass d has log density 0 at its point and -Inf elsewhere. It
// is NaN where q is improper.
func (d Gamma) MeanLogProb(q Gamma) float64 {
	switch {
	case !q.IsProper():
		return math.NaN()
	case q.IsPoint():
		return d.LogIntegral(q)
	case d.IsPoint():
		return math.Inf(-1)
	case !d.IsProper():
		return (d.Shape-1)*q.MeanLog() - d.Rate*q.Mean()
	}
	return d.LogProb(q.Mean()) - (d.Shape-1)*q.LogGap()
}

// Entropy returns -E[log d(x)] for x of d, in nats; see Normal.Entropy.
func (d Gamma) Entropy() float64 {
	switch {
	case d.IsPoint():
		return 0
	case d.IsProper():
		return distGammaEntropy(d.Shape, 0) - math.Log(d.Rate)
	}
	return math.NaN()
}

// distGammaEntropy returns the entropy of x of Gamma(shape, 1), plus k E[log x].
// For large shapes it is log(shape)/2 + log(2 pi)/2 + Delta + (shape - 1)
// LogMinusDigamma(shape) with Delta the rest of Stirling's formula: what is left
// of terms as large as shape log shape.
func distGammaEntropy(shape, k float64) float64 {
	if shape >= 10 {
		gap := special.LogMinusDigamma(shape)
		return (0.5+k)*math.Log(shape) + distHalfLog2Pi + special.GammaLnSeries(shape) + (shape-1-k)*gap
	}
	// psi(shape) = psi(shape+1) - 1/shape, and log Gamma(shape) likewise.
	lg, _ := math.Lgamma(shape + 1)
	more := special.Digamma(shape + 1)
	return shape + lg - math.Log(shape) + (1-shape+k)*more - (1-shape+k)/shape
}

// MeanLogProb returns E[log d(x)] for x of q: of a d that is not proper, of
// scale 1. A point mass d has log density 0 at its point and -Inf elsewhere. It
// is NaN where q is improper.
func (d InverseGamma) MeanLogProb(q InverseGamma) float64 {
	switch {
	case !q.IsProper():
		return math.NaN()
	case q.IsPoint():
		return d.LogIntegral(q)
	case d.IsPoint():
		return math.Inf(-1)
	}
	// The density of y = 1/x is that of x over y^2.
	y := Gamma(q)
	if !d.IsProper() {
		return (d.Shape+1)*y.MeanLog() - d.Rate*y.Mean()
	}
	return Gamma(d).MeanLogProb(y) + 2*y.MeanLog()
}

// Entropy returns -E[log d(x)] for x of d, in nats; see Normal.Entropy.
func (d InverseGamma) Entropy() float64 {
	switch {
	case d.IsPoint():
		return 0
	case d.IsProper():
		return distGammaEntropy(d.Shape, -2) + math.Log(d.Rate)
	}
	return math.NaN()
}

// MeanLogProb returns E[log d(x)] for x of q: of a d that is not proper, of
// scale 1. A point mass d has log density 0 at its point and -Inf elsewhere. It
// is NaN where q is improper.
func (d Beta) MeanLogProb(q Beta) float64 {
	switch {
	case !q.IsProper():
		return math.NaN()
	case q.IsPoint():
		return d.LogIntegral(q)
	case d.IsPoint():
		return math.Inf(-1)
	case !d.IsProper():
		return (d.A-1)*q.MeanLog() + (d.B-1)*q.MeanLogComplement()
	}
	x, y := q.means()
	if d.A < 10 && d.B < 10 || x == 0 || y == 0 {
		return (d.A-1)*q.MeanLog() + (d.B-1)*q.MeanLogComplement() - special.LogBeta(d.A, d.B)
	}
	// At the means nothing large is left, and what log x and log(1-x) are less
	// than theirs is small.
	all := special.LogMinusDigamma(q.A + q.B)
	gapX, gapY := special.LogMinusDigamma(q.A)-all, special.LogMinusDigamma(q.B)-all
	return d.logProbShares(x, y) - (d.A-1)*gapX - (d.B-1)*gapY
}

// Entropy returns -E[log d(x)] for x of d, in nats; see Normal.Entropy.
func (d Beta) Entropy() float64 {
	if d.IsPoint() {
		return 0
	}
	return 0 - d.MeanLogProb(d)
}

// MeanLogProb returns E[log d(x)] for x of q: -Inf where x may have a value that
// d excludes.
func (d Bernoulli) MeanLogProb(q Bernoulli) float64 {
	switch p := q.P(); {
	case p == 0:
		return d.LogProb(false)
	case q.Q() == 0:
		return d.LogProb(true)
	default:
		return p*d.LogProb(true) + q.Q()*d.LogProb(false)
	}
}

// Entropy returns -E[log d(x)] for x of d, in nats: 0 for a sure value.
func (d Bernoulli) Entropy() float64 {
	if d.IsPoint() {
		return 0
	}
	return 0 - d.MeanLogProb(d)
}
