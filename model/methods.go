package model

import (
	"slices"
	"strings"

	"mpc/lang"
)

// Methods lists the ways in which a variable can be drawn, that the key methods names.
func Methods() []string {
	return []string{"conjugate", "finite", "slice", "adaptive_rejection", "elliptical", "simplex", "augmented", "centered", "summed"}
}

// methods resolves the key methods. Whether a variable can be drawn so is found where its
// conditional is.
func (c *checker) methods() {
	c.model.Methods = map[*Variable]lang.Name{}
	for _, choice := range c.file.Methods {
		if c.model.Algorithm != "gibbs" {
			c.ofSampling(choice.Key.At, lang.CodeMethod, "methods")
			break
		}
		v := c.find(choice.Key.Name, choice.Key.At, "methods")
		known := slices.Contains(Methods(), choice.Value.Name)
		if !known {
			d := c.Errorf(choice.Value.At, lang.CodeMethod, "there is no method %s", choice.Value.Name)
			if guess := lang.Nearest(choice.Value.Name, Methods()); guess != "" {
				d.WithHint("did you mean %s? The methods are %s", guess, strings.Join(Methods(), ", "))
			} else {
				d.WithHint("the methods are %s", strings.Join(Methods(), ", "))
			}
		}
		switch {
		case v == nil || c.lacks(v): // which is reported
		case !v.Random || v.Derived:
			c.Errorf(choice.Key.At, lang.CodeMethod, "%s is computed, and not drawn", v.Name).WithRelated(v.At, "defined here").
				WithHint("name the variables that it is computed from")
		case known:
			name := choice.Value
			name.At = choice.Key.At
			c.model.Methods[v] = name
		}
	}
}
