package functions

import "math"

// operators are the operators of expressions; neg is - before a number.
var operators = []*Function{
	{Name: "+", Takes: 2, Result: Alike, Symbol: "+", Go: func(x, y float64) float64 { return x + y },
		Reach: func(a []Interval) Interval { return a[0].Plus(a[1]) }, Derivatives: by(num(1), num(1))},
	{Name: "-", Takes: 2, Result: Alike, Symbol: "-", Go: func(x, y float64) float64 { return x - y },
		Reach: func(a []Interval) Interval { return a[0].Plus(a[1].Negative()) }, Derivatives: by(num(1), num(-1))},
	{Name: "*", Takes: 2, Result: Alike, Symbol: "*", Go: func(x, y float64) float64 { return x * y },
		Reach: func(a []Interval) Interval { return a[0].Times(a[1]) }, Derivatives: by(y, x)},
	{Name: "/", Takes: 2, Symbol: "/", Go: func(x, y float64) float64 { return x / y }, Partial: true,
		Reach:       func(a []Interval) Interval { return a[0].Times(a[1].OneOver()) },
		Derivatives: by(of("/", num(1), y), of("neg", of("/", x, of("*", y, y))))},
	{Name: "^", Takes: 2, BUGS: []string{"pow"}, Go: math.Pow, Partial: true, Reach: power, Derivatives: powerDerivatives},
	{Name: "neg", Takes: 1, Result: Alike, Symbol: "-", Go: func(x float64) float64 { return -x },
		Reach: func(a []Interval) Interval { return a[0].Negative() }, Derivatives: by(num(-1)), Inverse: of("neg", x)},
	{Name: "!", Takes: 1, Result: Truth, Range: &Unit, Symbol: "!", Go: func(x float64) float64 { return 1 - x }},
	truth("<", func(x, y float64) bool { return x < y }),
	truth("<=", func(x, y float64) bool { return x <= y }),
	truth(">", func(x, y float64) bool { return x > y }),
	truth(">=", func(x, y float64) bool { return x >= y }),
	truth("==", func(x, y float64) bool { return x == y }),
	truth("!=", func(x, y float64) bool { return x != y }),
	truth("&&", func(x, y float64) bool { return x != 0 && y != 0 }),
	truth("||", func(x, y float64) bool { return x != 0 || y != 0 }),
}

func truth(symbol string, holds func(x, y float64) bool) *Function {
	return &Function{Name: symbol, Takes: 2, Result: Truth, Range: &Unit, Symbol: symbol, Go: holds}
}

// power is where a power lies: of what is below 0 anywhere.
func power(a []Interval) Interval {
	switch {
	case a[0].Low > 0:
		return Positive
	case a[0].Low == 0:
		return NotNegative
	}
	return Anywhere
}

var powerDerivatives = by(of("*", y, of("^", x, of("-", y, num(1)))), of("*", of("log", x), of("^", x, y)))
