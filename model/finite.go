package model

import "math"

// Finite returns the condition that a known number is finite: that nothing which it
// is computed from overflows, is divided by zero or is outside of a function's domain.
func Finite(e *Expr) *Expr {
	return &Expr{Op: OpCall, Fun: "finite", Type: Type{Kind: Bool}, Args: []*Expr{e}, At: e.At}
}

// IsFinite tells whether e is the condition that Finite returns, or that of all
// elements of a range.
func (e *Expr) IsFinite() bool {
	if e.Op == OpReduce && e.Fun == "all" {
		return e.Args[0].IsFinite()
	}
	return e.Op == OpCall && e.Fun == "finite"
}

// SeenFinite tells whether a known number is seen to be finite for all data, which
// are finite themselves. The function constant tells it of a constant of the program.
func (e *Expr) SeenFinite(constant func(*Variable) bool) bool {
	return e.largest(constant) <= math.MaxFloat64
}

// largest is a bound on the size of a known number, for all data; +Inf where none is
// seen.
func (e *Expr) largest(constant func(*Variable) bool) float64 {
	switch {
	case e.Type.Kind == Bool:
		return 1
	case e.Op == OpNumber:
		return math.Abs(e.Value)
	case e.Type.Kind != Real:
		return 1 << 63
	case e.Op == OpVariable && !constant(e.Variable):
		return math.Inf(1)
	case e.Op == OpReduce && (e.Fun == "max" || e.Fun == "min"):
		return e.Args[0].largest(constant)
	case e.Op == OpReduce:
		return math.Inf(1)
	case e.Op != OpCall:
		return math.MaxFloat64
	}
	size := make([]float64, len(e.Args))
	for i, a := range e.Args {
		size[i] = a.largest(constant)
	}
	switch e.Fun {
	case "neg", "abs", "real":
		return size[0]
	case "+", "-":
		return size[0] + size[1]
	case "*":
		return size[0] * size[1]
	case "max", "min":
		return max(size[0], size[1])
	case "logistic", "probit":
		if size[0] <= math.MaxFloat64 {
			return 1
		}
	case "/":
		if x, known := constantNumber(e.Args[1]); known {
			return size[0] / math.Abs(x)
		}
	}
	return math.Inf(1)
}
