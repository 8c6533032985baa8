package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func logVMPOps() []*Op {
	return []*Op{
		{
			Func: LogToOutAverage, Factor: "log", To: "out", Algorithm: VMP,
			Args: []Arg{{"a", 0}},
		},
		{
			Func: LogToAAverage, Factor: "log", To: "a", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"out", SkipIfUniform}, {"a", 0}},
		},
	}
}

// LogToOutAverage sends out = log(a): the normal of the mean and variance of log a,
// digamma(shape) - log(rate) and trigamma(shape). The fault is Improper where a
// is, and NotFinite where they overflow.
func LogToOutAverage(a dist.Gamma) (dist.Normal, dist.Fault) {
	switch {
	case !a.IsFinite():
		return dist.Normal{}, dist.NotFinite
	case a.IsPoint():
		return ExpToAObserved(a.Shape)
	case !a.IsProper():
		return dist.Normal{}, dist.Improper
	}
	p := 1 / special.Trigamma(a.Shape)
	if !(p > 0) {
		return dist.Normal{}, dist.NotFinite
	}
	return normalFinite(p*a.MeanLog(), p)
}

// LogToAAverage sends to a of out = log(a), out the product of the messages from
// what uses it, the gamma message whose expected log has the gradient of
// E[h log a - p (log a)^2/2], h and p of out, at the current gamma a (Knowles and
// Minka, "Non-conjugate variational message passing", 2011, eq. 9). With k and r
// the shape and rate of a it is
//
//	shape = 1 + h - p E log a - p psi''(k)/(2 e), rate = -p psi''(k) r/(2 k e)
//
// with e = psi'(k) - 1/k. Where a is uniform, so that nothing is known yet, it is
// the gradient at the point h/p of log a. An observed out sends the point mass at
// its exponential. The fault is Improper where a is otherwise.
func LogToAAverage(out dist.Normal, a dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case out.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case !out.IsFinite() || !a.IsFinite():
		return dist.GammaUniform(), dist.NotFinite
	case out.IsPoint():
		return gammaPointAtExp(out.H)
	case a.IsUniform() && out.P > 0:
		return gammaFinite(1+out.P, out.P*math.Exp(-out.H/out.P))
	case a.IsUniform() && out.P == 0:
		return gammaFinite(1+out.H, 0)
	case a.IsUniform():
		return dist.GammaUniform(), dist.NoFault
	case !a.IsProper() || a.IsPoint() && a.Shape == 0:
		return dist.GammaUniform(), dist.Improper
	}
	shape, rate := 1.0, 1/a.Shape // -psi''/(2 e), and that times r/k, of a point
	if !a.IsPoint() {
		shape = -special.Tetragamma(a.Shape) / (2 * trigammaExcess(a.Shape))
		rate = shape * (a.Rate / a.Shape)
	}
	return gammaFinite(1+math.FMA(-out.P, a.MeanLog(), out.H)+out.P*shape, out.P*rate)
}
