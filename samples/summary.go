package samples

import (
	"fmt"
	"math"
	"strings"
)

// A Real is what is reported of a number, a real or a count. Its JSON form is
// {"dist": "samples", "mean", "sd", "mcse", "ess_bulk", "ess_tail", "rhat", "q05",
// "q50", "q95", "pareto_k"}; here and below null is a number that cannot be known, or an
// infinite R-hat, and another infinite number is written as the largest finite one.
type Real struct {
	// Mean and SD are the mean and the standard deviation of the draws, MCSE the
	// Monte Carlo standard error of the mean.
	Mean, SD, MCSE float64
	// ESSBulk and ESSTail are effective sample sizes, of the centre and of the tails.
	ESSBulk, ESSTail float64
	// RHat is about 1 where the chains agree.
	RHat float64
	// Q05, Q50 and Q95 are the quantiles of 5, 50 and 95%.
	Q05, Q50, Q95 float64
	// ParetoK is how heavy the heavier tail is: from 0.5 on the variance may not exist, from 1
	// on the mean (see ParetoLimit).
	ParetoK float64
	Presence
}

// String returns the summary for people, as distributions are printed.
func (s Real) String() string {
	return "samples(mean " + shortText(s.Mean) + ", sd " + shortText(s.SD) + ", 5% " + shortText(s.Q05) + ", 50% " + shortText(s.Q50) + ", 95% " + shortText(s.Q95) +
		", " + qualityText(s.MCSE, s.ESSBulk, s.ESSTail, s.RHat) + s.text() + ")"
}

// A Truth is what is reported of a boolean: {"dist": "samples", "p", "mcse",
// "ess_bulk", "rhat"}.
type Truth struct {
	// P is the probability of true, MCSE its Monte Carlo standard error.
	P, MCSE float64
	// ESSBulk and RHat are those of the sequence of zeros and ones.
	ESSBulk, RHat float64
	Presence
}

// String returns the summary for people.
func (s Truth) String() string {
	return "samples(true " + shortText(s.P) + ", " + qualityText(s.MCSE, s.ESSBulk, s.ESSBulk, s.RHat) + s.text() + ")"
}

// An Index is what is reported of a random whole number 0..K-1: {"dist": "samples",
// "p": [...], "mcse": [...], "ess_bulk", "rhat"}.
type Index struct {
	// P has the probability of each value, MCSE their Monte Carlo standard errors.
	P, MCSE []float64
	// ESSBulk is the smallest effective sample size of the sequences of zeros and
	// ones that tell where each value is drawn, and RHat the largest R-hat of these.
	// A value that is never drawn does not count.
	ESSBulk, RHat float64
	Presence
}

// String returns the summary for people; of the errors the largest.
func (s Index) String() string {
	return "samples(" + shortList(s.P) + ", " + qualityText(largestKnown(s.MCSE), s.ESSBulk, s.ESSBulk, s.RHat) + s.text() + ")"
}

// A Vector has the fields of a Real, of each component: {"dist": "samples", "mean":
// [...], "sd": [...], ...}.
type Vector struct {
	Mean, SD, MCSE         []float64
	ESSBulk, ESSTail, RHat []float64
	Q05, Q50, Q95          []float64
	ParetoK                []float64
	Presence
}

// Real returns what is reported of component i.
func (s Vector) Real(i int) Real {
	return Real{s.Mean[i], s.SD[i], s.MCSE[i], s.ESSBulk[i], s.ESSTail[i], s.RHat[i], s.Q05[i], s.Q50[i], s.Q95[i], s.ParetoK[i], s.Presence}
}

func (s *Vector) add(x Real) {
	s.Mean, s.SD, s.MCSE = append(s.Mean, x.Mean), append(s.SD, x.SD), append(s.MCSE, x.MCSE)
	s.ESSBulk, s.ESSTail, s.RHat = append(s.ESSBulk, x.ESSBulk), append(s.ESSTail, x.ESSTail), append(s.RHat, x.RHat)
	s.Q05, s.Q50, s.Q95 = append(s.Q05, x.Q05), append(s.Q50, x.Q50), append(s.Q95, x.Q95)
	s.ParetoK = append(s.ParetoK, x.ParetoK)
}

// String returns the summary for people, with the least quality of the components.
func (s Vector) String() string {
	return "samples(mean " + shortList(s.Mean) + ", sd " + shortList(s.SD) + ", " + s.quality() + s.text() + ")"
}

// quality is the least of the components.
func (s Vector) quality() string {
	return qualityText(largestKnown(s.MCSE), smallestKnown(s.ESSBulk), smallestKnown(s.ESSTail), largestKnown(s.RHat))
}

// A Matrix has the fields of a Real, of each entry, row by row: {"dist": "samples",
// "mean": [[...], ...], "sd": [[...], ...], ...}.
type Matrix struct {
	Mean, SD, MCSE         [][]float64
	ESSBulk, ESSTail, RHat [][]float64
	Q05, Q50, Q95          [][]float64
	ParetoK                [][]float64
	Presence
}

// Real returns what is reported of the entry in row i, column j.
func (s Matrix) Real(i, j int) Real { return s.row(i).Real(j) }

// row is row i as a vector.
func (s Matrix) row(i int) Vector {
	return Vector{s.Mean[i], s.SD[i], s.MCSE[i], s.ESSBulk[i], s.ESSTail[i], s.RHat[i], s.Q05[i], s.Q50[i], s.Q95[i], s.ParetoK[i], s.Presence}
}

func (s *Matrix) add(x Vector) {
	s.Mean, s.SD, s.MCSE = append(s.Mean, x.Mean), append(s.SD, x.SD), append(s.MCSE, x.MCSE)
	s.ESSBulk, s.ESSTail, s.RHat = append(s.ESSBulk, x.ESSBulk), append(s.ESSTail, x.ESSTail), append(s.RHat, x.RHat)
	s.Q05, s.Q50, s.Q95 = append(s.Q05, x.Q05), append(s.Q50, x.Q50), append(s.Q95, x.Q95)
	s.ParetoK = append(s.ParetoK, x.ParetoK)
}

// String returns the summary for people, with the least quality of the entries.
func (s Matrix) String() string {
	var all Vector
	for i := range s.Mean {
		for j := range s.Mean[i] {
			all.add(s.Real(i, j))
		}
	}
	return "samples(mean " + shortRows(s.Mean) + ", sd " + shortRows(s.SD) + ", " + all.quality() + s.text() + ")"
}

// qualityText is how good a summary is, in words.
func qualityText(mcse, bulk, tail, rhat float64) string {
	size := wholeText(bulk)
	if t := wholeText(tail); t != size {
		size += "/" + t
	}
	return fmt.Sprintf("error %s, effective draws %s, R-hat %s", shortText(mcse), size, ratioText(rhat))
}

func shortText(x float64) string {
	if x != x {
		return "-"
	}
	return fmt.Sprintf("%.4g", x)
}

// shortList prints numbers for people; many in part.
func shortList(list []float64) string { return shortAll(list, shortText) }

// shortRows is shortList of a matrix.
func shortRows(rows [][]float64) string { return shortAll(rows, shortList) }

func shortAll[T any](list []T, text func(T) string) string {
	const most = 8
	parts := make([]string, 0, most+1)
	for i, x := range list {
		if i == most {
			parts = append(parts, "...")
			break
		}
		parts = append(parts, text(x))
	}
	return "[" + strings.Join(parts, ", ") + "]"
}

func wholeText(x float64) string {
	if x != x {
		return "-"
	}
	return fmt.Sprintf("%.0f", x)
}

func largestKnown(list []float64) float64 {
	most := math.NaN()
	for _, x := range list {
		most = largerKnown(x, most)
	}
	return most
}

func smallestKnown(list []float64) float64 {
	least := math.NaN()
	for _, x := range list {
		least = smallerKnown(x, least)
	}
	return least
}

// ratioText is an R-hat.
func ratioText(x float64) string {
	switch {
	case x != x:
		return "-"
	case x > 1000:
		return "very large"
	}
	return fmt.Sprintf("%.3f", x)
}
