package dist

import (
	"math"
	"math/rand/v2"

	"mpc/special"
)

// P writes the probabilities to dst, each with all its digits however small; NaN
// where d is improper.
func (d Categorical) P(dst []float64) []float64 {
	dst = distResize(dst, len(d.LogP))
	top := distLargest(d.LogP)
	if top-top != 0 && len(dst) > 0 { // NaN or infinite
		return distFilled(dst, len(dst), math.NaN())
	}
	scale := 1 / special.ExpRow(dst, d.LogP, top)
	for k := range dst {
		dst[k] *= scale
	}
	return dst
}

// Mean returns the mean of the number; NaN where d is improper.
func (d Categorical) Mean() float64 {
	mean, _ := d.moments()
	return mean
}

// Variance returns the variance of the number; NaN where d is improper.
func (d Categorical) Variance() float64 {
	_, variance := d.moments()
	return variance
}

// moments returns mean and variance, from differences to the most probable value.
func (d Categorical) moments() (mean, variance float64) {
	top, _ := d.largest()
	if top < 0 || !d.IsProper() {
		return math.NaN(), math.NaN()
	}
	sum, first := 0.0, 0.0
	for k, l := range d.LogP {
		w := math.Exp(l - d.LogP[top])
		sum += w
		first += w * float64(k-top)
	}
	first /= sum
	for k, l := range d.LogP {
		off := float64(k-top) - first
		variance += math.Exp(l-d.LogP[top]) / sum * off * off
	}
	return float64(top) + first, variance
}

// Mode returns the most probable value, the first of several; -1 where d is
// improper or has no values.
func (d Categorical) Mode() int {
	if !d.IsProper() {
		return -1
	}
	k, _ := d.largest()
	return k
}

// LogProb returns the log probability of k, with all digits also near 0: -Inf
// where there is no such value, NaN where d is improper.
func (d Categorical) LogProb(k int) float64 {
	top, rest := d.largest()
	switch {
	case !d.IsProper():
		return math.NaN()
	case k < 0 || k >= len(d.LogP):
		return math.Inf(-1)
	}
	return (d.LogP[k] - d.LogP[top]) - math.Log1p(rest)
}

// Sample draws a value; -1 where d is improper or has no values.
func (d Categorical) Sample(rng *rand.Rand) int {
	top, rest := d.largest()
	if top < 0 || !d.IsProper() {
		return -1
	}
	u := rng.Float64() * (1 + rest)
	for k, l := range d.LogP {
		if u -= math.Exp(l - d.LogP[top]); u < 0 {
			return k
		}
	}
	return top // where the sum was rounded up
}

// Entropy returns -E[log probability]; NaN where d is improper.
func (d Categorical) Entropy() float64 {
	top, rest := d.largest()
	switch {
	case !d.IsProper():
		return math.NaN()
	case len(d.LogP) == 0:
		return 0
	}
	h := math.Log1p(rest)
	for _, l := range d.LogP {
		if w := math.Exp(l - d.LogP[top]); w > 0 {
			h += w / (1 + rest) * (d.LogP[top] - l)
		}
	}
	return h
}

// LogIntegral returns the log of the sum over all values of the product of the
// probabilities under d and e, with all digits also near 0. It is -Inf where no
// value is left that both give a probability, NaN where one is improper.
func (d Categorical) LogIntegral(e Categorical) float64 {
	switch {
	case len(d.LogP) != len(e.LogP) || !d.IsProper() || !e.IsProper():
		return math.NaN()
	case len(d.LogP) == 0:
		return 0
	}
	k, top := -1, math.Inf(-1)
	for i, l := range d.LogP {
		if s := l + e.LogP[i]; s > top {
			k, top = i, s
		}
	}
	if k < 0 {
		return math.Inf(-1)
	}
	rest := 0.0
	for i, l := range d.LogP {
		if i != k {
			rest += math.Exp((l - d.LogP[k]) + (e.LogP[i] - e.LogP[k]))
		}
	}
	return math.Log1p(rest) + (d.LogProb(k) + e.LogProb(k))
}

// Change returns how far the marginal d is from old: the largest difference of
// the probabilities, +Inf where one is improper or the sizes differ.
func (d Categorical) Change(old Categorical) float64 {
	top, oldTop := distLargest(d.LogP), distLargest(old.LogP)
	if len(d.LogP) != len(old.LogP) || len(d.LogP) > 0 && (top-top != 0 || oldTop-oldTop != 0) {
		return math.Inf(1)
	}
	const part = 16 // so many at a time
	var p, q [part]float64
	sum, oldSum := 0.0, 0.0
	for k := 0; k < len(d.LogP); k += part {
		n := min(part, len(d.LogP)-k)
		sum += special.ExpRow(p[:n], d.LogP[k:k+n], top)
		oldSum += special.ExpRow(q[:n], old.LogP[k:k+n], oldTop)
	}
	scale, oldScale := 1/sum, 1/oldSum
	change := 0.0
	for k := 0; k < len(d.LogP); k += part {
		n := min(part, len(d.LogP)-k)
		if len(d.LogP) > part {
			special.ExpRow(p[:n], d.LogP[k:k+n], top)
			special.ExpRow(q[:n], old.LogP[k:k+n], oldTop)
		}
		for i, x := range p[:n] {
			if c := math.Abs(x*scale - q[i]*oldScale); c > change {
				change = c
			}
		}
	}
	return change
}

// LargerChange returns the larger of change and Change(old). Where the logs of the weights
// show that the latter is less it is not computed: with log ratios of a range r no
// probability, and no sum of some, differs by more than tanh(r/4).
func (d Categorical) LargerChange(old Categorical, change float64) float64 {
	if len(d.LogP) == len(old.LogP) {
		was := old.LogP[:len(d.LogP)]
		if distNear(d.LogP, was, 1.9999*change-1e-14) {
			return change
		}
		low, high := math.Inf(1), math.Inf(-1)
		for k, l := range d.LogP {
			ratio := l - was[k] // NaN where both are 0, and so are low and high
			low, high = min(low, ratio), max(high, ratio)
		}
		if (high-low)*0.2500001+1e-15 < change {
			return change
		}
	}
	return math.Max(change, d.Change(old))
}

// distNear tells whether all differences of the elements of two slices of one size differ from
// the first by less than reach.
func distNear(x, y []float64, reach float64) bool {
	y = y[:len(x)]
	for k, l := range x {
		if !(math.Abs((l-y[k])-(x[0]-y[0])) < reach) {
			return false
		}
	}
	return true
}

// String returns d as a person would write it.
func (d Categorical) String() string {
	switch {
	case d.IsPoint():
		return "point(" + distShort(float64(d.Mode())) + ")"
	case d.IsUniform():
		return "categorical(uniform over " + distShort(float64(len(d.LogP))) + ")"
	}
	return "categorical(" + distShortVector(d.P(nil)) + ")"
}
