package operators

import (
	"math"

	"mpc/dist"
)

// A RunningMean is the mean of a sum of terms k w, kept while one w after the other
// changes: each change costs the same, however many terms there are. It is in
// double-double arithmetic (Dekker, "A floating-point technique for extending the
// available precision", 1971), so that a term that is taken out leaves nothing behind.
//
// Terms that are neither proper normals nor points are counted and not added. While
// there is one, or a number has overflowed, the sum says that it cannot tell, and the
// caller sums up the terms himself.
type RunningMean struct {
	mean, meanLow float64
	odd           int // terms that are not in the sum
}

// A RunningSum is a RunningMean with the variance of the sum of terms that are
// independent.
type RunningSum struct {
	RunningMean
	variance, varianceLow float64
	// largest is the largest variance that the sum has had: what is below its
	// rounding errors is not known.
	largest float64
	loose   int // proper normals
}

// A RunningTerm holds what a running sum needs of a normal.
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
		t := RunningTerm{mean: w.H / w.P, variance: 1 / w.P}
		if !(math.Abs(t.mean) <= math.MaxFloat64 && t.variance <= math.MaxFloat64) {
			t = RunningTerm{kind: runningOdd}
		}
		return t
	case w.IsPoint():
		return RunningTerm{mean: w.H, kind: runningPoint}
	}
	return RunningTerm{kind: runningOdd}
}

// MeanOfDot is the mean of the sum of all x[i] w[i].
func MeanOfDot(x []float64, w []dist.Normal) RunningMean {
	var s RunningMean
	x = x[:len(w)]
	for i, t := range w {
		s.Add(x[i], NewRunningTerm(t))
	}
	return s
}

// MeanOfTerms is the mean of the sum of all terms.
func MeanOfTerms(terms []dist.Normal) RunningMean {
	var s RunningMean
	for _, t := range terms {
		s.Add(1, NewRunningTerm(t))
	}
	return s
}

// SumOfDot is the sum of all x[i] w[i].
func SumOfDot(x []float64, w []dist.Normal) RunningSum {
	var s RunningSum
	x = x[:len(w)]
	for i, t := range w {
		s.Add(x[i], NewRunningTerm(t))
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
func (s *RunningMean) Add(k float64, w RunningTerm) {
	if w.kind == runningOdd {
		s.count(k, 1)
		return
	}
	s.mean, s.meanLow = runningAdd(s.mean, s.meanLow, k*w.mean)
}

// Remove takes k w out, which must be in the sum.
func (s *RunningMean) Remove(k float64, w RunningTerm) {
	if w.kind == runningOdd {
		s.count(k, -1)
		return
	}
	s.mean, s.meanLow = runningAdd(s.mean, s.meanLow, -k*w.mean)
}

// Replace takes k old out and adds k w.
func (s *RunningMean) Replace(k float64, old, w RunningTerm) {
	if old.kind == runningOdd || w.kind == runningOdd {
		s.Remove(k, old)
		s.Add(k, w)
		return
	}
	s.mean, s.meanLow = runningReplace(s.mean, s.meanLow, k*old.mean, k*w.mean)
}

// count counts a term that is not in the sum: none, where it is multiplied by 0.
func (s *RunningMean) count(k float64, sign int) {
	if k != 0 {
		s.odd += sign
	}
}

// Add adds k w.
func (s *RunningSum) Add(k float64, w RunningTerm) {
	s.RunningMean.Add(k, w)
	s.spread(k, w, 1)
}

// Remove takes k w out, which must be in the sum.
func (s *RunningSum) Remove(k float64, w RunningTerm) {
	s.RunningMean.Remove(k, w)
	s.spread(k, w, -1)
}

// Replace takes k old out and adds k w.
func (s *RunningSum) Replace(k float64, old, w RunningTerm) {
	s.RunningMean.Replace(k, old, w)
	s.spread(k, old, -1)
	s.spread(k, w, 1)
}

// spread adds to the variance, or takes out of it.
func (s *RunningSum) spread(k float64, w RunningTerm, sign int) {
	if w.kind != runningLoose || k == 0 {
		return
	}
	s.loose += sign
	s.variance, s.varianceLow = runningAdd(s.variance, s.varianceLow, float64(sign)*(k*k*w.variance))
	if s.variance > s.largest {
		s.largest = s.variance
	}
}

// With is the sum and k w.
func (s RunningSum) With(k float64, w RunningTerm) RunningSum {
	s.Add(k, w)
	return s
}

// Without is the sum without k w, which must be in it.
func (s RunningSum) Without(k float64, w RunningTerm) RunningSum {
	s.Remove(k, w)
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

// runningReplace adds y - old to the double-double number hi + lo.
func runningReplace(hi, lo, old, y float64) (float64, float64) {
	c := hi - old
	u := c - hi
	e := (hi - (c - u)) - (old + u) + lo
	s := c + y
	v := s - c
	e += (c - (s - v)) + (y - v)
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
func (s *RunningMean) ToTerm(out dist.Normal, k float64) (dist.Normal, bool) {
	return runningMessage(out, k, s.mean, s.odd)
}

// ToTermOf is ToTerm where k w is in the sum too.
func (s *RunningMean) ToTermOf(out dist.Normal, k float64, w RunningTerm) (dist.Normal, bool) {
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
