package latent

import (
	"math"

	"mpc/engine"
	"mpc/samples"
)

// InexactSeed is that of the draws that mpc run weighs.
const InexactSeed = 1

const (
	inexactShape   = 0.7 // of weights: Pareto k, above which they say nothing
	inexactFewest  = 500 // effective draws
	inexactMean    = 0.1 // standard deviations
	inexactSd      = 0.05
	inexactByError = 1e-3 // how likely it is that errors alone are behind any
)

// Inexact are the numbers whose posterior is off, by draws that Weigh makes: a mean by more than a tenth of a standard deviation, or a
// standard deviation by a twentieth. Variables are numbered, of as many coordinates each as counts say, and after these the
// hyperparameters that are no matrices. There are none where draws cannot be weighed, or their weights differ too much.
func (j *JointPosterior) Inexact(seed uint64, counts ...int) ([]engine.Inexact, error) {
	w, err := j.Weigh(seed)
	if w == nil || err != nil {
		return nil, err
	}
	if k := samples.SmoothWeights(w.Exact, 1); !(k <= inexactShape) {
		return nil, nil
	}
	if !(w.normalize() >= inexactFewest) {
		return nil, nil
	}
	sure := math.Sqrt(2 * math.Log(float64(len(w.Numbers[0]))/inexactByError))
	var list []engine.Inexact
	hypers := len(w.Numbers[0]) - len(w.Joint)
	c := 0
	for v, n := range counts {
		for k := range n {
			x := w.about(hypers+c, w.Joint[c], w.Marginal[c])
			if x.Number = (engine.Numbered{Variable: v, Element: k}); off(x, sure) {
				list = append(list, x)
			}
			c++
		}
	}
	for k := range j.of.hypers {
		if j.of.hypers[k].Matrix != nil {
			break // they stand last
		}
		ep := w.moments(k, w.EP)
		x := w.about(k, ep, ep)
		if x.Number = (engine.Numbered{Variable: len(counts) + k}); off(x, sure) {
			list = append(list, x)
		}
	}
	return list, nil
}

// off tells whether a posterior is, by more than so many standard errors.
func off(x engine.Inexact, errors float64) bool {
	mean, sd := math.Abs(x.WeighedMean-x.Mean), math.Abs(x.WeighedSD-x.SD)
	return mean > inexactMean*x.SD && mean > errors*x.MeanError || sd > inexactSd*x.SD && sd > errors*x.SDError
}

// normalize makes weights of their logs, and tells how many draws those of the exact posterior are worth.
func (w *Weighed) normalize() (effective float64) {
	squares := 0.0
	for _, list := range [][]float64{w.EP, w.Exact} {
		sum := 0.0
		for i, x := range list {
			list[i] = math.Exp(x)
			sum += list[i]
		}
		squares = 0
		for i := range list {
			list[i] /= sum
			squares += list[i] * list[i]
		}
	}
	return 1 / squares
}

// moments are those of a number by weights.
func (w *Weighed) moments(k int, weights []float64) (m Moments) {
	for i, x := range w.Numbers {
		m.Mean += weights[i] * x[k]
	}
	for i, x := range w.Numbers {
		d := x[k] - m.Mean
		m.Variance += weights[i] * d * d
	}
	return m
}

// about compares the moments of a number. What draws say of EP's joint normals, whose moments are known, takes most of their noise
// away (control variates).
func (w *Weighed) about(k int, joint, marginal Moments) engine.Inexact {
	exact, ep := w.moments(k, w.Exact), w.moments(k, w.EP)
	mean, variance := joint.Mean+exact.Mean-ep.Mean, joint.Variance+exact.Variance-ep.Variance
	var meanError, varianceError float64
	for i, x := range w.Numbers {
		d := x[k] - exact.Mean
		y := (w.Exact[i] - w.EP[i]) * d
		meanError += y * y
		y = w.Exact[i]*(d*d-exact.Variance) - w.EP[i]*((x[k]-ep.Mean)*(x[k]-ep.Mean)-ep.Variance)
		varianceError += y * y
	}
	sd := math.Sqrt(max(0, variance))
	return engine.Inexact{Mean: marginal.Mean, SD: math.Sqrt(marginal.Variance), WeighedMean: mean, WeighedSD: sd,
		MeanError: math.Sqrt(meanError), SDError: math.Sqrt(varianceError) / (2 * sd)}
}
