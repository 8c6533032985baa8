package latent

import (
	"errors"
	"math"
	"slices"

	"mpc/mcmc"
)

const (
	supportEnd    = 1e-6 // how near the end of a hyperparameter's values its density is tried, relative to how far they go
	supportWithin = 1e-3 // how near a bound there is to be a density, relative to how far it is away
)

// supported are hyperparameters whose values end where there is no density at any further one, as a correlation's do at -1 and 1
// whatever its prior says: a lattice that goes on to values of none does not settle. It is nil where no such end is found, and looked for
// where an integration failed. All others stand where the search for the mode starts.
func supported(m Model, pattern *mcmc.NormalPattern, hypers []Hyper, o Options) []Hyper {
	f := NewFit(m, pattern)
	if o.Tolerance > 0 {
		f.Tolerance = o.Tolerance
	}
	var theta []float64
	for _, h := range hypers {
		if h.Matrix != nil {
			return nil
		}
		value, _ := h.value(h.start())
		theta = append(theta, value)
	}
	has := func(k int, value float64) bool {
		at := slices.Clone(theta)
		at[k] = value
		return f.At(at) == nil && !math.IsNaN(f.LogDensity) && !math.IsInf(f.LogDensity, 0)
	}
	narrow, found := slices.Clone(hypers), false
	for k, h := range hypers {
		inside := theta[k]
		if !has(k, inside) {
			return nil
		}
		for _, up := range []bool{false, true} {
			end, ok := h.without(inside, up, func(value float64) bool { return has(k, value) })
			if !ok {
				continue
			}
			found = true
			if up {
				narrow[k].High = end
			} else {
				narrow[k].Low = end
			}
		}
		narrow[k].Start = inside
	}
	if !found {
		return nil
	}
	return narrow
}

// without finds where on one side of a value the density ends, before its bound does.
func (h Hyper) without(inside float64, up bool, has func(float64) bool) (end float64, ok bool) {
	bound := h.Low
	if up {
		bound = h.High
	}
	var tried []float64
	if math.IsInf(bound, 0) {
		for _, far := range []float64{1, 10, 100} {
			tried = append(tried, inside+math.Copysign(far, bound))
		}
	} else {
		for _, share := range []float64{0.5, 0.9, 1 - supportEnd} {
			tried = append(tried, inside+share*(bound-inside))
		}
	}
	k := slices.IndexFunc(tried, func(v float64) bool { return !has(v) })
	if k < 0 || slices.ContainsFunc(tried[k:], has) {
		return 0, false
	}
	low, high := inside, tried[k]
	if k > 0 {
		low = tried[k-1]
	}
	for range 200 {
		mid := low + (high-low)/2
		if mid == low || mid == high {
			break
		}
		if has(mid) {
			low = mid
		} else {
			high = mid
		}
	}
	return high, has(high + supportWithin*(inside-high))
}

// mayEnd tells whether an integration failed in a way that values without a density explain.
func mayEnd(err error) bool {
	var held *HeldError
	var empty *Empty
	var none *Contradicted
	return !errors.Is(err, ErrTooLarge) && !errors.As(err, &held) && !errors.As(err, &empty) && !errors.As(err, &none)
}
