package operators

import (
	"math"

	"mpc/dist"
)

// A gate holds a part of the model that counts if its selector has one value: a
// branch for each (Minka and Winn, "Gates", NIPS 2008).
func gateOps() []*Op {
	evidence := Required | Fresh
	return []*Op{
		{Func: GateToBernoulli, Factor: "gate", To: "selector", Algorithm: EP, Args: []Arg{{"evidence", evidence}}},
		{Func: GateToCategorical, Factor: "gate", To: "selector", Algorithm: EP, Args: []Arg{{"evidence", evidence}, {"to", 0}}},
		{Func: GateEvidence, Factor: "gate", To: Evidence, Algorithm: EP, Args: []Arg{{"selector", 0}, {"evidence", evidence}}},
		{Func: GateEvidenceCategorical, Factor: "gate", To: Evidence, Algorithm: EP, Args: []Arg{{"selector", 0}, {"evidence", evidence}}},
		{Func: GateToBernoulli, Factor: "gate", To: "selector", Algorithm: VMP, Args: []Arg{{"evidence", evidence}}},
		{Func: GateToCategorical, Factor: "gate", To: "selector", Algorithm: VMP, Args: []Arg{{"evidence", evidence}, {"to", 0}}},
		{Func: GateAverageLog, Factor: "gate", To: Evidence, Algorithm: VMP, Args: []Arg{{"selector", 0}, {"evidence", evidence}}},
		{Func: GateAverageLogCategorical, Factor: "gate", To: Evidence, Algorithm: VMP, Args: []Arg{{"selector", 0}, {"evidence", evidence}}},
	}
}

// GateToBernoulli sends to a truth value what the log evidence of its two branches,
// false and true, says: the log odds are their difference (Minka and Winn, Gates,
// 2008, section 4). The fault is Contradiction where both are -Inf, NotFinite where
// one is NaN or +Inf or there are not two.
func GateToBernoulli(evidence []float64) (dist.Bernoulli, dist.Fault) {
	if len(evidence) != 2 {
		return dist.Bernoulli{}, dist.NotFinite
	}
	if fault := gateFault(evidence); fault != dist.NoFault {
		return dist.Bernoulli{}, fault
	}
	return dist.Bernoulli{LogOdds: evidence[1] - evidence[0]}, dist.NoFault
}

// GateToCategorical sends to a whole number what the log evidence of its branches
// says: log weights, relative to the largest. The faults are those of
// GateToBernoulli.
func GateToCategorical(evidence []float64, to *dist.Categorical) dist.Fault {
	top := discreteLargest(evidence)
	if top-top != 0 || len(to.LogP) != len(evidence) {
		to.SetUniform()
		if len(to.LogP) == len(evidence) && top < 0 {
			return dist.Contradiction
		}
		return dist.NotFinite
	}
	for k, e := range evidence {
		to.LogP[k] = e - top
	}
	return dist.NoFault
}

// gateFault tells what is wrong with the log evidence of the branches.
func gateFault(evidence []float64) dist.Fault {
	some := false
	for _, e := range evidence {
		if !(e <= math.MaxFloat64) {
			return dist.NotFinite
		}
		some = some || e >= -math.MaxFloat64
	}
	if !some {
		return dist.Contradiction
	}
	return dist.NoFault
}

// GateEvidence returns the log of the sum over both branches of the probability of
// each times its evidence, -Inf where all that is possible has none.
func GateEvidence(selector dist.Bernoulli, evidence []float64) float64 {
	return gateLogSum(gateOfBool(selector), evidence)
}

// GateEvidenceCategorical is GateEvidence for a selector that is a whole number.
func GateEvidenceCategorical(selector dist.Categorical, evidence []float64) float64 {
	return gateLogSum(gateOfNumber(selector), evidence)
}

func gateLogSum(w gateWeights, evidence []float64) float64 {
	if !w.valid(len(evidence)) {
		return math.NaN()
	}
	top := math.Inf(-1)
	for k, e := range evidence {
		if l := w.log(k); l >= -math.MaxFloat64 {
			top = math.Max(top, l+e)
		}
	}
	if !(top >= -math.MaxFloat64 && top <= math.MaxFloat64) {
		return top
	}
	sum := 0.0
	for k, e := range evidence {
		if l := w.log(k); l >= -math.MaxFloat64 {
			sum += math.Exp(l + e - top)
		}
	}
	return top + math.Log(sum)
}

// GateAverageLog returns the mean of the log evidence over both branches: -Inf
// where one of them is possible and its evidence is -Inf.
func GateAverageLog(selector dist.BernoulliMoments, evidence []float64) float64 {
	p := [...]float64{selector.False, selector.True}
	return gateMean(p[:], evidence)
}

// GateAverageLogCategorical is GateAverageLog for a selector that is a whole number.
func GateAverageLogCategorical(selector dist.CategoricalMoments, evidence []float64) float64 {
	return gateMean(selector.P, evidence)
}

func gateMean(p, evidence []float64) float64 {
	if len(p) != len(evidence) {
		return math.NaN()
	}
	mean := 0.0
	for k, e := range evidence {
		if p[k] != 0 {
			mean += p[k] * e
		}
	}
	return mean
}

// gateWeights are the probabilities of the values of a selector.
type gateWeights struct {
	odds  float64   // the log odds of a truth value
	logP  []float64 // log weights of a whole number
	top   float64   // the largest of them
	total float64   // the sum of the weights relative to that
	whole bool
}

// gateOfBool are the probabilities of false and true.
func gateOfBool(selector dist.Bernoulli) gateWeights {
	return gateWeights{odds: selector.LogOdds}
}

// gateOfNumber are the probabilities of 0, 1, ...
func gateOfNumber(selector dist.Categorical) gateWeights {
	w := gateWeights{logP: selector.LogP, top: math.Inf(-1), whole: true}
	for _, l := range w.logP {
		w.top = math.Max(w.top, l)
	}
	for _, l := range w.logP {
		w.total += math.Exp(l - w.top)
	}
	return w
}

// gateOfValue are the probabilities that the selector has another value, and this
// one.
func (w gateWeights) gateOfValue(value int) gateWeights {
	if !w.whole {
		switch value {
		case 0:
			return gateWeights{odds: -w.odds}
		case 1:
			return gateWeights{odds: w.odds}
		}
		return gateWeights{odds: math.Inf(-1)}
	}
	if value < 0 || value >= len(w.logP) {
		return gateWeights{odds: math.Inf(-1)}
	}
	top := math.Inf(-1)
	for k, l := range w.logP {
		if k != value {
			top = math.Max(top, l)
		}
	}
	others := 0.0
	for k, l := range w.logP {
		if k != value && l >= -math.MaxFloat64 {
			others += math.Exp(l - top)
		}
	}
	if others == 0 {
		return gateWeights{odds: math.Inf(1)}
	}
	return gateWeights{odds: w.logP[value] - top - math.Log(others)}
}

// valid tells whether these are the probabilities of n values.
func (w gateWeights) valid(n int) bool {
	if !w.whole {
		return n == 2 && w.odds == w.odds
	}
	return n == len(w.logP) && w.total >= 1 && w.total <= math.MaxFloat64
}

// log returns the log probability of a value.
func (w gateWeights) log(k int) float64 {
	if !w.whole {
		return dist.Bernoulli{LogOdds: w.odds}.LogProb(k == 1)
	}
	return (w.logP[k] - w.top) - math.Log(w.total)
}

// at returns the probability of a value.
func (w gateWeights) at(k int) float64 {
	if !w.whole {
		if k == 1 {
			return dist.Bernoulli{LogOdds: w.odds}.P()
		}
		return dist.Bernoulli{LogOdds: w.odds}.Q()
	}
	return math.Exp(w.logP[k]-w.top) / w.total
}

// gateOnly returns the one message that all branches with a weight send, of which
// the message to the outer variable is exactly that: false where they differ. The
// fault is NotFinite where the weights are none or one of the messages is NaN.
func gateOnly[T interface {
	comparable
	IsFinite() bool
}](w gateWeights, inner []T) (only T, ok bool, fault dist.Fault) {
	if !w.valid(len(inner)) {
		return only, true, dist.NotFinite
	}
	found := false
	for k, m := range inner {
		if w.at(k) == 0 {
			continue
		}
		switch {
		case !m.IsFinite():
			return only, true, dist.NotFinite
		case found && m != only:
			return only, false, dist.NoFault
		}
		only, found = m, true
	}
	return only, true, dist.NoFault
}

// gateOnlyOf returns the number of a branch whose message all that have a weight
// send, of messages with memory about a value of size n; -1 where they differ.
// same tells whether two are the same, and whether both are finite and of that size.
func gateOnlyOf[T any](w gateWeights, inner []T, n int, same func(a, b T, n int) (same, fit bool)) (only int, fault dist.Fault) {
	if !w.valid(len(inner)) {
		return -1, dist.NotFinite
	}
	found, differ := -1, false
	for k, m := range inner {
		if w.at(k) == 0 {
			continue
		}
		if found < 0 {
			found = k
		}
		equal, fit := same(m, inner[found], n)
		if !fit {
			return -1, dist.NotFinite
		}
		differ = differ || !equal
	}
	if differ {
		return -1, dist.NoFault
	}
	return found, dist.NoFault
}
