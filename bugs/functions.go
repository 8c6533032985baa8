package bugs

import (
	"fmt"
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

// apply computes a function of data.
func apply(name string, args [][]float64, sizes func(int) []int) ([]float64, error) {
	if f := ofNumber(name); f != nil && len(args) == 1 {
		y := make([]float64, len(args[0]))
		for i, x := range args[0] {
			y[i] = f(x)
		}
		return y, nil
	}
	var all []float64
	for _, a := range args {
		all = append(all, a...)
	}
	one := func(x float64) ([]float64, error) { return []float64{x}, nil }
	switch alias(name) {
	case "pow":
		if len(all) == 2 {
			return one(math.Pow(all[0], all[1]))
		}
	case "equals":
		if len(all) == 2 {
			return one(truth(all[0] == all[1]))
		}
	case "ifelse":
		if len(all) == 3 {
			if all[0] != 0 {
				return one(all[1])
			}
			return one(all[2])
		}
	case "c":
		return all, nil
	case "inprod":
		if len(args) == 2 && len(args[0]) == len(args[1]) {
			t := 0.0
			for i := range args[0] {
				t += args[0][i] * args[1][i]
			}
			return one(t)
		}
	case "dim":
		if len(args) == 1 && sizes != nil {
			var list []float64
			for _, n := range sizes(0) {
				list = append(list, float64(n))
			}
			return list, nil
		}
	case "length":
		return one(float64(len(all)))
	case "sum", "mean":
		t := 0.0
		for _, x := range all {
			t += x
		}
		if name == "mean" {
			t /= float64(len(all))
		}
		return one(t)
	case "prod":
		t := 1.0
		for _, x := range all {
			t *= x
		}
		return one(t)
	case "sd", "var":
		m, t := 0.0, 0.0
		for _, x := range all {
			m += x / float64(len(all))
		}
		for _, x := range all {
			t += (x - m) * (x - m) / float64(len(all)-1)
		}
		if name == "sd" {
			t = math.Sqrt(t)
		}
		return one(t)
	case "max", "min":
		if len(all) > 0 {
			t := all[0]
			for _, x := range all {
				if name == "max" && x > t || name == "min" && x < t {
					t = x
				}
			}
			return one(t)
		}
	case "min.bound", "max.bound":
		if len(args) == 4 {
			low, high, err := properBounds(args[0], args[1], args[2], args[3])
			if name == "min.bound" {
				return []float64{low}, err
			}
			return []float64{high}, err
		}
	case "inverse":
		if len(args) == 1 {
			if y := inverseOf(args[0]); y != nil {
				return y, nil
			}
			return nil, fmt.Errorf("the matrix has no inverse")
		}
	case "logdet":
		if len(args) == 1 {
			if d, ok := logDeterminantOf(args[0]); ok {
				return one(d)
			}
			return nil, fmt.Errorf("the matrix has no determinant above 0")
		}
	case "sort", "rank", "ranked", "order", "interp.lin":
		return orderOf(name, args)
	}
	return nil, fmt.Errorf("this function of %d arguments is not computed from data", len(args))
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
