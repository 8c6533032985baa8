package latent

import (
	"fmt"
	"math"
)

// A Hyper is a hyperparameter: one that is not normal given all others, and is integrated
// numerically.
type Hyper struct {
	// Low and High bound its values: 0 and +Inf of a precision or a standard deviation, -1 and
	// 1 of a correlation.
	Low, High float64
	// Start is where the search for the mode starts; of no matter but for time. 0 of a positive
	// one is 1.
	Start float64
	// Matrix is the matrix that it is an entry of the factor of, nil of one that is a number by itself: see AddMatrix.
	Matrix *Matrix
}

// Positive is a Hyper of a precision, a standard deviation, a dispersion.
func Positive(start float64) Hyper { return Hyper{Low: 0, High: math.Inf(1), Start: start} }

// Between is a Hyper between two bounds.
func Between(low, high float64) Hyper { return Hyper{Low: low, High: high, Start: low/2 + high/2} }

// Real is a Hyper of any value.
func Real(start float64) Hyper {
	return Hyper{Low: math.Inf(-1), High: math.Inf(1), Start: start}
}

// An Empty says that no value is between the bounds of a hyperparameter.
type Empty struct {
	Hyper     int
	Low, High float64
}

func (e *Empty) Error() string {
	return fmt.Sprintf("hyperparameter %d is to be above %v and below %v", e.Hyper, e.Low, e.High)
}

// A Contradicted says that no value is between the bounds of a number that is integrated by itself, or of one that is censored.
type Contradicted struct{ Low, High float64 }

func (e *Contradicted) Error() string {
	return fmt.Sprintf("contradictory observation, its probability is zero: an element is to be above %.6g and below %.6g", e.Low, e.High)
}

// bounded tells whether its values have an end on both sides: then they have moments.
func (h Hyper) bounded() bool { return !math.IsInf(h.Low, -1) && !math.IsInf(h.High, 1) }

// value is the hyperparameter's value at a real coordinate, and the log of its derivative there:
// by exp where there is one bound, by the logistic function where there are two.
func (h Hyper) value(x float64) (value, logSlope float64) {
	low, high := !math.IsInf(h.Low, -1), !math.IsInf(h.High, 1)
	switch {
	case low && high:
		e := math.Exp(-math.Abs(x))
		share := 1 / (1 + e)
		w := h.High - h.Low
		if x >= 0 {
			value = h.High - w*e*share
		} else {
			value = h.Low + w*e*share
		}
		return value, math.Log(w) - math.Abs(x) - 2*math.Log1p(e)
	case low:
		return h.Low + math.Exp(x), x
	case high:
		return h.High - math.Exp(-x), -x
	}
	return x, 0
}

// coordinate is the inverse of value.
func (h Hyper) coordinate(value float64) float64 {
	low, high := !math.IsInf(h.Low, -1), !math.IsInf(h.High, 1)
	switch {
	case low && high:
		return math.Log((value - h.Low) / (h.High - value))
	case low:
		return math.Log(value - h.Low)
	case high:
		return -math.Log(h.High - value)
	}
	return value
}

// start is the coordinate where the search for the mode starts.
func (h Hyper) start() float64 {
	v := h.Start
	if !(v > h.Low && v < h.High) {
		switch low, high := !math.IsInf(h.Low, -1), !math.IsInf(h.High, 1); {
		case low && high:
			v = h.Low/2 + h.High/2
		case low:
			v = h.Low + 1
		case high:
			v = h.High - 1
		default:
			v = 0
		}
	}
	return h.coordinate(v)
}
