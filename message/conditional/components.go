package conditional

import "mpc/model"

// parts replaces what is said of whole random vectors by their elements.
func (b *builder) parts(e *model.Expr) *model.Expr {
	switch e.Fun {
	case "component":
		if x, ok := b.component(e.Args[0], e.Args[1:]); ok {
			return x
		}
	case "dot":
		if x, ok := b.dot(e.Args[0], e.Args[1], e); ok {
			return x
		}
	case model.CallTable:
		return e.Row()
	}
	return e
}

// component is a number of a vector or a matrix, in terms of the numbers of what that is
// computed from.
func (b *builder) component(v *model.Expr, at []*model.Expr) (*model.Expr, bool) {
	switch v.Op {
	case model.OpVariable, model.OpInput:
		return element(v, at...), true
	case model.OpList:
		return b.componentOfList(v, at)
	case model.OpReduce:
		if v.Fun == model.Elements {
			x := v.Args[0].Subst(v.Loop.Index, at[0])
			if len(at) == 1 {
				return x, v.Loop.Lo.IsNumber(0)
			}
			return b.component(x, at[1:])
		}
		if v.Fun != "softmax" {
			return nil, false
		}
		// 1/sum(exp(x[j] - x[k])), which is right also where exp(x[k]) overflows.
		x := v.Args[0]
		body := model.Call("exp", realType, difference(x, x.Subst(v.Loop.Index, at[0])))
		total := &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{body}, Random: true, Loop: v.Loop, At: v.At}
		return model.Call("/", realType, model.Number(1), total), true
	case model.OpCall:
		return b.componentOfCall(v, at)
	}
	return nil, false
}

// componentOfList is that of a list, or of a list of rows.
func (b *builder) componentOfList(v *model.Expr, at []*model.Expr) (out *model.Expr, ok bool) {
	for k := len(v.Args) - 1; k >= 0; k-- {
		a := v.Args[k]
		here := model.Call("==", boolean, at[0], model.Number(float64(k)))
		if here.Op == model.OpBool && here.Value == 0 {
			continue
		}
		if len(at) > 1 {
			if a, ok = b.component(a, at[1:]); !ok {
				return nil, false
			}
		}
		if out == nil {
			out = a
			continue
		}
		out = choose(here, a, out)
	}
	return out, out != nil
}

// componentOfCall is that of a sum or a multiple, or of a matrix times a vector.
func (b *builder) componentOfCall(v *model.Expr, at []*model.Expr) (*model.Expr, bool) {
	if v.Fun == "*" && len(at) == 1 && v.Args[0].Type.Dimensions == 2 && v.Args[1].Type.Dimensions == 1 {
		return b.linearMap(v, at[0])
	}
	args := make([]*model.Expr, len(v.Args))
	for k, a := range v.Args {
		if args[k] = a; a.Type.Dimensions == 0 && a.Op != model.OpList {
			continue // of a multiple the number, of a choice the condition
		}
		x, ok := b.component(a, at)
		if !ok {
			return nil, false
		}
		args[k] = x
	}
	switch v.Fun {
	case "zeros":
		return model.Number(0), true
	case "+", "-", "*", "/", "neg":
		x := model.Call(v.Fun, realType, args...)
		if x.Op == model.OpCall {
			x.At = v.At
		}
		return x, true
	case model.Choose:
		return choose(args[0], args[1], args[2]), true
	}
	return nil, false
}

// linearMap is a component of a matrix times a vector.
func (b *builder) linearMap(v, at *model.Expr) (*model.Expr, bool) {
	matrix, x := v.Args[0], v.Args[1]
	n := x.Lengths()
	if len(n) == 0 {
		if n = matrix.Lengths(); len(n) != 2 {
			return nil, false
		}
		n = n[1:]
	}
	return b.products(n[0], matrix.Op == model.OpList || x.Op == model.OpList, v, func(k *model.Expr) (*model.Expr, *model.Expr, bool) {
		c, ok := b.component(matrix, []*model.Expr{at, k})
		w, ok2 := b.component(x, []*model.Expr{k})
		return c, w, ok && ok2
	})
}

// dot is the sum of the products of the elements of two vectors.
func (b *builder) dot(x, y, e *model.Expr) (*model.Expr, bool) {
	n := x.Lengths()
	if len(n) == 0 || y.Op == model.OpList {
		n = y.Lengths()
	}
	if len(n) != 1 {
		return nil, false
	}
	return b.products(n[0], x.Op == model.OpList || y.Op == model.OpList, e, func(k *model.Expr) (*model.Expr, *model.Expr, bool) {
		v, ok := b.component(x, []*model.Expr{k})
		w, ok2 := b.component(y, []*model.Expr{k})
		return v, w, ok && ok2
	})
}

// products is the sum of n products, of lists written out.
func (b *builder) products(n *model.Expr, written bool, e *model.Expr, of func(k *model.Expr) (x, y *model.Expr, ok bool)) (*model.Expr, bool) {
	if written && n.Op == model.OpNumber {
		sum := model.Number(0)
		for k := range int(n.Value) {
			x, y, ok := of(model.Number(float64(k)))
			if !ok {
				return nil, false
			}
			sum = model.Call("+", realType, sum, model.Call("*", realType, x, y))
		}
		return sum, true
	}
	b.indices++
	i := &model.Index{ID: -b.indices, Name: "j", At: e.At}
	x, y, ok := of(model.IndexExpr(i))
	if !ok {
		return nil, false
	}
	return &model.Expr{Op: model.OpReduce, Fun: "sum", Type: realType, Args: []*model.Expr{model.Call("*", realType, x, y)}, Random: true, At: e.At,
		Loop: &model.Loop{Index: i, Lo: model.Number(0), Hi: n, Full: n}}, true
}

// element is a component of a vector.
func element(v *model.Expr, at ...*model.Expr) *model.Expr {
	c := *v
	c.Args = append(v.Args[:len(v.Args):len(v.Args)], at...)
	c.Type.Dimensions -= len(at)
	return &c
}
