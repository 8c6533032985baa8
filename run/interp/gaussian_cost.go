package interp

import (
	"mpc/data"
	"mpc/depanalysis"
	"mpc/mcmc"
	"mpc/message"
	"mpc/schedule"
)

// JointCost is what a factor of the precision of all normals takes with data, of a model whose posterior is computed as a whole, and how many
// normals there are; 0 of another model.
func JointCost(p *message.Program, g *depanalysis.Graph, s *schedule.Schedule, d *data.Set) (normals int, cost mcmc.NormalCost, err error) {
	u := p.Integral()
	if u == nil {
		return 0, cost, nil
	}
	r := newRun(p, g, s, d, Options{}, 0)
	if err := r.prepare(); err != nil {
		return 0, cost, err
	}
	of, err := r.newGaussian(u)
	if err != nil {
		return 0, cost, err
	}
	return of.block.pattern.Size(), of.block.pattern.Cost(), nil
}
