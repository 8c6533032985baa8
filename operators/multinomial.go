package operators

import (
	"math"

	"mpc/dist"
	"mpc/special"
)

func multinomialOps() []*Op {
	return []*Op{
		{Func: MultinomialToP, Factor: "multinomial", To: "p", Algorithm: EP, Adds: true, Args: []Arg{{"x", 0}, {"n", 0}, {"power", 0}, {"to", 0}}},
		{Func: MultinomialEvidence, Factor: "multinomial", To: Evidence, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}, {"p", 0}}},
		{Func: MultinomialCoefficient, Factor: "multinomial", To: Coefficient, Algorithm: EP, Args: []Arg{{"x", 0}, {"n", 0}}},
		{Func: MultinomialToP, Factor: "multinomial", To: "p", Algorithm: VMP, Adds: true, Args: []Arg{{"x", 0}, {"n", 0}, {"power", 0}, {"to", 0}}},
		{Func: MultinomialCoefficient, Factor: "multinomial", To: Coefficient, Algorithm: VMP, Args: []Arg{{"x", 0}, {"n", 0}}},
	}
}

// MultinomialToP multiplies into to what the counts x ~ multinomial(n, p) say about
// p, to a power: x[k] times that more of each value k. The fault is Contradiction
// where a count is negative or they do not sum to n, NotFinite where the power is none.
func MultinomialToP(x []int, n int, power float64, to *dist.Dirichlet) dist.Fault {
	switch {
	case !multinomialPossible(x, n) || len(x) != len(to.A):
		return dist.Contradiction
	case !(math.Abs(power) <= math.MaxFloat64):
		return dist.NotFinite
	}
	for k, count := range x {
		to.AddCount(k, power*float64(count))
	}
	return dist.NoFault
}

// multinomialPossible tells whether counts sum to n.
func multinomialPossible(x []int, n int) bool {
	sum := 0
	for _, count := range x {
		if count < 0 {
			return false
		}
		sum += count
	}
	return sum == n
}

// MultinomialCoefficient returns log n!/prod x[k]!, what the likelihood of p has
// besides the product of p[k]^x[k]; -Inf where the counts are impossible.
func MultinomialCoefficient(x []int, n int) float64 {
	if !multinomialPossible(x, n) {
		return math.Inf(-1)
	}
	log := multinomialLogFactorial(n)
	for _, count := range x {
		log -= multinomialLogFactorial(count)
	}
	return log
}

// MultinomialEvidence returns the log probability of the counts x for known p.
func MultinomialEvidence(x []int, n int, p []float64) float64 {
	log := MultinomialCoefficient(x, n)
	if len(x) != len(p) {
		return math.Inf(-1)
	}
	for k, count := range x {
		if count > 0 {
			log += float64(count) * math.Log(p[k])
		}
	}
	return log
}

func multinomialLogFactorial(n int) float64 {
	return special.GammaLn(float64(n) + 1)
}
