package bugs

// Arrays that are computed from elements of their own and need not be written out: sums and products, which Gibbs
// sampling writes as reductions, and what no draw reads.

// inDensities are the names that draws read, directly or through definitions. What no draw reads is computed
// element by element.
func (t *translator) inDensities() map[string]bool {
	found := map[string]bool{}
	var add func(e Expr)
	add = func(e Expr) {
		walk(e, func(e Expr) {
			r, ok := e.(*Ref)
			if !ok || found[r.Name] {
				return
			}
			found[r.Name] = true
			for _, s := range t.all {
				if s.Dist == nil && s.Target.Name == r.Name && !t.skipped(s) {
					s.each(add)
				}
			}
		})
	}
	for _, s := range t.all {
		if s.Dist != nil {
			s.each(add)
		}
	}
	return found
}

// isReduction tells whether an array is computed from the element before alone, as h[t] <- a[t] + b * h[t - 1] with
// one b for all t, or p[t] <- g[t] * p[t - 1]: these are sums and products.
func (t *translator) isReduction(name string) bool {
	for _, s := range t.all {
		if s.Target.Name != name || s.Dist != nil || !reads(s.Value, name) {
			continue
		}
		l := t.step(s)
		if l == nil {
			return false
		}
		slope, rest, ok := slopeOf(s.Value, name)
		if !ok || s.Link != "" || rest && reads(slope, l.Index) {
			return false
		}
	}
	return true
}

// step is the loop along which a definition reads the element before its own, nil where it does not.
func (t *translator) step(s *site) (found *For) {
	walk(s.Value, func(e Expr) {
		r, ok := e.(*Ref)
		if !ok || r.Name != s.Target.Name || len(r.Subs) != len(s.Target.Subs) {
			return
		}
		for d, u := range s.Target.Subs {
			if u.Lo == nil || u.Hi != nil || r.Subs[d].Lo == nil || r.Subs[d].Hi != nil || u.Lo.String() == r.Subs[d].Lo.String() {
				continue
			}
			i, own, ok := offset(u.Lo)
			j, other, ok2 := offset(r.Subs[d].Lo)
			l := s.loop(i)
			if !ok || !ok2 || i != j || other != own-1 || l == nil {
				return
			}
			if lo, ok := l.Range.Lo.(*Number); ok && int(lo.Value)+own >= 2 {
				found = l
			}
		}
	})
	return found
}

// offset takes i + 1 or i - 1 apart.
func offset(e Expr) (name string, k int, ok bool) {
	if r, ok := e.(*Ref); ok && r.Subs == nil {
		return r.Name, 0, true
	}
	b, isBinary := e.(*Binary)
	if !isBinary || b.Op != "+" && b.Op != "-" {
		return "", 0, false
	}
	r, isRef := b.X.(*Ref)
	n, isNumber := b.Y.(*Number)
	if !isRef || !isNumber || r.Subs != nil {
		return "", 0, false
	}
	k = int(n.Value)
	if b.Op == "-" {
		k = -k
	}
	return r.Name, k, true
}

// slopeOf takes an expression apart that is linear in the one element of a name that it reads: what that is
// multiplied by, and whether something is added.
func slopeOf(e Expr, name string) (slope Expr, rest, ok bool) {
	if r, is := e.(*Ref); is && r.Name == name {
		return &Number{At: r.At, Value: 1, Text: "1"}, false, true
	}
	b, is := e.(*Binary)
	if !is {
		return nil, false, false
	}
	x, y := reads(b.X, name), reads(b.Y, name)
	if x == y {
		return nil, false, false
	}
	in, other := b.X, b.Y
	if y {
		in, other = b.Y, b.X
	}
	slope, rest, ok = slopeOf(in, name)
	switch {
	case !ok:
	case b.Op == "+" || b.Op == "-":
		rest = true
	case b.Op == "*" || b.Op == "/" && x:
		slope = &Binary{At: b.At, Op: "*", X: slope, Y: other}
	default:
		return nil, false, false
	}
	return slope, rest, ok
}
