package mpc

import (
	"slices"

	"mpc/model"
	"mpc/model/joint/evaluate"
)

// withDensities is the model in which what the observations depend on is asked for too.
func (c *Compilation) withDensities() *model.Model {
	m := *c.Model
	m.Infer = slices.Clone(m.Infer)
	c.Besides = nil
	for _, v := range evaluate.Reads(c.Joint) {
		if !slices.Contains(m.Infer, v) {
			m.Infer = append(m.Infer, v)
			c.Besides = append(c.Besides, v)
		}
	}
	return &m
}
