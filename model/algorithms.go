package model

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
