package model

import (
	"slices"

	"mpc/lang"
)

// rest tells whether the relations of a model with errors can be looked at further. What
// is not supported is left out of them; gates and entries that may be missing are not
// yet taken apart.
func (c *checker) rest(list lang.Diagnostics) bool {
	for _, d := range list.Errors() {
		if d.Code != CodeUnsupported {
			return false
		}
	}
	gibbs := c.model.Algorithm == "gibbs" || slices.ContainsFunc(c.file.Algorithm.PerVariable, func(a lang.Choice) bool { return a.Value.Name == "gibbs" })
	return !gibbs && len(c.model.Gates) == 0 && !slices.ContainsFunc(c.model.Inputs, func(in *Input) bool { return in.Missing })
}

// lacks tells whether a statement that defines a variable has an error, so that its
// sizes are not known.
func (c *checker) lacks(v *Variable) bool {
	if !c.HasErrors() {
		return false
	}
	return slices.ContainsFunc(c.defs[v.Name], func(d definition) bool {
		return !slices.ContainsFunc(c.model.Relations, func(r *Relation) bool { return r.Target != nil && r.Target.At == d.at })
	})
}
