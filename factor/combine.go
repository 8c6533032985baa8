package factor

import "mpc/model"

// combined adds up the multiples of one random value in a sum, and writes a linear
// combination of several components of one random vector as a dot product, whose one
// message about the vector holds how they hang together: messages about one component
// at a time would not. It returns e as it is where there is nothing to combine.
func combined(e *model.Expr) *model.Expr {
	var parts []part
	if e.Op != model.OpCall || e.Type.Kind != model.Real || !spread(e, nil, &parts) {
		return e
	}
	re := model.Type{Kind: model.Real}
	if merged := merge(parts); len(merged) < len(parts) {
		return total(merged, e)
	}
	for i, p := range parts {
		w := vectorOf(p.of)
		if w == nil {
			continue
		}
		var with, rest []part
		for _, q := range parts {
			if v := vectorOf(q.of); v != nil && v.Equal(w) {
				with = append(with, q)
			} else {
				rest = append(rest, q)
			}
		}
		if len(with) < 2 || parts[i].of != with[0].of {
			continue
		}
		x := &model.Expr{Op: model.OpList, Type: model.Type{Kind: model.Real, Dimensions: 1}, At: e.At}
		for range int(w.Lengths()[0].Value) {
			x.Args = append(x.Args, model.Number(0))
		}
		for _, q := range with {
			k := int(q.of.Args[1].Value)
			x.Args[k] = model.Call("+", re, x.Args[k], q.factor())
		}
		sum := &model.Expr{Op: model.OpCall, Fun: "dot", Type: re, Args: []*model.Expr{w, x}, Random: true, At: e.At}
		for _, q := range rest {
			sum = model.Call("+", re, sum, q.term())
			sum.At = e.At
		}
		return sum
	}
	return e
}

// A part is a term of a sum: times, which is known, or nil for 1, of a random
// value, or nil for a known term.
type part struct{ times, of *model.Expr }

func (p part) factor() *model.Expr {
	if p.times == nil {
		return model.Number(1)
	}
	return p.times
}

func (p part) term() *model.Expr {
	switch {
	case p.of == nil:
		return p.factor()
	case p.times == nil:
		return p.of
	}
	x := model.Call("*", model.Type{Kind: model.Real}, p.times, p.of)
	x.Random, x.At = true, p.of.At
	return x
}

// merge adds up the multiples of each random value: 2 * a + 3 * a is 5 * a, of which
// there are messages, where those of two uses of a would take them as independent.
func merge(parts []part) []part {
	re := model.Type{Kind: model.Real}
	var out []part
	at := map[string]int{}
	for _, p := range parts {
		if p.of != nil {
			key := p.of.Key()
			if i, ok := at[key]; ok {
				out[i].times = model.Call("+", re, out[i].factor(), p.factor())
				continue
			}
			at[key] = len(out)
		}
		out = append(out, p)
	}
	return out
}

// total is the sum of terms, in place of e.
func total(parts []part, e *model.Expr) *model.Expr {
	sum := parts[0].term()
	for _, p := range parts[1:] {
		sum = model.Call("+", e.Type, sum, p.term())
		sum.Random, sum.At = true, e.At
	}
	return sum
}

// spread lists the terms of a sum; false where e is no sum.
func spread(e, times *model.Expr, parts *[]part) bool {
	re := model.Type{Kind: model.Real}
	scaled := func(k *model.Expr) *model.Expr {
		if times == nil {
			return k
		}
		return model.Call("*", re, times, k)
	}
	if !e.Random {
		*parts = append(*parts, part{scaled(e), nil})
		return true
	}
	if e.Op == model.OpCall && e.Type.Dimensions == 0 {
		a := e.Args
		switch {
		case e.Fun == "+":
			return spread(a[0], times, parts) && spread(a[1], times, parts)
		case e.Fun == "-":
			return spread(a[0], times, parts) && spread(a[1], scaled(model.Number(-1)), parts)
		case e.Fun == "neg":
			return spread(a[0], scaled(model.Number(-1)), parts)
		case e.Fun == "*" && !a[0].Random && a[0].Type.Kind != model.Bool:
			return spread(a[1], scaled(a[0]), parts)
		case e.Fun == "*" && !a[1].Random && a[1].Type.Kind != model.Bool:
			return spread(a[0], scaled(a[1]), parts)
		case e.Fun == "/" && !a[1].Random:
			return spread(a[0], scaled(model.Call("/", re, model.Number(1), a[1])), parts)
		}
	}
	*parts = append(*parts, part{times, e})
	return true
}

// vectorOf is the vector of known length that e is a component of, at a constant
// index; nil if it is none.
func vectorOf(e *model.Expr) *model.Expr {
	if e == nil || e.Op != model.OpCall || e.Fun != "component" || len(e.Args) != 2 || e.Args[0].Op != model.OpVariable {
		return nil
	}
	n := e.Args[0].Lengths()
	k := e.Args[1]
	if len(n) != 1 || n[0].Op != model.OpNumber || k.Op != model.OpNumber || k.Value < 0 || k.Value >= n[0].Value {
		return nil
	}
	return e.Args[0]
}
