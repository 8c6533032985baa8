package functions

import (
	"fmt"
	"strconv"
	"strings"
)

// A Term says how a function is computed from others: a number, an argument, or a function of terms, which are computed
// from the first to the last.
type Term struct {
	Function string
	Args     []*Term
	// Argument counts from 1, and is 0 of a number.
	Argument int
	Number   float64
}

var x, y = &Term{Argument: 1}, &Term{Argument: 2}

func num(v float64) *Term                    { return &Term{Number: v} }
func of(function string, a ...*Term) *Term   { return &Term{Function: function, Args: a} }
func by(derivatives ...*Term) (list []*Term) { return derivatives }

// Value computes a term of arguments.
func (t *Term) Value(a []float64) float64 {
	switch {
	case t.Argument > 0:
		return a[t.Argument-1]
	case t.Function == "":
		return t.Number
	}
	values := make([]float64, len(t.Args))
	for i, x := range t.Args {
		values[i] = x.Value(a)
	}
	return Named(t.Function).Value(values...)
}

// String writes a term of x and y.
func (t *Term) String() string {
	switch {
	case t.Argument > 0:
		return string(rune('x' + t.Argument - 1))
	case t.Function == "":
		return strconv.FormatFloat(t.Number, 'g', -1, 64)
	}
	var args []string
	for _, x := range t.Args {
		args = append(args, x.String())
	}
	return fmt.Sprintf("%s(%s)", t.Function, strings.Join(args, ", "))
}
