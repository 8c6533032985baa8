package operators

import (
	"math"

	"mpc/dist"
)

// Binomials of which the count or the number of trials is random.
func binomialRandomOps() []*Op {
	return []*Op{
		{Func: BinomialToX, Factor: "binomial", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"n", 0}, {"p", 0}, {"to", 0}}},
		{Func: BinomialToXTrials, Factor: "binomial", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"n", 0}, {"p", 0}, {"to", 0}}},
		{Func: BinomialToXRandom, Factor: "binomial", To: "x", Algorithm: EP, Exact: true, Args: []Arg{{"x", NoInit}, {"n", 0}, {"p", 0}, {"to", 0}}},
		{Func: BinomialToN, Factor: "binomial", To: "n", Algorithm: EP, Args: []Arg{{"x", 0}, {"p", 0}, {"to", 0}}},
		{Func: BinomialToNObserved, Factor: "binomial", To: "n", Algorithm: EP, Args: []Arg{{"x", 0}, {"p", 0}, {"to", 0}}},
		{Func: BinomialToNRandom, Factor: "binomial", To: "n", Algorithm: EP, Args: []Arg{{"x", 0}, {"p", 0}, {"to", 0}}},
		{Func: BinomialToPCount, Factor: "binomial", To: "p", Algorithm: EP, Variant: "variance", Args: []Arg{{"x", 0}, {"n", 0}, {"p", NoInit}, {"work", 0}}},
		{Func: BinomialToPCountLog, Factor: "binomial", To: "p", Algorithm: EP, Variant: "log", Args: []Arg{{"x", 0}, {"n", 0}, {"p", NoInit}, {"work", 0}}},
		{Func: BinomialToPTrials, Factor: "binomial", To: "p", Algorithm: EP, Variant: "variance", Args: []Arg{{"x", 0}, {"n", 0}, {"p", NoInit}, {"work", 0}}},
		{Func: BinomialToPTrialsLog, Factor: "binomial", To: "p", Algorithm: EP, Variant: "log", Args: []Arg{{"x", 0}, {"n", 0}, {"p", NoInit}, {"work", 0}}},
		{Func: BinomialEvidenceCount, Factor: "binomial", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
		{Func: BinomialEvidenceTrials, Factor: "binomial", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
		{Func: BinomialEvidenceBoth, Factor: "binomial", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
		{Func: BinomialEvidenceCountRandom, Factor: "binomial", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
		{Func: BinomialEvidenceTrialsRandom, Factor: "binomial", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
		{Func: BinomialToXAverage, Factor: "binomial", To: "x", Algorithm: VMP, Args: []Arg{{"n", 0}, {"p", 0}, {"to", 0}}},
		{Func: BinomialToNAverage, Factor: "binomial", To: "n", Algorithm: VMP, Args: []Arg{{"x", 0}, {"p", 0}, {"to", 0}}},
		{Func: BinomialToPAverageCount, Factor: "binomial", To: "p", Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}}},
		{Func: BinomialToPAverageTrials, Factor: "binomial", To: "p", Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}}},
		{Func: BinomialAverageLogCount, Factor: "binomial", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
		{Func: BinomialAverageLogTrials, Factor: "binomial", To: Evidence, Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
	}
}

// BinomialToX sends x ~ binomial(n, p), n and p known. The fault is NotFinite where p
// is no probability.
func BinomialToX(n int, p float64, to *dist.Categorical) dist.Fault {
	for k := range to.LogP {
		to.LogP[k] = BinomialEvidenceKnown(k, n, p)
	}
	return discreteSend(to)
}

// BinomialToXTrials sends x ~ binomial(n, p), p known: the mean over n.
func BinomialToXTrials(n dist.Categorical, p float64, to *dist.Categorical) dist.Fault {
	for k := range to.LogP {
		sum := math.Inf(-1)
		for m := k; m < len(n.LogP); m++ {
			if n.LogP[m] >= -math.MaxFloat64 {
				sum = logicLogSum(sum, n.LogP[m]+BinomialEvidenceKnown(k, m, p))
			}
		}
		to.LogP[k] = sum
	}
	return discreteSend(to)
}

// BinomialToXRandom sends x ~ binomial(n, p), n known: a beta-binomial. The fault is
// Improper where p is, but for an x that is known, as a datum among missing ones is: there
// is nothing that it could be told, and its message to p needs no proper one.
func BinomialToXRandom(x dist.Categorical, n int, p dist.Beta, to *dist.Categorical) dist.Fault {
	if !p.IsProper() {
		if x.IsPoint() && x.Mode() <= n {
			clear(to.LogP)
			return dist.NoFault
		}
		return dist.Improper
	}
	for k := range to.LogP {
		to.LogP[k] = BinomialEvidence(k, n, p)
	}
	return discreteSend(to)
}

// BinomialToN sends to n of x ~ binomial(n, p), p known: the mean over x.
func BinomialToN(x dist.Categorical, p float64, to *dist.Categorical) dist.Fault {
	for m := range to.LogP {
		sum := math.Inf(-1)
		for k := 0; k <= m && k < len(x.LogP); k++ {
			if x.LogP[k] >= -math.MaxFloat64 {
				sum = logicLogSum(sum, x.LogP[k]+BinomialEvidenceKnown(k, m, p))
			}
		}
		to.LogP[m] = sum
	}
	return discreteSend(to)
}

// BinomialToNObserved sends to n of an observed x ~ binomial(n, p), p known.
func BinomialToNObserved(x int, p float64, to *dist.Categorical) dist.Fault {
	for m := range to.LogP {
		to.LogP[m] = BinomialEvidenceKnown(x, m, p)
	}
	return discreteSend(to)
}

// BinomialToNRandom sends to n of an observed x ~ binomial(n, p). The fault is Improper
// where p is.
func BinomialToNRandom(x int, p dist.Beta, to *dist.Categorical) dist.Fault {
	if !p.IsProper() {
		return dist.Improper
	}
	for m := range to.LogP {
		to.LogP[m] = BinomialEvidence(x, m, p)
	}
	return discreteSend(to)
}

// BinomialToPCount sends to p of x ~ binomial(n, p), n known: the mixture over x of
// betas is projected on the beta of the same mean and variance. p may be improper, as a
// message from a logistic function is that leaves less than the count says: the fault is
// Improper where the mixture is, and Contradiction where no x is possible.
func BinomialToPCount(x dist.Categorical, n int, p dist.Beta, work *dist.CategoricalWork) (dist.Beta, dist.Fault) {
	return binomialCount(x, n, p, work, false)
}

// BinomialToPCountLog is BinomialToPCount with a projection on the beta of the same mean
// logs.
func BinomialToPCountLog(x dist.Categorical, n int, p dist.Beta, work *dist.CategoricalWork) (dist.Beta, dist.Fault) {
	return binomialCount(x, n, p, work, true)
}

func binomialCount(x dist.Categorical, n int, p dist.Beta, work *dist.CategoricalWork, logs bool) (dist.Beta, dist.Fault) {
	switch {
	case !x.IsFinite():
		return dist.BetaUniform(), dist.Contradiction
	case x.IsUniform() && len(x.LogP) > n || p.IsPoint():
		return dist.BetaUniform(), dist.NoFault
	}
	w := work.Row(0, len(x.LogP))
	for k, l := range x.LogP {
		if w[k] = l; l >= -math.MaxFloat64 {
			w[k] += BinomialEvidence(k, n, p)
		}
	}
	return binomialProject(w, p, logs, func(k int) (yes, no int) { return k, n - k })
}

// BinomialToPTrials sends to p of an observed x ~ binomial(n, p): see BinomialToPCount.
func BinomialToPTrials(x int, n dist.Categorical, p dist.Beta, work *dist.CategoricalWork) (dist.Beta, dist.Fault) {
	return binomialTrials(x, n, p, work, false)
}

// BinomialToPTrialsLog is BinomialToPTrials with a projection on the beta of the same
// mean logs.
func BinomialToPTrialsLog(x int, n dist.Categorical, p dist.Beta, work *dist.CategoricalWork) (dist.Beta, dist.Fault) {
	return binomialTrials(x, n, p, work, true)
}

func binomialTrials(x int, n dist.Categorical, p dist.Beta, work *dist.CategoricalWork, logs bool) (dist.Beta, dist.Fault) {
	switch {
	case !n.IsFinite():
		return dist.BetaUniform(), dist.Contradiction
	case p.IsPoint():
		return dist.BetaUniform(), dist.NoFault
	}
	w := work.Row(0, len(n.LogP))
	for m, l := range n.LogP {
		if w[m] = l; l >= -math.MaxFloat64 {
			w[m] += BinomialEvidence(x, m, p)
		}
	}
	return binomialProject(w, p, logs, func(m int) (yes, no int) { return x, m - x })
}

// binomialProject returns the beta that a mixture of betas is projected on, over the
// cavity: of log weights w, each with so many counts more than the cavity. A single
// one is itself, whatever the cavity is.
func binomialProject(w []float64, cavity dist.Beta, logs bool, counts func(k int) (yes, no int)) (dist.Beta, dist.Fault) {
	if k := discreteOnly(w); k >= 0 {
		yes, no := counts(k)
		return dist.Beta{A: 1 + float64(yes), B: 1 + float64(no)}, dist.NoFault
	}
	sum := discreteLogSum(w)
	switch {
	case math.IsInf(sum, -1):
		return dist.BetaUniform(), dist.Contradiction
	case sum != sum: // of one of these counts the cavity times its beta is improper
		return dist.BetaUniform(), dist.Improper
	}
	part := func(k int) dist.Beta {
		yes, no := counts(k)
		return dist.Beta{A: cavity.A + float64(yes), B: cavity.B + float64(no)}
	}
	mean, variance := 0.0, 0.0 // or the mean logs
	for k, l := range w {
		q := math.Exp(l - sum)
		if q == 1 {
			yes, no := counts(k)
			return dist.Beta{A: 1 + float64(yes), B: 1 + float64(no)}, dist.NoFault
		}
		switch w[k] = q; {
		case q == 0:
		case logs:
			mean += q * part(k).MeanLog()
			variance += q * part(k).MeanLogComplement()
		default:
			mean += q * part(k).Mean()
		}
	}
	if logs {
		m := dist.BetaMeanLogs(mean, variance)
		return dist.Beta{A: 1 + (m.A - cavity.A), B: 1 + (m.B - cavity.B)}, dist.NoFault
	}
	for k, q := range w {
		if q > 0 {
			m := part(k)
			d := m.Mean() - mean
			variance += q * (m.Variance() + d*d)
		}
	}
	m := dist.BetaMeanVariance(mean, variance)
	return dist.Beta{A: 1 + (m.A - cavity.A), B: 1 + (m.B - cavity.B)}, dist.NoFault
}

// BinomialEvidenceCount returns log Z of x ~ binomial(n, p), n and p known.
func BinomialEvidenceCount(x dist.Categorical, n int, p float64) float64 {
	sum := math.Inf(-1)
	for k, l := range x.LogP {
		sum = logicLogSum(sum, l+BinomialEvidenceKnown(k, n, p))
	}
	return sum - discreteLogSum(x.LogP)
}

// BinomialEvidenceTrials returns log Z of an observed x ~ binomial(n, p), p known.
func BinomialEvidenceTrials(x int, n dist.Categorical, p float64) float64 {
	sum := math.Inf(-1)
	for m, l := range n.LogP {
		sum = logicLogSum(sum, l+BinomialEvidenceKnown(x, m, p))
	}
	return sum - discreteLogSum(n.LogP)
}

// BinomialEvidenceBoth returns log Z of x ~ binomial(n, p), p known.
func BinomialEvidenceBoth(x, n dist.Categorical, p float64) float64 {
	sum := math.Inf(-1)
	for m, l := range n.LogP {
		if l < -math.MaxFloat64 {
			continue
		}
		for k := 0; k <= m && k < len(x.LogP); k++ {
			sum = logicLogSum(sum, l+x.LogP[k]+BinomialEvidenceKnown(k, m, p))
		}
	}
	return sum - discreteLogSum(n.LogP) - discreteLogSum(x.LogP)
}

// BinomialEvidenceCountRandom returns log Z of x ~ binomial(n, p), n known.
func BinomialEvidenceCountRandom(x dist.Categorical, n int, p dist.Beta) float64 {
	sum := math.Inf(-1)
	for k, l := range x.LogP {
		if l >= -math.MaxFloat64 { // of the other values p may have no evidence
			sum = logicLogSum(sum, l+BinomialEvidence(k, n, p))
		}
	}
	return sum - discreteLogSum(x.LogP)
}

// BinomialEvidenceTrialsRandom returns log Z of an observed x ~ binomial(n, p).
func BinomialEvidenceTrialsRandom(x int, n dist.Categorical, p dist.Beta) float64 {
	sum := math.Inf(-1)
	for m, l := range n.LogP {
		if l >= -math.MaxFloat64 {
			sum = logicLogSum(sum, l+BinomialEvidence(x, m, p))
		}
	}
	return sum - discreteLogSum(n.LogP)
}

// BinomialToXAverage sends x ~ binomial(n, p), n known. The fault is Improper where p
// is.
func BinomialToXAverage(n int, p dist.Beta, to *dist.Categorical) dist.Fault {
	if !p.IsProper() {
		return dist.Improper
	}
	for k := range to.LogP {
		to.LogP[k] = BinomialAverageLog(k, n, p)
	}
	return discreteSend(to)
}

// BinomialToNAverage sends to n of an observed x ~ binomial(n, p). The fault is Improper
// where p is.
func BinomialToNAverage(x int, p dist.Beta, to *dist.Categorical) dist.Fault {
	if !p.IsProper() {
		return dist.Improper
	}
	for m := range to.LogP {
		to.LogP[m] = BinomialAverageLog(x, m, p)
	}
	return discreteSend(to)
}

// BinomialToPAverageCount sends to p of x ~ binomial(n, p), n known: the means of the
// counts.
func BinomialToPAverageCount(x dist.Categorical, n int) dist.Beta {
	k := x.Mean()
	return dist.Beta{A: 1 + k, B: 1 + (float64(n) - k)}
}

// BinomialToPAverageTrials sends to p of an observed x ~ binomial(n, p).
func BinomialToPAverageTrials(x int, n dist.Categorical) dist.Beta {
	return dist.Beta{A: 1 + float64(x), B: 1 + (n.Mean() - float64(x))}
}

// BinomialAverageLogCount is the mean log probability of x ~ binomial(n, p), n known:
// -Inf where x may be more than n.
func BinomialAverageLogCount(x dist.Categorical, n int, p dist.Beta) float64 {
	log, sum := 0.0, discreteLogSum(x.LogP)
	for k, l := range x.LogP {
		if w := math.Exp(l - sum); w > 0 {
			log += w * BinomialAverageLog(k, n, p)
		}
	}
	return log
}

// BinomialAverageLogTrials is the mean log probability of an observed x ~ binomial(n, p):
// -Inf where n may be less than x.
func BinomialAverageLogTrials(x int, n dist.Categorical, p dist.Beta) float64 {
	log, sum := 0.0, discreteLogSum(n.LogP)
	for m, l := range n.LogP {
		if w := math.Exp(l - sum); w > 0 {
			log += w * BinomialAverageLog(x, m, p)
		}
	}
	return log
}
