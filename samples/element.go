package samples

import (
	"slices"
	"strconv"
)

// An Element is what a column of draws or a summary is of: a variable, an element of an
// array, or a component of one that is a vector or a matrix.
type Element struct {
	Variable string `json:"variable"`
	// Index has the indices of an element, and then those of a component.
	Index []int `json:"index,omitempty"`
	// Shown is what the model has in place of a name, an expression; empty of a variable that it names.
	Shown string `json:"shown,omitempty"`
}

// shown is String with the expression of the model.
func (e Element) shown() string {
	switch {
	case e.Shown != "" && len(e.Index) > 0:
		e.Variable = "(" + e.Shown + ")"
	case e.Shown != "":
		e.Variable = e.Shown
	}
	return e.String()
}

// String is skill[3], or sigma[0,1].
func (e Element) String() string {
	if len(e.Index) == 0 {
		return e.Variable
	}
	b := append([]byte(e.Variable), '[')
	for k, i := range e.Index {
		if k > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, int64(i), 10)
	}
	return string(append(b, ']'))
}

// At is an element of it, or a component.
func (e Element) At(index ...int) Element {
	return Element{e.Variable, slices.Concat(e.Index, index), e.Shown}
}
