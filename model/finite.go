package model

import (
	"math"

	"mpc/lang/functions"
)

// Finite returns the condition that a known number is finite: that nothing which it
// is computed from overflows, is divided by zero or is outside of a function's domain.
func Finite(e *Expr) *Expr {
	return &Expr{Op: OpCall, Fun: "finite", Type: Type{Kind: Bool}, Args: []*Expr{e}, At: e.At}
}

// IsFinite tells whether e is the condition that Finite returns, or that of all
// elements of a range.
func (e *Expr) IsFinite() bool {
	if e.Demands() {
		return e.Args[0].IsFinite()
	}
	return e.Op == OpCall && e.Fun == "finite"
}

// SeenFinite tells whether a known number is seen to be finite for all data, which
// are finite themselves. The function constant tells it of a constant of the program.
func (e *Expr) SeenFinite(constant func(*Variable) bool) bool {
	return e.within(constant).Finite()
}

// within is where a known number lies for all data; Anywhere, with infinite numbers, where none is seen.
func (e *Expr) within(constant func(*Variable) bool) functions.Interval {
	between := func(size float64) functions.Interval { return functions.Interval{Low: -size, High: size} }
	switch {
	case e.Type.Kind == Bool:
		return functions.Unit
	case e.Op == OpNumber:
		return functions.Interval{Low: e.Value, High: e.Value}
	case e.Type.Kind != Real:
		return between(1 << 63)
	case e.Op == OpVariable && !constant(e.Variable):
		return functions.Anywhere
	case e.Op == OpReduce:
		if r := e.Reduction(); r != nil && r.OneOf() {
			return e.Args[0].within(constant)
		}
		return functions.Anywhere
	case e.Op != OpCall:
		return between(math.MaxFloat64)
	}
	f := functions.Named(e.Fun)
	if f == nil || f.Takes != len(e.Args) {
		return functions.Anywhere
	}
	list := make([]functions.Interval, len(e.Args))
	for i, a := range e.Args {
		list[i] = a.within(constant)
		if !list[i].Finite() || f.Domain != nil && !f.Domain.Has(list[i]) {
			return functions.Anywhere
		}
	}
	return f.Within(list...)
}
