package dist

import "math"

// A Categorical is a distribution of a whole number from 0 to len(LogP)-1 by the
// logs of its weights, which need not sum to 1; a weight 0 is -Inf. All equal is
// uniform, a single weight above 0 a point mass. With two values it is the
// Bernoulli of log odds LogP[1] - LogP[0].
type Categorical struct {
	LogP []float64
}

// CategoricalWeights returns the categorical of probabilities proportional to w.
// It is NaN where a weight is negative.
func CategoricalWeights(w []float64) Categorical {
	d := Categorical{make([]float64, len(w))}
	for k, v := range w {
		d.LogP[k] = math.Log(v)
	}
	return d
}

// CategoricalLogWeights returns the categorical of the given logs of weights.
func CategoricalLogWeights(logP ...float64) Categorical {
	return Categorical{append([]float64(nil), logP...)}
}

// CategoricalUniform returns the uniform message about one of size values.
func CategoricalUniform(size int) Categorical { return Categorical{make([]float64, size)} }

// CategoricalPoint returns the point mass at k of size values; NaN where there
// is no such value.
func CategoricalPoint(k, size int) Categorical {
	d := Categorical{make([]float64, size)}
	d.SetPoint(k)
	return d
}

// CategoricalNear returns the categorical of so many values which is the given one with
// probability 0.998 and 0.002 / size, and each other one with 0.002 / size; NaN where there is
// no such value.
func CategoricalNear(value, size float64) Categorical {
	const rest = 0.002
	d := Categorical{make([]float64, int(math.Max(size, 0)))}
	if !(value >= 0 && value < size) {
		d.setNaN(len(d.LogP))
		return d
	}
	distFilled(d.LogP, len(d.LogP), math.Log(rest/size))
	d.LogP[int(value)] = math.Log(1 - rest + rest/size)
	return d
}

// Size returns the number of values.
func (d Categorical) Size() int { return len(d.LogP) }

// Copy returns a value that shares no memory with d.
func (d Categorical) Copy() Categorical { return Categorical{append([]float64(nil), d.LogP...)} }

// Set makes d equal to a.
func (d *Categorical) Set(a Categorical) { d.LogP = append(d.LogP[:0], a.LogP...) }

// SetUniform makes d the uniform message of its size.
func (d *Categorical) SetUniform() { distFilled(d.LogP, len(d.LogP), 0) }

// SetPoint makes d the point mass at k of its size, NaN where there is no such
// value.
func (d *Categorical) SetPoint(k int) {
	if k < 0 || k >= len(d.LogP) {
		d.setNaN(len(d.LogP))
		return
	}
	distFilled(d.LogP, len(d.LogP), math.Inf(-1))
	d.LogP[k] = 0
}

func (d *Categorical) setNaN(size int) { d.LogP = distFilled(d.LogP, size, math.NaN()) }

// SetTimes makes d the product of two messages. Where no value is left that both
// give a weight it is NaN, which IsFinite shows.
func (d *Categorical) SetTimes(a, b Categorical) {
	if len(a.LogP) != len(b.LogP) {
		d.setNaN(max(len(a.LogP), len(b.LogP)))
		return
	}
	d.LogP = distResize(d.LogP, len(a.LogP))
	other, to := b.LogP[:len(a.LogP)], d.LogP[:len(a.LogP)]
	left := len(a.LogP) == 0
	for k, l := range a.LogP {
		l += other[k]
		to[k] = l
		left = left || !(l < -math.MaxFloat64)
	}
	if !left {
		d.setNaN(len(d.LogP))
	}
}

// SetOver makes d the weights of a over those of b. Over a weight 0 it is NaN:
// what was multiplied by 0 is not known any more.
func (d *Categorical) SetOver(a, b Categorical) {
	if len(a.LogP) != len(b.LogP) {
		d.setNaN(max(len(a.LogP), len(b.LogP)))
		return
	}
	d.LogP = distResize(d.LogP, len(a.LogP))
	for k, l := range a.LogP {
		if d.LogP[k] = l - b.LogP[k]; b.LogP[k] < -math.MaxFloat64 {
			d.LogP[k] = math.NaN()
		}
	}
}

// SetPower makes d the weights of a to the power e. Weights 0 to a positive
// power stay 0, to the power 0 they are 1, to a negative one NaN.
func (d *Categorical) SetPower(a Categorical, e float64) {
	d.LogP = distResize(d.LogP, len(a.LogP))
	for k, l := range a.LogP {
		switch {
		case e == 0 && l == l:
			d.LogP[k] = 0
		case e < 0 && l < -math.MaxFloat64:
			d.LogP[k] = math.NaN()
		default:
			d.LogP[k] = e * l
		}
	}
}

// SetDamp makes d old^damping a^(1-damping): log weights are mixed linearly.
// Where a value has weight 0 in one of the two, its weight is that in a.
func (d *Categorical) SetDamp(a, old Categorical, damping float64) {
	if len(a.LogP) != len(old.LogP) {
		d.setNaN(max(len(a.LogP), len(old.LogP)))
		return
	}
	// Both are taken relative to their largest, so that a weight that is in one of
	// the two alone keeps its place among the others.
	top, oldTop := distLargest(a.LogP), distLargest(old.LogP)
	d.LogP = distResize(d.LogP, len(a.LogP))
	for k, l := range a.LogP {
		l -= top
		if o := old.LogP[k] - oldTop; l >= -math.MaxFloat64 && o >= -math.MaxFloat64 {
			l += damping * (o - l)
		}
		d.LogP[k] = l
	}
}

// distNearLargest returns one of some log weights that none exceeds by more than 300, so
// that their exponentials over its own can be added up: the largest would be waited for.
// It is infinite where one is +Inf, or all are -Inf, or there is none.
func distNearLargest(x []float64) float64 {
	top := math.Inf(-1)
	for _, l := range x {
		if !(l <= top+300) {
			top = l
		}
	}
	return top
}

// distLargest returns the largest element, -Inf where there is none, NaN where
// one is.
func distLargest(x []float64) float64 {
	top := math.Inf(-1)
	for _, v := range x {
		top = max(top, v) // no branch, which would be guessed wrong half of the time
	}
	return top
}

// Normalize adds to the log weights what makes the weights sum to 1.
func (d *Categorical) Normalize() {
	k, rest := d.largest()
	if k < 0 {
		return
	}
	shift := d.LogP[k] + math.Log1p(rest)
	for i := range d.LogP {
		d.LogP[i] -= shift
	}
}

// largest returns the index of the largest weight, and the sum of the others
// over it: -1 where there is none above 0, NaN where one is NaN.
func (d Categorical) largest() (k int, rest float64) {
	k = -1
	for i, l := range d.LogP {
		if l > math.Inf(-1) && (k < 0 || l > d.LogP[k]) {
			k = i
		}
	}
	for i, l := range d.LogP {
		if i != k && k >= 0 {
			rest += math.Exp(l - d.LogP[k])
		}
	}
	return k, rest
}

// IsUniform tells whether d says nothing: all weights are equal.
func (d Categorical) IsUniform() bool {
	return d.IsFinite() && (len(d.LogP) == 0 || distAllAre(d.LogP, d.LogP[0]))
}

// IsProper tells whether d is a distribution: it is, unless a weight is NaN or
// +Inf, or all are 0.
func (d Categorical) IsProper() bool { return d.IsFinite() }

// IsPoint tells whether one value alone has a weight: also the only one of one.
func (d Categorical) IsPoint() bool {
	n := 0
	for _, l := range d.LogP {
		if !(l < -math.MaxFloat64) {
			n++
		}
	}
	return n == 1 && d.IsFinite()
}

// IsFinite tells whether no weight is NaN or +Inf and not all are 0; the -Inf
// that marks a weight 0 is fine.
func (d Categorical) IsFinite() bool {
	some := len(d.LogP) == 0
	for _, l := range d.LogP {
		if !(l <= math.MaxFloat64) {
			return false
		}
		some = some || l >= -math.MaxFloat64
	}
	return some
}
