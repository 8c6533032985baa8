package samples

import (
	"fmt"
	"math"
	"slices"
	"strconv"
)

// What is reported of draws can be relied on up to RHatLimit and from ESSLimit on
// (VGSCB, section 4: with fewer effective draws R-hat and the effective sample sizes
// are themselves not to be relied on).
const (
	RHatLimit = 1.01
	ESSLimit  = 400
)

// RoundingLimit is the spread of draws, as a share of their mean, below which roundings
// of float64 are a part of it: those of sums of some hundred numbers.
const RoundingLimit = 0x1p-43

const standStill = "if this is not sure, the chains stand still"

// A WarningKind is what is wrong with a summary. Its text is that of JSON.
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
	// HeavyTails: the draws have tails as of a distribution without a variance.
	HeavyTails
	// AtRounding: the draws spread no more than RoundingLimit times their size, so that
	// they are rounded, and with them what depends on how far they are from anything.
	AtRounding
)

// warningKinds are the names of the kinds, in their order.
var warningKinds = [...]string{
	"wrong-numbers", "never-there", "rarely-there", "too-few-draws", "stands-still", "one-value", "high-rhat", "low-ess-bulk", "low-ess-tail", "heavy-tails", "at-rounding",
}

// MarshalText returns the name of the kind.
func (k WarningKind) MarshalText() ([]byte, error) { return []byte(warningKinds[k]), nil }

// UnmarshalText reads the name of a kind.
func (k *WarningKind) UnmarshalText(text []byte) error {
	for i, name := range warningKinds {
		if name == string(text) {
			*k = WarningKind(i)
			return nil
		}
	}
	return fmt.Errorf("there is no warning %q", text)
}

// A Warning says that the summary of an element cannot be relied on.
type Warning struct {
	Element
	Kind WarningKind `json:"kind"`
	// Value is R-hat, the largest finite number for an infinite one, or an effective
	// sample size, of HeavyTails Pareto k, of AtRounding the standard deviation, of RarelyThere the number of draws, of StandsStill and OneValue the
	// value, and of other kinds 0.
	Value float64 `json:"value"`
	// Count is 1, or of how many elements with such a warning this one is the worst.
	Count int `json:"count"`
	// Truth tells that the value of OneValue is that of a truth.
	Truth bool `json:"truth,omitempty"`
}

// MayStandStill tells whether the chains may stand still where they seem to agree.
func (w Warning) MayStandStill() bool { return w.Kind == StandsStill || w.Kind == OneValue }

// value is the one value in words.
func (w Warning) value() string {
	if w.Truth {
		return strconv.FormatBool(w.Value == 1)
	}
	return wholeText(w.Value)
}

// String returns the warning with a hint.
func (w Warning) String() string { return w.About(w.Element.shown()) }

// About is String, where the element has another name.
func (w Warning) About(element string) string {
	about := element
	if w.Count > 1 {
		about = fmt.Sprintf("%d elements, worst %s", w.Count, element)
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
		return fmt.Sprintf("%s: all draws are %s; %s", about, shortText(w.Value), standStill)
	case OneValue:
		return fmt.Sprintf("%s: all draws are %s, and given the others no other value was ever possible; %s", about, w.value(), standStill)
	case HighRHat:
		return fmt.Sprintf("%s: R-hat is %s, above %v: the chains do not agree; take more burn-in and more draws, and look at the trace", about, ratioText(w.Value), RHatLimit)
	case HeavyTails:
		none := "standard deviation may not exist: read the quantiles"
		if w.Value > ParetoMeanLimit {
			none = "mean and " + none
		}
		return fmt.Sprintf("%s: Pareto k of the tails is %s: the %s", about, shortText(w.Value), none)
	case AtRounding:
		return fmt.Sprintf("%s: its standard deviation is %s, at the edge of what floating point holds beside its mean: roundings are a part of it, "+
			"and a precision that goes with it may be far off; give that precision a narrower prior", about, shortText(w.Value))
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
	case HighRHat, HeavyTails:
		return w.Value > o.Value
	case LowESSBulk, LowESSTail, RarelyThere, AtRounding:
		return w.Value < o.Value
	}
	return false
}

// GatherWarnings returns one warning for each kind, in the order of the kinds: the
// worst one, the first of equals, which says how many there are.
func GatherWarnings(list []Warning) (gathered []Warning) {
	for kind := WrongNumbers; kind <= AtRounding; kind++ {
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
func (s Real) Warnings(element Element) []Warning {
	if w, ok := s.tooFew(element, !math.IsNaN(s.ESSBulk) || s.SD == 0); ok {
		return []Warning{w}
	}
	switch {
	case math.IsNaN(s.Mean) || math.IsInf(s.Mean, 0) || math.IsInf(s.SD, 0):
		return []Warning{{element, WrongNumbers, 0, 1, false}}
	case s.SD == 0:
		return []Warning{{element, StandsStill, s.Mean, 1, false}}
	case math.IsNaN(s.ESSBulk):
		return []Warning{{element, TooFewDraws, 0, 1, false}}
	}
	list := warnOf(element, s.ESSBulk, s.RHat)
	if s.ESSTail < ESSLimit {
		list = append(list, Warning{element, LowESSTail, s.ESSTail, 1, false})
	}
	if s.ParetoK > ParetoLimit {
		list = append(list, Warning{element, HeavyTails, s.ParetoK, 1, false})
	}
	if s.SD < RoundingLimit*math.Abs(s.Mean) {
		list = append(list, Warning{element, AtRounding, s.SD, 1, false})
	}
	return list
}

// Warnings lists what is wrong with the summary of an element. One that is always
// true, or never, has none.
func (s Truth) Warnings(element Element) []Warning {
	if w, ok := s.tooFew(element, !math.IsNaN(s.ESSBulk) || s.P == 0 || s.P == 1); ok {
		return []Warning{w}
	}
	return warnOfShare(element, s.P == 0 || s.P == 1, s.P, s.ESSBulk, s.RHat)
}

// Warnings lists what is wrong with the summary of an element. One that has always
// the same value has none.
func (s Index) Warnings(element Element) []Warning {
	most := largestKnown(s.P)
	if w, ok := s.tooFew(element, !math.IsNaN(s.ESSBulk) || most == 1); ok {
		return []Warning{w}
	}
	return warnOfShare(element, most == 1, most, s.ESSBulk, s.RHat)
}

// OneValue is the warning about an element of which no other value was ever possible; there
// is none where draws differ, or where there are none.
func (s Truth) OneValue(element Element) []Warning {
	if s.P != 0 && s.P != 1 {
		return nil
	}
	return []Warning{{element, OneValue, s.P, 1, true}}
}

// OneValue is that of a Truth.
func (s Index) OneValue(element Element) []Warning {
	for k, p := range s.P {
		if p == 1 {
			return []Warning{{element, OneValue, float64(k), 1, false}}
		}
	}
	return nil
}

// Warnings lists what is wrong with the summaries of the components of an element.
func (s Vector) Warnings(element Element) (list []Warning) {
	if w, ok := s.tooFew(element, true); ok && s.Draws == 0 {
		return []Warning{w}
	}
	for i := range s.Mean {
		list = append(list, s.Real(i).Warnings(element.At(i))...)
	}
	return list
}

// Varying is Warnings of a vector some of whose components are data, or follow from data:
// those that never change have none.
func (s Vector) Varying(element Element) []Warning {
	return slices.DeleteFunc(s.Warnings(element), func(w Warning) bool { return w.Kind == StandsStill })
}

// Warnings lists what is wrong with the summaries of the entries of an element. An
// entry that never changes has none: a matrix may have some that are always 0.
func (s Matrix) Warnings(element Element) (list []Warning) {
	if w, ok := s.tooFew(element, true); ok && s.Draws == 0 {
		return []Warning{w}
	}
	for i := range s.Mean {
		for j := range s.Mean[i] {
			for _, w := range s.Real(i, j).Warnings(element.At(i, j)) {
				if w.Kind != StandsStill {
					list = append(list, w)
				}
			}
		}
	}
	return list
}

func warnOf(element Element, bulk, rhat float64) (list []Warning) {
	if rhat > RHatLimit {
		list = append(list, Warning{element, HighRHat, min(rhat, math.MaxFloat64), 1, false})
	}
	if bulk < ESSLimit {
		list = append(list, Warning{element, LowESSBulk, bulk, 1, false})
	}
	return list
}

func warnOfShare(element Element, sure bool, p, bulk, rhat float64) []Warning {
	switch {
	case math.IsNaN(p):
		return []Warning{{element, TooFewDraws, 0, 1, false}}
	case sure:
		return nil
	case math.IsNaN(bulk):
		list := warnOf(element, bulk, rhat)
		return append(list, Warning{element, TooFewDraws, 0, 1, false})
	}
	return warnOf(element, bulk, rhat)
}
