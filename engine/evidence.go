package engine

import (
	"math"
	"slices"
)

// An EvidenceTerm is the part that a statement or a variable has in the log
// evidence.
type EvidenceTerm struct {
	Line      int
	Statement string // or what is said of a variable
	Value     float64
}

// PartsOfEvidence are the parts of a log evidence, with the values that add adds up.
func PartsOfEvidence(parts []EvidenceTerm, add func(*TermSum)) []EvidenceTerm {
	list := slices.Clone(parts)
	sum := TermSum{Parts: make([]float64, len(list))}
	add(&sum)
	for i, z := range sum.Parts {
		list[i].Value = z
	}
	return list
}

// LogEvidence is the sum of the terms that add adds up, -Inf where one has no value.
func (p *Progress) LogEvidence(add func(*TermSum)) float64 {
	var sum TermSum
	add(&sum)
	z, err := p.Total(&sum)
	if err != nil {
		return math.Inf(-1)
	}
	return z
}

// OwnEvidence is the sum of the terms that add adds up, which are a part of the log evidence: NaN where one has no value.
func (p *Progress) OwnEvidence(add func(*TermSum)) float64 {
	var sum TermSum
	add(&sum)
	z, err := p.Total(&sum)
	if err != nil {
		return math.NaN()
	}
	return z
}

// CheckEvidence returns an error where the log evidence has no value: it says which statement
// contradicts the others, or makes it improper.
func (p *Progress) CheckEvidence(add func(*TermSum)) error {
	var sum TermSum
	add(&sum)
	_, err := p.Total(&sum)
	return err
}

// Total returns the sum of a log evidence, or an error that names the first term without a
// value.
func (p *Progress) Total(s *TermSum) (float64, error) {
	if s.Bad == 0 {
		return s.Sum, nil
	}
	where := p.Where(s.Update, s.Element)
	switch {
	case math.IsNaN(s.Bad):
		return 0, &ImproperError{Where: where}
	case s.Bad < 0:
		return 0, &ContradictionError{Where: where}
	}
	return 0, &NotFiniteError{Where: where}
}
