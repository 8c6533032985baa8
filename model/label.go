package model

import (
	"slices"
	"strconv"

	"mpc/lang"
)

// label is the number of the element of an array that has a label, as in effect["drug"]:
// an input of its own, which is found when the data are read.
func (c *checker) label(array *lang.Name, k int, label *lang.Name) *Expr {
	r := c.rangeOfIndex(array.Name, k)
	if r == nil {
		if c.inputs[array.Name] != nil || c.variables[array.Name] != nil {
			c.Errorf(label.At, CodeIndex, "%s has no labels there: its elements are those of no range", array.Name).
				WithHint("labels belong to a range R of the inputs: for (i in R) { %s[i] ~ ... }", array.Name)
		}
		return invalid(label.At)
	}
	return c.element(r, label)
}

// element is the number of the element of a range that has a label.
func (c *checker) element(r *Input, label *lang.Name) *Expr {
	text, _ := lang.Label(label.Name)
	c.usedInput[r] = true
	for _, in := range c.model.Inputs {
		if in.Labelled && in.Label == text && in.Type.Range == r {
			return &Expr{Op: OpInput, Input: in, Type: in.Type, At: label.At}
		}
	}
	if r.Labels == "" {
		r.Labels = c.labelName(r.Name, "labels")
	}
	in := &Input{ID: len(c.model.Inputs), Name: c.labelName(r.Name, text), Labelled: true, Label: text, Type: Type{Kind: IndexKind, Range: r}, At: label.At,
		Doc: "the number of the element of " + r.Name + " that has the label " + strconv.Quote(text)}
	c.model.Inputs = append(c.model.Inputs, in)
	c.inputs[in.Name], c.usedInput[in] = in, true
	return &Expr{Op: OpInput, Input: in, Type: in.Type, At: label.At}
}

// labelName is a name of an input that nothing else has: arm_drug for the label drug of
// arm. The list of all labels has arm_labels.
func (c *checker) labelName(r, text string) string {
	name := []byte(r + "_")
	for _, x := range []byte(text) {
		if x >= 'a' && x <= 'z' || x >= 'A' && x <= 'Z' || x >= '0' && x <= '9' {
			name = append(name, x)
		} else if name[len(name)-1] != '_' {
			name = append(name, '_')
		}
	}
	for c.inputs[string(name)] != nil || c.variables[string(name)] != nil || c.inputs[r] != nil && c.inputs[r].Labels == string(name) {
		name = append(name, 'x')
	}
	return string(name)
}

// rangeOfIndex is the range that index k of an array runs over, as it is declared, or as
// the loops around its definitions say; nil where that is none.
func (c *checker) rangeOfIndex(array string, k int) *Input {
	for _, in := range c.file.Inputs {
		if in.Name.Name != array {
			continue
		}
		if k < len(in.Type.Dims) {
			if name, ok := in.Type.Dims[k].(*lang.Name); ok {
				return c.asRange(name.Name)
			}
		}
		return nil
	}
	var found *Input
	lang.Targets(c.file.Program, func(target lang.Expr, loops []*lang.For) {
		x, ok := target.(*lang.Index)
		if !ok || k >= len(x.Args) || found != nil {
			return
		}
		if n, ok := x.X.(*lang.Name); !ok || n.Name != array {
			return
		}
		i, ok := x.Args[k].(*lang.Name)
		for _, l := range slices.Backward(loops) {
			if ok && l.Index.Name == i.Name {
				if name, ok := l.Domain.Lo.(*lang.Name); ok && l.Domain.Hi == nil {
					found = c.asRange(name.Name)
				}
				return
			}
		}
	})
	return found
}

// asRange returns the range of that name, nil where it is none.
func (c *checker) asRange(name string) *Input {
	if r := c.inputs[name]; r != nil && r.Type.Kind == RangeKind {
		return r
	}
	return nil
}
