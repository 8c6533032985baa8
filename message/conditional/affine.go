package conditional

import (
	"slices"

	"mpc/model"
)

var realType = model.Type{Kind: model.Real}

func sum(a, b *model.Expr) *model.Expr {
	switch {
	case a.IsNumber(0):
		return b
	case b.IsNumber(0):
		return a
	}
	return model.Call("+", realType, a, b)
}

func difference(a, b *model.Expr) *model.Expr {
	switch {
	case b.IsNumber(0):
		return a
	case a.IsNumber(0):
		return negated(b)
	}
	return model.Call("-", realType, a, b)
}

func product(a, b *model.Expr) *model.Expr {
	switch {
	case a.IsNumber(0) || b.IsNumber(0):
		return model.Number(0)
	case a.IsNumber(1):
		return b
	case b.IsNumber(1):
		return a
	}
	return model.Call("*", realType, a, b)
}

func quotient(a, b *model.Expr) *model.Expr {
	if b.IsNumber(1) {
		return a
	}
	return model.Call("/", realType, a, b)
}

func negated(a *model.Expr) *model.Expr {
	if a.IsNumber(0) {
		return a
	}
	if a.Op == model.OpCall && a.Fun == "neg" {
		return a.Args[0]
	}
	return model.Call("neg", realType, a)
}

// reads tells whether e reads the element x, which is one of a variable as it stands in
// the text of e.
func reads(e, x *model.Expr) bool { return find(x).in(e) }

// A finder looks for an element in an expression and its parts. It keeps what it has found: whoever
// takes an expression apart asks at each step.
type finder struct {
	x     *model.Expr
	key   string
	known map[*model.Expr]bool
}

func find(x *model.Expr) *finder { return &finder{x, x.Key(), map[*model.Expr]bool{}} }

// in tells whether e reads the element.
func (f *finder) in(e *model.Expr) bool {
	if e == nil {
		return false
	}
	here := e.Op == model.OpVariable && e.Variable == f.x.Variable && e.Key() == f.key
	if here || len(e.Args) == 0 && e.Loop == nil {
		return here
	}
	found, ok := f.known[e]
	if !ok {
		found = slices.ContainsFunc(e.Args, f.in) || e.Loop != nil && (f.in(e.Loop.Lo) || f.in(e.Loop.Hi))
		f.known[e] = found
	}
	return found
}

// affine takes e apart as slope*x + offset; false where it is not seen to be that.
func affine(e, x *model.Expr) (slope, offset *model.Expr, ok bool) { return find(x).affine(e) }

func (in *finder) affine(e *model.Expr) (slope, offset *model.Expr, ok bool) {
	if !in.in(e) {
		return model.Number(0), e, true
	}
	if e.Op == model.OpVariable {
		if e.Key() != in.key {
			return nil, nil, false // in an index
		}
		return model.Number(1), model.Number(0), true
	}
	if e.Op != model.OpCall {
		return nil, nil, false
	}
	switch e.Fun {
	case "real":
		return in.affine(e.Args[0])
	case "neg":
		s, o, ok := in.affine(e.Args[0])
		if !ok {
			return nil, nil, false
		}
		return negated(s), difference(model.Number(0), o), true
	case "+", "-":
		s, o, ok := in.affine(e.Args[0])
		t, p, ok2 := in.affine(e.Args[1])
		if !ok || !ok2 {
			return nil, nil, false
		}
		if e.Fun == "-" {
			return difference(s, t), difference(o, p), true
		}
		return sum(s, t), sum(o, p), true
	case "*":
		for k := range 2 {
			a, f := e.Args[k], e.Args[1-k]
			if in.in(f) {
				continue
			}
			s, o, ok := in.affine(a)
			if !ok {
				return nil, nil, false
			}
			return product(s, f), product(o, f), true
		}
	case "/":
		if in.in(e.Args[1]) {
			return nil, nil, false
		}
		s, o, ok := in.affine(e.Args[0])
		if !ok {
			return nil, nil, false
		}
		if o.IsNumber(0) {
			return quotient(s, e.Args[1]), o, true
		}
		return quotient(s, e.Args[1]), quotient(o, e.Args[1]), true
	case model.Choose:
		if in.in(e.Args[0]) {
			return nil, nil, false
		}
		s, o, ok := in.affine(e.Args[1])
		t, p, ok2 := in.affine(e.Args[2])
		if !ok || !ok2 {
			return nil, nil, false
		}
		return choose(e.Args[0], s, t), choose(e.Args[0], o, p), true
	}
	return nil, nil, false
}

// monomial takes e apart as factor * x^power, the factor free of x.
func monomial(e, x *model.Expr) (factor *model.Expr, power float64, ok bool) {
	return find(x).monomial(e)
}

func (in *finder) monomial(e *model.Expr) (factor *model.Expr, power float64, ok bool) {
	if !in.in(e) {
		return e, 0, true
	}
	if e.Op == model.OpVariable {
		return model.Number(1), 1, e.Key() == in.key
	}
	if e.Op != model.OpCall {
		return nil, 0, false
	}
	switch e.Fun {
	case "real":
		return in.monomial(e.Args[0])
	case "*", "/":
		f, p, ok := in.monomial(e.Args[0])
		g, q, ok2 := in.monomial(e.Args[1])
		if !ok || !ok2 {
			return nil, 0, false
		}
		if e.Fun == "/" {
			return quotient(f, g), p - q, true
		}
		return product(f, g), p + q, true
	case "sqrt":
		f, p, ok := in.monomial(e.Args[0])
		if !ok {
			return nil, 0, false
		}
		return call("sqrt", f), p / 2, true
	case "^":
		if e.Args[1].Op != model.OpNumber {
			return nil, 0, false
		}
		f, p, ok := in.monomial(e.Args[0])
		if !ok {
			return nil, 0, false
		}
		return model.Call("^", realType, f, e.Args[1]), p * e.Args[1].Value, true
	}
	return nil, 0, false
}

func call(fun string, a *model.Expr) *model.Expr {
	if a.IsNumber(1) && fun == "sqrt" {
		return a
	}
	return model.Call(fun, realType, a)
}
