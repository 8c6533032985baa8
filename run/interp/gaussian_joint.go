package interp

import (
	"fmt"
	"strings"

	"mpc/engine/command"
	"mpc/engine/latent"
)

// JointDraws says how many draws of a joint posterior are wanted, of which seed.
type JointDraws struct {
	Count int
	Seed  uint64
}

// draw draws from the joint posterior.
func (g *gaussian) draw(p *latent.Posterior) error {
	want := g.run.options.Joint
	if want.Count == 0 {
		return nil
	}
	joint := latent.NewJointPosterior(p, g, g.block.pattern)
	list := g.of.Jointly()
	out := &command.Joint{Rows: make([][]float64, want.Count)}
	for _, v := range list {
		for i := range g.values[v].numbers {
			out.Columns = append(out.Columns, columnName(v.Name, g.values[v].indexAt(i)))
		}
	}
	err := joint.Sample(command.SeedOf(want.Seed), want.Count, func(k int) {
		g.Place(joint.Theta, joint.Normals)
		singles := joint.Singles
		for _, d := range g.of.Singles {
			singles = singles[copy(g.values[d.Variable()].numbers, singles):]
		}
		for _, v := range list {
			out.Rows[k] = append(out.Rows[k], g.values[v].numbers...)
		}
	})
	g.run.joint = out
	return err
}

func columnName(name string, index []int) string {
	if len(index) == 0 {
		return name
	}
	return name + "[" + strings.Trim(strings.Join(strings.Fields(fmt.Sprint(index)), ","), "[]") + "]"
}

// weigh finds which numbers of the posterior are off.
func (g *gaussian) weigh(p *latent.Posterior) error {
	if !g.run.options.Weigh {
		return nil
	}
	var counts []int
	for _, d := range g.of.Parts() {
		counts = append(counts, len(g.values[d.Variable()].numbers))
	}
	list, err := latent.NewJointPosterior(p, g, g.block.pattern).Inexact(latent.InexactSeed, counts...)
	if err == nil {
		g.run.inexact = list
	}
	// A posterior that the check fails for stands: fits that begin anew may fail where those of the lattice, which begin at their
	// neighbors', have not.
	return g.run.options.Context.Err()
}
