package conditional

import "mpc/model"

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
func reads(e, x *model.Expr) bool {
	found := false
	key := x.Key()
	e.Walk(func(y *model.Expr) {
		found = found || y.Op == model.OpVariable && y.Variable == x.Variable && y.Key() == key
	})
	return found
}

// affine takes e apart as slope*x + offset; false where it is not seen to be that.
func affine(e, x *model.Expr) (slope, offset *model.Expr, ok bool) {
	if !reads(e, x) {
		return model.Number(0), e, true
	}
	if e.Op == model.OpVariable {
		if e.Key() != x.Key() {
			return nil, nil, false // in an index
		}
		return model.Number(1), model.Number(0), true
	}
	if e.Op != model.OpCall {
		return nil, nil, false
	}
	switch e.Fun {
	case "real":
		return affine(e.Args[0], x)
	case "neg":
		s, o, ok := affine(e.Args[0], x)
		if !ok {
			return nil, nil, false
		}
		return negated(s), difference(model.Number(0), o), true
	case "+", "-":
		s, o, ok := affine(e.Args[0], x)
		t, p, ok2 := affine(e.Args[1], x)
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
			if reads(f, x) {
				continue
			}
			s, o, ok := affine(a, x)
			if !ok {
				return nil, nil, false
			}
			return product(s, f), product(o, f), true
		}
	case "/":
		if reads(e.Args[1], x) {
			return nil, nil, false
		}
		s, o, ok := affine(e.Args[0], x)
		if !ok {
			return nil, nil, false
		}
		if o.IsNumber(0) {
			return quotient(s, e.Args[1]), o, true
		}
		return quotient(s, e.Args[1]), quotient(o, e.Args[1]), true
	case model.Choose:
		if reads(e.Args[0], x) {
			return nil, nil, false
		}
		s, o, ok := affine(e.Args[1], x)
		t, p, ok2 := affine(e.Args[2], x)
		if !ok || !ok2 {
			return nil, nil, false
		}
		return choose(e.Args[0], s, t), choose(e.Args[0], o, p), true
	}
	return nil, nil, false
}

// monomial takes e apart as factor * x^power, the factor free of x.
func monomial(e, x *model.Expr) (factor *model.Expr, power float64, ok bool) {
	if !reads(e, x) {
		return e, 0, true
	}
	if e.Op == model.OpVariable {
		return model.Number(1), 1, e.Key() == x.Key()
	}
	if e.Op != model.OpCall {
		return nil, 0, false
	}
	switch e.Fun {
	case "real":
		return monomial(e.Args[0], x)
	case "*", "/":
		f, p, ok := monomial(e.Args[0], x)
		g, q, ok2 := monomial(e.Args[1], x)
		if !ok || !ok2 {
			return nil, 0, false
		}
		if e.Fun == "/" {
			return quotient(f, g), p - q, true
		}
		return product(f, g), p + q, true
	case "sqrt":
		f, p, ok := monomial(e.Args[0], x)
		if !ok {
			return nil, 0, false
		}
		return call("sqrt", f), p / 2, true
	case "^":
		if e.Args[1].Op != model.OpNumber {
			return nil, 0, false
		}
		f, p, ok := monomial(e.Args[0], x)
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
