package model

import (
	"slices"

	"mpc/lang"
)

// CodeIntegrate marks numbers that cannot be integrated numerically.
const CodeIntegrate = lang.CodeIntegrate

// Integrated is a hyperparameter that the key integrate names.
type Integrated struct {
	Variable *Variable
	At       lang.Pos
}

// integrate resolves the key integrate.
func (c *checker) integrate() {
	m := c.model
	m.NoIntegrals = c.file.Integrate != nil && len(c.file.Integrate) == 0
	for _, n := range c.file.Integrate {
		v := c.find(n.Name, n.At, "integrate")
		switch {
		case v == nil || c.file.Unread != nil || c.lacks(v):
		case m.Algorithm != "ep":
			c.Errorf(n.At, CodeIntegrate, "numbers are integrated by EP, and the algorithm is %s", m.Algorithm).
				WithHint("write algorithm: ep, or delete the key integrate")
		case !v.Random || v.Derived:
			c.Errorf(n.At, CodeIntegrate, "%s is not drawn", n.Name).
				WithHint("list numbers that the program draws from a prior, as a precision is")
		case v.Type.Kind != Real || v.Type.Dimensions > 0 || len(v.Dims) > 0 || v.Input != nil || v.Data != nil:
			c.Errorf(n.At, CodeIntegrate, "%s is not one number", n.Name).
				WithHint("up to eight numbers can be integrated; an array cannot")
		default:
			m.Integrate = append(m.Integrate, Integrated{v, n.At})
		}
	}
}

// Integrates tells whether the model asks for a variable to be integrated.
func (m *Model) Integrates(v *Variable) bool {
	return slices.ContainsFunc(m.Integrate, func(x Integrated) bool { return x.Variable == v })
}
