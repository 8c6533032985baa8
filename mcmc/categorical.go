package mcmc

import "math"

// DrawBernoulli draws a truth of the given log odds, false where they are NaN.
func DrawBernoulli(s *Stream, logOdds float64) bool {
	if x := math.Abs(logOdds); x > 14 {
		// The less probable truth has the log probability -x - log(1 + exp(-x)).
		e := math.Exp(-x)
		return drawBelow(s, x+e-e*e/2) == (logOdds < 0)
	}
	return s.Float64()*(1+math.Exp(-logOdds)) < 1
}

// DrawBernoulliP draws a truth of probability p, false where p is NaN or not above 0.
func DrawBernoulliP(s *Stream, p float64) bool {
	if p < 0x1p-20 && p > 0 {
		return drawBelow(s, -math.Log(p))
	}
	return s.Float64() < p
}

// drawBelow is true with probability exp(-x): of uniform numbers, which are
// multiples of 2^-53, there are too few below a small probability.
func drawBelow(s *Stream, x float64) bool { return s.Exponential() > x }

// drawStack is how many weights are kept on the stack.
const drawStack = 32

// DrawCategorical draws k with a probability proportional to exp(logWeights[k]).
// Weights may be -Inf, and such a k is never drawn. It is false where no weight
// is above -Inf, or one is NaN or +Inf. What has less than 2^-53 of the sum may
// never be drawn.
func DrawCategorical(s *Stream, logWeights []float64) (k int, ok bool) {
	top := math.Inf(-1)
	for _, l := range logWeights {
		if !(l <= top) {
			top = l
			if l != l {
				return 0, false
			}
		}
	}
	if top-top != 0 {
		return 0, false
	}
	var kept [drawStack]float64
	sum := 0.0
	if len(logWeights) <= drawStack {
		for i, l := range logWeights {
			kept[i] = drawWeight(l - top)
			sum += kept[i]
		}
		return DrawCategoricalP(s, kept[:len(logWeights)])
	}
	for _, l := range logWeights {
		sum += drawWeight(l - top)
	}
	rest := s.Float64() * sum
	for i, l := range logWeights {
		if w := drawWeight(l - top); w > 0 {
			k = i
			if rest -= w; rest < 0 {
				return k, true
			}
		}
	}
	return k, true
}

// drawWeight is exp(x) of x <= 0, without the call where the weight says nothing
// beside a largest one of 1.
func drawWeight(x float64) float64 {
	if x < -745 {
		return 0
	}
	return math.Exp(x)
}

// Several tells whether more than one value is possible, however little its probability is:
// whether two log weights are above -Inf. One value that is the only one there is counts.
func Several(logWeights []float64) bool {
	possible := 0
	for _, l := range logWeights {
		if l > math.Inf(-1) {
			possible++
		}
	}
	return possible > 1 || len(logWeights) == 1
}

// DrawCategoricalP draws k with a probability proportional to weights[k]. It is
// false where no weight is above 0, one is negative or NaN, or their sum
// overflows.
func DrawCategoricalP(s *Stream, weights []float64) (k int, ok bool) {
	sum := 0.0
	for _, w := range weights {
		if !(w >= 0) {
			return 0, false
		}
		sum += w
	}
	if !(sum > 0 && sum <= math.MaxFloat64) {
		return 0, false
	}
	return drawOf(s, weights, sum), true
}

// drawOf draws k with the probability weights[k]/sum.
func drawOf(s *Stream, weights []float64, sum float64) (k int) {
	rest := s.Float64() * sum
	for i, w := range weights {
		if w > 0 {
			k = i
			if rest -= w; rest < 0 {
				break
			}
		}
	}
	return k // by rounding perhaps the last one
}

// DrawDiscreteUniform draws one of 0..n-1; -1 where n is not above 0.
func DrawDiscreteUniform(s *Stream, n int) int {
	if n <= 0 {
		return -1
	}
	return int(s.below(uint64(n)))
}
