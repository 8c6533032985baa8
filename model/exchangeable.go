package model

import (
	"slices"
	"strconv"
	"strings"
)

// Moves tells whether values of a variable change places where those of the selector do.
func (s *Symmetry) Moves(v *Variable) bool { return slices.Contains(s.moved, v) }

// Ordered names two numbers, of Parts, that a condition on their order would tell apart.
func (s *Symmetry) Ordered() (a, b string) {
	element := func(v *Variable, k int) string {
		n := len(v.Dims) + v.Type.Dimensions
		if n == 0 {
			return v.Name
		}
		at := make([]string, n)
		for d := range at {
			at[d] = "0"
			if d == s.dim {
				at[d] = strconv.Itoa(k)
			}
		}
		return v.Name + "[" + strings.Join(at, ", ") + "]"
	}
	if len(s.Parts) > 1 {
		return element(s.Parts[0], 0), element(s.Parts[1], 0)
	}
	return element(s.Parts[0], 0), element(s.Parts[0], 1)
}

// Exchangeable finds the symmetries of what is inferred, wherever it starts: all that is
// said of them is the same where they change places.
func (m *Model) Exchangeable() []*Symmetry {
	var started []*Variable
	for _, in := range m.Init {
		started = append(started, in.Variable)
	}
	return m.Symmetries(started...)
}
