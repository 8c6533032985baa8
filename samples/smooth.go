package samples

import (
	"math"
	"slices"

	"mpc/special"
)

// SmoothWeights replaces the largest of importance weights by quantiles of the generalized Pareto
// distribution that is fitted to them. It takes log weights of draws of which so many of each
// are effective (relative: 1 for independent draws), changes them, so that the sum of
// the weights is 1, and returns the shape k of the tail. k is NaN where there are too few draws
// for a tail, and infinite where all weights in it are equal, which are then left as they are.
// See Vehtari, Simpson, Gelman, Yao and Gabry (2024), "Pareto smoothed importance sampling",
// Journal of Machine Learning Research 25(72), algorithm 1.
func SmoothWeights(logWeights []float64, relative float64) (k float64) {
	n := len(logWeights)
	most := slices.Max(logWeights)
	for i := range logWeights {
		logWeights[i] -= most
	}
	k = math.NaN()
	if !(relative > 0) {
		relative = 1
	}
	if size := int(math.Ceil(min(0.2*float64(n), 3*math.Sqrt(float64(n)/relative)))); size >= 5 && size < n {
		k = smoothTail(logWeights, size)
	}
	var total special.LogSum
	for _, x := range logWeights {
		total.Add(x)
	}
	all := total.Log()
	for i := range logWeights {
		logWeights[i] -= all
	}
	return k
}

// smoothTail smooths the largest of log weights, of which the largest is 0.
func smoothTail(logWeights []float64, size int) float64 {
	n := len(logWeights)
	order := make([]int, n)
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(a, b int) int {
		switch {
		case logWeights[a] < logWeights[b]:
			return -1
		case logWeights[a] > logWeights[b]:
			return 1
		}
		return 0
	})
	// What underflows is no excess over the cutoff.
	cutoff := math.Exp(max(logWeights[order[n-size-1]], math.Log(math.SmallestNonzeroFloat64)+40))
	tail := order[n-size:]
	if logWeights[tail[size-1]]-logWeights[tail[0]] < 0x1p-52/100 {
		return math.Inf(1)
	}
	excess := make([]float64, size)
	for j, i := range tail {
		excess[j] = max(0, math.Exp(logWeights[i])-cutoff)
	}
	k, scale := FitPareto(excess)
	if math.IsNaN(k) || math.IsInf(k, 0) {
		return math.Inf(1)
	}
	for j, i := range tail {
		p := (float64(j) + 0.5) / float64(size)
		logWeights[i] = min(0, math.Log(cutoff+paretoQuantile(p, k, scale)))
	}
	return k
}

// paretoQuantile is that of a generalized Pareto distribution from 0 on.
func paretoQuantile(p, k, scale float64) float64 {
	if k == 0 {
		return -scale * math.Log1p(-p)
	}
	return scale * math.Expm1(-k*math.Log1p(-p)) / k
}
