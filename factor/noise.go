package factor

import "math"

// Noise is the slot of what a normal draw is spread by, the variance or the precision,
// and the values of it that leave noise: a variance of 0 leaves none. It is nil of other
// factors. A message over noise is a point mass only where its precision overflows.
func (f *Factor) Noise() (slot *Slot, noisy func(x float64) bool) {
	switch f.Kind.Name {
	case "normal_variance", "normal_linear":
		return f.Slot("variance"), func(x float64) bool { return x > 0 }
	case "normal_precision":
		return f.Slot("precision"), func(x float64) bool { return !math.IsInf(x, 1) }
	}
	return nil, nil
}
