package dist

// Stretch returns the n elements of s from the one at first on; no element where
// n is 0, whatever first is.
func Stretch[T any](s []T, first, n int) []T {
	if n <= 0 {
		return nil
	}
	return s[first : first+n : first+n]
}

// NormalTotalsExcept sets each element of to to the product in totals without
// the message in m, as [NormalTotal.Except] returns it.
func NormalTotalsExcept(totals []NormalTotal, m, to []Normal) {
	m, to = m[:len(totals)], to[:len(totals)]
	for i := range totals {
		t, x := &totals[i].t, m[i]
		h, p := (t.a-x.H)+t.aLow, (t.b-x.P)+t.bLow
		if p-p != 0 {
			to[i] = totals[i].exceptPoint(x)
			continue
		}
		to[i] = Normal{h, p}
	}
}

// NormalTotalsReplace takes the messages in old out of totals, multiplies those
// in m in, as [NormalTotal.Replace] does, and keeps them in old.
func NormalTotalsReplace(totals []NormalTotal, old, m []Normal) {
	old, m = old[:len(totals)], m[:len(totals)]
	for i := range totals {
		t, x, y := &totals[i].t, old[i], m[i]
		old[i] = y
		a, aLow := replaceDouble(t.a, t.aLow, x.H, y.H)
		b, bLow := replaceDouble(t.b, t.bLow, x.P, y.P)
		if bLow != bLow {
			totals[i].Remove(x)
			totals[i].Add(y)
			continue
		}
		*t = total{a, aLow, b, bLow}
	}
}
