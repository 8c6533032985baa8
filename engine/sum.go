package engine

import "math"

// A TermSum adds up the terms of a log evidence, and keeps where the first came that is none.
type TermSum struct {
	Sum, Size float64   // of the terms, of their sizes
	Part      int       // that the terms are of
	Parts     []float64 // their sums, if not nil
	Bad       float64   // the first term that is no number, 0 while there is none
	Update    int       // that it is of
	Element   []int     // and where it stands
}

// Add adds a term, of an element of what an update is of.
func (s *TermSum) Add(z float64, update int, element ...int) {
	s.note(z, update, element)
	s.Sum += z
	if s.Parts != nil {
		s.Parts[s.Part] += z
	}
}

// Subtract subtracts one.
func (s *TermSum) Subtract(z float64, update int, element ...int) {
	s.note(z, update, element)
	s.Sum -= z
	if s.Parts != nil {
		s.Parts[s.Part] -= z
	}
}

func (s *TermSum) note(z float64, update int, element []int) {
	s.Size += math.Abs(z)
	if s.Bad == 0 && (math.IsNaN(z) || math.IsInf(z, 0)) {
		s.Bad, s.Update, s.Element = z, update, append([]int(nil), element...)
	}
}

// IsFinite tells whether the sum, and all terms, are numbers.
func (s *TermSum) IsFinite() bool {
	return s.Bad == 0 && !math.IsInf(s.Sum, 0) && !math.IsNaN(s.Sum)
}
