package posterior

import (
	"math"

	"mpc/samples"
)

// Draws says how good a summary of draws is.
type Draws struct {
	// MCSE is the Monte Carlo standard error of the mean, of a truth that of its probability; NaN where it
	// is not known.
	MCSE float64
	// ESSBulk and ESSTail are effective sample sizes, of the centre and of the tails; of a truth or a whole
	// number both are one.
	ESSBulk, ESSTail float64
	// RHat is about 1 where the chains agree.
	RHat float64
	// Errors has, of a whole number, the Monte Carlo standard error of each probability.
	Errors []float64
	// Local is set of an element of a branch, which is there in Count draws alone, and Rare where these are
	// too few to say anything.
	Local, Rare bool
	Count       int
	// Summary is the samples.Real, samples.Truth or samples.Index that this is of.
	Summary any
}

// ofDraws are the marginals in a summary of draws.
func (p Posterior) ofDraws() ([]Marginal, error) {
	summary, err := samples.ReadSummary(p.form)
	if err != nil {
		return nil, err
	}
	nan := math.NaN()
	at := func(x samples.Real, index ...int) Marginal {
		return Marginal{Index: index, Dist: "samples", Mean: x.Mean, SD: x.SD, Q05: x.Q05, Q50: x.Q50, Q95: x.Q95,
			Draws: &Draws{MCSE: x.MCSE, ESSBulk: x.ESSBulk, ESSTail: x.ESSTail, RHat: x.RHat, Summary: x}}
	}
	var list []Marginal
	var there samples.Presence
	switch s := summary.(type) {
	case samples.Real:
		list, there = []Marginal{at(s)}, s.Presence
	case samples.Vector:
		for i := range s.Mean {
			list = append(list, at(s.Real(i), i))
		}
		there = s.Presence
	case samples.Matrix:
		for i := range s.Mean {
			for j := range s.Mean[i] {
				list = append(list, at(s.Real(i, j), i, j))
			}
		}
		there = s.Presence
	case samples.Truth:
		list, there = []Marginal{{Dist: "samples", Truth: true, Mean: s.P, Q05: nan, Q50: nan, Q95: nan,
			Draws: &Draws{MCSE: s.MCSE, ESSBulk: s.ESSBulk, ESSTail: s.ESSBulk, RHat: s.RHat, Summary: s}}}, s.Presence
	case samples.Index:
		list, there = []Marginal{ofIndex(s)}, s.Presence
	}
	rare := false
	for _, w := range summary.(interface {
		Warnings(samples.Element) []samples.Warning
	}).Warnings(samples.Element{}) {
		rare = rare || w.Kind == samples.NeverThere || w.Kind == samples.RarelyThere
	}
	for i := range list {
		d := list[i].Draws
		d.Local, d.Count, d.Rare = there.Local, there.Draws, there.Local && rare
	}
	return list, nil
}

// ofIndex is the marginal of a whole number: mean and standard deviation are those of its probabilities.
func ofIndex(s samples.Index) Marginal {
	m := unknown("samples")
	m.P, m.Text = s.P, ""
	m.Mean, m.SD = 0, 0
	for k, p := range s.P {
		m.Mean += float64(k) * p
	}
	for k, p := range s.P {
		m.SD += (float64(k) - m.Mean) * (float64(k) - m.Mean) * p
	}
	m.SD = math.Sqrt(m.SD)
	m.Draws = &Draws{MCSE: math.NaN(), ESSBulk: s.ESSBulk, ESSTail: s.ESSBulk, RHat: s.RHat, Errors: s.MCSE, Summary: s}
	if m.SD > 0 {
		m.Draws.MCSE = m.SD / math.Sqrt(s.ESSBulk)
	}
	return m
}
