package codegen

import "mpc/model"

// labelled lists the elements of a range that the program names by their labels.
func (g *generator) labelled(r *model.Input) (list []*model.Input) {
	for _, in := range g.model.Inputs {
		if in.Labelled && in.Type.Range == r {
			list = append(list, in)
		}
	}
	return list
}
