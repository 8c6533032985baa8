package posterior

import (
	"encoding/json"
	"fmt"
	"math"

	"mpc/factor/families"
	"mpc/model"
)

// A Marginal is what a posterior says of one number: of a real or a count its mean, standard deviation and
// quantiles, of a truth its probability, of a whole number the probabilities of its values.
type Marginal struct {
	// Index is the place of a component in its vector or matrix, nil of a number.
	Index []int
	// Dist is the family in the language, "point" of a value that is known, "samples" of draws.
	Dist string
	// Truth tells whether this is that of a boolean. Its mean is the probability of true.
	Truth bool
	// Mean and SD are NaN where they are not known, SD is infinite of a message that says nothing.
	Mean, SD float64
	// Q05, Q50 and Q95 are the quantiles of 5, 50 and 95 %, NaN of what has no order of its values.
	Q05, Q50, Q95 float64
	// Rare tells that the mean and the sd are those of values far beyond the quantiles, and larger than is said, or none.
	Rare bool
	// P has the probabilities of the values 0, 1, ... of a whole number, nil of others; NaN of a value that
	// cannot be known.
	P []float64
	// Text is the distribution for people, "" where mean and standard deviation say all.
	Text string
	// Draws says how good a summary of draws is, nil of other posteriors.
	Draws *Draws

	family  *families.Family
	message any
	whole   bool // the quantiles are those of a posterior that the message has the moments of
}

// form has the fields of the JSON form of an element that are read here.
type form struct {
	Dist          string
	Value         any
	P             json.RawMessage
	Q05, Q50, Q95 any // of draws of a vector lists
	SDs           any // of entries of a matrix, a list
	Rate          float64
	Rare          bool
}

func (p Posterior) read() (f form, err error) {
	if err := json.Unmarshal(p.form, &f); err != nil {
		return f, fmt.Errorf("this is no posterior of an element: %w", err)
	}
	return f, nil
}

// Family is the family of the distribution of an element, with the message of package dist that it is; nil
// of a value that is known, of draws, and of what is no distribution.
func (p Posterior) Family() (*families.Family, any) {
	f, err := p.read()
	if err != nil {
		return nil, nil
	}
	return p.message(f)
}

func (p Posterior) message(f form) (*families.Family, any) {
	of, text := families.Named(f.Dist), p.form
	if of == nil && f.P != nil { // its probabilities are those of finitely many values
		of, text = families.Named("categorical"), json.RawMessage(fmt.Sprintf(`{"dist":"categorical","p":%s}`, f.P))
	}
	if of == nil {
		return nil, nil
	}
	d, err := of.Read(text)
	if err != nil {
		return nil, nil
	}
	return of, d
}

// Marginals are those of an element: one of a number, of a vector or a matrix one for each component.
func (p Posterior) Marginals() ([]Marginal, error) {
	f, err := p.read()
	if err != nil {
		return nil, err
	}
	switch f.Dist {
	case "samples":
		return p.ofDraws()
	case "point":
		return ofValue(f), nil
	}
	family, d := p.message(f)
	if family == nil {
		return []Marginal{unknown(f.Dist)}, nil
	}
	if _, vector := family.Mean(d).([]float64); vector {
		return f.quantiled(ofVector(f.Dist, family, d)), nil
	}
	m := ofNumber(f.Dist, family, d)
	if _, known := f.Q05.(float64); known { // those of a posterior that is computed as a whole
		m.Q05, _ = f.Q05.(float64)
		m.Q50, _ = f.Q50.(float64)
		m.Q95, _ = f.Q95.(float64)
		m.Rare = f.Rare
		m.whole = true
	}
	m.P = probabilities(f.P)
	return []Marginal{m}, nil
}

// quantiled gives the components of a vector the quantiles of a posterior that is computed as a whole.
func (f form) quantiled(list []Marginal) []Marginal {
	q05, known := f.Q05.([]any)
	q50, _ := f.Q50.([]any)
	q95, _ := f.Q95.([]any)
	sd, _ := f.SDs.([]any)
	if !known || len(q05) != len(list) || len(q50) != len(list) || len(q95) != len(list) {
		return list
	}
	for i := range list {
		list[i].Q05, _ = q05[i].(float64)
		list[i].Q50, _ = q50[i].(float64)
		list[i].Q95, _ = q95[i].(float64)
		if len(sd) == len(list) {
			list[i].SD, _ = sd[i].(float64)
		}
		list[i].Rare, list[i].whole = f.Rare, true
	}
	return list
}

// Known tells whether it is of a value that is known.
func (m Marginal) Known() bool { return m.Dist == "point" }

// unknown is a marginal of which nothing is known.
func unknown(name string) Marginal {
	nan := math.NaN()
	return Marginal{Dist: name, Mean: nan, SD: nan, Q05: nan, Q50: nan, Q95: nan, Text: name}
}

// ofNumber is the marginal that a message about a number says.
func ofNumber(name string, family *families.Family, d any) Marginal {
	m := unknown(name)
	m.family, m.message, m.Truth = family, d, family.Draws() == model.Bool
	m.Q05, m.Q50, m.Q95 = family.Quantile(d, 0.05), family.Quantile(d, 0.5), family.Quantile(d, 0.95)
	m.Text = family.Text(d)
	if family.IsUniform(d) && !family.IsProper(d) {
		m.SD, m.Text = math.Inf(1), name+" uniform"
		return m
	}
	m.Mean, _ = family.Mean(d).(float64)
	variance, _ := family.Variance(d).(float64)
	m.SD = math.Sqrt(variance)
	if family.Plain {
		m.Text = ""
	}
	return m
}

// ofVector are the marginals of the components of a vector, or of a matrix, row by row.
func ofVector(name string, family *families.Family, d any) []Marginal {
	mean, _ := family.Mean(d).([]float64)
	variance, _ := family.Variance(d).([]float64)
	if len(mean) != len(variance) {
		return []Marginal{unknown(name)}
	}
	width := 0 // of the rows of a matrix
	if family.Dimensions() == 2 {
		width = int(math.Sqrt(float64(len(mean))) + 0.5)
	}
	list := make([]Marginal, len(mean))
	for i := range list {
		m := unknown(name)
		if family.Components(d) > 0 {
			of, marginal := family.Component(d, i)
			m = ofNumber(of.Name, of, marginal)
		}
		m.Mean, m.SD, m.Text, m.Index = mean[i], math.Sqrt(variance[i]), "", []int{i}
		if width > 0 {
			m.Index = []int{i / width, i % width}
		}
		list[i] = m
	}
	return list
}

// ofValue are the marginals of a value that is known: a number, a truth, a vector or a matrix.
func ofValue(f form) []Marginal {
	at := func(x float64, index ...int) Marginal {
		return Marginal{Index: index, Dist: f.Dist, Mean: x, Q05: x, Q50: x, Q95: x}
	}
	switch x := f.Value.(type) {
	case float64:
		return []Marginal{at(x)}
	case bool:
		m := at(0)
		if m.Truth = true; x {
			m = Marginal{Dist: f.Dist, Truth: true, Mean: 1, Q05: 1, Q50: 1, Q95: 1}
		}
		return []Marginal{m}
	case []any:
		var list []Marginal
		for i, x := range x {
			switch x := x.(type) {
			case float64:
				list = append(list, at(x, i))
			case []any:
				for j, x := range x {
					x, _ := x.(float64)
					list = append(list, at(x, i, j))
				}
			}
		}
		return list
	}
	return []Marginal{unknown(f.Dist)}
}

// probabilities are those of the values of a whole number, nil of one probability.
func probabilities(form json.RawMessage) []float64 {
	var list []*float64
	if form == nil || json.Unmarshal(form, &list) != nil {
		return nil
	}
	p := make([]float64, len(list))
	for k, x := range list {
		if p[k] = math.NaN(); x != nil {
			p[k] = *x
		}
	}
	return p
}

// Message is the message of package dist that the marginal is, nil of a value that is known, of draws, and
// of an entry of a matrix.
func (m Marginal) Message() any { return m.message }

// Family is the family of Message.
func (m Marginal) Family() *families.Family { return m.family }
