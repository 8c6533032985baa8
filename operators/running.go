package operators

import (
	"math"

	"mpc/dist"
)

// A RunningSum is the mean and the variance of a sum of independent terms k w, kept
// while one w after the other changes: each change costs the same, however many terms
// there are. It is in double-double arithmetic (Dekker, "A floating-point technique for
// extending the available precision", 1971), so that a term that is taken out leaves
// nothing behind.
//
// Terms that are neither proper normals nor points are counted and not added. While
// there is one, or a number has overflowed, the sum says that it cannot tell, and the
// caller sums up the terms himself.
type RunningSum struct {
	mean, meanLow         float64
	variance, varianceLow float64
	// largest is the largest variance that the sum has had: what is below its
	// rounding errors is not known.
	largest    float64
	loose, odd int // proper normals; terms that are not in the sums
}

// A RunningTerm holds what a RunningSum needs of a normal.
type RunningTerm struct {
	mean, variance float64
	kind           runningKind
}

type runningKind uint8

const (
	runningLoose runningKind = iota // a proper normal
	runningPoint
	runningOdd
)

// NewRunningTerm returns the moments of w.
func NewRunningTerm(w dist.Normal) RunningTerm {
	switch {
	case w.P > 0 && w.P <= math.MaxFloat64:
		return RunningTerm{mean: w.H / w.P, variance: 1 / w.P}
	case w.IsPoint():
		return RunningTerm{mean: w.H, kind: runningPoint}
	}
	return RunningTerm{kind: runningOdd}
}

// SumOfDot is the sum of all x[i] w[i].
func SumOfDot(x []float64, w []dist.Normal) RunningSum {
	var s RunningSum
	x = x[:len(w)]
	for i, t := range w {
		if x[i] != 0 {
			s.Add(x[i], NewRunningTerm(t))
		}
	}
	return s
}

// SumOfTerms is the sum of all terms.
func SumOfTerms(terms []dist.Normal) RunningSum {
	var s RunningSum
	for _, t := range terms {
		s.Add(1, NewRunningTerm(t))
	}
	return s
}

// Add adds k w.
func (s *RunningSum) Add(k float64, w RunningTerm) { s.change(k, w, 1) }

// Remove takes k w out, which must be in the sum.
func (s *RunningSum) Remove(k float64, w RunningTerm) { s.change(k, w, -1) }

func (s *RunningSum) change(k float64, w RunningTerm, sign int) {
	if k == 0 {
		return // whatever w is
	}
	switch w.kind {
	case runningOdd:
		s.odd += sign
		return
	case runningLoose:
		s.loose += sign
	}
	f := float64(sign)
	s.mean, s.meanLow = runningAdd(s.mean, s.meanLow, f*(k*w.mean))
	s.variance, s.varianceLow = runningAdd(s.variance, s.varianceLow, f*(k*k*w.variance))
	s.largest = math.Max(s.largest, s.variance)
}

// Replace takes k old out and adds k w.
func (s *RunningSum) Replace(k float64, old, w RunningTerm) {
	s.change(k, old, -1)
	s.change(k, w, 1)
}

// Without is the sum without k w, which must be in it.
func (s RunningSum) Without(k float64, w RunningTerm) RunningSum {
	s.change(k, w, -1)
	return s
}

// With is the sum and k w.
func (s RunningSum) With(k float64, w RunningTerm) RunningSum {
	s.change(k, w, 1)
	return s
}

// runningAdd adds y to the double-double number hi + lo.
func runningAdd(hi, lo, y float64) (float64, float64) {
	s := hi + y
	v := s - hi
	e := (hi - (s - v)) + (y - v) + lo
	r := s + e
	return r, e - (r - s)
}

// ToOut is the message to what is the sum; false where it must be computed from the
// terms: where one is not proper, or the variance is among rounding errors.
func (s RunningSum) ToOut() (dist.Normal, bool) {
	if s.odd != 0 || s.loose == 0 || !(s.variance > 1e-13*s.largest) {
		return dist.Normal{}, false
	}
	m := dist.Normal{H: s.mean / s.variance, P: 1 / s.variance}
	return m, m.P > 0 && m.P <= math.MaxFloat64 && m.H-m.H == 0
}

// ToTerm is the message to the w of a sum of k w and the others, which s is the sum of,
// of which out comes back: that of DotToWAverage. It is false where it must be
// computed from the terms.
func (s *RunningSum) ToTerm(out dist.Normal, k float64) (dist.Normal, bool) {
	return runningMessage(out, k, s.mean, s.odd)
}

// ToTermOf is ToTerm where k w is in the sum too.
func (s *RunningSum) ToTermOf(out dist.Normal, k float64, w RunningTerm) (dist.Normal, bool) {
	if w.kind == runningOdd {
		return runningMessage(out, k, s.mean, s.odd-1)
	}
	return runningMessage(out, k, (s.mean-k*w.mean)+s.meanLow, s.odd)
}

func runningMessage(out dist.Normal, k, rest float64, odd int) (dist.Normal, bool) {
	switch {
	case out.P > math.MaxFloat64:
		return dist.Normal{}, false // known: so must be all terms
	case out.IsUniform() || k == 0:
		return dist.Normal{}, true
	}
	m := dist.Normal{H: k * math.FMA(-rest, out.P, out.H), P: k * out.P * k}
	return m, odd == 0 && m.H-m.H == 0 && m.P-m.P == 0
}
