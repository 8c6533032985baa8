package functions

import "math"

// An Interval is where a number is known to lie. An end that no value meets, as 0 of what is positive, is left out: the
// interval ends at the number beside it.
type Interval struct{ Low, High float64 }

var (
	Anywhere    = Interval{math.Inf(-1), math.Inf(1)}
	Positive    = Interval{math.SmallestNonzeroFloat64, math.Inf(1)}
	NotNegative = Interval{0, math.Inf(1)}
	Unit        = Interval{0, 1}
)

// Or is the interval that holds two.
func (a Interval) Or(b Interval) Interval {
	return Interval{math.Min(a.Low, b.Low), math.Max(a.High, b.High)}
}

// And is where both hold, and a where they have nothing in common.
func (a Interval) And(b Interval) Interval {
	if r := (Interval{math.Max(a.Low, b.Low), math.Min(a.High, b.High)}); r.Low <= r.High {
		return r
	}
	return a
}

// Clamp is the number of the interval that is next to v.
func (a Interval) Clamp(v float64) float64 { return math.Min(math.Max(v, a.Low), a.High) }

// Has tells whether the interval has all of another.
func (a Interval) Has(b Interval) bool { return a.Low <= b.Low && b.High <= a.High }

// Finite tells whether no infinite number lies in it.
func (a Interval) Finite() bool {
	return Interval{-math.MaxFloat64, math.MaxFloat64}.Has(a)
}

// Known is Anywhere in place of what is no interval, as of an infinite number less another.
func (a Interval) Known() Interval {
	if math.IsNaN(a.Low) || math.IsNaN(a.High) {
		return Anywhere
	}
	return a
}

// Negative is where -a lies.
func (a Interval) Negative() Interval { return Interval{-a.High, -a.Low} }

// Size is where |a| lies.
func (a Interval) Size() Interval {
	switch {
	case a.Low >= 0:
		return a
	case a.High <= 0:
		return a.Negative()
	}
	return Interval{0, math.Max(-a.Low, a.High)}
}

// Plus is where a sum lies.
func (a Interval) Plus(b Interval) Interval { return Interval{a.Low + b.Low, a.High + b.High}.Known() }

// Times is where a product lies. A product that is too near to 0 keeps its sign.
func (a Interval) Times(b Interval) Interval {
	r := Interval{math.Inf(1), math.Inf(-1)}
	for _, x := range []float64{a.Low, a.High} {
		for _, y := range []float64{b.Low, b.High} {
			p := x * y
			switch {
			case x == 0 || y == 0:
				p = 0
			case p == 0:
				p = math.Copysign(math.SmallestNonzeroFloat64, p)
			}
			r = r.Or(Interval{p, p})
		}
	}
	return r
}

// OneOver is where one over it lies.
func (a Interval) OneOver() Interval {
	if a.Low <= 0 && a.High >= 0 {
		return Anywhere
	}
	one := func(v float64) float64 {
		if math.IsInf(v, 0) {
			return math.Copysign(math.SmallestNonzeroFloat64, v)
		}
		return 1 / v
	}
	return Interval{one(a.High), one(a.Low)}
}

// Largest is where the larger of two numbers lies.
func (a Interval) Largest(b Interval) Interval {
	return Interval{math.Max(a.Low, b.Low), math.Max(a.High, b.High)}
}

// Least is where the smaller of two numbers lies.
func (a Interval) Least(b Interval) Interval {
	return Interval{math.Min(a.Low, b.Low), math.Min(a.High, b.High)}
}
