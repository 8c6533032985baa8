package samples

import "math"

// ParetoLimit and ParetoMeanLimit are the Pareto k of draws from which on, in the limit of
// many draws, the variance and the mean do not exist.
const (
	ParetoLimit     = 0.5
	ParetoMeanLimit = 1
)

// ParetoK returns k of the heavier tail of the draws: the shape of the generalized Pareto
// distribution that the tail follows. A density that falls as |x|^-a far out has k = 1/(a-1), an
// exponential tail 0, one that ends less. It is NaN where a tail has less than 5 draws, or
// where more than a quarter of it is as near as can be. See Vehtari, Simpson, Gelman, Yao
// and Gabry (2024), "Pareto smoothed importance sampling", Journal of Machine Learning
// Research 25(72), section 3.2 and appendix F for how many draws are in a tail.
func ParetoK(chains [][]float64) float64 {
	var w SummaryWork
	if !w.rank(chains) {
		return math.NaN()
	}
	return w.paretoK(w.essTail(chains))
}

// paretoK is ParetoK of ranked draws with so many effective ones in their tails.
func (w *SummaryWork) paretoK(effective float64) float64 {
	n := len(w.ranked)
	if !(effective > 0) {
		return math.NaN()
	}
	size := n / 5
	if n > 225 {
		size = int(min(float64(size), math.Ceil(3*float64(n)/math.Sqrt(effective))))
	}
	if size < 5 {
		return math.NaN()
	}
	lower, upper := w.ranked[size].x, w.ranked[n-1-size].x
	low := w.tailShape(size, func(i int) float64 { return 0.5*lower - 0.5*w.ranked[size-1-i].x })
	high := w.tailShape(size, func(i int) float64 { return 0.5*w.ranked[n-size+i].x - 0.5*upper })
	return largerKnown(low, high)
}

// tailShape fits a generalized Pareto distribution to n excesses in ascending order, up to their
// scale, and returns its shape: the mean of the profile likelihood over theta = -shape/scale
// at quantiles of a prior (Zhang and Stephens 2009, Technometrics 51(3), equations 5 to 8),
// pulled towards 1/2 as by ten more draws (Vehtari et al. 2024, appendix G).
func (w *SummaryWork) tailShape(n int, excess func(i int) float64) float64 {
	largest := excess(n - 1)
	quarter := excess(int(float64(n)/4+0.5)-1) / largest
	if !(quarter > 0) || math.IsInf(largest, 0) {
		return math.NaN()
	}
	x := w.halves(1, n)[0]
	for i := range x {
		x[i] = excess(i) / largest
	}
	k, _ := fitPareto(x, quarter)
	return k
}

// FitPareto fits a generalized Pareto distribution to excesses in ascending order, as ParetoK
// does: its shape k and its scale, NaN where more than a quarter of them is 0.
func FitPareto(excesses []float64) (k, scale float64) {
	n := len(excesses)
	if n < 2 {
		return math.NaN(), math.NaN()
	}
	largest := excesses[n-1]
	quarter := excesses[int(float64(n)/4+0.5)-1] / largest
	if !(quarter > 0) || math.IsInf(largest, 0) {
		return math.NaN(), math.NaN()
	}
	x := make([]float64, n)
	for i := range x {
		x[i] = excesses[i] / largest
	}
	k, scale = fitPareto(x, quarter)
	return k, scale * largest
}

// fitPareto fits to excesses of which the largest is 1, and the first quartile so much.
func fitPareto(x []float64, quarter float64) (k, scale float64) {
	const prior, pull, towards = 3, 10, 0.5
	n := len(x)
	points := 30 + int(math.Sqrt(float64(n)))
	theta := func(j int) float64 {
		return 1 + (1-math.Sqrt(float64(points)/(float64(j)+0.5)))/(prior*quarter)
	}
	total, weighted, most := 0.0, 0.0, math.Inf(-1)
	for j := range points {
		t := theta(j)
		k := shapeAt(x, t)
		log := float64(n) * (math.Log(-t/k) - k - 1)
		if log > most {
			rescale := math.Exp(most - log)
			total, weighted, most = total*rescale, weighted*rescale, log
		}
		if weight := math.Exp(log - most); weight > 0 {
			total += weight
			weighted += weight * t
		}
	}
	best := weighted / total
	k = shapeAt(x, best)
	return (k*float64(n) + towards*pull) / (float64(n) + pull), -k / best
}

// shapeAt is the shape of the largest likelihood, given theta.
func shapeAt(x []float64, theta float64) float64 {
	sum := 0.0
	for _, v := range x {
		sum += math.Log1p(-theta * v)
	}
	return sum / float64(len(x))
}
