package model

import "slices"

// algorithms resolves the variables that the key algorithm names.
func (c *checker) algorithms() {
	c.model.Algorithms = map[*Variable]string{}
	for _, choice := range c.file.Algorithm.PerVariable {
		v := c.find(choice.Key.Name, choice.Key.At, "algorithm")
		if v == nil {
			continue
		}
		if !v.Random {
			c.Warnf(choice.Key.At, CodeUnused, "%s is not random, so that no algorithm infers it", v.Name)
		}
		c.model.Algorithms[v] = choice.Value.Name
	}
}

// AlgorithmOf is the algorithm that infers a variable.
func (m *Model) AlgorithmOf(v *Variable) string {
	if name, ok := m.Algorithms[v]; ok {
		return name
	}
	return m.Algorithm
}

// MayBeStructured tells whether a variable is a truth or a whole number that has no algorithm of its own, and of which the model
// file says nothing that its messages depend on.
func (m *Model) MayBeStructured(v *Variable) bool {
	_, chosen := m.Algorithms[v]
	return v.Random && !chosen && v.Type.Dimensions == 0 && (v.Type.Kind == Bool || v.Type.Kind == Int) &&
		!slices.Contains(m.Shared, v) && !slices.Contains(m.Point, v)
}
