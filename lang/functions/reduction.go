package functions

import "math"

// A Reduction is a function of what an expression is in each pass of a loop: of any number of values.
type Reduction struct {
	// Name is what the language and expressions call it.
	Name string
	// Truths tells that it goes over truths; else it goes over numbers.
	Truths bool
	// Result is what it gives. Alike is a whole number where all values are whole.
	Result Result
	// Joins is the function that the result of all passes before and the value of the next one go into. A Place is that of
	// the first pass whose value this result is.
	Joins string
	// Start is the result before the first pass. Some tells that it is the result of no range, which must not be empty.
	Start float64
	Some  bool
	// OfTruths is the reduction that is meant where truths take the place of numbers; empty where none is.
	OfTruths string
	// BUGS is its name in BUGS, of all numbers that it is given.
	BUGS string
}

// reductions are the functions over ranges, in the order in which hints list them.
var reductions = []*Reduction{
	{Name: "sum", Result: Alike, Joins: "+", OfTruths: "count", BUGS: "sum"},
	{Name: "count", Truths: true, Result: Whole, Joins: "+"},
	{Name: "max", Result: Alike, Joins: "max", Start: math.Inf(-1), Some: true, BUGS: "max"},
	{Name: "min", Result: Alike, Joins: "min", Start: math.Inf(1), Some: true, BUGS: "min"},
	{Name: "argmax", Result: Place, Joins: "max", Start: math.Inf(-1), Some: true},
	{Name: "all", Truths: true, Result: Truth, Joins: "&&", Start: 1},
	{Name: "any", Truths: true, Result: Truth, Joins: "||"},
}

// Reductions lists the functions over ranges.
func Reductions() []*Reduction { return reductions }

// Reduces is the reduction of a name, nil where there is none.
func Reduces(name string) *Reduction {
	for _, r := range reductions {
		if r.Name == name {
			return r
		}
	}
	return nil
}

// ReducesBUGS is the reduction that has a name in BUGS, nil where there is none.
func ReducesBUGS(name string) *Reduction {
	for _, r := range reductions {
		if r.BUGS == name && name != "" {
			return r
		}
	}
	return nil
}

// Value is the result of numbers in their order, of those that give one of them or their sum.
func (r *Reduction) Value(list []float64) float64 {
	value, joined := r.Start, r.Joined()
	for _, x := range list {
		value = joined.Value(value, x)
	}
	return value
}

// Joined is the function that Joins names.
func (r *Reduction) Joined() *Function { return Named(r.Joins) }

// OneOf tells whether the result is one of the values.
func (r *Reduction) OneOf() bool { return r.Result == Alike && r.Joined().Extreme != 0 }

// Adds tells whether the result is the sum of the numbers.
func (r *Reduction) Adds() bool { return r.Result == Alike && r.Joined().Extreme == 0 }

// Demands tells whether the result holds where all truths do, and nowhere else.
func (r *Reduction) Demands() bool { return r.Result == Truth && r.Start == 1 }

// Counts tells whether the result is a whole number that is not below 0: how many, or which.
func (r *Reduction) Counts() bool { return r.Result == Whole || r.Result == Place }
