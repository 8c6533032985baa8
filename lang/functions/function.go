// Package functions is the table of the functions and operators of the language: what computes each of them, in an
// interpreter and in generated code, where its values lie, its derivatives, and what other languages call it.
package functions

import (
	"reflect"
	"runtime"
	"strings"
	"sync"
)

// A Result says what a function gives.
type Result int

const (
	// Number is a real number.
	Number Result = iota
	// Alike is a whole number where all arguments are whole, else a real number.
	Alike
	// Truth is a truth value. As a number it is 0 or 1.
	Truth
	// Whole is a whole number, and Place the index of a pass of a loop: of reductions.
	Whole
	Place
)

// A Function is what is known of a function of the language, or of an operator.
type Function struct {
	// Name is what the language and expressions call it.
	Name string
	// Says is what it is, for the docs; of what models call by its name, else empty.
	Says string
	// Takes is the number of its arguments.
	Takes int
	// Result is what it gives.
	Result Result
	// Go computes it: a function of as many float64 that returns one, or a bool. Generated code calls it, where there is
	// no Symbol.
	Go any
	// As computes it from others where no function of Go does.
	As *Term
	// Symbol is the operator of generated code that computes it.
	Symbol string
	// Wholes is how it is computed of whole numbers.
	Wholes WholeForm

	// Spelled is the operator that a call of it is.
	Spelled string
	// Extreme is 1 of the largest of its arguments, and -1 of the smallest; 0 of what is no such choice.
	Extreme int

	// Domain is where it has a value that is a number; nil: anywhere. It may be infinite at the ends.
	Domain *Interval
	// Partial tells that it has no finite value at some finite arguments, where no Domain says it.
	Partial bool
	// Range holds all values; nil: anywhere.
	Range *Interval
	// Rises tells that it never falls where its argument grows.
	Rises bool
	// Reach is where values lie, given where arguments do; nil where Rises and Range say all that is known.
	Reach func(a []Interval) Interval

	// Derivatives are those by each argument, wherever there is one; nil of what gives truths.
	Derivatives []*Term
	// Inverse gives the argument from the value; nil where none does.
	Inverse *Term

	// BUGS are its names in BUGS, and Link the link there of what has this function as its inverse.
	BUGS []string
	Link string
	// Elsewhere are its names in other languages, for hints.
	Elsewhere Elsewhere
}

// A WholeForm is how a function is computed of whole numbers: by a function that is built into Go, or from others.
type WholeForm struct {
	Builtin string
	As      *Term
}

// Elsewhere are the names that a function has in other languages. Hints say what it is where Meaning does.
type Elsewhere struct{ Names, Meaning string }

// All lists the functions that models call by name, in the order of the docs.
func All() []*Function { return called }

// Rows lists all functions and operators, also those that only expressions of the compiler have.
func Rows() []*Function {
	return append(append(called[:len(called):len(called)], operators...), parts...)
}

// Named is the row of a name, nil where there is none.
func Named(name string) *Function { return byName()[name] }

var byName = sync.OnceValue(func() map[string]*Function {
	rows := map[string]*Function{}
	for _, f := range Rows() {
		rows[f.Name] = f
	}
	return rows
})

// Called is the row of a function that models call by its name, nil where there is none.
func Called(name string) *Function {
	if f := Named(name); f != nil && f.Says != "" {
		return f
	}
	return nil
}

// OfBUGS is the function that has a name in BUGS, nil where there is none.
func OfBUGS(name string) *Function {
	return first(func(f *Function) bool {
		for _, n := range f.BUGS {
			if n == name {
				return true
			}
		}
		return false
	})
}

// OfLink is the inverse of a link of BUGS, nil where there is none.
func OfLink(link string) *Function {
	return first(func(f *Function) bool { return link != "" && f.Link == link })
}

func first(good func(*Function) bool) *Function {
	for _, f := range Rows() {
		if good(f) {
			return f
		}
	}
	return nil
}

// GoName is how generated code calls what computes f, as math.Exp; empty where As does.
func (f *Function) GoName() string {
	if f.Go == nil {
		return ""
	}
	full := runtime.FuncForPC(reflect.ValueOf(f.Go).Pointer()).Name()
	return full[strings.LastIndex(full, "/")+1:]
}

// IsPartial tells whether f has no finite value at some finite arguments.
func (f *Function) IsPartial() bool { return f.Partial || f.Domain != nil }

// Value computes f; truths are 0 and 1.
func (f *Function) Value(a ...float64) float64 {
	switch compute := f.Go.(type) {
	case func(float64) float64:
		return compute(a[0])
	case func(x, y float64) float64:
		return compute(a[0], a[1])
	case func(float64) bool:
		return number(compute(a[0]))
	case func(x, y float64) bool:
		return number(compute(a[0], a[1]))
	case func(x, y, z float64) bool:
		return number(compute(a[0], a[1], a[2]))
	}
	return f.As.Value(a)
}

func number(truth bool) float64 {
	if truth {
		return 1
	}
	return 0
}

// Within is where the values of f lie, given where its arguments do. What lies outside of the domain counts for nothing.
func (f *Function) Within(a ...Interval) Interval {
	all := Anywhere
	if f.Range != nil {
		all = *f.Range
	}
	switch {
	case f.Reach != nil:
		return f.Reach(a).And(all)
	case f.Rises:
		x := a[0]
		if f.Domain != nil {
			x = Interval{f.Domain.Clamp(x.Low), f.Domain.Clamp(x.High)}
		}
		return Interval{f.Value(x.Low), f.Value(x.High)}.Known().And(all)
	}
	return all
}
