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

// findLabels prints how the numbers of elements are found that the program names by their
// labels.
func (g *generator) findLabels(p *printer, r *model.Input) {
	if r.Labels == "" {
		return
	}
	p.line("if err := findLabels(%q, data.%s, inf.in.%s,", r.Labels, exported(r.Labels), local(r.Name))
	for _, in := range g.labelled(r) {
		p.line("labelled{%q, %q, &data.%s},", in.Name, in.Label, exported(in.Name))
	}
	p.line("); err != nil {\nreturn err\n}")
}

// hasLabels tells whether the program names elements by their labels.
func (g *generator) hasLabels() bool {
	for _, in := range g.model.Inputs {
		if in.Labelled {
			return true
		}
	}
	return false
}

const labelsText = `// A labelled is the number of an element that the model names by its label.
type labelled struct {
	input, label string
	number       *int
}

// findLabels finds the numbers of elements in the list of all labels of a range. Where
// there is no list they are those that the caller gives.
func findLabels(list string, labels []string, size int, elements ...labelled) error {
	if labels == nil {
		for i, e := range elements {
			if *e.number == 0 && size > len(elements) { // it may be another one
				return &InputError{Input: e.input, Message: fmt.Sprintf("the number of %q may have been left out; give %s, the labels of all elements in their order", e.label, list)}
			}
			for _, other := range elements[:i] {
				if *other.number == *e.number {
					return &InputError{Input: e.input, Message: fmt.Sprintf("%d is the number of %q too; give %s, the labels of all elements in their order", *e.number, other.label, list)}
				}
			}
		}
		return nil
	}
	if len(labels) != size {
		return &InputError{Input: list, Message: fmt.Sprintf("has %d labels of %d elements", len(labels), size)}
	}
	for _, e := range elements {
		i := slices.Index(labels, e.label)
		if i < 0 {
			return &InputError{Input: list, Message: fmt.Sprintf("has no %q, which the model names", e.label)}
		}
		if slices.Contains(labels[i+1:], e.label) {
			return &InputError{Input: list, Message: fmt.Sprintf("has %q twice", e.label)}
		}
		if *e.number != 0 && *e.number != i {
			return &InputError{Input: e.input, Message: fmt.Sprintf("is %d, but %q is element %d of %s", *e.number, e.label, i, list)}
		}
		*e.number = i
	}
	return nil
}

`
