package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

// x ~ gamma(shape, rate) with a random shape, by VMP: the term -log Gamma(shape) of the bound
// is not conjugate (Knowles and Minka, "Non-conjugate variational message passing", 2011,
// section 5, with quadrature in place of a lower bound).
func gammaShapeVMPOps() []*Op {
	return []*Op{
		{Func: GammaToXShape, Factor: "gamma", To: "x", Algorithm: VMP, Args: []Arg{{"shape", 0}, {"rate", 0}}},
		{Func: GammaToRateShape, Factor: "gamma", To: "rate", Algorithm: VMP, Args: []Arg{{"x", 0}, {"shape", 0}}},
		{
			Func: GammaToShapeAverage, Factor: "gamma", To: "shape", Algorithm: VMP, Surrogate: true,
			Args: []Arg{{"x", 0}, {"shape", NoInit}, {"rate", 0}},
		},
		{Func: GammaShapeAverageLog, Factor: "gamma", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}}},
		{Func: GammaShapeDivergence, Factor: "gamma", To: Divergence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"shape", 0}, {"rate", 0}}},
	}
}

// GammaToXShape sends x ~ gamma(shape, rate): E[shape] and E[rate]. The fault is Improper
// where an argument is.
func GammaToXShape(shape, rate dist.Gamma) (dist.Gamma, dist.Fault) {
	if !shape.IsProper() {
		return dist.GammaUniform(), dist.Improper
	}
	return GammaToXAverage(shape.Mean(), rate)
}

// GammaToRateShape sends the rate of x ~ gamma(shape, rate): rate^E[shape] exp(-rate E[x]).
// The faults are those of GammaToRateAverage, and Improper where shape is.
func GammaToRateShape(x, shape dist.Gamma) (dist.Gamma, dist.Fault) {
	if !shape.IsProper() {
		return dist.GammaUniform(), dist.Improper
	}
	return GammaToRateAverage(x, shape.Mean())
}

// GammaToShapeAverage sends the shape of x ~ gamma(shape, rate): the gamma of the gradient of
//
//	shape (E[log rate] + E[log x]) - log Gamma(shape)
//
// at the posterior of the shape. The fault is Improper where an argument is, Contradiction
// where x is known and not positive.
func GammaToShapeAverage(x, shape, rate dist.Gamma) (dist.Gamma, dist.Fault) {
	switch {
	case x.IsPoint() && !(x.Shape > 0):
		return dist.GammaUniform(), dist.Contradiction
	case !x.IsProper() || !rate.IsProper():
		return dist.GammaUniform(), dist.Improper
	}
	fault, ok := gammaSurrogateStart(shape)
	if !ok {
		return dist.GammaUniform(), fault
	}
	m := gammaLogGammaSurrogate(shape)
	return gammaFinite(m.Shape, m.Rate-(rate.MeanLog()+x.MeanLog()))
}

// GammaShapeAverageLog is the mean log density of x ~ gamma(shape, rate), see GammaAverageLog.
func GammaShapeAverageLog(x, shape, rate dist.Gamma) float64 {
	if !shape.IsProper() {
		return math.NaN()
	}
	return GammaAverageLog(x, shape.Mean(), rate) - gammaLogGammaGap(shape)
}

// GammaShapeDivergence is GammaShapeAverageLog with the entropy of x.
func GammaShapeDivergence(x, shape, rate dist.Gamma) float64 {
	if !shape.IsProper() {
		return math.NaN()
	}
	return GammaDivergence(x, shape.Mean(), rate) - gammaLogGammaGap(shape)
}

// A gammaLogGamma is what VMP needs of log Gamma(1 + t) under q(t) = Gamma(a, b). With
// w = log(b t/a), r(t) is what log Gamma(1 + t) lies above its tangent at From.
type gammaLogGamma struct {
	From  float64
	Mean  float64 // E[r]
	Shape float64 // Cov[r, a log t - b t]
	Scale float64 // Cov[r, b t]
}

// gammaLogGammaOf integrates over w, where the density of q falls off on both sides: equal
// steps then converge geometrically (Trefethen and Weideman, "The exponentially convergent
// trapezoidal rule", 2014). The tangent takes away what would cancel, at the mean where q is
// sharp, and else at 0, where r falls off with t.
func gammaLogGammaOf(q dist.Gamma) gammaLogGamma {
	a, b := q.Shape, q.Rate
	s := gammaLogGamma{}
	if a >= 1 {
		s.From = a / b
	}
	step := 0.25 / math.Sqrt(math.Max(1, a/2))
	log := math.Log(a/(2*math.Pi))/2 - special.GammaLnSeries(a) + math.Log(step)
	gap := special.LogMinusDigamma(a)
	add := func(w float64) bool {
		excess := math.Expm1(w)
		p := math.Exp(log + a*(w-excess))
		var r float64
		if t := a / b * math.Exp(w); a < 100 {
			r = gammaLnAbove(t, s.From)
		} else {
			r = gammaLnAboveNear(s.From*excess, s.From)
		}
		s.Mean += p * r
		s.Shape += p * r * a * (w - excess + gap)
		s.Scale += p * r * a * excess
		return p*r*math.Max(1, math.Abs(a*(w-excess+gap))) > 1e-20*s.Mean
	}
	peak := math.Log1p(1 / a)
	least := int(3 / step / math.Sqrt(math.Max(1, a))) // over the dip of r at the tangent
	for i := 0; ; i++ {
		if !add(peak+float64(i)*step) && i > least {
			break
		}
	}
	for i := 1; ; i++ {
		if !add(peak-float64(i)*step) && i > least {
			break
		}
	}
	return s
}

// gammaLnAbove returns log Gamma(1 + t) - log Gamma(1 + from) - psi(1 + from) (t - from).
func gammaLnAbove(t, from float64) float64 {
	y, _ := math.Lgamma(1 + t)
	y0, _ := math.Lgamma(1 + from)
	return y - y0 - special.Digamma(1+from)*(t-from)
}

// gammaLnAboveNear is gammaLnAbove of from + d, by terms that do not cancel where d is small:
// those of the recurrence up to an argument of 16, then those of Stirling's series (DLMF 5.5.1
// and 5.11.1).
func gammaLnAboveNear(d, from float64) float64 {
	sum, z := 0.0, 1+from
	for z < 16 {
		sum += special.XMinusLog1Plus(d / z)
		z++
	}
	x := d / z
	e := special.XMinusLog1Plus(x)
	if x < 1 {
		sum += z * (x*x - e*(1+x))
	} else {
		sum += z * ((1+x)*math.Log1p(x) - x)
	}
	sum += e/2 + d*d/(z+d)/z/z/12
	u := 1 / (z * z)
	if math.Abs(x) < 1e-3 {
		return sum + x*x/z*u*(-1.0/60+u*(1.0/84-u/60))
	}
	rest := func(z float64) float64 {
		u := 1 / (z * z)
		return u / z * (-1.0/360 + u*(1.0/1260-u*(1.0/1680)))
	}
	return sum + rest(z+d) - rest(z) - d*u*u*(1.0/120-u*(1.0/252-u*(1.0/240)))
}

// gammaLogGammaSurrogate is the message from the term -log Gamma(t) = log t - log Gamma(1 + t)
// to a q(t) that is proper: the first part is the gamma of shape 2, the tangent a rate.
func gammaLogGammaSurrogate(q dist.Gamma) dist.Gamma {
	if q = gammaSharp(q); q.IsPoint() {
		t := q.Shape
		slope := t * (trigammaExcess(1+t) + 1/(1+t)) // t psi'(1 + t)
		return dist.Gamma{Shape: 2 + t*slope, Rate: special.Digamma(1+t) + slope}
	}
	s := gammaLogGammaOf(q)
	a, b := q.Shape, q.Rate
	above := -s.Shape / (a * trigammaExcess(a))
	return dist.Gamma{Shape: 2 + above, Rate: special.Digamma(1+s.From) + (s.Scale+above)*b/a}
}

// gammaLogGammaGap returns E[log Gamma(t)] - log Gamma(E[t]) for t of a q that is proper.
func gammaLogGammaGap(q dist.Gamma) float64 {
	if q = gammaSharp(q); q.IsPoint() {
		return 0
	}
	s, mean := gammaLogGammaOf(q), q.Mean()
	return s.Mean - gammaLnAbove(mean, s.From) + q.LogGap()
}
