package latent

import (
	"math"

	"mpc/special"
)

const (
	logitStep  = 0.8  // between nodes, in standard deviations of the cavity
	logitPole  = 0.75 // and at most this: the poles of the logistic function are at +-i pi
	logitReach = 6.4  // how far nodes go, in standard deviations
	logitNodes = 128
	logitWide  = 5.0 // the widest cavity that is summed so
)

// logitTilt is that of one row of a logit, whose cavity is not wide: a sum over equidistant nodes
// of the cavity, with an exponential for each. Of step h in standard deviations s the error is
// about exp(-2 pi^2/h^2) + exp(-2 pi^2/(h s)), of the size of 1e-9 of the cavity's moments.
func (q *tilt) logitTilt(sign, ref float64, cavity normal) Tilted {
	sd := math.Sqrt(cavity.variance)
	step := min(logitStep, logitPole/sd)
	// Where the density falls like exp(z) the tilted one is a variance away: nodes go there too.
	below := int(math.Ceil(logitReach / step))
	above := int(math.Ceil((logitReach + sd) / step))
	q.resize(logitNodes)
	n := below + above + 1
	x, w, weight := q.z[:n], q.log[:n], q.shifted[:n]
	m := sign * (ref + cavity.mean)
	if step == logitStep {
		if q.weights == nil {
			q.weights, q.places = make([]float64, logitNodes), make([]float64, logitNodes)
			gauss(q.places, q.weights, step, below)
		}
		x, weight = q.places[:n], q.weights[:n]
	} else {
		gauss(x, weight, step, below)
	}
	for k, t := range x {
		w[k] = -(m + sd*t)
	}
	// 1/(1+exp(-z)) relative to exp(m), where m is far below.
	shift := max(0, -m-2*sd)
	low := math.Exp(-shift)
	special.ExpRow(w, w, shift)
	all, first, second := 0.0, 0.0, 0.0
	for k, e := range w {
		y := weight[k] / (low + e)
		t := x[k]
		all += y
		y *= t
		first += y
		second += y * t
	}
	first /= all
	second = second/all - first*first
	const rootTwoPi = 2.5066282746310005024
	t := Tilted{LogZ: math.Log(all*step/rootTwoPi) - shift}
	t.Mean = cavity.mean + sign*sd*first
	t.Variance = cavity.variance * second
	t.Precision = (1 - second) / t.Variance
	t.Linear = (cavity.mean*(1-second) + sign*sd*first) / t.Variance
	return t
}

// gauss writes nodes, the first of them so many steps below 0, and the normal density there but for
// a constant.
func gauss(x, weight []float64, step float64, below int) {
	for k := range x {
		t := float64(k-below) * step
		x[k], weight[k] = t, -0.5*t*t
	}
	special.ExpRow(weight, weight, 0)
}
