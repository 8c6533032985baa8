package mcmc

import (
	"reflect"
	"runtime"
	"strings"
)

// A Distribution is a row of the table of distributions that are known by their log
// density, a draw and the probability of intervals. The language, its suggestions and
// its documentation, the interpreter, generated packages and programs of BUGS read it:
// a distribution that is added is a file with its row, and a test of it.
//
// The functions take the parameters in their order, as float64, or as int where
// Parameter.Whole is set, and a value as float64, or as int where Whole is set.
type Distribution struct {
	Name string
	Language
	// Parameters are in the order in which functions take them.
	Parameters []Parameter
	Support
	// Tried are parameters that the laws of all rows are tried at: usual ones, and those at which it is hard to compute.
	Tried [][]float64

	Density any // func(x, parameters...) float64: the log density at x
	Draw    any // func(*Stream, parameters...): a draw
	Mass    any // func(low, high float64, parameters...) float64: the log probability of low <= x <= high
	Truncation

	// Densities are the other forms of the log density, and Draws those of a draw, that go before Density and Draw.
	Densities, Draws []Form
	// Masses are forms of Mass.
	Masses []Form
	// Kernels are log densities without the terms that do not depend on what changes.
	Kernels []Form
	// Starts are draws at the start of a chain, no further out than a chain recovers from, and Wide those in their place
	// where that is not possible; a draw where there are none.
	Starts, Wide []Form
	// Concave says as a function of what the log density is seen to be concave.
	Concave []Concavity

	// Predictor is what it is as the likelihood of a linear combination.
	Predictor Predictor

	// Natural is how it is drawn from sums of natural parameters, nil where it is not.
	Natural *NaturalForm

	// Given is how a value is drawn from a distribution of this family that the data give, nil where it is not.
	Given *GivenForm
	// Conjugate is the family of what is drawn from its product with conjugate messages: Flat of what is the same all over its
	// support; empty where there is none.
	Conjugate string
}

// Language is what the language and others say of a distribution.
type Language struct {
	// Doc is the density, for a table of the documentation.
	Doc string
	// Instead says what is given in the place of a parameter, by name.
	Instead []Instead
	// Mixture says how it is written by others that EP and VMP have operators of; empty where it is not.
	Mixture string
	// Elsewhere are its names in other languages, which have its parameters in their order.
	Elsewhere string
	// BUGS says how programs of BUGS and JAGS call it: "dlogis(m, t) = m, 1 / t", parameters
	// of the row after the sign. A name in parentheses behind it is the dialect.
	BUGS []string
}

// Support is where a distribution draws from.
type Support struct {
	// Whole tells that whole numbers are drawn.
	Whole bool
	// Low and High are the ends of the support: a number, the name of a parameter, or nil
	// where it has no end there that all parameters have.
	Low, High any
	// Below tells that values are below High, which is none itself.
	Below bool
	// Simplex tells that what is drawn are probabilities of the sum 1.
	Simplex bool
	// Zero is the parameter that is 0 where all that is drawn is.
	Zero string
}

// A Truncation is a distribution between bounds: functions that take low and high, float64, behind its parameters.
type Truncation struct {
	TruncatedDensity, TruncatedDraw any
	// TruncatedForms are other forms of the two, which go before them.
	TruncatedForms, TruncatedDraws []Form
}

// A Parameter is one of a distribution.
type Parameter struct {
	Name  string
	Of    Domain
	Whole bool
}

// A Domain is where a parameter must lie.
type Domain uint8

const (
	// Anywhere is any finite number.
	Anywhere Domain = iota
	// Positive is above 0.
	Positive
	// Share is from 0 to 1.
	Share
	// Count is a number that is not below 0.
	Count
)

// An Instead is another way to give a parameter.
type Instead struct {
	Name, Parameter string
	Value           Conversion
}

// A Conversion is how a parameter is computed from what is given in its place.
type Conversion uint8

const (
	// Same is what is given itself.
	Same Conversion = iota
	// OneOver is 1/x, as of a precision and a variance.
	OneOver
	// Root is the square root, as of a variance and a standard deviation.
	Root
	// OneOverRoot is one over the square root, as of a precision and a standard deviation.
	OneOverRoot
	// OneOverSquare is 1/x^2, as of a precision and a standard deviation.
	OneOverSquare
	// MeanOfCount is n/(n + x), n the first parameter: the probability of a negative binomial
	// of the mean x.
	MeanOfCount
	// LogOfEach is the log of each element of a vector, where that is computed once for several values.
	LogOfEach
)

// CallRow calls a function of a row, with the stream in front where there is one. Whole
// numbers are given as float64 too.
func CallRow(f any, s *Stream, args ...float64) float64 {
	v, in := reflect.ValueOf(f), []reflect.Value(nil)
	if s != nil {
		in = append(in, reflect.ValueOf(s))
	}
	for _, x := range args {
		in = append(in, reflect.ValueOf(x).Convert(v.Type().In(len(in))))
	}
	return v.Call(in)[0].Convert(reflect.TypeFor[float64]()).Float()
}

// FunctionName is the name of a function of a row.
func FunctionName(f any) string {
	full := runtime.FuncForPC(reflect.ValueOf(f).Pointer()).Name()
	return full[strings.LastIndex(full, ".")+1:]
}

// positive, counting and others make parameters of a row.
func positiveOnes(names ...string) (list []Parameter) { return parametersOf(Positive, names) }
func realOnes(names ...string) (list []Parameter)     { return parametersOf(Anywhere, names) }
func locationAndScale(rest ...string) []Parameter {
	return append(append(realOnes("location"), positiveOnes("scale")...), realOnes(rest...)...)
}
func parametersOf(of Domain, names []string) (list []Parameter) {
	for _, n := range names {
		list = append(list, Parameter{Name: n, Of: of})
	}
	return list
}
