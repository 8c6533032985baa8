package latent

import (
	"cmp"
	"slices"
)

// A weighted value is one of many, at a level of the lattice: see Node.
type weighted struct{ value, weight, level float64 }

// values are those of a function, in order.
type values struct {
	list []weighted // of weights that add up to 1
	// scale has the coordinate that points are joined in: the value, its log where all are above 0, or its logit where all are between 0
	// and 1.
	scale Hyper
	real  []float64
	below []float64 // of points, the weight below each, and half of its own
	// bounded tells that all that it is a function of is: no tail lies beyond the nodes.
	bounded bool
}

// settle puts values in order.
func (v *values) settle() {
	slices.SortFunc(v.list, func(a, b weighted) int { return cmp.Compare(a.value, b.value) })
	v.dropStrange()
	low, high := v.list[0].value, v.list[len(v.list)-1].value
	v.scale = Real(0)
	switch {
	case low > 0 && high < 1:
		v.scale = Between(0, 1)
	case low > 0:
		v.scale = Positive(1)
	}
	all := 0.0
	for _, x := range v.list {
		all += x.weight
	}
	sum := 0.0
	for i := range v.list {
		x := &v.list[i]
		x.weight /= all
		v.real = append(v.real, v.scale.coordinate(x.value))
		v.below = append(v.below, sum+0.5*x.weight)
		sum += x.weight
	}
}

// dropStrange drops what is no finite number where that is next to none of it, as the log of what is 0 by rounding.
func (v *values) dropStrange() {
	strange := func(x weighted) bool { return x.value-x.value != 0 }
	some, all := 0.0, 0.0
	for _, x := range v.list {
		if all += x.weight; strange(x) {
			some += x.weight
		}
	}
	if some <= strangeShare*all {
		v.list = slices.DeleteFunc(v.list, strange)
	}
}

// farthest is what the mean and the standard deviation of a function are at most: where what is far out overflows, they are none.
const farthest = 1e150

// moments are the mean and the variance, of what is not farther away than doubles have squares.
func (v *values) moments() (mean, variance float64) {
	near := func(x float64) float64 { return max(-farthest, min(farthest, x)) }
	first := near(v.list[0].value)
	for _, x := range v.list {
		mean += x.weight * (near(x.value) - first)
	}
	mean += first
	for _, x := range v.list {
		d := near(x.value) - mean
		variance += x.weight * d * d
	}
	return mean, variance
}

// cdf is the probability of at most x, between points as they are joined.
func (v *values) cdf(x float64) float64 {
	if x <= v.scale.Low {
		return 0
	}
	if x >= v.scale.High {
		return 1
	}
	real := v.scale.coordinate(x)
	i := firstAbove(v.real, real, false)
	switch i {
	case 0:
		return 0
	case len(v.real):
		return 1
	}
	share := (real - v.real[i-1]) / (v.real[i] - v.real[i-1])
	return v.below[i-1] + share*(v.below[i]-v.below[i-1])
}

// quantile is the value below which the function is with a probability.
func (v *values) quantile(p float64) (value float64) {
	last := len(v.list) - 1
	if !(v.list[last].value > v.list[0].value) {
		return v.list[0].value
	}
	i := firstAbove(v.below, p, true)
	if i == 0 || i > last {
		return v.list[min(i, last)].value
	}
	share := (p - v.below[i-1]) / (v.below[i] - v.below[i-1])
	value, _ = v.scale.value(v.real[i-1] + share*(v.real[i]-v.real[i-1]))
	return value
}

// firstAbove is the place of the first of sorted numbers that is above x, or equal to it.
func firstAbove(list []float64, x float64, equal bool) int {
	at, _ := slices.BinarySearchFunc(list, x, func(y, x float64) int {
		if y > x || equal && y == x {
			return 1
		}
		return -1
	})
	return at
}
