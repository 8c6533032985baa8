package operators

import (
	"math"

	"mpc/dist"
)

func categoricalOps() []*Op {
	return []*Op{
		{Func: CategoricalToXAverage, Factor: "categorical", To: "x", Algorithm: EP, Averaged: true, Args: []Arg{{"p", Required}, {"to", 0}}},
		{Func: CategoricalEvidenceAverage, Factor: "categorical", To: Evidence, Algorithm: EP, Averaged: true, Args: []Arg{{"x", 0}, {"p", 0}}},
		{Func: CategoricalToP, Factor: "categorical", To: "p", Algorithm: EP, Adds: true, Args: []Arg{{"x", 0}, {"power", 0}, {"to", 0}}},
		{Func: CategoricalEvidence, Factor: "categorical", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"p", 0}}},
		{Func: CategoricalToP, Factor: "categorical", To: "p", Algorithm: VMP, Adds: true, Args: []Arg{{"x", 0}, {"power", 0}, {"to", 0}}},
		{Func: CategoricalToX, Factor: "categorical", To: "x", Algorithm: EP, Exact: true, Safe: true, Args: []Arg{{"p", 0}, {"to", 0}}},
		{Func: CategoricalToXRandom, Factor: "categorical", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"p", SkipIfUniform}, {"to", 0}, {"work", 0}}},
		{
			Func: CategoricalToPSoft, Factor: "categorical", To: "p", Algorithm: EP, Variant: "variance",
			Args: []Arg{{"x", 0}, {"p", NoInit}, {"to", 0}, {"work", 0}},
		},
		{
			Func: CategoricalToPSoftLog, Factor: "categorical", To: "p", Algorithm: EP, Variant: "log",
			Args: []Arg{{"x", 0}, {"p", NoInit}, {"to", 0}, {"work", 0}},
		},
		{Func: CategoricalEvidenceSoft, Factor: "categorical", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"p", 0}}},
		{Func: CategoricalEvidenceRandom, Factor: "categorical", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"p", 0}, {"work", 0}}},
		{Func: CategoricalToX, Factor: "categorical", To: "x", Algorithm: VMP, Args: []Arg{{"p", 0}, {"to", 0}}},
		{Func: CategoricalToXAverage, Factor: "categorical", To: "x", Algorithm: VMP, Args: []Arg{{"p", 0}, {"to", 0}}},
		{Func: CategoricalToPAverage, Factor: "categorical", To: "p", Algorithm: VMP, Adds: true, Args: []Arg{{"x", 0}, {"power", 0}, {"to", 0}}},
		{Func: CategoricalAverageLog, Factor: "categorical", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"p", 0}}},
		{Func: CategoricalAverageLogObserved, Factor: "categorical", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"p", 0}}},
		{Func: CategoricalAverageLogRandom, Factor: "categorical", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"p", 0}}},
	}
}

// CategoricalToP multiplies into to what an observed x ~ categorical(p) says about
// p, to a power: so many more counts of the value x. It touches no other component,
// so that a vocabulary may be large. The fault is Contradiction where there is no
// value x, NotFinite where the power is none.
func CategoricalToP(x int, power float64, to *dist.Dirichlet) dist.Fault {
	switch {
	case x < 0 || x >= len(to.A):
		return dist.Contradiction
	case !(math.Abs(power) <= math.MaxFloat64):
		return dist.NotFinite
	}
	to.AddCount(x, power)
	return dist.NoFault
}

// CategoricalEvidence returns the log probability of an observed x for known p,
// -Inf where there is no value x.
func CategoricalEvidence(x int, p []float64) float64 {
	if x < 0 || x >= len(p) {
		return math.Inf(-1)
	}
	return math.Log(p[x])
}

// CategoricalToX sends x ~ categorical(p), p known. Values of x that p does not reach
// have weight 0. The fault is Contradiction where no value is left.
func CategoricalToX(p []float64, to *dist.Categorical) dist.Fault {
	for k := range to.LogP {
		to.LogP[k] = math.Inf(-1)
		if k < len(p) {
			to.LogP[k] = math.Log(p[k])
		}
	}
	return discreteSend(to)
}

// CategoricalToXRandom sends x ~ categorical(p): the means of the probabilities. The
// fault is Improper where p is.
func CategoricalToXRandom(p dist.Dirichlet, to *dist.Categorical, work *dist.CategoricalWork) dist.Fault {
	if !p.IsProper() {
		return dist.Improper
	}
	return CategoricalToX(p.MeanTo(work.Row(0, len(p.A))), to)
}

// categoricalShares writes to w the posterior probabilities of the values of
// x ~ categorical(p), given the message x, and returns the log of its normalization,
// the sum of the means of p weighted by the probabilities of x.
func categoricalShares(w []float64, x dist.Categorical, p dist.Dirichlet) float64 {
	total := 0.0
	for _, a := range p.A {
		total += a
	}
	if p.Point {
		total = 1
	}
	for k := range w {
		w[k] = math.Inf(-1)
		if k < len(x.LogP) {
			w[k] = x.LogP[k] + math.Log(p.A[k]/total)
		}
	}
	sum := discreteLogSum(w)
	for k, l := range w {
		w[k] = math.Exp(l - sum)
	}
	return sum - discreteLogSum(x.LogP)
}

// CategoricalToPSoft sends to p of x ~ categorical(p), x random. Given p = Dir(a) the
// product is a mixture of Dir(a + e_k), of weights w; it is projected on the dirichlet
// with its means and the sum of its variances (Minka and Lafferty, "Expectation-propagation
// for the generative aspect model", 2002). With A = sum(a), U the mean over k of
// 1 - |mean of Dir(a + e_k)|^2 and V the sum of w (1-w)/(A+1)^2 the counts of that are
// a + w times 1 - r, r = (A+2) V/(U + (A+2) V): so the message is 1 + w - r (a + w),
// with no difference of large numbers. The fault is Improper where p is, and
// Contradiction where no value is left.
func CategoricalToPSoft(x dist.Categorical, p dist.Dirichlet, to *dist.Dirichlet, work *dist.CategoricalWork) dist.Fault {
	if fault, done := categoricalKnown(x, p, to); done {
		return fault
	}
	w := work.Row(0, len(p.A))
	if z := categoricalShares(w, x, p); math.IsInf(z, -1) || z != z {
		return dist.Contradiction
	}
	largest := 0
	total := 0.0
	for k, a := range p.A {
		total += a
		if a > p.A[largest] {
			largest = k
		}
	}
	others := 0.0 // than the largest count
	for k, a := range p.A {
		if k != largest {
			others += a
		}
	}
	inside, between := 0.0, 0.0
	for k, a := range p.A {
		rest := total - a
		if k == largest {
			rest = others
		}
		inside += (a + 2*w[k]) * rest
		between += w[k] * categoricalRest(w, k)
	}
	r := (total + 2) * between / (inside + (total+2)*between)
	if between == 0 {
		r = 0
	}
	to.Resize(len(p.A))
	for k, a := range p.A {
		to.A[k] = 1 + w[k] - r*(a+w[k])
	}
	return dist.NoFault
}

// categoricalKnown sends to p of x ~ categorical(p) what says nothing or is a count, of a
// known x whatever p is: done tells whether it did.
func categoricalKnown(x dist.Categorical, p dist.Dirichlet, to *dist.Dirichlet) (fault dist.Fault, done bool) {
	switch {
	case x.IsUniform() && len(x.LogP) == len(p.A) || p.Point:
		to.Resize(len(p.A))
	case x.IsPoint():
		to.Resize(len(p.A))
		return CategoricalToP(x.Mode(), 1, to), true
	case !p.IsProper():
		return dist.Improper, true
	default:
		return dist.NoFault, false
	}
	return dist.NoFault, true
}

// categoricalRest is 1 - w[k], from the others where it is small.
func categoricalRest(w []float64, k int) float64 {
	if w[k] < 0.5 {
		return 1 - w[k]
	}
	rest := 0.0
	for j, x := range w {
		if j != k {
			rest += x
		}
	}
	return rest
}

// CategoricalToPSoftLog is CategoricalToPSoft with a projection on the dirichlet of
// the same mean logs, which has the least Kullback-Leibler divergence. The fault is
// NotFinite where there is none.
func CategoricalToPSoftLog(x dist.Categorical, p dist.Dirichlet, to *dist.Dirichlet, work *dist.CategoricalWork) dist.Fault {
	if fault, done := categoricalKnown(x, p, to); done {
		return fault
	}
	w, logs := work.Row(0, len(p.A)), work.Row(1, len(p.A))
	if z := categoricalShares(w, x, p); math.IsInf(z, -1) || z != z {
		return dist.Contradiction
	}
	total := 0.0
	for k, a := range p.A {
		total += a
		if w[k] == 1 { // x is known
			to.Resize(len(p.A))
			to.A[k] = 2
			return dist.NoFault
		}
	}
	// psi(a+1) = psi(a) + 1/a
	p.MeanLog(logs)
	for k, a := range p.A {
		logs[k] += w[k]/a - 1/total
	}
	to.SetMeanLogs(logs)
	if !to.IsFinite() || to.Point {
		return dist.NotFinite
	}
	to.SetOver(*to, p)
	return dist.NoFault
}

// CategoricalEvidenceSoft returns log Z of x ~ categorical(p), p known.
func CategoricalEvidenceSoft(x dist.Categorical, p []float64) float64 {
	top := math.Inf(-1)
	for k := range min(len(p), len(x.LogP)) {
		if p[k] > 0 {
			top = math.Max(top, x.LogP[k])
		}
	}
	if math.IsInf(top, -1) {
		return top
	}
	sum := 0.0
	for k := range min(len(p), len(x.LogP)) {
		sum += p[k] * math.Exp(x.LogP[k]-top)
	}
	return top + math.Log(sum) - discreteLogSum(x.LogP)
}

// CategoricalEvidenceRandom returns log Z of x ~ categorical(p).
func CategoricalEvidenceRandom(x dist.Categorical, p dist.Dirichlet, work *dist.CategoricalWork) float64 {
	if !p.IsProper() {
		return math.NaN()
	}
	return categoricalShares(work.Row(0, len(p.A)), x, p)
}

// CategoricalToXAverage sends x ~ categorical(p): the means of the logs of the
// probabilities. The fault is Improper where p is.
func CategoricalToXAverage(p dist.DirichletMoments, to *dist.Categorical) dist.Fault {
	if !p.IsProper() {
		return dist.Improper
	}
	discreteCopy(to, p.MeanLog)
	return discreteSend(to)
}

// CategoricalEvidenceAverage returns log Z of x ~ categorical(p), x of EP and p of VMP, with
// the geometric means of p. It is NaN where p is improper.
func CategoricalEvidenceAverage(x dist.Categorical, p dist.DirichletMoments) float64 {
	if !p.IsProper() {
		return math.NaN()
	}
	return discreteOverlap(x.LogP, p.MeanLog) - discreteLogSum(x.LogP)
}

// CategoricalToPAverage multiplies into to what x ~ categorical(p) says about p, to a
// power: the probabilities of the values as counts. The fault is NotFinite where x is
// improper or the power none.
func CategoricalToPAverage(x dist.CategoricalMoments, power float64, to *dist.Dirichlet) dist.Fault {
	switch {
	case !x.IsProper() || !(math.Abs(power) <= math.MaxFloat64):
		return dist.NotFinite
	case to.Point:
		return dist.NoFault
	}
	a := to.A
	for k, p := range x.P[:min(len(x.P), len(a))] {
		a[k] += power * p
	}
	return dist.NoFault
}

// CategoricalAverageLog is the mean log probability of x ~ categorical(p), p known:
// -Inf where x may be a value that p excludes.
func CategoricalAverageLog(x dist.CategoricalMoments, p []float64) float64 {
	log := 0.0
	for k, w := range x.P {
		switch {
		case w == 0:
		case k < len(p):
			log += w * math.Log(p[k])
		default:
			return math.Inf(-1)
		}
	}
	return log
}

// CategoricalAverageLogRandom is the mean log probability of x ~ categorical(p); NaN
// where p is improper.
func CategoricalAverageLogRandom(x dist.CategoricalMoments, p dist.DirichletMoments) float64 {
	q, logs := x.P, p.MeanLog
	for k := len(logs); k < len(q); k++ {
		if q[k] > 0 {
			return math.Inf(-1)
		}
	}
	return discreteMean(q[:min(len(q), len(logs))], logs)
}

// CategoricalAverageLogObserved returns the mean of the log of the probability of an
// observed x: digamma of its count less that of all counts (Blei, Ng and Jordan,
// "Latent Dirichlet allocation", 2003, appendix A.1). It is -Inf where there is no
// value x, NaN where p is improper.
func CategoricalAverageLogObserved(x int, p dist.DirichletMoments) float64 {
	if x < 0 || x >= len(p.MeanLog) {
		return math.Inf(-1)
	}
	return p.MeanLog[x]
}
