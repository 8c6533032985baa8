package factor

import "mpc/model"

// compared brings all random terms of a comparison to one side where both sides have terms
// of one value, or components of one vector: of a + b > b + 3 what is left is a > 3. The
// messages of two sums that share a term would take them as independent. It returns
// the sides as they are where they share nothing, or where it is not known what is left.
func compared(a, b *model.Expr) (x, y *model.Expr) {
	var left, right []part
	if !a.Random || !b.Random || a.Type.Kind != model.Real || b.Type.Kind != model.Real ||
		!spread(a, nil, &left) || !spread(b, model.Number(-1), &right) || !share(left, right) {
		return a, b
	}
	re := model.Type{Kind: model.Real}
	var random []part
	var known *model.Expr
	for _, p := range merge(append(left, right...)) {
		switch {
		case p.of == nil && known == nil:
			known = p.factor()
		case p.of == nil:
			known = model.Call("+", re, known, p.factor())
		case p.factor().IsNumber(0):
		default:
			random = append(random, p)
		}
	}
	if len(random) == 0 {
		return a, b
	}
	for _, p := range random {
		// Multiples by data may cancel each other in some data, and not in others.
		if mixed(p, left) && mixed(p, right) && p.factor().Op != model.OpNumber {
			return a, b
		}
	}
	if known == nil {
		known = model.Number(0)
	}
	x = total(random, a)
	x.At = a.At
	y = model.Call("neg", re, known)
	y.At = b.At
	return x, y
}

// share tells whether two sums have terms of one value, or components of one vector.
func share(a, b []part) bool {
	for _, p := range a {
		if mixed(p, b) {
			return true
		}
		w := vectorOf(p.of)
		for _, q := range b {
			if v := vectorOf(q.of); w != nil && v != nil && v.Equal(w) {
				return true
			}
		}
	}
	return false
}

// mixed tells whether a sum has a term of the same random value as p.
func mixed(p part, list []part) bool {
	for _, q := range list {
		if p.of != nil && q.of != nil && p.of.Equal(q.of) {
			return true
		}
	}
	return false
}
