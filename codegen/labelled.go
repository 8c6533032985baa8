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

// labelField prints the field of the labels of a range, which their numbers are found by.
func (g *generator) labelField(p *printer, r *model.Input) {
	if r.Labels != "" {
		p.line("%s []string `json:\"%s,omitempty\"` // the labels of all elements of %s, in their order", exported(r.Labels), r.Labels, r.Name)
	}
}
