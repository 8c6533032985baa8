package latent

import (
	"math"

	"mpc/special"
)

// addSlope adds to each of out the derivative of the log density of a row at z; of one that the model computes by differences
// between points that are by on either side. work is as long as these.
func (r *row) addSlope(m Model, z, out, work []float64, by float64) {
	out, work = out[:len(z)], work[:len(z)]
	switch r.kind {
	case logit, binomial:
		trials, successes := 1.0, max(r.a, 0)
		if r.kind == binomial {
			trials, successes = r.b, r.a
		}
		for k, x := range z {
			work[k] = -x
		}
		special.ExpRow(work, work, 0)
		for k, x := range work {
			out[k] += successes - trials/(1+x)
		}
	case poisson:
		special.ExpRow(work, z, 0)
		for k, x := range work {
			out[k] += r.a - x
		}
	case probit:
		for k, x := range z {
			out[k] += r.a / math.Sqrt(2*math.Pi) * math.Exp(-0.5*x*x-special.NormalCdfLn(r.a*x))
		}
	case studentT:
		for k, x := range z {
			d := x - r.a
			out[k] -= (r.c + 1) * r.b * d / (r.c + r.b*d*d)
		}
	default:
		for _, side := range []float64{by, -by} {
			for k := range z {
				z[k] += side
			}
			clear(work)
			m.AddLogDensity(int(r.a), z, work)
			for k, y := range work {
				out[k] += y / (2 * side)
				z[k] -= side
			}
		}
	}
}

// logitRows is how many rows' factors may be multiplied, each at most 2.
const logitRows = 500

// addLogit is addLogDensity and addSlope of a logit, but for what multiplies factor, whose log is to be taken from out: an
// exponential for both.
func (r *row) addLogit(z, out, factor, slope, work []float64) {
	out, factor, slope, work = out[:len(z)], factor[:len(z)], slope[:len(z)], work[:len(z)]
	for k, x := range z {
		work[k] = -math.Abs(x)
	}
	special.ExpRow(work, work, 0)
	for k, e := range work {
		x := r.a * z[k]
		p := 1 / (1 + e)
		factor[k] *= 1 + e
		if x < 0 {
			out[k] += x
		} else {
			p *= e
		}
		slope[k] += r.a * p
	}
}
