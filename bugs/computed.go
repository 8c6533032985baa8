package bugs

import (
	"fmt"
	"math"

	"mpc/lang/functions"
)

// A function is what is known of one that our language has not under any name: how it is computed of data, what it is of, and where
// its values lie. What our language has stands in package functions.
type function struct {
	// number computes one number of all numbers that it is given: of so many as Numbers says, where that is not 0.
	number  func(x []float64) float64
	numbers int
	// list computes it of so many arrays, and gives one.
	list  func(args [][]float64) ([]float64, error)
	lists int
	// reduces tells whether it makes a number of arrays, where it has as many arguments; 0 of what does whatever they are.
	reduces func(args int) bool
	// reach is where its values lie, given where all arguments do; nil: anywhere.
	reach func(all reach) reach
	// joins is the operator that joins the elements of an array to what it is, Mean where that is divided by their number.
	joins string
	mean  bool
}

// ours are these functions.
var ours = map[string]*function{
	"equals": {numbers: 2, number: func(x []float64) float64 { return truth(x[0] == x[1]) }},
	"ifelse": {numbers: 3, number: func(x []float64) float64 {
		if x[0] != 0 {
			return x[1]
		}
		return x[2]
	}},
	"larger of two":  {numbers: 2, number: func(x []float64) float64 { return max(x[0], x[1]) }, reach: same},
	"smaller of two": {numbers: 2, number: func(x []float64) float64 { return min(x[0], x[1]) }, reach: same},
	"length":         {number: func(x []float64) float64 { return float64(len(x)) }},
	"mean":           {number: mean, reduces: always, reach: same, joins: "+", mean: true},
	"prod":           {number: product, reduces: always, reach: same, joins: "*"},
	"sd":             {number: func(x []float64) float64 { return math.Sqrt(variance(x)) }, reduces: always, reach: func(reach) reach { return notBelow }},
	"var":            {number: variance},
	"icloglog":       {reach: func(reach) reach { return unit }},
	"c":              {list: func(args [][]float64) ([]float64, error) { return joined(args), nil }},
	"rep":            {lists: 2, list: repeated},
	"inprod":         {lists: 2, list: inner, reduces: always},
	"min.bound": {lists: 4, list: func(a [][]float64) ([]float64, error) {
		low, _, err := properBounds(a[0], a[1], a[2], a[3])
		return []float64{low}, err
	}},
	"max.bound": {lists: 4, list: func(a [][]float64) ([]float64, error) {
		_, high, err := properBounds(a[0], a[1], a[2], a[3])
		return []float64{high}, err
	}},
	"inverse": {lists: 1, list: func(args [][]float64) ([]float64, error) {
		if y := inverseOf(args[0]); y != nil {
			return y, nil
		}
		return nil, fmt.Errorf("the matrix has no inverse")
	}},
	"logdet": {lists: 1, reduces: always, list: func(args [][]float64) ([]float64, error) {
		if d, ok := logDeterminantOf(args[0]); ok {
			return []float64{d}, nil
		}
		return nil, fmt.Errorf("the matrix has no determinant above 0")
	}},
	"sort":       ordering("sort", nil),
	"order":      ordering("order", nil),
	"rank":       ordering("rank", func(args int) bool { return args == 2 }),
	"ranked":     ordering("ranked", always),
	"interp.lin": ordering("interp.lin", always),
}

func always(int) bool { return true }

func same(all reach) reach { return all }

func mean(x []float64) float64 {
	t := 0.0
	for _, v := range x {
		t += v
	}
	return t / float64(len(x))
}

func product(x []float64) float64 {
	t := 1.0
	for _, v := range x {
		t *= v
	}
	return t
}

func variance(x []float64) float64 {
	m, t := 0.0, 0.0
	for _, v := range x {
		m += v / float64(len(x))
	}
	for _, v := range x {
		t += (v - m) * (v - m) / float64(len(x)-1)
	}
	return t
}

func joined(args [][]float64) (all []float64) {
	for _, a := range args {
		all = append(all, a...)
	}
	return all
}

// repeated is rep(x, n): x n times, or each of its elements as often as n says of it.
func repeated(args [][]float64) (all []float64, err error) {
	x, times := args[0], args[1]
	if len(times) != 1 && len(times) != len(x) {
		return nil, fmt.Errorf("there are %d numbers, and %d that say how often", len(x), len(times))
	}
	for _, n := range times {
		if n != math.Trunc(n) || n < 0 || n > maxElements {
			return nil, fmt.Errorf("%g is not how often something is repeated: a whole number from 0 on is", n)
		}
	}
	if len(times) == 1 {
		if len(x)*int(times[0]) > maxElements {
			return nil, fmt.Errorf("these are more than %d numbers", maxElements)
		}
		for range int(times[0]) {
			all = append(all, x...)
		}
		return all, nil
	}
	for i, n := range times {
		if len(all)+int(n) > maxElements {
			return nil, fmt.Errorf("these are more than %d numbers", maxElements)
		}
		for range int(n) {
			all = append(all, x[i])
		}
	}
	return all, nil
}

func inner(args [][]float64) ([]float64, error) {
	if len(args[0]) != len(args[1]) {
		return nil, errNotComputed(2)
	}
	t := 0.0
	for i := range args[0] {
		t += args[0][i] * args[1][i]
	}
	return []float64{t}, nil
}

// ordering is a function of the order of elements.
func ordering(name string, reduces func(int) bool) *function {
	return &function{list: func(args [][]float64) ([]float64, error) { return orderOf(name, args) }, reduces: reduces}
}

// reduces tells whether a function makes a number of an array.
func reduces(e *Call) bool {
	if functions.ReducesBUGS(e.Fun) != nil {
		return true
	}
	f := ours[e.Fun]
	return f != nil && f.reduces != nil && f.reduces(len(e.Args))
}

// reachOfCall is where the values of a function of arrays lie, given where all its arguments do.
func reachOfCall(name string, all reach) reach {
	if r := functions.ReducesBUGS(name); r != nil {
		if r.Adds() {
			return min(all, notBelow)
		}
		return all
	}
	if f := ours[name]; f != nil && f.reach != nil {
		return f.reach(all)
	}
	return anywhere
}

func errNotComputed(args int) error {
	return fmt.Errorf("this function of %d arguments is not computed from data", args)
}

// eachOf computes a function of several numbers element by element: a number beside arrays stands beside each of their elements.
func eachOf(args [][]float64, f func(x []float64) float64) ([]float64, error) {
	n := 1
	for _, a := range args {
		if len(a) != 1 {
			n = len(a)
		}
	}
	for _, a := range args {
		if len(a) != 1 && len(a) != n {
			return nil, fmt.Errorf("arrays of %d and of %d elements stand beside each other", len(a), n)
		}
	}
	y, x := make([]float64, n), make([]float64, len(args))
	for i := range y {
		for k, a := range args {
			x[k] = a[min(i, len(a)-1)]
		}
		y[i] = f(x)
	}
	return y, nil
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
	name = alias(name)
	if name == "dim" && len(args) == 1 && sizes != nil {
		var list []float64
		for _, n := range sizes(0) {
			list = append(list, float64(n))
		}
		return list, nil
	}
	all := joined(args)
	if f := functions.OfBUGS(name); f != nil && f.Takes == len(args) && len(args) > 1 {
		return eachOf(args, func(x []float64) float64 { return f.Value(x...) })
	}
	if r := functions.ReducesBUGS(name); r != nil && (len(all) > 0 || !r.Some) {
		return []float64{r.Value(all)}, nil
	}
	switch f := ours[name]; {
	case f == nil:
	case f.number != nil && f.numbers > 0 && f.numbers == len(args):
		return eachOf(args, f.number)
	case f.number != nil && f.numbers == 0:
		return []float64{f.number(all)}, nil
	case f.list != nil && (f.lists == 0 || f.lists == len(args)):
		return f.list(args)
	}
	if f := functions.OfBUGS(name); f != nil && f.Takes == len(args) {
		if y := elementwise(f, args); y != nil {
			return y, nil
		}
	}
	return nil, errNotComputed(len(args))
}

// elementwise is a function of numbers for each element of arrays of one length, numbers among them; nil where they differ in length.
func elementwise(f *functions.Function, args [][]float64) []float64 {
	n := 1
	for _, a := range args {
		n = max(n, len(a))
	}
	y, x := make([]float64, n), make([]float64, len(args))
	for i := range y {
		for k, a := range args {
			if len(a) != n && len(a) != 1 {
				return nil
			}
			x[k] = a[min(i, len(a)-1)]
		}
		y[i] = f.Value(x...)
	}
	return y
}
