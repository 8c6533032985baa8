package lower

import (
	"slices"

	"mpc/codegen/loops"
	"mpc/message"
	"mpc/model"
)

// What a chain holds, and what is recorded of its draws.

// Drawn lists the tables of what a chain, or the joint posterior of a latent Gaussian model, holds.
func (p *Program) Drawn() (list []*loops.Table) {
	for _, t := range p.Loops.Tables {
		if t.Role == loops.Drawn {
			list = append(list, t)
		}
	}
	return list
}

// Recorded lists the variables whose draws are recorded.
func (p *Program) Recorded() (list []*model.Variable) {
	for _, u := range p.Loops.Marginals {
		if u.Variable != nil && !slices.Contains(list, u.Variable.Source) {
			list = append(list, u.Variable.Source)
		}
	}
	return list
}

// Tried lists the variables of which a chain notes whether several values of an element were possible in some draw after the
// burn-in, all else given: where there was never but one, it may stand still.
func (p *Program) Tried() []*model.Variable {
	return slices.DeleteFunc(p.Recorded(), func(v *model.Variable) bool { return !p.Loops.Message.Sampling.Tried(v) })
}

// Sliced lists the variables that are drawn by slices, whose widths a chain keeps.
func (p *Program) Sliced() (list []*model.Variable) {
	widths := p.Memories().Chain.Widths
	for _, v := range slices.Concat(p.Loops.Message.Graph.Model.Variables, p.Loops.Message.Sampling.Latents) {
		if slices.Contains(widths, v) {
			list = append(list, v)
		}
	}
	return list
}

// JointDraws lists the draws of several variables together, with the moves of such as one block.
func (p *Program) JointDraws() (list []*message.Update) {
	for _, u := range p.Loops.Scan {
		if u.Sampled.Block != nil {
			list = append(list, u)
		}
	}
	if p.Scan != nil {
		list = append(list, p.Scan.OneBlocks...)
	}
	return list
}

// SummaryOf is the type of package samples of what the draws of an element of a variable say.
func SummaryOf(v *model.Variable) string {
	switch {
	case v.Type.Dimensions == 1:
		return "Vector"
	case v.Type.Dimensions == 2:
		return "Matrix"
	case v.Type.Kind == model.Bool:
		return "Truth"
	case v.Tallied():
		return "Index"
	}
	return "Real"
}

// Summaries lists the types of what the draws of all variables say.
func (p *Program) Summaries() (list []string) {
	for _, v := range p.Recorded() {
		list = append(list, SummaryOf(v))
	}
	slices.Sort(list)
	return slices.Compact(list)
}
