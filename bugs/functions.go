package bugs

import (
	"math"

	"mpc/lang/functions"
)

// Linked is the value whose link is x.
func Linked(link string, x float64) float64 {
	switch f := functions.OfLink(link); {
	case f != nil:
		return f.Value(x)
	case link == cloglog:
		return -math.Expm1(-math.Exp(x))
	}
	return x
}

// cloglog is the link whose inverse our language writes by others.
const cloglog = "cloglog"

func isLink(name string) bool { return name == cloglog || functions.OfLink(name) != nil }

func truth(b bool) float64 {
	if b {
		return 1
	}
	return 0
}

// operators are the infix operators of numbers.
var operators = map[string]func(x, y float64) float64{
	"+": func(x, y float64) float64 { return x + y }, "-": func(x, y float64) float64 { return x - y },
	"*": func(x, y float64) float64 { return x * y }, "/": func(x, y float64) float64 { return x / y },
	"^": math.Pow,
	"<": func(x, y float64) float64 { return truth(x < y) }, "<=": func(x, y float64) float64 { return truth(x <= y) },
	">": func(x, y float64) float64 { return truth(x > y) }, ">=": func(x, y float64) float64 { return truth(x >= y) },
	"==": func(x, y float64) float64 { return truth(x == y) }, "!=": func(x, y float64) float64 { return truth(x != y) },
	"&&": func(x, y float64) float64 { return truth(x != 0 && y != 0) }, "||": func(x, y float64) float64 { return truth(x != 0 || y != 0) },
}

// numeric are the functions of a number that our language has not.
var numeric = map[string]func(x float64) float64{
	"trunc": math.Trunc, "round": math.Round,
	"step":    func(x float64) float64 { return truth(x >= 0) },
	"probit":  func(p float64) float64 { return math.Sqrt2 * math.Erfinv(2*p-1) },
	"cloglog": func(p float64) float64 { return math.Log(-math.Log1p(-p)) }, "icloglog": func(x float64) float64 { return -math.Expm1(-math.Exp(x)) },
	"logfact": func(x float64) float64 { y, _ := math.Lgamma(x + 1); return y },
	"tan":     math.Tan, "arcsin": math.Asin, "arccos": math.Acos, "arctan": math.Atan,
	"sinh": math.Sinh, "cosh": math.Cosh,
}

// ofNumber is a function of one number, nil where none has that name.
func ofNumber(name string) func(x float64) float64 {
	if f := functions.OfBUGS(alias(name)); f != nil && f.Takes == 1 {
		return func(x float64) float64 { return f.Value(x) }
	}
	return numeric[alias(name)]
}

// alias is the one name of a function that has several.
func alias(name string) string {
	switch name {
	case "lgamma":
		return "loggam"
	case "asin":
		return "arcsin"
	case "acos":
		return "arccos"
	case "atan":
		return "arctan"
	case "ddirich":
		return "ddirch"
	case "dchisq":
		return "dchisqr"
	case "dweibull":
		return "dweib"
	case "dbinom":
		return "dbin"
	}
	return name
}
