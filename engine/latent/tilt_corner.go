package latent

import (
	"math"

	"mpc/dist"
	"mpc/operators"
)

// Nodes and weights of a Gauss-Legendre rule of 12 nodes on (-1, 1): the positive half.
var legendre = [6][2]float64{
	{0.1252334085114689, 0.2491470458134028}, {0.3678314989981802, 0.2334925365383548}, {0.5873179542866175, 0.2031674267230659},
	{0.7699026741943047, 0.1600783285433462}, {0.9041172563704749, 0.1069393259953184}, {0.9815606342467193, 0.0471753363865118},
}

// cornerDrop is how far the log density falls to where it is negligible.
const cornerDrop = 35

// withinBounds is the log of the probability of a normal of two numbers within bounds of each, and its
// moments there: given the first the second is a normal between bounds, in closed form, and of the first
// the density, log concave, is summed over panels, which are narrow where the second passes a bound.
func withinBounds(p *bivariate, low, high [2]float64) (logZ float64, tilted bivariate, ok bool) {
	slope := p.cross / p.variance[0]
	rest := p.variance[1] - slope*p.cross
	sd := math.Sqrt(p.variance[0])
	if !(rest > 0 && sd <= math.MaxFloat64) {
		return 0, tilted, false
	}
	given := func(x float64) (log float64, m operators.NormalTilt, ok bool) {
		d := x - p.mean[0]
		mean := p.mean[1] + slope*d
		m, fault := operators.BetweenMoments(dist.Normal{H: mean / rest, P: 1 / rest}, low[1], high[1])
		if fault != dist.NoFault || m.LogZ != m.LogZ {
			return math.Inf(-1), m, false
		}
		return m.LogZ - 0.5*d*d/p.variance[0], m, true
	}
	log := func(x float64) float64 {
		y, _, _ := given(x)
		return y
	}
	from, to := low[0], high[0]
	if !(from < to) {
		return 0, tilted, false
	}
	from, to = max(from, min(p.mean[0], to)-40*sd), min(to, max(p.mean[0], from)+40*sd)
	best := highest(log, from, to, 1e-3*sd)
	top := log(best)
	if !(top > math.Inf(-1)) {
		return 0, tilted, false
	}
	from, to = fallen(log, best, from, top-cornerDrop), fallen(log, best, to, top-cornerDrop)
	ends := []float64{from, to}
	for k := 1; k < 5; k++ {
		ends = append(ends, from+(to-from)*float64(k)/5)
	}
	if width := math.Sqrt(rest) / math.Abs(slope); width < (to-from)/4 {
		for _, bound := range []float64{low[1], high[1]} {
			for _, k := range []float64{-6, -3, -1, 1, 3, 6} {
				if x := p.mean[0] + (bound-p.mean[1])/slope + k*width; x > from && x < to {
					ends = append(ends, x)
				}
			}
		}
	}
	insertionSort(ends)
	var all, x1, y1, xx, xy, yy float64
	_, at, _ := given(best)
	for k, a := range ends[:len(ends)-1] {
		half, middle := (ends[k+1]-a)/2, (ends[k+1]+a)/2
		for i := range 2 * len(legendre) {
			node := legendre[i/2]
			x := middle + half*node[0]*float64(1-2*(i&1))
			l, m, ok := given(x)
			if !ok {
				continue
			}
			w := half * node[1] * math.Exp(l-top)
			dx, dy := x-best, m.Mean-at.Mean
			all += w
			x1 += w * dx
			y1 += w * dy
			xx += w * dx * dx
			xy += w * dx * dy
			yy += w * (dy*dy + m.Variance)
		}
	}
	x1, y1 = x1/all, y1/all
	tilted.mean = [2]float64{best + x1, at.Mean + y1}
	tilted.variance, tilted.cross = [2]float64{xx/all - x1*x1, yy/all - y1*y1}, xy/all-x1*y1
	logZ = top + math.Log(all/(sd*math.Sqrt(2*math.Pi)))
	return logZ, tilted, tilted.variance[0] > 0 && tilted.determinant() > 0
}

// highest is about where a function of one peak is highest, by golden sections.
func highest(f func(float64) float64, from, to, near float64) float64 {
	const golden = 0.3819660112501051
	x, y := from+golden*(to-from), to-golden*(to-from)
	fx, fy := f(x), f(y)
	for to-from > near && y > x {
		if fx >= fy {
			to, y, fy = y, x, fx
			x = from + golden*(to-from)
			fx = f(x)
		} else {
			from, x, fx = x, y, fy
			y = to - golden*(to-from)
			fy = f(y)
		}
	}
	return (from + to) / 2
}

// fallen is about where a function that falls from a place toward an end has fallen to a level: the end, if it has not.
func fallen(f func(float64) float64, from, end, level float64) float64 {
	if !(f(end) < level) {
		return end
	}
	for range 12 {
		if mid := (from + end) / 2; f(mid) < level {
			end = mid
		} else {
			from = mid
		}
	}
	return end
}

func insertionSort(list []float64) {
	for i := range list {
		for j := i; j > 0 && list[j] < list[j-1]; j-- {
			list[j], list[j-1] = list[j-1], list[j]
		}
	}
}
