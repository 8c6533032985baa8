package dist

import "math"

// What a dot product says of a vector, exp(H'x - x'P x/2) of a P of rank one, is a normal density
// of the product but for a constant, exp(-h^2/(2p)). Where what was seen lies far from 0 the
// constant is beyond all digits, and so is what a sum of logs has of it: 5e15 for a value of 1e8
// that is known to 1. In the evidence such a message counts with that factor, so that all that is
// computed are residuals.

// LogConstant is -h^2/(2p) of a message exp(h a'x - p (a'x)^2/2): of the component in which a is
// largest, of which H^2/P is the same. It is 0 of a point mass, of a message without a P, and of a
// faint one, whose mean is beyond 1e10: it has all but no P, and its constant is no residual's.
func (d MvNormal) LogConstant() float64 {
	if i := d.steepest(); i >= 0 {
		return -d.H[i] * (d.H[i] / d.P[i*len(d.H)+i]) / 2
	}
	return 0
}

// faintMean is the mean beyond which a message of a dot product counts as it is, see Normal.IsFaint.
const faintMean = 1e10

// steepest is the component of which d says most, -1 where it says nothing of any, or is faint.
func (d MvNormal) steepest() int {
	k, at, most := len(d.H), -1, 0.0
	for i := range k {
		if d.Point {
			break
		}
		if p := math.Abs(d.P[i*k+i]); p > most {
			at, most = i, p
		}
	}
	if at >= 0 && !(math.Abs(d.H[at]) <= faintMean*math.Abs(d.P[at*k+at])) {
		return -1
	}
	return at
}

// LogMessage is LogIntegral of d, the product of other messages, and a message of a dot product, which
// counts with its LogConstant.
func (d MvNormal) LogMessage(m MvNormal, w *MvWork) float64 {
	k := len(d.H)
	w = w.ready(k)
	i := m.steepest()
	if i < 0 || d.Point || len(m.H) != k || !mvFactor(w.factor, d.P, k) {
		return d.LogIntegral(m, w) + m.LogConstant()
	}
	for j, p := range d.P {
		w.square[j] = p + m.P[j]
	}
	if !mvFactor(w.factor3, w.square, k) {
		return math.NaN()
	}
	// With g the slope of m at the mean of d the exponent is -g^2/(2P) in that component.
	mvSolve(w.mean, w.low, d.H, d.P, w.factor, w.r)
	mvResidual(w.x, m.H, m.P, w.mean, w.low)
	log := -w.x[i] * (w.x[i] / m.P[i*k+i]) / 2
	mvForward(w.factor3, w.x)
	return log + mvDot(w.x, w.x)/2 + mvHalfLogRatio(w.factor, w.factor3, k)
}
