package interp

import (
	"cmp"
	"fmt"
	"strings"

	"mpc/engine/command"
	"mpc/engine/latent"
	"mpc/mcmc"
	"mpc/model"
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
	list := g.of.Drawable()
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
		g.drawAround(joint.Around)
		for _, v := range list {
			out.Rows[k] = append(out.Rows[k], g.values[v].numbers...)
		}
	})
	g.run.joint = out
	return cmp.Or(g.err, err)
}

// drawAround draws predictions around the values that all others have.
func (g *gaussian) drawAround(s *mcmc.Stream) {
	for _, p := range g.of.Predictions {
		for _, t := range p.Terms {
			draw := t.Dist.Draw()
			err := g.instances(t, func() error {
				at, err := g.position(p.Variable, t.X.Args)
				if err != nil {
					return err
				}
				o := g.operands()
				x := o.Draw(s, draw.Function, draw.Args)
				if o.Err == nil && (x-x != 0 || x < 0 && p.Variable.Type.Kind == model.Int) { // as of a rate that is none
					return g.run.errorf(NotFinite, t.Factor.At, t.Factor.Text, "no value of %s could be drawn", p.Variable.Name)
				}
				g.values[p.Variable].numbers[at] = x
				return o.Err
			})
			if err != nil {
				g.fail(err)
				return
			}
		}
	}
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
