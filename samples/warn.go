package samples

import (
	"fmt"
	"math"
	"strconv"
)

// What is reported of draws can be relied on up to RHatLimit and from ESSLimit on
// (VGSCB, section 4: with fewer effective draws R-hat and the effective sample sizes
// are themselves not to be relied on).
const (
	RHatLimit = 1.01
	ESSLimit  = 400
)

// StandStill is how a warning ends that chains may stand still.
const StandStill = "if this is not sure, the chains stand still"

// A WarningKind is what is wrong with a summary.
type WarningKind uint8

const (
	// WrongNumbers: draws are not finite.
	WrongNumbers WarningKind = iota
	// NeverThere: the element lives in a branch that was taken in no draw.
	NeverThere
	// RarelyThere: it lives in a branch that some chain took in less than 6 draws, and not
	// in none, which do not tell how good they are.
	RarelyThere
	// TooFewDraws: chains of less than 6 draws do not tell how good they are.
	TooFewDraws
	// StandsStill: all draws of a real or a count are equal.
	StandsStill
	// OneValue: all draws of a truth or an index are equal, and no other value was ever
	// possible given all else.
	OneValue
	// HighRHat: the chains disagree, or have not settled.
	HighRHat
	// LowESSBulk: there are too few effective draws for mean, median or probability.
	LowESSBulk
	// LowESSTail: there are too few effective draws for the quantiles of 5 and 95%.
	LowESSTail
)

// A Warning says that a summary cannot be relied on.
type Warning struct {
	// Element is what it is about, such as skill[3].
	Element string
	Kind    WarningKind
	// Value is R-hat or an effective sample size, of RarelyThere the number of draws, of
	// OneValue the value, and of other kinds the mean.
	Value float64
	// Count is 1, or of how many elements with such a warning this one is the worst.
	Count int
	// Truth tells that the value of OneValue is that of a truth.
	Truth bool
}

// value is the one value in words.
func (w Warning) value() string {
	if w.Truth {
		return strconv.FormatBool(w.Value == 1)
	}
	return wholeText(w.Value)
}

// String returns the warning with a hint.
func (w Warning) String() string {
	about := w.Element
	if w.Count > 1 {
		about = fmt.Sprintf("%d elements, worst %s", w.Count, w.Element)
	}
	switch w.Kind {
	case WrongNumbers:
		return about + ": draws are not finite, so that the summary means nothing; look for a prior that is too wide"
	case NeverThere:
		return about + ": its branch was taken in no draw, so that there is no posterior of it; the branch has hardly any probability, or the chains stand still"
	case RarelyThere:
		return fmt.Sprintf("%s: its branch was taken in %s draws, too few to tell how good the summary is; take more draws", about, wholeText(w.Value))
	case TooFewDraws:
		return about + ": too few draws to tell how good the summary is; take at least 6 of each chain"
	case StandsStill:
		return fmt.Sprintf("%s: all draws are %s; %s", about, shortText(w.Value), StandStill)
	case OneValue:
		return fmt.Sprintf("%s: all draws are %s, and given the others no other value was ever possible; %s", about, w.value(), StandStill)
	case HighRHat:
		return fmt.Sprintf("%s: R-hat is %s, above %v: the chains do not agree; take more burn-in and more draws, and look at the trace", about, ratioText(w.Value), RHatLimit)
	case LowESSTail:
		return fmt.Sprintf("%s: %s effective draws in the tails, less than %d, are too few for the quantiles; take %s as many", about, wholeText(w.Value), ESSLimit, timesText(ESSLimit/w.Value))
	}
	return fmt.Sprintf("%s: %s effective draws, less than %d, are too few; take %s as many", about, wholeText(w.Value), ESSLimit, timesText(ESSLimit/w.Value))
}

// timesText is how many times more are needed, in words.
func timesText(x float64) string {
	if x <= 2 {
		return "twice"
	}
	return fmt.Sprintf("%.0f times", math.Ceil(x))
}

// worse tells whether w is a worse case than o, of the same kind.
func (w Warning) worse(o Warning) bool {
	switch w.Kind {
	case HighRHat:
		return w.Value > o.Value
	case LowESSBulk, LowESSTail, RarelyThere:
		return w.Value < o.Value
	}
	return false
}

// GatherWarnings returns one warning for each kind, in the order of the kinds: the
// worst one, the first of equals, which says how many there are.
func GatherWarnings(list []Warning) (gathered []Warning) {
	for kind := WrongNumbers; kind <= LowESSTail; kind++ {
		total := 0
		var worst Warning
		for _, w := range list {
			if w.Kind != kind {
				continue
			}
			if total == 0 || w.worse(worst) {
				worst = w
			}
			total += w.Count
		}
		if total > 0 {
			worst.Count = total
			gathered = append(gathered, worst)
		}
	}
	return gathered
}

// Warnings lists what is wrong with the summary of an element.
func (s Real) Warnings(element string) []Warning {
	if w, ok := s.tooFew(element, !math.IsNaN(s.ESSBulk) || s.SD == 0); ok {
		return []Warning{w}
	}
	switch {
	case math.IsNaN(s.Mean) || math.IsInf(s.Mean, 0) || math.IsInf(s.SD, 0):
		return []Warning{{element, WrongNumbers, s.Mean, 1, false}}
	case s.SD == 0:
		return []Warning{{element, StandsStill, s.Mean, 1, false}}
	case math.IsNaN(s.ESSBulk):
		return []Warning{{element, TooFewDraws, s.Mean, 1, false}}
	}
	list := warnOf(element, s.ESSBulk, s.RHat)
	if s.ESSTail < ESSLimit {
		list = append(list, Warning{element, LowESSTail, s.ESSTail, 1, false})
	}
	return list
}

// Warnings lists what is wrong with the summary of an element. One that is always
// true, or never, has none.
func (s Truth) Warnings(element string) []Warning {
	if w, ok := s.tooFew(element, !math.IsNaN(s.ESSBulk) || s.P == 0 || s.P == 1); ok {
		return []Warning{w}
	}
	return warnOfShare(element, s.P == 0 || s.P == 1, s.P, s.ESSBulk, s.RHat)
}

// Warnings lists what is wrong with the summary of an element. One that has always
// the same value has none.
func (s Index) Warnings(element string) []Warning {
	most := largestKnown(s.P)
	if w, ok := s.tooFew(element, !math.IsNaN(s.ESSBulk) || most == 1); ok {
		return []Warning{w}
	}
	return warnOfShare(element, most == 1, most, s.ESSBulk, s.RHat)
}

// OneValue is the warning about an element of which no other value was ever possible; there
// is none where draws differ, or where there are none.
func (s Truth) OneValue(element string) []Warning {
	if s.P != 0 && s.P != 1 {
		return nil
	}
	return []Warning{{element, OneValue, s.P, 1, true}}
}

// OneValue is that of a Truth.
func (s Index) OneValue(element string) []Warning {
	for k, p := range s.P {
		if p == 1 {
			return []Warning{{element, OneValue, float64(k), 1, false}}
		}
	}
	return nil
}

// Warnings lists what is wrong with the summaries of the components of an element.
func (s Vector) Warnings(element string) (list []Warning) {
	if w, ok := s.tooFew(element, true); ok && s.Draws == 0 {
		return []Warning{w}
	}
	for i := range s.Mean {
		list = append(list, s.Real(i).Warnings(Component(element, i))...)
	}
	return list
}

// Warnings lists what is wrong with the summaries of the entries of an element. An
// entry that never changes has none: a matrix may have some that are always 0.
func (s Matrix) Warnings(element string) (list []Warning) {
	if w, ok := s.tooFew(element, true); ok && s.Draws == 0 {
		return []Warning{w}
	}
	for i := range s.Mean {
		for j := range s.Mean[i] {
			for _, w := range s.Real(i, j).Warnings(Component(element, i, j)) {
				if w.Kind != StandsStill {
					list = append(list, w)
				}
			}
		}
	}
	return list
}

func warnOf(element string, bulk, rhat float64) (list []Warning) {
	if rhat > RHatLimit {
		list = append(list, Warning{element, HighRHat, rhat, 1, false})
	}
	if bulk < ESSLimit {
		list = append(list, Warning{element, LowESSBulk, bulk, 1, false})
	}
	return list
}

func warnOfShare(element string, sure bool, p, bulk, rhat float64) []Warning {
	switch {
	case math.IsNaN(p):
		return []Warning{{element, TooFewDraws, p, 1, false}}
	case sure:
		return nil
	case math.IsNaN(bulk):
		list := warnOf(element, bulk, rhat)
		return append(list, Warning{element, TooFewDraws, p, 1, false})
	}
	return warnOf(element, bulk, rhat)
}

// Component is the name of an element of an array, or of a component of an element:
// skill[3], or sigma[0,1]. Further indices go into the brackets that are there.
func Component(name string, index ...int) string {
	b := []byte(name)
	for _, i := range index {
		if n := len(b) - 1; n >= 0 && b[n] == ']' {
			b[n] = ','
		} else {
			b = append(b, '[')
		}
		b = append(strconv.AppendInt(b, int64(i), 10), ']')
	}
	return string(b)
}
