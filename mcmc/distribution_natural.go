package mcmc

import "math"

// A NaturalForm says how numbers of a distribution are drawn from the sums of two natural parameters, which conjugate
// messages add to.
type NaturalForm struct {
	// First and Second are what these are called.
	First, Second string
	// More is what the parameters of the functions are more than these.
	More [2]float64
	// Above is what each is above where they are those of a distribution.
	Above [2]float64
	// Finite tells that the second may be too large a number, as a precision.
	Finite bool
	// Draw is a draw, and Cut one between bounds; Proper tells whether there is a distribution between bounds, nil where
	// there is one between any as there is without.
	Draw   func(s *Stream, a, b float64) float64
	Cut    func(s *Stream, a, b, lo, hi float64) float64
	Proper func(a, b, lo, hi float64) bool
	// Low and High are the ends of the support.
	Low, High float64
}

// naturalNormal has h, the mean times the precision, and the precision.
var naturalNormal = NaturalForm{First: "h", Second: "p", Above: [2]float64{math.Inf(-1), 0}, Finite: true,
	Draw: DrawNormalNatural, Cut: DrawTruncatedNormalNatural, Proper: ProperTruncatedNormal, Low: math.Inf(-1), High: math.Inf(1)}

// naturalGamma has the shape less 1, and the rate.
var naturalGamma = NaturalForm{First: "power", Second: "rate", More: [2]float64{1, 0}, Above: [2]float64{-1, 0},
	Draw: DrawGamma, Cut: DrawTruncatedGamma, Proper: ProperTruncatedGamma, High: math.Inf(1)}

// naturalInverseGamma has the shape and 1, and the rate.
var naturalInverseGamma = NaturalForm{First: "power", Second: "rate", More: [2]float64{-1, 0}, Above: [2]float64{1, 0},
	Draw: DrawInverseGamma, Cut: DrawTruncatedInverseGamma, Proper: ProperTruncatedInverseGamma, High: math.Inf(1)}

// naturalBeta has both counts less 1.
var naturalBeta = NaturalForm{First: "yes", Second: "no", More: [2]float64{1, 1}, Above: [2]float64{-1, -1},
	Draw: DrawBeta, Cut: DrawTruncatedBeta, High: 1}

// Natural is the form of a distribution by its name, nil where it has none.
func Natural(name string) *NaturalForm {
	if row := Row(name); row != nil {
		return row.Natural
	}
	return nil
}

// Holds tells whether there is a distribution of two sums.
func (n *NaturalForm) Holds(a, b float64) bool { return a > n.Above[0] && b > n.Above[1] }

// HoldsBetween tells whether there is one between bounds.
func (n *NaturalForm) HoldsBetween(a, b, lo, hi float64) bool {
	if n.Proper == nil {
		return n.Holds(a, b)
	}
	return n.Proper(a+n.More[0], b+n.More[1], lo, hi)
}
